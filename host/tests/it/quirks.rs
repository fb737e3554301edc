//! What packs and plugins know of single sites, at work in real Chrome: banners, addresses, waits, hints, notes.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up should fail its test")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sekme_testapp::spawn;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::components::Guest;
use crate::support::quirks::{After, Step, after, before};
use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// A folder of packs and plugins.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Adds a pack for the pages that these patterns cover.
    fn pack(&self, id: &str, urls: &[String], entries: &str) -> &Self {
        let folder = self.0.path().join(id);
        fs::create_dir(&folder).unwrap();
        let urls: Vec<String> = urls.iter().map(|url| format!("{url:?}")).collect();
        let claim = "why = \"w\"\nunverified = true\n";
        let entries = entries.replace("CLAIM", claim);
        let text = format!("schema = 1\nid = {id:?}\nurls = [{}]\n{entries}", urls.join(", "));
        fs::write(folder.join("site.toml"), text).unwrap();
        self
    }

    /// Adds a plugin with one hook for the pages that these patterns cover.
    fn plugin(&self, id: &str, hook: &str, urls: &[String], guest: &Guest) -> &Self {
        let folder = self.0.path().join(id);
        fs::create_dir(&folder).unwrap();
        let mut text = format!("schema = 1\nid = {id:?}\nversion = \"1.0\"\napi = \"0.1\"\n");
        let urls: Vec<String> = urls.iter().map(|url| format!("{url:?}")).collect();
        write!(text, "\n[[hook]]\nname = {hook:?}\nurls = [{}]\n", urls.join(", ")).unwrap();
        fs::write(folder.join("plugin.toml"), text).unwrap();
        fs::write(folder.join("plugin.wasm"), guest.build()).unwrap();
        self
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    async fn sekme(&self, flags: &[&str]) -> Sekme {
        let mut all: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        all.push(format!("--plugins={}", self.path().display()));
        Sekme::start(all).await
    }
}

/// Every page of the site at this address, and of no other port.
fn all_of(url: &str) -> String {
    let url = url::Url::parse(url).unwrap();
    format!("*://{}:{}/*", url.host_str().unwrap(), url.port().unwrap())
}

const BAR: &str = r##"
[[consent]]
detect = { css = "#consent-bar", visible = true }
steps = [ { click = "#consent-bar .reject" }, { wait-for = "#consent-bar", gone = true } ]
CLAIM
"##;

fn steps(sekme: &Sekme) -> Vec<Value> {
    sekme.audit().into_iter().filter(|record| record["tool"] == "plugin step").collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banner_is_refused_once_for_each_site() {
    let pages = spawn().await;
    let bar = pages.url("/consent/bar");
    let elsewhere = bar.replace("127.0.0.1", "localhost");
    let folder = Folder::new();
    folder.pack("test-consent", &[all_of(&bar), all_of(&elsewhere)], BAR);
    let mut sekme = folder.sekme(&[]).await;
    let first = sekme.open(&bar).await;
    first.has("note: consent banner closed by test-consent: clicked button \"Reject all\"");
    first.has("rejected 1 times").has("Subscribe");
    assert!(!first.text.contains("Accept all"), "{}", first.text);
    assert!(first.decisions().contains("by=plugin:test-consent closed the consent banner"), "{first:?}");
    let records = steps(&sekme);
    let told: Vec<(&Value, &Value)> =
        records.iter().map(|one| (&one["arguments"]["step"], &one["by"])).collect();
    let by = json!(["plugin:test-consent"]);
    assert_eq!(
        told,
        [(&json!("click #consent-bar .reject"), &by), (&json!("wait-for (gone) #consent-bar"), &by),],
        "{records:?}"
    );
    assert_eq!((&records[0]["outcome"], &records[0]["call"]), (&json!("ok"), &json!(1)));

    // The page shows its banner with each load; what is there now is left to the model.
    let second = sekme.open(&format!("{bar}?again")).await;
    second.has("Accept all").has("nothing chosen");
    let reject = second.reference(&["Reject all"]);
    sekme.ok("browser_click", json!({"ref": reject})).await.has("rejected 1 times");
    assert_eq!(steps(&sekme).len(), 2);

    sekme.open(&elsewhere).await.has("closed by test-consent").has("rejected 1 times");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banner_is_found_in_a_shadow_root_in_a_frame_and_when_it_comes_late() {
    let (shadow, frame, late) = (spawn().await, spawn().await, spawn().await);
    let folder = Folder::new();
    folder
        .pack(
            "shadow",
            &[all_of(&shadow.url("/"))],
            "[[consent]]\ndetect = { css = \"#box\", visible = true }\nsteps = [ { click = \"#box [data-choice=none]\" } ]\nCLAIM",
        )
        .pack(
            "framed",
            &[all_of(&frame.url("/"))],
            "[[consent]]\nframe = \"#consent-frame\"\ndetect = { css = \"#box\", visible = true }\nsteps = [ { click = \"#box [value=none]\" } ]\nCLAIM",
        )
        .pack("late", &[all_of(&late.url("/"))], BAR);
    let mut sekme = folder.sekme(&[]).await;
    sekme.open(&shadow.url("/consent/shadow")).await.has("closed by shadow").has("chose none");
    let framed = sekme.open(&frame.url("/consent/frame")).await;
    if framed.text.contains("closed by framed") {
        framed.has("chose none");
    } else {
        // The frame had nothing to show yet; the next look finds it.
        sekme.ok("browser_snapshot", json!({})).await.has("closed by framed").has("chose none");
    }
    let early = sekme.open(&late.url("/consent/late")).await;
    assert!(!early.text.contains("consent banner"), "{}", early.text);
    let show = json!({"script": "setTimeout(() => { location.hash = 'now' }, 400); 1"});
    sekme.ok("browser_evaluate", show).await;
    let wait = json!({"text": "rejected", "timeout_ms": 300});
    sekme.call("browser_wait_for", wait).await;
    let mut seen = String::new();
    for _ in 0..20 {
        let view = sekme.ok("browser_snapshot", json!({})).await;
        seen.push_str(&view.text);
        if view.text.contains("closed by late") {
            return;
        }
    }
    panic!("the late banner was never closed: {seen}");
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_that_fail_are_told_and_end_there() {
    let (missing, stays, beyond) = (spawn().await, spawn().await, spawn().await);
    let folder = Folder::new();
    let rule = |steps: &str| {
        format!("[[consent]]\ndetect = {{ css = \"#consent-bar\" }}\nsteps = [ {steps} ]\nCLAIM")
    };
    folder
        .pack(
            "missing",
            &[all_of(&missing.url("/"))],
            &rule("{ click = \"#nowhere\" }, { click = \".accept\" }"),
        )
        .pack(
            "stays",
            &[all_of(&stays.url("/"))],
            &rule("{ click = \"#maybe\", optional = true }, { click = \"#subscribe\" }"),
        );
    let crowd = [Step::Click(".accept", false); 9];
    let long = [Step::Click(".accept", false), Step::WaitMs(60_000)];
    let after_crowd = after(&After { consent: &crowd, ..After::default() });
    let after_long = after(&After { consent: &long, ..After::default() });
    folder.plugin("crowd", "quirk-after", &[all_of(&beyond.url("/"))], &after_crowd).plugin(
        "long",
        "quirk-after",
        &[all_of(&beyond.url("/"))],
        &after_long,
    );
    let mut sekme = folder.sekme(&[]).await;
    let none = sekme.open(&missing.url("/consent/bar")).await;
    none.has("consent banner not closed: the steps of missing stopped: nothing in sight matches `#nowhere`");
    none.has("nothing chosen").has("Accept all");
    let left = sekme.open(&stays.url("/consent/bar")).await;
    left.has("stays did what it knows (clicked button \"Subscribe\"), but it is still there")
        .has("subscribed");
    let records = steps(&sekme);
    let codes: Vec<&Value> = records.iter().map(|record| &record["code"]).collect();
    assert_eq!(codes, [&json!("not-found"), &Value::Null, &Value::Null], "{records:?}");
    let refused = sekme.open(&beyond.url("/consent/bar")).await;
    refused.has("crowd 1.0: gave consent steps of which none was done (9 steps; 8 are the most)");
    refused.has("long 1.0: gave consent steps of which none was done (wait-ms 60000; 2000 is the most)");
    refused.has("nothing chosen");
    assert_eq!(steps(&sekme).len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_switches_it_off() {
    let pages = spawn().await;
    let folder = Folder::new();
    folder.pack("test-consent", &[all_of(&pages.url("/"))], BAR);
    let mut sekme = folder.sekme(&["--consent", "off"]).await;
    let view = sekme.open(&pages.url("/consent/bar")).await;
    view.has("nothing chosen").has("Reject all");
    assert!(!view.text.contains("consent banner"), "{}", view.text);
}

const LONG: &str = "The quiet harbour keeps forty boats over the winter, and each of them is known by the colour of its sail. \
    Fishers mend nets on the pier, children count gulls, and the lamp is lit at five. In spring the boats go out again.";

fn page(body: &str) -> Page {
    Page::html(&format!("<!doctype html><html lang=en><title>Harbour</title><body>{body}</body></html>"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_rewritten_inside_what_a_plugin_declares_alone() {
    let site = Site::serve([("/m/1", page("<h1>Mobile</h1>")), ("/p/1", page("<h1>Product</h1>"))]).await;
    let other = Site::serve([("/p/1", page("<h1>Elsewhere</h1>"))]).await;
    let folder = Folder::new();
    let inside = before(Some(&site.url("/p/1")), &[("#never", false), ("#perhaps", true)]);
    folder.plugin("inside", "quirk-before", &[all_of(&site.url("/"))], &inside);
    folder.plugin(
        "outside",
        "quirk-before",
        &[all_of(&other.url("/"))],
        &before(Some("https://evil.example/"), &[]),
    );
    let mut sekme = folder.sekme(&[]).await;
    let taken = sekme.open(&site.url("/m/1")).await;
    taken.has("Product").has(&format!(
        "by=plugin:inside: opened {} in place of {}",
        site.url("/p/1"),
        site.url("/m/1")
    ));
    taken.has("plugin warning: inside: `#never` did not come within");
    assert!(!taken.text.contains("#perhaps"), "{}", taken.text);
    assert!(!site.was_asked("/m/1"));
    let refused = sekme.open(&other.url("/p/1")).await;
    refused
        .has("Elsewhere")
        .has("outside 1.0: gave a URL that was dropped, outside the addresses that plugin.toml declares");
    let audit = sekme.audit();
    assert!(audit[0]["by"].to_string().contains("by=plugin:inside rewrote"), "{audit:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn waits_hints_and_notes_of_a_pack_shape_the_first_view() {
    let links: Vec<String> =
        (0..60).map(|number| format!("<p><a href='/l{number}'>Link {number}</a></p>")).collect();
    let links = links.concat();
    let body = format!(
        "{links}<button id=buy>Take it home</button><div id=bar><button>By price</button></div>
         <script>setTimeout(() => {{ document.body.insertAdjacentHTML('afterbegin', '<h2 class=grid>Forty results</h2>') }}, 1200)</script>"
    );
    let site = Site::serve([("/", page(&body)), ("/plain", page(&body))]).await;
    let entries = "[[wait]]\nwhen = \"*://127.0.0.1/\"\ncss = \".grid\"\nmost-ms = 5000\nCLAIM
         [[primary]]\ncss = \"#buy\"\nCLAIM\n[[sort]]\ncss = \"#bar\"\nCLAIM
         [[note]]\nwhen = \"*://127.0.0.1/\"\ntext = \"Prices are without tax.\"\nCLAIM";
    let folder = Folder::new();
    folder.pack("shop", &[all_of(&site.url("/"))], entries);
    let mut sekme = folder.sekme(&["--max-elements", "5"]).await;
    let view = sekme.open(&site.url("/")).await;
    view.has("Forty results")
        .has("NOTE of shop: Prices are without tax.")
        .has("Take it home")
        .has("By price");
    let again = sekme.ok("browser_snapshot", json!({})).await;
    assert!(!again.text.contains("NOTE of shop"), "told once a document: {}", again.text);
    let plain = sekme.open(&site.url("/plain")).await;
    assert!(!plain.text.contains("NOTE of shop") && !plain.text.contains("Forty results"), "{}", plain.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_says_where_the_content_is_and_leaves_a_note() {
    let body = format!(
        "<div id=menu>{}</div><div id=story><p>{LONG}</p><p class=advert>Buy paint.</p></div>",
        "<p>Menu entry with a text of its own</p>".repeat(40)
    );
    let site = Site::serve([("/", page(&body))]).await;
    let said = After {
        main: &["p[", "#nowhere", "#story"],
        ignore: &["#story", "body", ".advert"],
        notes: &["Boats are counted at night.\u{202e}"],
        ..After::default()
    };
    let folder = Folder::new();
    folder.plugin("harbour", "quirk-after", &[all_of(&site.url("/"))], &after(&said));
    let mut sekme = folder.sekme(&[]).await;
    let view = sekme.open(&site.url("/")).await;
    view.has("NOTE of harbour: Boats are counted at night.");
    view.has("plugin warning: harbour: `p[` is no CSS selector, so it was dropped");
    view.has("The quiet harbour keeps forty boats");
    let read = sekme.ok("browser_read", json!({})).await;
    read.has("The quiet harbour keeps forty boats").has("In spring the boats go out again.");
    assert!(!read.text.contains("Menu entry") && !read.text.contains("Buy paint"), "{}", read.text);
    assert!(read.decisions().contains("harbour said where the content is"), "{read:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_box_that_is_named_is_typed_into_and_sent_by_its_own_control() {
    let body =
        "<input id=a aria-label=Nickname><input id=b aria-label=Words><span id=go tabindex=0>Los</span>
        <p id=out></p><script>go.onclick = () => { out.textContent = 'found ' + b.value }</script>";
    let site = Site::serve([("/", page(body))]).await;
    let entries = "[search]\ninput = \"#b\"\nsubmit = \"#go\"\nCLAIM";
    let folder = Folder::new();
    folder.pack("search", &[all_of(&site.url("/"))], entries);
    let mut sekme = folder.sekme(&[]).await;
    sekme.open(&site.url("/")).await;
    let sent = sekme.ok("browser_type", json!({"text": "kettle", "submit": true})).await;
    sent.has("the site's search box was taken").has("found kettle").has("Enter had no effect");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banner_that_comes_over_a_button_is_refused_before_the_click() {
    let body = "<button id=buy>Buy</button><p id=out></p><script>
        buy.addEventListener('mouseenter', () => document.body.insertAdjacentHTML('beforeend',
          `<div id=veil style='position: fixed; inset: 0; background: #fff'><p>We count visitors.</p>
           <button style='margin-top: 200px' onclick='veil.remove()'>Reject</button></div>`), { once: true });
        buy.onclick = () => { out.textContent = 'bought' };</script>";
    let site = Site::serve([("/", page(body))]).await;
    let folder = Folder::new();
    let entries = "[[consent]]\ndetect = { css = \"#veil\", visible = true }\nsteps = [ { click = \"#veil button\" } ]\nCLAIM";
    folder.pack("veil", &[all_of(&site.url("/"))], entries);
    let mut sekme = folder.sekme(&[]).await;
    let view = sekme.open(&site.url("/")).await;
    let buy = view.reference(&["Buy"]);
    let clicked = sekme.ok("browser_click", json!({"ref": buy})).await;
    clicked.has("bought").has("consent banner closed by veil: clicked button \"Reject\"");
    assert!(!clicked.text.contains("We count visitors"), "{}", clicked.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_the_mobile_site_is_opened_on_the_one_that_the_pack_knows() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let view = sekme.open("https://m.hepsiburada.com/ara?q=kilim&utm_source=mail").await;
    view.has("by=plugin:hepsiburada: opened https://www.hepsiburada.com/ara?q=kilim in place of");
    let asked: Vec<String> = pages.requests().into_iter().map(|request| request.target).collect();
    assert!(asked.iter().any(|target| target == "/ara?q=kilim"), "{asked:?}");
}
