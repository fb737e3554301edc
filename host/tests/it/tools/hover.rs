//! `browser_hover`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;

#[tokio::test(flavor = "multi_thread")]
async fn a_menu_that_opens_below_the_mouse_stays_open_for_the_next_click() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/hover")).await;
    assert!(!view.text.contains("Boats"), "{}", view.text);
    let hovered = sekme.ok("browser_hover", json!({"selector": ".bar > li"})).await;
    hovered.has("Hovered ").has("new: link \"Boats\", link \"Nets\"");
    let boats = hovered.reference(&["link \"Boats\""]);
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("Boats");
    sekme.ok("browser_click", json!({"ref": boats})).await.has("/chaos/calm?boats");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_element_is_named_by_ref_or_text_and_may_be_disabled() {
    let site = crate::support::site::Site::serve([(
        "/",
        crate::support::site::Page::html(
            "<title>H</title><button disabled>Pay</button><button onmouseover=\"said.textContent='over'\">Help</button>\
             <p id=said></p><table title='All amounts in EUR'><tr><td><button title='Total includes VAT'>Total</button>\
             <td><span>42</span></table><button title='Close' aria-label='Close'>x</button>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let pay = view.reference(&["Pay"]);
    sekme.ok("browser_hover", json!({"ref": pay})).await.has("Hovered e");
    sekme.ok("browser_hover", json!({"text": "Help"})).await.has("over");
    // Chrome draws titles over the page.
    let titled = sekme.ok("browser_hover", json!({"text": "Total"})).await;
    assert!(titled.receipt().contains("button \"Total\", title: \"Total includes VAT\""), "{}", titled.text);
    sekme.ok("browser_hover", json!({"text": "42"})).await.has("title: \"All amounts in EUR\"");
    let close = sekme.ok("browser_hover", json!({"text": "Close"})).await;
    assert!(!close.receipt().contains("title:"), "{}", close.text);
    sekme.fails("browser_hover", json!({"ref": "e999"}), "not-found").await;
    sekme.fails("browser_hover", json!({}), "invalid-input").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_menu_that_style_sheets_alone_open_is_reached_by_its_text() {
    let site = crate::support::site::Site::serve([(
        "/",
        crate::support::site::Page::html(
            "<title>M</title><style>ul ul { display: none } li:hover > ul { display: block } li { width: 120px }</style>\
             <ul><li>Products<ul><li><a href='#kettles'>Kettles</a></li></ul></li><li>Company</li></ul>\
             <p>Products of all kinds</p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    assert!(!view.text.contains("Kettles"), "{}", view.text);
    let hovered = sekme.ok("browser_hover", json!({"text": "Products"})).await;
    hovered.has("text \"Products\"").has("new: link \"Kettles\"");
    sekme.ok("browser_hover", json!({"text": "of all kinds"})).await;
    let found = sekme.ok("browser_find", json!({"text": "Products"})).await;
    found.has("text \"Products\" (opens when hovered)");
    let products = found.reference(&["text \"Products\" (opens"]);
    let hovered = sekme.ok("browser_hover", json!({"ref": products})).await;
    let kettles = hovered.reference(&["Kettles"]);
    sekme.ok("browser_click", json!({"ref": kettles})).await.has("#kettles");
    sekme.fails("browser_hover", json!({"text": "Nowhere"}), "not-found").await;
}
