//! News: lines of text that came with an action, wherever on the page they stand.

use std::collections::{BTreeMap, BTreeSet};

use crate::browser::DocumentId;
use crate::snapshot::text::{folded, quoted};

use super::Moment;

/// Characters of news told in one receipt.
const TOLD: usize = 200;
/// So many letters tell a line from others.
const TELLING: usize = 60;
/// More lines than these that only count on are a board of tickers.
const TICKERS: usize = 3;
/// Shorter lines may stand inside of others by chance.
const LONG: usize = 12;

/// The text of one document, as far as it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Reads {
    pub(super) text: String,
    /// There is more.
    pub(super) is_cut: bool,
}

/// What each document says.
pub(super) type Texts = BTreeMap<DocumentId, Reads>;

/// Lines that were not there before, best first; none where another page is there, which its view tells about. `seen`
/// are lines that were seen to come, which may stand further down than is read.
pub(in crate::session) fn news(before: &Moment, after: &Moment, seen: &[String]) -> Vec<String> {
    let place = |moment: &Moment| moment.url.split('#').next().unwrap_or_default().to_owned();
    if before.document != after.document || place(before) != place(after) {
        return Vec::new();
    }
    let nothing = Reads::default();
    let (mut words, mut numbers) = (Vec::new(), Vec::new());
    for (document, now) in &after.texts {
        let was = before.texts.get(document).unwrap_or(&nothing);
        let known = Known::of(was);
        let mut lines: Vec<&str> = now.text.lines().collect();
        if was.is_cut {
            // What follows the last line that was there has only moved up into what is read.
            let last = lines.iter().rposition(|line| known.lines.contains(&folded(line)));
            lines.truncate(last.map_or(0, |last| last + 1));
        }
        let current: BTreeSet<String> = lines.iter().map(|line| folded(line)).collect();
        let counted: BTreeSet<String> =
            known.lines.iter().filter(|line| !current.contains(*line)).map(|line| shape(line)).collect();
        for line in lines.into_iter().filter(|line| known.lacks(line) && !is_named(after, line)) {
            if !counted.contains(&shape(&folded(line))) {
                words.push(line.trim().to_owned());
            } else if !has_clock(line) {
                numbers.push(line.trim().to_owned());
            }
        }
    }
    if after.texts.values().any(|reads| reads.is_cut) {
        let known: Vec<Known> = before.texts.values().map(Known::of).collect();
        let is_new = |line: &&String| known.iter().all(|known| known.lacks(line)) && !is_named(after, line);
        for line in seen.iter().filter(is_new) {
            if !has_clock(line) && !words.contains(line) && !numbers.contains(line) {
                words.push(line.clone());
            }
        }
    }
    if numbers.len() <= TICKERS {
        words.append(&mut numbers);
    }
    words
}

/// News that nothing else in an answer tells, in words.
pub(in crate::session) fn untold(news: &[String], answer: &str) -> Option<String> {
    // Lines of an answer are fenced and its quotes are simple ones.
    let plain = |text: &str| folded(&text.replace('"', "'").replace("\n> ", " "));
    let answer = plain(answer);
    let mut lines: Vec<&str> = Vec::new();
    let mut size = 0;
    for line in news {
        let start: String = plain(line).chars().take(TELLING).collect();
        if size < TOLD && !answer.contains(&start) && !lines.contains(&line.as_str()) {
            size += line.chars().count();
            lines.push(line);
        }
    }
    (!lines.is_empty()).then(|| format!("new text: {}", quoted(&lines.join(" · "), TOLD)))
}

/// The lines of a document as they were.
struct Known {
    lines: BTreeSet<String>,
    flat: String,
}

impl Known {
    fn of(reads: &Reads) -> Self {
        Self { lines: reads.text.lines().map(folded).collect(), flat: folded(&reads.text) }
    }

    /// Whether a line says something that was not there.
    fn lacks(&self, line: &str) -> bool {
        let line = folded(line);
        let is_part = || line.chars().count() >= LONG && self.flat.contains(&line);
        line.chars().any(char::is_alphanumeric) && !self.lines.contains(&line) && !is_part()
    }
}

/// Whether a line is no more than the name of an element, which the elements tell.
fn is_named(moment: &Moment, line: &str) -> bool {
    let line = folded(&line.replace('"', "'"));
    moment.elements.values().any(|element| {
        let name = element.describe.split_once('"').map(|(_, name)| name.trim_end_matches('"'));
        name.is_some_and(|name| match name.strip_suffix('…') {
            Some(start) => line.starts_with(&folded(start)),
            None => line == folded(name),
        })
    })
}

/// A line with all its numbers alike.
fn shape(line: &str) -> String {
    let mut shape = String::with_capacity(line.len());
    for letter in line.chars() {
        if !letter.is_numeric() {
            shape.push(letter);
        } else if !shape.ends_with('0') {
            shape.push('0');
        }
    }
    shape
}

/// Whether a time of day or a duration stands in a line.
fn has_clock(line: &str) -> bool {
    let letters: Vec<char> = line.chars().collect();
    letters
        .windows(4)
        .any(|four| four[0].is_ascii_digit() && four[1] == ':' && four[2..].iter().all(char::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::FrameId;
    use crate::snapshot::facts::{ElementFacts, FrameFacts};
    use crate::snapshot::{FrameSnapshot, Snapshot};

    fn moment(text: &str, rest: u32) -> Moment {
        let element =
            ElementFacts { id: 1, role: "button".into(), name: "Keep".into(), ..ElementFacts::default() };
        let facts = FrameFacts { text: text.into(), rest, elements: vec![element], ..FrameFacts::default() };
        let frame = FrameSnapshot {
            frame: FrameId::from("main"),
            document: DocumentId::from(1),
            facts: facts.into(),
        };
        Moment::of(&Snapshot { frames: vec![frame], missing: Vec::new(), http_status: 200 })
    }

    fn told(before: &str, after: &str) -> Vec<String> {
        news(&moment(before, 0), &moment(after, 0), &[])
    }

    #[test]
    fn new_lines_are_news_and_names_clocks_and_what_moved_are_not() {
        assert_eq!(told("Policy 7\nActive", "Policy 7\nPolicy cancelled"), ["Policy cancelled"]);
        assert_eq!(told("One", "One\nKeep\nIt is 12:30"), ["It is 12:30"]);
        assert!(told("It is 12:30", "It is 12:31").is_empty());
        assert!(told("Welcome to the shop, Ada", "Welcome to the shop,\nAda").len() < 2);
        assert_eq!(told("Cart 1\nOld", "Cart 2\nNew words"), ["New words", "Cart 2"]);
        assert!(told("A 1\nB 2\nC 3\nD 4", "A 2\nB 3\nC 4\nD 5").is_empty());
    }

    #[test]
    fn what_moved_up_into_what_is_read_is_no_news_and_what_was_seen_further_down_is() {
        let (before, after) = (moment("Dialog\nOne\nTwo", 1), moment("One\nTwo\nThree", 2));
        assert!(news(&before, &after, &[]).is_empty());
        let seen = ["Two".to_owned(), "Far down".to_owned()];
        assert_eq!(news(&before, &after, &seen), ["Far down"]);
    }

    #[test]
    fn what_the_answer_shows_is_not_told_twice_and_the_rest_is_cut() {
        let news = ["Say \"hello\" to all".to_owned(), "Paid".to_owned(), "x".repeat(900)];
        let words = untold(&news, "receipt\n--\n> Say 'hello' to all").unwrap();
        assert!(words.starts_with("new text: \"Paid · xx") && words.chars().count() < 220, "{words}");
        assert_eq!(untold(&news[1..2], "toast \"Paid\""), None);
    }
}
