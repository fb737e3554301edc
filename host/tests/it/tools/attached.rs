//! Tabs and downloads of a person's own Chrome.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::Path;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use sekme::browser::{Browser, LaunchOptions, WaitUntil};
use serde_json::json;

use crate::browser::soon;
use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// A person's Chrome with two pages, which goes on without us. It ends with the test.
struct Person {
    pid: u32,
    port: u16,
    folder: tempfile::TempDir,
}

impl Person {
    async fn start(pages: &[String]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (profile, downloads) = (folder.path().join("profile"), folder.path().join("theirs"));
        std::fs::create_dir_all(profile.join("Default")).unwrap();
        std::fs::create_dir_all(&downloads).unwrap();
        let wishes = json!({"download": {"default_directory": downloads, "prompt_for_download": false}});
        std::fs::write(profile.join("Default/Preferences"), wishes.to_string()).unwrap();
        let options = LaunchOptions {
            headless: true,
            keep_open: true,
            ..LaunchOptions::new(profile.clone(), folder.path().join("ours"))
        };
        let person = Browser::launch(&options, &soon()).await.unwrap();
        let pid = person.pid().unwrap();
        let first = person.current_tab(&soon()).await.unwrap();
        first.navigate(&pages[0], WaitUntil::Load, &soon()).await.unwrap();
        for page in &pages[1..] {
            person.new_tab(page, &soon()).await.unwrap();
        }
        person.close().await;
        let port = std::fs::read_to_string(profile.join("DevToolsActivePort")).unwrap();
        let port = port.lines().next().unwrap().parse().unwrap();
        Self { pid, port, folder }
    }

    fn downloads(&self) -> std::path::PathBuf {
        self.folder.path().join("theirs")
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let _ = killpg(Pid::from_raw(i32::try_from(self.pid).unwrap()), Signal::SIGKILL);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_tabs_are_listed_and_one_of_them_is_taken_on_request_alone() {
    let site = Site::serve([
        ("/mine", Page::html("<title>Mine</title><button>In mine</button>")),
        ("/theirs", Page::html("<title>Theirs</title><button>In theirs</button>")),
    ])
    .await;
    let person = Person::start(&[site.url("/theirs"), site.url("/mine")]).await;
    let mut sekme = Sekme::start(["--mode=existing".to_owned(), format!("--port={}", person.port)]).await;
    sekme.ok("browser_snapshot", json!({})).await.has("In mine");
    let list = sekme.ok("browser_tabs", json!({"action": "list"})).await;
    list.has("1 tab is open").has("0: t1* Mine").has("1 tab of the person").has(" Theirs — http");
    let page = list.text.lines().find(|line| line.starts_with('p')).unwrap();
    let page = page.split(' ').next().unwrap().to_owned();
    sekme.fails("browser_tabs", json!({"action": "close", "tab": page}), "not-found").await;
    let taken = sekme.ok("browser_tabs", json!({"action": "switch", "tab": page})).await;
    taken.has("Switched to t2 \"Theirs\"").has("In theirs").has("one of ours from now on");
    let list = sekme.ok("browser_tabs", json!({"action": "list"})).await;
    list.has("2 tabs are open");
    assert!(!list.text.contains("of the person"), "{}", list.text);
    sekme.fails("browser_tabs", json!({"action": "switch", "tab": "p99"}), "not-found").await;
    sekme.ok("browser_tabs", json!({"action": "close", "tab": "t2"})).await.has("t1 \"Mine\" is current");
    let last = sekme.ok("browser_tabs", json!({"action": "close"})).await;
    last.has("that was the last tab").has("t3 (about:blank) is current");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_downloads_go_where_they_want_and_are_told_with_their_path() {
    let site = Site::serve([
        ("/mine", Page::html("<title>Mine</title><a href=/report>Report</a>")),
        ("/report", Page::file("report.txt", "twelve bytes")),
    ])
    .await;
    let person = Person::start(&[site.url("/mine")]).await;
    let mut sekme = Sekme::start(["--mode=existing".to_owned(), format!("--port={}", person.port)]).await;
    let view = sekme.ok("browser_snapshot", json!({})).await;
    let report = view.reference(&["Report"]);
    sekme.ok("browser_click", json!({"ref": report})).await.has("download");
    let waited = sekme.ok("browser_wait_for", json!({"type": "download", "text": "report"})).await;
    let (_, rest) = waited.text.split_once("downloaded \"report.txt\" to ").unwrap();
    let path = Path::new(rest.split(" (").next().unwrap());
    assert_eq!(path.parent().unwrap(), person.downloads());
    assert_eq!(std::fs::read_to_string(path).unwrap(), "twelve bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banner_in_a_persons_own_tab_is_theirs_until_a_call_opens_a_page_there() {
    let bar = "<div id=bar>We count visitors. <button onclick='bar.remove()'>Reject</button></div>";
    let site = Site::serve([("/mine", Page::html(&format!("<title>Mine</title><h1>News</h1>{bar}")))]).await;
    let person = Person::start(&[site.url("/mine")]).await;
    let folder = tempfile::tempdir().unwrap();
    let pack = "schema = 1\nid = \"bar\"\nurls = [\"*://127.0.0.1/*\"]\n[[consent]]\n\
                detect = { css = \"#bar\", visible = true }\nsteps = [ { click = \"#bar button\" } ]\n\
                why = \"w\"\nunverified = true\n";
    std::fs::write(folder.path().join("site.toml"), pack).unwrap();
    let plugins = format!("--plugins={}", folder.path().display());
    let flags = ["--mode=existing".to_owned(), format!("--port={}", person.port), plugins];
    let mut sekme = Sekme::start(flags).await;
    let theirs = sekme.ok("browser_snapshot", json!({})).await;
    theirs.has("Reject");
    assert!(!theirs.text.contains("consent banner"), "{}", theirs.text);
    sekme.open(&site.url("/mine")).await.has("consent banner closed by bar");
}
