//! A call as the guard compares it: cosmetic changes make it no other call.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Map, Value};

use super::Mark;
use crate::snapshot::text::folded;
use crate::tools::{Description, Effect};

/// What a call does, as far as repetition goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It only looks, or waits, or must always run: never refused.
    Reading,
    /// It acts.
    Acting,
    /// It gives the answer.
    Answering,
}

/// A call, ready to be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    pub(super) signature: u64,
    /// What it does.
    pub class: Class,
    /// Scrolling and the focus count as a change.
    pub(super) minds_posture: bool,
    /// Going back and forth with it is never of use.
    pub(super) turns: bool,
    /// It opens the same address again, perhaps for what is new there.
    pub(super) polls: bool,
}

/// Arguments that do not make a call another one: how long it may take.
const BESIDE_THE_POINT: [&str; 2] = ["timeout_ms", "timeout"];
/// Flags that are off when they are left out.
const OFF: [&str; 6] = ["submit", "append", "slowly", "confirm", "full", "full_page"];
/// Tools that read or wait whatever their description says, or must run at any time.
const READING: [&str; 8] = [
    "browser_evaluate",
    "browser_monitor",
    "browser_wait_for",
    "browser_alert",
    "browser_handle_dialog",
    "browser_close",
    "browser_status",
    "browser_resize",
];
/// Tools that move on the page rather than change it.
const MOVING: [&str; 4] = ["browser_scroll", "browser_press_key", "browser_hover", "browser_drag"];
/// Tools that lead back and forth.
const TURNING: [&str; 6] =
    ["browser_scroll", "browser_history", "browser_back", "browser_forward", "browser_tabs", "browser_hover"];

impl Asked {
    /// Reads a call. `arguments` are the repaired ones where they could be read, so that `[e4]` and `e4` are the same.
    pub fn new(tool: &Description, arguments: &Map<String, Value>) -> Self {
        let mut hasher = DefaultHasher::new();
        tool.name.hash(&mut hasher);
        plain_map(arguments).to_string().hash(&mut hasher);
        let action = arguments.get("action").and_then(Value::as_str);
        let lists_tabs = tool.name == "browser_tabs" && action.is_none_or(|action| action == "list");
        let class = if tool.name == "browser_answer" {
            Class::Answering
        } else if tool.effect == Effect::ReadOnly || READING.contains(&tool.name) || lists_tabs {
            Class::Reading
        } else {
            Class::Acting
        };
        Self {
            signature: hasher.finish(),
            class,
            minds_posture: MOVING.contains(&tool.name),
            turns: TURNING.contains(&tool.name),
            polls: tool.name == "browser_navigate"
                || (tool.name == "browser_history" && action == Some("reload")),
        }
    }

    /// The page as far as it matters to this call.
    pub(super) fn seen(&self, page: Option<Mark>) -> Option<Mark> {
        page.map(|mark| if self.minds_posture { mark } else { Mark { posture: 0, ..mark } })
    }
}

fn plain_map(arguments: &Map<String, Value>) -> Value {
    let mut sorted: Vec<(&String, &Value)> = arguments
        .iter()
        .filter(|(name, value)| !BESIDE_THE_POINT.contains(&name.as_str()) && !is_nothing(name, value))
        .collect();
    sorted.sort_by_key(|(name, _)| *name);
    sorted.into_iter().map(|(name, value)| (name.to_lowercase(), plain(value))).collect::<Map<_, _>>().into()
}

/// Whether an argument says no more than leaving it out would.
fn is_nothing(name: &str, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(flag) => !flag && OFF.contains(&name),
        Value::String(text) => text.is_empty() && name != "text",
        _ => false,
    }
}

/// A value without what makes no difference: case, white space, the kind of quotes, a full stop at the end.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let text = folded(text).replace('\'', "\"");
            Value::String(text.trim_end_matches([';', '.', '/', ' ']).to_owned())
        }
        Value::Array(items) if items.len() == 1 => plain(&items[0]),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => plain_map(members),
        Value::Number(number) => Value::String(number.to_string()),
        other => other.clone(),
    }
}
