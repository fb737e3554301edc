//! Calls that arrive in one burst, without waiting for answers.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn calls_in_one_burst_reach_the_page_in_the_order_they_came_in() {
    let page = "<title>O</title><input id=f aria-label=Field><button onclick='said.textContent=f.value'>Say</button>\
                <p id=said></p>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for round in 0..5 {
        let url = format!("{}?{round}", site.url("/"));
        let mut ids = vec![sekme.post("browser_navigate", &json!({"url": url})).await];
        for letter in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
            let typed = json!({"selector": "#f", "text": letter, "append": true});
            ids.push(sekme.post("browser_type", &typed).await);
        }
        ids.push(sekme.post("browser_click", &json!({"text": "Say"})).await);
        // Those that need no page pass by.
        let status = sekme.post("browser_status", &json!({})).await;
        let mut answers = Vec::new();
        while answers.len() <= ids.len() {
            answers.push(sekme.client.message_unbounded().await);
        }
        let place = |id: u32| answers.iter().position(|answer| answer["id"] == id).expect("answered");
        assert!(ids.iter().map(|id| place(*id)).is_sorted(), "answered in order");
        assert!(place(status) < ids.len(), "the status waited for all of them");
        let last = answers[place(ids[ids.len() - 1])].to_string();
        assert!(last.contains("abcdefghij"), "{last}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watch_that_waits_lets_later_calls_do_what_it_waits_for() {
    let page = "<title>W</title><button onclick=\"fetch('/data')\">Load</button>";
    let site = Site::serve([("/", Page::html(page)), ("/data", Page::html("x"))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_monitor", json!({"action": "start"})).await;
    let waiting = sekme
        .post("browser_monitor", &json!({"action": "wait", "filter": "/data", "timeout_ms": 20_000}))
        .await;
    let click = sekme.post("browser_click", &json!({"text": "Load"})).await;
    let mut answers = Vec::new();
    for _ in 0..2 {
        answers.push(sekme.client.message_unbounded().await);
    }
    let seen = answers.iter().find(|answer| answer["id"] == waiting).expect("answered").to_string();
    assert!(seen.contains("/data"), "{seen}");
    assert!(answers.iter().any(|answer| answer["id"] == click));
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_waits_for_what_was_sent_before_it() {
    let form =
        "<title>F</title><form action=/got><input name=q aria-label=Query><button>Send</button></form>";
    let site = Site::serve([("/", Page::html(form)), ("/got", Page::html("<title>Got</title>"))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let ids = [
        sekme.post("browser_type", &json!({"text_label": "Query", "text": "x"})).await,
        sekme.post("browser_click", &json!({"text": "Send"})).await,
        sekme.post("browser_close", &json!({"what": "browser"})).await,
    ];
    for (id, words) in ids.into_iter().zip(["Typed", "Clicked", "Closed the browser"]) {
        sekme.answer(id).await.has(words);
    }
    assert!(site.was_asked("/got"));
}
