//! Whose Chrome it is: one of our own, a person's, or whichever is there.

use std::time::Duration;

use sekme::browser::{Browser, LaunchOptions, WaitUntil};
use serde_json::json;
use tempfile::TempDir;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpListener;

use crate::browser::{eval, soon};
use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// A port where nothing listens.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("bound").port()
}

/// A person's Chrome with a DevTools port, in a folder of its own.
async fn persons(folder: &TempDir) -> (Browser, u16) {
    let port = free_port();
    let options = LaunchOptions {
        headless: true,
        port: Some(port),
        ..LaunchOptions::new(folder.path().join("profile"), folder.path().join("downloads"))
    };
    (Browser::launch(&options, &soon()).await.expect("Chrome starts"), port)
}

#[tokio::test(flavor = "multi_thread")]
async fn auto_starts_a_chrome_where_none_answers_and_says_so_once() {
    let site = Site::serve([("/", Page::html("<title>Here</title>"))]).await;
    let port = free_port().to_string();
    let mut sekme = Sekme::start(["--port", &port]).await;
    sekme.open(&site.url("/")).await.has(&format!("no Chrome runs at port {port}, so one was started"));
    let again = sekme.open(&site.url("/")).await;
    assert!(!again.text.contains("no Chrome runs"), "{}", again.text);
    // The next server finds it there.
    let mut other = Sekme::start(["--port", &port]).await;
    other.ok("browser_status", json!({})).await;
    other.open(&site.url("/")).await;
    other.ok("browser_status", json!({})).await.has("attached (stays open when we leave)");
    let end = other.ok("browser_close", json!({})).await;
    end.has("Let go of the browser");
    sekme.ok("browser_snapshot", json!({})).await.has("Here");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_that_was_named_must_answer() {
    let port = free_port();
    for address in [format!("http://127.0.0.1:{port}"), format!("ws://127.0.0.1:{port}/devtools/browser/x")] {
        let mut sekme = Sekme::start(["--cdp-url", &address]).await;
        let refused = sekme.fails("browser_navigate", json!({"url": "about:blank"}), "browser-gone").await;
        refused.has("cannot attach to Chrome").has(&port.to_string());
    }
    let mut sekme = Sekme::start(["--mode", "existing", "--port", &port.to_string()]).await;
    let refused = sekme.fails("browser_navigate", json!({"url": "about:blank"}), "browser-gone").await;
    refused.has("version 136").has("chrome://inspect/#remote-debugging").has("DevToolsActivePort");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_that_does_not_answer_like_chrome_is_told_apart() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("bound").port().to_string();
    // Takes connections and never answers.
    tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut some = [0; 64];
            let _ = stream.read(&mut some).await;
            held.push(stream);
        }
    });
    let mut managed = Sekme::start(["--mode", "managed", "--port", &port]).await;
    let refused = managed.fails("browser_navigate", json!({"url": "about:blank"}), "browser-gone").await;
    refused.has(&format!("port {port} is taken by another program"));
    let flags = ["--port", &port, "--attach-timeout", "0.3"];
    let mut existing = Sekme::start([&flags[..], &["--mode", "existing"]].concat()).await;
    let refused = existing.fails("browser_navigate", json!({"url": "about:blank"}), "browser-gone").await;
    refused.has("did not answer within 0.3 s");
    let mut auto = Sekme::start(flags).await;
    let opened = auto.open("about:blank").await;
    opened.has(&format!("what listens at port {port} is no Chrome that answers"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_in_use_is_replaced_and_that_is_said() {
    let folder = TempDir::new().expect("a temporary folder");
    let profile = folder.path().join("mine").display().to_string();
    let mut first = Sekme::start(["--profile-dir", &profile]).await;
    let opened = first.open("about:blank").await;
    assert!(!opened.text.contains("in use"), "{}", opened.text);
    let mut second = Sekme::start(["--profile-dir", &profile]).await;
    second.open("about:blank").await.has("is in use by another Chrome").has("mine-2");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_without_a_display_is_refused() {
    if sekme::browser::has_display() {
        return;
    }
    let folder = TempDir::new().expect("a temporary folder");
    let options = LaunchOptions::new(folder.path().join("profile"), folder.path().join("downloads"));
    let error =
        Browser::launch(&options, &soon()).await.expect_err("there is nothing to show it on").to_string();
    assert!(error.contains("there is no display") && error.contains("--headless"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn attaching_leaves_other_tabs_as_they_are() {
    let site = Site::serve([
        ("/theirs", Page::html("<title>Theirs</title><script>events = []; for (const kind of ['focus', 'blur', 'visibilitychange']) { addEventListener(kind, () => events.push(kind)); document.addEventListener(kind, () => events.push(kind)) }</script>")),
        ("/used", Page::html("<title>Used</title>")),
        ("/ours", Page::html("<title>Ours</title><button onclick=\"document.title = confirm('Really?')\">Ask</button>")),
    ])
    .await;
    let folder = TempDir::new().expect("a temporary folder");
    let (person, port) = persons(&folder).await;
    let theirs = person.current_tab(&soon()).await.expect("a tab");
    theirs.navigate(&site.url("/theirs"), WaitUntil::Load, &soon()).await.expect("it loads");
    person.new_tab(&site.url("/used"), &soon()).await.expect("a tab");
    let before = eval(&theirs, "[document.visibilityState, document.hasFocus(), events.length]").await;
    let tabs = || person.tabs().iter().map(|tab| (tab.id(), tab.url())).collect::<Vec<_>>();

    let file = folder.path().join("profile");
    let by_file = file.join("DevToolsActivePort").is_file();
    let address = if by_file { file.display().to_string() } else { format!("ws://127.0.0.1:{port}") };
    let mut sekme = Sekme::start(["--cdp-url", &address]).await;
    // The tab that was used last is the one to begin with.
    sekme.ok("browser_snapshot", json!({})).await.has("Used");
    sekme.open(&site.url("/ours")).await.has("Ours");
    let asked = sekme.ok("browser_click", json!({"text": "Ask"})).await;
    asked.has("confirm \"Really?\" was dismissed").has("action=accept");
    sekme.ok("browser_alert", json!({"action": "accept"})).await;
    sekme.ok("browser_click", json!({"text": "Ask"})).await.has("was accepted as arranged");
    sekme.ok("browser_screenshot", json!({})).await;
    sekme.ok("browser_close", json!({})).await.has("Let go");
    assert!(sekme.end().await.success());

    let after = eval(&theirs, "[document.visibilityState, document.hasFocus(), events.length]").await;
    assert_eq!(before, after, "the person's other tab noticed something");
    assert_eq!(tabs().len(), 2, "{:?}", tabs());
    assert_eq!(tabs()[0].1, site.url("/theirs"));
    person.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_of_the_persons_own_is_left_to_them() {
    let site = Site::serve([("/", Page::html("<title>Mine</title><p>Text"))]).await;
    let folder = TempDir::new().expect("a temporary folder");
    let (person, port) = persons(&folder).await;
    person.set_dialog_rule(sekme::browser::DialogRule::Ask);
    let tab = person.current_tab(&soon()).await.expect("a tab");
    tab.navigate(&site.url("/"), WaitUntil::Load, &soon()).await.expect("it loads");
    let mut sekme = Sekme::start(["--mode", "existing", "--port", &port.to_string()]).await;
    sekme.ok("browser_snapshot", json!({})).await.has("Mine");
    // Longer than any action of ours could be behind it.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let _ = eval_soon(&tab, "setTimeout(() => document.title = confirm('Yours?'), 0), 1").await;
    let p = soon();
    while tab.open_dialog().is_none() {
        p.wait(Duration::from_millis(20)).await.expect("it opens");
    }
    let refused = sekme.fails("browser_evaluate", json!({"expression": "1"}), "dialog-open").await;
    refused.has("Yours?").has("it came up without an action of yours").has("ask before you answer it");
    assert!(tab.open_dialog().is_some(), "it was answered");
    sekme.ok("browser_alert", json!({"action": "accept"})).await.has("\"Yours?\" was accepted");
    sekme.ok("browser_snapshot", json!({})).await.has("true");
    person.close().await;
}

async fn eval_soon(tab: &sekme::browser::Tab, script: &str) -> Option<serde_json::Value> {
    tab.main_frame().evaluate(sekme::browser::World::Main, script, &soon()).await.ok()
}
