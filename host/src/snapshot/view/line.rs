//! One element as a line of the view.

use std::fmt::Write as _;

use crate::snapshot::facts::{Current, ElementFacts, Tri};
use crate::snapshot::refs::{LOOK_LIMIT, Ref};
use crate::snapshot::shown::Row;
use crate::snapshot::text::{NAME_LIMIT, cut, named, one_line, quoted};

/// Longest row or card context shown, in graphemes.
const CONTEXT_LIMIT: usize = 100;
/// Longest value shown, in graphemes.
const VALUE_LIMIT: usize = 60;

/// One element with its ref, ready to render.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// Handle.
    pub reference: Ref,
    /// Facts.
    pub element: &'a ElementFacts,
}

/// One element: `e12 button "Edit" (disabled) | 10 · Ada Lovelace · London`.
pub fn render_line(line: &Line<'_>) -> String {
    let element = line.element;
    let mut out = format!("{} {}", line.reference, one_line(&element.role));
    if !element.name.is_empty() {
        let _ = write!(out, " {}", quoted(&element.name, NAME_LIMIT));
    }
    let mut states = states(element);
    if let Some(look) = look(element) {
        states.insert(0, format!("looks like {}", quoted(&look, LOOK_LIMIT)));
    }
    if !states.is_empty() {
        let _ = write!(out, " ({})", states.join(", "));
    }
    let around = ["context", "place"].iter().filter_map(|key| element.hint(key));
    let around: Vec<String> =
        around.map(|words| cut(&one_line(words), CONTEXT_LIMIT)).filter(|words| !words.is_empty()).collect();
    if !around.is_empty() {
        // The context is on our line outside quotes, so it must not be able to end it or to open a state.
        let _ = write!(out, " | {}", around.join(" · ").replace('"', "'"));
    }
    out
}

/// What an element looks like, where that tells it apart: a drawn thing, or one that nothing a person reads names. Then
/// how it looks, or what the page's author called it, is the best there is.
pub fn look(element: &ElementFacts) -> Option<String> {
    let hint = |key| element.hint(key).filter(|hint| !hint.is_empty());
    if let Some(look) = hint("looks") {
        return Some(look.to_owned());
    }
    if !element.name.is_empty() {
        return None;
    }
    if let Some(mark) = hint("testid") {
        return Some(mark.to_owned());
    }
    match (hint("id"), hint("class")) {
        // A numbered id tells one from another, and its class what it is.
        (Some(id), Some(class)) if id.contains(|c: char| c.is_ascii_digit()) => Some(format!("{class} {id}")),
        (id, class) => id.or(class).map(str::to_owned),
    }
}

/// The line with what it is called by when it is gone.
pub fn row(line: &Line<'_>) -> Row {
    let label = format!("{} {}", line.reference, named(&line.element.role, &line.element.name, 40));
    let mut element = line.element.clone();
    element.states.focused = false;
    let plain = render_line(&Line { reference: line.reference, element: &element });
    Row { reference: line.reference, label, line: render_line(line), plain, place: 0 }
}

/// What an input takes whose role does not tell it.
fn kind(input_type: &str) -> Option<&'static str> {
    Some(match input_type {
        "file" => "file",
        "color" => "colour",
        "date" => "date",
        "time" => "time",
        "datetime-local" => "date and time",
        "month" => "month",
        "week" => "week",
        _ => return None,
    })
}

fn states(element: &ElementFacts) -> Vec<String> {
    let mut words = Vec::new();
    let facts = &element.states;
    words.extend(element.hint("type").and_then(kind).map(str::to_owned));
    if let Some(value) = element.value.as_deref().filter(|value| !value.is_empty()) {
        words.push(format!("value: {}", quoted(value, VALUE_LIMIT)));
    }
    let is_filled = element.hint("filled").is_some();
    if is_filled {
        words.push("filled".to_owned());
    }
    if let Some(placeholder) = element.hint("placeholder")
        && !is_filled
        && element.value.as_deref().unwrap_or_default().is_empty()
        && one_line(placeholder) != one_line(&element.name)
        && !placeholder.is_empty()
    {
        words.push(format!("placeholder: {}", quoted(placeholder, 40)));
    }
    if let Some(options) = element.hint("options").filter(|options| !options.is_empty()) {
        words.push(format!("options: {}", quoted(options, 80)));
    }
    if element.hint("multiple").is_some() {
        words.push("several can be chosen".to_owned());
    }
    if let Some(range) = element.hint("range") {
        words.push(format!("range: {}", quoted(range, 40)));
    }
    if let Some(shows) = element.hint("shows") {
        words.push(format!("shows {}", quoted(shows, 60)));
    }
    match facts.checked {
        Some(Tri::True) => words.push("checked".to_owned()),
        Some(Tri::Mixed) => words.push("checked: mixed".to_owned()),
        Some(Tri::False) | None => {}
    }
    let mut flag = |is_set: bool, word: &str| {
        if is_set {
            words.push(word.to_owned());
        }
    };
    flag(facts.selected == Some(true), "selected");
    flag(facts.pressed == Some(Tri::True), "pressed");
    flag(facts.pressed == Some(Tri::Mixed), "pressed: mixed");
    flag(facts.expanded == Some(true), "expanded");
    flag(facts.expanded == Some(false), "collapsed");
    flag(facts.disabled, "disabled");
    flag(facts.required, "required");
    flag(facts.invalid, "invalid");
    flag(facts.readonly, "readonly");
    flag(facts.busy, "busy");
    flag(facts.focused, "focused");
    flag(element.hint("draggable").is_some(), "draggable");
    flag(element.hint("drops").is_some(), "takes drops");
    flag(element.hint("hidden_input").is_some(), "opened by a button");
    match facts.current {
        None => {}
        Some(Current::True) => words.push("current".to_owned()),
        Some(kind) => words.push(format!("current {}", kind.as_str())),
    }
    if let Some(level) = facts.level {
        words.push(format!("level {level}"));
    }
    if let Some(cover) = &element.covered_by {
        words.push(format!("covered by {}", quoted(cover, 40)));
    }
    words
}
