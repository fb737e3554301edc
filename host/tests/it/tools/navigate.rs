//! `browser_navigate`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Gate, Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn addresses_are_opened_repaired_or_refused() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let calm = pages.url("/chaos/calm");
    let bare = calm.trim_start_matches("http://").to_owned();
    for sent in [
        json!({"url": calm}),
        json!({"url": format!("{bare}?2")}),
        json!({"url": format!("<{calm}?3>")}),
        json!({"href": format!("{calm}?4")}),
    ] {
        sekme.ok("browser_navigate", sent).await.has("\"Calm\" — http://127.0.0.1:");
    }
    for sent in ["file:///etc/passwd", "javascript:alert(1)", "chrome://settings", "no address"] {
        sekme.fails("browser_navigate", json!({"url": sent}), "invalid-input").await;
    }
    sekme.fails("browser_navigate", json!({}), "invalid-input").await.has("`url` is missing");
    sekme.fails("browser_navigate", json!({"url": calm, "waituntil": "x"}), "invalid-input").await;
    let unknown = sekme.ok("browser_navigate", json!({"url": calm, "wait": 1})).await;
    unknown.has("`wait` is not known and was ignored; did you mean `wait_until`?");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_instead_of_a_page_is_said() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/404")).await.has("(HTTP 404)");
    sekme.open(&pages.url("/chaos/redirects")).await.has("redirects?n=0");
    sekme.open(&pages.url("/chaos/calm#part")).await.has("calm#part");
    sekme.open(&pages.url("/files/report.pdf")).await.has("is a download; the page stays").has("Calm");
    let loops = json!({"url": pages.url("/chaos/redirect-loop")});
    let looped = sekme.fails("browser_navigate", loops, "navigation-failed").await;
    looped.has("redirects in a circle").has("the tab shows an error page now");
    let nothing = json!({"url": pages.url("/chaos/204")});
    sekme.ok("browser_history", json!({"action": "back"})).await.has("Calm");
    sekme
        .fails("browser_navigate", nothing, "navigation-failed")
        .await
        .has("the tab still shows http://127.0.0.1");
    let silent = json!({"url": pages.url("/chaos/silent"), "timeout_ms": 500});
    sekme.fails("browser_navigate", silent, "timed-out").await.has("did not answer in");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_never_finishes_loading_is_shown_as_far_as_it_is_there() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/chaos/slow-subresource", "/chaos/trickle", "/chaos/cut"] {
        let sent = json!({"url": pages.url(path), "timeout_ms": 1500});
        sekme.ok("browser_navigate", sent).await.has("still loading after");
    }
    let early = json!({"url": pages.url("/chaos/slow-subresource"), "wait_until": "domcontentloaded"});
    let answer = sekme.ok("browser_navigate", early).await;
    assert!(!answer.text.contains("still loading"), "{}", answer.text);
    answer.has("Use me");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_wait_for_an_idle_network_waits_for_what_a_loaded_page_asks_for() {
    let gate = Gate::closed();
    let page = Page::html("<title>Asking</title><p>There</p><script>onload = () => fetch('/late')</script>");
    let site = Site::serve([("/", page), ("/late", Page::html("late").behind(&gate))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let mut sent = json!({"url": site.url("/"), "wait_until": "load", "timeout_ms": 1500});
    let loaded = sekme.ok("browser_navigate", sent.clone()).await;
    assert!(!loaded.text.contains("still loading"), "{}", loaded.text);
    sent["wait_until"] = json!("networkidle");
    sekme.ok("browser_navigate", sent.clone()).await.has("still loading after").has("There");
    gate.open();
    let idle = sekme.ok("browser_navigate", sent).await;
    assert!(!idle.text.contains("still loading"), "{}", idle.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_are_answered_and_told() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/alert")).await.has("alert dialog \"Welcome to the page\" was accepted");
    sekme.open(&pages.url("/chaos/alert-loop")).await;
    let page = sekme.open(&pages.url("/chaos/before-unload")).await;
    let note = page.reference(&["textbox"]);
    sekme.ok("browser_type", json!({"ref": note, "text": "x"})).await;
    sekme.open(&pages.url("/chaos/calm")).await.has("leave-page question was accepted").has("Calm");
}
