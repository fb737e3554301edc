//! Arguments: one table a tool, from which its schema, its checks and its repairs come.
//!
//! Small models send numbers as text, text as numbers, `""` or `null` for what they leave out, and the
//! argument names of other servers. What is clear is repaired and said; what is not is refused with the
//! name that was probably meant.

use serde_json::{Map, Value, json};

use crate::error::{ErrorCode, ToolError};
use crate::snapshot::refs::Ref;
use crate::snapshot::text::{cut, one_line};

/// What an argument holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text; empty means left out.
    Text,
    /// Text that may be empty on purpose (`browser_type` clears a field with it).
    TextOrEmpty,
    /// A whole number within bounds; 0 means left out where 0 is below the bounds.
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
    /// Fields and what they are to hold, read by `browser_fill`.
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
}

impl Argument {
    /// An optional argument.
    pub const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { name, kind, required: false, about, also: &[] }
    }

    /// An argument that must be given.
    pub const fn required(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { required: true, ..Self::optional(name, kind, about) }
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
    "index",
    "id",
]);
/// CSS selector instead of a ref.
pub const SELECTOR: Argument =
    Argument::optional("selector", Kind::Text, "CSS selector instead of ref").or(&["css"]);
/// Deadline of a call.
pub const TIMEOUT: Argument =
    Argument::optional("timeout_ms", Kind::Integer { min: 1, max: 600_000 }, "").or(&["timeout"]);

/// The JSON schema of a tool's arguments.
pub fn schema(arguments: &[Argument]) -> Map<String, Value> {
    let mut properties = Map::new();
    for argument in arguments {
        let mut property = match argument.kind {
            Kind::Text | Kind::TextOrEmpty | Kind::Element => json!({"type": "string"}),
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
    /// What was repaired, in words.
    pub repairs: Vec<String>,
}

impl Arguments {
    /// Checks and repairs what the client sent.
    pub fn read(table: &[Argument], raw: Map<String, Value>, example: &str) -> Result<Self, ToolError> {
        let mut read = Self::default();
        for (key, value) in raw {
            let argument = read.argument(table, &key)?;
            if let Some(value) = read.checked(argument, value, example)? {
                read.values.insert(argument.name.to_owned(), value);
            }
        }
        match table.iter().find(|argument| argument.required && !read.values.contains_key(argument.name)) {
            None => Ok(read),
            Some(missing) => {
                Err(refused(format!("`{}` is missing", missing.name), format!("for example {example}")))
            }
        }
    }

    fn argument<'t>(&mut self, table: &'t [Argument], key: &str) -> Result<&'t Argument, ToolError> {
        if let Some(argument) = table.iter().find(|argument| argument.name == key) {
            return Ok(argument);
        }
        let plain = key.to_lowercase().replace(['-', ' '], "_");
        let meant = table
            .iter()
            .find(|argument| argument.name == plain)
            .or_else(|| table.iter().find(|argument| argument.also.contains(&plain.as_str())))
            .or_else(|| {
                table.iter().find(|argument| argument.name.replace('_', "") == plain.replace('_', ""))
            });
        if let Some(argument) = meant.filter(|argument| !self.values.contains_key(argument.name)) {
            self.repairs.push(format!("`{key}` read as `{}`", argument.name));
            return Ok(argument);
        }
        let shown = cut(&one_line(key), 40);
        let names: Vec<&str> = table.iter().map(|argument| argument.name).collect();
        let nearest = nearest(&plain, names.iter().copied());
        Err(refused(
            match nearest {
                Some(name) => format!("unknown argument `{shown}`; did you mean `{name}`?"),
                None => format!("unknown argument `{shown}`"),
            },
            if names.is_empty() {
                "this tool takes no arguments".to_owned()
            } else {
                format!("this tool takes: {}", names.join(", "))
            },
        ))
    }

    fn checked(
        &mut self,
        argument: &Argument,
        value: Value,
        example: &str,
    ) -> Result<Option<Value>, ToolError> {
        let name = argument.name;
        if value.is_null() {
            return Ok(None);
        }
        let wrong = |what: &str, value: &Value| {
            refused(
                format!("`{name}` must be {what}, not {}", cut(&one_line(&value.to_string()), 60)),
                format!("for example {example}"),
            )
        };
        match argument.kind {
            Kind::TextOrEmpty | Kind::Text => match value {
                Value::String(text) if text.is_empty() && argument.kind == Kind::Text => Ok(None),
                Value::String(text) => Ok(Some(Value::String(text))),
                Value::Number(number) => {
                    self.repairs.push(format!("`{name}` {number} read as text"));
                    Ok(Some(Value::String(number.to_string())))
                }
                Value::Bool(flag) => {
                    self.repairs.push(format!("`{name}` {flag} read as text"));
                    Ok(Some(Value::String(flag.to_string())))
                }
                other => Err(wrong("text", &other)),
            },
            Kind::Fields => Ok(Some(value)),
            Kind::Element => {
                self.element(name, value).map_err(|value| wrong("a ref such as \"e12\"", &value))
            }
            Kind::Integer { min, max } => {
                let number = match &value {
                    Value::Number(number) => whole(number),
                    Value::String(text) if is_omission(text) => return Ok(None),
                    Value::String(text) => {
                        let number = text.trim().parse::<i64>().ok();
                        if let Some(number) = number {
                            self.repairs.push(format!("`{name}` \"{number}\" read as a number"));
                        }
                        number
                    }
                    _ => None,
                };
                match number {
                    Some(0) if min > 0 => Ok(None),
                    Some(number) if (min..=max).contains(&number) => Ok(Some(json!(number))),
                    _ => Err(wrong(&format!("a whole number from {min} to {max}"), &value)),
                }
            }
            Kind::Boolean => {
                let flag = match &value {
                    Value::Bool(flag) => return Ok(Some(Value::Bool(*flag))),
                    Value::Number(number) => match number.as_i64() {
                        Some(0) => Some(false),
                        Some(1) => Some(true),
                        _ => None,
                    },
                    Value::String(text) if is_omission(text) => return Ok(None),
                    Value::String(text) => match text.trim().to_lowercase().as_str() {
                        "true" | "yes" | "1" => Some(true),
                        "false" | "no" | "0" => Some(false),
                        _ => None,
                    },
                    _ => None,
                };
                match flag {
                    Some(flag) => {
                        self.repairs.push(format!("`{name}` {value} read as {flag}"));
                        Ok(Some(Value::Bool(flag)))
                    }
                    None => Err(wrong("true or false", &value)),
                }
            }
            Kind::Choice(words) => match &value {
                Value::String(text) if is_omission(text) => Ok(None),
                Value::String(text) => {
                    let plain = text.trim().to_lowercase();
                    match words.iter().find(|word| **word == plain) {
                        Some(word) => Ok(Some(json!(word))),
                        None => Err(wrong(&format!("one of {}", words.join(", ")), &value)),
                    }
                }
                _ => Err(wrong(&format!("one of {}", words.join(", ")), &value)),
            },
        }
    }

    /// Reads a ref. What is no ref at all is kept as text: resolving may find one element that it names.
    fn element(&mut self, name: &str, value: Value) -> Result<Option<Value>, Value> {
        match value {
            Value::Number(number) => match number.as_u64() {
                Some(0) => Ok(None),
                Some(number) if u32::try_from(number).is_ok() => {
                    self.repairs.push(format!("`{name}` {number} read as e{number}"));
                    Ok(Some(json!(format!("e{number}"))))
                }
                _ => Err(Value::Number(number)),
            },
            Value::String(text) if is_omission(&text) => Ok(None),
            Value::String(text) => match text.parse::<Ref>() {
                Ok(reference) => {
                    let plain = reference.to_string();
                    if plain != text {
                        self.repairs.push(format!("`{name}` read as {plain}"));
                    }
                    Ok(Some(Value::String(plain)))
                }
                Err(()) => Ok(Some(Value::String(text))),
            },
            Value::Array(mut items) if items.len() == 1 => {
                let item = items.remove(0);
                self.repairs.push(format!("`{name}` taken out of a list"));
                self.element(name, item)
            }
            other => Err(other),
        }
    }

    /// Text of an argument, if given.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.values.get(name).and_then(Value::as_str)
    }

    /// An argument as it was sent, if given.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
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
        self.values.get(name).and_then(Value::as_bool).unwrap_or(false)
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

/// Longest word that may be a name with a slip in it, in bytes.
const LONGEST_NAME: usize = 100;

/// The name that was probably meant, if one is near enough.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // Likeness takes time by the product of the lengths, and nothing that long was meant for a name.
    if word.len() > LONGEST_NAME {
        return None;
    }
    names
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}

fn whole(number: &serde_json::Number) -> Option<i64> {
    number.as_i64().or_else(|| {
        let float = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() < 1e15)?;
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 10^15 fits")]
        let whole = float as i64;
        Some(whole)
    })
}

fn is_omission(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "" | "null" | "none" | "undefined" | "nil")
}

fn refused(message: String, hint: String) -> ToolError {
    ToolError::new(ErrorCode::InvalidInput, message, hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Argument] = &[
        ELEMENT,
        Argument::optional("text", Kind::Text, ""),
        Argument::optional("count", Kind::Integer { min: 1, max: 2 }, ""),
        Argument::optional("submit", Kind::Boolean, ""),
        Argument::optional("format", Kind::Choice(&["png", "jpeg"]), ""),
    ];

    fn read(value: Value) -> Result<Arguments, ToolError> {
        let Value::Object(raw) = value else { panic!("an object") };
        Arguments::read(TABLE, raw, "{\"ref\": \"e1\"}")
    }

    #[test]
    fn what_small_models_send_is_repaired() {
        let table = [
            (json!({"ref": "[e4]"}), "ref", json!("e4")),
            (json!({"ref": 4}), "ref", json!("e4")),
            (json!({"ref": "e4 button \"Save\""}), "ref", json!("e4")),
            (json!({"target": "@e4"}), "ref", json!("e4")),
            (json!({"uid": "ref=e4"}), "ref", json!("e4")),
            (json!({"ref": ["e4"]}), "ref", json!("e4")),
            (json!({"count": "2"}), "count", json!(2)),
            (json!({"count": 2.0}), "count", json!(2)),
            (json!({"text": 42}), "text", json!("42")),
            (json!({"submit": "true"}), "submit", json!(true)),
            (json!({"submit": 1}), "submit", json!(true)),
            (json!({"Submit": true}), "submit", json!(true)),
            (json!({"format": "JPEG"}), "format", json!("jpeg")),
        ];
        for (sent, name, expected) in table {
            let read = read(sent.clone()).expect("it can be repaired");
            assert_eq!(read.values.get(name), Some(&expected), "{sent}");
        }
    }

    #[test]
    fn omissions_are_omissions() {
        let read = read(json!({"ref": "", "text": null, "count": 0, "submit": "null", "format": ""}))
            .expect("valid");
        assert!(read.values.is_empty(), "{:?}", read.values);
    }

    #[test]
    fn an_unknown_argument_is_refused_with_the_nearest_name() {
        let error = read(json!({"submitt": true})).expect_err("unknown");
        assert_eq!(error.message, "unknown argument `submitt`; did you mean `submit`?");
        assert!(error.hint.contains("ref, text, count"), "{}", error.hint);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_an_example() {
        for sent in [
            json!({"count": 3}),
            json!({"count": "two"}),
            json!({"submit": "maybe"}),
            json!({"format": "gif"}),
            json!({"ref": {"a": 1}}),
            json!({"text": ["a"]}),
        ] {
            let error = read(sent.clone()).expect_err("cannot be used");
            assert_eq!(error.code, ErrorCode::InvalidInput, "{sent}");
            assert!(error.hint.contains("e1"), "{sent}");
        }
    }

    #[test]
    fn a_missing_argument_is_named() {
        let table = [Argument::required("url", Kind::Text, "")];
        let error =
            Arguments::read(&table, Map::new(), "{\"url\": \"https://example.com\"}").expect_err("missing");
        assert_eq!(error.message, "`url` is missing");
        assert_eq!(error.hint, "for example {\"url\": \"https://example.com\"}");
    }
}
