//! What pages said in this session, so that an answer can be held against it.
//!
//! Only what was shown of pages is kept, never what the model sent: else a title would be true because it was
//! searched for. Words are compared without case, white space and punctuation.

use std::collections::{HashSet, VecDeque};

use crate::snapshot::text::{cut, folded, one_line};

use figures::{Figure, figures};

mod figures;

/// Most characters kept, in bytes of folded text; the oldest pages go first.
const KEPT: usize = 200_000;
/// Longest line that is offered as the nearest, in graphemes.
const NEAREST: usize = 120;
/// Most claims that are remembered as refused.
const DOUBTED: usize = 200;
/// Least share of the quote's words that a line must have to be offered as the nearest.
const LIKENESS: f64 = 0.4;

/// What was seen of one page.
#[derive(Debug, Clone, Default)]
struct Page {
    header: String,
    lines: Vec<Line>,
    known: HashSet<String>,
}

/// One line of a page.
#[derive(Debug, Clone)]
struct Line {
    /// Folded words.
    plain: String,
    /// As shown.
    shown: String,
    /// What its numbers may mean.
    numbers: Vec<String>,
}

impl Line {
    fn bytes(&self) -> usize {
        self.plain.len() + self.numbers.iter().map(String::len).sum::<usize>()
    }
}

/// Everything seen that is still remembered.
#[derive(Debug, Default)]
pub struct Claims {
    pages: VecDeque<Page>,
    bytes: usize,
    /// What answers claimed that was seen nowhere, and was said so.
    doubted: HashSet<String>,
}

/// Where a quote was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// On this page.
    On(String),
    /// On no page; the nearest line, where one resembles it, and its page.
    Nowhere(Option<(String, String)>),
}

impl Claims {
    /// Keeps what was shown of the page with this title and address.
    pub fn remember(&mut self, header: &str, text: &str) {
        let place = self.pages.iter().position(|page| page.header == header);
        let mut page = place.and_then(|place| self.pages.remove(place)).unwrap_or_default();
        header.clone_into(&mut page.header);
        for (number, line) in [header].into_iter().chain(text.lines()).enumerate() {
            if number > 0 && line.starts_with(header) && !header.is_empty() {
                continue;
            }
            // How much is left out is our word, not the page's.
            let is_ours = !line.starts_with("> ") && line.contains("browser_");
            // Without what marks a line of page text, or a heading in it.
            let line = one_line(line.trim_start_matches("> ").trim_start_matches(['#', ' ']));
            let plain = words(&line);
            if !plain.is_empty() && page.known.insert(plain.clone()) {
                // What stands in an address may be what the model asked for.
                let said = match number {
                    _ if is_ours => "",
                    0 => line.rsplit_once(" — ").map_or("", |(title, _)| title),
                    _ => line.as_str(),
                };
                let numbers = figures(without_ref(said)).into_iter().flat_map(|figure| figure.values);
                let line = Line { plain, shown: cut(&line, 400), numbers: numbers.collect() };
                self.bytes += line.bytes();
                page.lines.push(line);
            }
        }
        self.pages.push_back(page);
        while self.bytes > KEPT && self.forget() {}
    }

    /// Forgets the oldest page, or the oldest lines of the only one.
    fn forget(&mut self) -> bool {
        let is_only = self.pages.len() == 1;
        let Some(oldest) = self.pages.front_mut() else { return false };
        let most = if is_only { oldest.lines.len() / 2 } else { oldest.lines.len() };
        let mut gone = 0;
        for line in oldest.lines.drain(..most) {
            gone += line.bytes();
            oldest.known.remove(&line.plain);
        }
        self.bytes -= gone;
        if oldest.lines.is_empty() {
            self.pages.pop_front();
        }
        gone > 0 || !is_only
    }

    /// Looks for a quote, the newest page first.
    pub fn find(&self, quote: &str) -> Seen {
        let wanted = words(quote);
        if wanted.is_empty() {
            return Seen::Nowhere(None);
        }
        for page in self.pages.iter().rev() {
            if page.says(&wanted) {
                return Seen::On(page.header.clone());
            }
        }
        Seen::Nowhere(self.nearest(&wanted))
    }

    /// The numbers of a text that no page showed, each once. Numbers of list entries, counted from one, claim nothing.
    pub fn unseen_numbers(&self, text: &str) -> Vec<String> {
        let seen: HashSet<&str> = self
            .pages
            .iter()
            .flat_map(|page| &page.lines)
            .flat_map(|line| line.numbers.iter().map(String::as_str))
            .collect();
        let is_seen = |figure: &Figure| figure.values.iter().any(|value| seen.contains(value.as_str()));
        let mut unseen = Vec::new();
        let mut count = 0;
        for line in text.lines() {
            // An address that was seen as a whole claims no number.
            let is_known = |word: &&str| word.contains("://") && matches!(self.find(word), Seen::On(_));
            let line = line.split(' ').filter(|word| !is_known(word)).collect::<Vec<_>>().join(" ");
            let line = line.as_str();
            let marker = format!("{}", count + 1);
            let entry = line.trim_start().strip_prefix(marker.as_str());
            let entry =
                entry.and_then(|rest| rest.strip_prefix(['.', ')'])).filter(|rest| rest.starts_with(' '));
            count += usize::from(entry.is_some());
            let mut rest = figures(entry.unwrap_or(line));
            // A number in groups stands for its parts where it was seen, and they for it.
            let joined: Vec<Figure> =
                rest.iter().filter(|figure| figure.shown.contains(' ')).cloned().collect();
            let spoken: HashSet<String> = joined
                .iter()
                .filter(|whole| is_seen(whole))
                .flat_map(|whole| whole.shown.split(' ').map(str::to_owned).collect::<Vec<_>>())
                .collect();
            rest.retain(|figure| !figure.shown.contains(' ') && !spoken.contains(&figure.shown));
            for figure in rest {
                if !is_seen(&figure) && !unseen.contains(&figure.shown) {
                    unseen.push(figure.shown);
                }
            }
        }
        unseen
    }

    /// Notes that these claims were refused. False where each of them was before: who repeats them insists.
    pub fn doubt(&mut self, claims: &[String]) -> bool {
        if self.doubted.len() > DOUBTED {
            self.doubted.clear();
        }
        claims.iter().filter(|claim| self.doubted.insert(words(claim))).count() > 0
    }

    fn nearest(&self, wanted: &str) -> Option<(String, String)> {
        let asked: Vec<&str> = wanted.split(' ').collect();
        let mut best: Option<(f64, &str, &str)> = None;
        for page in self.pages.iter().rev() {
            for line in &page.lines {
                let likeness = likeness(&asked, &line.plain);
                if likeness >= LIKENESS && best.is_none_or(|(known, ..)| likeness > known) {
                    best = Some((likeness, &line.shown, &page.header));
                }
            }
        }
        best.map(|(_, line, header)| (cut(line, NEAREST), header.to_owned()))
    }
}

impl Page {
    /// Whether the page says the words, in one line or over the end of one.
    fn says(&self, wanted: &str) -> bool {
        if self.lines.iter().any(|line| contains(&line.plain, wanted)) {
            return true;
        }
        let all = self.lines.iter().map(|line| line.plain.as_str()).collect::<Vec<_>>().join(" ");
        contains(&all, wanted)
    }
}

/// A line of a view without the ref that it begins with.
fn without_ref(line: &str) -> &str {
    let rest = line.trim_start_matches('[');
    match rest.strip_prefix('e').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit())) {
        Some(after) if after.starts_with([' ', ']']) => after,
        _ => line,
    }
}

/// Whether the words occur as whole words. A price may be quoted without its empty decimals.
fn contains(text: &str, wanted: &str) -> bool {
    text.match_indices(wanted).any(|(at, _)| {
        let before = at == 0 || text.as_bytes()[at - 1] == b' ';
        let rest = &text[at + wanted.len()..];
        let is_number = wanted.ends_with(|c: char| c.is_ascii_digit());
        let after = rest.is_empty()
            || rest.starts_with(' ')
            || (is_number && (rest == "00" || rest.starts_with("00 ")));
        before && after
    })
}

/// How many of the words a line has, less for a line that has many others.
fn likeness(asked: &[&str], plain: &str) -> f64 {
    let has: Vec<&str> = plain.split(' ').collect();
    let close = |word: &&&str| has.iter().any(|other| *other == **word || strsim::jaro(other, word) > 0.9);
    let found = asked.iter().filter(close).count();
    #[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    share(found, asked.len()) - 0.1 * share(has.len().saturating_sub(asked.len()), has.len())
}

/// Folded words, joined by single spaces. Punctuation inside a number (`1.299,00`) is dropped, all other parts words.
pub(crate) fn words(text: &str) -> String {
    let plain: Vec<char> = folded(text).chars().collect();
    let mut out = String::with_capacity(plain.len());
    for (at, character) in plain.iter().enumerate() {
        let beside = |place: Option<usize>| place.and_then(|place| plain.get(place));
        let is_digit = |neighbour: Option<&char>| neighbour.is_some_and(char::is_ascii_digit);
        let in_number = is_digit(beside(at.checked_sub(1))) && is_digit(beside(Some(at + 1)));
        if character.is_alphanumeric() {
            out.push(*character);
        } else if matches!(character, '\'' | '’' | 'ʼ') || (in_number && matches!(character, '.' | ',')) {
            // `it's` is one word, `1.299` one number.
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen() -> Claims {
        let mut claims = Claims::default();
        claims.remember(
            "\"Shop\" — https://shop.example",
            "e4 link \"Steel Kettle, 1.7 l\" | 1.299,00 TL\n> Free delivery\n> from 500 TL",
        );
        claims.remember("\"Repo\" — https://code.example", "> Rust 1.95 released\n> 236 results");
        claims
    }

    #[test]
    fn a_quote_is_found_whatever_its_case_and_punctuation() {
        let claims = seen();
        for quote in [
            "Steel Kettle, 1.7 l",
            "steel kettle 1.7 L",
            "“STEEL KETTLE”",
            "1.299,00 TL",
            "1299",
            "1299,00",
            "236 results",
            "236",
            "free delivery from 500 TL",
            "Rust 1.95 released!",
            "Shop",
        ] {
            assert!(matches!(claims.find(quote), Seen::On(_)), "{quote}");
        }
        assert_eq!(claims.find("1.299"), Seen::On("\"Shop\" — https://shop.example".to_owned()));
    }

    #[test]
    fn what_no_page_said_is_not_found_and_the_nearest_line_is_named() {
        let claims = seen();
        for quote in
            ["Copper kettle", "129", "23", "2360", "", "...", "kettle steel", "Repository search results"]
        {
            assert!(matches!(claims.find(quote), Seen::Nowhere(_)), "{quote}");
        }
        let Seen::Nowhere(Some((line, page))) = claims.find("Rust 1.96 was released") else { panic!("near") };
        assert_eq!((line.as_str(), page.as_str()), ("Rust 1.95 released", "\"Repo\" — https://code.example"));
        assert_eq!(claims.find("xyz"), Seen::Nowhere(None));
        assert_eq!(Claims::default().find("x"), Seen::Nowhere(None));
    }

    #[test]
    fn numbers_that_no_page_showed_are_named() {
        let mut claims = seen();
        claims.remember(
            "\"Cover\" — https://cover.example",
            "e77 text \"Excess is 250 EUR\"\n> Due 12 May 2026\n> 1 499 kr",
        );
        claims
            .remember("\"Item 31\" — https://shop.example/item?q=900", "+212 more: browser_snapshot page=2");
        for (text, unseen) in [
            ("The excess is 900 EUR", vec!["900"]),
            ("250 euros, due 12 May 2026", vec![]),
            ("12/05/2026", vec!["05"]),
            ("1299 TL and 1,299.00", vec![]),
            ("500.5 TL", vec!["500.5"]),
            ("1499 kr, 1 499 kr", vec![]),
            ("77 or 4", vec!["77", "4"]),
            ("1. Rust 1.95\n2. Steel Kettle, 1.7 l", vec![]),
            ("no number", vec![]),
            ("https://shop.example/item?q=900 is it", vec![]),
            ("It has 900 or 212", vec!["900", "212"]),
        ] {
            assert_eq!(claims.unseen_numbers(text), unseen, "{text}");
        }
        assert!(claims.doubt(&["900".to_owned()]));
        assert!(!claims.doubt(&["900".to_owned()]));
        assert!(claims.doubt(&["900".to_owned(), "901".to_owned()]));
    }

    #[test]
    fn the_oldest_is_forgotten_when_it_is_too_much() {
        let mut claims = seen();
        for page in 0..60 {
            let text: Vec<String> =
                (0..400).map(|line| format!("line {page} {line} of many words")).collect();
            claims.remember(&format!("page {page}"), &text.join("\n"));
        }
        assert!(claims.bytes <= KEPT, "{}", claims.bytes);
        assert!(matches!(claims.find("Steel Kettle"), Seen::Nowhere(_)));
        assert!(matches!(claims.find("line 59 399 of many words"), Seen::On(_)));
        let huge: Vec<String> = (0..40_000).map(|line| format!("row {line}")).collect();
        claims.remember("huge", &huge.join("\n"));
        assert!(claims.bytes <= KEPT, "{}", claims.bytes);
    }
}
