//! `browser_dom`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn without_words_it_says_what_the_page_is_in_a_few_lines() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/dialog?open")).await;
    let header = sekme.ok("browser_dom", json!({})).await;
    header.has("DIALOG \"Settings\" is open").has(" elements: ").has(" frames; ");
    assert!(header.elements().is_empty());
    let long = "x".repeat(3_000);
    let page = format!(
        "<title>{long}</title><dialog open aria-modal=true aria-label={long}><button>a</button></dialog><p role=alert>{long}</p>"
    );
    let site = Site::serve([("/", Page::html(&page))]).await;
    sekme.open(&format!("{}?{long}", site.url("/"))).await;
    let header = sekme.ok("browser_dom", json!({})).await;
    assert!(header.text.chars().count() <= 400, "{}", header.text);
    header.has("px in view");
}

#[tokio::test(flavor = "multi_thread")]
async fn words_find_elements_by_role_name_value_row_and_address() {
    let page = "<title>People</title><table><tr><td>Ada Lovelace</td><td><button>Edit</button></td></tr>\
                <tr><td>Bob Brown</td><td><button>Edit</button></td></tr></table>\
                <a href=/help/returns>More</a><input aria-label=City value=İstanbul><span class=price>899,00 TL</span>\
                <span class=price>12,50 TL</span>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    for (words, expected) in [
        ("edit ada", "button \"Edit\" | Ada Lovelace"),
        ("BUTTON brown", "button \"Edit\" | Bob Brown"),
        ("returns", "link \"More\""),
        ("istanbul", "textbox \"City\""),
    ] {
        let found = sekme.ok("browser_dom", json!({"q": words})).await;
        found.has(&format!("1 element matches \"{words}\"\n")).has(expected);
        assert_eq!(found.elements().len(), 1);
        assert!(view.text.contains(found.elements()[0]), "the view's own line: {}", found.text);
    }
    let prices = sekme.ok("browser_dom", json!({"q": "span.price"})).await;
    prices.has("2 elements match the selector \"span.price\"").has("\"899,00 TL\"").has("\"12,50 TL\"");
    let refused = sekme.fails("browser_dom", json!({"q": "kettle"}), "not-found").await;
    refused.has("browser_find");
    sekme.fails("browser_dom", json!({"q": "a[[b"}), "not-found").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_matches_are_cut_and_counted_and_every_frame_is_searched() {
    let pages = spawn().await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    sekme.open(&pages.url("/gen/elements?n=120")).await;
    let many = sekme.ok("browser_dom", json!({"q": "*"})).await;
    many.has(", the first 40");
    assert_eq!(many.elements().len(), 40);
    sekme.open(&pages.url("/chaos/frames")).await;
    let mut pressed = sekme.call("browser_dom", json!({"q": "press button"})).await;
    while pressed.elements().len() < 3 {
        pressed = sekme.call("browser_dom", json!({"q": "press button"})).await;
    }
    for name in ["Press same", "Press other", "Press boxed"] {
        pressed.has(name);
    }
}
