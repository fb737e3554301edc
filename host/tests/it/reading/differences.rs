//! Differences: what a view leaves out because it was shown before, and how to get it back.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

fn list() -> String {
    let rows: Vec<String> =
        (1..=30).map(|row| format!("<p><a href='#{row}'>Entry number {row}</a></p>")).collect();
    let rows = rows.concat();
    format!(
        "<h1>Entries</h1><button onclick=\"const p = document.createElement('p'); p.innerHTML = '<button>Fresh one</button>'; \
         document.querySelector('a[href=\\'#7\\']').remove(); this.before(p); this.disabled = true\">Change it</button>{rows}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_answers_with_what_it_changed_and_full_brings_all_back() {
    let site = Site::serve([("/", Page::html(&list()))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let whole = sekme.open(&site.url("/")).await;
    assert_eq!(whole.elements().len(), 31, "{}", whole.text);
    let seventh = whole.reference(&["Entry number 7"]);
    let change = whole.reference(&["Change it"]);
    let after = sekme.ok("browser_click", json!({"ref": change})).await;
    after.has("(1 new, 1 gone)").has("NEW").has("Fresh one").has("CHANGED").has("(disabled");
    after.has(&format!("GONE {seventh} link \"Entry number 7\"")).has("29 elements as shown before");
    assert_eq!(after.elements().len(), 2, "{}", after.text);
    assert!(after.text.len() * 3 < whole.text.len() * 2, "{} of {}", after.text.len(), whole.text.len());
    let all = sekme.ok("browser_snapshot", json!({"full": true})).await;
    assert_eq!(all.elements().len(), 31, "{}", all.text);
    assert_eq!(all.reference(&["Entry number 8"]), whole.reference(&["Entry number 8"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_page_again_is_said_once_and_shown_when_asked_again() {
    let site = Site::serve([("/", Page::html(&list()))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    let same = sekme.ok("browser_snapshot", json!({})).await;
    same.has("31 elements as shown before; browser_snapshot full=true shows the view whole");
    assert!(same.elements().is_empty(), "{}", same.text);
    let again = sekme.ok("browser_snapshot", json!({})).await;
    assert_eq!(again.elements().len(), 31, "{}", again.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_document_and_a_small_page_are_shown_whole() {
    let small = "<button onclick='this.textContent = `Two`'>One</button>";
    let site = Site::serve([("/", Page::html(&list())), ("/small", Page::html(small))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/small")).await;
    let again = sekme.open(&site.url("/")).await;
    assert_eq!(again.elements().len(), 31, "{}", again.text);
    let reloaded = sekme.open(&site.url("/")).await;
    assert_eq!(reloaded.elements().len(), 31, "{}", reloaded.text);
    let view = sekme.open(&site.url("/small")).await;
    let one = view.reference(&["One"]);
    let after = sekme.ok("browser_click", json!({"ref": one})).await;
    after.reference(&["Two"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn scrolling_and_one_changed_line_do_not_bring_the_view_again() {
    let rows: Vec<String> = (1..=30)
        .map(|row| format!("<p style='height:80px'><a href='#{row}'>Entry number {row}</a></p>"))
        .collect();
    let page = format!(
        "<p>Name of the thing</p><p id=state>Waiting</p><p>Owner of the thing</p><p>Ada Lovelace of London</p>\
         <button onclick=\"state.textContent='Done'\">Do it</button><button onclick=\"list.append(list.firstChild)\">\
         Turn</button><div id=list>{}</div>",
        rows.concat()
    );
    let site = Site::serve([("/", Page::html(&page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let whole = sekme.open(&site.url("/")).await;
    let scrolled = sekme.ok("browser_scroll", json!({"direction": "down"})).await;
    scrolled.has("32 elements as shown before");
    assert!(scrolled.elements().is_empty(), "{}", scrolled.text);
    let done = sekme.ok("browser_click", json!({"ref": whole.reference(&["Do it"])})).await;
    done.has("> Done");
    assert!(!done.text.contains("Ada Lovelace"), "{}", done.text);
    let turned = sekme.ok("browser_click", json!({"ref": whole.reference(&["Turn"])})).await;
    assert_eq!(turned.elements().len(), 32, "{}", turned.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_that_was_cut_is_reached_by_paging_under_any_budget() {
    let page: Vec<String> = (1..=137)
        .map(|number| format!("<p><button>Button {number:03} {}</button></p>", "long ".repeat(number % 9)))
        .collect();
    let site = Site::serve([("/", Page::html(&page.concat()))]).await;
    for flags in [["--view-chars", "700"], ["--max-elements", "25"]] {
        let mut sekme = Sekme::start(flags).await;
        sekme.open(&site.url("/")).await;
        let mut seen = std::collections::BTreeSet::new();
        for part in 1.. {
            let view =
                sekme.ok("browser_snapshot", json!({"page": part, "full": true, "text_budget": 0})).await;
            let lines = view.elements();
            let size: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
            assert!(size <= 6_000 && (flags[0] != "--view-chars" || size <= 700), "{size}: {}", view.text);
            for line in &lines {
                let number = line.split("Button ").nth(1).unwrap()[..3].to_owned();
                assert!(seen.insert(number), "twice: {line}");
            }
            if !view.text.contains(&format!("browser_snapshot page={}", part + 1)) {
                break;
            }
        }
        assert_eq!(seen.len(), 137, "{flags:?}");
    }
}
