//! Pages that nobody writes fixtures for: a plugin must answer them or decline, and never crash.

use serde_json::{Map, Value, json};

/// The server never shows more.
const MANY: usize = 5000;
const LONG_NAME: usize = 10_000;

/// A changed input and what was changed.
pub(super) struct Mutant {
    pub(super) what: &'static str,
    pub(super) input: Map<String, Value>,
    /// Further `extra` of the context.
    pub(super) context: Vec<(String, String)>,
}

/// The variations of `input`; none for hooks that see no page. At most `most` elements are shown.
pub(super) fn mutants(input: &Map<String, Value>, most: usize) -> Vec<Mutant> {
    if !input.get("view").is_some_and(Value::is_object) {
        return Vec::new();
    }
    let mutant = |what, change: &dyn Fn(&mut Map<String, Value>)| {
        let mut input = input.clone();
        if let Some(Value::Object(view)) = input.get_mut("view") {
            change(view);
        }
        Mutant { what, input, context: Vec::new() }
    };
    let mut mutants = vec![
        mutant("an empty page", &|view| {
            for (name, value) in
                [("title", json!("")), ("elements", json!([])), ("facts", json!([])), ("extra", json!([]))]
            {
                view.insert(name.to_owned(), value);
            }
        }),
        mutant("no elements", &|view| {
            view.insert("elements".to_owned(), json!([]));
        }),
        mutant("a truncated list", &|view| {
            view.insert("truncated".to_owned(), json!(true));
            if let Some(Value::Array(elements)) = view.get_mut("elements") {
                elements.truncate(elements.len() / 2);
            }
        }),
        mutant("5,000 elements", &|view| multiply(view, MANY.min(most))),
        mutant("names of emoji and right-to-left text", &|view| {
            rename(view, |at| format!("🛒{} עגלת קניות \u{202b}السلة\u{202c} 👩‍👩‍👧", "é".repeat(at % 5)));
        }),
        mutant("names of 10 kB", &|view| rename(view, |_| "ağaç ".repeat(LONG_NAME / 6))),
        mutant("missing facts", &|view| {
            view.insert("facts".to_owned(), json!([]));
        }),
    ];
    let mut unknown = mutant("unknown extras", &|view| {
        add_extra(view);
        if let Some(Value::Array(elements)) = view.get_mut("elements") {
            elements.iter_mut().filter_map(Value::as_object_mut).for_each(add_extra);
        }
    });
    unknown.context.push(("of-a-later-version".to_owned(), "1".to_owned()));
    mutants.push(unknown);
    mutants
}

/// Repeats the elements, or a plain button, under new numbers.
fn multiply(view: &mut Map<String, Value>, count: usize) {
    let known = view.get("elements").and_then(Value::as_array).cloned().unwrap_or_default();
    let button = json!({ "id": 0, "tag": "button", "role": "button", "name": "Button", "state": ["visible", "interactive"] });
    let source = if known.is_empty() { vec![button] } else { known };
    let elements: Vec<Value> = source
        .iter()
        .cycle()
        .take(count)
        .zip(1u32..)
        .map(|(element, id)| {
            let mut element = element.clone();
            if let Some(members) = element.as_object_mut() {
                members.insert("id".to_owned(), id.into());
                members.insert("parent".to_owned(), Value::Null);
            }
            element
        })
        .collect();
    view.insert("elements".to_owned(), elements.into());
}

fn rename(view: &mut Map<String, Value>, name: impl Fn(usize) -> String) {
    view.insert("title".to_owned(), name(0).into());
    if let Some(Value::Array(elements)) = view.get_mut("elements") {
        for (at, element) in elements.iter_mut().enumerate() {
            if let Some(members) = element.as_object_mut() {
                members.insert("name".to_owned(), name(at).into());
            }
        }
    }
}

fn add_extra(record: &mut Map<String, Value>) {
    let extra = record.entry("extra").or_insert_with(|| json!([]));
    if let Value::Array(pairs) = extra {
        pairs.push(json!(["of-a-later-version", "1"]));
    }
}
