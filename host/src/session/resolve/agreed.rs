//! A ref with a selector or a text beside it: all of them must mean one element.

use crate::browser::Tab;
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Call, Target, ViewRequest};
use crate::snapshot::refs::Ref;
use crate::snapshot::text::{cut, folded, one_line, quoted};

use super::selector::without_text;

impl Call {
    /// The element of a ref, where what else names it means no other one. What means nothing is left aside, and that is
    /// said.
    pub(super) async fn agreed(
        &mut self,
        tab: &Tab,
        mut target: Target,
        selector: Option<&str>,
        text: Option<&str>,
    ) -> Result<Target, ToolError> {
        let mut asides = Vec::new();
        if let Some(css) = selector.filter(|css| css.parse::<Ref>().is_err()) {
            asides.extend(self.agrees_with_selector(tab, &target, css).await?);
        }
        if let Some(text) = text.filter(|text| !text.trim().is_empty() && text.parse::<Ref>().is_err()) {
            asides.extend(self.agrees_with_text(tab, &target, text).await?);
        }
        let notes: Vec<String> = target.note.take().into_iter().chain(asides).collect();
        target.note = (!notes.is_empty()).then(|| notes.join("; "));
        Ok(target)
    }

    async fn agrees_with_selector(
        &mut self,
        tab: &Tab,
        target: &Target,
        css: &str,
    ) -> Result<Option<String>, ToolError> {
        let (plain, _) = without_text(css);
        let mut others = Vec::new();
        for frame in tab.frames() {
            let Ok(found) = inject::query_selector(&frame, plain, &self.progress).await else { continue };
            if frame.id() == target.frame.id() && found.ids.contains(&target.element) {
                return Ok(None);
            }
            others.extend(found.ids.into_iter().map(|id| (frame.clone(), id)));
        }
        let css = cut(&one_line(css), 60);
        if others.is_empty() {
            return Ok(Some(format!("`{css}` matches nothing, so only the ref was taken")));
        }
        let lines = self.candidates(&others).await?;
        Err(disagree(&target.label, &format!("`{css}`"), &lines.join("; ")))
    }

    async fn agrees_with_text(
        &mut self,
        tab: &Tab,
        target: &Target,
        text: &str,
    ) -> Result<Option<String>, ToolError> {
        let wanted = folded(text);
        let known = target.reference.and_then(|reference| self.page().refs.target(reference)).cloned();
        if let Some(known) = known {
            let name = folded(&known.name);
            let says = !name.is_empty() && (name.contains(&wanted) || wanted.contains(&name));
            if says || folded(&known.context).contains(&wanted) {
                return Ok(None);
            }
        }
        let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
        let look = self.look(tab, &request).await?;
        let is_same =
            |other: &Target| other.element == target.element && other.frame.id() == target.frame.id();
        let told = quoted(text, 60);
        match self.resolve_text(&look, None, text, "") {
            Ok(other) if is_same(&other) => Ok(None),
            Ok(other) => Err(disagree(&target.label, &format!("the text {told}"), &other.label)),
            Err(error) if error.code == ErrorCode::NotFound => {
                Ok(Some(format!("no element says {told}, so only the ref was taken")))
            }
            Err(error) => Err(ToolError::new(
                ErrorCode::Ambiguous,
                format!("{} does not say {told}, and {}; nothing was done", target.label, error.message),
                format!("give one ref alone: {}, or {}", target.label, error.hint),
            )),
        }
    }
}

fn disagree(label: &str, what: &str, others: &str) -> ToolError {
    ToolError::new(
        ErrorCode::Ambiguous,
        format!("{label} and {what} are not the same element; nothing was done"),
        format!("give one ref alone: {label}, or {others}"),
    )
}
