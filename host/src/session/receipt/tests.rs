use std::sync::Arc;

use super::*;
use crate::browser::FrameId;
use crate::snapshot::FrameSnapshot;
use crate::snapshot::facts::{FrameFacts, States, Tri};

fn moment(url: &str, document: u64, elements: Vec<ElementFacts>) -> Moment {
    Moment::of(&Snapshot {
        frames: vec![FrameSnapshot {
            frame: FrameId::from("main"),
            document: DocumentId::from(document),
            facts: Arc::new(FrameFacts { url: url.to_owned(), elements, ..FrameFacts::default() }),
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
    assert_eq!(receipt("Clicked e1", &words, false, None), "Clicked e1 → NO CHANGE on the page");
    let why = receipt("Clicked e1", &words, false, Some("it is disabled"));
    assert_eq!(why, "Clicked e1 → NO CHANGE on the page: it is disabled");
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
    assert_eq!(receipt("Opened /2", &words, true, None), "Opened /2");
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
        ["confirm \"Sure?\" was accepted", "a request of the page failed (HTTP 500: https://x.example/api)"]
    );
}
