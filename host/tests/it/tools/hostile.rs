//! Pages that try to make an action hit something else, leak a secret, or hold a call up.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Gate, Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn a_field_that_hands_its_focus_on_gets_nothing_typed() {
    let page = "<input type=password id=a aria-label=Secret><input id=b aria-label='Public comment'>\
                <script>a.onfocus = () => b.focus()</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let secret = view.reference(&["Secret"]);
    let sent = json!({"ref": secret, "text": "hunter2secret"});
    let refused = sekme.fails("browser_type", sent, "not-actionable").await;
    refused.has("nothing was typed");
    let now = sekme.ok("browser_snapshot", json!({})).await;
    assert!(!now.text.contains("hunter2") && !now.text.contains("value:"), "{}", now.text);
    let records = serde_json::to_string(&sekme.audit()).unwrap();
    assert!(!records.contains("hunter2"), "{records}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ref_never_moves_to_another_row() {
    let page = "<table id=t></table><script>let names = ['Ada', 'Bob'];\
                const draw = () => { t.innerHTML = names.map((n) => `<tr><td>${n}</td><td><button>Delete</button></td></tr>`).join('');\
                document.querySelectorAll('button').forEach((b, i) => b.onclick = () => { names.splice(i, 1); draw(); }); };\
                draw();</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let ada = view.reference(&["Delete", "Ada"]);
    sekme.ok("browser_click", json!({"ref": ada})).await;
    let refused = sekme.fails("browser_click", json!({"ref": ada}), "stale-ref").await;
    refused.has("Bob");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_became_another_is_not_clicked_unasked() {
    let page = "<button id=b onclick=\"document.title='deleted'\">Cancel</button><a href='#x' id=x>Change</a>\
                <script>x.onclick = () => { b.textContent = 'Delete account' }</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let (cancel, change) = (view.reference(&["Cancel"]), view.reference(&["Change"]));
    sekme.ok("browser_click", json!({"selector": "#x"})).await;
    let _ = change;
    // The view after the click shows the new name, so this is asked for with open eyes.
    sekme.ok("browser_click", json!({"ref": cancel})).await.has("deleted");

    let page = "<button id=b onclick=\"document.title='deleted'\">Cancel</button>\
                <script>setTimeout(() => { b.textContent = 'Delete account'; document.title = 'turned' }, 1500)</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let view = sekme.open(&site.url("/")).await;
    let cancel = view.reference(&["Cancel"]);
    while !sekme.ok("browser_read", json!({})).await.text.contains("\"turned\"") {}
    let refused = sekme.fails("browser_click", json!({"ref": cancel}), "stale-ref").await;
    refused.has("is now button \"Delete account\"; nothing was done");
    sekme.ok("browser_click", json!({"ref": cancel})).await.has("deleted");
}

#[tokio::test(flavor = "multi_thread")]
async fn typing_never_clicks_what_covers_a_button() {
    let page = "<a href='#s' style='position:absolute;left:20px;top:20px;width:200px;height:40px'>Search</a>\
                <button onclick=\"document.title='bought'\" style='position:absolute;left:0;top:0;width:300px;height:100px'>Buy now</button>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let link = view.reference(&["link \"Search\""]);
    let refused = sekme.fails("browser_type", json!({"ref": link, "text": "x"}), "not-actionable").await;
    assert!(!refused.text.contains("bought"), "{}", refused.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_stands_in_no_answer_and_no_record() {
    let page = "<input type=password aria-label=Lonely><input type=password disabled aria-label=Dead>\
                <input type=password aria-label=Reveals oninput=\"this.type='text'\">\
                <input autocomplete=one-time-code aria-label=Code>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let mut texts = String::new();
    for (name, text) in [
        ("Lonely", "LONELYSECRET"),
        ("Dead", "DEADSECRET"),
        ("Reveals", "SHOWNSECRET"),
        ("Code", "CODESECRET"),
    ] {
        let field = view.reference(&[name]);
        let sent = json!({"ref": field, "text": text, "submit": name == "Lonely"});
        texts.push_str(&sekme.call("browser_type", sent).await.text);
    }
    texts.push_str(&sekme.call("browser_type", json!({"ref": "e1", "txt": "TYPOSECRET"})).await.text);
    texts.push_str(
        &sekme.call("browser_navigate", json!({"url": "http://ada:URLSECRET@127.0.0.1:1/"})).await.text,
    );
    // Given again where it does not belong, it is known by now.
    texts.push_str(&sekme.call("browser_find", json!({"text": "LONELYSECRET", "scroll": false})).await.text);
    let records = serde_json::to_string(&sekme.audit()).unwrap();
    for text in [texts, records] {
        assert!(!text.contains("SECRET"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_server_that_is_slow_or_silent_is_told_as_that() {
    let (slow, silent) = (Gate::closed(), Gate::closed());
    let page = "<a href='/slow'>Slow</a><a href='/silent'>Silent</a>";
    let site = Site::serve([
        ("/", Page::html(page)),
        ("/slow", Page::html("<title>Arrived</title>").behind(&slow)),
        ("/silent", Page::html("never").behind(&silent)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let link = view.reference(&["Slow"]);
    let click = sekme.post("browser_click", &json!({"ref": link})).await;
    while !site.was_asked("/slow") {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    slow.open();
    let arrived = sekme.answer(click).await;
    arrived.has("Arrived");
    assert!(!arrived.text.contains("came to no end"), "{}", arrived.text);

    let view = sekme.open(&site.url("/")).await;
    let link = view.reference(&["Silent"]);
    let told = sekme.ok("browser_click", json!({"ref": link})).await;
    told.has("asked for http://").has("has not answered since").has("link \"Silent\"");
    sekme.ok("browser_snapshot", json!({})).await.has("LOADING asked for ").has("link \"Silent\"");
    // The next action gives it up, and acts on the page that is there.
    let slow = view.reference(&["Slow"]);
    sekme.ok("browser_click", json!({"ref": slow})).await.has("so loading it was stopped").has("Arrived");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_a_page_says_makes_an_answer_long_or_hides_words_in_it() {
    let marks = "\u{301}".repeat(30_000);
    let tags = "\u{E0069}\u{E0067}\u{E006E}";
    let page = format!("<title>a{marks}</title><p>b{marks}</p><button>Save{tags} 👨‍👩‍👧‍👦</button>");
    let site = Site::serve([("/", Page::html(&page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&format!("{}#{}", site.url("/"), "x".repeat(100_000))).await;
    assert!(view.text.chars().count() < 8_000, "{} characters", view.text.chars().count());
    view.has("button \"Save 👨‍👩‍👧‍👦\"");
}
