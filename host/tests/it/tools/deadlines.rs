//! `timeout_ms` of every tool that waits for a page: while one is stuck, the call ends when it was told to.

use serde_json::{Value, json};

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const PAGE: &str = "<title>Stuck</title><button>Go</button><input aria-label=Name><input type=file aria-label=File>\
    <select aria-label=Size><option>S<option>M</select><label><input type=checkbox>Terms</label><p draggable=true>Card</p>";

/// Every tool that takes a deadline, with what it would do.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("browser_click", json!({"selector": "button"})),
        ("browser_type", json!({"selector": "input", "text": "x"})),
        ("browser_select", json!({"selector": "select", "option": "M"})),
        ("browser_hover", json!({"selector": "button"})),
        ("browser_press_key", json!({"key": "Enter"})),
        ("browser_scroll", json!({"direction": "down"})),
        ("browser_check", json!({"selector": "input[type=checkbox]"})),
        ("browser_drag", json!({"selector": "p", "dx": 9})),
        ("browser_upload", json!({"selector": "input[type=file]", "paths": ["Cargo.toml"]})),
        ("browser_fill", json!({"fields": [{"label": "Name", "text": "x"}]})),
        ("browser_wait_for", json!({"text": "never there"})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stuck_page_is_waited_for_as_long_as_was_said() {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start(["--tools", "all"]).await;
    for (number, (tool, mut arguments)) in calls().into_iter().enumerate() {
        sekme.open(&site.url(&format!("/?{number}"))).await;
        // Without a deadline the script is ended after eight seconds, and the call goes on.
        let stuck = "setTimeout(() => { for (;;); }), 1";
        sekme.ok("browser_evaluate", json!({"expression": stuck})).await;
        arguments["timeout_ms"] = json!(300);
        sekme.fails(tool, arguments, "timed-out").await;
    }
}
