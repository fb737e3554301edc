//! Everything the program runs inside pages: the only module that evaluates script.
//!
//! The page scripts (`inject/*.js`) are plain files, concatenated into one library that is installed once in each
//! document's isolated world, out of the page's sight and reach. Each function here is one round trip with a typed
//! answer. Elements are named by document-local numbers that stay with a node for as long as it lives.

mod choosing;
mod fields;
mod learn;

use std::sync::LazyLock;
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::{BrowserError, Evaluation, Frame, Node, World};
use crate::progress::Progress;
use crate::snapshot::facts::{
    Aimed, FrameFacts, Glance, Hits, Idle, Landed, Located, Matching, Moved, OptionFacts, PictureBox, Probe,
    ReadResult, Sample, ScrollTo, Scrolled, SearchFormFacts, SeenText, SelectorMatches, SubmitRung,
    SweepTarget, Toggle, Watched, WindowSize,
};
use crate::timing::took;

pub use choosing::*;
pub use fields::{
    blur_field, check_values, enter_field, form_problems, note_secret, paste_text, send_message,
    submit_effect, submit_mark, successor,
};
pub use learn::{Learned, Listeners, listeners_of};

/// The scripts in the order in which they need each other.
const SCRIPTS: &[&str] = &[
    include_str!("inject/core.js"),
    include_str!("inject/discover.js"),
    include_str!("inject/roles.js"),
    include_str!("inject/line.js"),
    include_str!("inject/secrets.js"),
    include_str!("inject/values.js"),
    include_str!("inject/generated.js"),
    include_str!("inject/gather.js"),
    include_str!("inject/names.js"),
    include_str!("inject/contradiction.js"),
    include_str!("inject/states.js"),
    include_str!("inject/clip.js"),
    include_str!("inject/visible.js"),
    include_str!("inject/cover.js"),
    include_str!("inject/ink.js"),
    include_str!("inject/prices.js"),
    include_str!("inject/cards.js"),
    include_str!("inject/context.js"),
    include_str!("inject/tables.js"),
    include_str!("inject/dialogs.js"),
    include_str!("inject/text.js"),
    include_str!("inject/kinds.js"),
    include_str!("inject/editors.js"),
    include_str!("inject/looks.js"),
    include_str!("inject/facts.js"),
    include_str!("inject/frames.js"),
    include_str!("inject/lists.js"),
    include_str!("inject/toasts.js"),
    include_str!("inject/unchanged.js"),
    include_str!("inject/walk.js"),
    include_str!("inject/guard.js"),
    include_str!("inject/reasons.js"),
    include_str!("inject/act.js"),
    include_str!("inject/chooser.js"),
    include_str!("inject/options.js"),
    include_str!("inject/uploads.js"),
    include_str!("inject/searching.js"),
    include_str!("inject/fields.js"),
    include_str!("inject/setting.js"),
    include_str!("inject/scroll.js"),
    include_str!("inject/submit.js"),
    include_str!("inject/sample.js"),
    include_str!("inject/blocks.js"),
    include_str!("inject/main.js"),
    include_str!("inject/article.js"),
    include_str!("inject/page.js"),
    include_str!("inject/read.js"),
    include_str!("inject/hovers.js"),
    include_str!("inject/find.js"),
    include_str!("inject/annotate.js"),
    include_str!("inject/single.js"),
    include_str!("inject/wait.js"),
    include_str!("inject/library.js"),
];

const CALL: &str = include_str!("inject/call.js");
const PLAIN: &str = include_str!("inject/plain.js");

/// What [`CALL`] answers where the library has not been installed yet. No JSON text reads like it.
const MISSING: &str = "sekme-missing";

/// One function scope around all scripts: their names exist nowhere else. Two calls at once may both find the
/// library missing, so the second installation leaves the first one as it is.
static LIBRARY: LazyLock<String> = LazyLock::new(|| {
    let scripts: String = SCRIPTS.iter().map(|script| bare(script)).collect();
    format!("() => {{\n'use strict';\nif (Object.hasOwn(globalThis, '__sekme')) return;\n{scripts}}}")
});

/// A script without comments that stand on lines of their own, and without indentation: every document is sent it.
fn bare(script: &str) -> String {
    let mut is_comment = false;
    let mut bare = String::with_capacity(script.len());
    for line in script.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            bare.push_str(line);
            bare.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    bare
}

/// An expression that a file holds, without the semicolon that ends it as a statement.
fn expression(file: &'static str) -> &'static str {
    file.trim_end().trim_end_matches(';')
}

/// Calls a function of the library in the frame's isolated world, installing the library on the first call.
async fn call<T: DeserializeOwned>(
    frame: &Frame,
    function: &str,
    options: Value,
    progress: &Progress,
) -> Result<T, BrowserError> {
    let arguments = [Value::from(function), options];
    let asked = Instant::now();
    let mut answer = frame.call_function(World::Isolated, expression(CALL), &arguments, progress).await?;
    if answer.as_str() == Some(MISSING) {
        install(frame, progress).await?;
        answer = frame.call_function(World::Isolated, expression(CALL), &arguments, progress).await?;
    }
    took(function, asked);
    let answered = Instant::now();
    let text = answer.as_str().unwrap_or_default();
    let decoded = serde_json::from_str(text).map_err(|error| BrowserError::Script {
        message: format!("`{function}` answered unreadably: {error}"),
    });
    took(format_args!("{function}.decode"), answered);
    decoded
}

/// Called as a function: Chrome keeps what it compiled for the next document, which it does not for statements.
async fn install(frame: &Frame, progress: &Progress) -> Result<(), BrowserError> {
    frame.call_function(World::Isolated, &LIBRARY, &[], progress).await.map(|_| ())
}

/// What [`walk`] should look at and how much of it to return.
#[derive(Debug, Clone, Serialize)]
pub struct WalkOptions {
    /// Most elements to return; more are counted as cut off.
    pub max_elements: usize,
    /// Most characters of visible text to return.
    pub text_chars: usize,
    /// Questions of plugins and packs, answered on the way.
    pub probes: Vec<Probe>,
}

impl Default for WalkOptions {
    fn default() -> Self {
        Self { max_elements: 20_000, text_chars: 3000, probes: Vec::new() }
    }
}

/// Reads a frame: everything a person can act on in it, its first text, its open dialog, its messages.
pub async fn walk(
    frame: &Frame,
    options: &WalkOptions,
    progress: &Progress,
) -> Result<FrameFacts, BrowserError> {
    call(frame, "walk", json!(options), progress).await
}

/// Whether a frame is still as it was when [`walk`] gave the stamp, so that its facts hold.
pub async fn is_unchanged(frame: &Frame, stamp: u32, progress: &Progress) -> Result<bool, BrowserError> {
    call(frame, "isUnchanged", json!({ "stamp": stamp }), progress).await
}

/// What lies on top of points of a child frame, seen from the frame around it: `owner` is the element that holds the
/// child, the points are in `frame`'s viewport.
pub async fn covers_over(
    frame: &Frame,
    owner: u32,
    points: &[(f64, f64)],
    progress: &Progress,
) -> Result<Vec<Option<String>>, BrowserError> {
    call(frame, "coversOver", json!({ "element": owner, "points": points }), progress).await
}

/// The number of the element of `parent` that holds a child frame.
pub async fn owner_of(parent: &Frame, child: &Frame, progress: &Progress) -> Result<u32, BrowserError> {
    let node = child.owner(progress).await?;
    let id = learn::tell(parent, &json!({ "what": "identify" }), &[node], progress).await?;
    id.as_u64().and_then(|id| u32::try_from(id).ok()).ok_or(BrowserError::FrameGone)
}

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

/// A quick look at how much of the page is there. Reads no layout, so it may be repeated many times a second.
pub async fn sample(frame: &Frame, progress: &Progress) -> Result<Sample, BrowserError> {
    call(frame, "sample", Value::Null, progress).await
}

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

/// Draws a box and a label over each element in view, or with `whole` on the page, for a screenshot; says how many
/// were drawn.
pub async fn annotate(
    frame: &Frame,
    labels: &[(u32, String)],
    whole: bool,
    progress: &Progress,
) -> Result<u32, BrowserError> {
    call(frame, "annotate", json!({ "labels": labels, "whole": whole }), progress).await
}

/// Removes what [`annotate`] drew.
pub async fn clear_annotations(frame: &Frame, progress: &Progress) -> Result<(), BrowserError> {
    call(frame, "clearAnnotations", Value::Null, progress).await
}

/// Runs what a model wrote in the page's own world; see [`Frame::evaluate_in_page`].
pub async fn evaluate(
    frame: &Frame,
    source: &str,
    element: Option<&Node>,
    progress: &Progress,
) -> Result<Evaluation, BrowserError> {
    frame.evaluate_in_page(source, element, expression(PLAIN), progress).await
}

/// The same for a script that changes nothing; nothing where it would have an effect, so that it did not run.
pub async fn evaluate_without_effect(
    frame: &Frame,
    source: &str,
    progress: &Progress,
) -> Result<Option<Evaluation>, BrowserError> {
    frame.glance_in_page(source, expression(PLAIN), progress).await
}

/// An element as a node that means the same in every world; `None` when it is gone.
pub async fn node_of(frame: &Frame, element: u32, progress: &Progress) -> Result<Option<Node>, BrowserError> {
    frame.node("(id) => globalThis.__sekme.element(id)", &[Value::from(element)], progress).await
}

/// The number of a node of this frame's document.
pub async fn element_of(frame: &Frame, node: &Node, progress: &Progress) -> Result<u32, BrowserError> {
    let number =
        frame.call_on_node(node, "function () { return globalThis.__sekme.identify(this) }", progress);
    number.await?.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or(BrowserError::FrameGone)
}

/// Single elements in words, in the order asked for; those that are gone are left out.
pub async fn glance(
    frame: &Frame,
    elements: &[u32],
    progress: &Progress,
) -> Result<Vec<Glance>, BrowserError> {
    call(frame, "glance", json!({ "elements": elements }), progress).await
}

/// The box to photograph of an element: whole where the page scrolls it, else the part that its scroll container
/// shows.
pub async fn picture_box(
    frame: &Frame,
    element: u32,
    progress: &Progress,
) -> Result<Option<PictureBox>, BrowserError> {
    call(frame, "pictureBox", json!({ "element": element }), progress).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_is_part_of_the_library() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/inject");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let source = std::fs::read_to_string(&path).unwrap();
            let is_script = path.extension().is_some_and(|extension| extension == "js");
            let used = [CALL, PLAIN].contains(&source.as_str())
                || path.ends_with("handlers.js")
                || SCRIPTS.contains(&source.as_str());
            assert!(used || !is_script, "{} is never installed", path.display());
        }
    }

    #[test]
    fn no_two_scripts_give_something_the_same_name() {
        let mut seen = std::collections::HashSet::new();
        let names = SCRIPTS.iter().flat_map(|script| script.lines()).filter_map(|line| {
            let rest = line.strip_prefix("const ").or_else(|| line.strip_prefix("let "))?;
            Some(rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default())
        });
        for name in names.filter(|name| !name.is_empty()) {
            assert!(seen.insert(name), "`{name}` is declared twice: all scripts share one scope");
        }
    }

    #[test]
    fn only_comments_and_indentation_are_left_out() {
        let script = "/* global a */\nconst b = `\n  one // two\n  three`;\n// Why.\n/**\n * What.\n */\n  b(a); // c\n";
        assert_eq!(bare(script), "const b = `\none // two\nthree`;\nb(a); // c\n");
        for script in SCRIPTS {
            let mut is_text = false;
            for line in script.lines() {
                let begins = ["//", "/*"].iter().any(|start| line.trim_start().starts_with(start));
                assert!(!(is_text && begins), "a line of a text reads like a comment: {line}");
                let is_note = begins || line.trim_start().starts_with('*');
                is_text ^= !is_note && line.matches('`').count() % 2 == 1;
            }
            assert!(!is_text, "a text does not end, or its quotes were not understood");
            assert!(bare(script).lines().all(|line| !line.starts_with("* ")), "{script}");
        }
    }

    #[test]
    fn what_is_called_is_an_expression() {
        for file in [CALL, PLAIN] {
            assert!(
                expression(file).ends_with('}'),
                "a semicolon inside the parentheses of a call is an error"
            );
        }
    }
}
