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

/// A page whose first lines fill the text of a view, with things that say something further down.
fn long(after: &str) -> String {
    let filler: Vec<String> =
        (1..=30).map(|row| format!("<p>Clause {row} of the policy holds as it is written.</p>")).collect();
    format!(
        "<title>L</title>{}<p id=clock>12:00:01</p><p id=out>Active</p>\
         <button onclick=\"clock.textContent='12:00:02'; ask.hidden=false\">Cancel policy</button>\
         <div id=ask role=dialog aria-modal=true aria-label=Sure hidden><button onclick=\"ask.hidden=true; \
         out.textContent='Policy cancelled'; clock.textContent='12:00:03'\">Yes, cancel</button></div>\
         <div role=tablist><button role=tab aria-selected=false onclick=\"this.ariaSelected='true'; panel.hidden=false\">\
         Costs</button></div><div id=panel role=tabpanel hidden><p>Postage is free of charge</p></div>\
         <details><summary>Small print</summary><p>Returns within a fortnight</p></details>{after}",
        filler.concat()
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn new_text_is_told_beside_changed_elements_wherever_it_stands() {
    let many = "<p>Nothing but filler stands in this line of the page.</p>".repeat(90);
    let far = format!(
        "{many}<button aria-expanded=false onclick=\"this.ariaExpanded='true'; last.textContent='Found far down'\">Deep\
         </button><p id=last></p>"
    );
    let site = Site::serve([("/", Page::html(&long(""))), ("/far", Page::html(&long(&far)))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/", "/far"] {
        sekme.open(&site.url(path)).await;
        let asked = click(&mut sekme, "Cancel policy").await;
        assert!(!asked.receipt().contains("12:00"), "a clock is no news: {}", asked.text);
        let cancelled = click(&mut sekme, "Yes, cancel").await;
        receipt(&cancelled, "gone: button");
        receipt(&cancelled, "new text: \"Policy cancelled\"");
        let costs = click(&mut sekme, "Costs").await;
        receipt(&costs, "is selected: true");
        receipt(&costs, "new text: \"Postage is free of charge\"");
        receipt(&click(&mut sekme, "Small print").await, "new text: \"Returns within a fortnight\"");
    }
    receipt(&click(&mut sekme, "Deep").await, "new text: \"Found far down\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_stays_is_told_once_and_a_menu_is_none() {
    let rows: Vec<String> = (1..=12).map(|row| format!("<p><button>Row {row}</button></p>")).collect();
    let page = format!(
        "<title>M</title><style>.menu {{ position: relative }} .menu ul {{ position: absolute; display: none; margin: 0 }} \
         .menu:hover ul {{ display: block }} </style><p role=status id=line></p>\
         <button onclick=\"line.textContent='Saved as number 7'\">Save</button>\
         <button onclick='this.disabled = true'>Other</button>\
         <div class=menu><button>Products</button><ul><li><a href=/a>Kettles</a></ul></div>{}",
        rows.concat()
    );
    let site = Site::serve([("/", Page::html(&page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let saved = click(&mut sekme, "Save").await;
    receipt(&saved, "message \"Saved as number 7\"");
    let other = click(&mut sekme, "Other").await;
    assert!(!other.text.contains("Saved as number 7"), "{}", other.text);
    receipt(&click(&mut sekme, "Save").await, "message \"Saved as number 7\" again");
    let whole = sekme.ok("browser_snapshot", json!({"full": true})).await;
    whole.has("MESSAGE (since earlier) \"Saved as number 7\"");
    let menu = sekme.ok("browser_hover", json!({"text": "Products"})).await;
    receipt(&menu, "link \"Kettles\"");
    assert!(!menu.receipt().contains("toast"), "{}", menu.text);
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
