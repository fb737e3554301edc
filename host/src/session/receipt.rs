//! Receipts: one line of fact on what an action changed, computed from before and after.

use std::collections::{BTreeMap, BTreeSet};

use crate::browser::{DocumentId, Download};
use crate::snapshot::Snapshot;
use crate::snapshot::facts::ElementFacts;
use crate::snapshot::text::{named, quoted};
use crate::snapshot::view::shown_url;

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
    modal: Option<String>,
    alerts: BTreeSet<String>,
    text: String,
    elements: BTreeMap<(DocumentId, u32), Fingerprint>,
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
        for (is_set, word) in [(states.disabled, "disabled"), (states.invalid, "invalid")] {
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
        Self {
            url: main.url.clone(),
            title: main.title.clone(),
            lang: main.lang.clone(),
            document: snapshot.frames[0].document,
            modal: main.modal.clone(),
            alerts: main.alerts.iter().cloned().collect(),
            text: snapshot
                .frames
                .iter()
                .map(|frame| frame.facts.text.as_str())
                .collect::<Vec<_>>()
                .join("\n"),
            elements,
        }
    }
}

/// What happened beside the page itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Happenings {
    /// Dialogs that came up and how they were answered, in words.
    pub(super) dialogs: Vec<String>,
    /// Downloads that began.
    pub(super) downloads: Vec<Download>,
    /// A tab that opened: its id and URL.
    pub(super) new_tab: Option<(String, String)>,
    /// The action was to open a page, so that where it led is said already and nothing new is no wonder.
    pub(super) is_opening: bool,
    /// A request of the page failed: status or reason, and URL.
    pub(super) failed: Vec<(String, String)>,
}

/// Words for what changed; empty when nothing did.
pub(super) fn changes(before: Option<&Moment>, after: &Moment, beside: &Happenings) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(beside.dialogs.iter().cloned());
    for download in &beside.downloads {
        words.push(super::download_words(download));
    }
    if let Some((id, url)) = &beside.new_tab {
        words.push(format!("opened new tab {id} ({}), now current", shown_url(url)));
    }
    let says_where = beside.new_tab.is_none() && !beside.is_opening;
    let Some(before) = before else {
        if says_where {
            words.push(format!("now at {}", shown_url(&after.url)));
        }
        words.extend(failed(beside));
        return words;
    };
    if before.url != after.url {
        if says_where {
            words.push(format!("now at {}", shown_url(&after.url)));
        }
    } else if before.document != after.document {
        if says_where {
            words.push("the page loaded again".to_owned());
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
    words.extend(
        after.alerts.difference(&before.alerts).take(2).map(|alert| format!("alert {}", quoted(alert, 120))),
    );
    if before.document == after.document {
        words.extend(element_changes(before, after));
    }
    words.extend(failed(beside));
    if words.is_empty() && !beside.is_opening && before.text != after.text {
        words.push("the text of the page changed".to_owned());
    }
    words
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
            words.push(format!("{} is {states}", now.describe));
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
        words.push(format!("{} more elements changed", changed - 3));
    }
    let new = after.elements.keys().filter(|key| !before.elements.contains_key(*key)).count();
    let gone = before.elements.keys().filter(|key| !after.elements.contains_key(*key)).count();
    match (new, gone) {
        (0, 0) => {}
        (new, 0) => words.push(format!("{new} new elements")),
        (0, gone) => words.push(format!("{gone} elements gone")),
        (new, gone) => words.push(format!("{new} new and {gone} gone elements")),
    }
    words
}

/// The receipt: what was done, then what changed.
pub(super) fn receipt(done: &str, changes: &[String], is_opening: bool) -> String {
    if changes.is_empty() && is_opening {
        done.to_owned()
    } else if changes.is_empty() {
        format!("{done} → NO CHANGE on the page")
    } else {
        format!("{done} → {}", changes.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::FrameId;
    use crate::snapshot::FrameSnapshot;
    use crate::snapshot::facts::{FrameFacts, States, Tri};

    fn moment(url: &str, document: u64, elements: Vec<ElementFacts>) -> Moment {
        Moment::of(&Snapshot {
            frames: vec![FrameSnapshot {
                frame: FrameId::from("main"),
                document: DocumentId::from(document),
                facts: FrameFacts { url: url.to_owned(), elements, ..FrameFacts::default() },
            }],
            missing: Vec::new(),
            http_status: 200,
        })
    }

    fn checkbox(checked: Tri) -> ElementFacts {
        ElementFacts {
            id: 1,
            role: "checkbox".to_owned(),
            name: "Terms".to_owned(),
            states: States { checked: Some(checked), ..States::default() },
            ..ElementFacts::default()
        }
    }

    #[test]
    fn nothing_changed_is_said_in_capitals() {
        let page = moment("https://x.example/", 1, vec![checkbox(Tri::False)]);
        let words = changes(Some(&page), &page.clone(), &Happenings::default());
        assert_eq!(receipt("Clicked e1", &words, false), "Clicked e1 → NO CHANGE on the page");
    }

    #[test]
    fn an_opening_says_where_it_led_once_and_keeps_what_a_page_said() {
        let before = moment("https://x.example/", 1, vec![]);
        let after = moment("https://x.example/2", 2, vec![]);
        let said = "x; now at y; NO CHANGE";
        let beside = Happenings {
            is_opening: true,
            dialogs: vec![format!("alert \"{said}\" was accepted")],
            ..Happenings::default()
        };
        let words = changes(Some(&before), &after, &beside);
        assert_eq!(words, [format!("alert \"{said}\" was accepted")]);
        let quiet = Happenings { is_opening: true, ..Happenings::default() };
        let words = changes(Some(&before), &after, &quiet);
        assert_eq!(receipt("Opened /2", &words, true), "Opened /2");
    }

    #[test]
    fn a_changed_state_is_named() {
        let before = moment("https://x.example/", 1, vec![checkbox(Tri::False)]);
        let after = moment("https://x.example/", 1, vec![checkbox(Tri::True)]);
        assert_eq!(
            changes(Some(&before), &after, &Happenings::default()),
            ["checkbox \"Terms\" is checked: true"]
        );
    }

    #[test]
    fn a_new_document_says_where_it_is_and_counts_no_elements() {
        let before = moment("https://x.example/", 1, vec![checkbox(Tri::False)]);
        let after = moment("https://x.example/2", 2, vec![]);
        assert_eq!(changes(Some(&before), &after, &Happenings::default()), ["now at https://x.example/2"]);
    }

    #[test]
    fn dialogs_and_failed_requests_are_told() {
        let page = moment("https://x.example/", 1, vec![]);
        let beside = Happenings {
            dialogs: vec!["confirm \"Sure?\" was accepted".to_owned()],
            failed: vec![("HTTP 500".to_owned(), "https://x.example/api".to_owned())],
            ..Happenings::default()
        };
        assert_eq!(
            changes(Some(&page), &page.clone(), &beside),
            [
                "confirm \"Sure?\" was accepted",
                "a request of the page failed (HTTP 500: https://x.example/api)"
            ]
        );
    }
}
