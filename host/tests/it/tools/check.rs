//! `browser_check`.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

async fn site() -> Site {
    Site::serve([(
        "/",
        Page::html(
            "<title>C</title><label><input type=checkbox id=plain>Plain</label>\
             <style>.own input{position:absolute;opacity:0;width:0;height:0}</style>\
             <label class=own><input type=checkbox id=own><span>Own</span></label>\
             <input type=checkbox id=bare style='display:none'>\
             <label><input type=radio name=r id=red>Red</label><label><input type=radio name=r id=blue>Blue</label>\
             <div role=switch id=switch aria-checked=false tabindex=0 onclick=\"this.ariaChecked = this.ariaChecked !== 'true'\">Wifi</div>\
             <button id=bold aria-pressed=false onclick=\"this.ariaPressed = this.ariaPressed !== 'true'\">Bold</button>\
             <div role=checkbox id=stuck aria-checked=false tabindex=0>Stuck</div>\
             <button id=save>Save</button>\
             <script>plain.indeterminate = false</script>",
        ),
    )])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_toggle_is_brought_into_a_state_and_read_back() {
    let site = site().await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/")).await;
    for selector in ["#plain", "#own", "#red", "#switch", "#bold", "#bare"] {
        let checked = sekme.ok("browser_check", json!({"selector": selector})).await;
        assert!(checked.receipt().starts_with("Checked "), "{selector}: {}", checked.text);
        let again = sekme.ok("browser_check", json!({"selector": selector, "checked": true})).await;
        again.has("is checked already → nothing had to be done");
    }
    for selector in ["#plain", "#own", "#switch", "#bold"] {
        let unchecked = sekme.ok("browser_check", json!({"selector": selector, "checked": false})).await;
        assert!(unchecked.receipt().starts_with("Unchecked "), "{selector}: {}", unchecked.text);
    }
    let state = sekme
        .ok(
            "browser_evaluate",
            json!({"expression": "[plain.checked, own.checked, red.checked, bare.checked]"}),
        )
        .await;
    state.has("[false,false,true,true]");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_brought_there_says_why() {
    let site = site().await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    let view = sekme.open(&site.url("/")).await;
    let save = view.reference(&["Save"]);
    sekme
        .fails("browser_check", json!({"ref": save}), "not-actionable")
        .await
        .has("cannot be checked: it is no checkbox");
    sekme.ok("browser_check", json!({"selector": "#red"})).await;
    sekme
        .fails("browser_check", json!({"selector": "#red", "checked": false}), "not-actionable")
        .await
        .has("radio button, which cannot be unchecked");
    sekme
        .fails("browser_check", json!({"selector": "#stuck"}), "not-actionable")
        .await
        .has("was clicked and is still not checked");
    sekme.fails("browser_check", json!({}), "invalid-input").await;
}
