//! Everything the program runs inside pages: the only module that evaluates script.
//!
//! The page scripts (`inject/*.js`) are plain files, concatenated into one library that is installed once in each
//! document's isolated world, out of the page's sight and reach. Each function here is one round trip with a typed
//! answer. Elements are named by document-local numbers that stay with a node for as long as it lives.

mod acting;
mod choosing;
mod fields;
mod learn;
mod looking;

use std::sync::LazyLock;
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::{BrowserError, Evaluation, Frame, Node, World};
use crate::progress::Progress;
use crate::snapshot::facts::{FrameFacts, Glance, PictureBox, Probe, Sample};
use crate::timing::took;

pub use acting::*;
pub use choosing::*;
pub use fields::{
    blur_field, caret, check_values, enter_field, form_problems, note_secret, paste_text, send_message,
    submit_effect, submit_mark, successor,
};
pub use learn::{Learned, Listeners, listeners_of};
pub use looking::*;

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
    include_str!("inject/beside.js"),
    include_str!("inject/caret.js"),
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
    include_str!("inject/steps.js"),
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

/// A quick look at how much of the page is there. Reads no layout, so it may be repeated many times a second.
pub async fn sample(frame: &Frame, progress: &Progress) -> Result<Sample, BrowserError> {
    call(frame, "sample", Value::Null, progress).await
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
