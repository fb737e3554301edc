//! `browser_history`, `browser_back` and `browser_forward`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

async fn site() -> Site {
    Site::serve([
        ("/a", Page::html("<title>Ada</title><a href='#part'>Part</a><p id=part>Part")),
        ("/b", Page::html("<title>Bob</title><button>In Bob</button>")),
        (
            "/app",
            Page::html(
                "<title>App</title><p id=at>start</p><script>history.pushState(1, '', '/app?step=1');
                 addEventListener('popstate', () => { at.textContent = 'popped' })</script>",
            ),
        ),
        (
            "/trap",
            Page::html(
                "<title>Trap</title><button>Stay</button><script>history.pushState(1, '', '/trap?in');
                 addEventListener('popstate', () => history.pushState(1, '', '/trap?in'))</script>",
            ),
        ),
        (
            "/draft",
            Page::html("<title>Draft</title><input aria-label=Note><script>onbeforeunload = (event) => event.preventDefault()</script>"),
        ),
        ("/gone", Page::html("<title>Gone</title>").status(410)),
    ])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_history_goes_both_ways_and_says_where_it_ends() {
    let site = site().await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/a")).await;
    let first = sekme.fails("browser_history", json!({"action": "back"}), "not-found").await;
    first.has("there is no earlier page in this tab's history; it shows").has("Ada");
    sekme.open(&site.url("/b")).await;
    let back = sekme.ok("browser_history", json!({"action": "back"})).await;
    assert_eq!(back.receipt(), format!("Went back to {}", site.url("/a")));
    back.has("\"Ada\" — ");
    sekme.ok("browser_forward", json!({})).await.has("Went forward to ").has("In Bob");
    sekme.fails("browser_forward", json!({}), "not-found").await.has("no later page");
    sekme.ok("browser_back", json!({"timeout_ms": 20_000})).await.has("Went back to ").has("Ada");
    sekme.open(&site.url("/a#part")).await;
    let within = sekme.ok("browser_history", json!({"action": "back"})).await;
    within.has(", within the same page");
    sekme.ok("browser_evaluate", json!({"expression": "document.title = 'Changed'"})).await;
    let again = sekme.ok("browser_history", json!({"action": "reload"})).await;
    again.has("Reloaded ").has("\"Ada\" — ");
    sekme.open(&site.url("/gone")).await;
    sekme.ok("browser_history", json!({"action": "reload"})).await.has("(HTTP 410)");
    sekme.fails("browser_history", json!({"action": "sideways"}), "invalid-input").await;
    sekme.fails("browser_history", json!({}), "invalid-input").await.has("`action` is missing");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_hold_on_are_left_all_the_same() {
    let site = site().await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/a")).await;
    sekme.open(&site.url("/app")).await;
    let popped = sekme.ok("browser_history", json!({"action": "back"})).await;
    popped.has(&format!("Went back to {}, within the same page", site.url("/app"))).has("popped");
    sekme.ok("browser_history", json!({"action": "back"})).await.has("\"Ada\" — ");
    let draft = sekme.open(&site.url("/draft")).await;
    let note = draft.reference(&["textbox"]);
    sekme.ok("browser_type", json!({"ref": note, "text": "x"})).await;
    let left = sekme.ok("browser_history", json!({"action": "back"})).await;
    left.has("leave-page question was accepted").has("\"Ada\" — ");
    sekme.open(&site.url("/trap")).await.has("Stay");
    let out = sekme.ok("browser_history", json!({"action": "back"})).await;
    out.has("the page had put itself back in front").has("\"Ada\" — ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_that_would_send_something_again_asks_first() {
    let kept_by_nobody =
        Page::html("<title>Result</title><a href=/next>Next</a>").header("Cache-Control: no-store");
    let site = Site::serve([
        ("/", Page::html("<title>Form</title><form method=post action=/res><button>Send</button></form>")),
        ("/res", kept_by_nobody),
        ("/next", Page::html("<title>Next page</title>")),
    ])
    .await;
    let sent = || site.asked().iter().filter(|path| *path == "/res").count();
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_history", json!({"action": "reload"})).await.has("Reloaded");
    sekme.ok("browser_click", json!({"text": "Send"})).await.has("Result");
    let again = sekme.fails("browser_history", json!({"action": "reload"}), "approval-needed").await;
    again.has("would send it again").has("confirm=true").has("Result");
    assert_eq!(sent(), 1);
    sekme.ok("browser_history", json!({"action": "reload", "confirm": true})).await.has("Reloaded");
    assert_eq!(sent(), 2);
    sekme.ok("browser_click", json!({"text": "Next"})).await.has("Next page");
    let back = sekme.fails("browser_history", json!({"action": "back"}), "navigation-failed").await;
    back.has("was the answer to something that was sent");
    sekme.fails("browser_history", json!({"action": "reload"}), "approval-needed").await;
    assert_eq!(sent(), 2);
}
