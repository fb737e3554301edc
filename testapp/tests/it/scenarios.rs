//! The pages on this machine's own names: they answer, they are whole, they keep to the sizes asked for.

use sekme_testapp::registry::{Answer, families};
use sekme_testapp::{html, spawn};

use crate::client::{get, post};

#[tokio::test]
async fn every_page_of_a_file_is_complete() {
    let server = spawn().await;
    for page in families().iter().flat_map(|family| family.pages) {
        if !matches!(page.answer, Answer::File(_)) {
            continue;
        }
        let reply = get(server.http_addr(), page.hosts.first().unwrap_or(&"localhost"), page.path).await;
        assert_eq!(reply.status, 200, "{}", page.path);
        assert!(!reply.body.contains("{{"), "{} has a place that nobody fills", page.path);
    }
}

#[tokio::test]
async fn every_link_between_local_pages_leads_somewhere() {
    let server = spawn().await;
    let address = server.http_addr();
    let mut checked = 0;
    for page in families().iter().flat_map(|family| family.pages) {
        if !page.hosts.is_empty() || !(matches!(page.answer, Answer::File(_)) || page.path == "/") {
            continue;
        }
        let tags = html::tags(&get(address, "localhost", page.path).await.body);
        let links = tags.iter().filter(|tag| tag.name == "a").filter_map(|tag| tag.attribute("href"));
        // The index leads to every page, also to those that take their time or never end.
        let unhurried = ["/silent", "/trickle", "/slow"];
        for link in
            links.filter(|link| link.starts_with('/') && !unhurried.iter().any(|slow| link.contains(slow)))
        {
            let status = get(address, "localhost", link).await.status;
            let wanted = link.ends_with("/404") || link.contains("hepsiburada.com/arama");
            assert!(status != 404 || wanted, "{link} on {}", page.path);
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} links");
}

#[tokio::test]
async fn as_many_interactive_elements_are_made_as_asked_for() {
    let server = spawn().await;
    for count in [0, 1, 2, 499, 500, 1001] {
        let page = get(server.http_addr(), "localhost", &format!("/gen/elements?n={count}")).await;
        assert_eq!(html::interactive(&page.body), count);
    }
    let page = get(server.http_addr(), "localhost", "/chaos/buttons").await;
    assert_eq!(html::interactive(&page.body), 5000);
    for (target, count) in [
        ("/gen/nodes?n=1000", 0),
        ("/gen/nodes?n=1000&controls=30", 30),
        ("/gen/nodes?n=1000&controls=101", 100),
        ("/gen/restless?n=61", 61),
    ] {
        let page = get(server.http_addr(), "localhost", target).await;
        assert_eq!(html::interactive(&page.body), count, "{target}");
    }
    let page = get(server.http_addr(), "localhost", "/gen/text?n=50000").await;
    assert!(html::text(&page.body).len() >= 50_000);
    let page = get(server.http_addr(), "localhost", "/gen/list?n=77").await;
    assert!(page.body.contains("Row 77:") && !page.body.contains("Row 78:"));
}

#[tokio::test]
async fn only_the_right_password_signs_in() {
    let server = spawn().await;
    let page = post(server.http_addr(), "localhost", "/tasks/login", "user=ada&password=lovelace").await;
    assert!(page.body.contains("Welcome, ada"));
    let page = post(server.http_addr(), "localhost", "/tasks/login", "user=ada&password=wrong").await;
    assert!(page.body.contains("is wrong") && !page.body.contains("Welcome"));
}

#[tokio::test]
async fn what_was_sent_is_shown_and_cannot_become_markup() {
    let server = spawn().await;
    let page = post(server.http_addr(), "localhost", "/chaos/echo?a=1", "name=%3Cb%3E&town=%C4%B0zmir").await;
    let text = html::text(&page.body);
    assert!(text.contains("POST") && text.contains("a 1") && text.contains("İzmir"));
    assert!(!page.body.contains("<b>"));
}

#[tokio::test]
async fn downloads_say_that_they_are_attachments() {
    let server = spawn().await;
    for (target, kind) in
        [("/files/report.pdf", "application/pdf"), ("/files/slow.csv?ms=10", "text/csv; charset=utf-8")]
    {
        let reply = get(server.http_addr(), "localhost", target).await;
        assert!(reply.header("content-disposition").starts_with("attachment; filename="), "{target}");
        assert_eq!(reply.header("content-type"), kind);
    }
    let report = get(server.http_addr(), "localhost", "/files/report.pdf").await;
    assert!(report.body.starts_with("%PDF-") && report.body.ends_with("%%EOF\n"));
}

#[tokio::test]
async fn broken_answers_are_broken_as_promised() {
    let server = spawn().await;
    let address = server.http_addr();
    for (target, status) in
        [("/chaos/404", 404), ("/chaos/500", 500), ("/chaos/204", 204), ("/no-such-page", 404)]
    {
        assert_eq!(get(address, "localhost", target).await.status, status, "{target}");
    }
    assert_eq!(
        get(address, "localhost", "/chaos/redirect-loop").await.header("location"),
        "/chaos/redirect-loop"
    );
    assert_eq!(
        get(address, "localhost", "/chaos/redirects?n=2").await.header("location"),
        "/chaos/redirects?n=1"
    );
    assert_eq!(get(address, "localhost", "/chaos/redirects?n=0").await.status, 200);
    let cut = get(address, "localhost", "/chaos/cut").await;
    assert!(cut.body.contains("Breaks off") && !cut.body.ends_with("0\r\n\r\n"), "the last chunk is missing");
}
