//! One element as a line of the view.

use std::fmt::Write as _;

use crate::snapshot::facts::{ElementFacts, Tri};
use crate::snapshot::refs::Ref;
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
    if element.name.is_empty()
        && let Some(mark) = ["testid", "id", "class"].iter().find_map(|key| element.hint(key))
    {
        // Nothing a person reads names it, so what the page's author called it is the best there is.
        states.insert(0, format!("looks like {}", quoted(mark, 40)));
    }
    if !states.is_empty() {
        let _ = write!(out, " ({})", states.join(", "));
    }
    if let Some(context) = element.hint("context").filter(|context| !context.is_empty()) {
        // The context is on our line outside quotes, so it must not be able to end it or to open a state.
        let _ = write!(out, " | {}", cut(&one_line(context), CONTEXT_LIMIT).replace('"', "'"));
    }
    out
}

/// The line with what it is called by when it is gone.
pub fn row(line: &Line<'_>) -> Row {
    let label = format!("{} {}", line.reference, named(&line.element.role, &line.element.name, 40));
    Row { reference: line.reference, label, line: render_line(line) }
}

fn states(element: &ElementFacts) -> Vec<String> {
    let mut words = Vec::new();
    let facts = &element.states;
    if let Some(value) = element.value.as_deref().filter(|value| !value.is_empty()) {
        words.push(format!("value: {}", quoted(value, VALUE_LIMIT)));
    }
    if let Some(placeholder) = element.hint("placeholder")
        && element.value.as_deref().unwrap_or_default().is_empty()
        && one_line(placeholder) != one_line(&element.name)
        && !placeholder.is_empty()
    {
        words.push(format!("placeholder: {}", quoted(placeholder, 40)));
    }
    if let Some(options) = element.hint("options").filter(|options| !options.is_empty()) {
        words.push(format!("options: {}", quoted(options, 80)));
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
    flag(facts.pressed == Some(true), "pressed");
    flag(facts.expanded == Some(true), "expanded");
    flag(facts.expanded == Some(false), "collapsed");
    flag(facts.disabled, "disabled");
    flag(facts.required, "required");
    flag(facts.invalid, "invalid");
    flag(facts.readonly, "readonly");
    flag(facts.focused, "focused");
    if let Some(cover) = &element.covered_by {
        words.push(format!("covered by {}", quoted(cover, 40)));
    }
    words
}
