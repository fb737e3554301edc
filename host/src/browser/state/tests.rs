//! The state without Chrome: events in, commands and failed sessions out.

mod dialogs;

use serde_json::{Value, json};

use super::*;

fn event(session: Option<&str>, method: &'static str, params: Value) -> RawEvent {
    RawEvent { method: method.into(), session: session.map(ToOwned::to_owned), params }
}

/// Applies an event and names the commands that follow from it.
fn apply(state: &mut State, session: Option<&str>, method: &'static str, params: Value) -> Vec<String> {
    sent(&state.apply(&event(session, method, params)))
}

fn sent(effects: &Effects) -> Vec<String> {
    effects.send.iter().map(|command| command.method.to_string()).collect()
}

fn attach(state: &mut State, session: &str, target: &str, opener: Option<&str>) -> Vec<String> {
    let info = json!({"targetId": target, "type": "page", "url": "", "openerId": opener});
    apply(state, None, "Target.attachedToTarget", json!({"sessionId": session, "targetInfo": info}))
}

fn with_tab(mode: Mode) -> State {
    let mut state = State::new(mode);
    attach(&mut state, "S", "T", None);
    state
}

fn tab(state: &State) -> &TabState {
    &state.tabs[&TabId(1)]
}

fn navigated(id: &str, parent: Option<&str>, loader: &str, url: &str) -> Value {
    json!({"frame": {"id": id, "parentId": parent, "loaderId": loader, "url": url, "name": id}, "type": "Navigation"})
}

fn frame_ids(state: &State) -> Vec<&str> {
    tab(state).frames.depth_first().into_iter().map(|frame| frame.id.as_str()).collect()
}

#[test]
fn a_new_page_is_set_up_before_it_may_run() {
    let mut state = State::new(Mode::Managed);
    let commands = attach(&mut state, "S", "T", None);
    assert!(commands.contains(&"Target.setAutoAttach".to_owned()));
    assert_eq!(commands.last().map(String::as_str), Some("Runtime.runIfWaitingForDebugger"));
}

#[test]
fn what_is_no_page_is_only_resumed() {
    let mut state = State::new(Mode::Managed);
    let info = json!({"targetId": "W", "type": "service_worker"});
    let attached = json!({"sessionId": "S", "targetInfo": info});
    let commands = apply(&mut state, None, "Target.attachedToTarget", attached);
    assert_eq!(commands, ["Runtime.runIfWaitingForDebugger"]);
    assert!(state.tabs.is_empty());
}

#[test]
fn a_popup_knows_its_opener() {
    let mut state = with_tab(Mode::Managed);
    attach(&mut state, "S2", "T2", Some("T"));
    assert_eq!(state.tabs[&TabId(2)].opener, Some(TabId(1)));
}

#[test]
fn in_a_persons_chrome_only_popups_of_our_tabs_are_attached() {
    let mut state = with_tab(Mode::Attached);
    let created = |target: &str, opener: &str| json!({"targetInfo": {"targetId": target, "type": "page", "openerId": opener}});
    assert!(apply(&mut state, None, "Target.targetCreated", created("X", "other")).is_empty());
    assert_eq!(apply(&mut state, None, "Target.targetCreated", created("Y", "T")), ["Target.attachToTarget"]);
    assert!(apply(&mut state, None, "Target.targetInfoChanged", created("Y", "T")).is_empty());
}

#[test]
fn a_frame_moves_to_another_process_and_back() {
    let mut state = with_tab(Mode::Managed);
    apply(&mut state, Some("S"), "Page.frameNavigated", navigated("T", None, "L1", "http://a/"));
    apply(&mut state, Some("S"), "Page.frameAttached", json!({"frameId": "F", "parentFrameId": "T"}));
    let info = json!({"targetId": "F", "type": "iframe", "parentFrameId": "T"});
    let attached = json!({"sessionId": "C", "targetInfo": info});
    apply(&mut state, Some("S"), "Target.attachedToTarget", attached);
    apply(&mut state, Some("C"), "Page.frameNavigated", navigated("F", Some("T"), "L2", "http://b/"));
    apply(&mut state, Some("S"), "Page.frameDetached", json!({"frameId": "F", "reason": "swap"}));
    assert_eq!(frame_ids(&state), ["T", "F"]);
    let away = tab(&state).frames.get("F").unwrap().clone();
    assert_eq!((away.session.as_str(), away.url.as_str()), ("C", "http://b/"));

    apply(&mut state, Some("S"), "Page.frameAttached", json!({"frameId": "F", "parentFrameId": "T"}));
    apply(&mut state, Some("S"), "Page.frameNavigated", navigated("F", Some("T"), "L3", "http://a/f"));
    let effects = state.apply(&event(None, "Target.detachedFromTarget", json!({"sessionId": "C"})));
    assert_eq!(effects.fail, [("C".to_owned(), CallError::Detached)]);
    let back = tab(&state).frames.get("F").unwrap();
    assert_eq!(back.session, "S");
    assert_ne!(back.document, away.document);
}

#[test]
fn a_new_main_document_drops_the_frames_of_the_old_one() {
    let mut state = with_tab(Mode::Managed);
    apply(&mut state, Some("S"), "Page.frameAttached", json!({"frameId": "F", "parentFrameId": "T"}));
    let before = tab(&state).frames.main().document;
    apply(&mut state, Some("S"), "Page.frameNavigated", navigated("T", None, "L", "http://a/"));
    assert_eq!(frame_ids(&state), ["T"]);
    assert_ne!(tab(&state).frames.main().document, before);
    assert_eq!((tab(&state).navigations, tab(&state).url.as_str()), (1, "http://a/"));
}

#[test]
fn a_prerendered_page_that_takes_over_becomes_the_main_frame() {
    let mut state = with_tab(Mode::Managed);
    apply(&mut state, Some("S"), "Page.frameNavigated", navigated("P", None, "L", "http://a/"));
    assert_eq!(frame_ids(&state), ["P"]);
}

#[test]
fn a_crash_fails_calls_once_and_silences_the_page_until_it_recovers() {
    let mut state = with_tab(Mode::Managed);
    let first = state.apply(&event(Some("S"), "Inspector.targetCrashed", json!({})));
    assert_eq!(first.fail, [("S".to_owned(), CallError::Crashed)]);
    let second = state.apply(&event(None, "Target.targetCrashed", json!({"targetId": "T"})));
    assert!(second.fail.is_empty());
    assert!(tab(&state).crashed);
    assert_eq!(state.is_unanswering("S", "Runtime.evaluate"), Some(CallError::Crashed));
    assert_eq!(state.is_unanswering("S", "Page.navigate"), None);
    apply(&mut state, Some("S"), "Inspector.targetReloadedAfterCrash", json!({}));
    assert!(state.is_unanswering("S", "Runtime.evaluate").is_none() && !tab(&state).crashed);
}

#[test]
fn contexts_belong_to_their_world_until_they_are_destroyed() {
    let mut state = with_tab(Mode::Managed);
    let created = |id: i64, unique: &str, name: &str, default: bool| {
        let aux = json!({"isDefault": default, "frameId": "T"});
        json!({"context": {"id": id, "uniqueId": unique, "name": name, "auxData": aux}})
    };
    let method = "Runtime.executionContextCreated";
    apply(&mut state, Some("S"), method, created(1, "u1", "", true));
    apply(&mut state, Some("S"), method, created(2, "u2", WORLD_NAME, false));
    apply(&mut state, Some("S"), method, created(3, "u3", "an extension's", false));
    let worlds = |state: &State| {
        let main = tab(state).frames.main();
        (main.main_world.clone(), main.isolated_world.clone())
    };
    assert_eq!(worlds(&state), (Some("u1".to_owned()), Some("u2".to_owned())));
    assert_eq!(state.unique_context("S", 2), Some("u2".to_owned()));
    apply(&mut state, Some("S"), "Runtime.executionContextDestroyed", json!({"executionContextId": 2}));
    assert_eq!(worlds(&state), (Some("u1".to_owned()), None));
    apply(&mut state, Some("S"), "Runtime.executionContextsCleared", json!({}));
    assert_eq!(worlds(&state), (None, None));
}

#[test]
fn events_that_make_no_sense_are_survived() {
    let mut state = with_tab(Mode::Managed);
    for method in
        ["Page.frameNavigated", "Target.attachedToTarget", "Network.responseReceived", "Page.nonsense"]
    {
        apply(&mut state, Some("S"), method, json!({"frame": 7}));
        apply(&mut state, Some("unknown"), method, Value::Null);
    }
    assert_eq!(frame_ids(&state), ["T"]);
}

#[test]
fn the_end_of_the_connection_closes_every_tab() {
    let mut state = with_tab(Mode::Managed);
    state.end("killed".to_owned());
    assert!(tab(&state).session.is_none());
    assert_eq!(state.gone.as_deref(), Some("killed"));
}
