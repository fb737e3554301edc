//! `browser_fill`: several fields of a form in one call.

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ToolError};
use crate::session::{Answer, Call, Filling};

use super::arguments::{Argument, Arguments, Kind, TIMEOUT, keeps};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_fill",
        title: "Fill form",
        about: "Fill several fields in one call: text, options of lists, true or false for checkboxes.",
        effect: Effect::Input,
        arguments: &[
            Argument::required("fields", Kind::Fields, "")
                .or(&["elements", "values", "form", "data", "inputs"]),
            Argument::optional("submit", Kind::Boolean, "Send the form"),
            Argument::optional("append", Kind::Boolean, "").unlisted(),
            Argument::optional("confirm", Kind::Boolean, ""),
            TIMEOUT,
        ],
        example: EXAMPLE,
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

const EXAMPLE: &str =
    "{\"fields\": [{\"ref\": \"e1\", \"text\": \"Ada\"}, {\"ref\": \"e2\", \"text\": \"true\"}]}";

/// Names of the field and of its text, ours first, then those of other servers.
const REFS: &[&str] = &["ref", "target", "uid", "id", "index", "field", "label", "element", "name"];
const TEXTS: &[&str] = &["text", "value", "content", "option", "checked", "values"];

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.mark_sensitive(true);
    call.limit(arguments.timeout(if arguments.flag("submit") { 90_000 } else { 60_000 }));
    let mut fields = fillings(arguments.value("fields").unwrap_or(&Value::Null))?;
    if arguments.flag("append") {
        for field in &mut fields {
            field.append = true;
        }
    }
    let tab = call.same_tab().await?;
    call.fill(&tab, &fields, arguments.flag("submit")).await
}

/// Reads `[{"ref": "e1", "text": "Ada"}]` and `{"e1": "Ada"}`, also as JSON in a text.
fn fillings(fields: &Value) -> Result<Vec<Filling>, ToolError> {
    let read = match fields {
        Value::String(text) => return fillings(&serde_json::from_str(text).map_err(|_| unreadable(fields))?),
        Value::Object(one) if is_entry(one) => vec![entry(one).ok_or_else(|| unreadable(fields))?],
        Value::Object(map) => {
            let pairs = map.iter().map(|(field, value)| match value {
                Value::Object(inner) => Some(Filling { field: field.clone(), ..entry(inner)? }),
                value => Some(plainly(field, said(value)?)),
            });
            pairs.collect::<Option<Vec<_>>>().ok_or_else(|| unreadable(fields))?
        }
        Value::Array(list) => {
            let entries = list.iter().map(|one| match one {
                Value::Object(map) if is_entry(map) => entry(map).map(|filling| vec![filling]),
                Value::Object(_) => fillings(one).ok(),
                Value::Array(pair) => match pair.as_slice() {
                    [Value::String(field), value] => Some(vec![plainly(field, said(value)?)]),
                    _ => None,
                },
                _ => None,
            });
            entries.collect::<Option<Vec<_>>>().ok_or_else(|| unreadable(fields))?.concat()
        }
        _ => Vec::new(),
    };
    if read.is_empty() { Err(unreadable(fields)) } else { Ok(read) }
}

/// Whether an object describes one field, and is no table of several.
fn is_entry(map: &Map<String, Value>) -> bool {
    let has = |names: &[&str]| names.iter().any(|name| map.contains_key(*name));
    has(TEXTS) && (has(REFS) || map.contains_key("selector") || map.len() == 1)
}

fn entry(map: &Map<String, Value>) -> Option<Filling> {
    let first = |names: &[&str]| names.iter().filter_map(|name| map.get(*name)).find_map(said);
    let selector = map.get("selector").and_then(said);
    let field = first(REFS).or_else(|| selector.clone()).unwrap_or_default();
    let has_ref = REFS.iter().any(|name| map.contains_key(*name));
    let append = map.iter().filter_map(|(key, value)| keeps(key, value)).any(|keeps| keeps);
    Some(Filling { field, selector: selector.filter(|_| !has_ref), text: first(TEXTS)?, append })
}

fn plainly(field: &str, text: String) -> Filling {
    Filling { field: field.to_owned(), selector: None, text, append: false }
}

fn said(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Array(items) if items.len() == 1 => said(&items[0]),
        _ => None,
    }
}

fn unreadable(_: &Value) -> ToolError {
    ToolError::new(
        ErrorCode::InvalidInput,
        "`fields` is no list of fields and their texts",
        format!("for example {EXAMPLE}"),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_are_read_in_every_shape_that_models_send() {
        for sent in [
            json!([{"ref": "e1", "text": "Ada"}, {"ref": "e2", "text": "true"}]),
            json!([{"uid": "e1", "value": "Ada"}, {"uid": "e2", "value": true}]),
            json!([
                {"name": "Name", "type": "textbox", "ref": "e1", "value": "Ada"},
                {"name": "Terms", "type": "checkbox", "target": "e2", "value": "true"}
            ]),
            json!({"e1": "Ada", "e2": true}),
            json!([{"e1": "Ada"}, {"e2": "true"}]),
            json!([["e1", "Ada"], ["e2", "true"]]),
            json!({"e1": {"value": "Ada"}, "e2": {"checked": true}}),
            json!("{\"e1\": \"Ada\", \"e2\": \"true\"}"),
            json!("[{\"ref\": \"e1\", \"text\": \"Ada\"}, {\"ref\": \"e2\", \"text\": \"true\"}]"),
        ] {
            let read = fillings(&sent).unwrap_or_else(|error| panic!("{sent}: {error}"));
            let pairs: Vec<(&str, &str)> =
                read.iter().map(|filling| (filling.field.as_str(), filling.text.as_str())).collect();
            assert_eq!(pairs, [("e1", "Ada"), ("e2", "true")], "{sent}");
        }
        let one = fillings(&json!({"ref": "e1", "text": "Ada"})).unwrap();
        assert_eq!(one.len(), 1);
        let by_selector = fillings(&json!([{"selector": "#name", "text": "Ada"}])).unwrap();
        assert_eq!(by_selector[0].selector.as_deref(), Some("#name"));
    }

    #[test]
    fn what_names_no_fields_is_refused_with_an_example() {
        for sent in [json!([]), json!({}), json!("Ada"), json!(7), json!([1]), json!({"e1": {"a": 1}})] {
            assert!(fillings(&sent).unwrap_err().hint.contains("e1"), "{sent}");
        }
    }
}
