//! `browser_screenshot`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_saved_and_sent() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let plain = sekme.ok("browser_screenshot", json!({"path": "plain.png"})).await;
    let drawn = sekme.ok("browser_screenshot", json!({"annotate": true, "path": "drawn.png"})).await;
    assert_eq!(drawn.elements(), view.elements(), "the refs drawn are those of the view");
    let read = |name: &str| std::fs::read(sekme.artifacts.path().join("screenshots").join(name)).unwrap();
    assert!(read("plain.png").starts_with(b"\x89PNG"));
    assert_ne!(read("plain.png"), read("drawn.png"));
    assert_eq!(plain.result["content"][1]["mimeType"], "image/png");
    let again = sekme.ok("browser_screenshot", json!({"path": "again.png"})).await;
    assert!(!again.text.is_empty());
    let read = |name: &str| std::fs::read(sekme.artifacts.path().join("screenshots").join(name)).unwrap();
    assert_eq!(read("plain.png"), read("again.png"), "what was drawn is gone again");
}

#[tokio::test(flavor = "multi_thread")]
async fn size_format_and_element_can_be_chosen() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let jpeg = json!({"format": "jpeg", "quality": 40, "max_width": 300, "full_page": true});
    let jpeg = sekme.ok("browser_screenshot", jpeg).await;
    assert_eq!(jpeg.result["content"][1]["mimeType"], "image/jpeg");
    let button = view.reference(&["Sign in"]);
    sekme.ok("browser_screenshot", json!({"ref": button})).await.has("button \"Sign in\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_overwrites_nothing_but_pictures() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/login")).await;
    for path in ["../out.png", "notes.txt", "a/../../b.png", ".bashrc", "/tmp/out.png"] {
        sekme.fails("browser_screenshot", json!({"path": path}), "invalid-input").await;
    }
}
