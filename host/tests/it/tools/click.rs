//! `browser_click`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

#[tokio::test(flavor = "multi_thread")]
async fn an_element_is_named_by_ref_selector_or_text() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for (name, form) in [("ref", "{}"), ("target", "[{}]"), ("ref", "{} button \"Edit\"")] {
        let view = sekme.open(&pages.url("/tasks/table")).await;
        let edit = view.reference(&["Edit", "12 · Cahit Arf"]);
        sekme.open(&pages.url("/tasks/table")).await;
        let sent = json!({name: form.replace("{}", &edit)});
        let stale = sekme.fails("browser_click", sent, "stale-ref").await;
        stale.has("that document is gone").has("nearest now: ").has("The page now:");
    }
    let view = sekme.open(&pages.url("/tasks/table")).await;
    let edit = view.reference(&["Edit", "12 · Cahit Arf"]);
    sekme.ok("browser_click", json!({"ref": edit})).await.has("Edit: 12 Cahit Arf");
    let ambiguous = sekme.fails("browser_click", json!({"text": "Edit"}), "ambiguous").await;
    ambiguous.has("10 · Ada Lovelace · London");
    sekme.fails("browser_click", json!({"ref": "button \"Edit\""}), "ambiguous").await;
    sekme
        .fails("browser_click", json!({"ref": "e99999"}), "not-found")
        .await
        .has("refs so far go from e1 to e");
    sekme.fails("browser_click", json!({"selector": "button["}), "invalid-input").await;
    sekme.fails("browser_click", json!({"selector": ".nothing"}), "not-found").await;
    sekme.fails("browser_click", json!({"text": "Nothing like it"}), "not-found").await;
    sekme.fails("browser_click", json!({}), "invalid-input").await;
    sekme.ok("browser_click", json!({"selector": "tr:nth-child(2) button", "text": "edit"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redrawn_element_keeps_its_ref_only_while_one_answers_to_it() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/stale")).await;
    let apples = view.reference(&["Add apples"]);
    for count in 1..=3 {
        let answer = sekme.ok("browser_click", json!({"ref": apples})).await;
        answer.has(&format!("apples {count}, pears 0, plums 0"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_receipt_says_what_changed_and_that_nothing_did() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let remember = view.reference(&["Remember me"]);
    sekme.ok("browser_click", json!({"ref": remember})).await.has("is checked: true");
    let view = sekme.open(&pages.url("/chaos/failing-fetch")).await;
    let save = view.reference(&["Save"]);
    sekme.ok("browser_click", json!({"ref": save})).await.has("a request of the page failed (500");
    let view = sekme.open(&pages.url("/chaos/console")).await;
    let quiet = view.reference(&["Quiet"]);
    let nothing = sekme.ok("browser_click", json!({"ref": quiet})).await;
    assert!(nothing.receipt().contains("NO CHANGE on the page"), "{}", nothing.text);
    let view = sekme.open(&pages.url("/chaos/dialogs")).await;
    let delete = view.reference(&["Delete"]);
    sekme
        .ok("browser_click", json!({"ref": delete}))
        .await
        .has("confirm \"Delete the record for good?\" was accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_tab_is_followed_and_a_closed_one_left() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/new-tab")).await;
    let link = view.reference(&["link"]);
    let opened = sekme.ok("browser_click", json!({"ref": link})).await;
    opened.has("opened t2 (new tab) ").has("t2 is current now").has("14:35").has("TABS t1 ");
    sekme.ok("browser_close", json!({"what": "tab"})).await.has("Closed tab t2");
    sekme.ok("browser_snapshot", json!({})).await.has("Open the timetable");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_covered_or_disabled_is_not_clicked_and_a_moving_target_is() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/cookie")).await;
    let subscribe = view.reference(&["Subscribe"]);
    sekme
        .fails("browser_click", json!({"ref": subscribe}), "covered")
        .await
        .has("call log:")
        .has("covered by");
    let view = sekme.open(&pages.url("/chaos/moving")).await;
    let target = view.reference(&["Hit me"]);
    sekme.ok("browser_click", json!({"ref": target})).await.has("hit");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_that_never_ends_is_answered_and_the_session_goes_on() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/chaos/spin")).await;
    let button = view.reference(&["Calculate"]);
    let id = sekme.post("browser_click", &json!({"ref": button})).await;
    let status = sekme.post("browser_status", &json!({})).await;
    sekme.answer(status).await.has("browser: ");
    let clicked = sekme.answer(id).await;
    clicked.has("came to no end, so it was stopped");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_selector_takes_the_first_in_sight_and_a_text_must_fit_one() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>S</title><button style='display:none'>Go</button><button onclick=\"said.textContent='first'\">Go</button>\
             <button onclick=\"said.textContent='second'\">Go on</button><ul><li>A <button>Edit</button><li>B <button>Edit</button>\
             </ul><p id=said></p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let first = sekme.ok("browser_click", json!({"selector": "button"})).await;
    first.has("first").has("elements match; the first one in sight was taken");
    sekme.ok("browser_click", json!({"selector": "button", "text": "go on"})).await.has("second");
    sekme.ok("browser_click", json!({"selector": "button:has-text('Go on')"})).await;
    sekme.ok("browser_click", json!({"selector": "button", "text": "Go"})).await.has("first");
    let several =
        sekme.fails("browser_click", json!({"selector": "li button", "text": "Edit"}), "ambiguous").await;
    several.has("2 elements match `li button` with the text \"Edit\"").has("choose one by its ref: e");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_other_buttons_and_a_double_click_reach_the_page() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>B</title><button>Target</button><p id=said></p><script>const target = document.querySelector('button');\
             const say = (event) => { event.preventDefault(); said.textContent += event.type + ' ' };\
             for (const type of ['contextmenu', 'auxclick', 'dblclick']) target.addEventListener(type, say)</script>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for (sent, done, said) in [
        (json!({"text": "Target", "button": "right"}), "Right-clicked", "contextmenu"),
        (json!({"text": "Target", "button": "middle"}), "Middle-clicked", "auxclick"),
        (json!({"text": "Target", "count": 2}), "Double-clicked", "dblclick"),
    ] {
        let answer = sekme.ok("browser_click", sent).await;
        answer.has(done).has(said);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clicking_an_option_chooses_it() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>O</title><select aria-label=Size onchange='said.textContent=value'><option>Small<option>Large\
             <option disabled>Huge</select><select aria-label=Kind multiple onchange='said.textContent=value'><option>Tea\
             <option>Coffee</select><p id=said></p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let chosen = sekme.ok("browser_click", json!({"text": "Large"})).await;
    chosen.has("Chose option \"Large\" of combobox \"Size\"").has("> Large");
    sekme.ok("browser_click", json!({"selector": "option", "text": "Coffee"})).await.has("> Coffee");
    sekme
        .ok("browser_click", json!({"selector": "[aria-label=Size] option:first-child"}))
        .await
        .has("> Small");
    sekme.fails("browser_click", json!({"text": "Huge"}), "not-actionable").await.has("is disabled");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ref_and_a_text_or_selector_beside_it_must_mean_one_element() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>B</title><button class=s onclick=\"said.textContent='saved'\">Save</button>\
             <button class=d onclick=\"said.textContent='deleted'\">Delete</button><p id=said></p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let save = view.reference(&["Save"]);
    for other in [json!({"ref": save, "text": "Delete"}), json!({"ref": save, "selector": ".d"})] {
        let refused = sekme.fails("browser_click", other, "ambiguous").await;
        refused.has("nothing was done").has("button \"Save\"").has("button \"Delete\"");
    }
    sekme.ok("browser_click", json!({"ref": save, "text": "the Save button"})).await.has("saved");
    sekme.ok("browser_click", json!({"ref": save, "selector": "button"})).await;
    let aside = sekme.ok("browser_click", json!({"ref": save, "selector": ".none", "text": "Nothing"})).await;
    aside.has("`.none` matches nothing, so only the ref was taken").has("no element says \"Nothing\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_means_whole_words_before_parts_of_words() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>W</title><button>Blog</button><button>Login</button><button onclick=\"said.textContent='log'\">View log\
             </button><button>Catalogue</button><p id=said></p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_click", json!({"text": "Log"})).await.has("Clicked e").has("button \"View log\"");
    sekme.ok("browser_click", json!({"selector": "button", "text": "log"})).await.has("button \"View log\"");
    sekme.ok("browser_click", json!({"text": "Logi"})).await.has("button \"Login\"");
    sekme.fails("browser_click", json!({"text": "og"}), "ambiguous").await.has("4 elements have the text");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_calls_an_icon_as_the_view_does() {
    let site = Site::serve([(
        "/",
        Page::html(
            "<title>I</title><img src='/send-forward.png' width=30 height=30 onclick=\"said.textContent='sent'\">\
             <button id=b17 class=archive onclick=\"said.textContent='kept'\"></button><p id=said></p>",
        ),
    )])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    for words in ["looks like \"send-forward\"", "looks like \"archive b17\""] {
        let icon = view.reference(&[words]);
        let clicked = sekme.ok("browser_click", json!({"ref": icon})).await;
        assert!(clicked.receipt().contains(words), "{}", clicked.text);
    }
}
