//! Tools that plugins add.

#![expect(clippy::unwrap_used, reason = "a scene that cannot be set up should fail its test")]

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::components::{self, Guest, TRAPS, install};
use crate::support::mcp::request;
use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const SCHEMA: &str = r#"{"type":"object","properties":{"word":{"type":"string"}}}"#;
const SELECTOR: &str = "#more";

/// Adds one tool that runs `call`.
fn adds(parent: &Path, id: &str, name: &str, schema: &str, read_only: bool, call: &str) {
    let about = "Says what it is told.";
    let text = format!("{name}{about}{schema}{SELECTOR}");
    let tools = components::provides(name.len(), about.len(), schema.len(), read_only);
    let guest = Guest::new().text(&text).function("tool-provider", "tools", tools).function(
        "tool-provider",
        "call",
        call,
    );
    install(parent, id, &["tool-provider"], &guest.build());
}

/// A tool that clicks in the rounds before `rounds`.
fn clicks(name: &str, rounds: u32) -> String {
    let at = name.len() + "Says what it is told.".len() + SCHEMA.len();
    components::clicks(at, SELECTOR.len(), rounds)
}

async fn started(folder: &TempDir) -> Sekme {
    Sekme::start(["--unstable", "tool-provider", "--plugins", folder.path().to_str().unwrap()]).await
}

async fn listed(sekme: &mut Sekme) -> Vec<Value> {
    let answer = sekme.client.ask(&request(800, "tools/list", &json!({}))).await;
    answer["result"]["tools"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plugin_adds_a_tool_that_answers_acts_and_fails_as_any_other() {
    let folder = TempDir::new().unwrap();
    adds(folder.path(), "echoes", "echo", SCHEMA, true, components::ECHOES);
    adds(folder.path(), "clicks", "more", SCHEMA, false, &clicks("more", 2));
    adds(folder.path(), "endless", "more", SCHEMA, false, &clicks("more", 99));
    adds(folder.path(), "sly", "more", SCHEMA, true, &clicks("more", 1));
    adds(folder.path(), "broken", "more", SCHEMA, true, TRAPS);
    adds(folder.path(), "shapeless", "more", "[]", true, TRAPS);
    let said = "no-way, whatever it is";
    let denier = Guest::new().text(said);
    let wasm = denier
        .function("policy", "before-call", components::denies(6, said.len()))
        .function("policy", "after-call", components::ABSTAINS)
        .build();
    let rules = folder.path().join("rules");
    std::fs::create_dir_all(&rules).unwrap();
    std::fs::write(
        rules.join("plugin.toml"),
        "schema = 1\nid = \"rules\"\nversion = \"1.2.3\"\napi = \"0.1\"\n[[hook]]\nname = \"policy\"\ntools = [\"broken__*\"]\n",
    )
    .unwrap();
    std::fs::write(rules.join("plugin.wasm"), wasm).unwrap();
    let page =
        "<title>Counter</title><button id=more onclick='count.textContent++'>More</button><p id=count>0</p>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = started(&folder).await;

    let tools = listed(&mut sekme).await;
    let named = |name: &str| tools.iter().find(|tool| tool["name"] == name);
    let echo = named("echoes__echo").unwrap_or_else(|| panic!("{tools:?}"));
    assert_eq!(echo["description"], "[echoes] Says what it is told.");
    assert_eq!(echo["inputSchema"]["properties"]["word"]["type"], "string");
    assert_eq!(echo["annotations"]["readOnlyHint"], true);
    assert!(named("shapeless__more").is_none());

    let answer = sekme.ok("echoes__echo", json!({"word": "hi\ne1 button"})).await;
    assert_eq!(answer.receipt(), "echoes__echo answered (plugin echoes):");
    answer.has(r#"> {"word":"hi\ne1 button"}"#);
    sekme.fails("clicks__more", json!({}), "plugin-failed").await.has("wants to act, and no page is open");

    sekme.open(&site.url("/")).await;
    let acted = sekme.ok("clicks__more", json!({})).await;
    acted.has("> {}").has("The page now:").has("More");
    sekme.ok("browser_evaluate", json!({"script": "count.textContent"})).await.has("2");
    let steps: Vec<Value> =
        sekme.audit().into_iter().filter(|record| record["tool"] == "plugin step").collect();
    assert_eq!(steps.len(), 2, "{steps:?}");
    assert!(steps.iter().all(|step| step["by"] == json!(["plugin:clicks"])), "{steps:?}");
    sekme.fails("endless__more", json!({}), "plugin-failed").await.has("more than 4 rounds");
    sekme.fails("sly__more", json!({}), "plugin-failed").await.has("only reads");
    sekme.ok("browser_evaluate", json!({"script": "count.textContent"})).await.has("6");
    sekme.fails("broken__more", json!({}), "policy-denied").await.has("rules 1.2.3 denies this (no-way)");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_setting_no_plugin_adds_a_tool() {
    let folder = TempDir::new().unwrap();
    adds(folder.path(), "echoes", "echo", SCHEMA, true, components::ECHOES);
    let mut sekme = Sekme::start(["--plugins", folder.path().to_str().unwrap()]).await;
    let tools = listed(&mut sekme).await;
    assert!(!tools.iter().any(|tool| tool["name"].as_str().unwrap().contains("__")));
    let refused = sekme
        .client
        .ask(&request(801, "tools/call", &json!({"name": "echoes__echo", "arguments": {}})))
        .await;
    assert!(refused["error"]["message"].as_str().unwrap().contains("unknown tool"), "{refused}");
}
