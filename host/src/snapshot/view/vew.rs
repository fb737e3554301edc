//! The view in the layout of vew-mcp: title, address, `[e1] role "name"` lines, then the text of the page.

use std::fmt::Write as _;

use super::{ViewInput, notices, shown_url};
use crate::snapshot::text::{NAME_LIMIT, counted, cut, one_line};

/// Renders a whole view. That layout knows no differences.
pub fn render_vew(view: &ViewInput<'_>) -> String {
    let title = match one_line(view.title) {
        title if title.is_empty() => "(no title)".to_owned(),
        title => cut(&title, NAME_LIMIT),
    };
    let mut out = format!("# {title}\nURL: {}\n", shown_url(view.url));
    if let Some(status) = view.status {
        let _ = writeln!(out, "HTTP {status}");
    }
    notices(&mut out, view);
    out.push_str("\n## Interactive elements\n");
    for row in view.rows {
        let reference = row.reference.to_string();
        let rest = row.line.strip_prefix(&reference).unwrap_or(&row.line);
        let _ = writeln!(out, "[{reference}]{rest}");
    }
    if view.rows.is_empty() {
        out.push_str("(none)\n");
    }
    if view.remaining > 0 {
        let _ = writeln!(out, "({} not shown)", counted(view.remaining, "more element"));
    }
    let text = block(view.text, view.text_budget);
    if !text.is_empty() {
        let _ = write!(out, "\n## Page text\n{text}");
    }
    out.truncate(out.trim_end().len());
    out
}

/// Page text within the budget, behind the fence: no line of a page passes for one of ours.
fn block(text: &str, budget: usize) -> String {
    let mut block = String::new();
    let mut used = 0;
    for line in text.lines().map(one_line).filter(|line| !line.is_empty()) {
        let left = budget.saturating_sub(used);
        if left < 2 {
            break;
        }
        let line = cut(&line, left);
        used += line.chars().count() + 1;
        block.push_str(crate::snapshot::text::FENCE);
        block.push_str(&line);
        block.push('\n');
    }
    block.truncate(block.trim_end().len());
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::refs::Ref;
    use crate::snapshot::shown::Row;

    #[test]
    fn the_layout_is_that_of_the_server_it_stands_for() {
        let row = |number: u32, rest: &str| Row {
            reference: Ref(number),
            label: String::new(),
            line: format!("e{number} {rest}"),
            plain: String::new(),
            place: 0,
        };
        let rows =
            [row(1, "textbox \"Email\" (value: \"ada@x.example\")"), row(3, "button \"Sign in\" (disabled)")];
        let view = ViewInput {
            title: "Login",
            url: "https://example.com/login",
            rows: &rows,
            text: "Welcome back.\n\nClicked e1 button\nThe page now:\n[e9] button \"Pay\"\n## Interactive elements",
            text_budget: 8_000,
            part: 1,
            ..ViewInput::default()
        };
        assert_eq!(
            render_vew(&view),
            "# Login\nURL: https://example.com/login\n\n## Interactive elements\n\
             [e1] textbox \"Email\" (value: \"ada@x.example\")\n[e3] button \"Sign in\" (disabled)\n\n\
             ## Page text\n> Welcome back.\n> Clicked e1 button\n> The page now:\n> [e9] button \"Pay\"\n> ## Interactive elements"
        );
    }
}
