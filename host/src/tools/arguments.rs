//! Arguments: one table a tool, from which its schema, its checks and its repairs come.
//!
//! Small models send numbers as text, text as numbers, `""` or `null` for what they leave out, whole lines of a
//! view as refs, and the argument names of other servers. What is clear is repaired and said; what is not is
//! refused with the name or the elements that were probably meant.

use serde_json::{Map, Value, json};

mod element;
mod keeping;
mod names;
mod read;
mod repair;
#[cfg(test)]
mod tests;
pub mod url;
mod value;
mod wrapping;

pub(crate) use keeping::keeps;
pub use names::nearest;
pub(crate) use names::{is_known, snake};
pub use repair::{Repair, RepairKind};

/// What an argument holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text; empty means left out.
    Text,
    /// Text that may be empty on purpose (`browser_type` clears a field with it).
    TextOrEmpty,
    /// An address of the web.
    Url,
    /// One text or several. The schema says text: a list, also as JSON in a text, is understood.
    OneOrMore,
    /// A list of texts. One text alone is understood.
    Texts,
    /// A whole number within bounds; 0 means left out where 0 is below the bounds. A limit (`timeout_ms`, `max…`)
    /// beyond them is moved to the nearest bound, anything else is refused.
    Integer {
        /// Smallest allowed.
        min: i64,
        /// Largest allowed.
        max: i64,
    },
    /// Yes or no.
    Boolean,
    /// One of a few words, in any case.
    Choice(&'static [&'static str]),
    /// The handle of an element, such as `e12`.
    Element,
    /// Fields and what they are to hold, read by `browser_fill`. JSON in a text is taken out.
    Fields,
}

/// One argument of a tool.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Name in the schema.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Without it the tool cannot run.
    pub required: bool,
    /// One short sentence for the model; empty where the name says it.
    pub about: &'static str,
    /// Names that other servers use for the same thing.
    pub also: &'static [&'static str],
    /// Left out of the schema, where every word costs: few need it, and who does knows its name.
    pub unlisted: bool,
}

impl Argument {
    /// An optional argument.
    pub const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, kind, required: false, about, also: &[], unlisted: false }
    }

    /// An argument that must be given.
    pub const fn required(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { required: true, ..Self::optional(name, kind, about) }
    }

    /// The same argument, understood and not listed.
    #[must_use]
    pub const fn unlisted(self) -> Self {
        Self { unlisted: true, ..self }
    }

    /// The same argument, also understood under other names.
    #[must_use]
    pub const fn or(self, also: &'static [&'static str]) -> Self {
        Self { also, ..self }
    }
}

/// The `ref` argument every acting tool starts with.
pub const ELEMENT: Argument = Argument::optional("ref", Kind::Element, "Ref from the view, e.g. e12").or(&[
    "target",
    "uid",
    "element",
    "element_ref",
    "element_id",
    "id",
]);
/// CSS selector instead of a ref.
pub const SELECTOR: Argument =
    Argument::optional("selector", Kind::Text, "CSS selector instead of ref").or(&["css"]);
/// Keys that are held meanwhile.
pub const MODIFIERS: Argument = Argument::optional("modifiers", Kind::Texts, "")
    .or(&[
        "modifier",
        "modifier_keys",
        "keys",
        "key",
        "hold",
        "holding",
        "hold_keys",
        "held_keys",
        "with_keys",
    ])
    .unlisted();
/// Deadline of a call.
pub const TIMEOUT: Argument =
    Argument::optional("timeout_ms", Kind::Integer { min: 1, max: 120_000 }, "").or(&["timeout"]);

/// The JSON schema of a tool's arguments.
pub fn schema(arguments: &[Argument]) -> Map<String, Value> {
    let mut properties = Map::new();
    for argument in arguments.iter().filter(|argument| !argument.unlisted) {
        let mut property = match argument.kind {
            Kind::Text | Kind::TextOrEmpty | Kind::Url | Kind::OneOrMore | Kind::Element => {
                json!({"type": "string"})
            }
            Kind::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Kind::Integer { .. } => json!({"type": "integer"}),
            Kind::Boolean => json!({"type": "boolean"}),
            Kind::Choice(words) => json!({"type": "string", "enum": words}),
            Kind::Fields => json!({
                "type": "array",
                "items": {"type": "object", "properties": {"ref": {"type": "string"}, "text": {"type": "string"}}}
            }),
        };
        if !argument.about.is_empty() {
            property["description"] = json!(argument.about);
        }
        properties.insert(argument.name.to_owned(), property);
    }
    let required: Vec<&str> =
        arguments.iter().filter(|argument| argument.required).map(|argument| argument.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    schema
}

/// Checked arguments, and what had to be repaired.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Arguments {
    values: Map<String, Value>,
    /// What was repaired.
    pub repairs: Vec<Repair>,
}

impl Arguments {
    /// Arguments of a tool that knows by itself what they mean.
    pub fn as_given(values: Map<String, Value>) -> Self {
        Self { values, repairs: Vec::new() }
    }

    /// Every argument that was given, by its own name.
    pub fn values(&self) -> &Map<String, Value> {
        &self.values
    }

    /// An argument as it is, if given.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// Text of an argument, if given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).and_then(Value::as_str)
    }

    /// Texts of an argument that may hold several; none when not given.
    pub fn texts(&self, name: &str) -> Vec<String> {
        match self.values.get(name) {
            Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            Some(Value::String(text)) => vec![text.clone()],
            _ => Vec::new(),
        }
    }

    /// Number of an argument, if given.
    pub fn integer(&self, name: &str) -> Option<u64> {
        self.values.get(name).and_then(Value::as_u64)
    }

    /// Number of an argument that may be below zero, if given.
    pub fn signed(&self, name: &str) -> Option<i64> {
        self.values.get(name).and_then(Value::as_i64)
    }

    /// Number of an argument as a size, if given.
    pub fn size(&self, name: &str) -> Option<usize> {
        self.integer(name).and_then(|number| usize::try_from(number).ok())
    }

    /// Flag of an argument; false when not given.
    pub fn flag(&self, name: &str) -> bool {
        self.optional_flag(name).unwrap_or(false)
    }

    /// Flag of an argument, if given.
    pub fn optional_flag(&self, name: &str) -> Option<bool> {
        self.values.get(name).and_then(Value::as_bool)
    }

    /// The deadline, where one was asked for.
    pub fn patience(&self) -> Option<std::time::Duration> {
        self.integer("timeout_ms").map(std::time::Duration::from_millis)
    }

    /// Deadline asked for, or the tool's own.
    pub fn timeout(&self, default_ms: u64) -> std::time::Duration {
        std::time::Duration::from_millis(self.integer("timeout_ms").unwrap_or(default_ms))
    }
}
