//! One value: checked against what its argument holds, and repaired where it is clear what is meant.

use serde_json::{Value, json};

use super::{Argument, Kind, Repair, RepairKind, url};
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::text::{cut, one_line};

/// Most texts in a list.
const MOST: usize = 200;

/// Reads the value of an argument that is no element. `None` where it means that the argument is left out.
pub(super) fn value(
    argument: &Argument,
    value: Value,
    example: &str,
    repairs: &mut Vec<Repair>,
) -> Result<Option<Value>, ToolError> {
    if value.is_null() {
        return Ok(None);
    }
    let wrong = |what: &str, value: &Value| {
        refused(
            format!("`{}` must be {what}, not {}", argument.name, cut(&one_line(&value.to_string()), 60)),
            argument,
            example,
        )
    };
    match argument.kind {
        Kind::Text | Kind::TextOrEmpty => {
            text(argument, value, repairs).map_err(|value| wrong("text", &value))
        }
        Kind::Url => {
            let text = text(argument, value, repairs).map_err(|value| wrong("an address", &value))?;
            Ok(text.and_then(|text| text.as_str().map(|text| address(argument, text, repairs))))
        }
        Kind::OneOrMore | Kind::Texts => {
            list(argument, value, repairs).map_err(|value| wrong("text, or a list of texts", &value))
        }
        Kind::Integer { min, max } => integer(argument, &value, (min, max), repairs)
            .map_err(|()| wrong(&format!("a whole number from {min} to {max}"), &value)),
        Kind::Boolean => flag(argument, &value, repairs).map_err(|()| wrong("true or false", &value)),
        Kind::Choice(words) => choice(argument, &value, words, repairs)
            .map_err(|()| wrong(&format!("one of {}", words.join(", ")), &value)),
        Kind::Fields => Ok(Some(fields(argument, value, repairs))),
        Kind::Element => Err(wrong("a ref such as \"e12\"", &value)),
    }
}

fn text(argument: &Argument, value: Value, repairs: &mut Vec<Repair>) -> Result<Option<Value>, Value> {
    let name = argument.name;
    let mut say = |value: &dyn std::fmt::Display| {
        repairs.push(Repair::new(RepairKind::Text, format!("`{name}` {value} read as text")));
    };
    match value {
        Value::String(text) if argument.kind == Kind::TextOrEmpty => Ok(Some(Value::String(text))),
        Value::String(text) if text.is_empty() => Ok(None),
        // These words are no text to look for where the argument may be left out.
        Value::String(text) if !argument.required && is_no_word(&text) => Ok(None),
        Value::String(text) => Ok(Some(Value::String(text))),
        Value::Number(number) => {
            say(&number);
            Ok(Some(Value::String(number.to_string())))
        }
        Value::Bool(flag) => {
            say(&flag);
            Ok(Some(Value::String(flag.to_string())))
        }
        Value::Array(mut items) if items.len() == 1 && !items[0].is_object() && !items[0].is_null() => {
            repairs.push(Repair::new(RepairKind::List, format!("`{name}` taken out of a list")));
            text(argument, items.remove(0), repairs)
        }
        // A chord, key by key.
        Value::Array(items) if name == "key" && items.iter().all(Value::is_string) && !items.is_empty() => {
            let chord = items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("+");
            repairs.push(Repair::new(
                RepairKind::List,
                format!("`{name}` read as {}", cut(&one_line(&chord), 40)),
            ));
            Ok(Some(Value::String(chord)))
        }
        Value::Object(members) => {
            let keys = [name, "text", "value", "content"];
            match keys.iter().find_map(|key| members.get(*key)).filter(|_| members.len() == 1) {
                Some(inner @ (Value::String(_) | Value::Number(_))) => {
                    repairs
                        .push(Repair::new(RepairKind::Wrapping, format!("`{name}` taken out of an object")));
                    text(argument, inner.clone(), repairs)
                }
                _ => Err(Value::Object(members)),
            }
        }
        other => Err(other),
    }
}

fn address(argument: &Argument, sent: &str, repairs: &mut Vec<Repair>) -> Value {
    match url::mended(sent) {
        Some(mended) if mended != sent => {
            repairs.push(Repair::new(
                RepairKind::Address,
                format!("`{}` read as {}", argument.name, cut(&one_line(&mended), 120)),
            ));
            Value::String(mended)
        }
        _ => Value::String(sent.to_owned()),
    }
}

fn list(argument: &Argument, value: Value, repairs: &mut Vec<Repair>) -> Result<Option<Value>, Value> {
    let name = argument.name;
    let value = match value {
        Value::String(text) => match inside(&text) {
            Some(list @ Value::Array(_)) => {
                repairs.push(Repair::new(RepairKind::List, format!("`{name}` read as the list in its text")));
                list
            }
            _ => Value::String(text),
        },
        other => other,
    };
    let items = match value {
        Value::String(text) if text.is_empty() => return Ok(None),
        Value::String(text) => vec![Value::String(text)],
        Value::Array(items) if items.len() <= MOST => items,
        Value::Number(number) => vec![Value::Number(number)],
        Value::Bool(flag) => vec![Value::Bool(flag)],
        other => return Err(other),
    };
    let mut texts = Vec::new();
    for item in &items {
        match item {
            Value::String(text) if text.trim().is_empty() => {}
            // No key has such a name, while a choice or a file may.
            Value::String(text) if name == "modifiers" && is_omission(text) => {}
            Value::String(text) => texts.push(json!(text)),
            Value::Number(_) | Value::Bool(_) => {
                repairs.push(Repair::new(RepairKind::Text, format!("`{name}` {item} read as text")));
                texts.push(json!(item.to_string()));
            }
            Value::Null => {}
            _ => return Err(Value::Array(items)),
        }
    }
    Ok((!texts.is_empty()).then_some(Value::Array(texts)))
}

/// The JSON that a text holds, if it is an object or a list.
fn inside(text: &str) -> Option<Value> {
    let plain = text.trim();
    if !plain.starts_with(['[', '{']) {
        return None;
    }
    match serde_json::from_str(plain) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => Some(value),
        // `['a', 'b']` is how a list is written in another language.
        _ if !plain.contains('"') => serde_json::from_str(&plain.replace('\'', "\"")).ok(),
        _ => None,
    }
}

fn fields(argument: &Argument, value: Value, repairs: &mut Vec<Repair>) -> Value {
    match value {
        Value::String(text) => match inside(&text) {
            Some(inner) => {
                let what = format!("`{}` read as the JSON in its text", argument.name);
                repairs.push(Repair::new(RepairKind::Wrapping, what));
                inner
            }
            None => Value::String(text),
        },
        other => other,
    }
}

fn integer(
    argument: &Argument,
    value: &Value,
    (min, max): (i64, i64),
    repairs: &mut Vec<Repair>,
) -> Result<Option<Value>, ()> {
    let name = argument.name;
    let number = match value {
        Value::Number(number) => whole(number.as_f64().ok_or(())?, is_milliseconds(name)).ok_or(())?,
        Value::String(text) if is_omission(text) => return Ok(None),
        Value::String(text) => {
            let number = measured(text, is_milliseconds(name)).ok_or(())?;
            repairs.push(Repair::new(
                RepairKind::Number,
                format!("`{name}` \"{}\" read as {number}", cut(&one_line(text), 30)),
            ));
            number
        }
        Value::Array(items) if items.len() == 1 => return integer(argument, &items[0], (min, max), repairs),
        _ => return Err(()),
    };
    if number == 0 && min > 0 && !argument.required {
        return Ok(None);
    }
    if (min..=max).contains(&number) {
        return Ok(Some(json!(number)));
    }
    if !is_limit(name) {
        return Err(());
    }
    let bound = number.clamp(min, max);
    repairs.push(Repair::new(
        RepairKind::Limit,
        format!("`{name}` {number} is beyond {min} to {max}, so it is {bound}"),
    ));
    Ok(Some(json!(bound)))
}

/// A limit does no harm when it is moved to its bound; a count of clicks or an index does.
fn is_limit(name: &str) -> bool {
    is_milliseconds(name)
        || name.starts_with("max")
        || matches!(name, "text_budget" | "limit" | "quality" | "amount" | "from")
}

fn is_milliseconds(name: &str) -> bool {
    name.ends_with("_ms")
}

/// A number with what stands behind it: `5`, `1,000`, `5s`, `500 ms`, `2 seconds`, `20px`.
fn measured(text: &str, is_milliseconds: bool) -> Option<i64> {
    let plain = text.trim().to_lowercase();
    let end = plain
        .find(|character: char| !(character.is_ascii_digit() || "+-.,_".contains(character)))
        .unwrap_or(plain.len());
    let (digits, unit) = plain.split_at(end);
    let digits = grouped(digits);
    let number: f64 = digits.parse().ok()?;
    let factor = match (unit.trim().trim_end_matches('.'), is_milliseconds) {
        ("", _) | ("ms" | "msec" | "millis" | "milliseconds" | "millisecond", true) => 1.0,
        ("s" | "sec" | "secs" | "second" | "seconds", true) => 1_000.0,
        ("m" | "min" | "mins" | "minute" | "minutes", true) => 60_000.0,
        ("px" | "pixel" | "pixels" | "x" | "times" | "chars" | "characters" | "elements" | "%", false) => 1.0,
        _ => return None,
    };
    whole(number * factor, is_milliseconds)
}

/// `1,000` and `1_000` are one thousand; `1,5` is no whole number and stays wrong.
fn grouped(digits: &str) -> String {
    let parts: Vec<&str> = digits.split([',', '_']).collect();
    match parts.as_slice() {
        [_, rest @ ..] if !rest.is_empty() && rest.iter().all(|part| part.len() == 3) => parts.concat(),
        _ => digits.to_owned(),
    }
}

fn whole(number: f64, rounds: bool) -> Option<i64> {
    let number = if rounds { number.round() } else { number };
    #[expect(clippy::cast_possible_truncation, reason = "a whole number below 10^15 fits")]
    (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
}

fn flag(argument: &Argument, value: &Value, repairs: &mut Vec<Repair>) -> Result<Option<Value>, ()> {
    let flag = match value {
        Value::Bool(flag) => return Ok(Some(Value::Bool(*flag))),
        Value::Number(number) => match number.as_i64() {
            Some(0) => false,
            Some(1) => true,
            _ => return Err(()),
        },
        Value::String(text) if is_omission(text) => return Ok(None),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "y" | "1" | "on" | "t" | "enabled" => true,
            "false" | "no" | "n" | "0" | "off" | "f" | "disabled" => false,
            _ => return Err(()),
        },
        Value::Array(items) if items.len() == 1 => return self::flag(argument, &items[0], repairs),
        _ => return Err(()),
    };
    repairs.push(Repair::new(RepairKind::Flag, format!("`{}` {value} read as {flag}", argument.name)));
    Ok(Some(Value::Bool(flag)))
}

fn choice(
    argument: &Argument,
    value: &Value,
    words: &[&str],
    repairs: &mut Vec<Repair>,
) -> Result<Option<Value>, ()> {
    let text = match value {
        Value::String(text) if is_omission(text) => return Ok(None),
        Value::String(text) => text,
        Value::Array(items) if items.len() == 1 => return choice(argument, &items[0], words, repairs),
        _ => return Err(()),
    };
    let word = one_of(text, words).ok_or(())?;
    if !text.trim().eq_ignore_ascii_case(word) {
        repairs.push(Repair::new(
            RepairKind::Word,
            format!("`{}` \"{}\" read as {word}", argument.name, cut(&one_line(text), 30)),
        ));
    }
    Ok(Some(json!(word)))
}

/// The word that is meant: itself in any case, one that occurs in what was sent (`scroll-down`), one that it begins
/// with or that begins with it (`downwards`), or one that is a letter away. Only if it is the only one.
fn one_of<'w>(sent: &str, words: &[&'w str]) -> Option<&'w str> {
    let plain = super::names::snake(sent);
    let squashed = plain.replace('_', "");
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut found = words.iter().copied().filter(|word| fits(&word.replace('_', "")));
        found.next().filter(|_| found.next().is_none())
    };
    if let Some(word) =
        words.iter().copied().find(|word| word.replace('_', "").eq_ignore_ascii_case(&squashed))
    {
        return Some(word);
    }
    // Words for the same thing, which no likeness finds.
    let same: &[(&str, &str)] = &[
        ("jpg", "jpeg"),
        ("bottomofthepage", "bottom"),
        ("end", "bottom"),
        ("start", "top"),
        ("domready", "domcontentloaded"),
        ("primary", "left"),
        ("secondary", "right"),
        ("navigateback", "back"),
        ("previous", "back"),
        ("next", "forward"),
        ("refresh", "reload"),
        ("select", "switch"),
        ("open", "new"),
        ("create", "new"),
        ("ok", "accept"),
        ("cancel", "dismiss"),
    ];
    let synonym = same.iter().find(|(word, _)| *word == squashed).map(|(_, word)| *word);
    if let Some(word) = words.iter().copied().find(|word| Some(*word) == synonym) {
        return Some(word);
    }
    let parts: Vec<&str> = plain.split(['_', '/', ',', '(', ')']).collect();
    if words.iter().filter(|word| parts.contains(word)).count() > 1 {
        return None;
    }
    only(&|word| parts.contains(&word))
        .or_else(|| {
            only(&|word| squashed.len() >= 3 && (squashed.starts_with(word) || word.starts_with(&squashed)))
        })
        .or_else(|| {
            let is_short = squashed.len() < 4 || squashed.len() > 40;
            only(&|word| !is_short && strsim::damerau_levenshtein(&squashed, word) <= 1)
        })
}

/// Words that stand for nothing where something may be left out.
pub(super) fn is_omission(text: &str) -> bool {
    matches!(text.trim().to_lowercase().as_str(), "" | "null" | "none" | "undefined" | "nil" | "n/a")
}

/// The words for nothing that no page shows: `None` may be the label of a choice.
fn is_no_word(text: &str) -> bool {
    matches!(text.trim(), "null" | "undefined")
}

/// A value that cannot be used, with an example of one that can.
pub(super) fn refused(message: String, argument: &Argument, example: &str) -> ToolError {
    ToolError::new(
        ErrorCode::InvalidInput,
        message,
        format!("for example {}", example_for(argument, example)),
    )
}

/// The tool's example where it has the argument, else one made of what the argument holds.
pub(super) fn example_for(argument: &Argument, example: &str) -> String {
    if example.contains(&format!("\"{}\"", argument.name)) {
        return example.to_owned();
    }
    let value = match argument.kind {
        Kind::Element => json!("e12"),
        Kind::Url => json!("https://example.com"),
        Kind::Integer { min, max } => {
            json!(if is_milliseconds(argument.name) { max.min(5_000) } else { min.max(1) })
        }
        Kind::Boolean => json!(true),
        Kind::Choice(words) => json!(words.first().copied().unwrap_or_default()),
        Kind::Texts | Kind::OneOrMore => json!(["first", "second"]),
        Kind::Text | Kind::TextOrEmpty | Kind::Fields if argument.name.contains("selector") => {
            json!("#search")
        }
        Kind::Text | Kind::TextOrEmpty | Kind::Fields => json!("some text"),
    };
    let mut made = serde_json::Map::new();
    made.insert(argument.name.to_owned(), value);
    match serde_json::from_str::<Value>(example) {
        Ok(Value::Object(given)) if !given.is_empty() => {
            let all: serde_json::Map<String, Value> = given.into_iter().chain(made).collect();
            Value::Object(all).to_string()
        }
        _ => Value::Object(made).to_string(),
    }
}
