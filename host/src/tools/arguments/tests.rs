//! Calls as models send them, and what is made of them.

use serde_json::{Value, json};

use super::{Argument, Arguments, ELEMENT, Kind, RepairKind, SELECTOR, TIMEOUT};
use crate::error::{ErrorCode, ToolError};

/// The arguments of a click, of typing, of waiting and of scrolling, and what no tool of those has.
const CLICK: &[Argument] = &[
    ELEMENT,
    SELECTOR,
    Argument::optional("text", Kind::Text, ""),
    Argument::optional("button", Kind::Choice(&["left", "right", "middle"]), ""),
    Argument::optional("count", Kind::Integer { min: 1, max: 2 }, ""),
    TIMEOUT,
];
const TYPE: &[Argument] = &[
    ELEMENT,
    Argument::required("text", Kind::TextOrEmpty, "").or(&["value", "input", "query"]),
    Argument::optional("submit", Kind::Boolean, "").or(&["press_enter"]),
    SELECTOR,
    TIMEOUT,
];
const WAIT: &[Argument] = &[
    Argument::optional("text", Kind::Text, ""),
    Argument::optional("text_gone", Kind::Text, ""),
    Argument::optional("time_ms", Kind::Integer { min: 1, max: 30_000 }, ""),
    TIMEOUT,
];
const SCROLL: &[Argument] = &[
    ELEMENT,
    Argument::required("direction", Kind::Choice(&["down", "up", "top", "bottom"]), ""),
    Argument::optional("amount", Kind::Integer { min: 1, max: 100_000 }, ""),
];
const OPEN: &[Argument] = &[
    Argument::required("url", Kind::Url, ""),
    Argument::optional(
        "wait_until",
        Kind::Choice(&["load", "domcontentloaded", "networkidle", "commit"]),
        "",
    ),
    TIMEOUT,
];
const SELECT: &[Argument] =
    &[ELEMENT, Argument::required("option", Kind::OneOrMore, "").or(&["value", "values"])];
const FILL: &[Argument] = &[Argument::required("fields", Kind::Fields, "").or(&["elements"])];
const PRESS: &[Argument] = &[ELEMENT, Argument::required("key", Kind::Text, "").or(&["keys"])];
const PICTURE: &[Argument] = &[
    Argument::optional("full_page", Kind::Boolean, ""),
    Argument::optional("format", Kind::Choice(&["png", "jpeg"]), ""),
    Argument::optional("max_width", Kind::Integer { min: 16, max: 8_192 }, ""),
];

fn read(table: &[Argument], sent: &Value) -> Result<Arguments, ToolError> {
    let Value::Object(raw) = sent.clone() else { panic!("an object") };
    Arguments::read(table, raw, "{\"ref\": \"e1\"}")
}

/// A call's table, what was sent, what is made of it, and by which repairs.
type Row = (&'static [Argument], Value, Value, &'static [RepairKind]);

#[track_caller]
fn check(table: Vec<Row>) {
    for (arguments, sent, expected, repairs) in table {
        let read = read(arguments, &sent).unwrap_or_else(|error| panic!("{sent}: {}", error.render()));
        assert_eq!(Value::Object(read.values), expected, "{sent}");
        let mut kinds: Vec<RepairKind> = read.repairs.iter().map(|repair| repair.kind).collect();
        let mut wanted = repairs.to_vec();
        kinds.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(kinds, wanted, "{sent}: {:?}", read.repairs);
    }
}

#[test]
fn refs_are_read_in_the_forms_that_models_send() {
    use RepairKind::Ref;
    check(vec![
        (CLICK, json!({"ref": "[e4]"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "@e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "ref=e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "[ref=e4]"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "#e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "E4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "e 4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": " e4 "}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "\"e4\""}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "uid=e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "aria-ref=e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "element e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "the button e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": 4}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": ["e4"]}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "[\"e4\"]"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": {"ref": "e4"}}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "{\"ref\": \"e4\"}"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": {"uid": "[e4]", "name": "Save"}}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "e4 button \"Save\" (disabled)"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "[e4] button \"Save e9\""}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"ref": "button \"Save\""}), json!({"ref": "button \"Save\""}), &[]),
        (CLICK, json!({"ref": {"role": "button", "name": "Save"}}), json!({"ref": "button \"Save\""}), &[]),
        (CLICK, json!({"selector": "[ref=e4]"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"selector": "e4"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"text": "e4 button \"Save\""}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"text": "[e4]"}), json!({"ref": "e4"}), &[Ref]),
        (CLICK, json!({"text": "e4"}), json!({"text": "e4"}), &[]),
        (CLICK, json!({"selector": "#e4"}), json!({"selector": "#e4"}), &[]),
    ]);
}

#[test]
fn names_of_other_servers_and_slips_are_understood() {
    use RepairKind::{Flag, Ignored, Name};
    check(vec![
        (CLICK, json!({"target": "e4"}), json!({"ref": "e4"}), &[Name]),
        (CLICK, json!({"uid": "e4"}), json!({"ref": "e4"}), &[Name]),
        (CLICK, json!({"element": "e4"}), json!({"ref": "e4"}), &[Name]),
        (CLICK, json!({"Ref": "e4"}), json!({"ref": "e4"}), &[Name]),
        (CLICK, json!({"reff": "e4"}), json!({"ref": "e4"}), &[Name]),
        (CLICK, json!({"ref": "e4", "element": "the Save button"}), json!({"ref": "e4"}), &[Name, Ignored]),
        (
            CLICK,
            json!({"target": "e4", "doubleClick": true}),
            json!({"ref": "e4", "count": 2}),
            &[Name, Name],
        ),
        (CLICK, json!({"ref": "e4", "dblClick": false}), json!({"ref": "e4"}), &[]),
        (CLICK, json!({"ref": "e4", "clickCount": 2}), json!({"ref": "e4", "count": 2}), &[Name]),
        (CLICK, json!({"ref": "e4", "colour": "red"}), json!({"ref": "e4"}), &[Ignored]),
        (CLICK, json!({"ref": "e4", "modifiers": null}), json!({"ref": "e4"}), &[]),
        (CLICK, json!({"ref": "e4", "modifiers": "none"}), json!({"ref": "e4"}), &[]),
        (CLICK, json!({"ref": "e4", "modifiers": "null"}), json!({"ref": "e4"}), &[]),
        (CLICK, json!({"ref": "e4", "modifiers": ""}), json!({"ref": "e4"}), &[]),
        (CLICK, json!({"ref": "e4", "modifiers": " "}), json!({"ref": "e4"}), &[]),
        (CLICK, json!({"ref": "e4", "modifiers": ["None", ""]}), json!({"ref": "e4"}), &[]),
        (TYPE, json!({"ref": "e1", "value": "x"}), json!({"ref": "e1", "text": "x"}), &[Name]),
        (TYPE, json!({"ref": "e1", "txt": "x"}), json!({"ref": "e1", "text": "x"}), &[Name]),
        (
            TYPE,
            json!({"ref": "e1", "text": "x", "pressEnter": "yes"}),
            json!({"ref": "e1", "text": "x", "submit": true}),
            &[Name, Flag],
        ),
        (
            TYPE,
            json!({"ref": "e1", "text": "x", "submitt": true}),
            json!({"ref": "e1", "text": "x", "submit": true}),
            &[Name],
        ),
        (WAIT, json!({"textGone": "Loading"}), json!({"text_gone": "Loading"}), &[Name]),
        (WAIT, json!({"text-gone": "Loading"}), json!({"text_gone": "Loading"}), &[Name]),
        (WAIT, json!({"time": 2}), json!({"time_ms": 2_000}), &[Name]),
        (WAIT, json!({"time": 2_500}), json!({"time_ms": 2_500}), &[Name]),
        (WAIT, json!({"timeout": 500}), json!({"timeout_ms": 500}), &[Name]),
        (PICTURE, json!({"fullPage": true}), json!({"full_page": true}), &[Name]),
    ]);
}

#[test]
fn numbers_text_and_flags_are_taken_for_one_another() {
    use RepairKind::{Flag, Limit, List, Number, Text, Wrapping};
    check(vec![
        (CLICK, json!({"ref": "e4", "count": "2"}), json!({"ref": "e4", "count": 2}), &[Number]),
        (CLICK, json!({"ref": "e4", "count": 2.0}), json!({"ref": "e4", "count": 2}), &[]),
        (WAIT, json!({"time_ms": "5s"}), json!({"time_ms": 5_000}), &[Number]),
        (WAIT, json!({"time_ms": "500 ms"}), json!({"time_ms": 500}), &[Number]),
        (WAIT, json!({"time_ms": "2 seconds"}), json!({"time_ms": 2_000}), &[Number]),
        (WAIT, json!({"time_ms": "1,500"}), json!({"time_ms": 1_500}), &[Number]),
        (WAIT, json!({"time_ms": 99_999}), json!({"time_ms": 30_000}), &[Limit]),
        (WAIT, json!({"timeout_ms": 900_000}), json!({"timeout_ms": 120_000}), &[Limit]),
        (WAIT, json!({"timeout_ms": -5}), json!({"timeout_ms": 1}), &[Limit]),
        (WAIT, json!({"timeout_ms": 1_500.4}), json!({"timeout_ms": 1_500}), &[]),
        (
            SCROLL,
            json!({"direction": "down", "amount": "300px"}),
            json!({"direction": "down", "amount": 300}),
            &[Number],
        ),
        (TYPE, json!({"ref": "e1", "text": 42}), json!({"ref": "e1", "text": "42"}), &[Text]),
        (TYPE, json!({"ref": "e1", "text": true}), json!({"ref": "e1", "text": "true"}), &[Text]),
        (TYPE, json!({"ref": "e1", "text": ["x"]}), json!({"ref": "e1", "text": "x"}), &[List]),
        (TYPE, json!({"ref": "e1", "text": {"text": "x"}}), json!({"ref": "e1", "text": "x"}), &[Wrapping]),
        (
            TYPE,
            json!({"ref": "e1", "text": "x", "submit": "true"}),
            json!({"ref": "e1", "text": "x", "submit": true}),
            &[Flag],
        ),
        (
            TYPE,
            json!({"ref": "e1", "text": "x", "submit": 1}),
            json!({"ref": "e1", "text": "x", "submit": true}),
            &[Flag],
        ),
        (
            TYPE,
            json!({"ref": "e1", "text": "x", "submit": "on"}),
            json!({"ref": "e1", "text": "x", "submit": true}),
            &[Flag],
        ),
    ]);
}

#[test]
fn what_stands_for_nothing_is_left_out_and_what_is_empty_on_purpose_is_kept() {
    check(vec![
        (CLICK, json!({"ref": "e4", "selector": "", "text": "null", "count": 0}), json!({"ref": "e4"}), &[]),
        (CLICK, json!({"ref": "null", "text": "Save"}), json!({"text": "Save"}), &[]),
        (CLICK, json!({"ref": "", "selector": "#a"}), json!({"selector": "#a"}), &[]),
        (TYPE, json!({"ref": "e1", "text": ""}), json!({"ref": "e1", "text": ""}), &[]),
        (TYPE, json!({"ref": "e1", "text": "null"}), json!({"ref": "e1", "text": "null"}), &[]),
    ]);
}

#[test]
fn words_and_addresses_that_are_near_are_taken_for_what_they_mean() {
    use RepairKind::{Address, Name, Word};
    check(vec![
        (SCROLL, json!({"direction": "DOWN"}), json!({"direction": "down"}), &[]),
        (SCROLL, json!({"direction": "scroll-down"}), json!({"direction": "down"}), &[Word]),
        (SCROLL, json!({"direction": "down the page"}), json!({"direction": "down"}), &[Word]),
        (SCROLL, json!({"direction": "downwards"}), json!({"direction": "down"}), &[Word]),
        (SCROLL, json!({"direction": ["up"]}), json!({"direction": "up"}), &[]),
        (SCROLL, json!({"direction": "botom"}), json!({"direction": "bottom"}), &[Word]),
        (PICTURE, json!({"format": "jpg"}), json!({"format": "jpeg"}), &[Word]),
        (
            OPEN,
            json!({"url": "https://x.example", "waitUntil": "networkidle0"}),
            json!({"url": "https://x.example", "wait_until": "networkidle"}),
            &[Name, Word],
        ),
        (
            OPEN,
            json!({"url": "https://x.example", "wait_until": "DOMContentLoaded"}),
            json!({"url": "https://x.example", "wait_until": "domcontentloaded"}),
            &[],
        ),
        (OPEN, json!({"url": "<https://x.example>"}), json!({"url": "https://x.example"}), &[Address]),
        (OPEN, json!({"url": "[x](https://x.example)"}), json!({"url": "https://x.example"}), &[Address]),
        (OPEN, json!({"url": "x.example"}), json!({"url": "https://x.example"}), &[Address]),
        (OPEN, json!({"url": "localhost:3000"}), json!({"url": "http://localhost:3000"}), &[Address]),
    ]);
}

#[test]
fn lists_and_arguments_in_arguments_are_unpacked() {
    use RepairKind::{List, Name, Text, Wrapping};
    check(vec![
        (
            SELECT,
            json!({"ref": "e1", "option": "Berlin, Germany"}),
            json!({"ref": "e1", "option": ["Berlin, Germany"]}),
            &[],
        ),
        (
            SELECT,
            json!({"ref": "e1", "values": ["a", 2]}),
            json!({"ref": "e1", "option": ["a", "2"]}),
            &[Name, Text],
        ),
        (
            SELECT,
            json!({"ref": "e1", "option": "[\"a\", \"b\"]"}),
            json!({"ref": "e1", "option": ["a", "b"]}),
            &[List],
        ),
        (
            SELECT,
            json!({"ref": "e1", "option": "['a', 'b']"}),
            json!({"ref": "e1", "option": ["a", "b"]}),
            &[List],
        ),
        (FILL, json!({"fields": "[{\"ref\": \"e1\"}]"}), json!({"fields": [{"ref": "e1"}]}), &[Wrapping]),
        (CLICK, json!({"arguments": {"ref": "e4"}}), json!({"ref": "e4"}), &[Wrapping]),
        (CLICK, json!({"arguments": "{\"ref\": \"e4\"}"}), json!({"ref": "e4"}), &[Wrapping]),
        (
            CLICK,
            json!({"name": "browser_click", "arguments": {"ref": "e4"}}),
            json!({"ref": "e4"}),
            &[Wrapping],
        ),
        (CLICK, json!({"params": {"kwargs": {"ref": "e4"}}}), json!({"ref": "e4"}), &[Wrapping, Wrapping]),
        (CLICK, json!({"input": "\"{\\\"ref\\\": \\\"e4\\\"}\""}), json!({"ref": "e4"}), &[Wrapping]),
        (TYPE, json!({"ref": "e1", "input": "hello"}), json!({"ref": "e1", "text": "hello"}), &[Name]),
    ]);
}

#[test]
fn the_keys_of_a_chord_are_joined() {
    use RepairKind::{List, Name};
    check(vec![
        (PRESS, json!({"key": ["Control", "a"]}), json!({"key": "Control+a"}), &[List]),
        (PRESS, json!({"keys": ["Enter"]}), json!({"key": "Enter"}), &[Name, List]),
    ]);
}

#[test]
fn a_zero_is_no_omission_where_a_number_must_be_given() {
    let side = Kind::Integer { min: 200, max: 4_000 };
    let table = [Argument::required("width", side, ""), Argument::optional("height", side, "")];
    let Value::Object(raw) = json!({"width": 0, "height": 0}) else { panic!("an object") };
    let error = Arguments::read(&table, raw, "{\"width\": 800}").expect_err("no width");
    assert_eq!(error.message, "`width` must be a whole number from 200 to 4000, not 0");
}

#[test]
fn what_is_not_clear_is_refused_with_what_to_send_instead() {
    use ErrorCode::{Ambiguous, InvalidInput};
    let table: &[(&[Argument], Value, ErrorCode, &str)] = &[
        (CLICK, json!({"ref": "e4, e5"}), Ambiguous, "`e4`, `e5`"),
        (CLICK, json!({"ref": ["e4", "e5"]}), Ambiguous, "`e4`, `e5`"),
        (CLICK, json!({"ref": "e4", "target": "e5"}), Ambiguous, "`e4`, `e5`"),
        (CLICK, json!({"index": 4}), Ambiguous, "{\"ref\": \"e4\"}"),
        (CLICK, json!({"ref": {"a": 1}}), InvalidInput, "{\"ref\": \"e1\"}"),
        (CLICK, json!({"ref": true}), InvalidInput, "must be a ref"),
        (CLICK, json!({"ref": 1.5}), InvalidInput, "must be a ref"),
        (CLICK, json!({"ref": "e4", "count": 3}), InvalidInput, "{\"ref\":\"e1\",\"count\":1}"),
        (CLICK, json!({"ref": "e4", "count": "two"}), InvalidInput, "a whole number from 1 to 2"),
        (CLICK, json!({"ref": "e4", "button": "upper"}), InvalidInput, "one of left, right, middle"),
        (CLICK, json!({"ref": "e4", "dry_run": true}), InvalidInput, "leave it out"),
        (CLICK, json!({"ref": "e4", "only_if": "visible"}), InvalidInput, "leave it out"),
        (TYPE, json!({"ref": "e1"}), InvalidInput, "`text` is missing"),
        (TYPE, json!({"ref": "e1", "text": ["a", "b"]}), InvalidInput, "must be text"),
        (PRESS, json!({"key": ["Control", 1]}), InvalidInput, "must be text"),
        (TYPE, json!({"ref": "e1", "text": "x", "submit": "maybe"}), InvalidInput, "true or false"),
        (SCROLL, json!({"direction": "sideways"}), InvalidInput, "one of down, up, top, bottom"),
        (SCROLL, json!({"direction": "up and down"}), InvalidInput, "one of down, up"),
        (SELECT, json!({"ref": "e1", "option": {"a": 1}}), InvalidInput, "a list of texts"),
        (WAIT, json!({"time_ms": "soon"}), InvalidInput, "{\"ref\":\"e1\",\"time_ms\":5000}"),
    ];
    for (arguments, sent, code, words) in table {
        let error = read(arguments, sent).expect_err("cannot be used");
        let text = error.render();
        assert_eq!(error.code, *code, "{sent}: {text}");
        assert!(text.contains(words) && !error.hint.is_empty(), "{sent}: {text}");
    }
}

#[test]
fn an_unknown_argument_is_ignored_and_the_nearest_name_said() {
    let read = read(CLICK, &json!({"ref": "e1", "selectors": "#a", "button_name": "x"})).expect("harmless");
    let words: Vec<&str> = read.repairs.iter().map(|repair| repair.words.as_str()).collect();
    assert_eq!(
        words,
        [
            "`selectors` read as `selector`",
            "`button_name` is not known and was ignored; did you mean `button`?"
        ]
    );
}

#[test]
fn an_example_is_never_empty() {
    let table = [Argument::optional("max", Kind::Integer { min: 50, max: 500 }, "")];
    let Value::Object(raw) = json!({"max": "many"}) else { panic!("an object") };
    let error = Arguments::read(&table, raw, "{}").expect_err("no number");
    assert_eq!(error.hint, "for example {\"max\":50}");
    let table = [Argument::required("url", Kind::Url, "")];
    let error = Arguments::read(&table, serde_json::Map::new(), "{\"url\": \"https://example.com\"}");
    assert_eq!(error.expect_err("missing").hint, "for example {\"url\": \"https://example.com\"}");
}

#[test]
fn texts_are_read_one_or_many() {
    let read = read(SELECT, &json!({"ref": "e1", "option": ["a", "b"]})).expect("valid");
    assert_eq!(read.texts("option"), ["a", "b"]);
    assert_eq!(read.texts("ref"), ["e1"]);
    assert!(read.texts("nothing").is_empty());
}
