//! What people who write plugins use: templates, checks, cases, the recorder; with the real program.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up should fail its test")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use crate::support::components::{self, Guest, install};
use crate::support::sekme::in_folders;
use crate::support::site::{Page, Site};

/// The answer of `sekme plugin … --json`, and whether it was a success.
async fn plugin(arguments: &[&str]) -> (Value, bool) {
    let artifacts = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sekme"));
    command.arg("plugin").args(arguments).arg("--json");
    command
        .env("XDG_DATA_HOME", artifacts.path())
        .env("XDG_CACHE_HOME", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache"));
    let output = command.output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let json = serde_json::from_str(&said).unwrap_or_else(|_| json!({ "stderr": words }));
    (json, output.status.success())
}

/// Adds a case to a plugin.
fn case(folder: &Path, name: &str, case: &str, input: &Value, expect: Option<&Value>) {
    let folder = folder.join("fixtures").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("case.toml"), case).unwrap();
    fs::write(folder.join("input.json"), input.to_string()).unwrap();
    if let Some(expect) = expect {
        fs::write(folder.join("expect.json"), expect.to_string()).unwrap();
    }
}

fn view() -> Value {
    let element = |id: u32| json!({ "id": id, "tag": "a", "role": "link", "name": "Tea" });
    json!({
        "view": { "url": "https://shop.example/", "http-status": 200, "elements": [element(11), element(12)] },
        "req": { "intent": "snapshot", "query": "", "want": 10 },
    })
}

/// The problems of one case.
fn problems(report: &Value, name: &str) -> String {
    let cases = report["plugins"][0]["cases"].as_array().unwrap_or_else(|| panic!("{report}"));
    let case = cases.iter().find(|case| case["case"] == name).unwrap_or_else(|| panic!("{report}"));
    case["problems"].to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_case_passes_by_its_answer_and_fails_by_what_the_server_would_reject() {
    let parent = TempDir::new().unwrap();
    let ranks = Guest::new().ranker(components::RANKS).build();
    let folder = install(parent.path(), "ranks", &["ranker"], &ranks);
    let expect = json!([{ "id": 11, "points": 1000 }, { "id": 12 }]);
    case(&folder, "right", "hook = \"ranker\"\nbudget-instructions = 100000", &view(), Some(&expect));
    case(&folder, "wrong", "hook = \"ranker\"", &view(), Some(&json!([{ "id": 12 }, { "id": 11 }])));
    case(&folder, "dear", "hook = \"ranker\"\nbudget-instructions = 3", &view(), Some(&expect));
    case(&folder, "unread", "hook = \"ranker\"\nbudget = 3", &view(), Some(&expect));
    case(&folder, "misspelt", "hook = \"ranker\"", &json!({ "view": { "uri": "x" }, "req": {} }), None);
    let (report, passed) = plugin(&["test", folder.to_str().unwrap()]).await;
    assert!(!passed);
    assert_eq!(problems(&report, "right"), "[]", "{report}");
    assert!(problems(&report, "wrong").contains("in this order"), "{report}");
    assert!(problems(&report, "dear").contains("its budget is 3"), "{report}");
    assert!(problems(&report, "unread").contains("unknown field `budget`"), "{report}");
    assert!(problems(&report, "misspelt").contains("view.http-status: is missing"), "{report}");
    let right = &report["plugins"][0]["cases"].as_array().unwrap()[2];
    assert_eq!((&right["case"], &right["mutations"]), (&json!("right"), &json!(8)));
    assert!(right["measures"]["instructions"].as_u64().unwrap() > 10, "{right}");
    assert!(right["measures"]["memory"].as_u64().unwrap() >= 128 * 1024, "{right}");

    let stranger = Guest::new().ranker(components::RANKS_A_STRANGER).build();
    let folder = install(parent.path(), "stranger", &["ranker"], &stranger);
    case(&folder, "one", "hook = \"ranker\"", &view(), None);
    let (report, passed) = plugin(&["test", folder.to_str().unwrap()]).await;
    assert!(
        !passed && problems(&report, "one").contains("returned id 4242, not in the snapshot"),
        "{report}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_guests_fail_their_cases_each_by_its_name() {
    let parent = TempDir::new().unwrap();
    let guests = [
        ("spins", components::SPINS, "instructions without an end"),
        ("traps", components::TRAPS, "crashed"),
        ("eats", components::EATS_MEMORY, "MiB of memory"),
        ("shouts", components::RETURNS_10_MB, "of 128 KiB at most"),
        ("nonsense", components::RETURNS_NONSENSE, "cannot be read"),
    ];
    for (id, body, _) in guests {
        let folder = install(parent.path(), id, &["ranker"], &Guest::new().ranker(body).build());
        case(&folder, "one", "hook = \"ranker\"", &view(), Some(&json!([])));
    }
    let (report, passed) = plugin(&["test", parent.path().to_str().unwrap()]).await;
    assert!(!passed);
    for (id, _, said) in guests {
        let plugins = report["plugins"].as_array().unwrap_or_else(|| panic!("{report}"));
        let found = plugins.iter().find(|plugin| plugin["plugin"] == format!("{id} 1.2.3")).unwrap();
        let problems = found["cases"][0]["problems"].to_string();
        assert!(problems.contains(said), "{id}: {problems}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn blessing_writes_the_answer_and_a_policy_has_its_table() {
    let parent = TempDir::new().unwrap();
    let ranks = Guest::new().ranker(components::RANKS).build();
    let folder = install(parent.path(), "ranks", &["ranker"], &ranks);
    case(&folder, "new", "hook = \"ranker\"", &view(), None);
    let folder = folder.to_str().unwrap();
    let (report, passed) = plugin(&["test", folder]).await;
    assert!(!passed && problems(&report, "new").contains("--bless"), "{report}");
    assert!(plugin(&["test", folder, "--bless", "--budget"]).await.1);
    let (report, passed) = plugin(&["test", folder]).await;
    assert!(passed, "{report}");
    let measures = &report["plugins"][0]["cases"][0]["measures"];
    assert_eq!(measures["instructions"], measures["instructions-budget"], "the same instructions each time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_says_first_what_matters_first() {
    let parent = TempDir::new().unwrap();
    let good = Guest::new().ranker(components::RANKS);
    let older = Guest::new().with_wit("    bounds: option<rect>,\n", "").ranker(components::RANKS);
    let guests: [(&str, &[&str], Vec<u8>, &str); 6] = [
        ("good", &["ranker"], good.build(), ""),
        ("precompiled", &["ranker"], good.core(), "core module"),
        ("nothing", &["ranker"], Vec::new(), "it is empty"),
        ("other-line", &["ranker"], good.clone().with_wit("@0.1.0", "@0.2.0").build(), "plugin API 0.2.0"),
        ("less", &["ranker", "bot-check"], good.build(), "declares hook \"bot-check\""),
        (
            "older",
            &["ranker"],
            older.build(),
            "record element: expected 10 fields, found 9 (missing `bounds`)",
        ),
    ];
    for (id, hooks, wasm, said) in &guests {
        let folder = install(parent.path(), id, hooks, wasm);
        let (report, passed) = plugin(&["check", folder.to_str().unwrap()]).await;
        let findings = report["plugins"][0]["findings"].to_string();
        assert_eq!(passed, said.is_empty(), "{id}: {findings}");
        assert!(findings.contains(&said.replace('"', "\\\"")), "{id}: {findings}");
    }
    let wasi = Guest::new().with_wasi().ranker(components::SLEEPS).build();
    let folder = install(parent.path(), "wasi", &["ranker"], &wasi);
    let (report, passed) = plugin(&["check", folder.to_str().unwrap()]).await;
    assert!(passed && report["plugins"][0]["findings"].to_string().contains("wasi:io/poll"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_call_is_a_case_that_passes_and_says_nothing_of_the_person() {
    const SHOP: &str = "<!doctype html><html lang='en'><title>Shop</title><main><input type='search' value='my secret'>
        <a href='/account?session=Ab12Cd34'>Hello anna@mail.example</a><a href='tel:1'>+90 532 123 45 67</a></main>";
    let parent = TempDir::new().unwrap();
    let ranks = Guest::new().ranker(components::RANKS).build();
    let folder = install(parent.path(), "ranks", &["ranker"], &ranks);
    let site = Site::serve([("/", Page::html(SHOP))]).await;
    let case = folder.join("fixtures/shop");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sekme"));
    command.args(["plugin", "record", &site.url("/"), "--hook", "ranker", "-o", case.to_str().unwrap()]);
    let all = parent.path().join("all");
    command.arg("--no-bundled").arg("rank");
    in_folders(&mut command, parent.path());
    let output = command.output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said} {}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("3 elements"), "{said}");
    let input = fs::read_to_string(case.join("input.json")).unwrap();
    for private in ["secret", "anna", "Ab12", "532", "123 45"] {
        assert!(!input.contains(private), "{private} in {input}");
    }
    assert!(input.contains("Hello xxxx@xxxx.xxxxxxx"), "{input}");
    let (report, passed) = plugin(&["test", folder.to_str().unwrap()]).await;
    assert!(passed, "{report}");

    // The same of a server's calls, without being asked.
    let mut command = Command::new(env!("CARGO_BIN_EXE_sekme"));
    command.args(["try", &site.url("/"), "--plugins", folder.to_str().unwrap(), "--no-bundled", "rank"]);
    command.env("SEKME_RECORD", &all);
    in_folders(&mut command, parent.path());
    assert!(command.output().await.unwrap().status.success());
    let recorded: Vec<PathBuf> =
        fs::read_dir(all.join("ranks")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(
        recorded[0].file_name().unwrap().to_str().unwrap().starts_with("ranker-127-0-0-1-"),
        "{recorded:?}"
    );
    fs::rename(&recorded[0], folder.join("fixtures/from-the-server")).unwrap();
    let (report, passed) = plugin(&["test", folder.to_str().unwrap()]).await;
    assert!(passed, "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cases_of_the_repository_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in
        ["plugins/rank", "plugins/bot-check", "plugins/search-schemes", "plugins/policy-example", "sites"]
    {
        let (report, passed) = plugin(&["test", root.join(folder).to_str().unwrap()]).await;
        assert!(passed, "{folder}: {report}");
        assert!(report["plugins"][0]["cases"].as_array().is_some_and(|cases| !cases.is_empty()), "{folder}");
    }
}

#[tokio::test]
async fn a_pack_begins_with_its_host_and_a_component_with_the_hook_that_it_is_told() {
    let folder = TempDir::new().unwrap();
    let dir = folder.path().to_str().unwrap();
    let (made, passed) = plugin(&["new", "shop.example", "--lang", "declarative", "--dir", dir]).await;
    assert!(passed, "{made}");
    let pack = fs::read_to_string(folder.path().join("shop.example/site.toml")).unwrap();
    assert!(pack.contains("*://*.shop.example/*") && !pack.contains("example.com"), "{pack}");
    let (report, passed) = plugin(&["test", folder.path().join("shop.example").to_str().unwrap()]).await;
    assert!(passed, "{report}");
    let (refused, passed) = plugin(&["new", "my-rules", "--dir", dir]).await;
    let said = refused["stderr"].as_str().unwrap_or_default();
    assert!(!passed && said.contains("--hook is one of ranker, submit-scheme"), "{refused}");
    assert!(!folder.path().join("my-rules").exists());
}
