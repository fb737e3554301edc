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
             <p id=said></p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let pay = view.reference(&["Pay"]);
    sekme.ok("browser_hover", json!({"ref": pay})).await.has("Hovered e");
    sekme.ok("browser_hover", json!({"text": "Help"})).await.has("over");
    sekme.fails("browser_hover", json!({"ref": "e999"}), "not-found").await;
    sekme.fails("browser_hover", json!({}), "invalid-input").await;
}
