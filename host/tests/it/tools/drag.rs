//! `browser_drag`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const MOUSE: &str = "<title>M</title><style>#box{position:absolute;left:50px;top:100px;width:60px;height:60px;background:#7af}\
    </style><div id=box role=button aria-label=Box tabindex=0></div><script>let from = null;\
    box.onpointerdown = (event) => { from = [event.clientX - box.offsetLeft, event.clientY - box.offsetTop];\
    box.setPointerCapture(event.pointerId) };\
    box.onpointermove = (event) => { if (from) { box.style.left = event.clientX - from[0] + 'px';\
    box.style.top = event.clientY - from[1] + 'px' } }; box.onpointerup = () => { from = null }</script>";

const HTML: &str = "<title>D</title><div id=card draggable=true role=listitem style='width:80px;background:#fa7'>Card</div>\
    <div id=bin role=button aria-label=Bin tabindex=0 style='margin:80px;width:200px;height:100px;background:#eee'>Bin</div>\
    <p id=log></p><script>const say = (text) => { log.textContent += text + ' ' };\
    card.ondragstart = (event) => { event.dataTransfer.setData('text/plain', 'card 7'); say('start') };\
    card.ondragend = () => say('end'); bin.ondragover = (event) => event.preventDefault();\
    bin.ondragenter = () => say('enter');\
    bin.ondrop = (event) => { event.preventDefault(); say('drop:' + event.dataTransfer.getData('text/plain'));\
    bin.append(card) }</script>";

const SORTABLE: &str = "<title>S</title><ul id=list></ul><script>for (const name of ['One', 'Two', 'Three']) {\
    const item = document.createElement('li'); item.draggable = true; item.tabIndex = 0; item.textContent = name;\
    item.id = name; list.append(item) } let held = null;\
    list.ondragstart = (event) => { held = event.target };\
    list.ondragover = (event) => { event.preventDefault(); const over = event.target.closest('li');\
    if (over && over !== held) { const after = event.clientY >= over.offsetTop + over.offsetHeight / 2;\
    over[after ? 'after' : 'before'](held) } };</script>";

const SLIDER: &str =
    "<title>R</title><input type=range aria-label=Volume min=0 max=100 value=0 style='width:200px;margin:0'>";

#[tokio::test(flavor = "multi_thread")]
async fn things_are_dragged_by_pixels_and_onto_other_things() {
    let site = Site::serve([
        ("/mouse", Page::html(MOUSE)),
        ("/html", Page::html(HTML)),
        ("/sortable", Page::html(SORTABLE)),
        ("/slider", Page::html(SLIDER)),
    ])
    .await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    let view = sekme.open(&site.url("/mouse")).await;
    let thing = view.reference(&["Box"]);
    let moved = sekme.ok("browser_drag", json!({"ref": thing, "dx": 120, "dy": -40})).await;
    moved.has("by 120, -40 → it is now 120 px further right and 40 px further up");

    sekme.open(&site.url("/html")).await;
    let dropped = sekme.ok("browser_drag", json!({"selector": "#card", "to_selector": "#bin"})).await;
    dropped.has("Dragged ").has("start enter drop:card 7 end");

    sekme.open(&site.url("/sortable")).await;
    sekme.ok("browser_drag", json!({"selector": "#One", "to_selector": "#Three"})).await;
    let order =
        sekme.ok("browser_evaluate", json!({"expression": "list.innerText.split('\\n').join()"})).await;
    order.has("Two,Three,One");

    sekme.open(&site.url("/slider")).await;
    let slid = sekme.ok("browser_drag", json!({"selector": "input", "dx": 60})).await;
    slid.has("slider \"Volume\" has value \"");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_takes_drops_is_shown_and_found_by_its_text() {
    let page = "<title>D</title><div id=card draggable=true role=listitem style='width:80px'>Card</div>\
        <div id=bin style='margin:60px;width:200px;height:100px'>Drop here</div><p style='margin:0'>Somewhere else</p><p id=log></p>\
        <script>card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card 7');\
        bin.ondragover = (event) => event.preventDefault();\
        bin.ondrop = (event) => { log.textContent += 'dropped ' + event.dataTransfer.getData('text/plain') }</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start(["--with=drag"]).await;
    let view = sekme.open(&site.url("/")).await;
    let (card, bin) = (view.reference(&["Card"]), view.reference(&["\"Drop here\"", "takes drops"]));
    sekme.ok("browser_drag", json!({"ref": card, "to_ref": bin})).await.has("dropped card 7");
    sekme.open(&site.url("/?again")).await;
    let dragged = sekme.ok("browser_drag", json!({"selector": "#card", "to": "Drop here"})).await;
    dragged.has("dropped card 7");
    sekme
        .ok("browser_drag", json!({"selector": "#card", "to": "Somewhere else"}))
        .await
        .has("Somewhere else");
    sekme.fails("browser_drag", json!({"selector": "#card", "to": "Nowhere"}), "not-found").await;
    let mut without = Sekme::start::<&str>([]).await;
    let view = without.open(&site.url("/")).await;
    assert!(!view.text.contains("takes drops"), "{}", view.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_names_of_other_servers_work_and_a_drag_to_nowhere_is_refused() {
    let site = Site::serve([("/html", Page::html(HTML))]).await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    let view = sekme.open(&site.url("/html")).await;
    let (card, bin) = (view.reference(&["Card"]), view.reference(&["Bin"]));
    let dropped = sekme.ok("browser_drag", json!({"startTarget": card, "endTarget": bin})).await;
    dropped.has("drop:card 7");
    let view = sekme.open(&site.url("/html")).await;
    let (card, bin) = (view.reference(&["Card"]), view.reference(&["Bin"]));
    sekme.ok("browser_drag", json!({"from_uid": card, "to_uid": bin})).await.has("drop:card 7");
    sekme.fails("browser_drag", json!({"ref": bin}), "invalid-input").await.has("nothing says where");
    sekme.fails("browser_drag", json!({"to_ref": bin}), "invalid-input").await;
}
