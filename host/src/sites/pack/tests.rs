//! Packs that contributors may write, and mistakes in them.

use super::*;

const SHOP: &str = r#"
schema = 1
id = "shop.example"
version = "2"
summary = "A shop"
urls = ["*://*.shop.example/*"]

[[submit]]
when = "*://www.shop.example/*"
template = "https://www.shop.example/sr?q={query}"
verify = { css = "main", min-elements = 5 }
why = "w"
seen = 2026-11-30

[[submit]]
template = "https://elsewhere.example/?q={query}"
why = "w"
unverified = true

[content]
main = ["main#results"]
ignore = ["aside"]
why = "w"
unverified = true

[search]
input = "input[name=q]"
submit = "button"
why = "w"
unverified = true

[[bot-check]]
kind = "interstitial"
any = [{ title = "Hold on*" }, { css = "iframe.challenge" }]
why = "w"
unverified = true
"#;

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[test]
fn a_pack_gives_searches_advice_and_marks() {
    let pack = SitePack::parse("shop/site.toml", SHOP).unwrap();
    assert!(pack.covers(&url("https://shop.example/")));
    let (searches, dropped) = pack.searches(&url("https://www.shop.example/"), "mavi ayakkabı");
    assert_eq!(searches.len(), 1);
    assert_eq!(searches[0].0.as_str(), "https://www.shop.example/sr?q=mavi+ayakkab%C4%B1");
    assert_eq!(searches[0].1.verify.as_ref().unwrap().min_elements, Some(5));
    assert_eq!(dropped, 1, "the second leads outside the pack's urls");
    assert!(pack.searches(&url("https://m.shop.example/"), "x").0.is_empty(), "not `when`");

    let mut advice = SiteAdvice::default();
    pack.advise(&url("https://shop.example/"), &mut advice);
    assert_eq!(advice.main, ["main#results"]);
    assert_eq!(advice.search_submit.as_deref(), Some("button"));

    let probes = pack.probes(&url("https://shop.example/"));
    assert_eq!(probes[0].id, "shop.example/bot-check.0.1");
    assert!(pack.probes(&url("https://other.example/")).is_empty());
    let facts = [(probes[0].id.clone(), FactValue::Count(2))];
    let page = Evidence { title: "Shop", text: "", facts: &facts };
    let (rule, mark) = pack.bot_check(&page).unwrap();
    assert_eq!((rule.kind.as_str(), mark.as_str()), ("interstitial", "element iframe.challenge"));
    assert_eq!(pack.bot_check(&Evidence { facts: &[], ..page }), None);
}

#[test]
fn mistakes_are_named_with_their_line() {
    let error = |from: &str, to: &str| SitePack::parse("site.toml", &SHOP.replace(from, to)).unwrap_err();
    let unknown = error("ignore = ", "ignored = ");
    assert_eq!(unknown.line, 22);
    assert!(unknown.message.contains("`ignored`"), "{unknown}");
    assert_eq!(error("schema = 1", "schema = 2").line, 2);
    assert_eq!(error("[\"*://*.shop.example/*\"]", "[]").line, 6);
    assert!(error("shop.example\"\nversion", "Shop!\"\nversion").message.contains("Shop!"));
    assert!(error("{query}", "query").message.contains("{query}"));
    assert!(error("*://www.shop", "www.shop").message.contains("match pattern"));
    assert!(error("\"aside\"", "\"\"").message.contains("selector"));
    let both = error("seen = 2026-11-30", "seen = 2026-11-30\nunverified = true");
    assert_eq!((both.line, both.message.contains("contradict")), (14, true), "{both}");
}

const MORE: &str = r##"schema = 1
id = "shop.example"
urls = ["*://*.shop.example/*"]
not-urls = ["*://admin.shop.example/*"]

[[consent]]
detect = { css = "#bar", visible = true }
steps = [{ click = "#bar .no" }, { wait-for = "#bar", gone = true }]
why = "w"
unverified = true

[[consent]]
when = "*://www.shop.example/a/*"
frame = "iframe.consent"
detect = { css = "#box" }
steps = [{ click = "#box .no", optional = true }]
why = "w"
unverified = true

[[primary]]
css = "#buy"
why = "w"
unverified = true

[[wait]]
css = ".grid"
why = "w"
unverified = true

[[note]]
when = "*://www.shop.example/a/*"
text = "Prices are without tax."
why = "w"
unverified = true
"##;

#[test]
fn banners_hints_waits_and_notes_are_for_the_pages_they_name() {
    let pack = SitePack::parse("shop/site.toml", MORE).unwrap();
    assert_eq!(pack.parts(), ["consent", "primary", "wait", "note"]);
    assert!(!pack.covers(&url("https://admin.shop.example/a/x")));
    let (home, inner) = (url("https://www.shop.example/"), url("https://www.shop.example/a/x"));
    let asked = |url| pack.probes(url).into_iter().map(|probe| (probe.id, probe.css, probe.read)).collect();
    let asked: Vec<(String, String, ProbeRead)> = asked(&inner);
    let id = |key: &str| format!("shop.example/{key}");
    assert_eq!(
        asked,
        [
            (id("consent.0"), "#bar".to_owned(), ProbeRead::Visible),
            (id("consent.1"), "iframe.consent".to_owned(), ProbeRead::Count),
            (id("primary.0"), "#buy".to_owned(), ProbeRead::Elements),
        ]
    );
    assert_eq!(pack.probes(&home).len(), 2, "`when` leaves the second banner out");

    let facts = [
        (id("consent.0"), FactValue::Count(0)),
        (id("consent.1"), FactValue::Count(1)),
        (id("primary.0"), FactValue::Elements(vec![4, 7])),
    ];
    let consents = pack.consents(&inner, &facts);
    assert_eq!(consents.len(), 1);
    assert_eq!(consents[0].frame.as_deref(), Some("iframe.consent"));
    assert_eq!(consents[0].steps[0].to_string(), "click #box .no");
    assert!(pack.consents(&home, &facts).is_empty());
    assert_eq!(pack.lifted(&facts), [(Lift::Primary, &[4, 7][..])]);
    assert_eq!((pack.waits(&home)[0].css.as_str(), pack.waits(&home)[0].most.as_millis()), (".grid", 2000));

    let mut advice = SiteAdvice::default();
    pack.advise(&inner, &mut advice);
    assert_eq!(advice.notes[0].text, "Prices are without tax.");
    let mut elsewhere = SiteAdvice::default();
    pack.advise(&home, &mut elsewhere);
    assert!(elsewhere.notes.is_empty());
}

#[test]
fn every_entry_says_why_and_whether_it_was_seen() {
    let error = |from: &str, to: &str, nth: usize| {
        let at = MORE.match_indices(from).nth(nth).unwrap().0;
        let text = format!("{}{to}{}", &MORE[..at], &MORE[at + from.len()..]);
        SitePack::parse("site.toml", &text).unwrap_err().to_string()
    };
    let missing = error("why = \"w\"\n", "", 1);
    assert!(missing.starts_with("site.toml:12: [[consent]]: `why` is missing"), "{missing}");
    let claim = error("unverified = true\n", "", 4);
    assert!(claim.starts_with("site.toml:30: [[note]]: say `seen"), "{claim}");
    let steps = error("[{ click = \"#bar .no\" }, { wait-for = \"#bar\", gone = true }]", "[]", 0);
    assert!(steps.starts_with("site.toml:8: [[consent]]: `steps` are 1 to 8"), "{steps}");
    let wait = error("css = \".grid\"", "css = \".grid\"\nmost-ms = 9000", 0);
    assert!(wait.contains("site.toml:27: [[wait]]: `most-ms` is 1 to 5000"), "{wait}");
    let long = error("Prices are without tax.", &"x".repeat(201), 0);
    assert!(long.starts_with("site.toml:32: [[note]]: `text`"), "{long}");
    let frame = error("frame = ", "iframe = ", 0);
    assert!(frame.contains("`iframe`"), "{frame}");
}

#[test]
fn a_pack_asks_no_more_than_a_page_can_bear() {
    let entry = "\n[[primary]]\ncss = \"#a\"\nwhy = \"w\"\nunverified = true\n";
    let sort = entry.replace("primary", "sort");
    let many = format!("{MORE}{}{}", entry.repeat(40), sort.repeat(30));
    assert!(SitePack::parse("site.toml", &many).unwrap_err().message.contains("64 are the most"));
    let crowd = format!("{MORE}{}", entry.repeat(48));
    assert!(SitePack::parse("site.toml", &crowd).unwrap_err().message.contains("48 are the most"));
}
