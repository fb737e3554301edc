//! `browser_resize`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const SIZE: &str = "[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0]";

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_drawn_in_the_size_that_was_asked_for() {
    let head = "<meta name=viewport content='width=device-width'><title>Page</title>";
    let site = Site::serve([
        ("/", Page::html(&format!("{head}<a href=/two target=_blank>Two</a>"))),
        ("/two", Page::html(head)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let size = sekme.ok("browser_resize", json!({"width": 1000, "height": "700"})).await;
    size.has("The page is now 1000 x 700 → ");
    sekme.ok("browser_evaluate", json!({"expression": SIZE})).await.has("[1000,700,1,false]");
    let phone = sekme.ok("browser_resize", json!({"width": 390, "height": 844, "mobile": true})).await;
    phone.has("The page is now 390 x 844 as on a phone: touch, 3 device pixels a pixel");
    let view = sekme.open(&site.url("/")).await;
    sekme.ok("browser_evaluate", json!({"expression": SIZE})).await.has("[390,844,3,true]");
    let link = view.reference(&["Two"]);
    sekme.ok("browser_click", json!({"ref": link})).await.has("opened t2 (new tab)");
    sekme.ok("browser_evaluate", json!({"expression": SIZE})).await.has("[390,844,3,true]");
    sekme.ok("browser_resize", json!({"width": 1280, "height": 800, "mobile": false})).await;
    sekme.ok("browser_evaluate", json!({"expression": SIZE})).await.has("[1280,800,1,false]");
    let none = sekme.fails("browser_resize", json!({"width": 0, "height": 800}), "invalid-input").await;
    none.has("from 200 to 4000");
    for sent in
        [json!({"width": 100, "height": 800}), json!({"width": 800, "height": 5000}), json!({"width": 800})]
    {
        sekme.fails("browser_resize", sent, "invalid-input").await;
    }
}
