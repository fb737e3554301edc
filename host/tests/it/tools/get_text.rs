//! `browser_get_text`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn all_text_that_can_be_seen_is_told_within_the_budget() {
    let long = "word ".repeat(5_000);
    let site = Site::serve([
        (
            "/",
            Page::html("<title>Texts</title><nav>Menu</nav><main><h1>Head</h1><p>Body<p hidden>Never</main><footer>Foot</footer><iframe srcdoc='<p>Inside'></iframe>"),
        ),
        ("/long", Page::html(&format!("<title>Long</title><p>{long}"))),
        ("/empty", Page::html("<title>Empty</title>")),
    ])
    .await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/")).await;
    let text = sekme.ok("browser_get_text", json!({})).await;
    for part in ["\"Texts\" — http", "> Menu", "Head", "> Body", "> Foot", "> Inside"] {
        text.has(part);
    }
    assert!(!text.text.contains("Never") && text.elements().is_empty(), "{}", text.text);
    sekme.open(&site.url("/long")).await;
    let cut = sekme.ok("browser_get_text", json!({})).await;
    assert!((8_000..8_300).contains(&cut.text.chars().count()), "{}", cut.text.chars().count());
    cut.has("more text: browser_read, or text_budget above 8000");
    let short = sekme.ok("browser_get_text", json!({"text_budget": 100})).await;
    assert!(short.text.chars().count() < 300, "{}", short.text);
    sekme.open(&site.url("/empty")).await;
    sekme.ok("browser_get_text", json!({})).await.has("(no text)");
}
