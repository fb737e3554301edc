//! The server answers other calls while a hostile guest is busy, and the call itself goes on without it.

use serde_json::json;
use tempfile::TempDir;

use crate::support::components::{self, Guest, install};
use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn status_is_answered_while_guests_are_busy_and_the_page_is_shown_without_them() {
    let site = Site::serve([("/", Page::html("<title>Shop</title><button>Buy</button>"))]).await;
    let hooks = ["quirk-before", "quirk-after", "bot-check", "ranker"];
    for (id, guest, body) in
        [("spins", Guest::new(), components::SPINS), ("sleeps", Guest::new().with_wasi(), components::SLEEPS)]
    {
        let folder = TempDir::new().unwrap();
        let wasm = hooks.iter().fold(guest, |guest, hook| guest.hook(hook, body)).build();
        install(folder.path(), id, &hooks, &wasm);
        let mut sekme = Sekme::start([format!("--plugins={}", folder.path().display())]).await;
        // Chrome is there and the plugins are loaded.
        sekme.ok("browser_navigate", json!({"url": "about:blank"})).await;
        let opening = sekme.post("browser_navigate", &json!({"url": site.url("/")})).await;
        let status = sekme.post("browser_status", &json!({})).await;
        // Answers come in the order in which they are ready: the guests take their time, which this one does not wait for.
        let status = sekme.answer(status).await;
        assert!(!status.is_error, "{id}: {}", status.text);
        let opened = sekme.answer(opening).await;
        assert!(!opened.is_error, "{id}: {}", opened.text);
        opened.has("button \"Buy\"").has(&format!("plugin warning: {id} 1.2.3"));
        let status = sekme.ok("browser_status", json!({})).await;
        status.has(&format!("{id} 1.2.3: ran longer than"));
    }
}
