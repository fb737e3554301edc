//! Settings as a person meets them: `config show`, refusals at start, and folders that are used.

use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// The program with these arguments and variables, in a folder of its own.
async fn run(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sekme"))
        .args(arguments)
        .env_clear()
        .env("HOME", folder)
        .envs(variables.iter().copied())
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .await
        .expect("the program runs")
}

async fn shown(folder: &Path, flags: &[&str], variables: &[(&str, &str)]) -> Value {
    let arguments = [&["config", "show", "--json"], flags].concat();
    let output = run(folder, &arguments, variables).await;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[tokio::test]
async fn config_show_says_each_value_and_who_said_it() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join(".config/sekme/sekme.toml");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
    std::fs::write(&file, "text_budget = 700\nwait = 2.5\n").expect("writable");
    let variables = [("SEKME_WAIT", "3"), ("BROWSER_MCP_TOAST_WAIT", "0")];
    let all = shown(folder.path(), &["--max-elements", "20"], &variables).await;
    assert_eq!(all["max_elements"], json!({"value": "20", "source": "flag"}));
    assert_eq!(all["wait"], json!({"value": "3", "source": "SEKME_WAIT"}));
    assert_eq!(all["text_budget"], json!({"value": "700", "source": file.display().to_string()}));
    assert_eq!(all["toast_wait"], json!({"value": "0", "source": "BROWSER_MCP_TOAST_WAIT"}));
    assert_eq!(all["lazy_scrolls"], json!({"value": "8", "source": "default"}));
    assert_eq!(all["port"], json!({"value": "19218", "source": "default with BROWSER_MCP_TOAST_WAIT"}));
    assert_eq!(all["dialogs"]["value"], json!("accept in our own Chrome, dismiss in an attached one"));
    let profile = all["profile_dir"]["value"].as_str().expect("a path");
    assert!(profile.ends_with("artifacts/chrome-profile-19218"), "{profile}");
    let text = run(folder.path(), &["config", "show"], &variables).await;
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("wait            3  SEKME_WAIT\n"), "{text}");
}

#[tokio::test]
async fn a_wrong_setting_ends_the_server_with_what_is_allowed() {
    let folder = TempDir::new().expect("a temporary folder");
    std::fs::write(folder.path().join("x.toml"), "max_elemnts = 3").expect("writable");
    for (arguments, variables, expected) in [
        (
            &["serve", "--wait", "soon"][..],
            &[][..],
            "--wait=soon: it must be a number of seconds from 0 to 600",
        ),
        (
            &["serve"],
            &[("SEKME_DIALOGS", "maybe")],
            "SEKME_DIALOGS=maybe: it must be one of accept, dismiss, ask",
        ),
        (&["serve", "--config", "x.toml"], &[], "no setting `max_elemnts`; did you mean `max_elements`?"),
        (&["serve"], &[("BROWSER_MCP_ALLOWED_HOSTS", "a.example")], "remove BROWSER_MCP_ALLOWED_HOSTS"),
        (&["serve"], &[("SEKME_MAX_ELEMENT", "5")], "did you mean SEKME_MAX_ELEMENTS?"),
        (&["serve", "--with", "foo"], &[], "there are browser_navigate, browser_snapshot, "),
        (&["serve", "--mode", "existing"], &[], "--mode existing needs --port N or --cdp-url URL"),
    ] {
        let output = run(folder.path(), arguments, variables).await;
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(output.stdout.is_empty() && error.contains(expected), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_and_addresses_are_as_the_settings_say() {
    let folder = TempDir::new().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let site =
        Site::serve([("/", Page::html("<a href=/file>Get</a>")), ("/file", Page::file("a.txt", "a"))]).await;
    let (pictures, downloads) = (at("pictures"), at("downloads"));
    let mut sekme = Sekme::start([
        "--screenshot-dir",
        &pictures,
        "--download-dir",
        &downloads,
        "--allow-data=false",
        "--allow-file",
    ])
    .await;
    sekme.open(&site.url("/")).await;
    sekme.ok("browser_screenshot", json!({"path": "x.png"})).await.has(&at("pictures/x.png"));
    assert!(folder.path().join("pictures/x.png").is_file());
    sekme.ok("browser_click", json!({"text": "Get"})).await;
    assert!(folder.path().join("downloads").is_dir());
    sekme.fails("browser_navigate", json!({"url": "data:text/html,x"}), "invalid-input").await;
    std::fs::write(folder.path().join("page.html"), "<title>On disk</title>").expect("writable");
    sekme.open(&format!("file://{}", at("page.html"))).await.has("On disk");
    let mut usual = Sekme::start::<&str>([]).await;
    usual.open("data:text/html,<title>Data</title>").await.has("Data");
    usual.fails("browser_navigate", json!({"url": "file:///etc/hostname"}), "invalid-input").await;
}
