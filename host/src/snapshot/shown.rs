//! What the model was shown of a document, and how a new view differs from it.

use std::collections::{BTreeMap, HashSet};

use crate::browser::DocumentId;

use super::refs::Ref;

/// Differences in a row before a view is whole again: by then the last whole one may have left a small context.
const IN_A_ROW: u32 = 8;
/// Lines of text that may be gone without the rest being shown again.
const FEW_GONE: usize = 2;

/// An element as a view shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Handle.
    pub reference: Ref,
    /// Ref, role and name.
    pub label: String,
    /// The whole line.
    pub line: String,
    /// The line without what says where the keyboard is: that it went on is no change of the element.
    pub plain: String,
    /// Number of the element in the order of the page. Views are ordered by rank, which scrolling alone changes.
    pub place: usize,
}

/// What the model was shown.
#[derive(Debug, Default)]
pub struct Shown {
    document: Option<DocumentId>,
    rows: BTreeMap<Ref, Row>,
    /// Refs of the last view, in the order of the page.
    order: Vec<Ref>,
    text: String,
    /// Messages that the page showed then.
    alerts: Vec<String>,
    in_a_row: u32,
    was_same: bool,
}

/// How a view differs from what was shown of the same document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    /// Lines of elements that were not shown yet.
    pub new: Vec<String>,
    /// Lines of elements that read otherwise now.
    pub changed: Vec<String>,
    /// Elements that were shown and are gone: `e9 button "Remove"`.
    pub gone: Vec<String>,
    /// How many elements of this view are as they were shown.
    pub same: usize,
    /// Lines of text that were added or read otherwise, with the line before where only that explains them; the text
    /// whole when many lines of it went or some changed places.
    pub text: String,
    /// Lines of text that are gone, where nothing stands in their place.
    pub gone_text: Vec<String>,
}

impl Difference {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.new.is_empty()
            && self.changed.is_empty()
            && self.gone.is_empty()
            && self.text.is_empty()
            && self.gone_text.is_empty()
    }
}

impl Shown {
    /// How a view of `document` differs from what was shown. `None` when a whole view is due: another document,
    /// nothing shown yet, many differences in a row, or, for one who
    /// `insists`, a second look at what has not changed at all. `text.is_cut` says that the page has more of it than
    /// is shown.
    pub fn difference(
        &self,
        document: DocumentId,
        rows: &[Row],
        text: Head<'_>,
        is_alive: impl Fn(Ref) -> bool,
        insists: bool,
    ) -> Option<Difference> {
        if self.document != Some(document) || self.rows.is_empty() || self.in_a_row >= IN_A_ROW {
            return None;
        }
        // Elements that changed places on the page read wrongly as a difference: sorting is all about that.
        let now: Vec<Ref> = in_page_order(rows).filter(|one| self.order.contains(one)).collect();
        let kept = self.order.iter().copied().filter(|one| now.contains(one));
        if !kept.eq(now.iter().copied()) {
            return None;
        }
        let mut difference = Difference::default();
        for row in rows {
            match self.rows.get(&row.reference) {
                None => difference.new.push(row.line.clone()),
                Some(known) if known.plain != row.plain => difference.changed.push(row.line.clone()),
                Some(_) => difference.same += 1,
            }
        }
        let gone = self.rows.iter().filter(|(reference, _)| !is_alive(**reference));
        difference.gone = gone.map(|(_, row)| row.label.clone()).collect();
        (difference.text, difference.gone_text) = match added(&self.text, text) {
            _ if text.text.trim().is_empty() && !self.text.trim().is_empty() => {
                ("(no text any more)".to_owned(), Vec::new())
            }
            Some(told) => told,
            None => (text.text.to_owned(), Vec::new()),
        };
        (!insists || !self.was_same || !difference.is_empty()).then_some(difference)
    }

    /// Takes note of a view. `difference` is what was shown of it, when not all.
    pub fn note(
        &mut self,
        document: DocumentId,
        rows: &[Row],
        text: Option<&str>,
        difference: Option<&Difference>,
        is_alive: impl Fn(Ref) -> bool,
    ) {
        if self.document != Some(document) {
            *self = Self { document: Some(document), ..Self::default() };
        }
        self.rows.retain(|reference, _| is_alive(*reference));
        self.rows.extend(rows.iter().map(|row| (row.reference, row.clone())));
        self.order = in_page_order(rows).collect();
        if let Some(text) = text {
            text.clone_into(&mut self.text);
        }
        self.in_a_row = if difference.is_some() { self.in_a_row + 1 } else { 0 };
        self.was_same = difference.is_some_and(Difference::is_empty);
    }

    /// Takes note of the messages that a view of `document` shows.
    pub fn note_alerts(&mut self, document: DocumentId, alerts: &[String]) {
        if self.document == Some(document) {
            alerts.clone_into(&mut self.alerts);
        }
    }

    /// Messages of a page that were not shown yet, and those that were.
    pub fn told_apart(&self, document: DocumentId, alerts: &[String]) -> (Vec<String>, Vec<String>) {
        alerts.iter().cloned().partition(|alert| {
            self.document != Some(document) || !self.alerts.iter().any(|known| known.contains(alert))
        })
    }

    /// Elements of a view that were not shown before, and shown ones that are gone.
    pub fn turnover(
        &self,
        document: DocumentId,
        rows: &[Row],
        is_alive: impl Fn(Ref) -> bool,
    ) -> (usize, usize) {
        if self.document != Some(document) || self.rows.is_empty() {
            return (0, 0);
        }
        let new = rows.iter().filter(|row| !self.rows.contains_key(&row.reference)).count();
        (new, self.rows.keys().filter(|reference| !is_alive(**reference)).count())
    }
}

/// The text that a view shows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Head<'t> {
    /// Its lines.
    pub text: &'t str,
    /// The page has more.
    pub is_cut: bool,
}

fn in_page_order(rows: &[Row]) -> impl Iterator<Item = Ref> {
    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| row.place);
    rows.into_iter().map(|row| row.reference)
}

/// The lines of a text that are new or read differently, and those that are gone, when it otherwise is as it was. A
/// line that shares no word with the one in whose place it stands comes with the line before, which explains it.
/// `None` where lines changed places or many are gone.
fn added(before: &str, now: Head<'_>) -> Option<(String, Vec<String>)> {
    let before: Vec<&str> = before.lines().collect();
    let is_cut = now.is_cut;
    let now: Vec<&str> = now.text.lines().collect();
    let (known, current) =
        (HashSet::<&str>::from_iter(before.clone()), HashSet::<&str>::from_iter(now.clone()));
    let mut left = before.iter().copied().peekable();
    let (mut added, mut gone) = (Vec::new(), Vec::new());
    // New lines since the last one that stayed, and that one.
    let mut since: Vec<&str> = Vec::new();
    let mut last = None;
    for line in now.iter().copied().map(Some).chain([None]) {
        if line.is_some_and(|line| !known.contains(line)) {
            since.extend(line);
            continue;
        }
        let mut became = since.iter();
        let mut lost: Vec<&str> = Vec::new();
        let mut unlike = Vec::new();
        while let Some(one) = left.next_if(|one| !current.contains(one)) {
            lost.push(one);
            if !became.any(|other| share_a_word(one, other)) {
                unlike.push(one.to_owned());
            }
        }
        let is_plain = since.is_empty() || unlike.is_empty();
        // What was pushed out of the budget is not gone.
        if line.is_some() || !is_cut {
            let surplus = lost.len().saturating_sub(since.len());
            let spared = unlike.len().saturating_sub(surplus);
            gone.extend(unlike.into_iter().skip(spared));
        }
        if !is_plain {
            added.extend(last.filter(|last| added.last() != Some(last)));
        }
        added.append(&mut since);
        match line {
            // One more of a line that was there.
            Some(line) if left.next_if_eq(&line).is_none() => added.push(line),
            Some(_) => last = line,
            None => (is_cut || left.next().is_none()).then_some(())?,
        }
    }
    (gone.len() <= FEW_GONE).then(|| (added.join("\n"), gone))
}

/// Whether two lines have a word of letters in common.
fn share_a_word(one: &str, other: &str) -> bool {
    let words = |text: &'_ str| -> HashSet<String> {
        let words = text.split(|letter: char| !letter.is_alphabetic());
        words.filter(|word| word.chars().count() > 1).map(str::to_lowercase).collect()
    };
    !words(one).is_disjoint(&words(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> DocumentId {
        DocumentId::from(1)
    }

    fn rows(lines: &[(u32, &str)]) -> Vec<Row> {
        let row = |(number, line): &(u32, &str)| Row {
            reference: Ref(*number),
            label: line.split(" (").next().unwrap_or(line).to_owned(),
            line: (*line).to_owned(),
            plain: (*line).to_owned(),
            place: 0,
        };
        lines.iter().map(row).collect()
    }

    fn all(text: &str) -> Head<'_> {
        Head { text, is_cut: false }
    }

    fn shown(before: &[(u32, &str)], text: &str) -> Shown {
        let mut shown = Shown::default();
        shown.note(here(), &rows(before), Some(text), None, |_| true);
        shown
    }

    const BEFORE: &[(u32, &str)] =
        &[(1, "e1 button \"Save\""), (2, "e2 button \"Remove\" (disabled) | row"), (3, "e3 link \"Help\"")];

    #[test]
    fn what_is_new_changed_and_gone_is_told() {
        let shown = shown(BEFORE, "one\ntwo");
        let now =
            rows(&[(1, "e1 button \"Save\" (disabled)"), (3, "e3 link \"Help\""), (4, "e4 link \"More\"")]);
        let difference = shown
            .difference(here(), &now, all("one\ntwo\nthree"), |reference| reference != Ref(2), true)
            .unwrap();
        assert_eq!(difference.new, ["e4 link \"More\""]);
        assert_eq!(difference.changed, ["e1 button \"Save\" (disabled)"]);
        assert_eq!(difference.gone, ["e2 button \"Remove\""]);
        assert_eq!((difference.same, difference.text.as_str()), (1, "three"));
    }

    #[test]
    fn what_only_fell_out_of_the_budget_is_not_gone() {
        let shown = shown(BEFORE, "");
        let difference = shown.difference(here(), &rows(&BEFORE[..1]), all(""), |_| true, true).unwrap();
        assert!(difference.is_empty());
    }

    #[test]
    fn a_line_that_reads_differently_is_told_alone() {
        let text = |before: &str, now: &str| {
            shown(BEFORE, before).difference(here(), &rows(BEFORE), all(now), |_| true, false).unwrap().text
        };
        let before = "# Form\nName E-mail Age\nSize\nCart 0\nSend";
        let now = "# Form\nName: Ada E-mail Age\nSize\nSaved\nCart 1\nSend";
        assert_eq!(text(before, now), "Name: Ada E-mail Age\nSaved\nCart 1");
        assert_eq!(text("Winner\nBob", "Winner\nCem"), "Winner\nCem");
        assert_eq!(text("Page 1 of 6\nNext", "Next\nPage 2 of 6"), "Page 2 of 6");
        assert_eq!(text("Total 3 items\nPay", "Pay"), "");
        assert_eq!(text("a\na\nb", "a\nb"), "a\nb");
    }

    #[test]
    fn text_that_changed_places_is_told_whole_and_what_went_alone() {
        let told = |text: &str, is_cut| {
            let shown = shown(BEFORE, "Winner\nBob\nLoser\nCem");
            let now = Head { text, is_cut };
            let difference = shown.difference(here(), &rows(BEFORE), now, |_| true, true).unwrap();
            (difference.text, difference.gone_text.join(", "))
        };
        let just = |text: &str| (text.to_owned(), String::new());
        assert_eq!(told("Winner\nCem\nLoser\nBob", false), just("Winner\nCem\nLoser\nBob"));
        assert_eq!(told("Winner\nBob\nLoser\nCem\nCem", false), just("Cem"));
        assert_eq!(told("Winner\nBob\nLoser\nDeniz", false), just("Loser\nDeniz"));
        assert_eq!(told("Winner\nBob\nLoser", false), (String::new(), "Cem".to_owned()));
        assert_eq!(told("Deniz", false), just("Deniz"));
        assert_eq!(told("", false), just("(no text any more)"));
        // A line more at the top pushes the last one out of the budget.
        assert_eq!(told("News\nWinner\nBob\nLoser", true), just("News"));
    }

    #[test]
    fn only_elements_that_changed_places_on_the_page_are_shown_whole() {
        let placed = |places: [usize; 3]| -> Vec<Row> {
            let rows = rows(BEFORE).into_iter().zip(places);
            rows.map(|(row, place)| Row { place, ..row }).collect()
        };
        let mut shown = Shown::default();
        shown.note(here(), &placed([0, 1, 2]), Some(""), None, |_| true);
        let turned = placed([2, 1, 0]);
        assert_eq!(shown.difference(here(), &turned, all(""), |_| true, true), None);
        let mut ranked = placed([0, 1, 2]);
        ranked.reverse();
        assert!(shown.difference(here(), &ranked, all(""), |_| true, true).unwrap().is_empty());
    }

    #[test]
    fn a_message_is_new_once_and_again_when_it_was_gone() {
        let mut shown = shown(BEFORE, "");
        let alerts = ["Saved".to_owned()];
        let is_new = |shown: &Shown| !shown.told_apart(here(), &alerts).0.is_empty();
        assert!(is_new(&shown));
        shown.note_alerts(here(), &alerts);
        assert!(!is_new(&shown));
        shown.note_alerts(here(), &[]);
        assert!(is_new(&shown));
    }

    #[test]
    fn another_document_is_shown_whole() {
        let other = DocumentId::from(2);
        assert_eq!(shown(BEFORE, "").difference(other, &rows(BEFORE), all(""), |_| true, true), None);
        assert_eq!(Shown::default().difference(here(), &rows(BEFORE), all(""), |_| true, true), None);
    }

    #[test]
    fn a_second_look_at_the_same_is_whole() {
        let mut shown = shown(BEFORE, "");
        let same = shown.difference(here(), &rows(BEFORE), all(""), |_| true, true).unwrap();
        shown.note(here(), &rows(BEFORE), Some(""), Some(&same), |_| true);
        assert_eq!(shown.difference(here(), &rows(BEFORE), all(""), |_| true, true), None);
    }

    #[test]
    fn after_many_differences_the_view_is_whole_again() {
        let mut shown = shown(BEFORE, "");
        let mut looks = 0;
        loop {
            looks += 1;
            let text = format!("text {looks}");
            let Some(difference) = shown.difference(here(), &rows(BEFORE), all(&text), |_| true, true) else {
                break;
            };
            shown.note(here(), &rows(BEFORE), Some(&text), Some(&difference), |_| true);
        }
        assert_eq!(looks, 9);
    }
}
