//! Receipts: one line of fact on what an action changed, computed from before and after.

use std::collections::{BTreeMap, BTreeSet};

use crate::browser::{DocumentId, Download};
use crate::snapshot::Snapshot;
use crate::snapshot::facts::{ElementFacts, Message};
use crate::snapshot::text::{counted, folded, named, quoted};
use crate::snapshot::view::shown_url;

mod news;
#[cfg(test)]
mod tests;

pub(super) use news::{news, untold};

/// Most messages told, the newest ones.
const MESSAGES: usize = 3;
/// Most elements named that are new or gone; more are counted.
const NAMED: usize = 2;
/// Scrolling by less is a correction of the page's own.
const SCROLLED: i32 = 40;

/// A page at one moment, as far as receipts compare it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// URL of the main document.
    pub url: String,
    /// Title of the main document.
    pub title: String,
    /// Language that the main document declares, or empty.
    pub lang: String,
    document: DocumentId,
    status: u16,
    modal: Option<String>,
    alerts: BTreeSet<String>,
    text: String,
    texts: news::Texts,
    /// What stands for the text further down.
    rest: u32,
    elements: BTreeMap<(DocumentId, u32), Fingerprint>,
    /// The elements in the order of the page.
    order: Vec<(DocumentId, u32)>,
    /// The element that has the keyboard.
    focused: Option<(DocumentId, u32)>,
}

/// What can change in an element that stays.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fingerprint {
    describe: String,
    value: Option<String>,
    states: String,
}

impl Fingerprint {
    fn of(element: &ElementFacts) -> Self {
        let describe = named(&element.role, &element.name, 40);
        let states = &element.states;
        let mut words = Vec::new();
        if let Some(checked) = states.checked {
            words.push(format!("checked: {}", checked.as_str()));
        }
        if let Some(pressed) = states.pressed {
            words.push(format!("pressed: {}", pressed.as_str()));
        }
        for (state, word) in [(states.selected, "selected"), (states.expanded, "expanded")] {
            if let Some(is_set) = state {
                words.push(format!("{word}: {is_set}"));
            }
        }
        // Of a secret, only that it is there.
        let is_filled = element.hint("filled").is_some();
        for (is_set, word) in
            [(is_filled, "filled"), (states.disabled, "disabled"), (states.invalid, "invalid")]
        {
            if is_set {
                words.push(word.to_owned());
            }
        }
        Self { describe, value: element.value.clone(), states: words.join(", ") }
    }
}

impl Moment {
    /// The moment of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let main = snapshot.main();
        let elements = snapshot
            .frames
            .iter()
            .flat_map(|frame| {
                frame
                    .facts
                    .elements
                    .iter()
                    .map(|element| ((frame.document, element.id), Fingerprint::of(element)))
            })
            .collect();
        let all = || {
            snapshot.frames.iter().flat_map(|frame| {
                frame.facts.elements.iter().map(|element| ((frame.document, element.id), element))
            })
        };
        let focused = all().find(|(_, element)| element.states.focused).map(|(key, _)| key);
        let order = all().map(|(key, _)| key).collect();
        Self {
            url: main.url.clone(),
            title: main.title.clone(),
            lang: main.lang.clone(),
            document: snapshot.frames[0].document,
            status: snapshot.http_status,
            modal: main.modal.clone(),
            alerts: main.alerts.iter().cloned().collect(),
            text: snapshot
                .frames
                .iter()
                .map(|frame| frame.facts.text.as_str())
                .collect::<Vec<_>>()
                .join("\n"),
            texts: snapshot
                .frames
                .iter()
                .map(|frame| {
                    let (text, is_cut) = (frame.facts.text.clone(), frame.facts.rest != 0);
                    (frame.document, news::Reads { text, is_cut })
                })
                .collect(),
            rest: main.rest,
            elements,
            order,
            focused,
        }
    }

    /// Whether a page says and offers the same, whichever nodes it is made of.
    pub(super) fn reads_like(&self, other: &Self) -> bool {
        let in_order = |moment: &Self| -> Vec<Fingerprint> {
            moment.order.iter().filter_map(|key| moment.elements.get(key)).cloned().collect()
        };
        (&self.url, &self.title, &self.modal, &self.alerts, &self.text)
            == (&other.url, &other.title, &other.modal, &other.alerts, &other.text)
            && in_order(self) == in_order(other)
    }

    /// Whether another moment is one of the same document.
    pub(super) fn is_same_page(&self, other: &Self) -> bool {
        self.document == other.document
    }

    /// Whether an element was there.
    pub(super) fn has(&self, document: DocumentId, element: u32) -> bool {
        self.elements.contains_key(&(document, element))
    }

    /// Where the keyboard went, when it went somewhere since: the element in words.
    pub(super) fn focus_moved(&self, before: Option<&Self>) -> Option<String> {
        let focused = self.focused?;
        let was = before.and_then(|before| before.focused);
        (was != Some(focused)).then(|| self.elements.get(&focused).map(Fingerprint::to_string))?
    }

    /// The document of the element that has the keyboard.
    pub(super) fn focused_document(&self) -> Option<DocumentId> {
        self.focused.map(|(document, _)| document)
    }

    /// Whether there are options to choose from that were not there before.
    pub(super) fn offers_more(&self, before: Option<&Self>) -> bool {
        self.elements.iter().any(|(key, element)| {
            element.describe.starts_with("option")
                && before.is_none_or(|before| !before.elements.contains_key(key))
        })
    }

    /// The element that has the keyboard, in words.
    pub(super) fn focused(&self) -> Option<String> {
        self.elements.get(&self.focused?).map(Fingerprint::to_string)
    }
}

impl std::fmt::Display for Fingerprint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.describe)?;
        match &self.value {
            Some(value) if !value.is_empty() => write!(formatter, " (value {})", quoted(value, 60)),
            _ => Ok(()),
        }
    }
}

/// A tab that opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewTab {
    pub(super) id: String,
    pub(super) url: String,
    /// It is the one that tools act on now.
    pub(super) is_current: bool,
}

/// What happened beside the page itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Happenings {
    /// Dialogs that came up and how they were answered, in words.
    pub(super) dialogs: Vec<String>,
    /// Downloads that began.
    pub(super) downloads: Vec<Download>,
    /// The tab that was acted on closed, in words.
    pub(super) closed: Option<String>,
    /// Tabs that opened.
    pub(super) new_tabs: Vec<NewTab>,
    /// Messages that the page showed, oldest first.
    pub(super) messages: Vec<Message>,
    /// Messages that stood there and were written again as they were.
    pub(super) repeated: Vec<String>,
    /// The browser did not send the form, and why.
    pub(super) refused: Option<String>,
    /// How far the page scrolled down after it was pressed, in CSS pixels.
    pub(super) scrolled: i32,
    /// The action was to open a page, so that where it led is said already and nothing new is no wonder.
    pub(super) is_opening: bool,
    /// A request of the page failed: status or reason, and URL.
    pub(super) failed: Vec<(String, String)>,
}

impl Happenings {
    /// Whether something happened that the page does not show for good: then the same again is of use.
    pub(super) fn is_more_than_the_page_shows(&self) -> bool {
        !(self.dialogs.is_empty()
            && self.downloads.is_empty()
            && self.new_tabs.is_empty()
            && self.messages.is_empty())
    }
}

/// Words for what changed; empty when nothing did.
pub(super) fn changes(before: Option<&Moment>, after: &Moment, beside: &Happenings) -> Vec<String> {
    let first = beside.refused.iter().chain(&beside.closed).chain(&beside.dialogs);
    let mut words: Vec<String> = first.cloned().collect();
    for download in &beside.downloads {
        words.push(super::download_words(download));
    }
    for NewTab { id, url, is_current } in &beside.new_tabs {
        let url = shown_url(url);
        words.push(if *is_current {
            format!("opened {id} (new tab) {url}; {id} is current now")
        } else {
            format!("opened {id} (new tab, in the background) {url}")
        });
    }
    let says_where =
        beside.new_tabs.iter().all(|tab| !tab.is_current) && !beside.is_opening && beside.closed.is_none();
    let status = match after.status {
        0 | 200..300 | 304 => String::new(),
        status => format!(" (HTTP {status})"),
    };
    let Some(before) = before else {
        if says_where {
            words.push(format!("now at {}{status}", shown_url(&after.url)));
        }
        words.extend(messages(None, after, beside));
        words.extend(failed(beside));
        return words;
    };
    if before.url != after.url {
        if says_where {
            words.push(format!("now at {}{status}", shown_url(&after.url)));
        }
    } else if before.document != after.document {
        if says_where {
            words.push(format!("the page loaded again{status}"));
        }
    } else if before.title != after.title {
        words.push(format!("title is now {}", quoted(&after.title, 80)));
    }
    if before.modal != after.modal {
        match &after.modal {
            Some(name) if name.is_empty() => words.push("a dialog opened".to_owned()),
            Some(name) => words.push(format!("dialog {} opened", quoted(name, 80))),
            None if before.document == after.document => words.push("the dialog closed".to_owned()),
            None => {}
        }
    }
    // What stands on another page that was opened stood there before, or is in its view.
    let are_new = before.document == after.document || !beside.is_opening;
    words.extend(
        after
            .alerts
            .difference(&before.alerts)
            .filter(|_| are_new)
            .take(2)
            .map(|alert| format!("message {}", quoted(alert, 120))),
    );
    words.extend(messages(Some(before), after, beside));
    words.extend(repeated(before, after, beside));
    if before.document == after.document {
        words.extend(
            before
                .alerts
                .difference(&after.alerts)
                .filter(|gone| !after.alerts.iter().any(|alert| alert.contains(gone.as_str())))
                .take(1)
                .map(|alert| format!("message {} is gone", quoted(alert, 80))),
        );
        words.extend(element_changes(before, after));
    }
    words.extend(failed(beside));
    if words.is_empty() && !beside.is_opening && before.text != after.text {
        words.push(match new_text(&before.text, &after.text) {
            Some(text) => format!("the text of the page changed: {}", quoted(text, 100)),
            None => "the text of the page changed".to_owned(),
        });
    }
    if words.is_empty() && !beside.is_opening && before.rest != after.rest {
        words.push("text further down the page changed".to_owned());
    }
    if words.is_empty() && beside.scrolled.abs() >= SCROLLED {
        let way = if beside.scrolled > 0 { "down" } else { "up" };
        words.push(format!("the page scrolled {way} by {} px", beside.scrolled.abs()));
    }
    words
}

/// Messages that came and are told nowhere else: not those that stood there before, nor those that stay as alerts.
fn messages(before: Option<&Moment>, after: &Moment, beside: &Happenings) -> Vec<String> {
    let flat = before.map(|before| folded(&before.text.replace('\n', " "))).unwrap_or_default();
    let is_told = |text: &str| {
        let text = folded(text);
        // What stood there before and has only moved is no news.
        if !text.is_empty() && flat.contains(&text) {
            return true;
        }
        let holds = |other: &String| folded(other).contains(&text);
        after.alerts.iter().any(holds)
            || before.is_some_and(|before| {
                before.alerts.iter().any(holds)
                    || before.text.lines().any(|line| folded(line).contains(&text))
                    || before.elements.values().any(|element| folded(&element.describe).contains(&text))
            })
    };
    let new: Vec<&Message> = beside.messages.iter().filter(|message| !is_told(&message.text)).collect();
    let spared = new.len().saturating_sub(MESSAGES);
    new.into_iter().skip(spared).map(|message| format!("toast {}", quoted(&message.text, 120))).collect()
}

/// A message that was there and is said again, as by a form that refuses a second time.
fn repeated(before: &Moment, after: &Moment, beside: &Happenings) -> Option<String> {
    let stands =
        |moment: &Moment, text: &str| moment.alerts.iter().any(|alert| folded(alert) == folded(text));
    let drawn_anew = beside.messages.iter().map(|message| &message.text);
    let mut said = beside.repeated.iter().chain(drawn_anew);
    let again = said.find(|text| stands(before, text) && stands(after, text))?;
    Some(format!("message {} again", quoted(again, 120)))
}

/// The first line of a text that was not there before.
fn new_text<'t>(before: &str, after: &'t str) -> Option<&'t str> {
    let known: BTreeSet<&str> = before.lines().collect();
    after.lines().find(|line| !line.trim().is_empty() && !known.contains(line))
}

fn failed(beside: &Happenings) -> impl Iterator<Item = String> {
    beside
        .failed
        .iter()
        .take(2)
        .map(|(why, url)| format!("a request of the page failed ({why}: {})", shown_url(url)))
}

fn element_changes(before: &Moment, after: &Moment) -> Vec<String> {
    let mut words = Vec::new();
    let mut changed = 0;
    for (key, now) in &after.elements {
        let Some(was) = before.elements.get(key).filter(|was| *was != now) else { continue };
        changed += 1;
        if changed > 3 {
            continue;
        }
        if was.states != now.states {
            let states = if now.states.is_empty() {
                "no longer ".to_owned() + &was.states
            } else {
                now.states.clone()
            };
            let value = now.value.as_deref().filter(|_| was.value != now.value).unwrap_or_default();
            let value = if value.is_empty() {
                String::new()
            } else {
                format!("has value {} and ", quoted(value, 60))
            };
            words.push(format!("{} {value}is {states}", now.describe));
        } else if was.value != now.value {
            words.push(format!(
                "{} has value {}",
                now.describe,
                quoted(now.value.as_deref().unwrap_or(""), 60)
            ));
        } else {
            words.push(format!("{} became {}", was.describe, now.describe));
        }
    }
    if changed > 3 {
        words.push(format!("{} changed", counted(changed - 3, "more element")));
    }
    let new = only_in(after, before);
    let gone = only_in(before, after);
    if !new.is_empty() {
        words.push(format!("new: {}", few(&new)));
    }
    if !gone.is_empty() {
        words.push(format!("gone: {}", few(&gone)));
    }
    if words.is_empty() && before.order != after.order {
        words.push("elements changed places".to_owned());
    }
    words
}

fn only_in<'m>(one: &'m Moment, other: &Moment) -> Vec<&'m str> {
    let keys = one.order.iter().filter(|key| !other.elements.contains_key(*key));
    keys.filter_map(|key| one.elements.get(key)).map(|element| element.describe.as_str()).collect()
}

/// A few elements by name, many by number.
fn few(elements: &[&str]) -> String {
    if elements.len() <= NAMED { elements.join(", ") } else { format!("{} elements", elements.len()) }
}

/// The receipt: what was done, then what changed.
pub(super) fn receipt(done: &str, changes: &[String], is_opening: bool, reason: Option<&str>) -> String {
    if changes.is_empty() && is_opening {
        done.to_owned()
    } else if changes.is_empty() {
        let why = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        format!("{done} → NO CHANGE on the page{why}")
    } else {
        format!("{done} → {}", changes.join("; "))
    }
}
