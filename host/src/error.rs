//! What a tool answers when it fails: a stable code, what happened, and what to do next.

use std::fmt::Write as _;

use crate::progress::Interrupted;

/// Stable, kebab-case classes of failure. Clients and tests may match on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// The ref's document or node is gone.
    StaleRef,
    /// Nothing answers to the ref, selector or text.
    NotFound,
    /// Several elements answer; the hint lists candidates.
    Ambiguous,
    /// The element cannot be acted on (invisible, disabled, moving).
    NotActionable,
    /// Something lies over the element.
    Covered,
    /// The deadline passed.
    TimedOut,
    /// A native dialog blocks the page.
    DialogOpen,
    /// A policy forbids the call.
    PolicyDenied,
    /// A person must approve the call first.
    ApprovalNeeded,
    /// The same call was repeated without any change.
    LoopGuard,
    /// A bot check, consent wall or login wall stands in the way.
    Interstitial,
    /// The navigation did not reach a page.
    NavigationFailed,
    /// The page's renderer crashed.
    PageCrashed,
    /// Chrome ended or cannot be reached.
    BrowserGone,
    /// A plugin failed and there is no fallback.
    PluginFailed,
    /// The arguments cannot be used, even repaired.
    InvalidInput,
    /// A fault of ours.
    Internal,
}

impl ErrorCode {
    /// The code as it appears in answers and audit records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StaleRef => "stale-ref",
            Self::NotFound => "not-found",
            Self::Ambiguous => "ambiguous",
            Self::NotActionable => "not-actionable",
            Self::Covered => "covered",
            Self::TimedOut => "timed-out",
            Self::DialogOpen => "dialog-open",
            Self::PolicyDenied => "policy-denied",
            Self::ApprovalNeeded => "approval-needed",
            Self::LoopGuard => "loop-guard",
            Self::Interstitial => "interstitial",
            Self::NavigationFailed => "navigation-failed",
            Self::PageCrashed => "page-crashed",
            Self::BrowserGone => "browser-gone",
            Self::PluginFailed => "plugin-failed",
            Self::InvalidInput => "invalid-input",
            Self::Internal => "internal",
        }
    }
}

/// A failed tool call as the model reads it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", code.as_str())]
pub struct ToolError {
    /// Class of the failure.
    pub code: ErrorCode,
    /// What happened and where: lower-case start, no final full stop.
    pub message: String,
    /// What was tried, in order; shown when a deadline passed.
    pub call_log: Vec<String>,
    /// What to do next. Empty only where nothing can be done.
    pub hint: String,
    /// The call was cancelled by the client; no answer is owed.
    pub cancelled: bool,
    /// The page does not help with what is wrong: the answer goes without a view.
    pub without_view: bool,
    /// Another page is there than the model knows of: the answer goes with a view, whatever was called.
    pub with_view: bool,
}

impl ToolError {
    /// A failure with advice.
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            call_log: Vec::new(),
            hint: hint.into(),
            cancelled: false,
            without_view: false,
            with_view: false,
        }
    }

    /// A wait that ended without its result.
    pub fn interrupted(interrupted: &Interrupted, hint: impl Into<String>) -> Self {
        match interrupted {
            Interrupted::TimedOut { .. } => Self::new(ErrorCode::TimedOut, interrupted.to_string(), hint),
            Interrupted::Cancelled => Self {
                cancelled: true,
                ..Self::new(
                    ErrorCode::TimedOut,
                    "this call was cancelled by the client, or by the end of sekme",
                    "",
                )
            },
        }
    }

    /// The same, answered without a view of the page.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { without_view: true, ..self }
    }

    /// The same, answered with a view of the page that is there now.
    #[must_use]
    pub fn showing_the_page(self) -> Self {
        Self { with_view: true, ..self }
    }

    /// Attaches what was tried.
    #[must_use]
    pub fn with_log(mut self, call_log: Vec<String>) -> Self {
        self.call_log = call_log;
        self
    }

    /// The text of the answer: `error[code]: …`, call log, hint.
    pub fn render(&self) -> String {
        let mut text = format!("error[{}]: {}", self.code.as_str(), self.message);
        if !self.call_log.is_empty() {
            text.push_str("\ncall log:");
            for line in &self.call_log {
                let _ = write!(text, "\n  - {line}");
            }
        }
        if !self.hint.is_empty() {
            let _ = write!(text, "\nhint: {}", self.hint);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_happened_and_what_to_do() {
        let error =
            ToolError::new(ErrorCode::StaleRef, "e12 was button \"Save\"; that document is gone", "use e3")
                .with_log(vec!["2 × looked".to_owned()]);
        assert_eq!(
            error.render(),
            "error[stale-ref]: e12 was button \"Save\"; that document is gone\ncall log:\n  - 2 × looked\nhint: use e3"
        );
    }
}
