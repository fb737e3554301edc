//! Whether a field still holds what was typed into it. Pages check some values in their own time and put the old one
//! back, after the field was read: so it is read again when the page is at rest, and before the next call.

use std::time::{Duration, Instant};

use crate::browser::{DocumentId, Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::FieldKind;
use crate::snapshot::text::{echoed, quoted};

use super::judging::{Outcome, Written, judge};
use super::{Field, browsing, lowered};
use crate::session::{Acting, Answer, Call};

/// How long after it was typed into a field is looked at again.
const WATCHED: Duration = Duration::from_secs(10);
/// Longest wait for what a field holds.
const READ: Duration = Duration::from_secs(1);

/// A field as it was left.
#[derive(Debug, Clone)]
pub(in crate::session) struct Standing {
    frame: Frame,
    document: DocumentId,
    element: u32,
    label: String,
    before: String,
    holds: String,
    is_secret: bool,
    is_document: bool,
    since: Instant,
}

impl Standing {
    /// A field after typing; `None` where it held nothing of it even then.
    pub(in crate::session) fn of(field: &Field, written: &Written) -> Option<Self> {
        matches!(written.outcome, Outcome::Same | Outcome::Rewritten | Outcome::Completed).then(|| Self {
            frame: field.target.frame.clone(),
            document: field.target.frame.document(),
            element: field.target.element,
            label: field.target.label.clone(),
            before: field.entered.held.clone().unwrap_or_default(),
            holds: written.holds.clone(),
            is_secret: field.entered.secret,
            is_document: matches!(field.entered.kind, FieldKind::Rich | FieldKind::Drawn),
            since: Instant::now(),
        })
    }

    fn told(&self, text: &str) -> String {
        match text.trim() {
            "" => "is empty".to_owned(),
            _ if self.is_secret => "holds something else".to_owned(),
            text => format!("holds {}", echoed(text, 80)),
        }
    }
}

/// What became of a field.
struct Reverted {
    /// In words.
    words: String,
    /// Nothing of the text is left.
    is_lost: bool,
}

impl Call {
    /// Ends an action that typed: receipt and view, or an error where the page took the text back.
    pub(in crate::session) async fn finish_typing(
        &mut self,
        acting: Acting,
        done: &str,
        standing: Vec<Standing>,
    ) -> Result<Answer, ToolError> {
        let rested = match Box::pin(self.rest_or_dialog(acting, done, &browsing())).await? {
            Ok(rested) => rested,
            Err(answer) => return Ok(answer),
        };
        let mut words = Vec::new();
        for one in &standing {
            let Some(reverted) = self.reverted(one).await else { continue };
            if reverted.is_lost {
                return Err(ToolError::new(
                    ErrorCode::NotActionable,
                    format!("{}, and the page took it back: {}", lowered(done), reverted.words),
                    "look at what the page says about the field, then send what it takes",
                ));
            }
            words.push(reverted.words);
        }
        if words.is_empty() {
            self.page().standing = standing;
            return self.answer(rested, done, &browsing());
        }
        let done = format!("{done}; then the page changed it: {}", words.join("; "));
        self.answer(rested, &done, &browsing())
    }

    /// Says of fields of the call before what the page has made of them since.
    pub async fn look_after_fields(&mut self, tab: &Tab) {
        let standing = std::mem::take(&mut self.page().standing);
        let mut kept = Vec::new();
        for one in standing {
            if !tab.is_open() || one.since.elapsed() > WATCHED || tab.blocking_dialog().is_some() {
                continue;
            }
            match self.reverted(&one).await {
                Some(reverted) => self.say(format!("after it was typed into, {}", reverted.words)),
                None => kept.push(one),
            }
        }
        self.page().standing = kept;
    }

    async fn reverted(&self, standing: &Standing) -> Option<Reverted> {
        if standing.frame.document() != standing.document {
            return None;
        }
        let progress = self.progress().child(READ);
        let mut now = inject::read_value(&standing.frame, standing.element, &progress).await.ok()?;
        if now.is_none()
            && let Some(next) =
                inject::successor(&standing.frame, standing.element, &progress).await.ok().flatten()
        {
            now = inject::read_value(&standing.frame, next, &progress).await.ok()?;
        }
        let now = now?;
        if now == standing.holds {
            return None;
        }
        let outcome = judge(&standing.holds, &now, &standing.before, standing.is_document);
        if outcome == Outcome::Same {
            return None;
        }
        let is_old = now == standing.before && !now.trim().is_empty();
        let was = if standing.is_secret {
            String::new()
        } else {
            format!(" instead of {}", quoted(&standing.holds, 60))
        };
        Some(Reverted {
            words: format!("{} {}{was}", standing.label, standing.told(&now)),
            // An empty field may have been emptied because its text was taken.
            is_lost: is_old || (outcome == Outcome::Lost && !now.trim().is_empty()),
        })
    }
}
