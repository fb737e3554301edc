//! Refs: they live as long as what they name, and never mean anything else.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// A page whose buttons say their own number into the title, with links on.
fn numbered(name: &str, other: &str, cached: bool) -> String {
    let buttons: Vec<String> = (1..=6)
        .map(|n| format!("<p><button onclick=\"document.title='{name} {n}'\">{name} button {n}</button></p>"))
        .collect();
    let buttons = buttons.concat();
    let pin = if cached { "" } else { "<script>addEventListener('unload', () => {})</script>" };
    format!(
        "<title>{name}</title><a href='/{other}'>Go on</a><a href='#' onclick='history.back();return false'>Go back</a>\
             <iframe src='/frame' width=300 height=60></iframe>{buttons}{pin}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_from_the_cache_keeps_its_refs_and_no_other_page_takes_them() {
    let site = Site::serve([
        ("/a", Page::html(&numbered("Ada", "b", true))),
        ("/b", Page::html(&numbered("Bob", "a", true))),
        ("/frame", Page::html("<button onclick=\"parent.document.title='Frame'\">Inner button</button>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let first = sekme.open(&site.url("/a")).await;
    let third = first.reference(&["Ada button 3"]);
    let inner = first.reference(&["Inner button"]);
    let on = first.reference(&["Go on"]);
    let second = sekme.ok("browser_click", json!({"ref": on})).await;
    let back = second.reference(&["Go back"]);
    sekme.fails("browser_click", json!({"ref": third}), "stale-ref").await;
    let returned = sekme.ok("browser_click", json!({"ref": back})).await;
    // The page was kept as it was, so its elements are the ones they were.
    assert_eq!(returned.reference(&["Ada button 3"]), third, "{}", returned.text);
    sekme.ok("browser_click", json!({"ref": third})).await.has("Ada 3");
    sekme.ok("browser_click", json!({"ref": inner})).await.has("Frame");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_random_trials_never_press_a_wrong_button() {
    let site = Site::serve([
        ("/a", Page::html(&numbered("Ada", "b", true))),
        ("/b", Page::html(&numbered("Bob", "c", true))),
        ("/c", Page::html(&numbered("Cem", "a", false))),
        ("/frame", Page::html("<button>Inner button</button>")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let mut view = sekme.open(&site.url("/a")).await;
    // What each ref ever stood for, as the views said it.
    let mut known: Vec<(String, String)> = Vec::new();
    let mut seed: u64 = 42;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    let (mut right, mut refused, mut depth) = (0, 0, 0);
    while right + refused < 200 {
        for line in view.elements() {
            let (reference, rest) = line.split_once(' ').unwrap();
            let Some((owner, number)) =
                rest.strip_prefix("button \"").and_then(|name| name.split_once(" button "))
            else {
                continue;
            };
            let entry = (reference.to_owned(), format!("{owner} {}", &number[..1]));
            if !known.contains(&entry) {
                assert!(!known.iter().any(|(other, _)| *other == entry.0), "{} was used again", entry.0);
                known.push(entry);
            }
        }
        view = match random(6) {
            0 => {
                let answer = sekme.call("browser_click", json!({"text": "Go on"})).await;
                depth += usize::from(!answer.is_error);
                answer
            }
            1 if depth > 0 => {
                let answer = sekme.call("browser_click", json!({"text": "Go back"})).await;
                depth -= usize::from(!answer.is_error);
                answer
            }
            _ => {
                let (reference, title) = known[known.len() - 1 - random(known.len().min(30))].clone();
                let answer = sekme.call("browser_click", json!({"ref": reference})).await;
                if answer.text.starts_with("error[loop-guard]") {
                    // Chance led round in a circle; nothing was pressed.
                } else if answer.is_error {
                    assert!(answer.text.starts_with("error[stale-ref]"), "{}", answer.text);
                    refused += 1;
                } else {
                    assert!(
                        answer.text.contains(&format!("\"{title}\" — ")),
                        "{reference} is {title}: {}",
                        answer.text
                    );
                    right += 1;
                }
                answer
            }
        };
    }
    assert!(right > 20 && refused > 20, "{right} right, {refused} refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_clicks_hit_a_list_that_is_drawn_anew_all_the_time() {
    // Every node is replaced each 200 ms, as by a framework without keys.
    let page = "<ul id=list></ul><script>let hits = [];\
                const names = Array.from({ length: 12 }, (_, i) => 'Item ' + 'ABCDEFGHIJKL'[i]);\
                const draw = () => { list.innerHTML = ''; for (const name of names) {\
                const li = document.createElement('li'); const b = document.createElement('button'); b.textContent = 'Pick ' + name;\
                b.onclick = () => { document.title = 'picked ' + name }; li.append(b); list.append(li) } };\
                draw(); setInterval(draw, 200)</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let mut hits = 0;
    for step in 0..100 {
        let name = format!("Item {}", char::from(b"ABCDEFGHIJKL"[step % 12]));
        let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
        let reference = view.reference(&[&name]);
        let answer = sekme.ok("browser_click", json!({"ref": reference})).await;
        assert!(answer.text.contains(&format!("\"picked {name}\" — ")), "{}", answer.text);
        hits += 1;
    }
    assert_eq!(hits, 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stale_ref_says_what_it_was_and_what_is_nearest() {
    let page = "<div id=d><button>Save order</button></div><button onclick=\"d.innerHTML='<button>Save draft</button><button>Cancel</button>'\">Turn</button>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let (save, turn) = (view.reference(&["Save order"]), view.reference(&["Turn"]));
    sekme.ok("browser_click", json!({"ref": turn})).await;
    let refused = sekme.fails("browser_click", json!({"ref": save}), "stale-ref").await;
    refused.has("was button \"Save order\"").has("button \"Save draft\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_a_list_uses_for_another_entry_is_not_pressed() {
    let page = "<ul id=l></ul><script>const names = ['Ada Lovelace', 'Bob Stone', 'Cem Kaya'];\
                l.innerHTML = names.map((n) => `<li><span>${n}</span> <button onclick=\"document.title='deleted'\">Delete</button></li>`).join('');\
                setTimeout(() => { document.querySelectorAll('span').forEach((s, i) => { s.textContent = ['Eve Hill', 'Gül Demir', 'Hans Maier'][i] });\
                document.title = 'turned' }, 1500)</script>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let bob = view.reference(&["Delete", "Bob"]);
    while !sekme.ok("browser_read", json!({})).await.text.contains("\"turned\"") {}
    let refused = sekme.fails("browser_click", json!({"ref": bob}), "stale-ref").await;
    refused.has("stood beside \"Bob Stone\"").has("nothing was done");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_says_something_else_by_now_is_refused_once_and_a_toggle_is_not() {
    let page = "<title>T</title><button id=pay onclick=\"said.textContent='paid'\">Pay 10</button>\
                <button id=yes onclick=\"said.textContent='agreed'\">Accept</button>\
                <button id=cart onclick=\"said.textContent='cart'\">Cart (1)</button>\
                <button onclick=\"this.textContent = this.textContent == 'Enable' ? 'Disable' : 'Enable'\">Enable</button>\
                <button id=skip onclick=\"said.textContent='skipped'\">Skip in 9</button>\
                <p id=said></p>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    // The model does not see the page again before it acts.
    for (id, was, is, done) in
        [("pay", "Pay 10", "Pay 100", "paid"), ("yes", "Accept", "I do not accept", "agreed")]
    {
        let reference = view.reference(&[&format!("\"{was}\"")]);
        sekme.ok("browser_evaluate", json!({"expression": format!("{id}.textContent = '{is}'")})).await;
        let refused = sekme.fails("browser_click", json!({"ref": reference}), "stale-ref").await;
        refused.has(&format!("was button \"{was}\" and is now button \"{is}\"; nothing was done"));
        sekme.ok("browser_click", json!({"ref": reference})).await.has(done);
    }
    let cart = view.reference(&["Cart (1)"]);
    sekme.ok("browser_evaluate", json!({"expression": "cart.textContent = 'Cart (2)'"})).await;
    sekme.ok("browser_click", json!({"ref": cart})).await.has("cart");
    let toggle = view.reference(&["Enable"]);
    for name in ["Disable", "Enable"] {
        sekme.ok("browser_click", json!({"ref": toggle})).await.has(&format!("button \"{name}\""));
    }
    let skip = view.reference(&["Skip in 9"]);
    sekme.ok("browser_evaluate", json!({"expression": "skip.textContent = 'Skip in 7'"})).await;
    sekme.fails("browser_click", json!({"ref": skip}), "stale-ref").await.has("Skip in 7");
    sekme.ok("browser_evaluate", json!({"expression": "skip.textContent = 'Skip in 3'"})).await;
    sekme.ok("browser_click", json!({"ref": skip})).await.has("skipped");
}
