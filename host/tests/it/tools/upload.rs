//! `browser_upload` and `browser_file_upload`.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::sekme::{Answer, Sekme};
use crate::support::site::{Page, Site};

const PAGE: &str = include_str!("upload/page.html");

struct Files {
    folder: TempDir,
}

impl Files {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        std::fs::write(folder.path().join("a.txt"), "hello").expect("writable");
        std::fs::write(folder.path().join("b.csv"), "x,y\n").expect("writable");
        std::fs::create_dir(folder.path().join("photos")).expect("writable");
        std::fs::write(folder.path().join("photos/one.png"), "1234567").expect("writable");
        std::fs::write(folder.path().join("photos/two.png"), "12").expect("writable");
        Self { folder }
    }

    fn at(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }
}

async fn showing() -> (Site, Sekme, Files) {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start(["--tools=all"]).await;
    sekme.open(&site.url("/")).await;
    (site, sekme, Files::new())
}

impl Sekme {
    async fn gives(&mut self, selector: &str, paths: impl Into<Value>) -> Answer {
        self.ok("browser_upload", json!({"selector": selector, "paths": paths.into()})).await
    }

    async fn took(&mut self) -> String {
        self.ok("browser_evaluate", json!({"expression": "window.took.splice(0).join()"})).await.text
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_input_takes_files_and_the_receipt_reads_them_back() {
    let (_site, mut sekme, files) = showing().await;
    let view = sekme.ok("browser_snapshot", json!({"full": true})).await;
    let report = view.reference(&["Report"]);
    let given = sekme.ok("browser_upload", json!({"ref": report, "paths": [files.at("a.txt")]})).await;
    given.has("Gave \"a.txt\" to e").has("→ holds \"a.txt\" (5 bytes)");
    let took = sekme.took().await;
    assert!(took.contains("report a.txt 5"), "{took}");
    for sent in [
        json!({"ref": report, "path": files.at("b.csv")}),
        json!({"ref": report, "file": format!("file://{}", files.at("b.csv"))}),
        json!({"ref": report, "files": [files.at("photos/../b.csv")]}),
    ] {
        sekme.ok("browser_upload", sent).await.has("holds \"b.csv\" (4 bytes)");
    }
    let given = sekme.ok("browser_file_upload", json!({"ref": report, "paths": [files.at("a.txt")]})).await;
    given.has("holds \"a.txt\" (5 bytes)");
    let both = sekme.gives("#many", json!([files.at("a.txt"), files.at("b.csv")])).await;
    both.has("holds \"a.txt\" (5 bytes), \"b.csv\" (4 bytes)");
    let folder = sekme.gives("#folder", files.at("photos")).await;
    folder.has("\"one.png\" (7 bytes)").has("\"two.png\" (2 bytes)");
    sekme
        .gives("#pictures", files.at("a.txt"))
        .await
        .has("the input asks for \"image/*\"; \"a.txt\" is of another type");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_stands_for_an_input_takes_files_too() {
    let (_site, mut sekme, files) = showing().await;
    for (selector, heard) in [
        ("#label", "hidden a.txt 5"),
        ("#zone-with-input", "zoned a.txt 5"),
        ("#opener", "opened a.txt 5"),
        ("#maker", "made a.txt 5"),
        ("#zone", "dropped a.txt 5 trusted"),
        ("#taker", "taken a.txt 5"),
        ("#beside", "near a.txt 5"),
    ] {
        sekme.gives(selector, files.at("a.txt")).await;
        let took = sekme.took().await;
        assert!(took.contains(heard), "{selector}: {took}");
    }
    // A chooser that opens for nobody is told, and those of the person work again.
    let asked = sekme.ok("browser_click", json!({"selector": "#opener"})).await;
    asked.has("note: a file chooser opened and was closed; use browser_upload");
    sekme.gives("#opener", files.at("b.csv")).await.has("b.csv");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_may_not_or_cannot_be_given_is_refused() {
    let (_site, mut sekme, files) = showing().await;
    let outside = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let secret = outside.path().join("secret.txt");
    std::fs::write(&secret, "x").expect("writable");
    let link = files.folder.path().join("link.txt");
    std::os::unix::fs::symlink(&secret, &link).expect("a link");
    for (selector, paths, code, says) in [
        ("#report", json!(secret.display().to_string()), "policy-denied", "files may be given from"),
        (
            "#report",
            json!(link.display().to_string()),
            "policy-denied",
            "no folder that files may be given from",
        ),
        ("#report", json!("/etc/passwd"), "policy-denied", "hint: files may be given from"),
        ("#report", json!(files.at("absent.txt")), "not-found", "there is no file"),
        ("#report", json!([files.at("a.txt"), files.at("b.csv")]), "invalid-input", "takes one file, not 2"),
        ("#report", json!(files.at("photos")), "invalid-input", "is a folder"),
        ("#folder", json!(files.at("a.txt")), "invalid-input", "takes a folder"),
        ("#off", json!(files.at("a.txt")), "not-actionable", "is disabled"),
        ("#plain", json!(files.at("a.txt")), "not-actionable", "takes no files"),
        ("#picker", json!(files.at("a.txt")), "not-actionable", "asks the system itself"),
        ("#report", json!([]), "invalid-input", "`paths` is missing"),
    ] {
        let sent = json!({"selector": selector, "paths": paths});
        sekme.fails("browser_upload", sent, code).await.has(says);
    }
    let hard = files.folder.path().join("hard.txt");
    std::fs::hard_link(files.folder.path().join("b.csv"), &hard).expect("a second name");
    let sent = json!({"selector": "#report", "paths": hard.display().to_string()});
    sekme.fails("browser_upload", sent, "policy-denied").await.has("has a second name");
    assert!(!sekme.took().await.contains("txt"));
    // What the page reads is what was checked, also where another file stands there by then.
    sekme.gives("#report", files.at("a.txt")).await.has("holds \"a.txt\" (5 bytes)");
    std::fs::remove_file(files.at("a.txt")).expect("removable");
    std::os::unix::fs::symlink(&secret, files.at("a.txt")).expect("a link");
    let read = json!({"expression": "document.querySelector('#report').files[0].text()"});
    sekme.ok("browser_evaluate", read).await.has("\"hello\"");
}
