//! `browser_read`.

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::Sekme;

#[tokio::test(flavor = "multi_thread")]
async fn a_long_text_is_read_part_by_part() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/gen/list?n=100")).await;
    let whole = sekme.ok("browser_read", json!({"max": 50_000})).await;
    whole.has("this is the end of the text");
    let mut parts = String::new();
    let mut from = 0;
    loop {
        let part = sekme.ok("browser_read", json!({"max": 700, "from": from})).await;
        let lines: Vec<&str> = part.text.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        parts.push_str(&lines.concat());
        let Some((_, next)) = part.text.split_once("go on with from=") else { break };
        let next = next.split(' ').next().unwrap().trim().parse().unwrap();
        assert!(next > from, "{}", part.text);
        from = next;
    }
    let lines: Vec<&str> = whole.text.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(plain(&parts), plain(&lines.concat()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_header_of_a_listing_does_not_eat_the_budget() {
    let pages = spawn().await;
    let mut sekme = Sekme::with_pages(&pages, &["--no-bundled", "hepsiburada.com"]).await;
    sekme.open("https://www.hepsiburada.com/ara?q=kilim").await;
    let read = sekme.ok("browser_read", json!({})).await;
    assert!(!read.text.contains("Siparişlerim"), "{}", read.text);
    read.has("Kilim").has("items");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_is_read_by_selector() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/table")).await;
    sekme.ok("browser_read", json!({"selector": "tbody tr:nth-child(2)"})).await.has("Grace Hopper");
    sekme.fails("browser_read", json!({"selector": ".nothing"}), "not-found").await;
    sekme.fails("browser_read", json!({"selector": "tr["}), "not-found").await;
}
