//! `browser_find`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;

#[tokio::test(flavor = "multi_thread")]
async fn text_is_found_with_a_ref_to_act_on_also_where_it_loads_late() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/lazy")).await;
    let found = sekme.ok("browser_find", json!({"text": "THE GOLDEN GOAT"})).await;
    let goat = found.reference(&["The golden goat"]);
    sekme.ok("browser_click", json!({"ref": goat})).await.has("chosen: The golden goat");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_there_is_said_with_how_far_it_was_looked_for() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/lazy")).await;
    let still = json!({"text": "The golden goat", "scroll": false});
    sekme.fails("browser_find", still, "not-found").await.has("without scrolling");
    let told = sekme.fails("browser_find", json!({"text": "nothing like this"}), "not-found").await;
    told.has("the whole page was searched").has("to its end");
    // Opened just now, the list is not drawn yet, and nothing scrolls.
    sekme.open(&pages.url("/tasks/lazy?again")).await;
    sekme.ok("browser_find", json!({"text": "Goat 12"})).await;
    let late = "<title>L</title><p id=end>Loading</p><script>addEventListener('load', () => setTimeout(() => {\
        for (let row = 1; row < 90; row++) document.body.append(Object.assign(document.createElement('p'),\
        { textContent: `Row ${row}` })) }, 500))</script>";
    let site = crate::support::site::Site::serve([("/", crate::support::site::Page::html(late))]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_find", json!({"text": "Row 77"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turkish_capitals_are_found() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/table")).await;
    sekme.ok("browser_find", json!({"text": "istanbul"})).await.has("Cahit Arf");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_button_of_thousands_is_found_and_clicked() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/buttons")).await;
    let found = sekme.ok("browser_find", json!({"text": "Button 4321"})).await;
    let button = found.reference(&["Button 4321"]);
    sekme.ok("browser_click", json!({"ref": button})).await.has("pressed 4321");
}
