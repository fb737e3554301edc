//! The value of a script as text for a model: JSON on one line, so that a page cannot imitate a line of ours.

use std::fmt::Write as _;

use crate::browser::{NodeValue, ScriptValue};

use super::text::{is_hidden, is_unsafe};

/// Writes a value as JSON. What JSON does not know is a word in it: `NaN`, `12n`, `[function load]`. `describe` gives
/// the words for a node.
pub fn json(value: &ScriptValue, describe: &dyn Fn(&NodeValue) -> String) -> String {
    let mut out = String::new();
    write(&mut out, value, describe);
    out
}

/// The nodes that a value is or holds, at most `most`.
pub fn nodes(value: &ScriptValue, most: usize) -> Vec<&NodeValue> {
    let mut found = Vec::new();
    collect(value, most, &mut found);
    found
}

fn collect<'v>(value: &'v ScriptValue, most: usize, found: &mut Vec<&'v NodeValue>) {
    if found.len() >= most {
        return;
    }
    match value {
        ScriptValue::Node(node) => found.push(node),
        ScriptValue::List(items, _) => items.iter().for_each(|item| collect(item, most, found)),
        ScriptValue::Object(fields) => fields.iter().for_each(|(_, field)| collect(field, most, found)),
        _ => {}
    }
}

fn write(out: &mut String, value: &ScriptValue, describe: &dyn Fn(&NodeValue) -> String) {
    match value {
        ScriptValue::Undefined => out.push_str("undefined"),
        ScriptValue::Null => out.push_str("null"),
        ScriptValue::Bool(flag) => {
            let _ = write!(out, "{flag}");
        }
        ScriptValue::Number(number) | ScriptValue::Word(number) => out.push_str(&escaped(number)),
        ScriptValue::Text(text) => quote(out, text),
        ScriptValue::Node(node) => quote(out, &describe(node).replace('"', "'")),
        ScriptValue::List(items, more) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                write(out, item, describe);
            }
            if *more > 0 {
                let _ = write!(out, ",… {more} more");
            }
            out.push(']');
        }
        ScriptValue::Object(fields) => {
            out.push('{');
            for (at, (key, field)) in fields.iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                quote(out, key);
                out.push(':');
                write(out, field, describe);
            }
            out.push('}');
        }
    }
}

fn quote(out: &mut String, text: &str) {
    let json = serde_json::to_string(text).unwrap_or_default();
    out.push_str(&escaped(&json));
}

/// Letters that break a line, reorder it or have no look, as escapes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unsafe(character) || is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(value: &ScriptValue) -> String {
        json(value, &|node| node.label.clone())
    }

    fn text(text: &str) -> ScriptValue {
        ScriptValue::Text(text.to_owned())
    }

    #[test]
    fn a_text_of_the_page_stays_on_one_line_and_in_order() {
        let value = text("one\ne1 button \"Pay\"\u{2028}\u{202E}x\u{E0041}");
        assert_eq!(plain(&value), r#""one\ne1 button \"Pay\"\u2028\u202ex\udb40\udc41""#);
        let key = ScriptValue::Object(vec![("a\u{2029}".to_owned(), ScriptValue::Null)]);
        assert_eq!(plain(&key), r#"{"a\u2029":null}"#);
        assert_eq!(plain(&ScriptValue::Word("[a\nb]".to_owned())), "[a\\u000ab]");
    }

    #[test]
    fn what_is_no_json_is_a_word_and_what_was_left_out_is_counted() {
        let odd = ScriptValue::List(vec![ScriptValue::Number("NaN".to_owned()), ScriptValue::Undefined], 7);
        assert_eq!(plain(&odd), "[NaN,undefined,… 7 more]");
    }
}
