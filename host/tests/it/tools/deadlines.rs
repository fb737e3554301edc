//! `timeout_ms` of every tool that waits for a page: the call ends when it was told to.

use serde_json::{Value, json};

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const PAGE: &str = "<title>Deadlines</title><button>Go</button><input aria-label=Name><input type=file aria-label=File>\
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
        ("browser_file_upload", json!({"ref": "textbox \"Name\"", "paths": ["Cargo.toml"]})),
        ("browser_history", json!({"action": "reload"})),
        ("browser_back", json!({})),
        ("browser_forward", json!({})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn no_action_goes_on_after_the_time_it_was_given() {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start(["--tools", "all"]).await;
    for path in ["/", "/?second", "/?third"] {
        sekme.open(&site.url(path)).await;
    }
    sekme.ok("browser_back", json!({})).await;
    for (tool, mut arguments) in calls() {
        // Less than a single question to Chrome takes.
        arguments["timeout_ms"] = json!(1);
        let told = sekme.call(tool, arguments).await;
        assert!(told.is_error && told.text.starts_with("error[timed-out]"), "{tool}: {}", told.text);
    }
}
