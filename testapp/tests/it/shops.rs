//! The measured figures that the three shops reproduce.

use sekme_testapp::{SEARCHES, html, spawn};

use crate::client::{Reply, get};

fn links(page: &Reply) -> usize {
    html::tags(&page.body).iter().filter(|tag| tag.name == "a" && tag.attribute("href").is_some()).count()
}

fn links_to(page: &Reply, path: &str) -> usize {
    html::tags(&page.body)
        .iter()
        .filter(|tag| tag.attribute("href").is_some_and(|to| to.starts_with(path)))
        .count()
}

/// The text from the end of the tag that holds `mark` up to `end`.
fn text_between(page: &Reply, mark: &str, end: &str) -> String {
    let mark = page.body.find(mark).expect("the mark");
    let from = page.body[mark..].find('>').expect("the tag's end") + mark + 1;
    let to = page.body[from..].find(end).expect("the end") + from;
    html::text(&page.body[from..to])
}

#[tokio::test]
async fn the_home_page_of_n11_has_485_interactive_elements_and_one_lone_search_box() {
    let server = spawn().await;
    let page = get(server.http_addr(), "www.n11.com", "/").await;
    assert_eq!(html::interactive(&page.body), 485);
    let tags = html::tags(&page.body);
    assert!(tags.iter().all(|tag| tag.name != "form"));
    let before = tags.iter().take_while(|tag| tag.attribute("id") != Some("searchData"));
    assert!(before.filter(|tag| tag.is_interactive()).count() > 80, "the search box comes after the menu");
    assert!(page.body.matches("Sepete Ekle").count() >= 100);
}

#[tokio::test]
async fn n11_searches_at_arama_only_and_lists_42_products() {
    let server = spawn().await;
    let page = get(server.http_addr(), "www.n11.com", "/arama?q=bluetooth+kulaklik").await;
    assert_eq!((page.status, links_to(&page, "/urun/")), (200, 42));
    assert!(page.body.contains("Önerilen Sıralama"));
    assert!(html::text(&page.body).contains("bluetooth kulaklik için"));
    for target in ["/search?q=kilim", "/?s=kilim", "/search?s=kilim", "/sr?q=kilim", "/ara?q=kilim"] {
        assert_eq!(get(server.http_addr(), "www.n11.com", target).await.status, 404, "{target}");
    }
}

#[tokio::test]
async fn trendyol_has_no_input_but_a_button_without_text() {
    let server = spawn().await;
    let page = get(server.http_addr(), "www.trendyol.com", "/").await;
    let tags = html::tags(&page.body);
    assert!(tags.iter().all(|tag| tag.name != "input" && tag.name != "form"));
    let opener = tags.iter().find(|tag| tag.attribute("data-testid") == Some("suggestion-placeholder"));
    let opener = opener.expect("the button");
    assert_eq!((opener.name.as_str(), opener.attribute("aria-label")), ("button", Some("Open search")));
    assert_eq!(text_between(&page, "data-testid=\"suggestion-placeholder\"", "</button>"), "");
}

#[tokio::test]
async fn trendyol_searches_at_sr_only_and_calls_the_rest_missing_with_status_200() {
    let server = spawn().await;
    let page = get(server.http_addr(), "www.trendyol.com", "/sr?q=ya%C4%9Fmurluk").await;
    assert!(html::text(&page.body).contains("yağmurluk araması için"));
    assert_eq!(links_to(&page, "/urun/"), 24);
    for target in ["/arama?q=kilim", "/search?q=kilim", "/search?s=kilim"] {
        let page = get(server.http_addr(), "www.trendyol.com", target).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains("Aradığınız sayfa bulunamadı"), "{target}");
        assert!(html::interactive(&page.body) >= 10, "{target} looks populated");
    }
}

#[tokio::test]
async fn hepsiburada_answers_wrong_addresses_with_21_links_or_its_home_page_of_124() {
    let server = spawn().await;
    for target in ["/arama?q=kilim", "/search?q=kilim", "/search?s=kilim"] {
        let page = get(server.http_addr(), "www.hepsiburada.com", target).await;
        assert_eq!((page.status, links(&page)), (404, 21), "{target}");
    }
    let page = get(server.http_addr(), "www.hepsiburada.com", "/?s=kilim").await;
    assert_eq!((page.status, links(&page)), (200, 124));
}

#[tokio::test]
async fn the_header_of_hepsiburada_fills_the_first_2000_characters_and_the_listing_has_8000() {
    let server = spawn().await;
    for query in ["kilim", "t%C3%BCkenmez+kalem"] {
        let page = get(server.http_addr(), "www.hepsiburada.com", &format!("/ara?q={query}")).await;
        let header = text_between(&page, "<header>", "</header>").chars().count();
        assert!((2000..2800).contains(&header), "{header}: room is left for the heading within 3,000");
        let listing = text_between(&page, "<div class=\"productList", "<footer>").chars().count();
        assert!(listing > 8000, "{listing}");
    }
}

#[tokio::test]
async fn no_page_but_the_results_speaks_of_what_is_searched_for() {
    let server = spawn().await;
    for host in ["www.n11.com", "www.trendyol.com", "www.hepsiburada.com"] {
        for target in ["/", "/arama-degil"] {
            let page = get(server.http_addr(), host, target).await;
            let text = html::text(&page.body).to_lowercase();
            for word in SEARCHES.iter().flat_map(|search| search.split(' ')) {
                assert!(!text.contains(word), "{word} on {host}{target}");
            }
        }
    }
}

#[tokio::test]
async fn a_product_of_the_results_opens_under_its_name() {
    let server = spawn().await;
    for (host, results) in
        [("www.n11.com", "/arama"), ("www.trendyol.com", "/sr"), ("www.hepsiburada.com", "/ara")]
    {
        let page = get(server.http_addr(), host, &format!("{results}?q=kilim")).await;
        let tags = html::tags(&page.body);
        let link = tags.iter().filter_map(|tag| tag.attribute("href")).find(|to| to.starts_with("/urun/"));
        let link: String = url::form_urlencoded::byte_serialize(link.expect("a product").as_bytes())
            .collect::<String>()
            .replace("%2F", "/");
        let product = get(server.http_addr(), host, &link).await;
        assert!(html::text(&product.body).contains("Kilim"), "{host}{link}");
    }
}
