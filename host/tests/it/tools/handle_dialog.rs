//! `browser_handle_dialog`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const ASKS: &str = "<title>Asks</title>
<button onclick=\"document.title = confirm('Sure?')\">Confirm</button>
<button onclick=\"document.title = prompt('Name?', 'Nobody')\">Prompt</button>";

#[tokio::test(flavor = "multi_thread")]
async fn the_next_dialog_is_answered_as_arranged_and_a_look_arranges_nothing() {
    let site = Site::serve([("/", Page::html(ASKS))]).await;
    let mut sekme = Sekme::start(["--tools=all", "--dialogs", "dismiss"]).await;
    sekme.fails("browser_handle_dialog", json!({}), "not-found").await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_click", json!({"text": "Confirm"})).await.has("title is now \"false\"");
    let look = sekme.ok("browser_handle_dialog", json!({})).await;
    look.has("the last one: confirm \"Sure?\" was dismissed").has("dialogs are dismissed at once");
    sekme.ok("browser_click", json!({"text": "Prompt"})).await.has("title is now \"null\"");
    sekme.ok("browser_handle_dialog", json!({"accept": true})).await;
    sekme.ok("browser_click", json!({"text": "Confirm"})).await.has("title is now \"true\"");
    sekme.ok("browser_handle_dialog", json!({"prompt_text": "Ada"})).await;
    sekme.ok("browser_click", json!({"text": "Prompt"})).await.has("title is now \"Ada\"");
    sekme.ok("browser_click", json!({"text": "Prompt"})).await.has("title is now \"null\"");
    sekme.ok("browser_handle_dialog", json!({"accept": "false"})).await.has("will be dismissed");
    sekme.ok("browser_handle_dialog", json!({})).await.has("the next one is dismissed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_dialog_is_answered_and_a_look_leaves_it_open() {
    let site = Site::serve([("/", Page::html(ASKS))]).await;
    let mut sekme = Sekme::start(["--tools=all", "--dialogs", "ask"]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_click", json!({"text": "Prompt"})).await;
    for _ in 0..2 {
        sekme
            .ok("browser_handle_dialog", json!({}))
            .await
            .has("Prompt \"Name?\" (it offers \"Nobody\") is open");
    }
    sekme.ok("browser_handle_dialog", json!({"accept": true, "prompt_text": "Ada"})).await;
    sekme.ok("browser_snapshot", json!({})).await.has("\"Ada\"");
}
