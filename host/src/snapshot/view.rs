//! The view: the ranked elements of a snapshot as lines within a budget, then a bounded text.

use std::fmt::Write as _;

use super::shown::{Difference, Row};
use super::text::{NAME_LIMIT, cut, fenced, one_line, quoted};

mod line;
mod parts;
mod vew;

pub use line::{Line, look, render_line, row};
pub use parts::{part_of, with_cards_together};
pub use vew::render_vew;

/// Most tabs named beside the current one: the newest.
const TABS: usize = 10;
/// Most notices shown.
const NOTICES: usize = 4;
/// Most elements named that are gone.
const GONE: usize = 6;

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
    /// Texts of `role=alert` and the like that were not shown yet.
    pub alerts: &'a [String],
    /// Those that were: they stand there still.
    pub old_alerts: &'a [String],
    /// Lines of facts that matter now (frames that could not be read, downloads, dialogs).
    pub notices: &'a [String],
    /// The elements of this part.
    pub rows: &'a [Row],
    /// What differs from what was shown of this document; the view is whole without it.
    pub difference: Option<&'a Difference>,
    /// Elements that appeared and went since the last view of this document.
    pub turnover: (usize, usize),
    /// How many ranked elements come after this part.
    pub remaining: usize,
    /// How many elements stand behind the open dialog and are left out.
    pub behind_dialog: usize,
    /// Number of this part, from 1.
    pub part: usize,
    /// Elements of a part, where the call names them: the next part must be asked for with the same.
    pub budget: Option<usize>,
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
    match view.turnover {
        (0, 0) => {}
        (new, 0) => {
            let _ = write!(out, " ({new} new)");
        }
        (0, gone) => {
            let _ = write!(out, " ({gone} gone)");
        }
        (new, gone) => {
            let _ = write!(out, " ({new} new, {gone} gone)");
        }
    }
    out.push('\n');
    notices(&mut out, view);
    match view.difference {
        Some(difference) => render_difference(&mut out, difference, view.remaining),
        None => render_lines(&mut out, view),
    }
    let text = match view.difference {
        Some(difference) => &difference.text,
        None => view.text,
    };
    let block = fenced(text, view.text_budget);
    if !block.is_empty() {
        let _ = write!(out, "--\n{block}");
        if has_more(text, view.text_budget) {
            out.push_str("\nmore text: browser_read");
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Lines of facts on what lies over the page or beside it.
fn notices(out: &mut String, view: &ViewInput<'_>) {
    if view.tabs.len() > 1 {
        let newest = view.tabs.len().saturating_sub(TABS);
        let tabs: Vec<String> = view
            .tabs
            .iter()
            .enumerate()
            .filter(|(at, tab)| *at >= newest || tab.is_current)
            .map(|(_, tab)| {
                let mark = if tab.is_current { "*" } else { "" };
                format!("{}{mark} {}", tab.id, cut(&one_line(&tab.title), 30))
            })
            .collect();
        let more = match view.tabs.len() - tabs.len() {
            0 => String::new(),
            more => format!(" · +{more} more; browser_tabs lists them"),
        };
        let _ = writeln!(out, "TABS {}{more}", tabs.join(" · "));
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
        let _ = writeln!(out, "MESSAGE {}", quoted(alert, 160));
    }
    let room = if view.difference.is_some() { 0 } else { 3_usize.saturating_sub(view.alerts.len()) };
    for alert in view.old_alerts.iter().take(room) {
        let _ = writeln!(out, "MESSAGE (since earlier) {}", quoted(alert, 160));
    }
    for notice in view.notices.iter().take(NOTICES) {
        let _ = writeln!(out, "{notice}");
    }
    if view.notices.len() > NOTICES {
        let _ = writeln!(out, "{} more notices like these", view.notices.len() - NOTICES);
    }
}

/// Whether a block of `budget` characters leaves out more of a text than a few letters.
fn has_more(text: &str, budget: usize) -> bool {
    let all: usize = text
        .lines()
        .map(|line| one_line(line).chars().count())
        .filter(|count| *count > 0)
        .map(|count| count + 1)
        .sum();
    all > budget + 20
}

fn render_lines(out: &mut String, view: &ViewInput<'_>) {
    for row in view.rows {
        out.push_str(&row.line);
        out.push('\n');
    }
    if view.rows.is_empty() {
        out.push_str(match view.part {
            1 if view.text.is_empty() => "no elements to act on, and no text\n",
            1 => "no elements to act on; the text below is what the page shows\n",
            _ => "no more elements: the list ended before this part\n",
        });
    }
    if view.remaining > 0 {
        let _ = writeln!(
            out,
            "+{} more: browser_snapshot page={}{}, or browser_find",
            view.remaining,
            view.part + 1,
            view.budget.map(|budget| format!(" max_elements={budget}")).unwrap_or_default()
        );
    }
}

fn render_difference(out: &mut String, difference: &Difference, remaining: usize) {
    for (title, lines) in [("NEW", &difference.new), ("CHANGED", &difference.changed)] {
        if !lines.is_empty() {
            let _ = writeln!(out, "{title}");
        }
        for line in lines {
            let _ = writeln!(out, "{line}");
        }
    }
    if !difference.gone.is_empty() {
        let named: Vec<&str> = difference.gone.iter().take(GONE).map(String::as_str).collect();
        let more = match difference.gone.len().saturating_sub(GONE) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let _ = writeln!(out, "GONE {}{more}", named.join(", "));
    }
    let texts: Vec<String> = difference.gone_text.iter().map(|text| quoted(text, 80)).collect();
    if !texts.is_empty() {
        let _ = writeln!(out, "GONE text {}", texts.join(", "));
    }
    let again = "browser_snapshot full=true shows the view whole";
    let more = if remaining > 0 { format!("; +{remaining} more: page=2") } else { String::new() };
    let _ = match difference.same {
        0 => writeln!(out, "{again}{more}"),
        1 => writeln!(out, "1 element as shown before; {again}{more}"),
        same => writeln!(out, "{same} elements as shown before; {again}{more}"),
    };
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
