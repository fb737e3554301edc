//! Going to pages, and what can get in the way.

use sekme::browser::{BrowserError, DownloadState, WaitUntil};
use sekme::progress::{Interrupted, Progress};
use tokio_util::sync::CancellationToken;

use super::{SHARED, eval, eventually, fresh_tab, soon};
use crate::support::site::{Gate, Page, Site};

#[tokio::test]
async fn a_page_is_reached_with_its_status_and_title() {
    let site = Site::serve([("/", Page::html("<title>Hello</title>"))]).await;
    let tab = fresh_tab().await;
    let navigation = tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    assert_eq!((navigation.url, navigation.status), (site.url("/"), Some(200)));
    assert!(navigation.complete && !navigation.same_document && !navigation.is_download);
    assert_eq!((tab.title(), tab.url()), ("Hello".to_owned(), site.url("/")));
    tab.close(&soon()).await.unwrap();
    assert!(!tab.is_open());
    assert_eq!(tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await, Err(BrowserError::TabClosed));
}

#[tokio::test]
async fn a_hash_is_reached_without_a_new_document() {
    let site = Site::serve([("/", Page::html("<p id=there>here"))]).await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    let before = tab.activity();
    let navigation = tab.navigate(&site.url("/#there"), WaitUntil::NetworkIdle, &soon()).await.unwrap();
    assert!(navigation.same_document && navigation.complete);
    eventually("the address shows the hash", || tab.url() == site.url("/#there")).await;
    assert_eq!(tab.activity().document, before.document);
    assert_eq!(tab.activity().navigations, before.navigations + 1);
}

#[tokio::test]
async fn a_download_leaves_the_page_in_place_and_the_file_on_disk() {
    let site = Site::serve([
        ("/", Page::html("<title>Page</title>")),
        ("/report", Page::file("report.txt", "twelve bytes")),
    ])
    .await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    let navigation = tab.navigate(&site.url("/report"), WaitUntil::Load, &soon()).await.unwrap();
    assert!(navigation.is_download);
    assert_eq!(navigation.url, site.url("/"));
    let ours = || {
        let downloads = SHARED.browser.downloads();
        downloads.into_iter().find(|download| download.url == site.url("/report"))
    };
    eventually("the download completes", || ours().is_some_and(|d| d.state == DownloadState::Completed))
        .await;
    let download = ours().unwrap();
    assert_eq!((download.file_name.as_str(), download.bytes), ("report.txt", 12));
    assert_eq!(std::fs::read_to_string(download.path.unwrap()).unwrap(), "twelve bytes");
    let next = tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    assert!(next.complete && !next.is_download);
}

#[tokio::test]
async fn a_missing_page_is_a_page_with_its_status() {
    let site = Site::serve([]).await;
    let tab = fresh_tab().await;
    let navigation = tab.navigate(&site.url("/nowhere"), WaitUntil::Load, &soon()).await.unwrap();
    assert_eq!(navigation.status, Some(404));
    assert_eq!(tab.activity().last_status, Some(404));
    assert_eq!(tab.activity().failed[0].status_or_reason, "404");
}

#[tokio::test]
async fn a_refused_connection_is_named() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("http://127.0.0.1:{port}/");
    let tab = fresh_tab().await;
    let error = tab.navigate(&url, WaitUntil::Load, &soon()).await.unwrap_err();
    let reason = "net::ERR_CONNECTION_REFUSED".to_owned();
    assert_eq!(error, BrowserError::NavigationFailed { url, reason });
}

#[tokio::test]
async fn an_address_that_is_none_is_refused() {
    let tab = fresh_tab().await;
    let error = tab.navigate("no address", WaitUntil::Load, &soon()).await.unwrap_err();
    assert!(matches!(error, BrowserError::NavigationFailed { .. }), "{error:?}");
}

#[tokio::test]
async fn each_wait_ends_at_its_own_moment() {
    let (script, image) = (Gate::closed(), Gate::closed());
    let site = Site::serve([
        ("/", Page::html("<script src=/script></script><img src=/image>")),
        ("/script", Page::html("").behind(&script)),
        ("/image", Page::html("").behind(&image)),
    ])
    .await;
    let tab = fresh_tab().await;
    let url = site.url("/");
    assert!(tab.navigate(&url, WaitUntil::Commit, &soon()).await.unwrap().complete);
    eventually("the script is asked for", || site.was_asked("/script")).await;
    // Nothing that is behind a gate can have been reached, however long it is waited for.
    let short = Progress::uncancelled(std::time::Duration::from_millis(1_500));
    let parsed = tab.reload(WaitUntil::DomContentLoaded, &short).await.unwrap();
    assert!(!parsed.complete);
    script.open();
    assert!(tab.navigate(&url, WaitUntil::DomContentLoaded, &soon()).await.unwrap().complete);
    let short = Progress::uncancelled(std::time::Duration::from_millis(1_500));
    let loaded = tab.navigate(&url, WaitUntil::Load, &short).await.unwrap();
    assert!(!loaded.complete);
    assert_eq!(loaded.status, Some(200));
    assert!(tab.activity().requests_in_flight > 0);
    image.open();
    assert!(tab.navigate(&url, WaitUntil::Load, &soon()).await.unwrap().complete);
    assert!(tab.navigate(&url, WaitUntil::NetworkIdle, &soon()).await.unwrap().complete);
    assert_eq!(tab.activity().requests_in_flight, 0);
}

#[tokio::test]
async fn a_site_that_does_not_answer_is_given_up_at_the_deadline() {
    let gate = Gate::closed();
    let site =
        Site::serve([("/", Page::html("<title>Old</title>")), ("/silent", Page::html("").behind(&gate))])
            .await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    let short = Progress::uncancelled(std::time::Duration::from_millis(800));
    let error = tab.navigate(&site.url("/silent"), WaitUntil::Load, &short).await.unwrap_err();
    assert!(matches!(error, BrowserError::Interrupted(Interrupted::TimedOut { .. })), "{error:?}");
    assert_eq!(eval(&tab, "document.title").await, "Old");
}

#[tokio::test]
async fn a_cancelled_navigation_ends_at_once_and_the_tab_goes_on() {
    let gate = Gate::closed();
    let site = Site::serve([("/", Page::html("ok")), ("/silent", Page::html("").behind(&gate))]).await;
    let tab = fresh_tab().await;
    let cancel = CancellationToken::new();
    let p = Progress::new(super::LIMIT, cancel.clone());
    let url = site.url("/silent");
    let navigation = tab.navigate(&url, WaitUntil::Load, &p);
    let cancelling = async {
        eventually("the site is asked", || site.was_asked("/silent")).await;
        cancel.cancel();
    };
    let (navigation, ()) = tokio::join!(navigation, cancelling);
    assert_eq!(navigation, Err(BrowserError::Interrupted(Interrupted::Cancelled)));
    assert!(tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap().complete);
}

#[tokio::test]
async fn the_history_goes_both_ways_and_ends() {
    let site =
        Site::serve([("/a", Page::html("<title>A</title>")), ("/b", Page::html("<title>B</title>"))]).await;
    let tab = fresh_tab().await;
    for path in ["/a", "/b"] {
        tab.navigate(&site.url(path), WaitUntil::Load, &soon()).await.unwrap();
    }
    let back = tab.history(-1, WaitUntil::Load, &soon()).await.unwrap();
    assert_eq!((back.url, back.status), (site.url("/a"), Some(200)));
    assert_eq!(tab.title(), "A");
    assert_eq!(tab.history(1, WaitUntil::Load, &soon()).await.unwrap().url, site.url("/b"));
    let error = tab.history(1, WaitUntil::Load, &soon()).await.unwrap_err();
    assert!(matches!(error, BrowserError::NavigationFailed { .. }), "{error:?}");
    tab.navigate(&site.url("/b#x"), WaitUntil::Load, &soon()).await.unwrap();
    let back = tab.history(-1, WaitUntil::Load, &soon()).await.unwrap();
    assert!(back.same_document);
    assert_eq!(back.url, site.url("/b"));
}

#[tokio::test]
async fn a_reload_is_a_new_document() {
    let site = Site::serve([("/", Page::html("<title>Once</title>"))]).await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    let before = tab.main_frame().document();
    eval(&tab, "window.kept = true").await;
    assert!(tab.reload(WaitUntil::Load, &soon()).await.unwrap().complete);
    assert_ne!(tab.main_frame().document(), before);
    assert_eq!(eval(&tab, "window.kept === undefined").await, true);
}

#[tokio::test]
async fn a_page_in_an_endless_loop_can_be_left() {
    let site = Site::serve([
        (
            "/stuck",
            Page::html(
                "<title>Stuck</title><script>setTimeout(() => { fetch('/looping'); for (;;); }, 0)</script>",
            ),
        ),
        ("/", Page::html("<title>Free</title>")),
    ])
    .await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/stuck"), WaitUntil::Commit, &soon()).await.unwrap();
    eventually("the loop runs", || site.was_asked("/looping")).await;
    let navigation = tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    assert!(navigation.complete);
    assert_eq!(tab.title(), "Free");
}

#[tokio::test]
async fn failed_requests_are_known_until_the_next_page() {
    let site = Site::serve([
        ("/", Page::html("<script>fetch('/api').then(() => { document.title = 'done' })</script>")),
        ("/api", Page::html("no").status(500)),
        ("/other", Page::html("ok")),
    ])
    .await;
    let tab = fresh_tab().await;
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.unwrap();
    eventually("the failure is seen", || !tab.activity().failed.is_empty()).await;
    let failed = &tab.activity().failed[0];
    assert_eq!((failed.url.clone(), failed.status_or_reason.as_str()), (site.url("/api"), "500"));
    tab.navigate(&site.url("/other"), WaitUntil::Load, &soon()).await.unwrap();
    assert!(tab.activity().failed.is_empty());
}
