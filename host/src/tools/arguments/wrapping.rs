//! Arguments inside other arguments: `{"arguments": {…}}`, a whole call, or either as JSON in a text.

use serde_json::{Map, Value};

use super::names::snake;
use super::{Argument, Kind, Repair, RepairKind};

/// Names that models put around the arguments.
const WRAPPERS: [&str; 12] = [
    "arguments",
    "args",
    "input",
    "inputs",
    "params",
    "parameters",
    "kwargs",
    "tool_input",
    "action_input",
    "properties",
    "payload",
    "request",
];
/// Names beside a wrapper that say which tool is called, or number the call.
const BESIDE: [&str; 8] = ["name", "tool", "tool_name", "function", "id", "type", "call_id", "_meta"];
/// Deepest nesting that is unpacked.
const NESTING: usize = 3;

/// Takes the arguments out of what was put around them.
pub(super) fn unwrapped(
    table: &[Argument],
    mut raw: Map<String, Value>,
    repairs: &mut Vec<Repair>,
) -> Map<String, Value> {
    for _ in 0..NESTING {
        let Some((wrapper, inner)) = inner(table, &raw) else { break };
        repairs
            .push(Repair::new(RepairKind::Wrapping, format!("the arguments were taken out of `{wrapper}`")));
        raw = inner;
    }
    raw
}

fn inner(table: &[Argument], raw: &Map<String, Value>) -> Option<(String, Map<String, Value>)> {
    let (key, value) = raw.iter().find(|(key, _)| WRAPPERS.contains(&snake(key).as_str()))?;
    let inner = object(value)?;
    let rest_is_about_the_call =
        raw.keys().filter(|other| *other != key).all(|other| BESIDE.contains(&snake(other).as_str()));
    // Fields are an object themselves, whatever they are called.
    let is_an_argument = table.iter().any(|argument| {
        argument.name == key || (argument.kind == Kind::Fields && argument.also.contains(&key.as_str()))
    });
    (rest_is_about_the_call && !is_an_argument).then(|| (key.clone(), inner))
}

/// An object, also one that is JSON in a text, or in a text in a text.
fn object(value: &Value) -> Option<Map<String, Value>> {
    let mut value = value.clone();
    for _ in 0..=NESTING {
        match value {
            Value::Object(object) => return Some(object),
            Value::String(text) => value = serde_json::from_str(text.trim()).ok()?,
            _ => return None,
        }
    }
    None
}
