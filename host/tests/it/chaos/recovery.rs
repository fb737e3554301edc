//! What is lost comes back, and is said: Chrome, the page's process, the tab, the connection to a person's Chrome.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sekme::browser::{Browser, Endpoint};
use sekme_testapp::spawn;
use serde_json::json;

use crate::browser::soon;
use crate::support::sekme::{Sekme, gone, group};
use crate::support::site::{Page, Site};

fn end(pid: i32) {
    kill(Pid::from_raw(pid), Signal::SIGKILL).expect("the process is ours and runs");
}

/// The processes of a Chrome that draw pages.
pub(super) fn renderers(chrome: i32) -> Vec<i32> {
    let is_renderer = |pid: &i32| {
        let command = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).contains("--type=renderer")
    };
    group(chrome).into_iter().filter(is_renderer).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_chrome_comes_back_with_its_page_and_its_profile() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let button = view.reference(&["Sign in"]);
    let chrome = group(sekme.chrome().await);
    end(chrome[0]);
    gone(&chrome).await;

    let acted = sekme.fails("browser_click", json!({"ref": button}), "browser-gone").await;
    acted.has("was started again with the same profile").has("/tasks/login was opened again");
    let again = acted.reference(&["Sign in"]);
    assert_ne!(again, button, "refs are never given twice");
    sekme.ok("browser_click", json!({"ref": again})).await;

    let chrome = group(sekme.chrome().await);
    end(chrome[0]);
    gone(&chrome).await;
    let looked = sekme.ok("browser_snapshot", json!({})).await;
    looked.has("note: Chrome ended").has("was opened again").has("Sign in");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chrome_killed_under_a_call_is_told_by_that_call() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/login")).await;
    let chrome = sekme.chrome().await;
    let endless = json!({"expression": "document.title = 'begun'; for (;;);", "timeout_ms": 100_000});
    let call = sekme.post("browser_evaluate", &endless).await;
    sekme.ok("browser_status", json!({})).await;
    end(chrome);
    let told = sekme.answer(call).await;
    assert!(told.is_error, "{}", told.text);
    told.has("error[browser-gone]: Chrome ended").has("was opened again").has("The page now:").has("Sign in");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crashed_page_is_opened_again_and_said() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let button = view.reference(&["Sign in"]);
    let chrome = sekme.chrome().await;
    let ended = renderers(chrome);
    ended.iter().copied().for_each(end);
    gone(&ended).await;
    let acted = sekme.fails("browser_click", json!({"ref": button}), "page-crashed").await;
    acted.has("/tasks/login crashed, and it was opened again").has("Sign in");
    sekme.ok("browser_click", json!({"ref": acted.reference(&["Sign in"])})).await;

    let ended = renderers(chrome);
    ended.iter().copied().for_each(end);
    gone(&ended).await;
    let looked = sekme.ok("browser_read", json!({})).await;
    looked.has("crashed, and it was opened again");

    // The third time in a minute it is left.
    let ended = renderers(chrome);
    ended.iter().copied().for_each(end);
    gone(&ended).await;
    sekme.fails("browser_read", json!({}), "page-crashed").await.has("again and again");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tab_that_was_closed_is_told_with_the_one_that_is_current_now() {
    let site = Site::serve([
        ("/", Page::html("<title>First</title><button onclick=\"window.other = window.open('/popup')\">Open</button>")),
        (
            "/popup",
            Page::html("<title>Popup</title><button onclick='setTimeout(() => window.close(), 300)'>Close soon</button>"),
        ),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await;
    for looks in [true, false] {
        let opened = sekme.ok("browser_click", json!({"text": "Open"})).await;
        opened.has("Popup");
        sekme.call("browser_click", json!({"text": "Close soon"})).await;
        while sekme.ok("browser_status", json!({})).await.text.contains("Popup") {}
        if looks {
            let looked = sekme.ok("browser_snapshot", json!({})).await;
            looked.has("First");
        } else {
            let acted = sekme.call("browser_click", json!({"text": "Open"})).await;
            acted.has("First");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attached_chrome_that_is_away_for_a_moment_is_found_again() {
    let pages = spawn().await;
    let folder = tempfile::tempdir().unwrap();
    let options = || sekme::browser::LaunchOptions {
        headless: true,
        port: Some(free_port()),
        ..sekme::browser::LaunchOptions::new(folder.path().join("profile"), folder.path().join("downloads"))
    };
    let first = options();
    let port = first.port.unwrap();
    let person = Browser::launch(&first, &soon()).await.unwrap();
    let mut sekme =
        Sekme::start(["--mode".to_owned(), "existing".to_owned(), format!("--port={port}")]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let button = view.reference(&["Sign in"]);
    person.close().await;

    // Nobody is there: told, and each later call tries again.
    let away = sekme.fails("browser_click", json!({"ref": button}), "browser-gone").await;
    away.has("Chrome ended").has("is not there again");

    let again = sekme::browser::LaunchOptions { port: Some(port), ..options() };
    let person = Browser::launch(&again, &soon()).await.unwrap();
    let back = sekme.fails("browser_click", json!({"ref": button}), "browser-gone").await;
    back.has("it was connected to again").has("/tasks/login was opened again").has("Sign in");
    sekme.ok("browser_click", json!({"ref": back.reference(&["Sign in"])})).await;
    // Only the connection is lost: the tab is still there.
    let pid = i32::try_from(person.pid().unwrap()).unwrap();
    assert!(sekme.end().await.success());
    assert!(!group(pid).is_empty(), "a person's Chrome stays");
    assert!(Browser::attach(&Endpoint::Port(port), &soon()).await.is_ok());
    person.close().await;
    tokio::time::timeout(Duration::from_secs(20), gone(&group(pid))).await.unwrap();
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
