//! What was sent and is not answered.

use std::time::Duration;

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Gate, Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn a_form_without_an_answer_is_left_to_its_server_and_not_sent_twice() {
    let gate = Gate::closed();
    let form = "<title>Order</title><form action=/order method=post><input name=a aria-label=Amount value=1>\
                <button>Pay</button></form><button>Other</button>";
    let site = Site::serve([
        ("/", Page::html(form)),
        ("/order", Page::html("<title>Paid</title><p>Thanks</p>").behind(&gate)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let (pay, other) = (view.reference(&["Pay"]), view.reference(&["Other"]));
    let sent = sekme.ok("browser_click", json!({"ref": pay})).await;
    sent.has("sent (POST http://")
        .has("not answered since")
        .has("do not send it again")
        .has("button \"Pay\"");
    assert!(!sent.text.contains("NO CHANGE"), "{}", sent.text);
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    view.has("LOADING sent (POST ").has("button \"Pay\"");
    for again in [&pay, &other] {
        sekme.fails("browser_click", json!({"ref": again}), "timed-out").await.has("do not send it again");
    }
    sekme.fails("browser_read", json!({}), "timed-out").await;
    let waiting = sekme.post("browser_wait_for", &json!({"type": "text", "text": "Thanks"})).await;
    gate.open();
    sekme.answer(waiting).await.has("Thanks");
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("Paid").has("Thanks");
    assert_eq!(site.asked().iter().filter(|path| *path == "/order").count(), 1, "it was sent once");
}

#[tokio::test(flavor = "multi_thread")]
async fn typing_that_sends_is_answered_and_what_is_given_up_leaves_the_tab_usable() {
    let gate = Gate::closed();
    let form = "<title>Home</title><form action=/send method=post><input name=q aria-label=Query></form>\
                <a href=/two>Two</a>";
    let site = Site::serve([
        ("/", Page::html(form)),
        ("/two", Page::html("<title>Second</title><p>Here</p>")),
        ("/send", Page::html("x").behind(&gate)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let sent = json!({"selector": "input", "text": "x", "submit": true});
    sekme.ok("browser_type", sent.clone()).await.has("submitted by Enter").has("sent (POST ");
    let waiting = json!({"type": "load", "timeout_ms": 1_000});
    sekme.fails("browser_wait_for", waiting, "timed-out").await.has("do not send it again");
    sekme.ok("browser_tabs", json!({"action": "new", "url": site.url("/two")})).await;
    let switched = sekme.ok("browser_tabs", json!({"action": "switch", "tab": "t1"})).await;
    switched.has("LOADING sent (POST ").has("textbox \"Query\"");
    sekme.ok("browser_history", json!({"action": "reload"})).await.has("Reloaded").has("link \"Two\"");
    sekme.ok("browser_click", json!({"text": "Two"})).await.has("Second");
    assert_eq!(site.asked().iter().filter(|path| *path == "/send").count(), 1, "it was sent once");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_script_sent_without_an_answer_is_told_instead_of_no_change() {
    let gate = Gate::closed();
    let page = "<title>Order</title><button onclick=\"fetch('/pay', { method: 'POST' }).then(() => { \
                document.body.append('Paid for') })\">Pay</button><iframe name=inside title=Inside></iframe>\
                <form method=post action=/slow target=inside><button>Send</button></form>\
                <button onclick=\"fetch('/pay?read')\">Read</button>";
    let site = Site::serve([
        ("/", Page::html(page)),
        ("/pay", Page::html("x").behind(&gate)),
        ("/slow", Page::html("x").behind(&gate)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let paid = sekme.ok("browser_click", json!({"text": "Pay"})).await;
    paid.has("sent (POST ").has("/pay), and not answered since").has("do not do the same again");
    assert!(!paid.text.contains("NO CHANGE"), "{}", paid.text);
    sekme.ok("browser_click", json!({"text": "Send"})).await.has("/slow), and not answered since");
    sekme.ok("browser_click", json!({"text": "Read"})).await.has("NO CHANGE");
    gate.open();
    sekme.ok("browser_wait_for", json!({"text": "Paid for"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_waits_for_another_by_itself_says_so_soon_and_goes_on_when_told_to() {
    let gate = Gate::closed();
    let page = "<title>Leaving</title><button onclick='document.title += 1'>Add</button>\
                <script>setTimeout(() => { location = '/hang' }, 1500)</script>";
    let site =
        Site::serve([("/", Page::html(page)), ("/hang", Page::html("<title>Late</title>").behind(&gate))])
            .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for first in ["browser_click", "browser_snapshot"] {
        let asked = site.asked().len();
        sekme.open(&site.url(&format!("/?{first}"))).await;
        while !site.asked()[asked..].iter().any(|path| path == "/hang") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let answer = if first == "browser_click" {
            let refused = sekme.fails(first, json!({"text": "Add"}), "timed-out").await;
            refused.has("asked for http://127.0.0.1");
            refused
        } else {
            sekme.ok(first, json!({"full": true})).await
        };
        answer.has("LOADING asked for").has("button \"Add\"").has("browser_wait_for type=load");
        assert!(answer.elapsed < Duration::from_secs(8), "{:?}", answer.elapsed);
        // What is known is not waited for again: the next action gives it up.
        sekme.ok("browser_click", json!({"text": "Add"})).await.has("Clicked").has("had not answered");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_in_a_new_tab_is_told_and_the_page_that_sent_it_can_be_used() {
    let gate = Gate::closed();
    let page = "<title>Order</title><form action=/order method=post target=_blank><input name=a aria-label=Amount>\
                <button>Pay</button></form><button onclick='document.title = `More`'>Other</button>";
    let site = Site::serve([
        ("/", Page::html(page)),
        ("/order", Page::html("<title>Paid</title><p>Thanks</p>").behind(&gate)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let sent = sekme.ok("browser_click", json!({"text": "Pay", "timeout_ms": 2_000})).await;
    sent.has("Clicked").has("sent (POST http://").has("in new tab t2").has("do not send it again");
    sent.has("browser_tabs action=switch tab=t1");
    let refused = sekme.fails("browser_click", json!({"text": "Other"}), "timed-out").await;
    refused.has("browser_tabs action=switch tab=t1");
    sekme.ok("browser_tabs", json!({"action": "switch", "tab": "t1"})).await.has("Switched to t1");
    sekme.ok("browser_click", json!({"text": "Other"})).await.has("More");
    sekme.ok("browser_tabs", json!({"action": "close", "tab": "t2"})).await.has("is given up");
    // A key sends it as well.
    let typed = json!({"selector": "input", "text": "1", "submit": true, "timeout_ms": 3_000});
    sekme.ok("browser_type", typed).await.has("submitted by").has("sent (POST http://").has("in new tab t3");
    gate.open();
    sekme.ok("browser_wait_for", json!({"type": "text", "text": "Thanks"})).await.has("Paid");
    assert_eq!(site.asked().iter().filter(|path| *path == "/order").count(), 2, "each was sent once");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_again_and_again_while_something_is_sent_is_told_to_wait() {
    let gate = Gate::closed();
    let page = "<title>Order</title><form action=/order method=post><button>Pay</button></form>";
    let site = Site::serve([("/", Page::html(page)), ("/order", Page::html("x").behind(&gate))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_click", json!({"text": "Pay", "timeout_ms": 1_500})).await.has("sent (POST ");
    for times in 1..=7 {
        let view = sekme.ok("browser_snapshot", json!({})).await;
        view.has("LOADING sent (POST ");
        if times > 2 {
            assert!(view.receipt().contains("use browser_wait_for type=load"), "{}", view.text);
        }
        assert!(!view.text.contains("nothing is new"), "{}", view.text);
    }
    for action in ["reload", "navigate"] {
        let given_up = match action {
            "reload" => sekme.ok("browser_history", json!({"action": action})).await,
            _ => sekme.ok("browser_navigate", json!({"url": site.url("/?again")})).await,
        };
        given_up.has("the answer to what was sent (POST http://").has("is given up");
        sekme.ok("browser_click", json!({"text": "Pay", "timeout_ms": 1_500})).await.has("sent (POST ");
    }
}
