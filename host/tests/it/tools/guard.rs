//! The loop guard, as a model meets it.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// A page on which some things change and some do not.
const PAGE: &str = "<title>Counter</title><main><p id=n>0</p><button id=plus onclick='n.textContent = +n.textContent + 1'>Plus</button>\
    <button id=dead>Dead</button><button id=other>Other way</button>\
    <button id=menu aria-expanded=false onclick='const open = this.getAttribute(`aria-expanded`) === `true`; this.setAttribute(`aria-expanded`, !open)'>Menu</button>\
    <input aria-label=Name><a href='/two'>Two</a></main>";

async fn counter() -> (Site, Sekme) {
    let two = "<title>Two</title><p>Second page</p><a href='/'>One</a>";
    let site = Site::serve([("/", Page::html(PAGE)), ("/two", Page::html(two))]).await;
    let sekme = Sekme::start::<&str>([]).await;
    (site, sekme)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_third_click_that_does_nothing_is_not_run_and_says_what_to_do() {
    let (site, mut sekme) = counter().await;
    let view = sekme.open(&site.url("/")).await;
    let dead = view.reference(&["Dead"]);
    for _ in 0..2 {
        sekme.ok("browser_click", json!({"ref": dead})).await.has("NO CHANGE");
    }
    // Another spelling of the same.
    let refused = sekme
        .fails("browser_click", json!({"target": format!("[{dead}]"), "timeout_ms": 900}), "loop-guard")
        .await;
    assert!(refused.receipt().contains("Try another element: e"), "{}", refused.text);
    // A field has nothing to do with it.
    assert!(!refused.receipt().contains("textbox"), "{}", refused.text);
    assert!(refused.receipt().contains("\"Counter\" — http://127.0.0.1"), "{}", refused.text);
    refused.has("The page now:").has("button \"Plus\"");
    assert!(!refused.receipt().contains(&format!("{dead} button")), "{}", refused.text);

    // The longer it goes on, the less is said.
    let second = sekme.fails("browser_click", json!({"ref": dead}), "loop-guard").await;
    let third = sekme.fails("browser_click", json!({"ref": dead}), "loop-guard").await;
    assert!(second.text.len() <= refused.text.len() && third.text.len() <= second.text.len());
    assert!(third.receipt().contains("Answer the person now"), "{}", third.text);

    // What changes something runs, and then everything may be tried again.
    let plus = view.reference(&["Plus"]);
    for count in 1..=4 {
        sekme.ok("browser_click", json!({"ref": plus})).await.has(&format!("> {count}"));
    }
    sekme.ok("browser_click", json!({"ref": dead})).await;
    let status = sekme.ok("browser_status", json!({})).await;
    status.has("loop guard: 3 calls not run").has("(3 failed)");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_alternate_and_changes_that_go_round_are_stopped() {
    let (site, mut sekme) = counter().await;
    let view = sekme.open(&site.url("/")).await;
    let (dead, other) = (view.reference(&["Dead"]), view.reference(&["Other way"]));
    for one in [&dead, &other, &dead, &other] {
        sekme.ok("browser_click", json!({"ref": one})).await;
    }
    sekme.fails("browser_click", json!({"ref": dead}), "loop-guard").await;
    sekme.fails("browser_click", json!({"ref": other}), "loop-guard").await;

    let menu = view.reference(&["Menu"]);
    for _ in 0..4 {
        sekme.ok("browser_click", json!({"ref": menu})).await.has("expanded");
    }
    let round = sekme.fails("browser_click", json!({"ref": menu}), "loop-guard").await;
    assert!(round.receipt().contains("Stop going back and forth"), "{}", round.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_searches_and_addresses_are_not_repeated_either() {
    let (site, mut sekme) = counter().await;
    sekme.open(&site.url("/")).await;
    for _ in 0..2 {
        sekme.fails("browser_click", json!({"selector": "#nothing"}), "not-found").await;
    }
    let refused = sekme.fails("browser_click", json!({"selector": "#NOTHING "}), "loop-guard").await;
    refused.has("failed 2 times in the same way (not-found)");

    sekme.open(&site.url("/")).await;
    let there = sekme.fails("browser_navigate", json!({"url": site.url("/")}), "loop-guard").await;
    assert!(there.receipt().contains("You are already there"), "{}", there.text);
    sekme.open(&site.url("/two")).await;
    sekme.open(&site.url("/")).await.has("Plus");

    for _ in 0..2 {
        sekme.fails("browser_find", json!({"text": "unicorn", "scroll": false}), "not-found").await;
    }
    let sought = sekme.fails("browser_find", json!({"text": "Unicorn", "scroll": false}), "not-found").await;
    sought.has("hint: STOP: browser_find 3 times");
}

#[tokio::test(flavor = "multi_thread")]
async fn reading_the_same_again_is_answered_and_told_to_stop() {
    let (site, mut sekme) = counter().await;
    sekme.open(&site.url("/")).await;
    for tool in ["browser_snapshot", "browser_read", "browser_status"] {
        for _ in 0..2 {
            let answer = sekme.ok(tool, json!({})).await;
            assert!(!answer.text.starts_with("STOP"), "{}", answer.text);
        }
        let told = sekme.ok(tool, json!({})).await;
        if tool != "browser_status" {
            assert!(told.receipt().starts_with(&format!("STOP: {tool} 3 times")), "{}", told.text);
        }
    }
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("button \"Plus\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_changed_by_itself_is_acted_on_again() {
    let page = "<title>Wait</title><button id=b>Load</button><p id=p>waiting</p>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let click = json!({"selector": "#b"});
    sekme.ok("browser_click", click.clone()).await;
    sekme.ok("browser_click", click.clone()).await;
    let later = "setTimeout(() => { p.textContent = 'ready' }, 700), 1";
    sekme.ok("browser_evaluate", json!({"expression": later})).await;
    // Reading the text takes no note of the elements: the guard has to look for itself.
    while !sekme.ok("browser_read", json!({})).await.text.contains("ready") {}
    sekme.ok("browser_click", click).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drawing_goes_on_beside_what_moves_by_itself() {
    let canvas = "<canvas id=c width=200 height=100></canvas><script>n = 0; c.onclick = () => { n++; draw() };\
        onkeydown = () => { n++; draw() };\
        function draw() { const x = c.getContext('2d'); x.clearRect(0, 0, 200, 100); x.font = '40px serif'; x.fillText(n, 50, 80) }\
        draw()</script>";
    let spinner = "<style>@keyframes r { to { transform: rotate(360deg) } }\
        i { display: block; width: 40px; height: 40px; border: 9px dotted; animation: r 1s linear infinite }</style><i></i>";
    let frames = "<script>(function always() { draw(); c.getContext('2d').fillRect(performance.now() / 5 % 200, 0, 30, 30); requestAnimationFrame(always) })()</script>";
    let site = Site::serve([
        ("/spinner", Page::html(&format!("<title>S</title>{spinner}{canvas}"))),
        ("/frames", Page::html(&format!("<title>F</title>{canvas}{frames}"))),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/spinner", "/frames"] {
        sekme.open(&site.url(path)).await;
        for _ in 0..5 {
            sekme.ok("browser_click", json!({"selector": "#c"})).await;
        }
        for _ in 0..4 {
            sekme.ok("browser_press_key", json!({"key": "ArrowRight"})).await;
        }
        sekme.ok("browser_evaluate", json!({"expression": "n"})).await.has("9");
    }
}
