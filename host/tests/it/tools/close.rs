//! `browser_close`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::{Sekme, gone, group};

#[tokio::test(flavor = "multi_thread")]
async fn closing_ends_chrome_and_the_next_page_starts_it_again() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.ok("browser_close", json!({})).await.has("No browser is open");
    sekme.open(&pages.url("/chaos/calm")).await;
    sekme.ok("browser_tabs", json!({"action": "new", "url": pages.url("/chaos/calm?2")})).await;
    let closed = sekme.ok("browser_close", json!({"what": "tab"})).await;
    closed.has("Closed tab t2; t1 (http://127.0.0.1").has("/chaos/calm) is current now");
    let chrome = group(sekme.chrome().await);
    sekme.ok("browser_close", json!({})).await.has("Closed the browser");
    gone(&chrome).await;
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}
