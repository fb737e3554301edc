//! `browser_frame`.

use std::time::Duration;

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Gate, Page, Site};

async fn shop() -> (Site, Sekme) {
    let page = "<title>Shop</title><button>Outer</button><iframe name=pay id=p src='http://localhost:{port}/pay'></iframe>\
                <iframe title=Chat srcdoc='<title>Chat</title><button>Chat now</button><p>Ask us</p>'></iframe>";
    let pay = "<title>Payment</title><button id=go>Pay now</button><p>Cards only</p><iframe name=card src='http://127.0.0.1:{port}/card'></iframe>";
    let card = "<title>Card</title><input aria-label='Card number'>";
    let site =
        Site::serve([("/", Page::html(page)), ("/pay", Page::html(pay)), ("/card", Page::html(card))]).await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    sekme.open(&site.url("/")).await;
    (site, sekme)
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_are_listed_and_shown_by_index_name_selector_and_ref() {
    let (site, mut sekme) = shop().await;
    let list = sekme.ok("browser_frame", json!({})).await;
    let lines: Vec<&str> = list.text.lines().collect();
    assert_eq!(lines[0], "3 frames: browser_frame index=N shows one");
    assert!(lines[1].starts_with("0 \"pay\" 300x150 — http://localhost:"), "{}", list.text);
    assert!(lines[2].starts_with("1 \"card\" 300x150 in 0 — http://127.0.0.1:"), "{}", list.text);
    assert!(lines[3].starts_with("2 300x150 — about:srcdoc"), "{}", list.text);

    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    let inside = view.reference(&["Pay now"]);
    for arguments in [
        json!({"index": 0}),
        json!({"name": "pay"}),
        json!({"name": "payment"}),
        json!({"selector": "#p"}),
        json!({"selector": "#go"}),
        json!({"ref": inside}),
    ] {
        let shown = sekme.ok("browser_frame", arguments.clone()).await;
        shown
            .has("\"Payment\" — http://localhost:")
            .has("FRAME 1 of 3 \"pay\" (index 0) in http://127.0.0.1:");
        assert_eq!(shown.elements(), [format!("{inside} button \"Pay now\"")], "{arguments}: {}", shown.text);
        shown.has("> Cards only");
    }
    for arguments in [json!({"index": 1}), json!({"name": "CARD"}), json!({"selector": "iframe[name=card]"})]
    {
        sekme.ok("browser_frame", arguments).await.has("FRAME 2 of 3").has("textbox \"Card number\"");
    }
    let main = sekme.ok("browser_frame", json!({"main": true})).await;
    assert_eq!(main.elements().len(), 1, "{}", main.text);
    main.has("MAIN FRAME without its 3 frames").has("button \"Outer\"");
    let chat = sekme.ok("browser_frame", json!({"name": "chat"})).await;
    assert!(chat.text.contains("Chat now") && chat.text.contains("> Ask us"), "{}", chat.text);
    // One frame was shown, not entered: every other call works on all of them.
    let clicked = sekme.ok("browser_click", json!({"ref": inside})).await;
    clicked.has("NO CHANGE");
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("Outer").has("Card number");
    drop(site);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_is_not_there_is_refused_with_the_list() {
    let (_site, mut sekme) = shop().await;
    for arguments in [json!({"index": 9}), json!({"name": "basket"}), json!({"selector": "#nothing"})] {
        let refused = sekme.fails("browser_frame", arguments, "not-found").await;
        refused.has("0 \"pay\" 300x150").has("2 300x150 — about:srcdoc");
    }
    sekme.fails("browser_frame", json!({"selector": "["}), "invalid-input").await;
    let both = sekme.fails("browser_frame", json!({"name": "http://"}), "ambiguous").await;
    both.has("2 frames are named").has("1 \"card\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_without_frames_says_so() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/login")).await;
    assert_eq!(sekme.ok("browser_frame", json!({})).await.text, "this page has no frames");
    let refused = sekme.fails("browser_frame", json!({"index": 0}), "not-found").await;
    refused.has("this page has no frames");
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_never_load_never_answer_or_go_away_hold_nobody_up() {
    let gate = Gate::closed();
    let page = "<title>Host</title><button onclick='document.getElementById(\"b\").remove()'>Remove</button>\
                <iframe name=silent src=/silent></iframe>\
                <iframe name=busy src='http://localhost:{port}/busy'></iframe><iframe id=b name=brief src=/brief></iframe>";
    let busy =
        "<title>Busy</title><button>Never</button><script>setInterval(() => { for (;;); }, 300)</script>";
    let site = Site::serve([
        ("/", Page::html(page)),
        ("/silent", Page::html("never").behind(&gate)),
        ("/busy", Page::html(busy)),
        ("/brief", Page::html("<title>Brief</title><button>Soon gone</button>")),
    ])
    .await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    let opened = sekme.ok("browser_navigate", json!({"url": site.url("/"), "wait_until": "commit"})).await;
    assert!(opened.elapsed < Duration::from_secs(20), "{:?}", opened.elapsed);
    // A frame is read until its script keeps it busy, a moment after it has loaded. A script without end is ended, so
    // this one begins again: on a busy machine nobody may have looked before.
    let list = loop {
        let list = sekme.ok("browser_frame", json!({})).await;
        assert!(list.elapsed < Duration::from_secs(8), "{:?}", list.elapsed);
        let is_there = ["2 \"brief\" 300x150", "1 \"busy\" (could not be read)"];
        if is_there.iter().all(|part| list.text.contains(part)) {
            break list;
        }
    };
    list.has("0 300x150 — nothing has loaded in it yet");
    let busy = sekme.call("browser_frame", json!({"name": "busy"})).await;
    assert!(busy.elapsed < Duration::from_secs(8), "{:?}", busy.elapsed);
    // A script without end is ended after some seconds, and the frame can be read again.
    busy.has(if busy.is_error { "has not loaded or does not answer" } else { "button \"Never\"" });
    let brief = sekme.ok("browser_frame", json!({"name": "brief"})).await;
    let gone = brief.reference(&["Soon gone"]);
    sekme.ok("browser_evaluate", json!({"expression": "document.getElementById('b').remove()"})).await;
    sekme.fails("browser_frame", json!({"ref": gone}), "stale-ref").await;
    sekme.fails("browser_frame", json!({"name": "brief"}), "not-found").await;
}
