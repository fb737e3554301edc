//! `browser_press_key`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

async fn site() -> Site {
    Site::serve([(
        "/",
        Page::html(
            "<title>K</title><input aria-label=Name id=a value=abc><input aria-label=Other>\
             <div tabindex=0 role=listbox aria-label=List>x</div><span aria-label=Plain role=button>p</span>\
             <p id=log></p><script>addEventListener('keydown', (event) => { log.textContent = [event.key, event.code,\
             event.ctrlKey ? 'ctrl' : '', event.shiftKey ? 'shift' : '', event.location].join('/') })</script>",
        ),
    )])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_and_chords_are_pressed_by_any_of_their_names() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for (key, logged) in [
        ("esc", "Escape/Escape///0"),
        ("ARROWDOWN", "ArrowDown/ArrowDown///0"),
        ("Ctrl + Shift + K", "K/KeyK/ctrl/shift/0"),
        ("Control-k", "k/KeyK/ctrl//0"),
        ("F13", "F13/F13///0"),
        ("MediaPlayPause", "MediaPlayPause/MediaPlayPause///0"),
        ("Numpad7", "7/Numpad7///3"),
        ("pgdn", "PageDown/PageDown///0"),
        ("?", "?/Slash//shift/0"),
    ] {
        let answer = sekme.ok("browser_press_key", json!({"key": key})).await;
        answer.has(&format!("> {logged}"));
    }
    let unknown = sekme.fails("browser_press_key", json!({"key": "Entr"}), "invalid-input").await;
    unknown.has("did you mean `Enter`?");
    sekme.fails("browser_press_key", json!({}), "invalid-input").await.has("`key` is missing");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_edited_and_focused_is_read_back() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let name = view.reference(&["Name"]);
    for (key, value) in [("ğ", "abcğ"), ("日", "abcğ日"), ("👍", "abcğ日👍")] {
        let answer = sekme.ok("browser_press_key", json!({"ref": name, "key": key})).await;
        answer.has(&format!("value \"{value}\""));
    }
    sekme.ok("browser_press_key", json!({"ref": name, "key": "Control+a"})).await;
    sekme.ok("browser_press_key", json!({"key": "x"})).await.has("has value \"x\"");
    sekme
        .ok("browser_press_key", json!({"key": "y", "count": 3}))
        .await
        .has("Pressed y 3 times")
        .has("\"xyyy\"");
    let moved = sekme.ok("browser_press_key", json!({"key": "Tab"})).await;
    moved.has("the keyboard is on textbox \"Other\" now");
    let list = view.reference(&["List"]);
    sekme.ok("browser_press_key", json!({"ref": list, "key": "Home"})).await.has("on e");
    let plain = view.reference(&["Plain"]);
    let refused =
        sekme.fails("browser_press_key", json!({"ref": plain, "key": "Enter"}), "not-actionable").await;
    refused.has("does not take the focus");
}

#[tokio::test(flavor = "multi_thread")]
async fn editing_chords_work_and_shortcuts_of_the_browser_name_a_tool() {
    let site =
        Site::serve([("/", Page::html("<title>E</title><input aria-label=Name value=abc><p>text</p>"))])
            .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let name = view.reference(&["Name"]);
    sekme.ok("browser_press_key", json!({"ref": name, "key": "Control+A"})).await;
    sekme.ok("browser_press_key", json!({"key": "Control+X"})).await;
    let empty =
        sekme.ok("browser_evaluate", json!({"expression": "document.querySelector('input').value"})).await;
    empty.has("\"\"");
    sekme.ok("browser_press_key", json!({"key": "Control+V"})).await.has("has value \"abc\"");
    sekme.ok("browser_press_key", json!({"key": "Control+V"})).await.has("has value \"abcabc\"");
    sekme.ok("browser_press_key", json!({"key": "Control+Z"})).await.has("has value \"abc\"");
    let reload = sekme.ok("browser_press_key", json!({"key": "F5"})).await;
    reload.has("NO CHANGE").has("browser_history action=reload");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_chord_of_editing_does_is_said_though_the_page_shows_nothing_of_it() {
    let body = "<!doctype html><title>E</title><input aria-label=Name value=abcdef>\
        <input type=email aria-label=Mail value=ada@x.example><input aria-label=Empty>\
        <input type=password aria-label=Password value=geheim>\
        <div contenteditable role=textbox aria-label=Letter><p>Dear</p><p>Ada</p></div>";
    let site = Site::serve([("/", Page::html(body))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    view.has("(value: \"Dear Ada\"");
    for (name, key, says) in [
        ("Name", "Control+a", "selected all of the text"),
        ("Name", "Home", "the caret is at the start of the text"),
        ("Name", "Control+c", "no text is selected"),
        ("Name", "ArrowRight", "the caret is behind character 1 of 6"),
        ("Name", "Shift+End", "5 of 6 characters are selected"),
        ("Name", "End", "the caret is at the end of the text"),
        ("Name", "Control+a", "selected all of the text"),
        ("Name", "ctrl + C", "copied what is selected"),
        ("Mail", "Control+A", "selected all of the text"),
        ("Empty", "Control+A", "there is no text to select"),
        ("Password", "Control+A", "selected all of the text"),
        ("Name", "Control+A", "selected all of the text"),
        ("Name", "Backspace", "value \"\""),
        ("Letter", "Control+A", "selected all of the text"),
        ("Letter", "End", "the caret is at the end of the text"),
    ] {
        let sent = json!({"ref": view.reference(&[name]), "key": key});
        let answer = sekme.ok("browser_press_key", sent).await;
        assert!(answer.receipt().contains(says), "{name} {key}: {}", answer.text);
        let is_in_vain = says.contains("no text");
        assert!(is_in_vain || !answer.receipt().contains("NO CHANGE"), "{name} {key}: {}", answer.text);
    }
}
