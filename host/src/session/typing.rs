//! Typing: open what hides the field, type with trusted input, read the value back, submit.

mod formats;
mod judging;
mod opening;
mod standing;
mod writing;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::browser::Tab;
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::{Entered, FieldKind};
use crate::snapshot::text::echoed;

use super::submit::Sent;
use super::{Acting, Answer, Call, Target, ViewRequest};
pub(super) use judging::{Outcome, Written};
pub(super) use opening::Opened;
pub(super) use standing::Standing;

/// Said of a field that proposes what to choose, where that has come.
const SUGGESTED: &str =
    "it shows suggestions: a text alone may not count, so choose one by browser_click or browser_select";
/// The same where nothing has come yet.
const SUGGESTING: &str = "the field makes suggestions: a text alone may not count, and browser_select chooses the one that is wanted";

/// What to type and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct Typing<'a> {
    /// The text; empty clears the field.
    pub text: &'a str,
    /// Send it off afterwards.
    pub submit: bool,
    /// Keep what the field holds and add to it.
    pub append: bool,
    /// One key at a time.
    pub slowly: bool,
}

/// A field that is open for typing and has the focus.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) target: Target,
    pub(super) entered: Entered,
    /// It was opened by a control that says it is a search.
    pub(super) is_search: bool,
    /// The page left out some of what it showed while it was typed into.
    pub(super) has_filtered: bool,
}

impl Call {
    /// Types into the element, or into the field that it opens.
    pub async fn type_text(
        &mut self,
        tab: &Tab,
        target: Target,
        typing: Typing<'_>,
    ) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        acting.notes.extend(target.note.clone());
        let mut field = match self.open_field(tab, target, typing, &mut acting.notes).await? {
            Opened::Field(field) => field,
            Opened::Chosen(done) => return self.finish_acting(acting, &done, &browsing()).await,
        };
        field.is_search |= typing.submit && self.is_search_box(&field.target).await;
        self.note_secret(&field, typing.text).await?;
        let may_filter = typing.submit && field.entered.search;
        if may_filter {
            inject::submit_mark(&field.target.frame, Some(field.target.element), &self.progress).await?;
        }
        let written = self.write(tab, &mut field, typing, &mut acting.notes).await?;
        field.has_filtered = may_filter && self.has_filtered(&field.target).await;
        let done = self::written(&field, typing, &written)?;
        if written.outcome == Outcome::Same {
            let is_cleared = typing.text.is_empty() && !typing.append;
            let known = if is_cleared { "the field is empty" } else { "the field holds it" };
            acting.known = Some(known.to_owned());
        }
        if typing.submit && written.outcome != Outcome::Consumed {
            if written.outcome == Outcome::Partly {
                return Err(unsent(&done));
            }
            return self.type_and_submit(tab, acting, &field, typing.text, done).await;
        }
        if field.entered.kind == FieldKind::Number {
            // Pages take a number for final when its field is left.
            inject::blur_field(&field.target.frame, field.target.element, &self.progress).await?;
        }
        let before = self.page().told.clone();
        let standing = Standing::of(&field, &written).into_iter().collect();
        let mut answer = self.finish_typing(acting, &done, standing).await?;
        if field.entered.proposes && !typing.text.is_empty() {
            let page = self.page();
            let has_come = page.told.as_ref().is_some_and(|told| told.offers_more(before.as_ref()));
            answer.note(if has_come { SUGGESTED } else { SUGGESTING });
        }
        Ok(answer)
    }

    /// Keeps a secret out of all answers, also where the page moves a part of it to another field; until a field is
    /// known to hold none, every text counts as one.
    pub(super) async fn note_secret(&mut self, field: &Field, text: &str) -> Result<(), ToolError> {
        if !field.entered.secret {
            self.mark_sensitive(false);
        } else if !text.is_empty() {
            self.keep_secret(text);
            inject::note_secret(&field.target.frame, text, &self.progress).await?;
        }
        Ok(())
    }

    /// Sends what was typed, and says how that went.
    pub(super) async fn type_and_submit(
        &mut self,
        tab: &Tab,
        mut acting: Acting,
        field: &Field,
        query: &str,
        mut done: String,
    ) -> Result<Answer, ToolError> {
        let Sent { how, decisions, notes, before } = self.submit(tab, field, query, &done).await?;
        acting.decisions.extend(decisions);
        acting.notes.extend(notes);
        let request = ViewRequest {
            intent: "search",
            query: if field.entered.secret { String::new() } else { query.to_owned() },
            ..ViewRequest::default()
        };
        done.push_str("; submitted by ");
        done.push_str(&how);
        let rested = match self.rest_or_dialog(acting, &done, &request).await? {
            Ok(rested) => rested,
            Err(answer) => return Ok(answer),
        };
        if let Some(failure) = self.failed_submit(&rested.look.tab, field, &before).await {
            if failure.is_all {
                return Err(ToolError::new(
                    ErrorCode::NavigationFailed,
                    format!("{}, but {}", lowered(&done), failure.why),
                    "it was not taken: read what the page says, and tell the person if the site itself fails",
                ));
            }
            done.push_str(", but ");
            done.push_str(&failure.why);
        }
        self.answer(rested, &done, &request)
    }
}

/// What was typed, in words, and what became of it; an error where the field holds nothing of it.
pub(super) fn written(field: &Field, typing: Typing<'_>, written: &Written) -> Result<String, ToolError> {
    let label = &field.target.label;
    let is_secret = field.entered.secret;
    let done = if typing.text.is_empty() && !typing.append {
        format!("Cleared {label}")
    } else if is_secret {
        let count = typing.text.graphemes(true).count();
        format!("Typed {count} character{} into {label}", if count == 1 { "" } else { "s" })
    } else {
        format!("Typed {} into {label}", echoed(typing.text, 60))
    };
    let holds = match written.holds.trim() {
        "" => "is empty".to_owned(),
        _ if is_secret => "holds something else".to_owned(),
        holds => format!("holds {}", echoed(holds, 80)),
    };
    let limit = match field.entered.max_length {
        Some(limit) if typing.text.encode_utf16().count() > limit as usize => {
            format!(" (it takes at most {limit} characters)")
        }
        _ => String::new(),
    };
    match written.outcome {
        Outcome::Same => Ok(done),
        Outcome::Rewritten => Ok(format!("{done}; the page changed its form, so it {holds}")),
        Outcome::Completed => Ok(format!("{done}; the page added to it, so it {holds}")),
        Outcome::Consumed => Ok(format!("{done}; the page reacted to it at once and emptied the field")),
        Outcome::Partly => Ok(format!("{done}, but it {holds}{limit}")),
        Outcome::Lost if field.entered.kind == FieldKind::Rich => Err(ToolError::new(
            ErrorCode::NotActionable,
            format!("the editor refused {}: {label} {holds}", what(typing.text, is_secret)),
            "look at what the page says about it: it may take text only after a press on it, or only by its own buttons",
        )),
        Outcome::Lost => Err(ToolError::new(
            ErrorCode::NotActionable,
            format!("{label} does not take {}: it {holds}{limit}", what(typing.text, is_secret)),
            "look at what the page says about the field, then send what it takes; slowly=true types key by key",
        )),
    }
}

pub(super) fn browsing() -> ViewRequest {
    ViewRequest { intent: "browse", ..ViewRequest::default() }
}

/// What was to be typed, as far as it may be told.
pub(super) fn what(text: &str, is_secret: bool) -> String {
    if is_secret { "the secret".to_owned() } else { echoed(text, 60) }
}

fn unsent(done: &str) -> ToolError {
    ToolError::new(
        ErrorCode::NotActionable,
        format!("{}; it was not submitted", lowered(done)),
        "type what the field takes; or send what it holds with browser_press_key Enter",
    )
}

/// A receipt's sentence inside an error, which starts in lower case.
pub(super) fn lowered(done: &str) -> String {
    let mut letters = done.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
