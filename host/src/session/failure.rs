//! How a fault of Chrome or of the page is told to the model.

use crate::browser::BrowserError;
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::text::{cut, one_line};
use crate::snapshot::view::shown_url;

impl From<BrowserError> for ToolError {
    fn from(error: BrowserError) -> Self {
        let message = match &error {
            BrowserError::NavigationFailed { url, reason } => {
                format!("navigation to {} failed: {}", shown_url(url), one_line(reason))
            }
            _ => one_line(&error.to_string()),
        };
        let (code, hint) = match &error {
            BrowserError::NotFound { .. } | BrowserError::LaunchFailed { .. } => (
                ErrorCode::BrowserGone,
                "a person must mend this: install Chrome or Chromium, or start sekme with --chrome PATH".to_owned(),
            ),
            BrowserError::ProfileInUse { .. } => (
                ErrorCode::BrowserGone,
                "a person must mend this: close the other Chrome, or start sekme with another --profile-dir".to_owned(),
            ),
            BrowserError::AttachFailed { .. } => (
                ErrorCode::BrowserGone,
                "a person must mend this: start Chrome with --remote-debugging-port and its own --user-data-dir, or use --mode managed".to_owned(),
            ),
            BrowserError::Gone { .. } => {
                (ErrorCode::BrowserGone, "call browser_navigate; Chrome starts again by itself".to_owned())
            }
            BrowserError::TabClosed => {
                (ErrorCode::BrowserGone, "the tab was closed; call browser_navigate or browser_snapshot".to_owned())
            }
            BrowserError::DialogOpen(open) => return super::dialogs::open_error(open),
            BrowserError::DialogFlood(flood) => return super::dialogs::flood_error(flood),
            BrowserError::TabCrashed => {
                (ErrorCode::PageCrashed, "call browser_navigate to load the page again".to_owned())
            }
            BrowserError::FrameGone => {
                (ErrorCode::StaleRef, "the page changed meanwhile; call browser_snapshot and use a new ref".to_owned())
            }
            BrowserError::NavigationFailed { reason, .. } => {
                (ErrorCode::NavigationFailed, navigation_hint(reason).to_owned())
            }
            BrowserError::UnknownKey { .. } => {
                (ErrorCode::InvalidInput, "use a key name such as Enter, Escape, ArrowDown or Control+A".to_owned())
            }
            BrowserError::Interrupted(interrupted) => {
                return Self::interrupted(
                    interrupted,
                    "the page may still be busy: call browser_snapshot, or give a larger timeout_ms",
                );
            }
            BrowserError::Script { .. } | BrowserError::Protocol { .. } => {
                (ErrorCode::Internal, "call browser_snapshot; if it happens again, try another way".to_owned())
            }
        };
        // How to attach takes more words, and they are a person's to read.
        let most = if matches!(error, BrowserError::AttachFailed { .. }) { 900 } else { 400 };
        Self::new(code, cut(&message, most), hint)
    }
}

/// Advice by Chrome's network error name (`net/base/net_error_list.h`).
fn navigation_hint(reason: &str) -> &'static str {
    match reason {
        "net::ERR_NAME_NOT_RESOLVED" => "check the spelling of the host name, or search for the site instead",
        "net::ERR_CONNECTION_REFUSED" => {
            "nothing listens there; check the port, or try http:// instead of https://"
        }
        "net::ERR_INTERNET_DISCONNECTED" | "net::ERR_ADDRESS_UNREACHABLE" => {
            "this computer is not connected to that network; tell the person"
        }
        "net::ERR_TOO_MANY_REDIRECTS" => "the site redirects in a circle; open another page of it",
        "net::ERR_ABORTED" => "the server sent no page for that address; the page before it is still there",
        "net::ERR_INVALID_AUTH_CREDENTIALS" | "net::ERR_PROXY_AUTH_REQUESTED" => {
            "the site asks for a user name and a password of its own, which only a person can give: tell them"
        }
        "net::ERR_RESPONSE_HEADERS_TOO_BIG"
        | "net::ERR_INVALID_RESPONSE"
        | "net::ERR_CONTENT_DECODING_FAILED" => {
            "the site's answer is broken, which trying again does not mend; open another page"
        }
        "net::ERR_EMPTY_RESPONSE" | "net::ERR_CONNECTION_RESET" | "net::ERR_CONNECTION_CLOSED" => {
            "the site broke the connection off; try once more, then open another page"
        }
        "net::ERR_UNSAFE_PORT" => "Chrome never opens that port; use another address",
        reason if reason.starts_with("net::ERR_CERT") || reason.starts_with("net::ERR_SSL") => {
            "the site's certificate or encryption is broken; tell the person instead of trying again"
        }
        _ => "check the URL; if it is right, try once more or open another page",
    }
}
