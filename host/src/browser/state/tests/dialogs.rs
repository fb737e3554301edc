//! Dialogs: who answers, what is failed while one is open, and when a page has had enough of them.

use super::*;
use crate::browser::{DialogKind, DialogWord};

const OPENING: &str = "Page.javascriptDialogOpening";
const CLOSED: &str = "Page.javascriptDialogClosed";

fn opening(kind: &str, message: &str) -> Value {
    json!({"message": message, "type": kind, "defaultPrompt": "d", "url": "", "hasBrowserHandler": false})
}

fn open(state: &mut State, kind: &str) -> Vec<String> {
    apply(state, Some("S"), OPENING, opening(kind, "m"))
}

fn newest(state: &State) -> (bool, DialogWord) {
    let record = tab(state).newest_dialog.as_ref().expect("one was answered");
    (record.accepted, record.word)
}

fn no() -> DialogAnswer {
    DialogAnswer { accept: false, text: None }
}

#[test]
fn a_dialog_of_a_managed_page_is_accepted_at_once() {
    let mut state = with_tab(Mode::Managed);
    for kind in ["alert", "confirm", "prompt", "beforeunload"] {
        assert_eq!(open(&mut state, kind), ["Page.handleJavaScriptDialog"]);
        assert_eq!(newest(&state), (true, DialogWord::Rule), "{kind}");
    }
}

#[test]
fn a_persons_own_dialog_is_left_to_the_person() {
    let mut state = with_tab(Mode::Attached);
    assert!(open(&mut state, "confirm").is_empty());
    // Acting is told of it, and does not answer it.
    state.begin_action(TabId(1));
    assert!(matches!(state.is_unanswering("S", "Runtime.evaluate"), Some(CallError::Dialog(_))));
    assert_eq!(state.is_unanswering("S", "Page.navigate"), None);
    assert!(!tab(&state).dialog().expect("still open").is_ours);
}

#[test]
fn a_dialog_that_we_caused_in_a_persons_chrome_is_dismissed() {
    let mut state = with_tab(Mode::Attached);
    state.begin_action(TabId(1));
    for (kind, accepted) in [("alert", true), ("confirm", false), ("prompt", false), ("beforeunload", false)]
    {
        assert_eq!(open(&mut state, kind), ["Page.handleJavaScriptDialog"]);
        assert_eq!(newest(&state), (accepted, DialogWord::Rule), "{kind}");
    }
}

#[test]
fn a_dialog_that_the_person_answered_is_not_answered_again() {
    let mut state = with_tab(Mode::Attached);
    open(&mut state, "confirm");
    apply(&mut state, Some("S"), CLOSED, json!({"result": true, "userInput": ""}));
    assert!(tab(&state).dialog().is_none());
    assert_eq!(newest(&state), (true, DialogWord::Person));
}

#[test]
fn a_dialog_that_stays_open_fails_what_waits_for_the_page() {
    let mut state = with_tab(Mode::Managed);
    state.dialog_rule = DialogRule::Ask;
    let effects = state.apply(&event(Some("S"), OPENING, opening("prompt", "Name?")));
    assert!(effects.send.is_empty());
    let [(session, CallError::Dialog(facts))] = effects.fail.as_slice() else { panic!("{:?}", effects.fail) };
    assert_eq!((session.as_str(), facts.kind), ("S", DialogKind::Prompt));
    assert_eq!((facts.message.as_str(), facts.default_prompt.as_str()), ("Name?", "d"));
    let mut effects = Effects::default();
    let answer = DialogAnswer { accept: true, text: Some("Ada".to_owned()) };
    state.answer_dialog(TabId(1), answer, DialogWord::Told, &mut effects).expect("it was open");
    assert_eq!(effects.send[0].params["promptText"], "Ada");
    assert_eq!(state.is_unanswering("S", "Runtime.evaluate"), None);
}

#[test]
fn a_dialog_of_a_popup_blocks_its_opener_too() {
    let mut state = with_tab(Mode::Managed);
    state.dialog_rule = DialogRule::Ask;
    attach(&mut state, "S2", "T2", Some("T"));
    attach(&mut state, "S3", "T3", None);
    apply(&mut state, Some("S2"), OPENING, opening("alert", "m"));
    assert!(state.blocking_dialog(TabId(1)).is_some());
    assert!(state.blocking_dialog(TabId(3)).is_none());
}

#[test]
fn an_arranged_answer_counts_once() {
    let mut state = with_tab(Mode::Managed);
    state.armed_dialog = Some(no());
    open(&mut state, "confirm");
    assert_eq!(newest(&state), (false, DialogWord::Armed));
    open(&mut state, "confirm");
    assert_eq!(newest(&state), (true, DialogWord::Rule));
}

#[test]
fn a_page_that_we_leave_is_left_whatever_the_rule_says() {
    for rule in [DialogRule::Dismiss, DialogRule::Ask] {
        let mut state = with_tab(Mode::Managed);
        state.dialog_rule = rule;
        state.set_leaving(TabId(1), true);
        open(&mut state, "beforeunload");
        assert_eq!(newest(&state), (true, DialogWord::Leaving));
        // What the new page asks is a matter of its own.
        apply(&mut state, Some("S"), "Page.frameNavigated", navigated("T", None, "L1", "http://a/"));
        assert_eq!(open(&mut state, "confirm").is_empty(), rule == DialogRule::Ask);
    }
}

#[test]
fn a_frame_from_elsewhere_is_named() {
    let mut state = with_tab(Mode::Managed);
    apply(&mut state, Some("S"), "Page.frameNavigated", navigated("T", None, "L1", "http://a.example/x"));
    for (url, origin) in [("http://a.example/frame", None), ("http://b.example/y", Some("http://b.example"))]
    {
        let dialog = json!({"message": "m", "type": "alert", "url": url});
        apply(&mut state, Some("S"), OPENING, dialog);
        assert_eq!(tab(&state).newest_dialog.as_ref().unwrap().origin.as_deref(), origin);
    }
}

#[test]
fn a_question_that_is_asked_again_and_again_gets_another_answer() {
    let mut state = with_tab(Mode::Managed);
    for _ in 0..10 {
        open(&mut state, "confirm");
        assert_eq!(newest(&state), (true, DialogWord::Rule));
    }
    open(&mut state, "confirm");
    assert_eq!(newest(&state), (false, DialogWord::Rule));
}

#[test]
fn a_tab_whose_dialogs_have_no_end_is_closed_and_says_why() {
    let mut state = with_tab(Mode::Managed);
    for count in 0..20 {
        assert_eq!(apply(&mut state, Some("S"), OPENING, opening("alert", &count.to_string())).len(), 1);
    }
    let effects = state.apply(&event(Some("S"), OPENING, opening("alert", "last")));
    assert!(sent(&effects).contains(&"Target.closeTarget".to_owned()));
    // It was the last page, with which Chrome would end.
    assert_eq!(sent(&effects)[0], "Target.createTarget");
    assert!(matches!(effects.fail.as_slice(), [(_, CallError::Flood(flood))] if flood.message == "last"));
    assert!(matches!(tab(&state).closed(), BrowserError::DialogFlood(_)) && tab(&state).session.is_none());
}

#[test]
fn a_person_tab_is_not_closed_for_its_dialogs() {
    let mut state = with_tab(Mode::Attached);
    state.begin_action(TabId(1));
    for _ in 0..20 {
        open(&mut state, "alert");
    }
    assert!(open(&mut state, "alert").is_empty());
    assert!(tab(&state).dialog().is_some() && tab(&state).session.is_some());
}

#[test]
fn an_action_starts_the_count_anew() {
    let mut state = with_tab(Mode::Managed);
    for _ in 0..60 {
        open(&mut state, "alert");
        state.forget_dialog_run(TabId(1));
    }
    assert!(tab(&state).session.is_some());
}
