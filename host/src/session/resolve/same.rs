//! Whether an element still means what it meant when a ref of it was shown.

use std::collections::BTreeSet;

use crate::snapshot::text::folded;

/// What became of a name since it was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// It says the same.
    None,
    /// Its words are the same and a number in it went down by so much, as where a page counts the seconds.
    Down(u64),
    /// It says something else.
    Turned,
}

/// From so many words on a link is a whole card, in which a few words may go on.
const CARD: usize = 8;
/// A number that falls by more is no count of seconds between two steps.
const COUNTDOWN: u64 = 60;

/// What became of a name. A count in brackets and the time of day may go on; any other word or digit may be what the
/// element is about. Where there is no name to compare, nothing is said to have changed.
pub(super) fn change(role: &str, was: &str, is: &str) -> Change {
    if role == "text" {
        // No control, but a place on the page: its line of text is no name.
        return Change::None;
    }
    let (before, now) = (told(was), told(is));
    if before.is_empty() || now.is_empty() {
        let signs = |name: &str| !name.trim().is_empty() && told(name).is_empty();
        let is_other = signs(was) && signs(is) && bare(was) != bare(is);
        return if is_other { Change::Turned } else { Change::None };
    }
    if before == now {
        return Change::None;
    }
    if role == "link" && before.len().min(now.len()) >= CARD && !is_another(was, is) {
        return Change::None;
    }
    fallen(&before, &now).map_or(Change::Turned, Change::Down)
}

/// The words and numbers of a name that say what it is about.
fn told(name: &str) -> Vec<String> {
    bare(name)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A name without counts in brackets and times of day.
fn bare(name: &str) -> String {
    let folded = folded(name);
    let mut kept = String::new();
    let mut rest = folded.as_str();
    while let Some(open) = rest.find(['(', '[']) {
        let close = if rest[open..].starts_with('(') { ')' } else { ']' };
        let Some(length) = rest[open..].find(close) else { break };
        let inner = rest[open + 1..open + length].trim();
        let is_count = inner.chars().any(char::is_numeric)
            && inner.chars().all(|c| c.is_numeric() || c.is_whitespace() || "+.,".contains(c));
        kept.push_str(&rest[..open]);
        if !is_count {
            kept.push_str(&rest[open..=open + length]);
        }
        rest = &rest[open + length + 1..];
    }
    kept.push_str(rest);
    let is_time = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        parts.len() > 1
            && parts
                .iter()
                .all(|part| (1..=2).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()))
    };
    kept.split_whitespace().filter(|word| !is_time(word)).collect::<Vec<_>>().join(" ")
}

/// By how much the one number fell in which two names differ; `None` where they differ in anything else.
fn fallen(before: &[String], now: &[String]) -> Option<u64> {
    let mut differing = before.iter().zip(now).filter(|(before, now)| before != now);
    let (Some((before, now)), None, true) = (differing.next(), differing.next(), before.len() == now.len())
    else {
        return None;
    };
    let by = before.parse::<u64>().ok()?.checked_sub(now.parse().ok()?)?;
    (by <= COUNTDOWN).then_some(by)
}

/// Whether an element stands in another row, card or entry by now, as where a list uses its nodes again for other
/// entries. `is` holds a line for each thing around it. Prices and counts in them may go on.
pub(super) fn has_moved(was: &str, is: &str) -> bool {
    let mut around = is.lines().filter(|line| !line.trim().is_empty()).peekable();
    !was.is_empty() && around.peek().is_some() && around.all(|line| is_another(was, line))
}

fn is_another(was: &str, is: &str) -> bool {
    let words = |context: &str, wanted: fn(&str) -> bool| -> BTreeSet<String> {
        let folded = folded(context);
        let words = folded.split(|character: char| !character.is_alphanumeric());
        words.filter(|word| !word.is_empty() && wanted(word)).map(str::to_owned).collect()
    };
    let is_name = |word: &str| word.chars().count() > 1 && !word.contains(|c: char| c.is_numeric());
    let (mut before, mut now) = (words(was, is_name), words(is, is_name));
    if before.is_empty() || now.is_empty() {
        (before, now) = (words(was, |_| true), words(is, |_| true));
    }
    let shared = before.intersection(&now).count();
    !before.is_empty() && !now.is_empty() && 2 * shared <= before.len().min(now.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_row_is_told_from_the_same_row_with_another_price() {
        assert!(has_moved("10 · Ada Lovelace · London", "11 · Grace Hopper · New York"));
        assert!(!has_moved("Kettle 1.7 l · 899,00 TL", "Kettle 1.7 l · 799,00 TL"));
        assert!(!has_moved("10 · Ada Lovelace · London", "10 · Ada Lovelace · Paris"));
        assert!(has_moved("Bob · x", "Eve · x") && has_moved("Bob · yes", "Eve · yes"));
        assert!(!has_moved("Ada Lovelace", "Team\nAda Lovelace\nPeople"));
        assert!(!has_moved("", "anything") && !has_moved("anything", ""));
    }

    #[test]
    fn a_name_that_says_something_else_has_turned_and_a_count_may_go_on() {
        for (was, is) in [
            ("Cancel", "Delete account"),
            ("Accept", "I do not accept"),
            ("Follow", "Following"),
            ("Enable", "Disable"),
            ("Pay 10", "Pay 100"),
            ("Pay $10.00", "Pay $10.50"),
            ("+", "−"),
            ("Send (draft)", "Send (all)"),
        ] {
            assert_eq!(change("button", was, is), Change::Turned, "{was} → {is}");
        }
        for (was, is) in [
            ("Cart (1)", "Cart (2)"),
            ("Inbox [99+]", "Inbox"),
            ("Now 12:59", "Now 13:00:05"),
            ("Save", "SAVE!"),
            ("", "Save"),
            ("Save", ""),
        ] {
            assert_eq!(change("button", was, is), Change::None, "{was} → {is}");
        }
        assert_eq!(change("button", "Skip in 5 s", "Skip in 3 s"), Change::Down(2));
        assert_eq!(change("button", "Skip in 3 s", "Skip in 5 s"), Change::Turned);
        let card = "Ada Lovelace wrote about engines and numbers today 5 likes";
        assert_eq!(change("link", card, &card.replace('5', "6")), Change::None);
        assert_eq!(change("button", card, &card.replace('5', "6")), Change::Turned);
    }
}
