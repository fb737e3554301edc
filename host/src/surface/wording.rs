//! Our own words, so that they name only tools and arguments that are offered: the same advice is written once, for
//! every surface.

use super::aliases;
use crate::tools::arguments::Argument;

/// How every tool's name begins.
const START: &str = "browser_";
/// What is said where nothing of an advice is of use here.
const NOTHING_LEFT: &str = "no tool that is offered here helps with it: tell the person";

/// Tools whose stand-ins do something else, so that advice cannot name them in their place.
const UNLIKE: [&str; 8] = [
    "browser_tabs",
    "browser_drag",
    "browser_fill",
    "browser_storage",
    "browser_monitor",
    "browser_route",
    "browser_screenshot",
    "browser_pdf",
];

/// The arguments of a tool that is offered, by its name.
pub(super) type Offered<'s> = dyn Fn(&str) -> Option<&'s [Argument]> + 's;

/// Where one statement ends and the next begins.
const ENDS: [&str; 3] = ["; ", ", or ", ". "];
/// The first of the letters that stand for what is in quotes. They are of no script.
const FIRST: u32 = 0xF_0000;
/// Most quotes of one line that are kept apart.
const QUOTES: u32 = 0x8000;

/// Advice without what cannot be done here.
pub(super) fn advice(text: &str, offered: &Offered<'_>) -> String {
    text.split('\n').map(|line| line_of(line, offered)).collect::<Vec<_>>().join("\n")
}

/// An answer's own lines without what cannot be done here. Text of the page is left as it is: it stands behind `> `, in
/// quotes, or in the line of an element; and so is what stands between backticks, which is what the client sent.
pub(super) fn lines(text: &str, offered: &Offered<'_>) -> String {
    if !text.contains(START) {
        return text.to_owned();
    }
    let worded = |line: &str| {
        let is_theirs = line.starts_with("> ") || is_element(line);
        if is_theirs { line.to_owned() } else { line_of(line, offered) }
    };
    text.split('\n').map(worded).collect::<Vec<_>>().join("\n")
}

/// Whether a line of a view is about an element: `e12 button …`, `[e12] button …`.
fn is_element(line: &str) -> bool {
    let line = line.strip_prefix("GONE ").unwrap_or(line).trim_start_matches('[');
    let digits = line.strip_prefix('e').unwrap_or_default();
    digits.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with([' ', ']'])
        && digits.starts_with(|c: char| c.is_ascii_digit())
}

/// One line with the names that count here, without the statements that name a tool which nothing stands in for.
fn line_of(line: &str, offered: &Offered<'_>) -> String {
    if !line.contains(START) {
        return line.to_owned();
    }
    let (masked, quotes) = mask(line);
    let mut left = String::with_capacity(masked.len());
    // What ends the statement that was kept last.
    let mut end = "";
    let mut rest = masked.as_str();
    while !rest.is_empty() {
        let next = ENDS.iter().filter_map(|end| Some((rest.find(end)?, *end))).min_by_key(|(at, _)| *at);
        let (statement, ending, after) = match next {
            Some((at, ending)) => (&rest[..at], ending, &rest[at + ending.len()..]),
            None => (rest, "", ""),
        };
        if let Some(worded) = worded(statement, offered) {
            if !left.is_empty() {
                left.push_str(end);
            }
            left.push_str(&worded);
            end = ending;
        } else if ending == ". " || end.is_empty() {
            // What follows is another sentence than what came before.
            end = ending;
        }
        rest = after;
    }
    if left.is_empty() { NOTHING_LEFT.to_owned() } else { unmask(&left, &quotes) }
}

/// The line with a letter in place of what stands in each pair of quotes or backticks, and what that was.
fn mask(line: &str) -> (String, Vec<&str>) {
    let mut masked = String::with_capacity(line.len());
    let mut quotes = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['"', '`']) {
        let quote = &rest[at..=at];
        masked.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        let letter = u32::try_from(quotes.len()).ok().filter(|number| *number < QUOTES);
        let letter = letter.and_then(|number| char::from_u32(FIRST + number));
        let (Some(end), Some(letter)) = (rest.find(quote), letter) else { continue };
        quotes.push(&rest[..end]);
        masked.push(letter);
        masked.push_str(quote);
        rest = &rest[end + 1..];
    }
    masked.push_str(rest);
    (masked, quotes)
}

/// The line with what stood in its quotes.
fn unmask(masked: &str, quotes: &[&str]) -> String {
    let mut out = String::with_capacity(masked.len());
    let mut before = ' ';
    for letter in masked.chars() {
        let number = u32::from(letter).checked_sub(FIRST).filter(|_| matches!(before, '"' | '`'));
        match number.and_then(|number| quotes.get(usize::try_from(number).ok()?)) {
            Some(quote) => out.push_str(quote),
            None => out.push(letter),
        }
        before = letter;
    }
    out
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
        let others = match name {
            // One tool here, several there.
            "browser_history" if rest.starts_with(" action=forward") => &["browser_forward"][..],
            "browser_history" if rest.starts_with(" action=reload") => &["browser_navigate"],
            name if UNLIKE.contains(&name) => &[],
            name => aliases::instead(name),
        };
        let meant = std::iter::once(name).chain(others.iter().copied());
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

    #[test]
    fn a_note_loses_what_cannot_be_done_and_keeps_what_happened() {
        let lite = Surface::new(cli::Surface::Lite, &[]).expect("no further tools");
        let vew = Surface::new(cli::Surface::Vew, &[]).expect("no further tools");
        for (surface, text, expected) in [
            (
                &lite,
                "confirm \"Go; browser_tabs?\" was accepted; browser_alert action=dismiss first says No",
                "confirm \"Go; browser_tabs?\" was accepted",
            ),
            (&lite, "Stop. First browser_alert. \"Shop\" — http://x", "Stop. \"Shop\" — http://x"),
            (&lite, "`browser_alert` read as browser_click", "`browser_alert` read as browser_click"),
            (
                &vew,
                "it is open; browser_alert action=accept text=\"…\" or action=dismiss answers it",
                "it is open; browser_handle_dialog accept=true prompt_text=\"…\" or accept=false answers it",
            ),
            (&lite, "[e3] link \"a\" | browser_alert; b", "[e3] link \"a\" | browser_alert; b"),
            (&lite, "an odd \" and browser_alert; rest", "rest"),
        ] {
            assert_eq!(lines(text, &|name| surface.arguments_of(name)), expected);
        }
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
                let offered = |name: &str| surface.arguments_of(name);
                // As advice, as a note, and as a part of one.
                let note = lines(&format!("it was done; {text}"), &offered);
                assert!(note.starts_with("it was done"), "{kind:?}, {file}: {note}");
                let worded = format!("{} {note}", surface.advice(&text));
                for word in worded.split(|c: char| !c.is_ascii_lowercase() && c != '_') {
                    let is_name = word.starts_with(START) && word.len() > START.len();
                    assert!(!is_name || surface.arguments_of(word).is_some(), "{kind:?}, {file}: {worded:?}");
                }
            }
        }
    }
}
