//! Fields in the page: entering one, checking values for it, and what sending it changed.

use serde_json::json;

use super::call;
use crate::browser::{BrowserError, Frame};
use crate::progress::Progress;
use crate::snapshot::facts::{Caret, Checked, Effect, Entered, Problem, SubmitRung};

/// Enters a field, or the one that a label or custom element stands for: gives it the focus and selects what it
/// holds, or with `append` puts the caret behind that. Rich editors are focused alone: keys select in them.
pub async fn enter_field(
    frame: &Frame,
    element: u32,
    append: bool,
    progress: &Progress,
) -> Result<Entered, BrowserError> {
    call(frame, "enterField", json!({ "element": element, "append": append }), progress).await
}

/// Which of some values an input would take, by its type and limits; `None` for what is no input.
pub async fn check_values(
    frame: &Frame,
    element: u32,
    values: &[String],
    progress: &Progress,
) -> Result<Option<Checked>, BrowserError> {
    call(frame, "checkValues", json!({ "element": element, "values": values }), progress).await
}

/// Tells a document a secret before it is typed there, so that its parts are known wherever the page moves them.
pub async fn note_secret(frame: &Frame, text: &str, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "noteSecret", json!({ "text": text }), progress).await
}

/// The field that the page drew in the place of the one that was entered last, where that is gone. It has the focus.
pub async fn successor(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<u32>, BrowserError> {
    call(frame, "successor", json!({ "element": element }), progress).await
}

/// Takes the focus from a field, so that the page takes its value for final.
pub async fn blur_field(frame: &Frame, element: u32, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "blurField", json!({ "element": element }), progress).await
}

/// Hands text to an editor as a paste at the caret; false when it does not take it.
pub async fn paste_text(
    frame: &Frame,
    element: u32,
    text: &str,
    progress: &Progress,
) -> Result<bool, BrowserError> {
    call(frame, "pasteText", json!({ "element": element, "text": text }), progress).await
}

/// Sends a message: by the form's own control, else by the nearest one that looks like it sends.
pub async fn send_message(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<SubmitRung, BrowserError> {
    call(frame, "submitForm", json!({ "element": element, "by_control": true }), progress).await
}

/// Where the caret is in what has the keyboard, and what is selected.
pub async fn caret(frame: &Frame, progress: &Progress) -> Result<Caret, BrowserError> {
    call(frame, "caretNow", json!({}), progress).await
}

/// The fields that keep the form around an element from being sent, by its own rules.
pub async fn form_problems(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Vec<Problem>, BrowserError> {
    call(frame, "formProblems", json!({ "element": element }), progress).await
}

/// Remembers a document before something is sent from a field of it; answers with what that holds.
pub async fn submit_mark(
    frame: &Frame,
    element: Option<u32>,
    progress: &Progress,
) -> Result<Option<String>, BrowserError> {
    call(frame, "submitMark", json!({ "element": element }), progress).await
}

/// What has changed in a document since its mark.
pub async fn submit_effect(
    frame: &Frame,
    element: Option<u32>,
    progress: &Progress,
) -> Result<Effect, BrowserError> {
    call(frame, "submitEffect", json!({ "element": element }), progress).await
}
