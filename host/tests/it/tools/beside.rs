//! `browser_type submit=true` where no form says what sends a field: the button that stands beside it.

use serde_json::{Value, json};

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Page, Site};

const PAGE: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Beside</title>
    <style>.far { margin-top: 300px }</style><p id=did role=status></p>
    <script>const did = (what) => { document.getElementById('did').textContent = 'The page did ' + what; };</script>";

/// A page with one field, and what stands beside it.
fn page(body: &str) -> Page {
    Page::html(&format!("{PAGE}{body}"))
}

const MESSAGE: &str = "<input placeholder=Message><button onclick=\"did('send')\">Send</button>";
const QUERY: &str = "<input type=search placeholder=Search><button onclick=\"did('look')\">Search</button>";
const SURE: &str = "<div><textarea placeholder=Note></textarea>
    <button onclick=\"did('picture')\">Add a picture</button>
    <button type=submit onclick=\"did('post')\">Post</button></div>";
const TWO: &str = "<div><input aria-label=Text><button onclick=\"did('one')\">Keep</button>
    <button onclick=\"did('two')\">Share</button></div>";
const TOGGLE: &str =
    "<div><input type=password aria-label=Password><button onclick=\"did('show')\">Show</button></div>";
const PRESSED: &str =
    "<div><input aria-label=Text><button aria-pressed=false onclick=\"did('bold')\">Bold</button></div>";
const ROW: &str =
    "<ul><li><input aria-label=Task><button onclick=\"did('throw away')\">Throw away</button></li>
    <li>Another</li></ul>";
const FAR: &str =
    "<div><input aria-label=Text></div><div class=far><button onclick=\"did('far')\">Other</button></div>";

async fn submitted(sekme: &mut Sekme, site: &Site, path: &str, tag: &str) -> Answer {
    sekme.open(&site.url(path)).await;
    sekme.call("browser_type", json!({"selector": tag, "text": "hello", "submit": true})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_field_without_a_form_is_sent_by_what_says_so_and_other_buttons_are_named() {
    let site = Site::serve([
        ("/message", page(MESSAGE)),
        ("/query", page(QUERY)),
        ("/sure", page(SURE)),
        ("/two", page(TWO)),
        ("/toggle", page(TOGGLE)),
        ("/pressed", page(PRESSED)),
        ("/row", page(ROW)),
        ("/far", page(FAR)),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for (path, tag, did, named) in
        [("/query", "input", "look", "Search"), ("/sure", "textarea", "post", "Post")]
    {
        let answer = submitted(&mut sekme, &site, path, tag).await;
        assert!(!answer.is_error, "{}", answer.text);
        answer
            .has(&format!("The page did {did}"))
            .has(&format!("submitted by clicking \"button '{named}'\""));
    }
    for (path, named) in [
        ("/message", &["button \"Send\""][..]),
        ("/two", &["button \"Keep\"", "button \"Share\""]),
        ("/toggle", &["button \"Show\""]),
        ("/pressed", &["button \"Bold\""]),
        ("/row", &["button \"Throw away\""]),
        ("/far", &[]),
    ] {
        let answer = submitted(&mut sekme, &site, path, "input").await;
        assert!(answer.is_error, "{}", answer.text);
        let hint = answer.text.lines().find(|line| line.starts_with("hint:")).unwrap_or_default().to_owned();
        for button in named {
            assert!(hint.contains(button) && hint.contains(": e"), "{path}: {}", answer.text);
        }
        assert!(!hint.contains("Other"), "{}", answer.text);
        let did = sekme
            .ok("browser_evaluate", json!({"expression": "document.getElementById('did').textContent"}))
            .await;
        assert!(!did.text.contains("The page did"), "{path}: {}", did.text);
    }
}

/// A field that proposes towns 400 ms after it was typed into.
const TOWNS: &str = "<!doctype html><html lang=en><title>Towns</title><label for=town>Town</label>
    <input id=town role=combobox aria-autocomplete=list aria-expanded=false aria-controls=list>
    <ul id=list role=listbox hidden></ul><p id=did role=status></p><script>
      const all = ['Rome', 'Romford', 'Rotterdam', 'Oslo'];
      let timer = 0;
      const close = () => { list.hidden = true; list.innerHTML = ''; town.setAttribute('aria-expanded', 'false'); };
      town.addEventListener('input', () => {
        clearTimeout(timer);
        close();
        const text = town.value.toLowerCase();
        if (text) timer = setTimeout(() => {
          const found = all.filter((one) => one.toLowerCase().includes(text));
          list.innerHTML = found.map((one) => `<li role=option>${one}</li>`).join('');
          list.hidden = found.length === 0;
          town.setAttribute('aria-expanded', String(found.length > 0));
        }, 400);
      });
      list.addEventListener('mousedown', (event) => {
        town.value = event.target.textContent;
        did.textContent = `Going to ${town.value}`;
        close();
      });
    </script>";

/// The same with entries that no role says anything of, and that come from a server.
const PLAIN: &str = "<!doctype html><html lang=en><title>Plain</title><input id=town aria-label=Town
    autocomplete=off aria-autocomplete=list><div id=list></div><p id=did role=status></p><script>
      let timer = 0;
      town.addEventListener('input', () => {
        clearTimeout(timer);
        timer = setTimeout(async () => {
          if (!town.value) { list.innerHTML = ''; return; }
          const all = await (await fetch('/towns')).json();
          const found = all.filter((one) => one.toLowerCase().includes(town.value.toLowerCase()));
          list.innerHTML = found.map((one) => `<div style='cursor: pointer'>${one}</div>`).join('');
        }, 400);
      });
      list.addEventListener('click', (event) => {
        town.value = event.target.textContent;
        did.textContent = `Going to ${town.value}`;
        list.innerHTML = '';
      });
    </script>";

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_that_comes_after_typing_is_chosen_or_those_that_came_are_told() {
    let site = Site::serve([
        ("/", Page::html(TOWNS)),
        ("/plain", Page::html(PLAIN)),
        ("/towns", Page::html("[\"Rome\", \"Romford\", \"Rotterdam\", \"Oslo\"]")),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    for path in ["/", "/plain"] {
        sekme.open(&site.url(path)).await;
        let chosen = sekme.ok("browser_select", json!({"selector": "#town", "option": "Rome"})).await;
        chosen.has("Chose \"Rome\" in").has("Going to Rome");
        let held: Value = json!({"expression": "town.value"});
        assert_eq!(sekme.ok("browser_evaluate", held.clone()).await.text, "\"Rome\"");
        let missed =
            sekme.fails("browser_select", json!({"selector": "#town", "option": "Rom"}), "ambiguous").await;
        missed.has("\"Rome\"").has("\"Romford\"");
        let absent = sekme.call("browser_select", json!({"selector": "#town", "option": "Paris"})).await;
        // What says that it is a list is told as one.
        absent.has(if path == "/" { "no option \"Paris\"" } else { "no options came for that text" });
        assert!(absent.is_error && !absent.text.contains("it has no options"), "{}", absent.text);
        assert_eq!(sekme.ok("browser_evaluate", held).await.text, "\"Rome\"", "it is as it was");
        let typed = sekme.ok("browser_type", json!({"selector": "#town", "text": "Rot"})).await;
        typed.has("suggestions").has("browser_select");
    }
}
