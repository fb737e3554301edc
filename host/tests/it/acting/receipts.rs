//! Receipts: what changed in one line, or that nothing did and the likeliest reason.

use serde_json::json;

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Gate, Page, Site};

async fn site() -> Site {
    Site::serve([
        (
            "/toast",
            Page::html(
                "<title>T</title><button id=quick>Quick</button><button id=late>Late</button>\
                 <button id=plain>Plain</button><button id=fetch>Fetch</button><p role=status id=line>Ready</p><script>\
                 const show = (text, role) => { const box = document.createElement('div'); if (role) box.role = role;\
                 box.style.cssText = 'position:fixed;right:9px;bottom:9px;padding:9px;background:#333;color:#fff';\
                 box.textContent = text; document.body.append(box); setTimeout(() => box.remove(), 120) };\
                 quick.onclick = () => { quick.textContent = 'Quicker'; show('Saved as draft', 'alert') };\
                 late.onclick = () => setTimeout(() => show('Sent after all', 'status'), 350);\
                 plain.onclick = () => show('Copied to the clipboard');\
                 document.querySelector('#fetch').onclick = () => fetch('/slow').then(() => show('Answer is in'));</script>",
            ),
        ),
        ("/slow", Page::html("x")),
        (
            "/form",
            Page::html(
                "<title>F</title><form action=/sent><input aria-label=Name required><input aria-label=Email type=email \
                 value=nobody><button>Send</button></form>\
                 <form id=own onsubmit='return false' novalidate><input aria-label=Street aria-required=true><button>Order</button>\
                 </form>",
            ),
        ),
        ("/sent", Page::html("<title>Sent</title><p>Thanks</p>")),
        (
            "/idle",
            Page::html(
                "<title>I</title><a href='#top'>Top</a><button type=button>Dead</button>\
                 <button id=none style='pointer-events:none'>Ghost</button><input aria-label=Field>\
                 <select aria-label=Size><option>S<option>M</select>\
                 <b onclick=\"this.classList.toggle('on')\">Tile</b><label><input type=radio checked name=r>One</label>",
            ),
        ),
        (
            "/post",
            Page::html(
                "<title>P</title><button onclick=\"fetch('/broken',{method:'POST'})\">Save</button>\
                 <form action=/broken method=post><button>Go</button></form>",
            ),
        ),
        ("/broken", Page::html("<title>Oops</title><p>Server fault</p>").status(500)),
        (
            "/parts",
            Page::html(
                "<title>Parts</title><div role=alert id=note>Low stock</div><button onclick='note.remove()'>Dismiss</button>\
                 <button onclick=\"list.innerHTML='<button>Undo</button>'\">Add</button>\
                 <button onclick='list.append(list.firstChild)'>Turn</button><button onclick='window.scrollTo(0,900)'>Down</button>\
                 <div id=list></div><p id=words>one</p>\
                 <button onclick=\"words.textContent='two apples'\">Text</button><div style='height:3000px'></div>",
            ),
        ),
    ])
    .await
}

async fn click(sekme: &mut Sekme, name: &str) -> Answer {
    sekme.ok("browser_click", json!({"text": name})).await
}

fn receipt(answer: &Answer, words: &str) {
    assert!(answer.receipt().contains(words), "no {words:?} in the receipt of {}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_come_and_go_are_told() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/toast")).await;
    receipt(&click(&mut sekme, "Late").await, "\"Sent after all\"");
    let plain = click(&mut sekme, "Plain").await;
    receipt(&plain, "toast \"Copied to the clipboard\"");
    assert!(!plain.receipt().contains("toast \"Sent after all"), "{}", plain.text);
    let quick = click(&mut sekme, "Quick").await;
    receipt(&quick, "\"Saved as draft\"");
    assert!(!quick.receipt().contains("Ready"), "what stood there before is no news: {}", quick.text);
    receipt(&click(&mut sekme, "Fetch").await, "\"Answer is in\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_not_sent_names_the_fields() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/form")).await;
    let refused = click(&mut sekme, "Send").await;
    receipt(&refused, "the form was not sent: e");
    receipt(&refused, "textbox \"Name\" must be filled in");
    receipt(&refused, "textbox \"Email\" is not valid (");
    let idle = click(&mut sekme, "Order").await;
    receipt(&idle, "NO CHANGE on the page: still empty: e");
    receipt(&idle, "textbox \"Street\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_change_says_the_likeliest_reason() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/idle#top")).await;
    for (selector, reason) in [
        ("a", "it links to this page"),
        ("button", "no script of the page seems to listen for it"),
        ("#none", "it takes no clicks; "),
        ("select", "its list opens outside of the page"),
        ("input[type=radio]", "it was chosen already"),
    ] {
        let answer = sekme.ok("browser_click", json!({"selector": selector})).await;
        receipt(&answer, &format!("NO CHANGE on the page: {reason}"));
        sekme.ok("browser_press_key", json!({"key": "Escape"})).await;
    }
    let answer = sekme.ok("browser_click", json!({"text": "Tile"})).await;
    receipt(&answer, "its look changed, and nothing else");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_failed_is_told_with_its_status_and_host() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/post")).await;
    let saved = click(&mut sekme, "Save").await;
    receipt(&saved, "a request of the page failed (500: ");
    receipt(&saved, "127.0.0.1");
    receipt(&click(&mut sekme, "Go").await, "(HTTP 500)");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_went_and_changed_places_is_told() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/parts")).await;
    receipt(&click(&mut sekme, "Dismiss").await, "message \"Low stock\" is gone");
    receipt(&click(&mut sekme, "Add").await, "new: button \"Undo\"");
    receipt(&click(&mut sekme, "Text").await, "the text of the page changed: \"two apples\"");
    receipt(&click(&mut sekme, "Down").await, "the page scrolled down by ");
}

#[tokio::test(flavor = "multi_thread")]
async fn new_tabs_are_told_and_background_ones_left_there() {
    let site = Site::serve([
        (
            "/",
            Page::html(
                "<title>Home</title><a href=/two target=_blank>Second</a> <a href=/three>Third</a>\
                 <button onclick=\"open('/two')\">Open</button>",
            ),
        ),
        ("/two", Page::html("<title>Two</title><p>second page</p>")),
        ("/three", Page::html("<title>Three</title><p>third page</p>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let middle = sekme.ok("browser_click", json!({"text": "Third", "button": "middle"})).await;
    receipt(&middle, "Middle-clicked");
    receipt(&middle, "opened t2 (new tab, in the background)");
    middle.has("/three").has("TABS t1* Home");
    let opened = click(&mut sekme, "Second").await;
    receipt(&opened, "opened t3 (new tab) ");
    receipt(&opened, "t3 is current now");
    opened.has("second page");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_is_not_kept_waiting_by_messages_that_never_come() {
    let gate = Gate::closed();
    let site = Site::serve([
        (
            "/",
            Page::html(
                "<title>Q</title><p id=n>0</p><button onclick='n.textContent++'>Count</button>\
                 <a href=/never>Leave</a>",
            ),
        ),
        ("/never", Page::html("x").behind(&gate)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let first = click(&mut sekme, "Count").await;
    let second = click(&mut sekme, "Count").await;
    receipt(&second, "the text of the page changed: \"2\"");
    let fastest = first.elapsed.min(second.elapsed);
    assert!(fastest.as_millis() < 590, "a click took {fastest:?}");
    gate.open();
}
