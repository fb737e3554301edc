//! Plain values that the browser hands out.

use std::path::PathBuf;

use super::ids::DocumentId;

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
    /// HTTP status of the main document.
    pub last_status: Option<u16>,
    /// Documents, XHRs and fetches that failed since the last navigation, newest 20, oldest first.
    pub failed: Vec<FailedRequest>,
    /// Requests that send something (POST and the like) so far.
    pub sends: u64,
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

/// A dialog that was answered for the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogRecord {
    /// Which dialog.
    pub kind: DialogKind,
    /// The page's text. Chrome shows none of a `beforeunload` handler.
    pub message: String,
    /// Whether OK was chosen.
    pub accepted: bool,
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
