//! Answers as a small model reads them: nothing that misleads, nothing twice, whole words.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// Three products, each with a picture and a title that lead to it, its price and two buttons.
fn shop() -> String {
    let card = |name: &str, price: &str| {
        format!(
            "<div class=card><a href=/{name}><img alt='{name}' width=40 height=40></a><a class=title href=/{name}>{name} kettle</a>\
             <span>{price}</span><button>Add to cart</button><button aria-label='Remember {name}'>♡</button></div>"
        )
    };
    let cards = [card("Steel", "29,99 €"), card("Glass", "19,99 €"), card("Copper", "89,00 €")].concat();
    format!(
        "<title>Shop</title><header><a href=/cart>Cart</a></header><input type=search aria-label=Search><main>{cards}</main>"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn title_and_buttons_of_one_card_stand_together() {
    let site = Site::serve([("/", Page::html(&shop()))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    for name in ["Steel", "Glass", "Copper"] {
        let places: Vec<usize> = view
            .elements()
            .iter()
            .enumerate()
            .filter(|(_, line)| line.contains(name))
            .map(|(place, _)| place)
            .collect();
        assert!(places.len() >= 3, "{}", view.text);
        assert_eq!(places[places.len() - 1] - places[0], places.len() - 1, "{name}: {}", view.text);
        let lines = &view.elements()[places[0]..=places[places.len() - 1]];
        let place = |words: &str| lines.iter().position(|line| line.contains(words)).unwrap_or(usize::MAX);
        assert!(place("kettle\"") < place("Add to cart"), "{}", view.text);
        assert!(place("Add to cart") < place("Remember"), "{}", view.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bubble_of_a_slider_is_no_message_and_a_message_beside_one_is() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>S</title><form><label>Volume <input type=range min=0 max=100 value=10 oninput=\"bubble.textContent = this.value + ' dB'; \
             mark.textContent = this.value\"></label><span id=bubble style='position:absolute;left:300px'>10 dB</span>\
             <output id=mark>10</output></form><button onclick=\"note.textContent = 'Volume saved'\">Save</button>\
             <div id=note style='position:fixed;bottom:9px;right:9px'></div>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let (volume, save) = (view.reference(&["Volume"]), view.reference(&["Save"]));
    let moved = sekme.ok("browser_type", json!({"ref": volume, "text": "45"})).await;
    assert!(moved.receipt().contains("\"45\"") && !moved.receipt().contains("toast"), "{}", moved.text);
    sekme.ok("browser_click", json!({"ref": save})).await.has("toast \"Volume saved\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_is_one_a_zero_is_no_omission_and_a_word_is_no_key() {
    let page = "<title>F</title><button>Go</button><iframe title=Inner srcdoc='<p>In'></iframe>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_frame", json!({})).await.has("1 frame: ");
    sekme.ok("browser_frame", json!({"main": true})).await.has("without its 1 frame\n");
    let zero = sekme.fails("browser_resize", json!({"width": 0, "height": 600}), "invalid-input").await;
    zero.has("`width` must be a whole number from 200 to 4000, not 0");
    let word = sekme.fails("browser_press_key", json!({"key": "Login"}), "invalid-input").await;
    word.has("unknown key `Login`");
    assert!(!word.text.contains("did you mean"), "{}", word.text);
    sekme.ok("browser_alert", json!({"action": "arm", "text": "dismiss"})).await.has("will be dismissed");
    sekme.ok("browser_alert", json!({"action": "arm", "text": "OK"})).await.has("will be accepted;");
}

const FORM: &str = "<title>F</title><meta charset=utf-8><form><label>Mail <input type=email id=m></label>\
    <label>Password <input type=password></label><label>Born <input type=date></label><label>CV <input type=file></label>\
    <label>Country <select><option>Germany<option disabled>Atlantis<option>Turkey</select></label>\
    <label>Languages <select multiple><option>English<option>German</select></label></form>\
    <a href=/kettle>Steel</a><p>Rules of the form</p><p>Write to us</p>";

#[tokio::test(flavor = "multi_thread")]
async fn a_form_reads_as_what_it_takes_and_what_was_done() {
    let site = Site::serve([("/", Page::html(FORM))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    view.has("\"Born\" (date")
        .has("several can be chosen")
        .has("\"CV\" (file")
        .has("Germany, Atlantis (disabled), Turkey");
    let list = view.reference(&["Languages"]);
    sekme.ok("browser_type", json!({"text_label": "Mail", "text": "ada"})).await;
    let typed = sekme.ok("browser_type", json!({"text_label": "Password", "text": "geheim"})).await;
    typed.has("Typed 6 characters into").has("textbox \"Password\" (filled");
    assert!(!typed.text.contains("holds them"), "one fact, once: {}", typed.text);
    let mended = sekme.ok("browser_type", json!({"text_label": "Mail", "text": "ada@x.example"})).await;
    mended.has("has value \"ada@x.example\" and is no longer invalid");
    // Of the text, only the line that reads differently.
    assert!(
        mended.text.contains("> Mail: ada@x.example") && !mended.text.contains("Write to us"),
        "{}",
        mended.text
    );
    let chosen = sekme.ok("browser_select", json!({"ref": list, "option": ["English", "German"]})).await;
    assert_eq!(chosen.receipt().matches("English").count(), 2, "{}", chosen.text);
    let host = sekme.fails("browser_dom", json!({"q": "127.0.0.1"}), "not-found").await;
    assert!(!host.text.contains("match \"127"), "{}", host.text);
    let armed = sekme.ok("browser_alert", json!({"action": "dismiss"})).await;
    assert_eq!(armed.text, "The next dialog will be dismissed; those after it are accepted at once");
    let born = sekme.ok("browser_click", json!({"text": "Born"})).await;
    born.has("its picker opens outside of the page; use browser_type");
    let mail = view.reference(&["Mail"]);
    let none =
        sekme.fails("browser_upload", json!({"ref": mail, "paths": ["Cargo.toml"]}), "not-actionable").await;
    none.has("takes no files");
    sekme.fails("fill_form", json!({"fields": {"Mail": "x"}}), "invalid-input").await.has("browser_type");
    sekme.ok("browser_press_key", json!({"key": ["Control", "a"]})).await.has("Pressed Control+a");
}
