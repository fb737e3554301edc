//! Frames: nested, from other sites, hidden, covered, slow and vanishing ones.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Gate, Page, Site};

/// Three levels, each from another site than the one around it: 127.0.0.1 and localhost are two sites.
async fn nested() -> Site {
    let outer = "<h1>Outer</h1><button>Level one</button><iframe src='http://localhost:{port}/two' width=600 height=400></iframe>";
    let two = "<button>Level two</button><iframe src='http://127.0.0.1:{port}/three' width=500 height=250></iframe>\
               <iframe srcdoc='<button>Source document</button>' width=300 height=60></iframe>";
    let three = "<button onclick=\"this.textContent='Pressed three'\">Level three</button><iframe id=f width=300 height=60></iframe>\
                 <script>f.contentDocument.body.innerHTML = '<button>Blank document</button>'</script>";
    Site::serve([("/", Page::html(outer)), ("/two", Page::html(two)), ("/three", Page::html(three))]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_of_other_sites_are_read_and_acted_in_three_levels_deep() {
    let site = nested().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    for words in ["Level one", "Level two", "Level three", "Source document", "Blank document"] {
        view.reference(&["button", words]);
    }
    let third = view.reference(&["Level three"]);
    sekme.ok("browser_click", json!({"ref": third})).await.has("Pressed three");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_frame_that_nobody_sees_is_shown() {
    let page = "<p>Page</p><iframe src='/in?1' style='opacity:0'></iframe><iframe src='/in?2' style='visibility:hidden'></iframe>\
                <iframe src='/in?3' style='position:absolute;left:-900px'></iframe><iframe src='/in?4' width=0 height=0></iframe>\
                <iframe src='http://localhost:{port}/in?5' style='display:none'></iframe>\
                <div style='height:0;overflow:hidden'><iframe src='http://localhost:{port}/in?6'></iframe></div>\
                <iframe src='/seen' width=300 height=100></iframe>";
    let hidden = "<button>Hidden button</button><p>Hidden text</p><iframe srcdoc='<button>Hidden inner</button>'></iframe>";
    let site = Site::serve([
        ("/", Page::html(page)),
        ("/seen", Page::html("<button>Seen button</button>")),
        ("/in?1", Page::html(hidden)),
        ("/in?2", Page::html(hidden)),
        ("/in?3", Page::html(hidden)),
        ("/in?4", Page::html(hidden)),
        ("/in?5", Page::html(hidden)),
        ("/in?6", Page::html(hidden)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    view.reference(&["Seen button"]);
    assert!(!view.text.contains("Hidden"), "{}", view.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_page_lays_over_its_frame_covers_what_is_in_it() {
    let page = "<iframe src='http://localhost:{port}/in' width=400 height=200 style='position:absolute;left:0;top:0'></iframe>\
                <div role=dialog aria-label='Cookie choice' style='position:fixed;z-index:99;left:0;top:0;width:420px;height:100px;background:#eee'>\
                <button>Reject</button></div>";
    let inner = "<button style='position:absolute;top:20px'>Under it</button><button style='position:absolute;top:150px'>Free</button>";
    let site = Site::serve([("/", Page::html(page)), ("/in", Page::html(inner))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let line =
        |words: &str| view.elements().into_iter().find(|line| line.contains(words)).unwrap_or_default();
    assert!(line("Under it").contains("covered by"), "{}", view.text);
    assert!(line("Free").starts_with('e') && !line("Free").contains("covered"), "{}", view.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_never_loads_is_named_in_bounded_time() {
    let gate = Gate::closed();
    let page =
        "<button>Here</button><iframe src='http://localhost:{port}/slow' width=300 height=100></iframe>";
    let site =
        Site::serve([("/", Page::html(page)), ("/slow", Page::html("<button>Late</button>").behind(&gate))])
            .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let start = Instant::now();
    let arguments = json!({"url": site.url("/"), "wait_until": "domcontentloaded"});
    let view = sekme.ok("browser_navigate", arguments).await;
    assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
    view.reference(&["Here"]);
    view.has("/slow\" has not loaded yet");
    gate.open();
    loop {
        let now = sekme.ok("browser_snapshot", json!({"full": true})).await;
        if now.text.contains("Late") {
            assert!(!now.text.contains("has not loaded"), "{}", now.text);
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_loops_is_named_and_the_rest_is_read() {
    let page =
        "<button>Here</button><iframe src='http://localhost:{port}/loop' width=300 height=100></iframe>";
    let site = Site::serve([
        ("/", Page::html(page)),
        ("/loop", Page::html("<p>Loop</p><script>setTimeout(() => { for (;;); }, 50)</script>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let start = Instant::now();
    sekme.open(&site.url("/")).await;
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    assert!(start.elapsed() < Duration::from_secs(40), "{:?}", start.elapsed());
    view.reference(&["Here"]);
    view.has("/loop\" could not be read");
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_come_and_go_while_they_are_read_cost_no_answer() {
    let page = "<button>Here</button><div id=d></div><script>setInterval(() => { d.replaceChildren();\
                for (let i = 0; i < 4; i++) { const f = document.createElement('iframe'); f.width = 200; f.height = 40;\
                f.src = `http://${i % 2 ? 'localhost' : '127.0.0.1'}:{port}/in`; d.append(f) } }, 15)</script>";
    let site = Site::serve([("/", Page::html(page)), ("/in", Page::html("<button>Inner</button>"))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for _ in 0..20 {
        let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
        view.reference(&["Here"]);
    }
}
