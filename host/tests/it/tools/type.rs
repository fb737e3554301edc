//! `browser_type`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// A document around some fields. `did()` writes into the status line, which every view shows.
fn page(body: &str) -> Page {
    Page::html(&format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fields</title><body>\
         <p role=\"status\" id=\"did\"></p><script>const did = (what) => {{ \
         document.getElementById('did').textContent = what; }};</script>{body}</body></html>"
    ))
}

async fn opened(body: &str) -> (Sekme, Site) {
    let site =
        Site::serve([("/", page(body)), ("/sent", Page::html("<title>Sent</title><p>Thank you"))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    (sekme, site)
}

/// What script of the page says that an expression is.
async fn value(sekme: &mut Sekme, expression: &str) -> String {
    sekme.ok("browser_evaluate", json!({"expression": expression})).await.text
}

#[tokio::test(flavor = "multi_thread")]
async fn text_is_typed_replaced_appended_and_cleared() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/controlled")).await;
    let name = view.reference(&["textbox", "Name"]);
    for (sent, value) in [
        (json!({"ref": name, "text": "héllo 😀 日本"}), "value: \"héllo 😀 日本\""),
        (json!({"ref": name, "text": "Ada"}), "value: \"Ada\""),
        (json!({"ref": name, "text": " L.", "append": true}), "value: \"Ada L.\""),
        (json!({"ref": name, "text": "Cahit ğüş", "slowly": true}), "value: \"Cahit ğüş\""),
        (json!({"text_label": "Name", "value": "by label"}), "value: \"by label\""),
        (json!({"selector": "input", "text": "by selector"}), "value: \"by selector\""),
        (json!({"ref": name, "text": "שלום e\u{301} 👩‍👩‍👧"}), "שלום e\u{301} 👩‍👩‍👧"),
    ] {
        sekme.ok("browser_type", sent).await.has(value);
    }
    let cleared = sekme.ok("browser_type", json!({"ref": name, "text": ""})).await;
    assert!(!cleared.text.contains("value: \"by"), "{}", cleared.text);
    cleared.has("Cleared ");
    sekme.fails("browser_type", json!({"ref": name}), "invalid-input").await.has("`text` is missing");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_type_of_input_takes_what_people_write_and_says_what_it_holds() {
    let (mut sekme, _site) = opened(
        "<label>Mail <input type=email></label> <label>Phone <input type=tel></label>
         <label>Page <input type=url></label> <label>Query <input type=search></label>
         <label>Count <input type=number min=1 max=9000 step=any onchange=\"did('count is ' + value)\"></label>
         <label>Whole <input type=number></label>
         <label>Size <input type=range min=40 max=70></label> <label>Ink <input type=color></label>
         <label>Day <input type=date min=2026-01-01 max=2026-12-31 onchange=\"did('day is ' + value)\"></label>
         <label>Hour <input type=time></label> <label>Moment <input type=datetime-local></label>
         <label>Month <input type=month></label> <label>Week <input type=week></label>
         <label>Essay <textarea></textarea></label>",
    )
    .await;
    for (label, text, holds) in [
        ("Mail", "ada@example.org", "ada@example.org"),
        ("Phone", "0555 123 45 67", "0555 123 45 67"),
        ("Page", "https://example.org/", "https://example.org/"),
        ("Query", "kettle", "kettle"),
        ("Count", "12,5", "12.5"),
        ("Count", "1.234,5", "1234.5"),
        ("Whole", "1,234", "1234"),
        ("Size", "60", "60"),
        ("Ink", "#336699", "#336699"),
        ("Ink", "rebeccapurple", "#663399"),
        ("Day", "31.12.2026", "2026-12-31"),
        ("Day", "12/30/2026", "2026-12-30"),
        ("Hour", "9:05 pm", "21:05"),
        ("Moment", "2026-12-31 21:05", "2026-12-31T21:05"),
        ("Month", "December 2026", "2026-12"),
        ("Week", "2026-W53", "2026-W53"),
        ("Essay", "one\n\ttwo", "one⏎two"),
    ] {
        let typed = sekme.ok("browser_type", json!({"text_label": label, "text": text})).await;
        typed.has(&format!("value: \"{holds}\""));
        if text != holds && label != "Essay" {
            typed.has(&format!("read as {holds}"));
        }
        let said = match label {
            "Count" => "count is ",
            "Day" => "day is ",
            _ => continue,
        };
        // Leaving the field is part of it: pages take the value for final then.
        typed.has(&format!("{said}{holds}"));
    }
    assert_eq!(value(&mut sekme, "document.querySelector('textarea').value").await, "\"one\\n\\ttwo\"");
    for (label, text, says, advice) in [
        ("Day", "03/04/2026", "may be 2026-04-03 or 2026-03-04", "YYYY-MM-DD"),
        ("Day", "next week", "is no date", "for example 2026-12-31"),
        ("Day", "2027-01-01", "above the greatest value", "2026-01-01 to 2026-12-31"),
        ("Count", "0", "below the least value", "1 to 9000"),
        ("Whole", "1.5", "between its steps", "whole numbers"),
        ("Hour", "25:00", "is no time", "for example 21:05"),
        ("Ink", "bluish", "is no colour", "#336699"),
        ("Size", "", "cannot be cleared", "number"),
    ] {
        let sent = json!({"text_label": label, "text": text});
        sekme.fails("browser_type", sent, "invalid-input").await.has(says).has(advice);
    }
    // A refused text changes nothing; an empty one clears.
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("value: \"2026-12-30\"");
    for label in ["Day", "Count", "Mail", "Essay"] {
        sekme.ok("browser_type", json!({"text_label": label, "text": ""})).await.has("Cleared ");
    }
    assert_eq!(value(&mut sekme, "document.querySelector('[type=date]').value").await, "\"\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_page_makes_of_a_text_is_told_and_never_passed_off_as_what_was_typed() {
    let (mut sekme, _site) = opened(
        "<label>Code <input oninput=\"value = value.toUpperCase()\"></label>
         <label>Digits <input oninput=\"value = value.replace(/\\D/g, '')\"></label>
         <label>Short <input maxlength=3></label>
         <label>Fixed <input value=old oninput=\"value = 'old'\"></label>
         <label>Town <input oninput=\"if (value === 'Ist') value = 'Istanbul'\"></label>
         <label>Card <input id=card placeholder=\"____ ____\"></label>
         <label>Phone <input id=phone></label>
         <script>
           card.addEventListener('keydown', (event) => {
             if (!/^\\d$/.test(event.key)) return;
             event.preventDefault();
             card.value = (card.value + event.key).replace(/\\D/g, '').replace(/(\\d{4})(?=\\d)/g, '$1 ');
           });
           phone.addEventListener('input', () => {
             const d = phone.value.replace(/\\D/g, '').slice(0, 10);
             phone.value = d.length > 6 ? `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}` : d;
           });
         </script>",
    )
    .await;
    for (label, text, says) in [
        ("Code", "ada", "changed its form, so it holds \"ADA\""),
        ("Card", "12345678", "changed its form, so it holds \"1234 5678\""),
        ("Phone", "5551234567", "changed its form, so it holds \"(555) 123-4567\""),
        ("Digits", "12ab", ", but it holds \"12\""),
        ("Short", "abcdef", ", but it holds \"abc\" (it takes at most 3 characters)"),
        ("Town", "Ist", "added to it, so it holds \"Istanbul\""),
    ] {
        let typed = sekme.ok("browser_type", json!({"text_label": label, "text": text})).await;
        assert!(typed.receipt().contains(says), "{label}: {}", typed.receipt());
    }
    let fixed = json!({"text_label": "Fixed", "text": "new"});
    sekme.fails("browser_type", fixed, "not-actionable").await.has("does not take \"new\": it holds \"old\"");
    let half = json!({"text_label": "Short", "text": "abcdef", "submit": true});
    sekme.fails("browser_type", half, "not-actionable").await.has("it was not submitted");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_text_field_is_never_clicked_but_explained() {
    let (mut sekme, _site) = opened(
        "<label><input type=checkbox onclick=\"did('clicked')\"> Terms</label>
         <label><input type=radio onclick=\"did('clicked')\"> Express</label>
         <div role=switch tabindex=0 onclick=\"did('clicked')\" aria-checked=false>News</div>
         <button onclick=\"did('clicked')\">Delete all</button> <a href=/sent>Leave</a>
         <label>Photo <input type=file></label>
         <div role=combobox tabindex=0 aria-expanded=false aria-label=Colour onclick=\"did('clicked')\">Red</div>
         <label>Size <select><option>Small</option><option>Medium</option><option>Medium plus</option></select></label>
         <label>Name <input></label> <label>Off <input disabled></label> <label>Fixed <input readonly value=1></label>",
    )
    .await;
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    for (words, says, advice) in [
        ("Terms", "takes no text", "use browser_click to set it"),
        ("Express", "takes no text", "use browser_click to set it"),
        ("News", "takes no text", "use browser_click to set it"),
        ("Delete all", "is no text field", "textbox \"Name\""),
        ("Leave", "is no text field", "textbox \"Name\""),
        ("Photo", "takes files", "with the paths"),
        ("Colour", "is a list", "with its option"),
        ("Off", "is disabled", "choose another field"),
        ("Fixed", "is read-only", "choose another field"),
    ] {
        let sent = json!({"ref": view.reference(&[words]), "text": "x"});
        let refused = sekme.fails("browser_type", sent, "not-actionable").await;
        refused.has(says).has(advice);
        assert!(!refused.text.contains("clicked"), "{words}: {}", refused.text);
    }
    let size = view.reference(&["Size"]);
    sekme.ok("browser_type", json!({"ref": size, "text": "medium"})).await.has("Chose \"Medium\" in");
    let none = json!({"ref": size, "text": "huge"});
    sekme.fails("browser_type", none, "not-found").await.has("\"Medium plus\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_control_that_says_it_opens_a_field_is_pressed_and_the_field_typed_into() {
    let (mut sekme, _site) = opened(
        "<button class=search-toggle aria-label=Find onclick=\"box.hidden = false; q.focus()\">o</button>
         <div id=box hidden><label>Words <input id=q></label></div>
         <label for=inside id=text>Nickname</label> <div><input id=inside></div>
         <div role=combobox aria-label=Fruit tabindex=-1><input aria-label=Fruit></div>",
    )
    .await;
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    let typed = sekme.ok("browser_type", json!({"ref": view.reference(&["Find"]), "text": "kettle"})).await;
    typed.has("is no text field; clicked it and typed into").has("value: \"kettle\"");
    sekme.ok("browser_type", json!({"selector": "#text", "text": "Ada"})).await.has("value: \"Ada\"");
    sekme
        .ok("browser_type", json!({"selector": "[role=combobox]", "text": "fig"}))
        .await
        .has("value: \"fig\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_in_frames_and_shadow_trees_and_late_ones_are_typed_into() {
    let (mut sekme, _site) = opened(
        "<iframe srcdoc=\"<label>Inner <input></label>\" width=300 height=60></iframe>
         <div id=host></div>
         <label>Late <input id=late disabled></label> <button onclick=\"setTimeout(() => late.disabled = false, 300)\">Go</button>
         <script>host.attachShadow({mode: 'open'}).innerHTML = '<label>Shady <input></label>'</script>",
    )
    .await;
    for label in ["Inner", "Shady"] {
        let typed =
            sekme.ok("browser_type", json!({"text_label": label, "text": format!("in {label}")})).await;
        typed.has(&format!("value: \"in {label}\""));
    }
    sekme.ok("browser_click", json!({"text": "Go"})).await;
    sekme.ok("browser_type", json!({"selector": "#late", "text": "now"})).await.has("value: \"now\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn slowly_presses_keys_and_submit_sends() {
    let (mut sekme, _site) = opened(
        "<form action=/sent><label>Name <input id=n name=n></label></form>
         <script>const keys = []; n.addEventListener('keydown', (event) => {
           keys.push(event.key); did(keys.join('') + (event.isTrusted ? ' trusted' : '')); });</script>",
    )
    .await;
    sekme
        .ok("browser_type", json!({"text_label": "Name", "text": "Ab1", "slowly": true}))
        .await
        .has("Ab1 trusted");
    let sent = sekme.ok("browser_type", json!({"text_label": "Name", "text": "Ada", "submit": true})).await;
    sent.has("submitted by Enter").has("Sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_filled_and_stands_nowhere() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let (user, password) = (view.reference(&["User name"]), view.reference(&["Password"]));
    sekme.ok("browser_type", json!({"ref": user, "text": "ada"})).await;
    let typed = sekme.ok("browser_type", json!({"ref": password, "text": "lovelace", "submit": true})).await;
    typed.has("Typed 8 characters").has("Welcome, ada");
    assert!(!typed.text.contains("lovelace"), "{}", typed.text);
    let records = serde_json::to_string(&sekme.audit()).unwrap();
    assert!(!records.contains("lovelace") && records.contains("***"), "{records}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_editor_keeps_line_breaks_appends_and_is_cleared() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/rich")).await;
    let note = view.reference(&["Note"]);
    let typed = sekme.ok("browser_type", json!({"ref": note, "text": "line one\nline two"})).await;
    assert!(typed.receipt().starts_with("Typed \"line one⏎line two\" into"), "{}", typed.text);
    assert!(!typed.receipt().contains("holds \""), "{}", typed.text);
    sekme
        .ok("browser_type", json!({"ref": note, "text": " and more", "append": true}))
        .await
        .has("line two and more");
    let cleared = sekme.ok("browser_type", json!({"ref": note, "text": ""})).await;
    assert!(!cleared.text.contains("line one"), "{}", cleared.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_spread_over_its_row_and_suggestions_are_left_to_the_page() {
    let (mut sekme, _site) = opened(
        "<div id=row><input aria-label=Code maxlength=1><input maxlength=1><input maxlength=1><input maxlength=1></div>
         <label>Town <input id=town role=combobox aria-expanded=false aria-controls=list></label><ul id=list role=listbox hidden></ul>
         <label>Listed <input list=data></label><datalist id=data><option>Ankara</datalist>
         <script>
           row.addEventListener('input', (event) => event.target.nextElementSibling?.focus());
           town.addEventListener('input', () => {
             list.hidden = false;
             list.innerHTML = `<li role=option>${town.value}anbul</li>`;
           });
           town.addEventListener('keydown', (event) => {
             if (event.key === 'Enter') { town.value = list.textContent; list.hidden = true; }
           });
         </script>",
    )
    .await;
    sekme.ok("browser_type", json!({"text_label": "Code", "text": "1234"})).await;
    let row = value(&mut sekme, "[...row.children].map((one) => one.value).join('')").await;
    assert_eq!(row, "\"1234\"");
    let half = sekme.ok("browser_type", json!({"text_label": "Code", "text": "12345"})).await;
    assert!(half.receipt().contains("but it holds \"1234\""), "{}", half.receipt());
    let offered = sekme.ok("browser_type", json!({"text_label": "Town", "text": "Ist"})).await;
    offered.has("option \"Istanbul\"");
    let chosen = sekme.ok("browser_type", json!({"text_label": "Town", "text": "Ist", "submit": true})).await;
    chosen.has("now holds \"Istanbul\": the page may have chosen that instead of sending");
    sekme
        .ok("browser_type", json!({"text_label": "Listed", "text": "Anywhere"}))
        .await
        .has("value: \"Anywhere\"");
}
