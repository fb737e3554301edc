//! What can go wrong between us and Chrome, and how answers of the protocol become it.

use super::{DialogFacts, DialogFlood};
use crate::progress::Interrupted;

/// A failure of the browser layer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrowserError {
    /// No Chrome is installed where we look.
    #[error("no Chrome or Chromium was found (tried {}); install one with `{}` or name its path", tried.join(", "), install_command())]
    NotFound {
        /// Paths and names that were tried, in order.
        tried: Vec<String>,
    },
    /// Chrome was started and did not become usable.
    #[error("Chrome did not start: {reason}{}", excerpt(log))]
    LaunchFailed {
        /// What was seen.
        reason: String,
        /// Chrome's last lines on stderr, oldest first, at most 50.
        log: Vec<String>,
    },
    /// The profile and all its numbered neighbours are used by running Chromes.
    #[error(
        "the profile `{dir}` and its numbered copies are all in use; close a Chrome or name another profile"
    )]
    ProfileInUse {
        /// The profile that was asked for.
        dir: String,
    },
    /// No Chrome to attach to answers at the endpoint.
    #[error("cannot attach to Chrome at {endpoint}: {reason}")]
    AttachFailed {
        /// The endpoint as it was given.
        endpoint: String,
        /// What was seen, with advice.
        reason: String,
    },
    /// Chrome ended, or the connection to it did.
    #[error("Chrome is gone: {reason}")]
    Gone {
        /// Why, as far as it is known.
        reason: String,
    },
    /// The tab was closed.
    #[error("the tab is closed")]
    TabClosed,
    /// A dialog is open and keeps the page from answering.
    #[error("a dialog is open in tab {}", .0.tab)]
    DialogOpen(Box<DialogFacts>),
    /// The tab was closed because its page opened one dialog after the other.
    #[error("tab {} was closed: its page opened {} dialogs in a row", .0.tab, .0.count)]
    DialogFlood(Box<DialogFlood>),
    /// The tab's renderer crashed; a navigation brings the tab back.
    #[error("the page crashed; navigate again to recover the tab")]
    TabCrashed,
    /// The frame or its document was replaced.
    #[error("the frame's document is gone; take a new snapshot")]
    FrameGone,
    /// The navigation reached no page.
    #[error("navigation to {url} failed: {reason}")]
    NavigationFailed {
        /// Where the tab should have gone.
        url: String,
        /// Chrome's network error, as `net::ERR_…`, or our own words.
        reason: String,
    },
    /// The evaluated script threw, or its value cannot be returned.
    #[error("the script failed: {message}")]
    Script {
        /// The exception as Chrome describes it.
        message: String,
    },
    /// Chrome refused a command.
    #[error("Chrome refused {method}: {message} ({code})")]
    Protocol {
        /// The command's name.
        method: String,
        /// The protocol's error code.
        code: i64,
        /// Chrome's words.
        message: String,
    },
    /// No key has this name.
    #[error("unknown key `{key}`{}", suggested(nearest.as_deref()))]
    UnknownKey {
        /// The key as it was asked for.
        key: String,
        /// The key name that was probably meant.
        nearest: Option<String>,
    },
    /// The deadline passed or the call was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn suggested(name: Option<&str>) -> String {
    name.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The command that installs a Chrome on this system, by the package manager that is present.
fn install_command() -> &'static str {
    const MANAGERS: [(&str, &str); 4] = [
        ("apt-get", "sudo apt-get install chromium"),
        ("dnf", "sudo dnf install chromium"),
        ("pacman", "sudo pacman -S chromium"),
        ("brew", "brew install --cask chromium"),
    ];
    MANAGERS
        .iter()
        .find(|(manager, _)| super::find::on_path(manager).is_some())
        .map_or(MANAGERS[0].1, |(_, command)| command)
}

/// The last few lines of a log, appended to a message.
fn excerpt(log: &[String]) -> String {
    let from = log.len().saturating_sub(5);
    log[from..].iter().fold(String::new(), |text, line| text + "\n  | " + line)
}

/// Why a command got no result, before it is known what that means to the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CallError {
    /// The connection ended.
    Closed(String),
    /// The command's session ended: its tab was closed or its frame was replaced.
    Detached,
    /// The session's renderer crashed; Chrome never answers such commands.
    Crashed,
    /// A dialog is open and was left open.
    Dialog(Box<DialogFacts>),
    /// The tab was closed because of its dialogs.
    Flood(Box<DialogFlood>),
    /// Chrome answered with an error.
    Refused { code: i64, message: String },
}

/// Chrome's code for a session that does not exist any more.
pub(super) const SESSION_NOT_FOUND: i64 = -32001;

impl CallError {
    /// The error as the caller of `method` sees it.
    pub(super) fn of(self, method: &str) -> BrowserError {
        match self {
            Self::Closed(reason) => BrowserError::Gone { reason },
            Self::Detached => BrowserError::TabClosed,
            Self::Crashed => BrowserError::TabCrashed,
            Self::Dialog(facts) => BrowserError::DialogOpen(facts),
            Self::Flood(flood) => BrowserError::DialogFlood(flood),
            Self::Refused { code: SESSION_NOT_FOUND, .. } => BrowserError::TabClosed,
            Self::Refused { code, message } => {
                BrowserError::Protocol { method: method.to_owned(), code, message }
            }
        }
    }

    /// What a refusal says about the script's execution context.
    ///
    /// Chrome has no codes of its own for this, only -32000 and -32602 with a text, and its events can arrive
    /// after the answer. So this one place compares texts; everything else decides by codes and by our own state.
    pub(super) fn context_loss(&self) -> Option<ContextLoss> {
        let Self::Refused { message, .. } = self else { return None };
        match message.as_str() {
            "uniqueContextId not found" | "Cannot find context with specified id" => {
                Some(ContextLoss::BeforeStart)
            }
            "Execution context was destroyed." | "Inspected target navigated or closed" => {
                Some(ContextLoss::WhileRunning)
            }
            _ => None,
        }
    }
}

/// How far a script got before its execution context went away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContextLoss {
    /// The context did not exist any more: nothing ran, so it may be tried again.
    BeforeStart,
    /// The document went away under the script: some of it may have run.
    WhileRunning,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_session_means_a_closed_tab() {
        assert_eq!(CallError::Detached.of("Page.navigate"), BrowserError::TabClosed);
        let refused = CallError::Refused { code: SESSION_NOT_FOUND, message: "no session".to_owned() };
        assert_eq!(refused.of("Page.navigate"), BrowserError::TabClosed);
    }

    #[test]
    fn a_crash_is_told_apart_from_a_closed_tab() {
        assert_eq!(CallError::Crashed.of("Runtime.evaluate"), BrowserError::TabCrashed);
    }

    #[test]
    fn an_ended_connection_keeps_its_reason() {
        let error = CallError::Closed("killed".to_owned()).of("Page.navigate");
        assert_eq!(error, BrowserError::Gone { reason: "killed".to_owned() });
    }

    #[test]
    fn another_refusal_names_the_command() {
        let refused = CallError::Refused { code: -32602, message: "bad".to_owned() };
        assert_eq!(refused.of("Page.navigate").to_string(), "Chrome refused Page.navigate: bad (-32602)");
    }

    #[test]
    fn a_failed_launch_shows_the_end_of_the_log() {
        let log = (1..=9).map(|line| format!("line {line}")).collect();
        let text = BrowserError::LaunchFailed { reason: "it exited".to_owned(), log }.to_string();
        assert_eq!(
            text,
            "Chrome did not start: it exited\n  | line 5\n  | line 6\n  | line 7\n  | line 8\n  | line 9"
        );
    }

    #[test]
    fn a_missing_chrome_says_how_to_install_one() {
        let text = BrowserError::NotFound { tried: vec!["chromium".to_owned()] }.to_string();
        assert!(text.contains("tried chromium") && text.contains("install"), "{text}");
    }
}
