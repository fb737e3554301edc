//! `browser_tabs`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

async fn site() -> Site {
    Site::serve([
        ("/a", Page::html("<title>Ada</title><a href=/b target=_blank>Open Bob</a><button>In Ada</button>")),
        ("/b", Page::html("<title>Bob</title><button>In Bob</button>")),
        ("/c", Page::html("<title>Cleo</title><button>In Cleo</button>")),
        ("/many", Page::html("<title>Many</title>")),
    ])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn tabs_are_listed_switched_opened_and_closed_under_ids_that_stay() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.ok("browser_tabs", json!({"action": "list"})).await.has("No tab is open");
    sekme.fails("browser_tabs", json!({"action": "switch", "index": 0}), "not-found").await;
    let view = sekme.open(&site.url("/a")).await;
    sekme.ok("browser_tabs", json!({"action": "list"})).await.has("1 tab is open").has("0: t1* Ada — http");
    let link = view.reference(&["Open Bob"]);
    sekme.ok("browser_click", json!({"ref": link})).await.has("opened t2 (new tab)").has("In Bob");
    let new = sekme.ok("browser_tabs", json!({"action": "new", "url": site.url("/c")})).await;
    new.has("t3 is a new tab and current").has("In Cleo");
    let list = sekme.ok("browser_tabs", json!({"action": "list"})).await;
    list.has("3 tabs are open").has("0: t1 Ada").has("1: t2 Bob").has("2: t3* Cleo");
    for (named, receipt, shows) in [
        (json!({"tab": "t1"}), "Switched to t1 \"Ada\"", "In Ada"),
        (json!({"index": 1}), "Switched to t2 \"Bob\"", "In Bob"),
        (json!({"tab": "[t3]"}), "Switched to t3 \"Cleo\"", "In Cleo"),
        (json!({"tab_id": 3}), "t3 \"Cleo\" was current already", "Cleo"),
        (json!({"tab": "t2"}), "Switched to t2 \"Bob\"", "In Bob"),
    ] {
        let mut sent = named.clone();
        sent["action"] = json!("switch");
        let answer = sekme.ok("browser_tabs", sent).await;
        assert!(answer.receipt().starts_with(receipt), "{named}: {}", answer.text);
        answer.has(shows);
    }
    let missing = sekme.fails("browser_tabs", json!({"action": "switch", "tab": "t9"}), "not-found").await;
    missing.has("no open tab t9").has("1: t2* Bob");
    sekme.fails("browser_tabs", json!({"action": "switch", "index": 3}), "not-found").await;
    sekme.fails("browser_tabs", json!({"action": "switch"}), "invalid-input").await;
    sekme.fails("browser_tabs", json!({"action": "switch", "tab": "e3"}), "invalid-input").await;
    // The opener is gone back to, not the neighbour.
    let closed = sekme.ok("browser_tabs", json!({"action": "close"})).await;
    closed.has("Closed t2 \"Bob\"; t1 \"Ada\" is current").has("In Ada");
    sekme.ok("browser_tabs", json!({"action": "close", "tab": "t3"})).await.has("t1 \"Ada\" is current");
    let new = sekme.ok("browser_tabs", json!({"action": "new"})).await;
    new.has("t4 is a new tab and current");
    sekme.ok("browser_tabs", json!({"action": "close", "index": 0})).await.has("t4 (about:blank) is current");
    let last = sekme.ok("browser_tabs", json!({"action": "close"})).await;
    last.has("Closed t4").has("t5 (about:blank) is current").has("that was the last tab");
    sekme.ok("browser_tabs", json!({"action": "list"})).await.has("1 tab is open");
    sekme.open(&site.url("/a")).await.has("In Ada");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tabs_do_not_flood_the_answers() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/many")).await;
    for number in 0..30 {
        let url = site.url(&format!("/b?{number}"));
        sekme.ok("browser_tabs", json!({"action": "new", "url": url})).await;
    }
    sekme.ok("browser_tabs", json!({"action": "switch", "tab": "t1"})).await;
    let list = sekme.ok("browser_tabs", json!({"action": "list"})).await;
    list.has("31 tabs are open").has("0: t1* Many").has("30: t31 Bob").has("+11 more tabs");
    assert!(list.text.lines().count() <= 23, "{}", list.text);
    let view = sekme.ok("browser_snapshot", json!({})).await;
    let tabs = view.text.lines().find(|line| line.starts_with("TABS ")).unwrap();
    assert!(tabs.len() < 500 && tabs.contains("t1*") && tabs.contains("more; browser_tabs"), "{tabs}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_stands_on_a_page_is_no_news_when_it_is_gone_back_to() {
    let site = Site::serve([
        ("/", Page::html("<title>One</title><p role=alert>Sale ends today</p><a href=/two>Two</a>")),
        ("/two", Page::html("<title>Two</title><p role=status>All read</p>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    view.has("MESSAGE \"Sale ends today\"");
    let two = view.reference(&["Two"]);
    sekme.ok("browser_click", json!({"ref": two})).await;
    let back = sekme.ok("browser_history", json!({"action": "back"})).await;
    assert!(!back.receipt().contains("Sale"), "{}", back.text);
    sekme.ok("browser_tabs", json!({"action": "new", "url": site.url("/two")})).await;
    let switched = sekme.ok("browser_tabs", json!({"action": "switch", "tab": "t1"})).await;
    assert!(!switched.receipt().contains("Sale"), "{}", switched.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_window_that_closes_itself_its_opener_is_current_and_a_window_of_its_own_is_told() {
    let page = "<title>Home</title><button onclick='window.open(`/window`)'>Login</button><a href=/other>Elsewhere</a>";
    let site = Site::serve([
        ("/", Page::html(page)),
        ("/other", Page::html("<title>Other</title>")),
        (
            "/window",
            Page::html("<title>Window</title><button onclick='window.open(`/window?2`)'>Next</button>"),
        ),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_tabs", json!({"action": "new", "url": site.url("/other")})).await;
    sekme.ok("browser_tabs", json!({"action": "switch", "tab": "t1"})).await;
    sekme.ok("browser_click", json!({"text": "Login"})).await.has("t3");
    sekme.ok("browser_evaluate", json!({"expression": "setTimeout(close, 300), 1"})).await;
    while sekme.ok("browser_tabs", json!({"action": "list"})).await.text.contains("t3") {}
    sekme.ok("browser_tabs", json!({"action": "list"})).await.has("t1* Home");
    let closed = sekme.fails("browser_press_key", json!({"key": "Enter"}), "browser-gone").await;
    closed.has("tab t3 was closed, and t1 is the current tab now").has("link \"Elsewhere\"");

    sekme.ok("browser_click", json!({"text": "Login"})).await.has("t4");
    sekme.ok("browser_click", json!({"text": "Next"})).await.has("t5");
    let both = "setTimeout(() => { opener.close(); close() }, 300), 1";
    sekme.ok("browser_evaluate", json!({"expression": both})).await;
    while sekme.ok("browser_tabs", json!({"action": "list"})).await.text.contains(" Window ") {}
    let closed = sekme.fails("browser_press_key", json!({"key": "Enter"}), "browser-gone").await;
    closed.has("tab t5 was closed, and t1 is the current tab now");

    let shifted = sekme.ok("browser_click", json!({"text": "Elsewhere", "modifiers": ["Shift"]})).await;
    assert!(!shifted.text.contains("NO CHANGE"), "{}", shifted.text);
    shifted.has("t6").has("Other");
}
