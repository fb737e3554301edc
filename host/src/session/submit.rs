//! The submit ladder: Enter, then the form or its control, then the site's URL scheme. It stops at the
//! first rung that has an effect, and says which one that was.

mod address;
mod effect;
mod site;

use crate::browser::{BrowserError, DocumentId, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::{Fault, Problem, SubmitRung};
use crate::snapshot::text::quoted;
use crate::snapshot::view::shown_url;

use super::typing::{Field, lowered};
use super::{Call, Target, ViewRequest};
use effect::{PATIENCE, REFUSED_PATIENCE, Sign};

/// A submit that had an effect.
pub(super) struct Sent {
    /// The rung that worked, in words.
    pub(super) how: String,
    /// Which plugin offered what.
    pub(super) decisions: Vec<String>,
    /// What the model should know.
    pub(super) notes: Vec<String>,
    /// The page before it.
    pub(super) before: Before,
}

/// The page before a submit.
#[derive(Debug, Clone)]
pub(super) struct Before {
    url: String,
    document: DocumentId,
    navigations: u64,
    value: Option<String>,
    tabs: usize,
    downloads: usize,
    sends: u64,
    failed: usize,
    in_flight: usize,
}

/// A request of a submit that failed.
pub(super) struct Failure {
    /// Which, and how.
    pub(super) why: String,
    /// Nothing else came of the submit.
    pub(super) is_all: bool,
}

impl Call {
    /// Sends what a field holds. `typed` says what was typed into it, for errors.
    pub(super) async fn submit(
        &mut self,
        tab: &Tab,
        field: &Field,
        query: &str,
        typed: &str,
    ) -> Result<Sent, ToolError> {
        let mut tried = Vec::new();
        let (frame, element) = (&field.target.frame, field.target.element);
        let before = self.before(tab, &field.target).await?;
        let is_there = inject::holds_focus(frame, element, &self.progress).await?;
        if !is_there && !inject::focus(frame, element, false, &self.progress).await? {
            // Enter would press whatever has the focus instead.
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!(
                    "{}, but the page took the focus away from the field, so it was not sent",
                    lowered(typed)
                ),
                "look at what has the focus now, or click the control that sends it",
            ));
        }
        tab.press_key("Enter", &self.progress).await?;
        if let Some(sign) = self.effect(tab, &field.target, &before, PATIENCE).await? {
            return Ok(Sent::by("Enter", &sign, before));
        }
        if field.has_filtered {
            return Ok(Sent::by("Enter", &Sign::Already, before));
        }
        let is_search = field.is_search || field.entered.search;
        let heard = match inject::submit_effect(frame, Some(element), &self.progress).await {
            Ok(heard) => heard,
            Err(BrowserError::FrameGone) => return Ok(Sent::by("Enter", &Sign::Moved, before)),
            Err(error) => return Err(error.into()),
        };
        // Sending it a second time may order a second time; a search may be asked for twice.
        if heard.sent && !is_search {
            return Ok(Sent::by("Enter", &Sign::Handled, before));
        }
        tried.push("Enter: no effect".to_owned());
        self.progress.log("Enter had no effect");
        if heard.taken && !is_search {
            let kept =
                "; the page kept the Enter key for itself and shows nothing new, so nothing else was tried";
            return Err(unsubmitted(typed, kept, tried));
        }

        if field.entered.multiline {
            self.take_newline_back(tab, &field.target, &before).await?;
            tab.press_key("ControlOrMeta+Enter", &self.progress).await?;
            if let Some(sign) = self.effect(tab, &field.target, &before, REFUSED_PATIENCE).await? {
                return Ok(Sent::by("Control+Enter (Enter had no effect)", &sign, before));
            }
            tried.push("Control+Enter: no effect".to_owned());
            self.take_newline_back(tab, &field.target, &before).await?;
        }

        let problems = match inject::form_problems(frame, element, &self.progress).await {
            Ok(problems) => problems,
            Err(BrowserError::FrameGone) => return Ok(Sent::by("Enter", &Sign::Moved, before)),
            Err(error) => return Err(error.into()),
        };
        if !problems.is_empty() {
            return Err(self.incomplete(tab, &field.target, &problems, typed).await?);
        }

        if let Some((how, sign)) = self.by_search_control(tab, field, &before, &mut tried).await? {
            return Ok(Sent::by(&how, &sign, before));
        }

        let mut near = Vec::new();
        let rung = if field.entered.multiline {
            inject::send_message(frame, element, &self.progress).await
        } else {
            inject::submit_form(frame, element, &self.progress).await
        };
        match rung {
            Ok(SubmitRung::None { beside }) if beside.is_empty() => {
                tried.push("form: the field has none, nor a search or send button near it".to_owned());
            }
            Ok(SubmitRung::None { beside }) => {
                let named = beside.iter().map(|one| (one.element, one.what.as_str()));
                near = self.with_refs(tab, &field.target, named).await?;
                let names = near.join("; ");
                tried.push(format!(
                    "form: the field has none, and what stands beside it was not tried: {names}"
                ));
            }
            Ok(rung) => {
                let how = match rung {
                    SubmitRung::ControlClicked { what } => format!("clicking {}", quoted(&what, 60)),
                    _ => "submitting its form".to_owned(),
                };
                if let Some(sign) = self.effect(tab, &field.target, &before, PATIENCE).await? {
                    return Ok(Sent::by(&format!("{how} (Enter had no effect)"), &sign, before));
                }
                self.progress.log(format!("{how} had no effect"));
                tried.push(format!("{how}: no effect"));
            }
            // The submit replaced the document before the script could answer.
            Err(BrowserError::FrameGone) => {
                return Ok(Sent::by("submitting its form (Enter had no effect)", &Sign::Moved, before));
            }
            Err(error) => return Err(error.into()),
        }
        if field.entered.secret {
            // A secret is never put into an address.
            return Err(naming(unsubmitted(typed, "", tried), &near));
        }
        let sent = self.submit_by_url(tab, field, query, before, tried, typed).await;
        sent.map_err(|error| naming(error, &near))
    }

    /// Elements of a field's frame in words, with the refs of those that the page shows.
    async fn with_refs(
        &mut self,
        tab: &Tab,
        field: &Target,
        elements: impl Iterator<Item = (u32, &str)>,
    ) -> Result<Vec<String>, ToolError> {
        let look = self.look(tab, &ViewRequest::default()).await?;
        let mut words = Vec::new();
        for (element, what) in elements {
            let placed = look.snapshot.elements().into_iter().find(|placed| {
                placed.element.id == element && look.frames[placed.frame].id() == field.frame.id()
            });
            words.push(match placed {
                Some(placed) => format!("{} {what}", self.line(&look.snapshot, placed).reference),
                None => what.to_owned(),
            });
        }
        Ok(words)
    }

    /// Removes the line break that Enter left in a field of several lines instead of sending it.
    async fn take_newline_back(&self, tab: &Tab, field: &Target, before: &Before) -> Result<(), ToolError> {
        let now = inject::read_value(&field.frame, field.element, &self.progress).await?;
        if now != before.value {
            tab.press_key("Backspace", &self.progress).await?;
        }
        Ok(())
    }

    /// The form refuses to be sent: which fields, with their refs, and why.
    async fn incomplete(
        &mut self,
        tab: &Tab,
        field: &Target,
        problems: &[Problem],
        typed: &str,
    ) -> Result<ToolError, ToolError> {
        let named = problems.iter().map(|problem| (problem.element, problem.what.as_str()));
        let labels = self.with_refs(tab, field, named).await?;
        let words: Vec<String> = labels
            .iter()
            .zip(problems)
            .map(|(label, problem)| format!("{label} {}", fault_words(problem)))
            .collect();
        Ok(ToolError::new(
            ErrorCode::NotActionable,
            format!(
                "{}; not submitted, because the form is not complete: {}",
                lowered(typed),
                words.join("; ")
            ),
            "what was typed is kept: put these right, then submit again",
        ))
    }

    /// Whether a request that a submit made has failed, once the page is at rest.
    pub(super) async fn failed_submit(&self, tab: &Tab, field: &Field, before: &Before) -> Option<Failure> {
        let activity = tab.activity();
        let url = tab.url();
        if activity.document != before.document {
            let status =
                activity.last_status.filter(|status| *status >= 400 && !matches!(status, 403 | 429 | 503));
            let why = if let Some(status) = status {
                format!("{} answered HTTP {status}", shown_url(&url))
            } else {
                let mut failed = activity.failed.iter();
                let failed = failed.find(|failed| {
                    failed.status_or_reason.starts_with("net::")
                        && (failed.url == url || url.starts_with("chrome-error:"))
                })?;
                format!("{} could not be reached ({})", shown_url(&failed.url), failed.status_or_reason)
            };
            return Some(Failure { why, is_all: true });
        }
        let since = if before.failed <= activity.failed.len() { before.failed } else { 0 };
        let failed = activity.failed.get(since)?;
        let status = match failed.status_or_reason.parse::<u16>() {
            Ok(status) => format!("HTTP {status}"),
            Err(_) => failed.status_or_reason.clone(),
        };
        let why = format!("its request to {} failed ({status})", shown_url(&failed.url));
        let is_all = self.page_sign(&field.target, before).await.is_ok_and(|sign| sign.is_none());
        Some(Failure { why, is_all })
    }
}

fn fault_words(problem: &Problem) -> String {
    let detail = problem.detail.as_str();
    match (problem.kind, detail) {
        (Fault::Missing, _) => "is required and empty".to_owned(),
        (Fault::Format, "") => "has the wrong form".to_owned(),
        (Fault::Format, "email") => "is no e-mail address".to_owned(),
        (Fault::Format, "url") => "is no address such as https://example.com".to_owned(),
        (Fault::Format, asked) => format!("has the wrong form ({})", quoted(asked, 80)),
        (Fault::Short, least) => format!("has fewer than {least} characters"),
        (Fault::Long, most) => format!("has more than {most} characters"),
        (Fault::Low, least) => format!("is below {least}"),
        (Fault::High, most) => format!("is above {most}"),
        (Fault::Step, "") => "is between the steps it takes".to_owned(),
        (Fault::Step, step) => format!("is between the steps it takes (of {step})"),
        (Fault::Custom, said) => format!("is refused by the page: {}", quoted(said, 120)),
        (Fault::None, _) => "is refused".to_owned(),
    }
}

fn unsubmitted(typed: &str, after: &str, tried: Vec<String>) -> ToolError {
    ToolError::new(
        ErrorCode::NotActionable,
        format!("{}, but nothing submits it{after}", lowered(typed)),
        "look for a search or send button in the view and click it, or open the results by browser_navigate",
    )
    .with_log(tried)
}

/// The refusal with the buttons that stand beside the field.
fn naming(error: ToolError, near: &[String]) -> ToolError {
    if near.is_empty() || error.code != ErrorCode::NotActionable {
        return error;
    }
    let hint = format!("what was typed is kept: click what sends it, beside the field: {}", near.join("; "));
    ToolError { hint, ..error }
}

impl Sent {
    fn by(how: &str, sign: &Sign, before: Before) -> Self {
        let notes = match sign {
            Sign::Handled => vec![
                "the page took it and shows nothing new yet: look at it again before sending it a second time"
                    .to_owned(),
            ],
            Sign::Already => vec!["the page had answered while it was typed".to_owned()],
            Sign::Value(value) if !value.trim().is_empty() => {
                vec![format!(
                    "the field now holds {}: the page may have chosen that instead of sending",
                    quoted(value, 60)
                )]
            }
            _ => Vec::new(),
        };
        Self { how: how.to_owned(), decisions: Vec::new(), notes, before }
    }
}
