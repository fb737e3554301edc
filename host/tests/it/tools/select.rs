//! `browser_select`.

use serde_json::{Value, json};

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Page, Site};

const NATIVE: &str = include_str!("select/native.html");
const ARIA: &str = include_str!("select/aria.html");
const DRAWN: &str = include_str!("select/drawn.html");
const LONG: &str = include_str!("select/long.html");

async fn showing(body: &str) -> (Site, Sekme, Answer) {
    let site = Site::serve([("/", Page::html(body))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    (site, sekme, view)
}

impl Sekme {
    async fn chooses(&mut self, selector: &str, option: impl Into<Value>, receipt: &str) -> Answer {
        let answer = self.ok("browser_select", json!({"selector": selector, "option": option.into()})).await;
        assert!(answer.receipt().contains(receipt), "no {receipt:?} in {}", answer.text);
        assert!(!answer.text.contains(" instead\n"), "{}", answer.text);
        answer
    }

    async fn refuses(&mut self, selector: &str, option: impl Into<Value>, code: &str, text: &str) {
        let sent = json!({"selector": selector, "option": option.into()});
        self.fails("browser_select", sent, code).await.has(text);
    }

    /// What the page wrote down, one line for each thing that it heard.
    async fn log(&mut self) -> String {
        self.ok("browser_evaluate", json!({"expression": "window.log.join()"})).await.text
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_option_of_a_select_is_named_by_text_value_or_index() {
    let (_site, mut sekme, view) = showing(NATIVE).await;
    let city = view.reference(&["combobox", "City"]);
    for (sent, receipt) in [
        (json!({"ref": city, "option": "Berlin"}), "Chose \"Berlin\" in"),
        (json!({"ref": city, "value": "izm"}), "→ value \"İzmir\""),
        (json!({"target": city, "text": "ANKARA"}), "→ value \"Ankara\""),
        (json!({"ref": city, "label": "york"}), "→ value \"New York\""),
        (json!({"ref": city, "option": 1}), "→ value \"Berlin\""),
        (json!({"ref": city, "option": "2"}), "→ value \"İzmir\""),
        (json!({"selector": "#city", "values": ["ank"]}), "→ value \"Ankara\""),
        (json!({"selector": "label", "option": "Berlin"}), "Chose \"Berlin\" in e"),
    ] {
        let answer = sekme.ok("browser_select", sent.clone()).await;
        assert!(answer.receipt().contains(receipt), "{sent}: {}", answer.text);
        assert_eq!(answer.receipt().matches('→').count(), 1, "{}", answer.text);
    }
    assert!(sekme.log().await.contains("city input,city change"));
    let again = sekme.ok("browser_select", json!({"ref": city, "option": "Berlin"})).await;
    assert_eq!(
        again.receipt(),
        format!("\"Berlin\" was chosen already in {city} combobox \"City\" → nothing was done")
    );
    let missed = sekme.fails("browser_select", json!({"ref": city, "option": "Berlni"}), "not-found").await;
    missed.has("nothing was changed").has("it has 6 options: \"Ankara\"").has("nearest is \"Berlin\"");
    sekme.fails("browser_select", json!({"ref": city, "option": "Atlantis"}), "not-actionable").await;
    sekme
        .fails("browser_select", json!({"ref": city, "option": "New"}), "ambiguous")
        .await
        .has("New Orleans");
    sekme.fails("browser_select", json!({"ref": city}), "invalid-input").await.has("`option` is missing");
    let two = json!({"ref": city, "option": ["Berlin", "Ankara"]});
    sekme.fails("browser_select", two, "invalid-input").await.has("takes one option");
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_groups_proposals_and_late_options_of_native_controls_are_chosen() {
    let (_site, mut sekme, _) = showing(NATIVE).await;
    sekme.chooses("#extras", json!(["Tea", "Cake"]), "→ value \"Tea\", \"Cake\"").await;
    sekme
        .chooses("#extras", "[\"Cake\", \"Jam\"]", "→ value \"Cake\", \"Jam\"")
        .await
        .has("no longer chosen: \"Tea\"");
    sekme.chooses("#extras", "Tea, Jam", "→ value \"Tea\", \"Jam\"").await;
    sekme.refuses("#extras", json!(["Tea", "Nothing"]), "not-found", "no option \"Nothing\"").await;
    sekme.refuses("#extras", "Nothing", "not-found", "several can be chosen").await;
    sekme.chooses("#extras", json!(["Tea"]), "→ value \"Tea\"").await;
    sekme.refuses("#stop", "Centre", "ambiguous", "\"Rome > Centre\"").await;
    sekme.chooses("#stop", "Oslo > Centre", "→ value \"Centre\"").await;
    sekme.chooses("#size", "Large", "→ value \"Large\"").await;
    sekme.chooses("#fruit", "pear", "→ value \"Pear\"").await;
    sekme.chooses("#late", "Third", "→ value \"Third\"").await;
    sekme.refuses("#off", "A", "not-actionable", "is disabled").await;
    sekme.chooses("#lost option", "Two", "→ value \"Two\"").await;
    assert!(sekme.log().await.contains("fruit change"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_says_that_it_is_a_list_is_chosen_from_wherever_its_options_stand() {
    let (_site, mut sekme, view) = showing(ARIA).await;
    let colour = view.reference(&["combobox", "Colour"]);
    let answer = sekme.ok("browser_select", json!({"ref": colour, "option": "green"})).await;
    assert_eq!(
        answer.receipt(),
        format!("Chose \"Green\" in {colour} combobox \"Colour\" → value \"Green\"")
    );
    assert!(!answer.text.contains("expanded"), "it is closed again: {}", answer.text);
    sekme.chooses("#colour", "Green", "was chosen already").await;
    sekme
        .refuses("#colour", "Grey", "not-found", "it has 3 options: \"Red\", \"Green\", \"Blue\" (disabled)")
        .await;
    sekme.refuses("#colour", "Blue", "not-actionable", "is disabled").await;
    sekme
        .ok("browser_snapshot", json!({"full": true}))
        .await
        .has("(value: \"Green\"")
        .has("collapsed, focused)");
    sekme.chooses("#fruit", "Mango", "→ value \"Mango\"").await;
    sekme.refuses("#fruit", "Stone", "not-found", "no option \"Stone\"").await;
    sekme.chooses("#pets", "Cat", "→ value \"Cat\"").await;
    sekme.chooses("#meals", json!(["Soup", "Bread"]), "→ value \"Soup\", \"Bread\"").await;
    sekme.chooses("#meals", "Soup", "→ value \"Soup\"").await;
    sekme.chooses("#pace", "Slow", "→ value \"Slow\"").await;
    sekme.chooses("#native-pace", "Night train", "→ value \"Night train\"").await;
    sekme.chooses("#tabs", "Prices", "→ value \"Prices\"").await;
    sekme.chooses("#span", "Week", "→ value \"Week\"").await;
    sekme.chooses("#more", "Print", "Chose \"Print\" in").await;
    let log = sekme.log().await;
    for heard in ["colour Green trusted", "fruit Mango", "meals Bread", "menu Print"] {
        assert!(log.contains(heard), "no {heard:?} in {log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_looks_like_a_list_is_chosen_from_too() {
    let (_site, mut sekme, _) = showing(DRAWN).await;
    sekme.chooses("#sort", "Cheapest first", "Chose \"Cheapest first\" in").await;
    sekme.chooses("#portal", "Portugal", "→ value \"Portugal\"").await;
    sekme.chooses("#hosted", "Two seats", "→ value \"Two seats\"").await;
    sekme.chooses("#hidden-select", "Leek", "→ value \"Leek\"").await;
    assert!(sekme.log().await.contains("plant leek"));
    sekme.chooses("#in-dialog", "Beta", "→ value \"Beta\"").await.has("\n> Beta");
    sekme.chooses("#outer", "Export > Picture", "Chose \"Picture\" in").await;
    sekme.refuses("#words", "Beta", "not-actionable", "is a textbox, not a <select>").await;
    sekme.ok("browser_snapshot", json!({"full": true})).await.has("\"Words\" (value: \"kept\"");
    sekme.refuses("#plain", "Beta", "not-actionable", "is a button, not a <select>").await;
    sekme.refuses("#link", "Beta", "not-actionable", "is a link, not a <select>").await;
    sekme.refuses("#send", "Beta", "not-actionable", "is a button that sends a form, not a <select>").await;
    sekme.refuses("#tick", "Beta", "not-actionable", "is a checkbox, not a <select>").await;
    sekme.refuses("#tick", "Beta", "not-actionable", "it is off: browser_click").await;
    for (option, receipt) in
        [("on", "Checked "), ("true", "is checked already"), ("off", "Unchecked "), ("Tick", "Checked ")]
    {
        let answer = sekme.ok("browser_select", json!({"selector": "#tick", "option": option})).await;
        assert!(answer.receipt().contains(receipt), "{option}: {}", answer.text);
    }
    sekme.refuses("#tick", "Beta", "not-actionable", "it is on: browser_click").await;
    let log = sekme.log().await;
    assert!(!log.contains("sent") && log.contains("plain") && log.contains("export Picture"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn options_that_are_drawn_on_the_way_down_or_come_from_a_server_are_found() {
    let (_site, mut sekme, _) = showing(LONG).await;
    sekme.chooses("#rows", "Row 870", "→ value \"Row 870\"").await;
    sekme.refuses("#rows", "Row 5000", "not-found", "no option \"Row 5000\"").await;
    sekme.chooses("#town", "Ouddorp", "→ value \"Ouddorp\"").await;
    sekme.chooses("#slow", "Later", "→ value \"Later\"").await;
    let ignored = sekme.ok("browser_select", json!({"selector": "#stubborn", "option": "Two"})).await;
    ignored.has("Pressed \"Two\" in").has("shows value \"One\" instead");
}
