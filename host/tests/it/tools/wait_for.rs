//! `browser_wait_for`.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use serde_json::json;

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Gate, Page, Site};

/// A page whose buttons change it a moment after they were pressed.
const LATER: &str = "<title>Later</title>
<script>const later = (change) => setTimeout(change, 400)</script>
<p id=old>Please wait</p><p hidden>Never shown</p><div id=out></div><div id=host></div><iframe srcdoc='<p id=in></p>'></iframe>
<button onclick=\"later(() => { out.innerHTML = 'Order <b>placed</b>' })\">Text</button>
<button onclick=\"later(() => { out.innerHTML = '<ul><li class=row>Ada<li class=row>Bob<li class=row hidden>Eve</ul>' })\">Rows</button>
<button onclick=\"later(() => old.remove())\">Gone</button>
<button onclick=\"later(() => history.pushState(0, '', '/checkout?step=2'))\">Url</button>
<button onclick=\"later(() => { host.attachShadow({mode: 'open'}).innerHTML = '<p>From the shadow</p>' })\">Shadow</button>
<button onclick=\"later(() => { frames[0].document.querySelector('p').textContent = 'From the frame' })\">Frame</button>
<button onclick=\"later(() => { location = '/next' })\">Leave</button>
<button onclick=\"later(() => alert('Hold on'))\">Dialog</button>";

async fn site() -> Site {
    Site::serve([
        ("/", Page::html(LATER)),
        ("/next", Page::html("<title>Next</title><p>Arrived at last")),
        ("/checkout", Page::html("<title>Checkout</title>")),
    ])
    .await
}

async fn press(sekme: &mut Sekme, name: &str) -> Answer {
    let selector = format!("button:nth-of-type({})", place(name));
    let expression = format!("document.querySelector('{selector}').click()");
    sekme.ok("browser_evaluate", json!({"expression": expression})).await
}

fn place(name: &str) -> usize {
    let names = ["Text", "Rows", "Gone", "Url", "Shadow", "Frame", "Leave", "Dialog"];
    1 + names.iter().position(|one| *one == name).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_type_is_waited_for_and_said() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    // Each page is another one: the same few again and again would be going in circles.
    for (number, (button, wait, said)) in [
        ("Text", json!({"text": "order placed"}), "the text \"order placed\" is there"),
        ("Text", json!({"type": "text", "value": "Order placed"}), "is there"),
        ("Shadow", json!({"text": "From the shadow"}), "is there"),
        ("Frame", json!({"text": "From the frame"}), "is there"),
        ("Rows", json!({"type": "selector", "selector": ".row"}), "listitem \"Ada\" is there"),
        ("Rows", json!({"selector": ".row", "text": "Bob"}), "listitem \"Bob\" is there"),
        ("Rows", json!({"type": "count", "selector": ".row", "value": "2"}), "2 visible elements match"),
        ("Gone", json!({"type": "gone", "selector": "#old"}), "nothing that matches `#old` is shown"),
        ("Gone", json!({"type": "gone", "text": "Please wait"}), "the text \"Please wait\" is not shown"),
        ("Gone", json!({"text_gone": "Please wait"}), "the text \"Please wait\" is not shown"),
        ("Url", json!({"type": "url", "value": "/checkout*step=2"}), "the address is http://127.0.0.1"),
        ("Leave", json!({"text": "Arrived at last"}), "the text \"Arrived at last\" is there"),
        ("Leave", json!({"type": "url", "text": "/NEXT"}), "the address is"),
    ]
    .into_iter()
    .enumerate()
    {
        sekme.open(&site.url(&format!("/?{number}"))).await;
        press(&mut sekme, button).await;
        let answer = sekme.ok("browser_wait_for", wait.clone()).await;
        assert!(answer.receipt().starts_with("Waited "), "{wait}: {}", answer.text);
        answer.has(said).has(" — http://127.0.0.1");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_are_waited_for_in_order_and_what_is_there_already_takes_no_time() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let there = sekme.ok("browser_wait_for", json!({"text": "Please wait"})).await;
    there.has("→ nothing else changed");
    press(&mut sekme, "Text").await;
    press(&mut sekme, "Gone").await;
    let all = json!({"text": "Order placed", "text_gone": "Please wait", "time_ms": 50});
    let answer = sekme.ok("browser_wait_for", all).await;
    answer.has("is there; the text \"Please wait\" is not shown; 0.1 s passed");
    let seconds = sekme.ok("browser_wait_for", json!({"time": 1})).await;
    seconds.has("1.0 s passed").has("`time_ms` 1 read as 1 second");
    assert!(seconds.elapsed.as_millis() >= 1_000);
    // On a busy machine the dialog may come before the first of the two has been answered.
    let pressed = press(&mut sekme, "Dialog").await;
    let waited = sekme.ok("browser_wait_for", json!({"time_ms": 900})).await;
    let told = format!("{}{}", pressed.text, waited.text);
    assert!(told.contains("alert dialog \"Hold on\" was accepted"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn loading_is_waited_for() {
    let (image, page) = (Gate::closed(), Gate::closed());
    let site = Site::serve([
        ("/", Page::html("<title>Slow</title><p>Text<img src=/image>")),
        ("/image", Page::html("").behind(&image)),
        ("/start", Page::html("<title>Start</title><a href=/end>Go</a>")),
        ("/end", Page::html("<title>End</title>").behind(&page)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let early = json!({"url": site.url("/"), "wait_until": "domcontentloaded"});
    sekme.ok("browser_navigate", early).await;
    let short = json!({"type": "load", "timeout_ms": 300});
    let late = sekme.fails("browser_wait_for", short, "timed-out").await;
    late.has("the page did not finish loading in 0.3 s").has("is still loading, 1 request is under way");
    let waiting = sekme.post("browser_wait_for", &json!({"type": "load"})).await;
    image.open();
    sekme.answer(waiting).await.has("the page has loaded");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_that_ends_without_it_says_what_is_there() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for (wait, said) in [
        (json!({"text": "Please hold"}), "nearest text: \"Please wait\""),
        (json!({"text": "Never shown"}), "it is in the page, but nobody can see it"),
        (json!({"text": "zzz"}), "no text of the page is like it"),
        (json!({"text_gone": "Please wait"}), "did not go away"),
        (json!({"selector": "[hidden]"}), "0 visible and 1 hidden elements match"),
        (json!({"selector": ".none"}), "nothing on the page matches, shown or hidden"),
        (json!({"selector": "button", "text": "Nothing"}), "8 visible elements match, with other words"),
        (json!({"type": "count", "selector": "button", "value": "9"}), "8 visible elements match"),
        (json!({"type": "gone", "selector": "#old"}), "1 of them still shown"),
        (json!({"type": "url", "value": "/nowhere"}), "has loaded, no request is under way"),
    ] {
        let mut short = wait.clone();
        short["timeout_ms"] = json!(150);
        let answer = sekme.fails("browser_wait_for", short, "timed-out").await;
        answer.has(said).has(&site.url("/"));
    }
    let invalid = sekme.fails("browser_wait_for", json!({"selector": "div["}), "invalid-input").await;
    invalid.has("`div[` is not a CSS selector").has("use one such as button[type=submit]");
    assert!(invalid.elapsed.as_millis() < 5_000);
    sekme.fails("browser_wait_for", json!({}), "invalid-input").await.has("`text` is missing");
    sekme.fails("browser_wait_for", json!({"type": "url"}), "invalid-input").await;
    sekme.fails("browser_wait_for", json!({"type": "never"}), "invalid-input").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_in_vain_says_what_came_instead() {
    let gate = Gate::closed();
    let page = "<title>Pay</title><p>Paying</p><div id=out></div><script>fetch('/paid').then(() => { \
                out.innerHTML = '<p>Card was declined</p><button>Try again</button>' })</script>";
    let site = Site::serve([("/", Page::html(page)), ("/paid", Page::html("x").behind(&gate))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let before = sekme.open(&site.url("/")).await;
    assert!(before.elements().is_empty(), "{}", before.text);
    let waiting = sekme.post("browser_wait_for", &json!({"text": "Thank you", "timeout_ms": 1_500})).await;
    gate.open();
    let answer = sekme.answer(waiting).await;
    assert!(answer.is_error, "{}", answer.text);
    let came = answer.text.split("meanwhile: ").nth(1).unwrap_or_else(|| panic!("{}", answer.text));
    assert!(came.contains("button \"Try again\""), "{}", answer.text);
    assert!(came.contains("Card was declined"), "{}", answer.text);
    let reference = came.split("new: ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    sekme.ok("browser_click", json!({"ref": reference})).await;
    let nothing = sekme.fails("browser_wait_for", json!({"text": "Thanks", "timeout_ms": 150}), "timed-out");
    assert!(!nothing.await.text.contains("meanwhile"));
}
