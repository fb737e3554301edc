//! What becomes of a press on pages that move, replace or close what is pressed.

use std::time::Duration;

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_no_click_comes_of_is_made_once_more_or_told() {
    let site = Site::serve([
        (
            // Drawn anew by the first press, as where a field that is left is checked.
            "/once",
            Page::html(
                "<title>1</title><div id=d><button>Save</button></div><p id=said></p><script>let times = 0;\
                 const wire = () => { const b = d.firstChild; b.onmousedown = () => { if (times++ == 0) {\
                 d.innerHTML = d.innerHTML; wire() } }; b.onclick = () => { said.textContent = 'saved' } }; wire()</script>",
            ),
        ),
        (
            "/always",
            Page::html(
                "<title>2</title><div id=d><button>Save</button></div><script>const wire = () => {\
                 d.firstChild.onmousedown = () => { d.innerHTML = d.innerHTML; wire() } }; wire()</script>",
            ),
        ),
        (
            // Acts when it is pressed down: a second press would act twice.
            "/down",
            Page::html(
                "<title>3</title><div id=d><button>Add</button></div><p id=said>0</p><script>let n = 0;\
                 const wire = () => { d.firstChild.onmousedown = () => { said.textContent = `${++n} added`;\
                 d.innerHTML = d.innerHTML; wire() } }; wire()</script>",
            ),
        ),
        (
            "/restless",
            Page::html(
                "<title>4</title><p id=p><button onmouseover='p.append(this)' onclick=\"said.textContent='hit'\">Catch</button>\
                 </p><p id=said></p>",
            ),
        ),
        (
            "/plain",
            Page::html(
                "<title>5</title><p id=p><button onclick=\"said.textContent='hit'; this.remove()\">Once</button></p><p id=said></p>",
            ),
        ),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/once")).await;
    let save = view.reference(&["Save"]);
    sekme.ok("browser_click", json!({"ref": save})).await.has("saved").has("Clicked e");
    let view = sekme.open(&site.url("/always")).await;
    let save = view.reference(&["Save"]);
    let told = sekme.ok("browser_click", json!({"ref": save})).await;
    told.has("no click came of it").has("Pressed the mouse on e");
    let view = sekme.open(&site.url("/down")).await;
    let add = view.reference(&["Add"]);
    let added = sekme.ok("browser_click", json!({"ref": add})).await;
    added.has("1 added").has("no click came of it");
    assert!(!added.text.contains("2 added"), "{}", added.text);
    let view = sekme.open(&site.url("/restless")).await;
    let catch = view.reference(&["Catch"]);
    let caught = sekme.ok("browser_click", json!({"ref": catch})).await;
    assert!(caught.text.contains("hit") || caught.text.contains("no click came of it"), "{}", caught.text);
    let view = sekme.open(&site.url("/plain")).await;
    let once = view.reference(&["Once"]);
    let hit = sekme.ok("browser_click", json!({"ref": once})).await;
    hit.has("hit").has("Clicked e");
    assert!(!hit.text.contains("no click"), "{}", hit.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_a_click_closes_is_left_for_the_one_it_came_from() {
    let site = Site::serve([
        ("/", Page::html("<title>Home</title><a href=/pop target=_blank rel=opener>Open</a>")),
        (
            "/pop",
            Page::html(
                "<title>Pop</title><button onclick='window.close()'>Done</button>\
                 <button onclick='setTimeout(() => window.close(), 60)'>Later</button>",
            ),
        ),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for button in ["Done", "Later"] {
        let view = sekme.open(&site.url("/")).await;
        let open = view.reference(&["Open"]);
        let popped = sekme.ok("browser_click", json!({"ref": open})).await;
        let done = popped.reference(&[button]);
        let closed = sekme.ok("browser_click", json!({"ref": done})).await;
        closed.has("Clicked e").has("closed; now on t1 \"Home\"").has("link \"Open\"");
        sekme.ok("browser_snapshot", json!({"full": true})).await.has("link \"Open\"");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_click_on_a_page_that_still_builds_itself_waits_for_it() {
    // Rows come in above the button for a while after the page has loaded.
    let growing = "<title>G</title><div id=rows></div><button onclick=\"said.textContent='hit'\">Go</button><p id=said></p>\
                   <script>let n = 0; addEventListener('mousemove', () => { if (n++ < 12) rows.insertAdjacentHTML('beforeend',\
                   '<div style=\"height:40px\">row</div>') });\
                   const timer = setInterval(() => { rows.insertAdjacentHTML('beforeend', '<p>more</p>');\
                   if (rows.children.length > 30) clearInterval(timer) }, 25)</script>";
    let veiled = "<title>V</title><button onclick=\"said.textContent='hit'\">Go</button><p id=said></p>\
                  <div id=veil style='position:fixed;inset:0;background:#fff'>Loading</div>\
                  <script>setTimeout(() => veil.remove(), 900)</script>";
    let redrawn = "<title>R</title><div id=app></div><p id=said></p><script>let n = 0; const draw = () => {\
                   app.innerHTML = '<p>' + 'x<br>'.repeat(n) + '</p><button>Go</button>';\
                   app.querySelector('button').onclick = () => { said.textContent = 'hit' } }; draw();\
                   const timer = setInterval(() => { n++; draw(); if (n > 15) clearInterval(timer) }, 25)</script>";
    let fading = "<title>F</title><button onclick=\"said.textContent='hit'\">Go</button><p id=said></p>\
                  <div id=veil style='position:fixed;inset:0;opacity:0'></div>\
                  <script>setTimeout(() => veil.remove(), 1700)</script>";
    let site = Site::serve([
        ("/growing", Page::html(growing)),
        ("/veiled", Page::html(veiled)),
        ("/redrawn", Page::html(redrawn)),
        ("/fading", Page::html(fading)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/growing", "/veiled", "/redrawn", "/fading"] {
        let url = site.url(path);
        let opened = sekme.post("browser_navigate", &json!({"url": url, "wait_until": "commit"})).await;
        let clicked = sekme.post("browser_click", &json!({"selector": "button"})).await;
        sekme.answer(opened).await;
        sekme.answer(clicked).await.has("hit");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_script_fails_is_the_reason_why_nothing_changed() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>E</title><button onclick=\"undefined.x.y = 'quoted \\' name'\">Throw</button>\
             <button onclick=\"Promise.reject(new RangeError('too far'))\">Reject</button>\
             <button onclick=\"said.textContent='done'; nowhere()\">Both</button><p id=said></p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let thrown = sekme.ok("browser_click", json!({"text": "Throw"})).await;
    thrown.has("NO CHANGE on the page: the page's script failed: \"TypeError: ");
    assert!(!thrown.receipt().contains(" at "), "{}", thrown.text);
    sekme.ok("browser_click", json!({"text": "Reject"})).await.has("RangeError: too far");
    let both = sekme.ok("browser_click", json!({"text": "Both"})).await;
    assert!(!both.receipt().contains("NO CHANGE"), "{}", both.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stays_disabled_is_refused_soon_whatever_moves_elsewhere() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>D</title><style>@keyframes s { to { transform: rotate(360deg) } } b { animation: s 1s infinite;\
             display: inline-block }</style><b>o</b><button disabled>Pay</button>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let arguments = json!({"selector": "button", "timeout_ms": 15_000});
    let refused = sekme.fails("browser_click", arguments, "not-actionable").await;
    refused.has("it is disabled");
    assert!(refused.elapsed < Duration::from_secs(6), "{:?}", refused.elapsed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_that_goes_past_a_moving_element_is_not_claimed() {
    // It jumps away whenever it is pressed down.
    let page = "<title>J</title><div id=app><button id=b style='position:absolute;left:20px;top:60px'>Jump</button></div>\
                <script>b.onmousedown = () => { b.style.left = (b.offsetLeft + 300) % 600 + 'px' };\
                b.onclick = () => { document.title = 'caught' }</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let told = sekme.ok("browser_click", json!({"text": "Jump"})).await;
    told.has("NO CHANGE on the page: the click went past it, since it moved while it was pressed");
}
