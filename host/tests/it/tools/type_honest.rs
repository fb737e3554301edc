//! Typing on pages that take a text back, refuse it, or draw the field anew.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Gate, Page, Site};

async fn opened(body: &str) -> (Sekme, Site) {
    let page = format!("<!doctype html><html lang=en><meta charset=utf-8><title>Fields</title><body>{body}");
    let site =
        Site::serve([("/", Page::html(&page)), ("/results", Page::html("<title>Results</title><p>kettle"))])
            .await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/")).await;
    (sekme, site)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_the_page_takes_back_later_is_never_claimed() {
    let (mut sekme, _site) = opened(
        "<label>Rooms <input type=number id=rooms value=2></label> <label>Beds <input type=number id=beds></label>
         <script>
           // Such a field is left after it was typed into, and read once more after that.
           rooms.onblur = () => { rooms.value = 2; };
           beds.onblur = () => { beds.value = 99; };
         </script>",
    )
    .await;
    for (label, now) in [("Rooms", "2"), ("Beds", "99")] {
        let sent = json!({"text_label": label, "text": "5"});
        let taken_back = sekme.fails("browser_type", sent, "not-actionable").await;
        taken_back.has("and the page took it back:").has(&format!("holds \"{now}\" instead of \"5\""));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_page_makes_of_a_text_after_the_answer_is_told_with_the_next_one() {
    let gate = Gate::closed();
    let page = Page::html(
        "<!doctype html><html lang=en><title>Fields</title><body><label>Town <input id=town value=old></label>
         <script>town.addEventListener('input', async () => {
           await fetch('/check');
           town.value = 'old';
         });</script>",
    );
    let site = Site::serve([("/", page), ("/check", Page::html("no").behind(&gate))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_type", json!({"text_label": "Town", "text": "new"})).await.has("value: \"new\"");
    gate.open();
    let told = "note: after it was typed into, e1 textbox \"Town\" holds \"old\" instead of \"new\"";
    let mut is_told = false;
    for _ in 0..200 {
        is_told = is_told || sekme.ok("browser_snapshot", json!({})).await.text.contains(told);
        if is_told {
            break;
        }
    }
    assert!(is_told);
    assert!(!sekme.ok("browser_snapshot", json!({})).await.text.contains(told));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_editor_that_refuses_a_text_keeps_its_own_and_it_is_said() {
    let (mut sekme, _site) = opened(
        "<div id=it contenteditable role=textbox aria-label=Note>own words</div>
         <script>for (const kind of ['beforeinput', 'paste', 'drop', 'keydown'])
           it.addEventListener(kind, (event) => event.preventDefault());</script>",
    )
    .await;
    let sent = json!({"text_label": "Note", "text": "line one\nline two"});
    let refused = sekme.fails("browser_type", sent, "not-actionable").await;
    refused.has("the editor refused \"line one⏎line two\"").has("holds \"own words\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_that_is_drawn_anew_while_it_is_typed_into_is_typed_into() {
    let (mut sekme, _site) = opened(
        "<div id=kept></div><div id=lost></div><div id=keys></div>
         <script>
           // Each draws its field again on every input: with its text, without the focus, key by key.
           const draw = (home, label, keepsFocus) => {
             let text = '';
             const render = () => {
               home.innerHTML = `<label>${label} <input name=${home.id}></label>`;
               const field = home.querySelector('input');
               field.value = text;
               field.addEventListener('input', () => { text = field.value; render(); });
               if (keepsFocus && text) { field.focus(); field.setSelectionRange(text.length, text.length); }
             };
             render();
           };
           draw(kept, 'Kept', true); draw(lost, 'Lost', false); draw(keys, 'Keys', false);
         </script>",
    )
    .await;
    for (label, slowly) in [("Kept", false), ("Lost", false), ("Keys", true)] {
        let sent = json!({"text_label": label, "text": "kettle", "slowly": slowly});
        let typed = sekme.ok("browser_type", sent).await;
        assert!(typed.receipt().starts_with("Typed \"kettle\" into"), "{}", typed.text);
        let held =
            json!({"expression": format!("document.getElementsByName('{}')[0].value", label.to_lowercase())});
        sekme.ok("browser_evaluate", held).await.has("\"kettle\"");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_way_to_say_that_the_text_stays_is_taken_and_the_contradictory_refused() {
    let (mut sekme, _site) = opened("<label>Name <input id=it></label>").await;
    // Other words each time, or the loop guard would take it for a circle.
    for (turn, (name, value)) in [
        ("mode", json!("append")),
        ("append", json!("true")),
        ("clear", json!(false)),
        ("clear_first", json!("false")),
        ("replace", json!(false)),
        ("overwrite", json!(0)),
        ("keep_existing", json!(true)),
        ("noClear", json!(true)),
    ]
    .into_iter()
    .enumerate()
    {
        sekme.ok("browser_type", json!({"text_label": "Name", "text": format!("Ada{turn}")})).await;
        let mut sent = json!({"text_label": "Name", "text": " L"});
        sent[name] = value;
        let typed = sekme.ok("browser_type", sent).await;
        typed.has(&format!("value: \"Ada{turn} L\""));
        if name != "append" {
            typed.has("read as `append` true");
        }
    }
    let both = json!({"text_label": "Name", "text": "x", "append": true, "clear": true});
    sekme.fails("browser_type", both, "ambiguous").await.has("`append`");
    sekme
        .ok("browser_type", json!({"text_label": "Name", "text": "B", "clear": true}))
        .await
        .has("value: \"B\"");
    for fields in [
        json!({"fields": [{"ref": "Name", "text": "o", "append": true}]}),
        json!({"fields": {"Name": "b"}, "clear": false}),
    ] {
        sekme.ok("browser_fill", fields).await;
    }
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("value: \"Bob\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_without_a_form_is_no_search_by_its_name_and_a_missing_ref_names_the_field() {
    let (mut sekme, site) =
        opened("<label>Question <input name=q></label> <a href=/results>Results</a>").await;
    let sent = json!({"text_label": "Question", "text": "kettle", "submit": true});
    sekme.fails("browser_type", sent, "not-actionable").await.has("nothing submits it");
    assert!(!site.asked().iter().any(|path| path.contains("kettle")), "{:?}", site.asked());
    let unnamed = sekme.fails("browser_type", json!({"text": "kettle"}), "invalid-input").await;
    unnamed.has("no field is named").has("hint: for e").has("textbox \"Question\", add \"ref\": \"e");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_held_during_a_click_or_the_click_is_refused() {
    let (mut sekme, _site) = opened(
        "<button id=it>Pick</button> <p role=status id=did></p>
         <script>it.addEventListener('click', (event) => {
           did.textContent = ['ctrlKey', 'shiftKey', 'altKey', 'metaKey'].filter((key) => event[key]).join(' ') || 'plain';
         });</script>",
    )
    .await;
    for (sent, heard) in [
        (json!({"text": "Pick", "modifiers": ["Shift"]}), "shiftKey"),
        (json!({"text": "Pick", "modifiers": ["Control", "Alt"]}), "ctrlKey altKey"),
        (json!({"text": "Pick", "modifiers": "none"}), "plain"),
        (json!({"text": "Pick", "modifier": "ctrl+shift"}), "ctrlKey shiftKey"),
        (json!({"text": "Pick", "ctrlKey": true, "alt": true}), "ctrlKey altKey"),
        (json!({"text": "Pick", "modifiers": ["null", ""]}), "plain"),
        (json!({"text": "Pick", "modifiers": ["Meta"]}), "metaKey"),
        (json!({"text": "Pick", "modifiers": []}), "plain"),
    ] {
        sekme.ok("browser_click", sent).await;
        let held = sekme.ok("browser_evaluate", json!({"expression": "did.textContent"})).await;
        held.has(&format!("\"{heard}\""));
    }
    sekme.ok("browser_click", json!({"text": "Pick", "modifiers": ["Shift"]})).await.has("holding Shift");
    sekme.fails("browser_click", json!({"text": "Pick", "modifiers": ["Hyperdrive"]}), "invalid-input").await;
    sekme.fails("browser_hover", json!({"text": "Pick", "modifiers": ["Shift"]}), "invalid-input").await;
}
