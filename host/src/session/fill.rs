//! Filling several fields in one call: each is done and reported by itself.

use crate::browser::{MouseButton, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::{Entered, FieldKind, Located};
use crate::snapshot::text::quoted;

use super::check::wanted_state;
use super::typing::{Field, Opened, Standing, Written, browsing, lowered};
use super::{Answer, Call, Naming, Target, Typing};

/// One field and what it is to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filling {
    /// A ref, or the field's name.
    pub field: String,
    /// A CSS selector, where the field is named by one.
    pub selector: Option<String>,
    /// Text, the option of a list, or `true` and `false` for what is checked.
    pub text: String,
    /// Keep what the field holds and add to it.
    pub append: bool,
}

impl Call {
    /// Fills fields one after the other. One that fails does not keep the others from being filled, but the answer is
    /// an error then, and nothing is sent.
    pub async fn fill(&mut self, tab: &Tab, fillings: &[Filling], submit: bool) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        // Until every field is known to hold no secret, the call may hold one.
        let mut has_secret = false;
        let mut done = Vec::new();
        let mut failed = Vec::new();
        let mut last = None;
        let mut standing = Vec::new();
        for filling in fillings {
            self.mark_sensitive(true);
            match self.fill_one(tab, filling, &mut acting.notes).await {
                Ok((words, field)) => {
                    if let Some((field, written)) = field {
                        has_secret |= field.entered.secret;
                        standing.extend(Standing::of(&field, &written));
                        last = Some((field, filling.text.clone()));
                    }
                    done.push(words);
                }
                Err(error) if error.cancelled => return Err(error),
                Err(error) => {
                    self.progress().check("the fields").map_err(|interrupted| {
                        ToolError::interrupted(&interrupted, "fill fewer fields in one call")
                    })?;
                    // It was not found out what it is.
                    has_secret = true;
                    failed.push((filling.field.clone(), error));
                }
            }
        }
        self.mark_sensitive(has_secret);
        if let Some((_, first)) = failed.first() {
            let log = done.iter().map(|words| format!("done: {words}"));
            let log = log.chain(failed.iter().map(|(field, error)| {
                format!("failed: {}: {} ({})", quoted(field, 40), error.message, error.hint)
            }));
            let sent = if submit { "; nothing was submitted" } else { "" };
            return Err(ToolError::new(
                first.code,
                format!(
                    "{} of {} fields {} not filled{sent}",
                    failed.len(),
                    fillings.len(),
                    if failed.len() == 1 { "was" } else { "were" }
                ),
                "the other fields are filled; call again for those that failed alone",
            )
            .with_log(log.collect()));
        }
        let count = done.len();
        let words =
            format!("Filled {count} {}: {}", if count == 1 { "field" } else { "fields" }, done.join("; "));
        acting.known = Some("the fields hold it".to_owned());
        if !submit {
            return self.finish_typing(acting, &words, standing).await;
        }
        let Some((mut field, text)) = last else {
            let answer = self.finish_acting(acting, &words, &browsing()).await?;
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{}; not submitted, because none of them is a text field", lowered(&answer.receipt)),
                "click the button that sends the form",
            ));
        };
        // Fields after it may have the focus.
        let entered = self.enter(tab, &mut field.target, true).await?;
        if !entered.focused {
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{}; not submitted, because {} lost the focus", lowered(&words), field.target.label),
                "click the button that sends the form",
            ));
        }
        self.type_and_submit(tab, acting, &field, &text, words).await
    }

    async fn fill_one(
        &mut self,
        tab: &Tab,
        filling: &Filling,
        notes: &mut Vec<String>,
    ) -> Result<(String, Option<(Box<Field>, Written)>), ToolError> {
        let naming = match &filling.selector {
            Some(css) => Naming { selector: Some(css), ..Naming::default() },
            None => Naming { reference: Some(&filling.field), ..Naming::default() },
        };
        let mut target = self.resolve_field(tab, naming).await?;
        notes.extend(target.note.take());
        let typing = Typing { text: &filling.text, append: filling.append, ..Typing::default() };
        let entered = self.enter(tab, &mut target, filling.append).await?;
        if entered.kind == FieldKind::Choice {
            return self.check(tab, &target, &entered, &filling.text).await.map(|words| (words, None));
        }
        match self.open_field(tab, target, typing, notes).await? {
            Opened::Chosen(words) => Ok((lowered(&words), None)),
            Opened::Field(mut field) => {
                self.note_secret(&field, &filling.text).await?;
                let written = self.write(tab, &mut field, typing, notes).await?;
                let words = super::typing::written(&field, typing, &written)?;
                if !written.is_taken() {
                    return Err(ToolError::new(
                        ErrorCode::NotActionable,
                        lowered(&words),
                        "send what the field takes",
                    ));
                }
                if field.entered.kind == FieldKind::Number {
                    inject::blur_field(&field.target.frame, field.target.element, self.progress()).await?;
                }
                Ok((lowered(&words), Some((field, written))))
            }
        }
    }

    /// Checks or unchecks a box by a click, where it is not as it should be.
    async fn check(
        &mut self,
        tab: &Tab,
        target: &Target,
        entered: &Entered,
        text: &str,
    ) -> Result<String, ToolError> {
        self.mark_sensitive(false);
        let Some(wanted) = wanted_state(text, &entered.name) else {
            return Err(ToolError::new(
                ErrorCode::InvalidInput,
                format!("{} is checked or not, and {} says neither", target.label, quoted(text, 40)),
                "give true or false",
            ));
        };
        let is_checked = async |call: &Self| {
            let value = inject::read_value(&target.frame, target.element, call.progress()).await?;
            Ok::<bool, ToolError>(value.as_deref() == Some("true"))
        };
        let words = if wanted { "checked" } else { "unchecked" };
        if is_checked(self).await? != wanted {
            if !wanted && entered.input_type == "radio" {
                return Err(ToolError::new(
                    ErrorCode::NotActionable,
                    format!("{} cannot be unchecked by itself", target.label),
                    "check another one of its group",
                ));
            }
            let (point, _): (_, Located) = self.actionable(target).await?;
            tab.mouse_click(point, MouseButton::Left, 1, self.progress()).await?;
            if is_checked(self).await? != wanted {
                return Err(ToolError::new(
                    ErrorCode::NotActionable,
                    format!("{} was clicked and is still not {words}", target.label),
                    "look at the view: the page may ask for something first",
                ));
            }
        }
        Ok(format!("{words} {}", target.label))
    }
}
