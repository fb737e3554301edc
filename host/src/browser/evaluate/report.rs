//! Words for what came of a script: exceptions with their place, functions, sizes.

use serde_json::Value;

use super::{Outcome, SOURCE};

/// The exception of an answer.
pub(super) fn threw(details: &Value, source: &str) -> Outcome {
    let exception = &details["exception"];
    let text = details["text"].as_str().unwrap_or("it threw");
    let description = match (exception["description"].as_str(), exception.get("value")) {
        (_, Some(value)) => format!("it threw {value}"),
        (Some(description), None) if exception["subtype"] == "error" => description.to_owned(),
        (Some(description), None) => format!("it threw {description}"),
        (None, None) => text.to_owned(),
    };
    let end = description.find("\n    at ").unwrap_or(description.len());
    let (message, stack) = description.split_at(end);
    let lines = source.lines().count();
    let place = match stack.lines().find_map(|line| frame_of(line, lines)) {
        Some(place) => Some(place),
        None if stack.is_empty() && message.starts_with("SyntaxError") => {
            let line = details["lineNumber"].as_u64().and_then(|line| usize::try_from(line).ok());
            line.map(|line| line_words(line, lines))
        }
        None => None,
    };
    Outcome::Threw { message: message.to_owned(), place: place.filter(|place| !place.is_empty()) }
}

/// A line of a stack in words: empty for the only line of a script, `None` for Chrome's own code.
pub(super) fn frame_of(line: &str, lines: usize) -> Option<String> {
    let frame = line.trim().strip_prefix("at ")?;
    let place = frame.rsplit_once('(').map_or(frame, |(_, place)| place.trim_end_matches(')'));
    if place.contains("<anonymous>") && !place.contains("<anonymous>:") {
        return None;
    }
    let ours = place.strip_prefix(SOURCE).and_then(|rest| rest.strip_prefix(':'));
    match ours.and_then(|rest| rest.split(':').next()?.parse::<usize>().ok()) {
        Some(line) => Some(line_words(line.saturating_sub(1), lines)),
        None => Some(format!("at {frame}")),
    }
}

pub(super) fn line_words(line: usize, lines: usize) -> String {
    if lines <= 1 { String::new() } else { format!("line {}", line.clamp(1, lines)) }
}

/// `[function load]` for the source of a function.
pub(super) fn function_words(source: &str) -> String {
    let source = source.trim_start_matches("async ").trim_start();
    if source.starts_with("class") {
        let name = source.split([' ', '{']).nth(1).unwrap_or_default();
        return format!("[class {name}]").replace(" ]", "]");
    }
    let name = source.strip_prefix("function").and_then(|rest| rest.split('(').next()).unwrap_or_default();
    format!("[function {}]", name.trim_matches([' ', '*'])).replace(" ]", "]")
}

/// The size in `Array(3)`.
pub(super) fn items(description: &str) -> Option<usize> {
    description.strip_prefix("Array(")?.strip_suffix(')')?.parse().ok()
}

/// Whether a source is a function to be called: `(el) => …`, `function () {…}`.
pub(super) fn is_function(source: &str) -> bool {
    let mut source = source.trim();
    source = source.strip_prefix("async").map_or(source, str::trim_start);
    if source.starts_with("function") {
        return true;
    }
    let Some(open) = source.strip_prefix('(') else {
        let end = source.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(source.len());
        return end > 0 && source[end..].trim_start().starts_with("=>");
    };
    let mut depth = 1;
    for (at, character) in open.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            let rest = open[at + 1..].trim_start();
            // A function in parentheses that nothing calls is meant to be called.
            return rest.starts_with("=>") || (rest.is_empty() && is_function(&open[..at]));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn functions_are_told_from_other_expressions() {
        for source in [
            "() => 1",
            "(el) => el.id",
            "async (a, b = f(1)) => a",
            "el => el.id",
            "async el => 1",
            "function () { return 1 }",
            "async function f(el) {}",
            "(() => 1)",
            "((el) => { return 1 })",
        ] {
            assert!(is_function(source), "{source}");
        }
        for source in
            ["(() => 1)()", "document.title", "a(b => c)", "(1 + 2)", "({ a: () => 1 })", "[() => 1]", "é"]
        {
            assert!(!is_function(source), "{source}");
        }
    }

    #[test]
    fn an_exception_names_the_line_of_the_script_or_the_place_in_the_page() {
        let details = |stack: &str| json!({"text": "Uncaught", "exception": {"subtype": "error", "description": stack}});
        let threw = |stack: &str, source: &str| match threw(&details(stack), source) {
            Outcome::Threw { message, place } => (message, place),
            other => panic!("{other:?}"),
        };
        let ours = "TypeError: no\n    at JSON.parse (<anonymous>)\n    at expression:3:6";
        assert_eq!(threw(ours, "a\nb\nc"), ("TypeError: no".to_owned(), Some("line 2".to_owned())));
        assert_eq!(threw(ours, "a"), ("TypeError: no".to_owned(), None));
        let theirs = "Error: x\n    at load (http://x.example/a.js:1:2)\n    at expression:2:6";
        assert_eq!(threw(theirs, "a").1.as_deref(), Some("at load (http://x.example/a.js:1:2)"));
    }

    #[test]
    fn a_thrown_value_is_no_error_but_told() {
        let details = json!({"text": "Uncaught", "exception": {"type": "number", "value": 5}});
        let expected = Outcome::Threw { message: "it threw 5".to_owned(), place: None };
        assert_eq!(threw(&details, "throw 5"), expected);
    }

    #[test]
    fn functions_are_named() {
        assert_eq!(function_words("async function load(a) {}"), "[function load]");
        assert_eq!(function_words("(a) => 1"), "[function]");
        assert_eq!(function_words("class Shop {}"), "[class Shop]");
    }
}
