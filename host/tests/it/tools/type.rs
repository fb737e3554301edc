//! `browser_type`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;

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
    ] {
        sekme.ok("browser_type", sent).await.has(value);
    }
    let cleared = sekme.ok("browser_type", json!({"ref": name, "text": ""})).await;
    assert!(!cleared.text.contains("value: \"by"), "{}", cleared.text);
    cleared.has("Cleared ");
    sekme.fails("browser_type", json!({"ref": name}), "invalid-input").await.has("`text` is missing");
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
async fn an_editor_keeps_line_breaks() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/rich")).await;
    let note = view.reference(&["Note"]);
    let typed = sekme.ok("browser_type", json!({"ref": note, "text": "line one\nline two"})).await;
    assert!(!typed.text.contains("not what was typed"), "{}", typed.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_field_and_opens_none_is_refused_with_the_fields_there_are() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let checkbox = view.reference(&["Remember me"]);
    let refused = sekme.fails("browser_type", json!({"ref": checkbox, "text": "x"}), "not-actionable").await;
    refused.has("fields on this page: ").has("User name");
}
