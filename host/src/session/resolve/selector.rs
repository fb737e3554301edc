//! Elements that are named by a CSS selector.

use crate::browser::{Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Call, Target};
use crate::snapshot::facts::Located;
use crate::snapshot::refs::RefTarget;
use crate::snapshot::text::{NAME_LIMIT, cut, named, one_line, quoted};

/// Pause between two looks for an element that is not there yet.
const ANOTHER_LOOK: std::time::Duration = std::time::Duration::from_millis(50);

impl Call {
    /// The first element in sight that a selector matches. A text beside it must fit one alone. What matches nothing
    /// may be drawn in a moment: it is refused after a short while on a page that stays.
    pub(super) async fn resolve_selector(
        &mut self,
        tab: &Tab,
        css: &str,
        text: Option<&str>,
    ) -> Result<Target, ToolError> {
        let patience = self.progress.child(self.session.settings.fail_fast);
        loop {
            let missing = match self.matching(tab, css, text).await {
                Err(error) if error.code == ErrorCode::NotFound => error,
                Ok(target) => {
                    let text = text.map(str::to_owned);
                    self.sought = Some((target.frame.id(), target.element, css.to_owned(), text));
                    return Ok(target);
                }
                Err(error) => return Err(error),
            };
            let waited = patience.wait(ANOTHER_LOOK).await;
            if waited.is_err()
                && (!tab.activity().is_leaving || self.progress.wait(ANOTHER_LOOK).await.is_err())
            {
                return Err(missing);
            }
        }
    }

    /// Looks again for an element that was found by a selector and that the page has drawn anew since.
    pub(in crate::session) async fn sought_again(
        &mut self,
        tab: &Tab,
        target: &Target,
    ) -> Option<Result<Target, ToolError>> {
        let (frame, element, css, text) = self.sought.clone()?;
        if frame != target.frame.id() || element != target.element {
            return None;
        }
        Some(self.resolve_selector(tab, &css, text.as_deref()).await)
    }

    async fn matching(&mut self, tab: &Tab, css: &str, text: Option<&str>) -> Result<Target, ToolError> {
        let (css, inner) = without_text(css);
        let text = text.or(inner);
        let mut seen: Vec<(Frame, u32)> = Vec::new();
        let mut hidden: Vec<(Frame, u32)> = Vec::new();
        for frame in tab.frames() {
            let found = match text {
                Some(text) => inject::query_with_text(&frame, css, text, &self.progress).await,
                None => inject::query_selector(&frame, css, &self.progress).await,
            };
            match found {
                Ok(found) => {
                    if let Some(problem) = found.invalid {
                        return Err(ToolError::new(
                            ErrorCode::InvalidInput,
                            format!(
                                "`{}` is not a CSS selector: {}",
                                cut(css, 80),
                                cut(&one_line(&problem), 120)
                            ),
                            "use a ref from the view, or a selector such as button[type=submit] or #search",
                        ));
                    }
                    for (number, id) in (0_u32..).zip(found.ids) {
                        let list = if number < found.visible { &mut seen } else { &mut hidden };
                        list.push((frame.clone(), id));
                    }
                }
                Err(error) if frame.is_main() => return Err(error.into()),
                Err(_) => {}
            }
        }
        let count = seen.len();
        if let Some(text) = text.filter(|_| count > 1) {
            let lines = self.candidates(&seen).await?;
            return Err(ToolError::new(
                ErrorCode::Ambiguous,
                format!("{count} elements match `{}` with the text {}", cut(css, 80), quoted(text, 60)),
                format!("choose one by its ref: {}", lines.join("; ")),
            ));
        }
        for (frame, element) in seen.into_iter().chain(hidden) {
            let located = inject::locate(&frame, element, false, &self.progress).await?;
            if located.attached {
                let note =
                    (count > 1).then(|| format!("{count} elements match; the first one in sight was taken"));
                let label = describe(&located);
                let role = if located.role.is_empty() { located.tag } else { located.role };
                return Ok(Target { frame, element, role, label, note, reference: None });
            }
        }
        let also = text.map(|text| format!(" with the text {}", quoted(text, 60))).unwrap_or_default();
        Err(ToolError::new(
            ErrorCode::NotFound,
            format!("no element matches `{}`{also}", cut(&one_line(css), 80)),
            "use a ref from the view; browser_find looks for text on the whole page",
        ))
    }

    /// The first few of several elements, by ref, role, name and the row they stand in.
    pub(super) async fn candidates(&mut self, found: &[(Frame, u32)]) -> Result<Vec<String>, ToolError> {
        let mut lines = Vec::new();
        for (frame, element) in found.iter().take(3) {
            let located = inject::locate(frame, *element, false, &self.progress).await?;
            let context = located.context.lines().next().unwrap_or_default().to_owned();
            let reference = self.page().refs.assign(RefTarget {
                frame: frame.id().clone(),
                document: frame.document(),
                element: *element,
                role: if located.role.is_empty() { located.tag.clone() } else { located.role.clone() },
                name: located.name.clone(),
                context: context.clone(),
                url: frame.url(),
                is_unique: false,
            });
            let beside = if context.is_empty() {
                String::new()
            } else {
                format!(" | {}", cut(&one_line(&context), 60))
            };
            lines.push(format!("{reference} {}{beside}", describe(&located)));
        }
        Ok(lines)
    }
}

fn describe(located: &Located) -> String {
    let role = if located.role.is_empty() { &located.tag } else { &located.role };
    named(role, &located.name, NAME_LIMIT)
}

/// Takes the text out of a selector that other tools understand: `button:has-text("Save")`, `text=Save`.
pub(super) fn without_text(selector: &str) -> (&str, Option<&str>) {
    let selector = selector.trim();
    let bare = |text: &'_ str| -> Option<(usize, usize)> {
        let inner = text.trim();
        let start = text.len() - text.trim_start().len();
        let is_quoted = inner.len() > 1 && inner.starts_with(['"', '\'']) && inner.ends_with(['"', '\'']);
        let (from, to) = if is_quoted { (1, inner.len() - 1) } else { (0, inner.len()) };
        (to > from).then_some((start + from, start + to))
    };
    if let Some(text) = selector.strip_prefix("text=")
        && let Some((from, to)) = bare(text)
    {
        return ("*", Some(&text[from..to]));
    }
    for word in [":has-text(", ":contains(", ":text("] {
        if let Some((css, rest)) = selector.split_once(word)
            && let Some(text) = rest.strip_suffix(')')
            && let Some((from, to)) = bare(text)
        {
            return (if css.is_empty() { "*" } else { css }, Some(&text[from..to]));
        }
    }
    (selector, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_out_of_a_selector() {
        assert_eq!(without_text("button:has-text(\"Save\")"), ("button", Some("Save")));
        assert_eq!(without_text("a:contains('Next page')"), ("a", Some("Next page")));
        assert_eq!(without_text("li:contains(Next)"), ("li", Some("Next")));
        assert_eq!(without_text("a[href*=\"text=\"]"), ("a[href*=\"text=\"]", None));
        assert_eq!(without_text(" #save "), ("#save", None));
    }
}
