//! Pressing, focusing and setting: what the page is asked about single elements.

use serde::Serialize;
use serde_json::{Value, json};

use super::call;
use crate::browser::{BrowserError, Frame};
use crate::progress::Progress;
use crate::snapshot::facts::{
    Aimed, Idle, Landed, Located, OptionFacts, SearchFormFacts, SubmitRung, Toggle, Watched,
};

/// Measures one element for acting on it: where to click, and what stands in the way. With `scroll` it is brought
/// into view first, clear of pinned headers, and waited for to rest, at most about 600 ms.
pub async fn locate(
    frame: &Frame,
    element: u32,
    scroll: bool,
    progress: &Progress,
) -> Result<Located, BrowserError> {
    call(frame, "locate", json!({ "element": element, "scroll": scroll }), progress).await
}

/// Takes an element out of sight; false when it is gone, or has no style of its own.
pub async fn hide(frame: &Frame, element: u32, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "hideElement", json!({ "element": element }), progress).await
}

/// How [`aim`] measures.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct AimOptions {
    /// Bring the element into view first.
    pub scroll: bool,
    /// Let the next press reach this element alone; see [`landed`].
    pub arm: bool,
    /// Aim at where a moving element will be in so many milliseconds; 0 waits for it to stand still.
    pub lead: u32,
}

/// Measures one element for a press.
pub async fn aim(
    frame: &Frame,
    element: u32,
    options: AimOptions,
    progress: &Progress,
) -> Result<Aimed, BrowserError> {
    let AimOptions { scroll, arm, lead } = options;
    call(frame, "aimAt", json!({ "element": element, "scroll": scroll, "arm": arm, "lead": lead }), progress)
        .await
}

/// How the press went that [`aim`] was armed for.
pub async fn landed(frame: &Frame, progress: &Progress) -> Result<Landed, BrowserError> {
    call(frame, "landed", Value::Null, progress).await
}

/// Begins to watch a document for messages and changes, without waiting. A document that was never looked at is not
/// watched.
pub fn watch(frame: &Frame) {
    frame.cast("() => { if (Object.hasOwn(globalThis, '__sekme')) globalThis.__sekme.watch() }");
}

/// Ends [`watch`], without waiting.
pub fn unwatch(frame: &Frame) {
    frame.cast("() => { if (Object.hasOwn(globalThis, '__sekme')) globalThis.__sekme.unwatch() }");
}

/// What was seen since [`watch`]; `None` where nothing was watched.
pub async fn watched(frame: &Frame, progress: &Progress) -> Result<Option<Watched>, BrowserError> {
    call(frame, "watched", Value::Null, progress).await
}

/// Waits for the first change of a watched document, at most `limit` milliseconds; whether there was one.
pub async fn await_change(frame: &Frame, limit: u64, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "awaitChange", json!({ "limit": limit }), progress).await
}

/// The likeliest reason why a click on an element changed nothing, where one is known.
pub async fn why_idle(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<Idle>, BrowserError> {
    call(frame, "whyIdle", json!({ "element": element }), progress).await
}

/// What an `<option>` belongs to; `None` for anything else.
pub async fn option_of(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<OptionFacts>, BrowserError> {
    call(frame, "optionOf", json!({ "element": element }), progress).await
}

/// Options of native lists in sight that are called so, at most 20.
pub async fn options_named(frame: &Frame, text: &str, progress: &Progress) -> Result<Vec<u32>, BrowserError> {
    call(frame, "optionsNamed", json!({ "text": text }), progress).await
}

/// The control in, at or around an element that can be checked; with no state where there is none. `None` when the
/// element is gone.
pub async fn toggle_of(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<Toggle>, BrowserError> {
    call(frame, "toggleOf", json!({ "element": element }), progress).await
}

/// Whether an element, or what it stands in, is made draggable by HTML: by its attribute, as a link or as a picture.
pub async fn is_draggable(frame: &Frame, element: u32, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "canDrag", json!({ "element": element }), progress).await
}

/// The hint that Chrome shows while the mouse is over an element; empty where there is none.
pub async fn tooltip(frame: &Frame, element: u32, progress: &Progress) -> Result<String, BrowserError> {
    call(frame, "tooltipOf", json!({ "element": element }), progress).await
}

/// Focuses an element, and selects what it holds when asked, else puts the caret at its end. False when the element
/// is gone or does not take the focus.
pub async fn focus(
    frame: &Frame,
    element: u32,
    select_all: bool,
    progress: &Progress,
) -> Result<bool, BrowserError> {
    call(frame, "focusOn", json!({ "element": element, "select_all": select_all }), progress).await
}

/// Whether an element, or something in it, has the focus. One that is gone has handed it on.
pub async fn holds_focus(frame: &Frame, element: u32, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "holdsFocus", json!({ "element": element }), progress).await
}

/// What a control holds now. A secret field answers with one `•` for each character; `None` when the element is gone
/// or holds no value.
pub async fn read_value(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<String>, BrowserError> {
    call(frame, "readValue", json!({ "element": element }), progress).await
}

/// Sets a value by script: the native setter, then `input` and `change`. For fields that swallow keystrokes. False
/// when the control does not hold the text afterwards.
pub async fn set_value(
    frame: &Frame,
    element: u32,
    text: &str,
    progress: &Progress,
) -> Result<bool, BrowserError> {
    call(frame, "setValue", json!({ "element": element, "text": text }), progress).await
}

/// Clicks by script, with the events of a real click before it: also what is covered, and icons. False when the
/// element is gone.
pub async fn js_click(frame: &Frame, element: u32, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "jsClick", json!({ "element": element }), progress).await
}

/// Sends the form around a field, else clicks the nearest control that looks like it sends it.
pub async fn submit_form(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<SubmitRung, BrowserError> {
    call(frame, "submitForm", json!({ "element": element }), progress).await
}

/// The form around a search field as data; `None` when the element is gone.
pub async fn search_form(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<SearchFormFacts>, BrowserError> {
    call(frame, "searchForm", json!({ "element": element }), progress).await
}
