//! `browser_fill`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const FORM: &str = "<!doctype html><html lang=\"en\"><title>Order</title><body><form action=/sent>
    <label>Name <input name=name required></label> <label>E-mail <input name=mail type=email required></label>
    <label>Day <input name=day type=date></label> <label>Note <textarea name=note></textarea></label>
    <label>Secret <input name=secret type=password></label>
    <label><input type=checkbox name=bell> Bell</label> <label><input type=checkbox name=light checked> Light</label>
    <label><input type=radio name=way value=post checked> Post</label> <label><input type=radio name=way value=van> Van</label>
    <label>Model <select name=model><option>City</option><option>Touring</option></select></label>
    <label>Off <input name=off disabled></label> <button>Send</button></form>";

async fn opened() -> (Sekme, Site) {
    let site =
        Site::serve([("/", Page::html(FORM)), ("/sent", Page::html("<title>Sent</title><p>Thank you"))])
            .await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/")).await;
    (sekme, site)
}

/// What the form would send.
async fn form(sekme: &mut Sekme) -> String {
    let expression = "new URLSearchParams(new FormData(document.forms[0])).toString()";
    sekme.ok("browser_evaluate", json!({"expression": expression})).await.text
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_of_every_kind_are_filled_in_one_call_by_ref_and_by_name() {
    let (mut sekme, _site) = opened().await;
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    let name = view.reference(&["textbox", "Name"]);
    let filled = sekme
        .ok(
            "browser_fill",
            json!({"fields": [
                {"ref": name, "text": "Ada"}, {"label": "E-mail", "value": "ada@example.org"},
                {"name": "Day", "type": "textbox", "value": "31.12.2026"}, {"ref": "Bell", "value": true},
                {"ref": "Light", "text": "false"}, {"ref": "Van", "text": "true"}, {"ref": "Model", "text": "Touring"},
                {"selector": "textarea", "text": "two\nlines"}, {"ref": "Secret", "text": "s3cret-word"}
            ]}),
        )
        .await;
    filled.has("Filled 9 fields").has("checked").has("read as 2026-12-31");
    assert!(!filled.text.contains("s3cret-word"), "{}", filled.text);
    let sent = form(&mut sekme).await;
    for part in
        ["name=Ada", "mail=ada%40example.org", "day=2026-12-31", "bell=on", "way=van", "model=Touring"]
    {
        assert!(sent.contains(part), "{part}: {sent}");
    }
    assert!(!sent.contains("light=on"), "{sent}");
    let records = serde_json::to_string(&sekme.audit()).unwrap();
    assert!(!records.contains("s3cret-word"), "{records}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_fails_is_told_and_the_others_are_filled_but_nothing_is_sent() {
    let (mut sekme, site) = opened().await;
    let fields = json!({"Name": "Ada", "Off": "x", "Day": "soon", "E-mail": "ada@example.org"});
    let failed = sekme.call("browser_fill", json!({"fields": fields, "submit": true})).await;
    assert!(failed.is_error, "{}", failed.text);
    failed
        .has("2 of 4 fields were not filled; nothing was submitted")
        .has("is disabled")
        .has("is no date")
        .has("done: ");
    let sent = form(&mut sekme).await;
    assert!(sent.contains("name=Ada") && sent.contains("mail=ada%40example.org"), "{sent}");
    assert!(!site.was_asked("/sent"));
}

#[tokio::test(flavor = "multi_thread")]
async fn submit_sends_the_form_and_text_in_json_is_read() {
    let (mut sekme, _site) = opened().await;
    let fields = "{\"Name\": \"Ada\", \"E-mail\": \"ada@example.org\", \"Bell\": true}";
    let sent = sekme.ok("browser_fill", json!({"fields": fields, "submit": true})).await;
    sent.has("submitted by Enter").has("Sent").has("name=Ada").has("bell=on");
    sekme
        .fails("browser_fill", json!({"fields": "Ada"}), "invalid-input")
        .await
        .has("for example {\"fields\"");
    sekme.fails("browser_fill", json!({}), "invalid-input").await.has("`fields` is missing");
}
