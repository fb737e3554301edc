//! Searching, end to end: the three shops, every rung of the submit ladder, packs with and without.

use std::path::Path;

use sekme_testapp::{SEARCHES, Server, spawn};
use serde_json::json;

use crate::support::sekme::{Answer, Sekme};

const QUERY: &str = SEARCHES[0];

/// Opens a page and searches in its first field, or in what its search button opens.
async fn search(sekme: &mut Sekme, url: &str, query: &str) -> Answer {
    let view = sekme.open(url).await;
    let field = view.elements()[0].split(' ').next().unwrap_or_default().to_owned();
    sekme.call("browser_type", json!({"ref": field, "text": query, "submit": true})).await
}

async fn shop(host: &str, results: &str, rung: &str) {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let answer = search(&mut sekme, &format!("https://{host}/"), QUERY).await;
    assert!(!answer.is_error, "{}", answer.text);
    assert!(answer.receipt().contains(results), "{}", answer.receipt());
    assert!(answer.receipt().contains(rung), "{}", answer.receipt());
    let read = sekme.ok("browser_read", json!({})).await;
    let first: String = read.text.lines().skip(1).take(4).collect();
    assert!(first.to_lowercase().contains(&QUERY.to_lowercase()), "no product first: {}", read.text);
    assert!(first.contains("TL"), "no price first: {}", read.text);
    read.has("\nstatus: ");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_swallows_enter_is_searched_by_its_packs_url() {
    shop("www.n11.com", "/arama?q=", "search URL of n11.com").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_whose_search_opens_from_an_icon_is_searched() {
    shop("www.trendyol.com", "/sr?q=", "search URL of trendyol.com").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_whose_field_is_gated_by_a_cover_takes_enter_once_it_is_open() {
    shop("www.hepsiburada.com", "/ara?q=", "submitted by Enter").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_search_control_of_a_crowded_home_page_is_among_the_first_five() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let view = sekme.open("https://www.n11.com/").await;
    assert_eq!(view.elements().len(), 40, "the default budget");
    view.has("+445 more: browser_snapshot page=2");
    let fields =
        view.elements().iter().take(5).filter(|line| line.contains("Ürün, kategori, marka ara")).count();
    assert_eq!(fields, 1, "{}", view.text);
    assert!(view.decisions().contains("rank ranked 485 elements"), "{}", view.decisions());
}

#[tokio::test(flavor = "multi_thread")]
async fn each_rung_of_the_ladder_is_climbed_where_the_ones_before_have_no_effect() {
    let table = [
        ("form.shop.test", "submitted by Enter", "/find?term="),
        ("post.shop.test", "submitted by Enter", "/find"),
        ("spa.shop.test", "submitted by Enter", "/results/"),
        ("inplace.shop.test", "submitted by Enter", "elements"),
        ("requestsubmit.shop.test", "submitting its form", "/catalogue?phrase="),
        ("covered.shop.test", "clicking", "/products?find="),
        ("icon.shop.test", "clicking \"i.icon-search\"", "/products?find="),
        ("search.example", "search URL of search-schemes", "/search?q="),
        ("search-s.example", "search URL of search-schemes", "/search?s="),
        ("home-s.example", "search URL of search-schemes", "/?s="),
        ("arama.example", "search URL of search-schemes", "/arama?q="),
    ];
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    for (host, rung, destination) in table {
        let answer = search(&mut sekme, &format!("https://{host}/"), QUERY).await;
        assert!(!answer.is_error, "{host}: {}", answer.text);
        assert!(answer.receipt().contains(rung), "{host}: {}", answer.receipt());
        assert!(answer.receipt().contains(destination), "{host}: {}", answer.receipt());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_submits_the_answer_says_what_was_tried_and_the_page_is_as_before() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let answer = search(&mut sekme, "https://nosearch.example/", QUERY).await;
    assert!(answer.is_error);
    for said in ["error[not-actionable]", "Enter: no effect", "/search?q=", "HTTP 404", "hint: ", "Welcome"] {
        answer.has(said);
    }
    let now = sekme.ok("browser_snapshot", json!({})).await;
    assert!(now.text.contains("https://nosearch.example/\n"), "{}", now.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destination_that_is_an_error_page_or_the_home_page_is_not_taken_for_results() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &["--no-bundled", "hepsiburada.com"]).await;
    // Without its pack, and with the gate left closed, only the generic addresses are left to try: /arama is an
    // error page with 21 links, /?s= the home page with 124.
    let answer = search(&mut sekme, "https://www.hepsiburada.com/", QUERY).await;
    assert!(!answer.is_error, "{}", answer.text);
    pages.clear_requests();
    let trendyol = search(&mut sekme, "https://www.hepsiburada.com/arama?q=x", QUERY).await;
    assert!(!trendyol.receipt().contains("/arama?q="), "{}", trendyol.receipt());
}

/// What a search on a host says, with these flags.
async fn outcome(pages: &Server, flags: &[&str], host: &str) -> Answer {
    let mut sekme = Sekme::with_pages(pages, flags).await;
    search(&mut sekme, &format!("https://{host}/"), QUERY).await
}

fn pack(parent: &Path, id: &str, text: &str) -> String {
    let folder = parent.join(id);
    std::fs::create_dir_all(&folder).expect("writable");
    std::fs::write(folder.join("site.toml"), text).expect("writable");
    parent.display().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn leaving_out_a_pack_fails_that_search_alone_and_a_folder_brings_it_back() {
    let pages = spawn().await;
    let without = ["--no-bundled", "trendyol.com"];
    let failed = outcome(&pages, &without, "www.trendyol.com").await;
    assert!(failed.is_error, "{}", failed.text);
    failed.has("error[not-actionable]").has("call log:").has("search-schemes");
    let other = outcome(&pages, &without, "www.n11.com").await;
    assert!(!other.is_error, "{}", other.text);

    let folder = tempfile::tempdir().unwrap();
    let text = include_str!("../../../sites/trendyol.com/site.toml");
    let plugins = pack(folder.path(), "trendyol.com", text);
    let back =
        outcome(&pages, &["--no-bundled", "trendyol.com", "--plugins", &plugins], "www.trendyol.com").await;
    assert!(back.receipt().contains("/sr?q="), "{}", back.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_pack_teaches_an_address_that_nobody_guesses() {
    let pages = spawn().await;
    let before = outcome(&pages, &[], "quirky.example").await;
    assert!(before.is_error, "{}", before.text);
    let folder = tempfile::tempdir().unwrap();
    let text = "schema = 1\nid = \"quirky\"\nurls = [\"*://quirky.example/*\"]\n\n[[submit]]\n\
                template = \"{origin}/katalog?kelime={query}\"\n";
    let plugins = pack(folder.path(), "quirky", text);
    let after = outcome(&pages, &["--plugins", &plugins], "quirky.example").await;
    assert!(after.receipt().contains("search URL of quirky"), "{}", after.text);
    assert!(after.receipt().contains("/katalog?kelime="), "{}", after.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pack_says_where_results_must_stand() {
    let pages = spawn().await;
    let folder = tempfile::tempdir().unwrap();
    let text = |verify: &str| {
        format!(
            "schema = 1\nid = \"quirky\"\nurls = [\"*://quirky.example/*\"]\n\n[[submit]]\n\
             template = \"{{origin}}/katalog?kelime={{query}}\"\nverify = {verify}\n"
        )
    };
    let plugins = pack(folder.path(), "quirky", &text("{ css = \"#nowhere\" }"));
    let refused = outcome(&pages, &["--plugins", &plugins], "quirky.example").await;
    assert!(refused.is_error, "{}", refused.text);
    refused.has("`#nowhere` holds 0 controls, its pack wants 1");
    let plugins = pack(folder.path(), "quirky", &text("{ css = \"body\", min-elements = 5 }"));
    let found = outcome(&pages, &["--plugins", &plugins], "quirky.example").await;
    assert!(found.receipt().contains("/katalog?kelime="), "{}", found.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_search_field_is_never_sent_to_a_search_address() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &[]).await;
    let view = sekme.open("https://www.n11.com/").await;
    let email = view.reference(&["E-posta adresiniz"]);
    let sent = json!({"ref": email, "text": "ada@example.org", "submit": true});
    let answer = sekme.call("browser_type", sent).await;
    let asked: Vec<String> = pages.requests().into_iter().map(|request| request.target).collect();
    assert!(!asked.iter().any(|target| target.contains("ada")), "{asked:?}: {}", answer.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_check_is_waited_out_and_a_lasting_one_explained() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &["--challenge-wait", "5"]).await;
    for (url, title) in [
        ("https://guard.example/?ms=700", "Harbour Gazette"),
        ("https://bekle.example/?ms=700&swap=1", "Liman Postası"),
    ] {
        let cleared = sekme.open(url).await;
        cleared.has("for a bot check (interstitial) to clear").has(title);
    }
    let lasting =
        sekme.fails("browser_navigate", json!({"url": "https://wall.example/"}), "interstitial").await;
    lasting.has("tell the person").has("BOT CHECK");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}
