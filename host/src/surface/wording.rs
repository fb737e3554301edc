//! Our own words, so that they name only tools and arguments that are offered: the same advice is written once, for
//! every surface.

use super::aliases;
use crate::tools::arguments::Argument;

/// How every tool's name begins.
const START: &str = "browser_";
/// What is said where nothing of an advice is of use here.
const NOTHING_LEFT: &str = "no tool that is offered here helps with it: tell the person";

/// The arguments of a tool that is offered, by its name.
pub(super) type Offered<'s> = dyn Fn(&str) -> Option<&'s [Argument]> + 's;

/// Advice without what cannot be done here.
pub(super) fn advice(text: &str, offered: &Offered<'_>) -> String {
    if !text.contains(START) {
        return text.to_owned();
    }
    let clauses = text.split("; ").filter_map(|clause| {
        let parts: Vec<String> = clause.split(", or ").filter_map(|part| worded(part, offered)).collect();
        (!parts.is_empty()).then(|| parts.join(", or "))
    });
    let left = clauses.collect::<Vec<_>>().join("; ");
    if left.is_empty() { NOTHING_LEFT.to_owned() } else { left }
}

/// An answer's own lines without what cannot be done here. Text of the page is left as it is: it stands behind `> ` or
/// in quotes.
pub(super) fn lines(text: &str, offered: &Offered<'_>) -> String {
    if !text.contains(START) {
        return text.to_owned();
    }
    let lines = text.split('\n').map(|line| {
        if line.starts_with("> ") || !line.contains(START) {
            return line.to_owned();
        }
        let mut out = String::with_capacity(line.len());
        for (number, piece) in line.split('"').enumerate() {
            if number > 0 {
                out.push('"');
            }
            let is_quoted = number % 2 == 1;
            out.push_str(&if is_quoted { piece.to_owned() } else { renamed(piece, offered).0 });
        }
        out
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A piece of advice with the names that count here; nothing where it names a tool that nothing stands in for.
fn worded(text: &str, offered: &Offered<'_>) -> Option<String> {
    let (text, is_whole) = renamed(text, offered);
    is_whole.then_some(text)
}

/// The text with the names of tools that are offered, each with the arguments that it has; and whether every name is
/// one now.
fn renamed(text: &str, offered: &Offered<'_>) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut is_whole = true;
    let mut is_accept = false;
    while let Some(at) = rest.find(START) {
        out.push_str(&rest[..at]);
        let end = rest[at..].find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len() - at);
        let name = &rest[at..at + end];
        rest = &rest[at + end..];
        let meant = std::iter::once(name).chain(aliases::instead(name).iter().copied());
        let Some((name, arguments)) = meant.clone().find_map(|name| Some((name, offered(name)?))) else {
            out.push_str(name);
            is_whole = false;
            continue;
        };
        out.push_str(name);
        let has = |name: &str| arguments.iter().any(|argument| argument.name == name);
        is_accept = has("accept");
        while let Some((key, value, after)) = argument(rest) {
            rest = after;
            let words = match (key, value) {
                _ if has(key) => format!(" {key}={value}"),
                ("action", "accept") if has("accept") => " accept=true".to_owned(),
                ("action", "dismiss") if has("accept") => " accept=false".to_owned(),
                ("text", _) if has("prompt_text") => format!(" prompt_text={value}"),
                _ => String::new(),
            };
            out.push_str(&words);
        }
    }
    let rest = if is_accept {
        // What is said of the other answer goes on with the arguments alone.
        rest.replace("action=accept", "accept=true").replace("action=dismiss", "accept=false")
    } else {
        rest.to_owned()
    };
    (out + &rest, is_whole)
}

/// `action=accept` at the start of what follows a tool's name: key, value and the rest.
fn argument(text: &str) -> Option<(&str, &str, &str)> {
    let (key, after) = text.strip_prefix(' ')?.split_once('=')?;
    if key.is_empty() || !key.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
        return None;
    }
    let end = match after.strip_prefix('"') {
        Some(quoted) => quoted.find('"')? + 2,
        None => after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len()),
    };
    Some((key, &after[..end], &after[end..]))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::Surface;
    use super::*;
    use crate::cli;
    use crate::tools::tool;

    fn said(kind: cli::Surface, text: &str) -> String {
        Surface::new(kind, &[]).expect("no further tools").advice(text)
    }

    #[test]
    fn advice_names_what_is_offered_with_the_arguments_it_has() {
        for (kind, text, expected) in [
            (
                cli::Surface::Vew,
                "browser_alert action=accept text=\"…\" or action=dismiss answers it",
                "browser_handle_dialog accept=true prompt_text=\"…\" or accept=false answers it",
            ),
            (cli::Surface::Lite, "the page may be busy: call browser_status; or wait", "or wait"),
            (cli::Surface::Lite, "browser_alert closes it", NOTHING_LEFT),
            (
                cli::Surface::Browser,
                "browser_alert action=accept closes it",
                "browser_alert action=accept closes it",
            ),
            (
                cli::Surface::Lite,
                "use a ref, or browser_frame name=x, or browser_close",
                "use a ref, or browser_snapshot",
            ),
        ] {
            assert_eq!(said(kind, text), expected, "{kind:?}");
        }
    }

    #[test]
    fn our_lines_are_reworded_and_the_pages_are_not() {
        let surface = Surface::new(cli::Surface::Lite, &[]).expect("no further tools");
        let offered = |name: &str| surface.arguments_of(name);
        let text = "e1 button \"browser_frame\" | x\n> browser_frame full=true\n3 more; browser_snapshot full=true shows it";
        let shown =
            "e1 button \"browser_frame\" | x\n> browser_frame full=true\n3 more; browser_snapshot shows it";
        assert_eq!(lines(text, &offered), shown);
    }

    /// Every piece of a text in the sources that names a tool, with its file.
    fn mentions() -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in
                std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
            {
                if entry.is_dir() {
                    folders.push(entry);
                    continue;
                }
                let name = entry.display().to_string();
                // Tables of names, and files of tests.
                let is_table =
                    ["surface", "tests.rs", "asked.rs", "seen.rs"].iter().any(|part| name.contains(part));
                if entry.extension().is_none_or(|kind| kind != "rs") || is_table {
                    continue;
                }
                let text = std::fs::read_to_string(&entry).expect("text");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                for piece in lines.flat_map(|line| line.split('"').skip(1).step_by(2).map(str::to_owned)) {
                    if piece.contains(START) && piece.contains(' ') {
                        found.push((name.clone(), piece));
                    }
                }
            }
        }
        assert!(found.len() > 60, "{}", found.len());
        found
    }

    #[test]
    fn every_tool_that_our_words_name_is_one_and_no_surface_names_another() {
        for (file, text) in mentions() {
            for word in text.split(|c: char| !c.is_ascii_lowercase() && c != '_') {
                let is_name = word.starts_with(START) && word.len() > START.len();
                assert!(!is_name || tool(word).is_some(), "{file}: {word} in {text:?}");
            }
            for kind in [cli::Surface::Browser, cli::Surface::Lite, cli::Surface::Vew] {
                let surface = Surface::new(kind, &[]).expect("no further tools");
                let worded = surface.advice(&text);
                for word in worded.split(|c: char| !c.is_ascii_lowercase() && c != '_') {
                    let is_name = word.starts_with(START) && word.len() > START.len();
                    assert!(!is_name || surface.arguments_of(word).is_some(), "{kind:?}, {file}: {worded:?}");
                }
            }
        }
    }
}
