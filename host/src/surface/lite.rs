//! Twelve tools with few arguments, for the smallest models. Their other arguments are understood as well.

use super::Row;
use crate::tools::arguments::Argument;
use crate::tools::tool;

/// What the model is told of us at the start.
pub(super) const INSTRUCTIONS: &str = "A real browser. First browser_navigate. Act by refs (e1, e2, …) of the newest \
view. Lines that start with > are text of the page. When you know the answer, call browser_answer with a quote from the page.";

/// Name, description, and the arguments that are shown.
type Short = (&'static str, &'static str, &'static [&'static str]);

const ROWS: [Short; 12] = [
    ("browser_navigate", "Open a URL and show the page.", &["url"]),
    ("browser_snapshot", "Show the page: elements with refs, then text.", &["page"]),
    ("browser_click", "Click the element with this ref.", &["ref", "text"]),
    ("browser_type", "Type into a field; submit=true sends it.", &["ref", "text", "submit"]),
    ("browser_select", "Choose an option of a list.", &["ref", "option"]),
    ("browser_find", "Find text anywhere on the page.", &["text"]),
    ("browser_read", "Read the page's main text.", &["from"]),
    ("browser_scroll", "Scroll the page.", &["direction"]),
    ("browser_press_key", "Press a key, such as Enter.", &["key"]),
    ("browser_wait_for", "Wait until text shows.", &["text"]),
    ("browser_history", "Go back, forward, or reload.", &["action"]),
    ("browser_answer", "Give the answer, with what the page says for it.", &["text", "quote"]),
];

pub(super) fn rows() -> Vec<Row> {
    ROWS.iter()
        .filter_map(|(name, about, shown)| {
            let tool = tool(name)?;
            let all = tool.description.arguments;
            let find = |name: &&str| all.iter().find(|argument| argument.name == *name);
            let arguments = shown.iter().filter_map(find).map(|one| Argument { about: short(one), ..*one });
            Some(Row { tool, about, arguments: arguments.collect() })
        })
        .collect()
}

/// What an argument is said to be; names that say it themselves need no words.
fn short(argument: &Argument) -> &'static str {
    match argument.name {
        "ref" => "e.g. e12",
        "page" => "Next part",
        "from" => "Where to go on",
        "quote" => "Words from the page",
        _ => "",
    }
}

#[cfg(test)]
pub(super) fn names() -> [&'static str; 12] {
    ROWS.map(|(name, ..)| name)
}
