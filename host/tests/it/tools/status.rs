//! `browser_status`.

use serde_json::json;

use crate::support::sekme::Sekme;

#[tokio::test(flavor = "multi_thread")]
async fn the_bundled_plugins_and_packs_are_listed_before_chrome_starts() {
    let mut sekme = Sekme::start::<&str>([]).await;
    let mut status = sekme.ok("browser_status", json!({})).await;
    while status.text.contains("loading") {
        status = sekme.ok("browser_status", json!({})).await;
    }
    status.has("browser: not running").has(" loaded, 0 failed");
    for id in [
        "rank",
        "search-schemes",
        "bot-check",
        "n11.com",
        "trendyol.com",
        "hepsiburada.com",
        "github.com",
        "wikipedia.org",
    ] {
        status.has(&format!("  {id} "));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_pack_is_named_with_file_line_and_key_and_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("broken");
    std::fs::create_dir(&pack).unwrap();
    let text = "schema = 1\nid = \"broken\"\nurls = [\"https://x.example/*\"]\ncolour = \"red\"\n";
    std::fs::write(pack.join("site.toml"), text).unwrap();
    let flag = format!("--plugins={}", folder.path().display());
    let mut sekme = Sekme::start([flag]).await;
    let mut status = sekme.ok("browser_status", json!({})).await;
    while status.text.contains("loading") {
        status = sekme.ok("browser_status", json!({})).await;
    }
    status.has(" loaded, 1 failed").has("site.toml:4").has("colour");
}
