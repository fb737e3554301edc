//! Sequences of calls: which are run, which are refused, and which are told to stop looking.
//!
//! A step is a call and what came of it: `click e1 -> B` leads to page B, `click e1 !not-found` fails,
//! `click e1 +` does something beside the page, and a step without either leaves the page alone. `B/2` is page B
//! scrolled to another place. `page C` is a page that changed by itself. A step that must not be run ends in
//! `REFUSED`, one whose answer begins with a directive in `NUDGED`.

use serde_json::{Map, Value, json};

use super::{
    Asked, Beside, Changed, Class, Guard, Mark, Outcome, Place, Repeat, Repetition, Slots, directive, nudge,
};
use crate::error::ErrorCode;
use crate::tools::{Description, Effect};

fn description(name: &str) -> Description {
    const TOOLS: &[(&str, Effect)] = &[
        ("browser_click", Effect::Input),
        ("browser_type", Effect::Input),
        ("browser_navigate", Effect::Navigate),
        ("browser_history", Effect::Navigate),
        ("browser_scroll", Effect::Input),
        ("browser_press_key", Effect::Input),
        ("browser_select", Effect::Input),
        ("browser_tabs", Effect::Navigate),
        ("browser_evaluate", Effect::Input),
        ("browser_wait_for", Effect::ReadOnly),
        ("browser_snapshot", Effect::ReadOnly),
        ("browser_read", Effect::ReadOnly),
        ("browser_find", Effect::ReadOnly),
        ("browser_screenshot", Effect::ReadOnly),
        ("browser_status", Effect::ReadOnly),
        ("browser_monitor", Effect::Lifecycle),
        ("browser_answer", Effect::ReadOnly),
    ];
    let (name, effect) = TOOLS.iter().find(|(known, _)| known.ends_with(name)).expect("a tool");
    Description {
        name,
        title: "",
        about: "",
        effect: *effect,
        arguments: &[],
        example: "{}",
        out_of_band: false,
    }
}

fn mark(words: &str) -> Mark {
    let (content, posture) = words.split_once('/').unwrap_or((words, "0"));
    let number = |text: &str| text.bytes().fold(7_u64, |sum, byte| sum * 31 + u64::from(byte));
    Mark { content: number(content), posture: number(posture), address: 0 }
}

fn code(words: &str) -> ErrorCode {
    match words {
        "not-found" => ErrorCode::NotFound,
        "covered" => ErrorCode::Covered,
        "invalid" => ErrorCode::InvalidInput,
        "failed" => ErrorCode::NavigationFailed,
        other => panic!("{other}"),
    }
}

fn arguments(words: &str) -> Map<String, Value> {
    let value = match words.trim() {
        "" => json!({}),
        json if json.starts_with('{') => serde_json::from_str(json).expect("JSON"),
        word => json!({"ref": word}),
    };
    let Value::Object(map) = value else { panic!("an object") };
    map
}

/// Runs a sequence and says at which step it went otherwise than expected.
fn play(steps: &str) -> Result<Guard, String> {
    let mut guard = Guard::default();
    let mut page = Some(mark("A"));
    for (number, step) in steps.split("; ").map(str::trim).enumerate() {
        let (step, expected) = ["REFUSED", "NUDGED"]
            .iter()
            .find_map(|end| step.strip_suffix(end).map(|rest| (rest.trim(), *end)))
            .unwrap_or((step, ""));
        if let Some(other) = step.strip_prefix("page ") {
            page = Some(mark(other));
            continue;
        }
        let (call, beside) = step.strip_suffix('+').map_or((step, false), |rest| (rest.trim(), true));
        let (call, end) = call.split_once(" -> ").map_or((call, None), |(call, end)| (call, Some(mark(end))));
        let (call, failed) = call.split_once('!').map_or((call, None), |(call, end)| (call, Some(code(end))));
        let (name, sent) = call.trim().split_once(' ').unwrap_or((call.trim(), ""));
        let asked = Asked::new(&description(name), &arguments(sent));
        let fault = |what: &str| Err(format!("step {} `{step}` {what} in {steps}", number + 1));
        if guard.before(&asked, page).is_some() {
            guard.refuse();
            if expected != "REFUSED" {
                return fault("was refused");
            }
            continue;
        }
        let before = page;
        page = end.or(page);
        let looked = !matches!(name, "read" | "screenshot" | "evaluate" | "status");
        let beside = if beside { Beside::Done } else { Beside::Nothing };
        let outcome = Outcome { page, code: failed, answer: 1, looked, beside, ..Outcome::default() };
        let nudged = guard.after(&asked, before, outcome).is_some();
        match (expected, nudged) {
            ("REFUSED", _) => return fault("was run"),
            ("NUDGED", false) => return fault("was not nudged"),
            ("", true) => return fault("was nudged"),
            _ => {}
        }
    }
    Ok(guard)
}

#[track_caller]
fn all(sequences: &[&str]) {
    let faults: Vec<String> = sequences.iter().filter_map(|steps| play(steps).err()).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_third_call_that_changes_nothing_is_refused() {
    all(&[
        "click e1; click e1; click e1 REFUSED",
        "click e1; click e1; click e1 REFUSED; click e1 REFUSED; click e1 REFUSED",
        "type {\"ref\":\"e1\",\"text\":\"x\"} -> B; type {\"ref\":\"e1\",\"text\":\"x\"}; type {\"ref\":\"e1\",\"text\":\"x\"} REFUSED",
        "navigate {\"url\":\"https://x.example\"} -> B; navigate {\"url\":\"https://x.example\"}; navigate {\"url\":\"https://x.example\"} REFUSED",
        "scroll {\"direction\":\"down\"} -> A/2; scroll {\"direction\":\"down\"}; scroll {\"direction\":\"down\"} REFUSED",
        "scroll {\"direction\":\"down\"}; scroll {\"direction\":\"down\"}; scroll {\"direction\":\"down\"} REFUSED",
        "press_key {\"key\":\"Enter\"}; press_key {\"key\":\"Enter\"}; press_key {\"key\":\"Enter\"} REFUSED",
        "select {\"ref\":\"e1\",\"option\":\"b\"} -> B; select {\"ref\":\"e1\",\"option\":\"b\"}; select {\"ref\":\"e1\",\"option\":\"b\"} REFUSED",
        "history {\"action\":\"reload\"}; history {\"action\":\"reload\"}; history {\"action\":\"reload\"} REFUSED",
        "tabs {\"action\":\"switch\",\"tab\":\"t1\"}; tabs {\"action\":\"switch\",\"tab\":\"t1\"}; tabs {\"action\":\"switch\",\"tab\":\"t1\"} REFUSED",
    ]);
}

#[test]
fn calls_between_that_change_nothing_do_not_hide_a_loop() {
    all(&[
        "click e1; snapshot; click e1; snapshot; click e1 REFUSED",
        "click e1; click e2; click e1; click e2; click e1 REFUSED; click e2 REFUSED",
        "click e1; click e2; click e3; click e1; click e2; click e3; click e1 REFUSED; click e2 REFUSED; click e3 REFUSED",
        "click e1; read; click e1; find {\"text\":\"x\"}; click e1 REFUSED",
        "click e1; click e1; click e1 REFUSED; snapshot; click e1; click e1 REFUSED",
        "click e1; snapshot; click e1; snapshot; click e1 REFUSED; snapshot NUDGED; click e1 REFUSED",
    ]);
}

#[test]
fn cosmetic_changes_make_no_other_call() {
    all(&[
        "click {\"selector\":\"#Save\"}; click {\"selector\":\"#save \"}; click {\"selector\":\"#SAVE\"} REFUSED",
        "click {\"selector\":\"a[href='x']\"}; click {\"selector\":\"a[href=\\\"x\\\"]\"}; click {\"selector\":\"A[href='x']\"} REFUSED",
        "click {\"ref\":\"e1\",\"timeout_ms\":5}; click {\"ref\":\"e1\"}; click {\"ref\":\"e1\",\"timeout_ms\":900} REFUSED",
        "click {\"text\":\"Save\"}; click {\"text\":\" save\"}; click {\"text\":\"Save.\"} REFUSED",
        "click {\"ref\":\"e1\",\"confirm\":false}; click {\"ref\":\"e1\",\"selector\":\"\"}; click e1 REFUSED",
        "navigate {\"url\":\"https://x.example\"}; navigate {\"url\":\"https://x.example/\"}; navigate {\"url\":\"HTTPS://x.example\"} REFUSED",
        "select {\"ref\":\"e1\",\"option\":[\"b\"]}; select {\"ref\":\"e1\",\"option\":\"b\"}; select {\"option\":\"B\",\"ref\":\"e1\"} REFUSED",
        "type {\"ref\":\"e1\",\"text\":\"x\"}; type {\"text\":\" x \",\"ref\":\"e1\"}; type {\"ref\":\"e1\",\"text\":\"X\"} REFUSED",
    ]);
}

#[test]
fn the_same_failure_is_not_had_three_times() {
    all(&[
        "click e9 !not-found; click e9 !not-found; click e9 REFUSED",
        "click e9 !covered; snapshot; click e9 !covered; snapshot; click e9 REFUSED",
        "navigate {\"url\":\"https://x.example\"} !failed; navigate {\"url\":\"https://x.example\"} !failed; navigate {\"url\":\"https://x.example\"} REFUSED",
        "click {\"nonsense\":1} !invalid; click {\"nonsense\":1} !invalid; click {\"nonsense\":1} REFUSED",
        "click e9 !covered -> B; click e9 !covered; click e9 REFUSED",
        // Another failure, or a success between, is something new.
        "click e9 !covered; click e9 !not-found; click e9 !covered",
        "click e9 !covered; click e9 -> B; click e9 !covered",
        "click e9 !covered; page B; click e9 !covered; page C; click e9 !covered",
    ]);
}

#[test]
fn going_back_and_forth_is_refused_after_two_or_three_rounds() {
    all(&[
        "scroll {\"direction\":\"down\"} -> A/2; scroll {\"direction\":\"up\"} -> A; scroll {\"direction\":\"down\"} -> A/2; scroll {\"direction\":\"up\"} -> A; scroll {\"direction\":\"down\"} REFUSED",
        // The same button opens and closes the same menu.
        "click e1 -> B; click e1 -> A; click e1 -> B; click e1 -> A; click e1 REFUSED",
        "history {\"action\":\"back\"} -> B; history {\"action\":\"forward\"} -> A; history {\"action\":\"back\"} -> B; history {\"action\":\"forward\"} -> A; history {\"action\":\"back\"} REFUSED",
        "tabs {\"action\":\"switch\",\"index\":1} -> B; tabs {\"action\":\"switch\",\"index\":0} -> A; tabs {\"action\":\"switch\",\"index\":1} -> B; tabs {\"action\":\"switch\",\"index\":0} -> A; tabs {\"action\":\"switch\",\"index\":1} REFUSED",
        "click e1 -> B; click e2 -> A; click e1 -> B; click e2 -> A; click e1 -> B; click e2 -> A; click e1 REFUSED",
        "click e1 -> B; click e2 -> C; click e3 -> A; click e1 -> B; click e2 -> C; click e3 -> A; click e1 -> B; click e2 -> C; click e3 -> A; click e1 REFUSED",
        "click e1 -> B; press_key {\"key\":\"Escape\"} -> A; click e1 -> B; press_key {\"key\":\"Escape\"} -> A; click e1 -> B; press_key {\"key\":\"Escape\"} -> A; click e1 REFUSED",
    ]);
}

#[test]
fn what_changes_something_is_repeated_as_often_as_it_is_of_use() {
    all(&[
        // `+` four times, paging, scrolling on, moving through a list.
        "click e1 -> B; click e1 -> C; click e1 -> D; click e1 -> E; click e1 -> F",
        "click e7 -> B; click e7 -> C; click e7 -> D; click e7 -> E",
        "scroll {\"direction\":\"down\"} -> A/2; scroll {\"direction\":\"down\"} -> A/3; scroll {\"direction\":\"down\"} -> A/4; scroll {\"direction\":\"down\"} -> A/5",
        "press_key {\"key\":\"ArrowDown\"} -> A/2; press_key {\"key\":\"ArrowDown\"} -> A/3; press_key {\"key\":\"ArrowDown\"} -> A/4",
        "press_key {\"key\":\"Tab\"} -> A/2; press_key {\"key\":\"Tab\"} -> A/3; press_key {\"key\":\"Tab\"} -> A/4; press_key {\"key\":\"Tab\"} -> A/5",
        // Other text, other elements, other addresses.
        "type {\"ref\":\"e1\",\"text\":\"a\"}; type {\"ref\":\"e1\",\"text\":\"b\"}; type {\"ref\":\"e1\",\"text\":\"c\"}",
        "click e1; click e2; click e3; click e4",
        "click {\"ref\":\"e1\",\"count\":1}; click {\"ref\":\"e1\",\"count\":2}; click {\"ref\":\"e1\",\"button\":\"right\"}",
        // A checkbox set, unset and set.
        "click e1 -> B; click e1 -> A; click e1 -> B",
        // A page that changes by itself, or by a person's hand.
        "click e1; page B; click e1; page C; click e1; page D; click e1",
        "click e1; click e1; page B; click e1; click e1; page C; click e1",
        // The same search on two pages.
        "type {\"ref\":\"e1\",\"text\":\"x\"} -> B; navigate {\"url\":\"https://y.example\"} -> C; type {\"ref\":\"e1\",\"text\":\"x\"} -> D",
        // A download or a dialog each time.
        "click e1 +; click e1 +; click e1 +; click e1 +; click e1 REFUSED",
        // A page visited again between other pages.
        "navigate {\"url\":\"https://x.example\"} -> B; click e1 -> C; navigate {\"url\":\"https://x.example\"} -> B; click e2 -> D; navigate {\"url\":\"https://x.example\"} -> B",
    ]);
}

#[test]
fn an_address_that_is_opened_again_for_what_is_new_goes_round_in_no_circle() {
    all(&[
        "history {\"action\":\"reload\"} -> B; history {\"action\":\"reload\"} -> A; history {\"action\":\"reload\"} -> B; history {\"action\":\"reload\"} -> A; history {\"action\":\"reload\"} -> B",
        "navigate {\"url\":\"https://x.example\"} -> B; navigate {\"url\":\"https://x.example\"} -> C; navigate {\"url\":\"https://x.example\"} -> D; navigate {\"url\":\"https://x.example\"} -> E",
    ]);
}

/// A page with a clock and a counter, as slots.
fn page(clock: u32, counter: u32) -> Slots {
    let mut slots = Slots::default();
    slots.put("clock", clock);
    slots.put("counter", counter);
    slots
}

fn clicks(guard: &mut Guard, code: Option<ErrorCode>, steps: &[(u32, u32)]) -> Asked {
    let asked = Asked::new(&description("click"), &arguments("e1"));
    for (time, step) in (0..).zip(steps.windows(2)) {
        let [before, after] = [step[0], step[1]].map(|(clock, counter)| page(clock, counter));
        let at = |time: u64| Some(Mark { content: time, ..Mark::default() });
        let changed = before.changed(&after);
        let outcome = Outcome { page: at(time + 1), code, looked: true, changed, ..Outcome::default() };
        guard.after(&asked, at(time), outcome);
    }
    asked
}

#[test]
fn calls_that_change_the_same_few_parts_are_held_against_what_changes_by_itself() {
    let by_itself = page(1, 0).differences(&page(2, 0));
    let mut guard = Guard::default();
    let asked = clicks(&mut guard, None, &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!(guard.doubted(&asked), None, "not before the fifth");
    let asked = clicks(&mut guard, None, &[(4, 0), (5, 0)]);
    let doubt = guard.doubted(&asked).expect("a doubt");
    assert_eq!((&doubt.places, doubt.repeat.times), (&by_itself, 4));

    let mut guard = Guard::default();
    let asked = clicks(&mut guard, None, &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]);
    assert!(!guard.doubted(&asked).expect("a doubt").places.is_subset(&by_itself));
    guard.trust(&asked);
    assert_eq!(guard.doubted(&asked), None);
    let asked = clicks(&mut guard, None, &[(5, 4), (6, 5), (7, 6), (8, 7), (9, 8)]);
    assert!(guard.doubted(&asked).is_some(), "trust does not last");

    let mut guard = Guard::default();
    let asked = clicks(&mut guard, Some(ErrorCode::Covered), &[(1, 0), (2, 0), (3, 0)]);
    assert_eq!(guard.doubted(&asked).expect("a doubt").repeat.kind, Repetition::Failing(ErrorCode::Covered));
    guard.note_losses(1);
    assert_eq!(guard.doubted(&asked), None);
}

#[test]
fn what_changes_much_is_no_clock() {
    let mut much = Slots::default();
    for place in 0..40 {
        much.put(place, place);
    }
    assert_eq!(Slots::default().changed(&much), Changed::Much);
    assert_eq!(much.changed(&much.clone()), Changed::Little(std::collections::BTreeSet::new()));
}

#[test]
fn what_is_only_drawn_may_be_repeated_more_often() {
    let mut guard = Guard::default();
    let (asked, here) = (Asked::new(&description("click"), &arguments("e1")), Some(mark("A")));
    let mut runs = 0;
    while guard.before(&asked, here).is_none() && runs < 20 {
        assert_eq!(guard.was_idle(&asked, here), runs > 0);
        let beside = if runs > 0 { Beside::Drawn } else { Beside::Nothing };
        guard.after(&asked, here, Outcome { page: here, looked: true, beside, ..Outcome::default() });
        runs += 1;
    }
    assert_eq!(runs, 8);
}

#[test]
fn another_call_runs_after_a_refusal_and_gives_the_refused_one_another_try() {
    all(&[
        "click e1; click e1; click e1 REFUSED; click e2 -> B; click e1; click e1; click e1 REFUSED",
        "click e1; click e1; click e1 REFUSED; find {\"text\":\"x\"}; click e1; click e1 REFUSED",
        "click e1; click e1; click e1 REFUSED; page B; click e1 -> C",
        "navigate {\"url\":\"https://x.example\"} -> B; navigate {\"url\":\"https://x.example\"}; navigate {\"url\":\"https://x.example\"} REFUSED; navigate {\"url\":\"https://y.example\"} -> C; navigate {\"url\":\"https://x.example\"} -> B",
    ]);
}

#[test]
fn what_only_reads_is_never_refused_but_told_to_stop() {
    all(&[
        "snapshot; snapshot; snapshot NUDGED; snapshot NUDGED; snapshot NUDGED",
        "read; read; read NUDGED; page B; read; read; read NUDGED",
        "find {\"text\":\"x\"} !not-found; find {\"text\":\"X\"} !not-found; find {\"text\":\"x \"} !not-found NUDGED",
        "wait_for {\"text\":\"x\"}; wait_for {\"text\":\"x\",\"timeout_ms\":1}; wait_for {\"text\":\"x\"} NUDGED",
        "status; status; status NUDGED",
        "screenshot; screenshot; screenshot NUDGED",
        "evaluate {\"expression\":\"1\"}; evaluate {\"expression\":\"1\"}; evaluate {\"expression\":\"1;\"} NUDGED",
        "monitor {\"action\":\"check\"}; monitor {\"action\":\"check\"}; monitor {\"action\":\"check\"} NUDGED",
        "tabs; tabs {\"action\":\"list\"}; tabs; tabs NUDGED",
        "read {\"from\":0}; read {\"from\":2000}; read {\"from\":4000}; read {\"from\":6000}",
        "snapshot; click e1 -> B; snapshot; click e1 -> C; snapshot; click e1 -> D; snapshot",
        "snapshot; read; snapshot; read; snapshot NUDGED; read NUDGED",
        "evaluate {\"expression\":\"f()\"} -> B; evaluate {\"expression\":\"f()\"} -> C; evaluate {\"expression\":\"f()\"} -> D",
    ]);
}

#[test]
fn an_answer_that_was_taken_is_not_taken_again() {
    all(&[
        "answer {\"text\":\"42\"}; answer {\"text\":\"42\"} REFUSED",
        "answer {\"text\":\"42\"}; answer {\"text\":\"43\"}",
        "answer {\"text\":\"42\"} !not-found; answer {\"text\":\"42\"} !not-found; answer {\"text\":\"42\"} REFUSED",
        "answer {\"text\":\"42\"} !not-found; read; answer {\"text\":\"42\"}; answer {\"text\":\"42\"} REFUSED",
    ]);
}

#[test]
fn refusals_and_directives_are_counted() {
    let guard = play("click e1; click e1; click e1 REFUSED; click e1 REFUSED; read; read; read NUDGED")
        .expect("as expected");
    assert_eq!(guard.totals(), (2, 1));
}

#[test]
fn a_read_that_answers_otherwise_is_news() {
    let mut guard = Guard::default();
    let asked = Asked::new(&description("read"), &Map::new());
    for answer in 0..9 {
        let outcome = Outcome { page: Some(mark("A")), answer, ..Outcome::default() };
        assert_eq!(guard.after(&asked, Some(mark("A")), outcome), None);
    }
}

#[test]
fn the_directive_comes_first_and_gets_shorter() {
    let place = Place {
        header: "\"Shop\" — https://x.example".to_owned(),
        others: vec!["e5 button \"Next\"".to_owned(), "e9 link \"More\"".to_owned()],
        below: Some(0),
        waits: false,
    };
    let repeat = Repeat { times: 2, kind: Repetition::Idle, refused: 0 };
    let first = directive("browser_click", repeat, &place);
    assert_eq!(
        first.message,
        "Try another element: e5 button \"Next\", e9 link \"More\". \"Shop\" — https://x.example: the same browser_click changed nothing 2 times, so it was not run again"
    );
    let mut last = first.message.len();
    for refused in 1..4 {
        let next = directive("browser_click", Repeat { refused, ..repeat }, &place);
        assert!(next.message.contains("https://x.example"), "{}", next.message);
        assert!(next.message.len() <= last, "{}", next.message);
        last = next.message.len();
    }
    for (tool, words) in [
        ("browser_scroll", "the page ends here"),
        ("browser_navigate", "already there"),
        ("browser_press_key", "The key does nothing"),
        ("browser_type", "holds it already"),
        ("browser_history", "nothing new that way"),
    ] {
        let said = directive(tool, repeat, &place).message;
        assert!(said.contains(words), "{said}");
    }
    for (code, words) in [
        (ErrorCode::InvalidInput, "Send other arguments"),
        (ErrorCode::DialogOpen, "Answer the dialog first"),
        (ErrorCode::NotFound, "Try another element: e5"),
    ] {
        let said =
            directive("browser_click", Repeat { kind: Repetition::Failing(code), ..repeat }, &place).message;
        assert!(said.starts_with(words) && said.contains(code.as_str()), "{said}");
    }
    let nowhere = Repeat { kind: Repetition::Failing(ErrorCode::NotFound), ..repeat };
    let said = directive("browser_click", nowhere, &Place::default()).message;
    assert!(said.starts_with("Open a page first"), "{said}");
    let answered = directive("browser_answer", Repeat { kind: Repetition::Answered, ..repeat }, &place);
    assert!(answered.message.contains("taken already"), "{}", answered.message);
    assert!(
        nudge("browser_snapshot", repeat, &place)
            .starts_with("STOP: browser_snapshot 3 times; nothing is new")
    );
    assert!(nudge("browser_read", Repeat { times: 9, ..repeat }, &place).len() < 80);
}

#[test]
fn what_must_always_run_is_never_refused() {
    for name in ["evaluate", "wait_for", "status", "monitor", "snapshot"] {
        assert_eq!(Asked::new(&description(name), &Map::new()).class, Class::Reading, "{name}");
    }
}

#[test]
fn while_something_has_no_answer_the_advice_is_to_wait() {
    let place = Place { waits: true, ..Place::default() };
    for times in [2, 7] {
        let repeat = Repeat { times, kind: Repetition::Idle, refused: 0 };
        assert!(nudge("browser_snapshot", repeat, &place).contains("use browser_wait_for type=load"));
        assert!(nudge("browser_wait_for", repeat, &place).contains("wait once more, or tell the person"));
        assert!(
            directive("browser_click", repeat, &place).message.starts_with("The page waits for an answer")
        );
    }
}
