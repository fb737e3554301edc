//! Reading, finding and scrolling: what the page is asked about what it shows.

use serde::Serialize;
use serde_json::{Value, json};

use super::call;
use crate::browser::{BrowserError, Frame};
use crate::progress::Progress;
use crate::snapshot::facts::{
    Hits, Matching, Moved, ReadResult, ScrollTo, Scrolled, SeenText, SelectorMatches, SweepTarget, WindowSize,
};

/// Where [`read_main`] should look.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ReadOptions {
    /// Containers of the main content, from site packs, best first.
    pub selectors: Vec<String>,
    /// Parts to leave out, from site packs.
    pub ignore: Vec<String>,
    /// Read exactly this element instead of looking for the main content.
    pub selector: Option<String>,
    /// Characters after which reading may stop; all of the page without it.
    pub max_chars: Option<usize>,
}

/// The main content of a frame as text: headings, lists and tables keep their shape, invisible text never appears.
pub async fn read_main(
    frame: &Frame,
    options: &ReadOptions,
    progress: &Progress,
) -> Result<ReadResult, BrowserError> {
    call(frame, "readMain", json!(options), progress).await
}

/// Places that show a text, or whose name or value has it, with the control that belongs to each. Case and the
/// Turkish dotted and dotless i make no difference; accents are ignored when nothing matches with them.
pub async fn find_text(
    frame: &Frame,
    text: &str,
    limit: usize,
    progress: &Progress,
) -> Result<Hits, BrowserError> {
    call(frame, "findText", json!({ "text": text, "limit": limit }), progress).await
}

/// What can be scrolled down to find more: the page, then containers that look like lists.
pub async fn sweep_targets(frame: &Frame, progress: &Progress) -> Result<Vec<SweepTarget>, BrowserError> {
    call(frame, "sweepTargets", Value::Null, progress).await
}

/// Scrolls the page, or the container of an element, by `amount` CSS pixels or nearly one screen.
pub async fn scroll(
    frame: &Frame,
    element: Option<u32>,
    to: ScrollTo,
    amount: Option<u32>,
    progress: &Progress,
) -> Result<Scrolled, BrowserError> {
    call(frame, "scroll", json!({ "element": element, "to": to, "amount": amount }), progress).await
}

/// Scrolls for a person: without an element the page or what lies over it; an element that scrolls itself; to an
/// element that is out of sight; else what is around the element. `amount` is in CSS pixels; `None` is nearly one
/// screen. `None` when the element is gone.
pub async fn scroll_on(
    frame: &Frame,
    element: Option<u32>,
    to: ScrollTo,
    amount: Option<u32>,
    progress: &Progress,
) -> Result<Option<Moved>, BrowserError> {
    call(frame, "scrollOn", json!({ "element": element, "to": to, "amount": amount }), progress).await
}

/// The text that stands in a frame's window now.
pub async fn text_in_window(
    frame: &Frame,
    limit: usize,
    progress: &Progress,
) -> Result<String, BrowserError> {
    call(frame, "textInWindow", json!({ "limit": limit }), progress).await
}

/// Whether a person can see a text in this frame; `near` also asks for the lines that come nearest.
pub async fn sees_text(
    frame: &Frame,
    text: &str,
    near: bool,
    progress: &Progress,
) -> Result<SeenText, BrowserError> {
    call(frame, "seesText", json!({ "text": text, "near": near }), progress).await
}

/// How many elements of a frame match a CSS selector, of the shown ones those that say `text` if given.
pub async fn matching(
    frame: &Frame,
    css: &str,
    text: Option<&str>,
    progress: &Progress,
) -> Result<Matching, BrowserError> {
    call(frame, "matching", json!({ "css": css, "text": text }), progress).await
}

/// What a frame's document is drawn in.
pub async fn window_size(frame: &Frame, progress: &Progress) -> Result<WindowSize, BrowserError> {
    call(frame, "windowSize", Value::Null, progress).await
}

/// Elements that match a CSS selector, visible ones first. Open shadow roots are searched when the document itself
/// has no match. An invalid selector is reported in the answer, in Chrome's words.
pub async fn query_selector(
    frame: &Frame,
    css: &str,
    progress: &Progress,
) -> Result<SelectorMatches, BrowserError> {
    call(frame, "querySelector", json!({ "css": css }), progress).await
}

/// The same, of those alone whose name or text is this one, or else holds it.
pub async fn query_with_text(
    frame: &Frame,
    css: &str,
    text: &str,
    progress: &Progress,
) -> Result<SelectorMatches, BrowserError> {
    call(frame, "querySelector", json!({ "css": css, "text": text }), progress).await
}

/// The places of those texts that are no CSS selectors.
pub async fn malformed(
    frame: &Frame,
    css: &[String],
    progress: &Progress,
) -> Result<Vec<usize>, BrowserError> {
    call(frame, "malformed", json!({ "css": css }), progress).await
}
