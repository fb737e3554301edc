//! `browser_monitor`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Gate, Page, Site};

const BUSY: &str = "<title>Busy</title><script>
fetch('/api/cart?access_token=hush', {method: 'POST', body: '1'});
fetch('/missing');
console.error('Cart is', 'empty', 3);
console.log('hello');
const image = new Image(); image.src = 'data:image/png;base64,' + 'A'.repeat(4000);
new WebSocket('ws://127.0.0.1:1/live');
setTimeout(() => { throw new Error('Broken on purpose') });
</script><iframe src='http://localhost:{port}/frame'></iframe>
<button onclick=\"fetch('/late')\">Ask</button><button onclick=\"fetch('/late', {cache: 'no-store'})\">Again</button>";

#[tokio::test(flavor = "multi_thread")]
async fn requests_console_lines_and_errors_are_told_until_it_is_stopped() {
    let site = Site::serve([
        ("/", Page::html(BUSY)),
        ("/api/cart", Page::html("{}").status(201)),
        ("/frame", Page::html("<script>fetch('/from-frame')</script>")),
        ("/from-frame", Page::html("{}")),
    ])
    .await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    sekme.ok("browser_monitor", json!({"action": "stop"})).await.has("Nothing was watched");
    sekme.ok("browser_monitor", json!({"action": "start"})).await.has("Watching requests");
    sekme.open(&site.url("/")).await;
    for filter in ["from-frame", "page error on purpose", "websocket", "404"] {
        let filter = filter.trim_start_matches("page error ");
        sekme.ok("browser_monitor", json!({"action": "wait", "filter": filter})).await;
    }
    let all = sekme.ok("browser_monitor", json!({"action": "check"})).await;
    all.has("t1 GET 200 document http://127.0.0.1")
        .has("t1 POST 201 fetch ")
        .has("/api/cart?access_token=•••")
        .has(" 404 fetch ")
        .has("/from-frame")
        .has("console error \"Cart is empty 3\" at http://127.0.0.1")
        .has("page error \"Error: Broken on purpose\"")
        .has(" websocket ws://127.0.0.1:1/live (");
    assert!(!all.text.contains("hush"), "{}", all.text);
    assert!(all.text.lines().all(|line| line.chars().count() < 400), "{}", all.text);
    for (filter, has, not) in [
        ("POST cart", "/api/cart", "/missing"),
        ("4xx", "/missing", "/api/cart"),
        ("console", "console log", "page error"),
        ("error", "page error", "console log"),
        ("failed", "/live", "/api/cart"),
    ] {
        let some = sekme.ok("browser_monitor", json!({"action": "check", "filter": filter})).await;
        some.has(has);
        let (_, lines) = some.text.split_once('\n').unwrap();
        assert!(!lines.contains(not), "{filter}: {}", some.text);
    }
    let two = sekme.ok("browser_monitor", json!({"action": "check", "limit": 2})).await;
    two.has("the newest 2 of ");
    assert_eq!(two.text.lines().count(), 4, "{}", two.text);
    let nothing = json!({"action": "check", "filter": "nowhere"});
    sekme.ok("browser_monitor", nothing).await.has("nothing of it fits the filter");
    sekme.ok("browser_monitor", json!({"action": "stop"})).await.has("watching ended").has("/missing");
    sekme.ok("browser_monitor", json!({"action": "check"})).await.has("nothing was watched so far");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_ends_with_the_first_that_was_not_told_yet() {
    let gate = Gate::closed();
    let site = Site::serve([("/", Page::html(BUSY)), ("/late", Page::html("{}").behind(&gate))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.ok("browser_monitor", json!({"action": "start"})).await;
    let view = sekme.open(&site.url("/")).await;
    sekme.ok("browser_monitor", json!({"action": "wait", "filter": "missing"})).await.has("404");
    let again = json!({"action": "wait", "filter": "missing", "timeout_ms": 200});
    let none = sekme.fails("browser_monitor", again, "timed-out").await;
    none.has("nothing that fits was seen in ").has("requests").has("newest: ");
    // What was told by a look, and what came before it, is still waited for, once.
    sekme.ok("browser_monitor", json!({"action": "check"})).await;
    let seen = json!({"action": "wait", "filter": "/api/cart", "timeout_ms": 2_000});
    sekme.ok("browser_monitor", seen).await.has("Seen before this call").has("/api/cart");
    let waiting = sekme.post("browser_monitor", &json!({"action": "wait", "filter": "/late"})).await;
    let ask = view.reference(&["Ask"]);
    let click = sekme.post("browser_click", &json!({"ref": ask})).await;
    sekme.answer(click).await;
    let pending = json!({"action": "check", "filter": "/late"});
    sekme.ok("browser_monitor", pending).await.has("no answer yet");
    gate.open();
    sekme.answer(waiting).await.has("Seen after").has("/late (").has(" 200 ");
}
