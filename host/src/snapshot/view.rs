//! The view: the ranked elements of a snapshot as lines within a budget, then a bounded text.

use std::fmt::Write as _;

use super::facts::{ElementFacts, Tri};
use super::refs::Ref;
use super::text::{NAME_LIMIT, cut, fenced, one_line, quoted};

/// Longest row or card context shown, in graphemes.
const CONTEXT_LIMIT: usize = 100;
/// Most notices shown.
const NOTICES: usize = 4;
/// Longest value shown, in graphemes.
const VALUE_LIMIT: usize = 60;

/// One tab in the tabs line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TabLine {
    /// Id such as `t1`.
    pub id: String,
    /// Title, or the URL of an untitled page.
    pub title: String,
    /// The tab that tools act on.
    pub is_current: bool,
}

/// One element with its ref, ready to render.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// Handle.
    pub reference: Ref,
    /// Facts.
    pub element: &'a ElementFacts,
}

/// Everything a view is made of, already ranked and cut.
#[derive(Debug, Clone, Default)]
pub struct ViewInput<'a> {
    /// Title of the page.
    pub title: &'a str,
    /// URL of the page.
    pub url: &'a str,
    /// HTTP status when it is not 2xx.
    pub status: Option<u16>,
    /// Open tabs; shown when there are several.
    pub tabs: &'a [TabLine],
    /// Name of the open modal, possibly empty.
    pub modal: Option<&'a str>,
    /// Texts of `role=alert` and the like.
    pub alerts: &'a [String],
    /// Lines of facts that matter now (frames that could not be read, downloads, dialogs).
    pub notices: &'a [String],
    /// The elements of this part.
    pub lines: &'a [Line<'a>],
    /// How many ranked elements come after this part.
    pub remaining: usize,
    /// How many elements stand behind the open dialog and are left out.
    pub behind_dialog: usize,
    /// Number of this part, from 1.
    pub part: usize,
    /// Main text of the page.
    pub text: &'a str,
    /// Characters of text to show.
    pub text_budget: usize,
}

/// Renders the view.
pub fn render(view: &ViewInput<'_>) -> String {
    let mut out = String::new();
    out.push_str(&header(view.title, view.url));
    if let Some(status) = view.status {
        let _ = write!(out, " (HTTP {status})");
    }
    out.push('\n');
    if view.tabs.len() > 1 {
        let tabs: Vec<String> = view
            .tabs
            .iter()
            .map(|tab| {
                let mark = if tab.is_current { "*" } else { "" };
                format!("{}{mark} {}", tab.id, cut(&one_line(&tab.title), 30))
            })
            .collect();
        let _ = writeln!(out, "TABS {}", tabs.join(" · "));
    }
    if let Some(modal) = view.modal {
        let name = if modal.is_empty() { String::new() } else { format!(" {}", quoted(modal, NAME_LIMIT)) };
        let behind = match view.behind_dialog {
            0 => String::new(),
            1 => "; 1 element behind the dialog is left out".to_owned(),
            count => format!("; {count} elements behind the dialog are left out"),
        };
        let _ = writeln!(out, "DIALOG{name} is open{behind}");
    }
    for alert in view.alerts.iter().take(3) {
        let _ = writeln!(out, "ALERT {}", quoted(alert, 160));
    }
    for notice in view.notices.iter().take(NOTICES) {
        let _ = writeln!(out, "{notice}");
    }
    if view.notices.len() > NOTICES {
        let _ = writeln!(out, "{} more notices like these", view.notices.len() - NOTICES);
    }
    for line in view.lines {
        out.push_str(&render_line(line));
        out.push('\n');
    }
    if view.lines.is_empty() {
        out.push_str(if view.part > 1 {
            "no more elements\n"
        } else {
            "no elements to act on; the text below is what the page shows\n"
        });
    }
    if view.remaining > 0 {
        let _ = writeln!(
            out,
            "+{} more: browser_snapshot page={}, or browser_find",
            view.remaining,
            view.part + 1
        );
    }
    let text = fenced(view.text, view.text_budget);
    if !text.is_empty() {
        let _ = write!(out, "--\n{text}");
    }
    out.truncate(out.trim_end().len());
    out
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
    flag(facts.pressed == Some(Tri::True), "pressed");
    flag(facts.pressed == Some(Tri::Mixed), "pressed: mixed");
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

/// Title and URL of a page. The title is the page's own text, so it is quoted like every other.
pub fn header(title: &str, url: &str) -> String {
    let title = if one_line(title).is_empty() { "(no title)".to_owned() } else { quoted(title, NAME_LIMIT) };
    format!("{title} — {}", shown_url(url))
}

/// A URL short enough for a line, without credentials.
pub fn shown_url(url: &str) -> String {
    let line = one_line(&crate::audit::without_credentials(url));
    if line.starts_with("data:") {
        return cut(&line, 60);
    }
    cut(&line, 160)
}

#[cfg(test)]
mod tests;
