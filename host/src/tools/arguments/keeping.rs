//! Keeping what a field holds: every way in which other servers and models say it, read as one.

use serde_json::Value;

use super::names::snake;

/// Beginnings of names that mean `append` when they are on.
const KEEPING: [&str; 12] = [
    "append",
    "keep",
    "preserve",
    "retain",
    "addto",
    "concat",
    "extend",
    "continue",
    "noclear",
    "dontclear",
    "donotclear",
    "skipclear",
];
/// Beginnings of names that mean it when they are off.
const CLEARING: [&str; 13] = [
    "clear",
    "replace",
    "overwrite",
    "erase",
    "wipe",
    "empty",
    "reset",
    "selectall",
    "deleteexisting",
    "deletefirst",
    "removeexisting",
    "setvalue",
    "truncate",
];
/// More that mean it when they are on, beginning like those that clear nothing.
const NOT_CLEARING: [&str; 5] =
    ["nooverwrite", "noreplace", "dontoverwrite", "dontreplace", "donotoverwrite"];
/// Names of a way to write.
const MODES: [&str; 9] = [
    "mode",
    "writemode",
    "insertmode",
    "typemode",
    "inputmode",
    "fillmode",
    "textmode",
    "strategy",
    "action",
];

/// What an argument says of the text that a field holds: true to keep it and add to it, false to put the new text in
/// its place, `None` where it says nothing of it.
pub(crate) fn keeps(key: &str, value: &Value) -> Option<bool> {
    let plain = snake(key).replace('_', "");
    if MODES.contains(&plain.as_str()) {
        return mode(value);
    }
    let starts = |names: &[&str]| names.iter().any(|name| plain.starts_with(name));
    if matches!(plain.as_str(), "add" | "insert") || starts(&KEEPING) || starts(&NOT_CLEARING) {
        return switch(value);
    }
    if starts(&CLEARING) { switch(value).map(|is_on| !is_on) } else { None }
}

fn mode(value: &Value) -> Option<bool> {
    match snake(value.as_str()?).replace('_', "").as_str() {
        "append" | "a" | "add" | "insert" | "end" | "extend" | "continue" | "concat" | "keep"
        | "appendtext" => Some(true),
        "replace" | "overwrite" | "set" | "clear" | "fill" | "write" | "w" | "new" | "default" | "type" => {
            Some(false)
        }
        _ => None,
    }
}

/// A switch in any form; a text that is none may be what is to be typed.
fn switch(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_way_to_keep_or_to_clear_is_read() {
        for (key, value, keeps_it) in [
            ("append", json!(true), Some(true)),
            ("appendText", json!("true"), Some(true)),
            ("mode", json!("append"), Some(true)),
            ("mode", json!("Replace"), Some(false)),
            ("mode", json!("slow"), None),
            ("clear", json!(false), Some(true)),
            ("clear_first", json!("no"), Some(true)),
            ("clearExisting", json!(true), Some(false)),
            ("replace", json!(false), Some(true)),
            ("replace", json!("new text"), None),
            ("overwrite", json!(0), Some(true)),
            ("no_clear", json!(true), Some(true)),
            ("dont-overwrite", json!(true), Some(true)),
            ("keep_existing", json!(false), Some(false)),
            ("submit", json!(true), None),
        ] {
            assert_eq!(keeps(key, &value), keeps_it, "{key} {value}");
        }
    }
}
