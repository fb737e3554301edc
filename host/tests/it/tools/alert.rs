//! `browser_alert`, and what dialogs do to every other tool.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// Buttons for each dialog; what was answered becomes the title.
const ASKS: &str = "<title>Asks</title>
<button onclick=\"alert('Saved')\">Alert</button>
<button onclick=\"document.title = confirm('Sure?')\">Confirm</button>
<button onclick=\"document.title = prompt('Name?', 'Nobody')\">Prompt</button>
<button onclick=\"document.title = [confirm('First?'), confirm('Second?')]\">Two</button>
<button onclick=\"setTimeout(() => document.title = confirm('Later?'), 50)\">Later</button>
<input aria-label=Field oninput=\"document.title = confirm('Typed?')\">";

async fn asks(flags: &[&str]) -> (Site, Sekme) {
    let pages = [
        ("/", Page::html(ASKS)),
        ("/other", Page::html("<title>Other</title><p>Other page")),
        (
            "/load",
            Page::html("<title>Load</title><script>document.title = confirm('At load?')</script><p>Loaded"),
        ),
        (
            "/guarded",
            Page::html(
                "<title>Guarded</title><a href=/other>Leave</a><button>Touch</button><script>onbeforeunload = e => e.preventDefault()</script>",
            ),
        ),
        ("/popup", Page::html("<title>Opener</title><button onclick=\"window.open('/load')\">Open</button>")),
    ];
    let site = Site::serve(pages).await;
    let mut sekme = Sekme::start(flags.iter().copied()).await;
    sekme.open(&site.url("/")).await;
    (site, sekme)
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_are_accepted_at_once_and_told_unless_it_was_arranged_otherwise() {
    let (site, mut sekme) = asks(&[]).await;
    let first = sekme.ok("browser_click", json!({"text": "Alert"})).await;
    assert!(first.receipt().contains("alert dialog \"Saved\" was accepted"), "{}", first.text);
    let confirm = sekme.ok("browser_click", json!({"text": "Confirm"})).await;
    confirm.has("confirm \"Sure?\" was accepted; title is now \"true\"").has("browser_alert action=dismiss");
    sekme.ok("browser_click", json!({"text": "Prompt"})).await.has("title is now \"Nobody\"");

    sekme.ok("browser_alert", json!({"action": "dismiss"})).await.has("The next dialog will be dismissed");
    sekme
        .ok("browser_click", json!({"text": "Confirm"}))
        .await
        .has("was dismissed as arranged; title is now \"false\"");
    sekme.ok("browser_click", json!({"text": "Confirm"})).await.has("title is now \"true\"");
    sekme.ok("browser_alert", json!({"action": "arm", "text": "Ada"})).await.has("a prompt with \"Ada\"");
    sekme.ok("browser_click", json!({"text": "Prompt"})).await.has("title is now \"Ada\"");
    sekme.ok("browser_alert", json!({"text": "Grace"})).await;
    sekme.ok("browser_click", json!({"text": "Prompt"})).await.has("title is now \"Grace\"");
    sekme.ok("browser_alert", json!({"action": "accept"})).await.has("The next dialog will be accepted");

    let read = sekme.ok("browser_alert", json!({})).await;
    read.has("No dialog is open; the last one: prompt \"Name?\" was accepted as arranged")
        .has("the next one is accepted");
    // What comes up between two calls is told in the next answer.
    sekme.ok("browser_click", json!({"text": "Alert"})).await;
    let later = "setTimeout(() => document.title = confirm('Late?'), 300), 1";
    let meanwhile = sekme.ok("browser_evaluate", json!({"expression": later})).await;
    let shown = "new Promise(done => { const look = () => document.title === 'true' ? done() : setTimeout(look, 20); look() })";
    let after = sekme.ok("browser_evaluate", json!({"expression": shown})).await;
    let told = "confirm \"Late?\" was accepted";
    assert!(meanwhile.text.contains(told) || after.text.contains(told), "{} {}", meanwhile.text, after.text);
    sekme.open(&site.url("/load")).await.has("confirm \"At load?\" was accepted");
    let typed = sekme.open(&site.url("/")).await;
    let field = typed.reference(&["textbox", "Field"]);
    sekme.ok("browser_type", json!({"ref": field, "text": "x"})).await.has("confirm \"Typed?\" was accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_that_is_asked_about_stays_open_and_nothing_waits_for_it() {
    let (site, mut sekme) = asks(&["--dialogs", "ask"]).await;
    let clicked = sekme.ok("browser_click", json!({"text": "Confirm"})).await;
    assert!(clicked.receipt().starts_with("Clicked e"), "{}", clicked.text);
    clicked
        .has("confirm \"Sure?\" is open in tab t1")
        .has("browser_alert action=accept or action=dismiss answers it");
    for (tool, arguments) in [
        ("browser_click", json!({"text": "Alert"})),
        ("browser_evaluate", json!({"expression": "1"})),
        ("browser_screenshot", json!({})),
        ("browser_find", json!({"text": "Alert"})),
    ] {
        let refused = sekme.fails(tool, arguments, "dialog-open").await;
        assert!(refused.elapsed.as_secs() < 5, "{tool} waited");
        refused.has("confirm \"Sure?\"");
    }
    for tool in ["browser_snapshot", "browser_read", "browser_dom"] {
        sekme.ok(tool, json!({})).await.has("DIALOG: confirm \"Sure?\" is open");
    }
    sekme.ok("browser_status", json!({})).await.has("dialog: confirm \"Sure?\" is open in tab t1");
    sekme.ok("browser_alert", json!({"text": "peek"})).await.has("Confirm \"Sure?\" is open");
    sekme.ok("browser_alert", json!({"action": "peek"})).await.has("Confirm \"Sure?\" is open");
    sekme.ok("browser_alert", json!({"action": "dismiss"})).await.has("Confirm \"Sure?\" was dismissed");
    sekme.ok("browser_snapshot", json!({})).await.has("\"false\"");

    sekme.ok("browser_click", json!({"text": "Prompt"})).await.has("(it offers \"Nobody\")");
    sekme
        .ok("browser_alert", json!({"action": "accept", "text": "Ada"}))
        .await
        .has("was accepted with \"Ada\"");
    sekme.ok("browser_snapshot", json!({})).await.has("\"Ada\"");
    // Reading closes: an alert by its button, a question by No.
    sekme.ok("browser_click", json!({"text": "Two"})).await.has("\"First?\" is open");
    sekme
        .ok("browser_alert", json!({"text": "text"}))
        .await
        .has("\"First?\" was dismissed")
        .has("then another: confirm \"Second?\" is open");
    sekme.ok("browser_alert", json!({"action": "accept"})).await;
    sekme.ok("browser_snapshot", json!({})).await.has("\"false,true\"");
    // An arranged answer leaves nothing open.
    sekme.ok("browser_alert", json!({"action": "arm"})).await;
    sekme
        .ok("browser_click", json!({"text": "Confirm"}))
        .await
        .has("confirm \"Sure?\" was accepted as arranged");

    sekme.ok("browser_click", json!({"text": "Later"})).await;
    sekme.ok("browser_alert", json!({})).await;
    sekme.ok("browser_click", json!({"text": "Alert"})).await.has("alert dialog \"Saved\" is open");
    sekme
        .open(&site.url("/other"))
        .await
        .has("alert dialog \"Saved\" was closed, since the page was to be left")
        .has("Other page");
    sekme.open(&site.url("/load")).await.has("confirm \"At load?\" is open");
    sekme.ok("browser_alert", json!({"action": "accept"})).await;
    sekme.ok("browser_snapshot", json!({})).await.has("Loaded");
    let view = sekme.open(&site.url("/")).await;
    let field = view.reference(&["textbox", "Field"]);
    sekme.fails("browser_type", json!({"ref": field, "text": "x"}), "dialog-open").await.has("Typed?");
    sekme.ok("browser_close", json!({"what": "tab"})).await.has("Closed tab t1");
    sekme.open(&site.url("/other")).await.has("Other page");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_of_a_popup_is_told_wherever_the_model_is() {
    let (site, mut sekme) = asks(&["--dialogs", "ask"]).await;
    sekme.open(&site.url("/popup")).await;
    let clicked = sekme.ok("browser_click", json!({"text": "Open"})).await;
    clicked.has("confirm \"At load?\" is open in tab t2");
    sekme.ok("browser_alert", json!({"action": "accept"})).await.has("\"At load?\" was accepted");
    sekme.ok("browser_snapshot", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_before_it_is_left_is_left_and_it_is_said() {
    for flags in [&[][..], &["--dialogs", "ask"], &["--dialogs", "dismiss"]] {
        let (site, mut sekme) = asks(flags).await;
        sekme.open(&site.url("/guarded")).await;
        // Chrome asks only after a person has touched the page.
        sekme.ok("browser_click", json!({"text": "Touch"})).await;
        let opened = sekme.open(&site.url("/other")).await;
        opened.has("Opened").has("leave-page question was accepted, and the page left").has("Other page");
        sekme.open(&site.url("/guarded")).await;
        sekme.ok("browser_click", json!({"text": "Touch"})).await;
        let left = sekme.ok("browser_click", json!({"text": "Leave"})).await;
        match flags {
            [] => left.has("leave-page question was accepted").has("Other page"),
            ["--dialogs", "ask"] => left.has("leave-page question is open").has("action=dismiss stays"),
            _ => left.has("leave-page question was dismissed, so the page stays"),
        };
        sekme.ok("browser_close", json!({"what": "tab"})).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogs_without_end_close_the_tab_and_nothing_else() {
    let hostile = [
        ("/loop", "<script>for (;;) alert('again')</script>"),
        ("/timer", "<p>Timer<script>setInterval(() => alert('again'), 20)</script>"),
        ("/hundred", "<script>for (let i = 0; i < 100; i++) alert('number ' + i)</script><p>Through"),
        ("/until", "<script>while (confirm('Really?'));</script><p>Through"),
        ("/name", "<script>while (!prompt('Name?'));</script><p>Through"),
        ("/popup", "<title>Opener</title><button onclick=\"window.open('/loop')\">Open</button>"),
        ("/click", "<button onclick=\"for (;;) alert('clicked')\">Go</button>"),
        ("/print", "<script>print()</script><button onclick=\"print()\">Print</button><p>Through"),
        (
            "/unload",
            "<button>Touch</button><script>onbeforeunload = () => { alert('no'); return 'stay' }; onunload = () => alert('bye')</script>",
        ),
    ];
    let pages = hostile.map(|(path, body)| (path, Page::html(body)));
    let site = Site::serve(pages).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/loop", "/hundred", "/name"] {
        let refused = sekme.fails("browser_navigate", json!({"url": site.url(path)}), "page-crashed").await;
        refused.has("opened 21 dialogs in a row").has("so its tab t").has("is current now");
        assert!(refused.elapsed.as_secs() < 30, "{path} took {:?}", refused.elapsed);
    }
    // Another answer ends it: a question that repeats gets its No.
    sekme.open(&site.url("/until")).await.has("Through").has("confirm \"Really?\" was dismissed");
    sekme.open(&site.url("/click")).await;
    sekme.fails("browser_click", json!({"text": "Go"}), "page-crashed").await.has("alert dialog \"clicked\"");
    // It is told once, and the session goes on in another tab.
    let after = sekme.ok("browser_snapshot", json!({})).await;
    assert!(!after.text.contains("dialogs"), "{}", after.text);
    // Another tab than the one that is worked in is named with the next answer.
    sekme.open(&site.url("/popup")).await;
    let mut told = sekme.call("browser_click", json!({"text": "Open"})).await.text;
    for _ in 0..50 {
        if told.contains("opened 21 dialogs") {
            break;
        }
        told = sekme.call("browser_snapshot", json!({})).await.text;
    }
    assert!(told.contains("opened 21 dialogs"), "{told}");
    sekme.ok("browser_snapshot", json!({})).await.has("Opener");
    // A page that rests between its dialogs is closed after as many of them, whatever is done meanwhile.
    let opened = sekme.call("browser_navigate", json!({"url": site.url("/timer")})).await;
    if !opened.is_error {
        let expression = "new Promise(done => setTimeout(done, 20000))";
        sekme
            .fails("browser_evaluate", json!({"expression": expression}), "page-crashed")
            .await
            .has("opened 21 dialogs");
    }
    // A page may print; nobody is asked for a printer.
    sekme.open(&site.url("/print")).await.has("Through");
    sekme.ok("browser_click", json!({"text": "Print"})).await;
    // Chrome lets no page talk while it is left.
    sekme.open(&site.url("/unload")).await;
    sekme.ok("browser_click", json!({"text": "Touch"})).await;
    sekme.open(&site.url("/print")).await.has("Through").has("leave-page question was accepted");
    sekme.ok("browser_status", json!({})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_may_ask_and_one_from_elsewhere_is_named() {
    let inner = "<button onclick=\"this.textContent = confirm('From inside?')\">Inner</button>";
    let outer = "<title>Outer</title><iframe src=/inner></iframe><iframe src='http://localhost:{port}/inner2'></iframe>";
    let site = Site::serve([
        ("/", Page::html(outer)),
        ("/inner", Page::html(inner)),
        ("/inner2", Page::html(&inner.replace("Inner", "Foreign"))),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let (near, far) = (view.reference(&["Inner"]), view.reference(&["Foreign"]));
    sekme
        .ok("browser_click", json!({"ref": near}))
        .await
        .has("confirm \"From inside?\" was accepted")
        .has("true");
    let far = sekme.ok("browser_click", json!({"ref": far})).await;
    far.has("confirm \"From inside?\" (of a frame from http://localhost:");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_for_a_password_is_left_to_the_person() {
    let page = Page::html("<p>Members only").status(401);
    let asking = page.clone().header("WWW-Authenticate: Basic realm=\"x\"");
    let site = Site::serve([("/", asking), ("/form", page)]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let refused = sekme.fails("browser_navigate", json!({"url": site.url("/")}), "navigation-failed").await;
    refused.has("ERR_INVALID_AUTH_CREDENTIALS").has("only a person can give");
    sekme.open(&site.url("/form")).await.has("(HTTP 401)").has("only a person can give");
}
