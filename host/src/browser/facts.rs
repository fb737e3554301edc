//! Plain values that the browser hands out.

use std::path::PathBuf;
use std::time::Instant;

use super::ids::{DocumentId, TabId};

/// Whether Chrome is ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// We started it: its tabs are ours, and it ends with us.
    Managed,
    /// A person's own Chrome: only the tabs we were given or opened are touched, and it is never closed.
    Attached,
}

/// How long a navigation is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitUntil {
    /// The new document has replaced the old one.
    Commit,
    /// The document was parsed.
    DomContentLoaded,
    /// The document's images, styles and scripts have loaded.
    Load,
    /// No request for half a second.
    NetworkIdle,
}

/// Where a navigation ended.
#[expect(clippy::struct_excessive_bools, reason = "four facts that have nothing to do with each other")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Navigation {
    /// The tab's address afterwards.
    pub url: String,
    /// The document's HTTP status, where there is one.
    pub status: Option<u16>,
    /// Only the address changed (`#…`, `pushState`).
    pub same_document: bool,
    /// The server sent a file; the tab still shows the old page.
    pub is_download: bool,
    /// `false`: the deadline passed while the page was still loading; it is usable.
    pub complete: bool,
    /// The page opened itself again and again and was stopped.
    pub endless: bool,
}

/// What a tab is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Activity {
    /// Main-frame commits so far, same-document ones included.
    pub navigations: u64,
    /// The main frame's document.
    pub document: DocumentId,
    /// Requests under way, streams and pings aside.
    pub requests_in_flight: usize,
    /// Another document was asked for that would replace the main one.
    pub is_leaving: bool,
    /// HTTP status of the main document.
    pub last_status: Option<u16>,
    /// Documents, XHRs and fetches that failed since the last navigation, newest 20, oldest first.
    pub failed: Vec<FailedRequest>,
    /// Requests that send something (POST and the like) so far.
    pub sends: u64,
}

/// A page that was asked for and has not been answered yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedPage {
    /// Chrome's id of the request.
    pub request: String,
    /// What was asked for.
    pub url: String,
    /// The HTTP method.
    pub method: String,
    /// It sends something (POST and the like), or was redirected to from what did.
    pub sends: bool,
    /// When it was asked for.
    pub since: Instant,
}

/// A request that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedRequest {
    /// What was requested.
    pub url: String,
    /// An HTTP status of 400 and above, or a network error as `net::ERR_…`.
    pub status_or_reason: String,
}

/// Which native dialog a page opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogKind {
    /// `alert()`.
    Alert,
    /// `confirm()`.
    Confirm,
    /// `prompt()`.
    Prompt,
    /// "Leave site?"
    BeforeUnload,
}

/// What happens to dialogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogRule {
    /// OK, and a prompt's own default text.
    Accept,
    /// Cancel. An alert has one button.
    Dismiss,
    /// It stays open until it is answered by [`Tab::answer_dialog`](super::Tab::answer_dialog).
    Ask,
}

/// An answer to a dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogAnswer {
    /// OK, or Cancel.
    pub accept: bool,
    /// The text for a prompt; without one, its own default.
    pub text: Option<String>,
}

/// Whose word an answer was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogWord {
    /// The rule's.
    Rule,
    /// It was arranged before the dialog opened.
    Armed,
    /// Somebody answered the open dialog through us.
    Told,
    /// We were leaving the page.
    Leaving,
    /// The person's, or the page went away under it.
    Person,
}

/// A dialog that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogFacts {
    /// The tab it is open in.
    pub tab: TabId,
    /// Which dialog.
    pub kind: DialogKind,
    /// The page's text. Chrome shows none of a `beforeunload` handler.
    pub message: String,
    /// The text that a prompt offers.
    pub default_prompt: String,
    /// Where the frame that opened it is from, if not from where the page is.
    pub origin: Option<String>,
    /// It came of what we did, as far as can be known; otherwise it is the person's.
    pub is_ours: bool,
}

/// A dialog that was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogRecord {
    /// Which dialog.
    pub kind: DialogKind,
    /// The page's text. Chrome shows none of a `beforeunload` handler.
    pub message: String,
    /// Whether OK was chosen.
    pub accepted: bool,
    /// Whose word that was.
    pub word: DialogWord,
    /// Where the frame that opened it is from, if not from where the page is.
    pub origin: Option<String>,
}

/// Why a tab was closed: its page opened one dialog after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogFlood {
    /// The tab.
    pub tab: TabId,
    /// Where it was.
    pub url: String,
    /// How many dialogs.
    pub count: u32,
    /// Which dialog was the last.
    pub kind: DialogKind,
    /// What the last one said.
    pub message: String,
}

/// How far a download is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadState {
    /// Bytes are still coming.
    InProgress,
    /// The file is complete.
    Completed,
    /// It failed or was stopped.
    Cancelled,
}

/// A download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// Its place in the order in which downloads began; never given twice.
    pub serial: u64,
    /// The file's name: the server's suggestion, or the name on disk once completed.
    pub file_name: String,
    /// Where it comes from.
    pub url: String,
    /// How far it is.
    pub state: DownloadState,
    /// The complete file, if it is there.
    pub path: Option<PathBuf>,
    /// Bytes received so far.
    pub bytes: u64,
    /// Bytes of the whole file, where the server said.
    pub total: Option<u64>,
}

/// A point in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A rectangle in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}
