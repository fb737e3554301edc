//! `browser_snapshot`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;

#[tokio::test(flavor = "multi_thread")]
async fn without_a_page_the_answer_says_what_to_do() {
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.fails("browser_snapshot", json!({}), "not-found").await.has("call browser_navigate");
}

#[tokio::test(flavor = "multi_thread")]
async fn paging_shows_every_element_once() {
    let pages = spawn().await;
    let mut sekme = Sekme::start(["--max-elements", "50"]).await;
    let mut seen: Vec<String> = Vec::new();
    let mut view = sekme.open(&pages.url("/gen/elements?n=120")).await;
    for page in 2..=4 {
        seen.extend(view.elements().iter().map(|line| line.split(' ').next().unwrap().to_owned()));
        view = sekme.ok("browser_snapshot", json!({"page": page})).await;
    }
    view.has("no more elements");
    let count = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!((seen.len(), count), (120, 120));
}

#[tokio::test(flavor = "multi_thread")]
async fn refs_stay_while_their_elements_live() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let first = sekme.open(&pages.url("/gen/elements?n=30")).await;
    let again = sekme.ok("browser_snapshot", json!({"full": true})).await;
    assert_eq!(first.elements(), again.elements());
}

#[tokio::test(flavor = "multi_thread")]
async fn budgets_are_kept() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/gen/text?n=100000")).await;
    let view = sekme.ok("browser_snapshot", json!({"text_budget": 300})).await;
    assert!(view.text.chars().count() < 500, "{}", view.text);
    let none = sekme.ok("browser_snapshot", json!({"text_budget": 0})).await;
    assert!(!none.text.contains("\n> "), "{}", none.text);
    sekme.open(&pages.url("/gen/elements?n=200")).await;
    let few = sekme.ok("browser_snapshot", json!({"max_elements": "7"})).await;
    assert_eq!(few.elements().len(), 7);
    few.has("note: `max_elements` \"7\" read as 7");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_hides_what_is_behind_it() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/tasks/dialog?open", "/tasks/dialog-plain?open"] {
        let view = sekme.open(&pages.url(path)).await;
        view.has("DIALOG \"Settings\" is open; 2 elements behind the dialog are left out");
        assert_eq!(view.elements().len(), 3, "{}", view.text);
    }
    let wall = sekme.open(&pages.url("/tasks/cookie")).await;
    assert!(wall.elements()[..2].iter().any(|line| line.contains("Refuse")), "{}", wall.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_of_every_origin_and_open_shadow_roots_are_in_the_view() {
    let pages = spawn().await;
    let mut sekme = Sekme::start(["--chrome-arg=--site-per-process"]).await;
    sekme.open(&pages.url("/chaos/frames")).await;
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    for name in ["Outer button", "Press same", "Press other", "Inline button", "Press boxed"] {
        view.has(name);
    }
    sekme.open(&pages.url("/chaos/nested")).await;
    let pressed = sekme.ok("browser_click", json!({"text": "Press 5"})).await;
    assert!(!pressed.receipt().contains("NO CHANGE"), "{}", pressed.text);
    sekme.open(&pages.url("/tasks/shadow")).await.has("Send open").has("In the slot");
}

#[tokio::test(flavor = "multi_thread")]
async fn page_text_cannot_imitate_our_lines() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/chaos/injection")).await;
    assert_eq!(view.elements().len(), 1, "{}", view.text);
    view.has("\n> e1 button");
    let title = sekme.open(&pages.url("/chaos/title")).await;
    assert!(!title.text.chars().any(|c| c.is_control() && c != '\n'), "{:?}", title.text);
}
