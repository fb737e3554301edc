//! An element is brought into view, waited for, followed and aimed at; what cannot be acted on says why.

use std::time::Duration;

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// Opens each page in turn and clicks the element of a selector, which must make the page say `hit`.
async fn hits(pages: &[(&str, &str, &str)]) {
    let site = Site::serve(pages.iter().map(|(path, html, _)| (*path, Page::html(&page(html))))).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for (path, _, selector) in pages {
        sekme.open(&site.url(path)).await;
        let answer = sekme.ok("browser_click", json!({"selector": selector})).await;
        assert!(answer.text.contains("hit"), "{path}: {}", answer.text);
    }
}

/// A page whose `hit()` says so in its title and in its text.
fn page(html: &str) -> String {
    format!(
        "<!doctype html><title>Page</title><p id=said></p>\
         <script>function hit() {{ said.textContent = 'hit'; document.title = 'hit' }}</script>{html}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn what_must_be_scrolled_to_is_brought_into_view() {
    hits(&[
        ("/far", "<div style='height:4000px'></div><button onclick=hit()>B</button>", "button"),
        (
            "/nested",
            "<div style='height:1500px'></div><div style='height:200px;overflow:auto'><div style='height:900px'></div>\
             <div style='height:100px;overflow:auto'><div style='height:700px'></div><button onclick=hit()>B</button>\
             </div></div>",
            "button",
        ),
        (
            "/hidden-overflow",
            "<div style='width:200px;height:60px;overflow:hidden'><div style='width:900px;display:flex'>\
             <div style='flex:0 0 600px'>x</div><button onclick=hit()>B</button></div></div>",
            "button",
        ),
        (
            "/sticky",
            "<header style='position:sticky;top:0;height:120px;background:#fff;z-index:2'>Head</header>\
             <div style='height:1200px'></div><button onclick=hit()>B</button><div style='height:2000px'></div>\
             <footer style='position:fixed;bottom:0;left:0;right:0;height:200px;background:#eee'>Foot</footer>",
            "button",
        ),
        (
            "/large",
            "<div id=b onclick=hit() role=button style='height:5000px;width:3000px;background:#eee'>B</div>",
            "#b",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_elements_are_clicked_where_they_take_a_click() {
    hits(&[
        ("/label", "<label for=c>Terms</label><input type=checkbox id=c onchange=hit()>", "label"),
        (
            "/two-lines",
            "<p style='width:200px;font:16px/24px monospace'>aaaaaaaaaaaaaa <a href='#' onclick='hit();return false'>\
             bbbbbbbb ccc</a> dddd</p>",
            "a",
        ),
        (
            "/svg-link",
            "<svg width=200 height=60><a href='#' onclick='hit();return false'><text x=10 y=30>Go</text></a></svg>",
            "svg a",
        ),
        (
            "/svg-ring",
            "<svg width=200 height=200><circle cx=100 cy=100 r=80 fill=none stroke=black stroke-width=8 onclick=hit() />\
             </svg>",
            "circle",
        ),
        ("/contents", "<button style='display:contents' onclick=hit()><span>B</span></button>", "button"),
        (
            "/turned",
            "<div style='transform:rotate(30deg) scale(.6);margin:100px;width:90px'><button onclick=hit()>B</button></div>",
            "button",
        ),
        (
            "/no-pointer",
            "<div onclick=hit() style='width:90px'><span id=s style='pointer-events:none'>Words</span></div>",
            "#s",
        ),
        (
            "/area",
            "<img usemap='#m' width=200 height=100 src='data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'>\
             <map name=m><area shape=rect coords='100,0,200,100' href='#' alt=East onclick='hit();return false'></map>",
            "area",
        ),
        ("/summary", "<details ontoggle=hit()><summary>More</summary>text</details>", "summary"),
        (
            "/zero-size",
            "<style>input{position:absolute;width:0;height:0;opacity:0}</style>\
             <label><input type=radio onchange=hit()><span>Red</span></label>",
            "input",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_and_shadow_roots_are_reached() {
    let inner = page(
        "<div style='height:900px'></div><button onclick=\"hit();parent.postMessage('hit','*')\">B</button>",
    );
    let outer = "<!doctype html><title>Outer</title><p id=said></p><div style='height:1500px'></div>\
        <iframe src='{src}' style='height:150px;border:9px solid'></iframe><div style='height:900px'></div>\
        <script>onmessage = (event) => said.textContent = event.data</script>";
    let site = Site::serve([
        ("/inner", Page::html(&inner)),
        ("/same", Page::html(&outer.replace("{src}", "/inner"))),
        ("/other", Page::html(&outer.replace("{src}", "http://localhost:{port}/inner"))),
        (
            "/open",
            Page::html(&page(
                "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML='<button>B</button>';\
                h.shadowRoot.querySelector('button').onclick=hit</script>",
            )),
        ),
        (
            "/closed",
            Page::html(&page(
                "<x-card></x-card><script>customElements.define('x-card', class extends HTMLElement {\
                constructor() { super(); const root = this.attachShadow({mode:'closed'});\
                root.innerHTML='<button>B</button>'; root.querySelector('button').onclick=hit } })</script>",
            )),
        ),
        (
            "/under",
            Page::html(
                "<!doctype html><title>Under</title><iframe src='/short' style='height:150px'></iframe>\
                <div id=veil style='position:fixed;inset:0;background:#fff8'></div>",
            ),
        ),
        ("/short", Page::html(&page("<button onclick=hit()>B</button>"))),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/same", "/other", "/open", "/closed"] {
        let view = sekme.open(&site.url(path)).await;
        let button = view.reference(&["button \"B\""]);
        sekme.ok("browser_click", json!({"ref": button})).await.has("hit");
    }
    let view = sekme.open(&site.url("/under")).await;
    let button = view.reference(&["button \"B\""]);
    sekme.fails("browser_click", json!({"ref": button}), "covered").await.has("veil");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_ready_yet_is_waited_for() {
    hits(&[
        (
            "/enabled-later",
            "<p id=clock></p><button disabled onclick=hit()>B</button><script>let n = 0;\
             const timer = setInterval(() => { clock.textContent = ++n;\
             if (n == 20) { document.querySelector('button').disabled = false; clearInterval(timer) } }, 100)</script>",
            "button",
        ),
        (
            "/uncovered-later",
            "<button onclick=hit()>B</button><div id=veil style='position:fixed;inset:0'></div>\
             <script>setTimeout(() => veil.remove(), 700)</script>",
            "button",
        ),
        (
            "/shown-later",
            "<button style='visibility:hidden' onclick=hit()>B</button>\
             <script>setTimeout(() => document.querySelector('button').style.visibility = '', 600)</script>",
            "button",
        ),
        (
            "/never-still",
            "<style>@keyframes go { from { left: 0 } to { left: 700px } }\
             button { position: relative; width: 120px; animation: go 2s linear infinite alternate }</style>\
             <button onclick=hit()>B</button>",
            "button",
        ),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_obstacle_that_stays_is_named_with_what_was_seen() {
    let site = Site::serve([
        ("/disabled", Page::html("<title>D</title><button disabled>Pay</button>")),
        (
            "/cookies",
            Page::html(
                "<title>C</title><button>Subscribe</button><div role=dialog aria-label=Cookies \
                 style='position:fixed;inset:0;background:#fff'><p>We use cookies</p><button>Accept</button></div>",
            ),
        ),
        ("/hidden", Page::html("<title>H</title><button style='display:none'>Pay</button><p>text</p>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/disabled")).await;
    let disabled = sekme.fails("browser_click", json!({"selector": "button"}), "not-actionable").await;
    disabled.has("cannot be clicked: it is disabled").has("call log:").has(" × it is disabled");
    assert!(disabled.elapsed < Duration::from_millis(2_500), "{:?}", disabled.elapsed);
    sekme.open(&site.url("/cookies")).await;
    let covered = sekme.fails("browser_click", json!({"selector": "button >> nope"}), "invalid-input").await;
    covered.has("is not a CSS selector");
    let covered = sekme.fails("browser_click", json!({"selector": "body > button"}), "covered").await;
    covered
        .has("it is covered by dialog \"Cookies\"; e")
        .has(" button \"Accept\" is in it")
        .has("close what covers it");
    let accept = covered.reference(&["button \"Accept\""]);
    assert!(covered.text.lines().next().is_some_and(|line| line.contains(&accept)), "{}", covered.text);
    sekme.open(&site.url("/hidden")).await;
    sekme
        .fails("browser_click", json!({"selector": "button"}), "not-actionable")
        .await
        .has("it is not visible");
    let patient =
        sekme.fails("browser_click", json!({"selector": "button", "timeout_ms": 2_600}), "not-actionable");
    assert!(patient.await.elapsed >= Duration::from_secs(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_that_something_else_would_take_is_aimed_again() {
    // The cover comes exactly when the mouse does, the first two times.
    let site = Site::serve([(
        "/",
        Page::html(&page(
            "<button style='margin:60px' onclick=hit()>B</button><script>let left = 2;\
             document.querySelector('button').addEventListener('mousemove', () => { if (left-- > 0) {\
             const veil = document.createElement('div'); veil.style.cssText = 'position:fixed;inset:0';\
             veil.onclick = () => document.title = 'wrong';\
             veil.onpointerdown = veil.onclick; document.body.append(veil); setTimeout(() => veil.remove(), 80) } })</script>",
        )),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let clicked = sekme.ok("browser_click", json!({"selector": "button"})).await;
    clicked.has("hit");
    assert!(!clicked.text.contains("wrong"), "{}", clicked.text);
}
