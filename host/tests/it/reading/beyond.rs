//! What script in the page cannot see: listeners, handlers of frameworks, closed shadow roots, custom elements.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn words_and_boxes_with_a_listener_of_their_own_get_refs() {
    let page = "<p>Choose <span id=a>the first</span> or <span>no word</span> or <b id=b>the second</b>.</p>\
                <table><tr><td id=c>Cell one</td><td>Cell two</td></tr></table>\
                <div id=d style='width:90px;height:30px'>Property</div>\
                <svg width=90 height=90><circle id=e cx=40 cy=40 r=30 fill=red /></svg>\
                <script>for (const id of 'abce') document.getElementById(id).addEventListener('click', (event) => {\
                document.title = 'hit ' + event.currentTarget.id });\
                document.getElementById('d').onclick = () => { document.title = 'hit d' }</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    for (words, id) in [("the first", "a"), ("the second", "b"), ("Cell one", "c"), ("Property", "d")] {
        let reference = view.reference(&[words]);
        sekme.ok("browser_click", json!({"ref": reference})).await.has(&format!("hit {id}"));
    }
    assert_eq!(view.elements().len(), 5, "{}", view.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listener_that_comes_later_and_one_that_goes_are_noticed() {
    let page = "<p><span id=a>Word</span></p><button onclick=\"a.addEventListener('click', hit)\">On</button>\
                <button onclick=\"a.removeEventListener('click', hit)\">Off</button>\
                <script>function hit() { document.title = 'hit' }</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    assert!(!view.elements().iter().any(|line| line.contains("Word")), "{}", view.text);
    let (on, off) = (view.reference(&["On"]), view.reference(&["Off"]));
    sekme.ok("browser_click", json!({"ref": on})).await.reference(&["Word"]);
    sekme.ok("browser_click", json!({"ref": off})).await.has("(1 gone)");
}

#[tokio::test(flavor = "multi_thread")]
async fn handlers_that_a_framework_keeps_are_found_without_touching_the_page() {
    // One listener at the root and the handlers in properties: as React, Svelte and jQuery do it.
    let page = "<div id=root><div id=a>Open card</div><div>Plain</div><p id=b>Mark read</p>\
                <ul id=list><li class=row>First row</li><li>Other</li></ul></div>\
                <script>let touched = 0;\
                const query = Document.prototype.querySelectorAll;\
                a['__reactProps$x1'] = { onClick() {} };\
                b.__click = () => {};\
                list.jQuery3600001 = { events: { click: [{ selector: '.row' }] } };\
                root.addEventListener('click', () => {});\
                Object.defineProperty(HTMLElement.prototype, 'sneaky', { get() { touched++; return 1 }, enumerable: true });\
                setInterval(() => { document.title = 'touched ' + touched }, 20)</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    for words in ["Open card", "Mark read", "First row"] {
        view.reference(&[words]);
    }
    assert_eq!(view.elements().len(), 3, "{}", view.text);
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("touched 0");
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_shadow_roots_are_read_and_acted_in() {
    let page = "<div id=h></div><x-box></x-box><script>\
                const inner = h.attachShadow({ mode: 'closed' });\
                inner.innerHTML = '<p>Said in the dark</p><button>In the dark</button><div id=deep></div>';\
                inner.querySelector('#deep').attachShadow({ mode: 'closed' }).innerHTML = '<a href=\"#x\">Deeper</a>';\
                inner.querySelector('button').onclick = () => { document.title = 'pressed' };\
                customElements.define('x-box', class extends HTMLElement { constructor() { super();\
                this.attachShadow({ mode: 'closed' }).innerHTML = '<label>City <input></label>' } });\
                </script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    view.reference(&["link", "Deeper"]);
    view.has("Said in the dark");
    let button = view.reference(&["In the dark"]);
    sekme.ok("browser_click", json!({"ref": button})).await.has("pressed");
    let city = view.reference(&["textbox", "City"]);
    sekme.ok("browser_type", json!({"ref": city, "text": "Bursa"})).await.has("Bursa");
    sekme.ok("browser_find", json!({"text": "said in the dark"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_custom_element_says_its_role_and_states_itself() {
    let page = "<x-check tabindex=0>Newsletter</x-check><script>\
                customElements.define('x-check', class extends HTMLElement { static formAssociated = true;\
                constructor() { super(); this.inside = this.attachInternals(); this.inside.role = 'checkbox';\
                this.inside.ariaChecked = 'false'; this.inside.ariaLabel = 'Send me news';\
                this.onclick = () => { this.inside.ariaChecked = 'true' } } });</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let check = view.reference(&["checkbox", "Send me news"]);
    let after = sekme.ok("browser_click", json!({"ref": check})).await;
    after.has("(checked");
}
