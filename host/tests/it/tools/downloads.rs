//! Downloads: by clicks and navigations, waited for, and told with a path that exists.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::path::{Path, PathBuf};

use sekme_testapp::spawn;
use serde_json::json;

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Page, Site};

const LINKS: &str = "<title>Files</title>
<a href=/report>Report</a>
<a href=/report target=_blank>In a tab</a>
<a id=blob download='blob.txt'>Blob</a>
<a href='data:text/plain,from-data' download='data.txt'>Data</a>
<a href=/odd>Odd</a>
<button onclick=\"for (const name of ['one.txt', 'two.txt', 'three.txt']) {
  const link = document.createElement('a'); link.href = window.URL.createObjectURL(new Blob([name]));
  link.download = name; link.click() }\">Three</button>
<script>blob.href = URL.createObjectURL(new Blob(['from a blob']))</script>";

async fn site() -> Site {
    Site::serve([
        ("/", Page::html(LINKS)),
        ("/report", Page::file("report.txt", "twelve bytes")),
        ("/odd", Page::file("../../etc/od\u{202e}d\\name.txt", "odd")),
        ("/calm", Page::html("<title>Calm</title>")),
    ])
    .await
}

/// The path that an answer tells for a file, which must exist.
fn path(answer: &Answer, name: &str) -> PathBuf {
    let head = format!("downloaded \"{name}\" to ");
    let (_, rest) = answer.text.split_once(&head).unwrap_or_else(|| panic!("no {head:?} in {}", answer.text));
    // Names have brackets too; the size is the first pair of them with a unit.
    let is_size = |at: usize| {
        let inside = rest[at + 2..].split(')').next().unwrap();
        ["bytes", "KB", "MB"].iter().any(|unit| inside.ends_with(unit))
    };
    let (end, _) = rest.match_indices(" (").find(|(at, _)| is_size(*at)).unwrap();
    let path = &rest[..end];
    let path = PathBuf::from(path);
    assert!(path.is_file(), "{} is not there", path.display());
    path
}

fn content(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_or_navigation_that_downloads_says_where_the_file_is() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let link = |name: &str| view.reference(&[&format!("link \"{name}\"")]);
    let report = link("Report");
    let first = sekme.ok("browser_click", json!({"ref": report})).await;
    let saved = path(&first, "report.txt");
    assert_eq!(content(&saved), "twelve bytes");
    first.has("(12 bytes)");
    let second = sekme.ok("browser_click", json!({"ref": report})).await;
    let twin = path(&second, "report (1).txt");
    assert_ne!(saved, twin);
    let popup = sekme.ok("browser_click", json!({"ref": link("In a tab")})).await;
    path(&popup, "report (2).txt");
    popup.has("\"Files\" — ");
    sekme.ok("browser_tabs", json!({"action": "list"})).await.has("1 tab is open");
    let blob = sekme.ok("browser_click", json!({"ref": link("Blob")})).await;
    assert_eq!(content(&path(&blob, "blob.txt")), "from a blob");
    let data = sekme.ok("browser_click", json!({"ref": link("Data")})).await;
    assert_eq!(content(&path(&data, "data.txt")), "from-data");
    let three = view.reference(&["button \"Three\""]);
    let several = sekme.ok("browser_click", json!({"ref": three})).await;
    for name in ["one.txt", "two.txt", "three.txt"] {
        assert_eq!(content(&path(&several, name)), name);
    }
    let odd = sekme.ok("browser_click", json!({"ref": link("Odd")})).await;
    assert!(!odd.text.contains('\u{202e}') && !odd.text.contains("../"), "{}", odd.text);
    odd.has("downloaded ");
    let opened = sekme.open(&site.url("/report")).await;
    opened.has("which is a download; the page stays");
    path(&opened, "report (3).txt");
    let status = sekme.ok("browser_status", json!({})).await;
    status.has("downloaded \"report (3).txt\" to ").has("(12 bytes)");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_is_waited_for_until_it_ends() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/calm")).await;
    let none = json!({"type": "download", "timeout_ms": 200});
    sekme.fails("browser_wait_for", none, "timed-out").await.has("no download began; none began so far");
    let started = sekme.open(&pages.url("/files/slow.csv?ms=2500")).await;
    started.has("download \"slow.csv\" is under way (").has("DOWNLOAD \"slow.csv\" is running");
    let other = json!({"type": "download", "text": "other", "timeout_ms": 200});
    let other = sekme.fails("browser_wait_for", other, "timed-out").await;
    other
        .has("no download with \"other\" in its name began; before that: download \"slow.csv\" is under way");
    let waited = sekme.ok("browser_wait_for", json!({"type": "download", "text": "SLOW"})).await;
    path(&waited, "slow.csv");
    let told = json!({"type": "download", "text": "slow"});
    path(&sekme.ok("browser_wait_for", told).await, "slow.csv");
    sekme.open(&pages.url("/files/slow.csv?ms=120000")).await;
    let short = json!({"type": "download", "timeout_ms": 300});
    sekme.fails("browser_wait_for", short, "timed-out").await.has("the download has not ended: \"slow");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_that_breaks_off_is_told_as_such() {
    let site = Site::serve([
        ("/", Page::html("<title>Files</title><a href=/cut>Cut</a>")),
        ("/cut", Page::file("cut.bin", "only a part").cut()),
    ])
    .await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let link = view.reference(&["Cut"]);
    let clicked = sekme.ok("browser_click", json!({"ref": link})).await;
    let wait = json!({"type": "download", "text": "cut"});
    if clicked.text.contains("under way") {
        sekme.fails("browser_wait_for", wait, "not-found").await.has("\"cut.bin\" was cancelled or failed");
    } else {
        clicked.has("download \"cut.bin\" was cancelled or failed");
    }
    sekme.ok("browser_status", json!({})).await.has("download \"cut.bin\" was cancelled or failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_folder_that_cannot_be_made_is_replaced_and_said() {
    let site = site().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    std::fs::write(sekme.artifacts.path().join("downloads"), "in the way").unwrap();
    let opened = sekme.open(&site.url("/calm")).await;
    opened.has("Calm");
    let report = sekme.open(&site.url("/report")).await;
    assert_eq!(content(&path(&report, "report.txt")), "twelve bytes");
    sekme.ok("browser_status", json!({})).await.has("downloads are saved in ");
}
