//! Choosing options and giving files: what the page is asked.

use serde_json::json;

use super::call;
use crate::browser::{BrowserError, Frame};
use crate::progress::Progress;
use crate::snapshot::facts::{
    ChooserFacts, ChosenNow, FileTarget, HeldFile, Offered, OptionsRolled, OptionsShown,
};

/// Which control is meant by an element, and how its options are reached. The page remembers what is drawn at this
/// moment, so that [`read_options`] can tell what has appeared since.
pub async fn chooser(frame: &Frame, element: u32, progress: &Progress) -> Result<ChooserFacts, BrowserError> {
    call(frame, "chooser", json!({ "element": element }), progress).await
}

/// The options of a `<select>`, or of the `<datalist>` of a field; `None` when it is gone.
pub async fn native_options(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<Vec<Offered>>, BrowserError> {
    call(frame, "nativeOptions", json!({ "element": element }), progress).await
}

/// Chooses exactly these options of a `<select>`, by their places; answers with the labels that are chosen then.
/// `None` when it is gone.
pub async fn select_options(
    frame: &Frame,
    element: u32,
    places: &[usize],
    progress: &Progress,
) -> Result<Option<Vec<String>>, BrowserError> {
    call(frame, "selectOptions", json!({ "element": element, "places": places }), progress).await
}

/// The options that a control shows now. `present`: they stand in it; else they are those of the list that it names,
/// or what has appeared since [`chooser`]. `None` when the control is gone.
pub async fn read_options(
    frame: &Frame,
    element: u32,
    present: bool,
    progress: &Progress,
) -> Result<Option<OptionsShown>, BrowserError> {
    call(frame, "readOptions", json!({ "element": element, "present": present }), progress).await
}

/// Scrolls a list of options to a place (in CSS pixels from its top), then down by so many steps of nearly its height.
/// Answers with the options that were drawn on the way; `None` when the list is gone.
pub async fn roll_options(
    frame: &Frame,
    roller: u32,
    from: Option<f64>,
    steps: u32,
    progress: &Progress,
) -> Result<Option<OptionsRolled>, BrowserError> {
    let options = json!({ "element": roller, "from": from, "steps": steps });
    call(frame, "rollOptions", options, progress).await
}

/// What a control and one of its options say now; `None` when the control is gone.
pub async fn chosen_now(
    frame: &Frame,
    element: u32,
    option: u32,
    present: bool,
    progress: &Progress,
) -> Result<Option<ChosenNow>, BrowserError> {
    let options = json!({ "element": element, "option": option, "present": present });
    call(frame, "chosenNow", options, progress).await
}

/// Which file input an element stands for.
pub async fn file_target(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<FileTarget, BrowserError> {
    call(frame, "fileTarget", json!({ "element": element }), progress).await
}

/// The files that an input holds; `None` when it is gone.
pub async fn files_held(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<Vec<HeldFile>>, BrowserError> {
    call(frame, "filesHeld", json!({ "element": element }), progress).await
}

/// Whether the page takes files that are dropped on an element. It is asked as the browser asks it, with a drag that
/// leaves again.
pub async fn takes_drops(frame: &Frame, element: u32, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "takesDrops", json!({ "element": element }), progress).await
}
