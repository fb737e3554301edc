//! Each site searches at its own address and at no other; bot checks let through who waited.

use sekme_testapp::{html, spawn};

use crate::client::{get, get_with, post};

/// Addresses that a visitor without knowledge of the site would try.
const GENERIC: [&str; 4] = ["/arama?q=", "/search?q=", "/?s=", "/search?s="];

#[tokio::test]
async fn each_shop_without_a_pack_answers_its_own_address_only() {
    let server = spawn().await;
    let own = [
        ("form.shop.test", "/find?term="),
        ("covered.shop.test", "/products?find="),
        ("icon.shop.test", "/products?find="),
        ("requestsubmit.shop.test", "/catalogue?phrase="),
        ("spa.shop.test", "/results/"),
        ("inplace.shop.test", "/part?phrase="),
        ("search.example", "/search?q="),
        ("search-s.example", "/search?s="),
        ("home-s.example", "/?s="),
        ("arama.example", "/arama?q="),
        ("quirky.example", "/katalog?kelime="),
        ("nosearch.example", ""),
    ];
    for (host, scheme) in own {
        if !scheme.is_empty() {
            let page = get(server.http_addr(), host, &format!("{scheme}kilim")).await;
            assert!(html::text(&page.body).contains("Results for kilim"), "{host}{scheme}");
            assert!(html::interactive(&page.body) >= 10, "{host}{scheme}");
        }
        for other in GENERIC.iter().filter(|other| **other != scheme) {
            let page = get(server.http_addr(), host, &format!("{other}kilim")).await;
            assert!(!html::text(&page.body).to_lowercase().contains("kilim"), "{host}{other}");
        }
    }
}

#[tokio::test]
async fn a_posted_form_is_answered_and_its_address_alone_is_not() {
    let server = spawn().await;
    let page = post(server.http_addr(), "post.shop.test", "/find", "term=kilim").await;
    assert!(html::text(&page.body).contains("Results for kilim"));
    assert_eq!(get(server.http_addr(), "post.shop.test", "/find").await.status, 404);
}

#[tokio::test]
async fn the_code_host_and_the_encyclopedia_search_at_their_own_addresses() {
    let server = spawn().await;
    let address = server.http_addr();
    let code = get(address, "github.com", "/search?q=lantern&type=repositories").await;
    assert!(html::text(&code.body).contains("results for lantern"));
    assert!(code.body.matches("<h3>").count() >= 6);
    let repository = get(address, "github.com", "/ardane/lantern-kit").await;
    assert!(html::text(&repository.body).contains("ardane / lantern-kit"));
    for (host, word) in [("en.wikipedia.org", "Search results"), ("tr.wikipedia.org", "Arama sonuçları")] {
        let page = get(address, host, "/w/index.php?search=fener").await;
        assert!(page.body.contains(word) && html::interactive(&page.body) > 20, "{host}");
    }
    let exact = get(address, "tr.wikipedia.org", "/w/index.php?search=velmora+feneri").await;
    assert_eq!((exact.status, exact.header("location")), (302, "/wiki/Velmora_Feneri"));
    assert!(get(address, "tr.wikipedia.org", "/wiki/Velmora_Feneri").await.body.contains("1874"));
}

#[tokio::test]
async fn a_bot_check_lets_through_once_who_has_waited() {
    let server = spawn().await;
    let sites = [
        ("guard.example", "Just a moment...", "Harbour Gazette"),
        ("bekle.example", "Bir dakika lütfen...", "Liman Postası"),
    ];
    for (host, waiting, content) in sites {
        let page = get(server.http_addr(), host, "/?ms=1500").await;
        assert_eq!(page.status, 403);
        assert!(
            page.body.contains(&format!("<title>{waiting}</title>")) && page.body.contains("1500"),
            "{host}"
        );
        let page = get_with(server.http_addr(), host, "/?ms=1500", "Cookie: a=b; waited=1\r\n").await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains(&format!("<title>{content}</title>")), "{host}");
        assert!(page.header("set-cookie").contains("Max-Age=0"), "the next visit waits again");
    }
    let page = get_with(server.http_addr(), "wall.example", "/", "Cookie: waited=1\r\n").await;
    assert_eq!(page.status, 403);
}
