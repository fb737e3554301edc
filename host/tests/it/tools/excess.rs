//! Pages with too much of something, and pages that are busy for a while: bounded answers with true words.

use std::time::Duration;

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// Reaching it is no matter of a busy machine.
const LONG: Duration = Duration::from_secs(40);

#[tokio::test(flavor = "multi_thread")]
async fn frames_inside_frames_without_end_are_read_in_part_and_leave_no_word_on_the_next_page() {
    let nest = "<title>Nest</title><h1>Frames</h1><button>Here</button><script>\
        const depth = +new URLSearchParams(location.search).get('d');\
        if (depth < 6) for (const side of 'ab') { const f = document.createElement('iframe');\
        f.src = `/nest?d=${depth + 1}&s=${side}${Math.random()}`; document.body.append(f) }</script>";
    let calm = "<title>Calm</title><button>Quiet</button>";
    let site = Site::serve([("/nest", Page::html(nest)), ("/calm", Page::html(calm))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let opened = sekme.open(&site.url("/nest?d=0")).await;
    opened.has("button \"Here\"");
    let looked = sekme.ok("browser_snapshot", json!({"full": true})).await;
    looked.has("more FRAMES, inside of others, were not read");
    assert!(looked.elapsed < LONG, "{:?}", looked.elapsed);
    let next = sekme.open(&site.url("/calm")).await;
    next.has("button \"Quiet\"");
    assert!(!next.text.contains("note:") && !next.text.contains("FRAME"), "{}", next.text);
    let pressed = sekme.ok("browser_click", json!({"text": "Quiet"})).await;
    assert!(!pressed.text.contains("came to no end"), "{}", pressed.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_that_is_busy_for_a_while_is_let_to_its_end() {
    let busy = "const end = performance.now() + 9000; while (performance.now() < end);";
    let page = format!(
        "<title>Busy</title><button onclick=\"{busy} p.textContent = 'worked'\">Work</button>\
         <button onclick=\"setTimeout(() => {{ {busy} p.textContent = 'later' }}, 100)\">Later</button><p id=p>idle</p>"
    );
    let site = Site::serve([("/", Page::html(&page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let worked = sekme.ok("browser_click", json!({"ref": view.reference(&["Work"])})).await;
    worked.has("worked").has("the page was busy with the click for ");
    assert!(!worked.text.contains("came to no end"), "{}", worked.text);
    let later = sekme.ok("browser_click", json!({"ref": view.reference(&["Later"])})).await;
    assert!(!later.text.contains("came to no end"), "{}", later.text);
    sekme.ok("browser_read", json!({})).await.has("later");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_sixty_thousand_entries_is_searched_whole() {
    let page = "<title>Long</title><select id=s aria-label=City></select><script>\
        s.innerHTML = Array.from({length: 60000}, (_, n) => `<option>City ${n}</option>`).join('')</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let chosen = sekme.ok("browser_select", json!({"selector": "#s", "option": "City 59321"})).await;
    chosen.has("City 59321");
    let missed =
        sekme.fails("browser_select", json!({"selector": "#s", "option": "Nowhere"}), "not-found").await;
    missed.has("60000 options");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_thousand_buttons_are_read_and_searched_in_part() {
    let page = "<title>Buttons</title><main id=m><h1>All buttons</h1></main><script>\
        m.insertAdjacentHTML('beforeend', Array.from({length: 100000}, (_, n) => `<button>Button ${n}</button>`).join(' '))</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await.has("Button 1");
    let read = sekme.ok("browser_read", json!({})).await;
    read.has("All buttons").has("of more than ").has("go on with from=");
    let found = sekme.ok("browser_find", json!({"text": "Button 4321"})).await;
    found.has("Button 4321");
    let nothing = sekme.fails("browser_find", json!({"text": "no such words"}), "not-found").await;
    nothing.has("too large");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cover_that_stays_and_a_menu_that_moves_are_no_passing_messages() {
    let page = "<title>Layers</title><nav id=menu style='position:absolute;top:0;left:0'><span>File</span> <span>Edit</span></nav><br><br>\
        <button onclick=\"menu.style.top = '40px'\">Move</button>\
        <button onclick=\"document.body.insertAdjacentHTML('beforeend', `<div style='position:fixed;inset:0;background:white'><div><div><div><div><div><p style='position:absolute'>Choose a plan first</p></div></div></div></div></div></div>`)\">Cover</button>\
        <button onclick=\"document.body.insertAdjacentHTML('beforeend', `<div role=status style='position:fixed;inset:0;background:white'>Please wait here</div>`)\">Wait</button>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for name in ["Move", "Cover", "Wait"] {
        let view = sekme.open(&site.url(&format!("/?{name}"))).await;
        let pressed = sekme.ok("browser_click", json!({"ref": view.reference(&[name])})).await;
        assert!(!pressed.receipt().contains("toast"), "{name}: {}", pressed.text);
    }
}
