//! Policies in force: the real program with real Chrome, over its pipes.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{denier, hider, policy, redactor, rule};
use crate::support::components::{ABSTAINS, Guest, TRAPS, asks, denies};
use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

async fn site() -> Site {
    Site::serve([
        (
            "/home",
            Page::html(
                "<title>Home</title><a href=/forbidden/1>Straight</a><a href=/hop>Hop</a>
                 <button onclick=\"setTimeout(() => location.href = '/forbidden/2', 10)\">Script</button>
                 <label>Name <input></label><button id=pay>Pay 100</button>
                 <p>The number is 1234.</p>",
            ),
        ),
        ("/hop", Page::html("").status(302).header("Location: /forbidden/3")),
        ("/forbidden/1", Page::html("<title>Secret one</title><p>the crown jewels</p>")),
        ("/forbidden/2", Page::html("<title>Secret two</title><p>the crown jewels</p>")),
        ("/forbidden/3", Page::html("<title>Secret three</title><p>the crown jewels</p>")),
        (
            "/frame",
            Page::html(
                "<title>Around</title><p>outside</p><button>Mine</button>
                 <iframe src=/forbidden/1 width=400 height=200></iframe>",
            ),
        ),
    ])
    .await
}

async fn under(rules: &TempDir) -> Sekme {
    Sekme::start([std::ffi::OsStr::new("--plugins"), rules.path().as_os_str()]).await
}

fn shows_nothing(text: &str) {
    assert!(!text.contains("crown jewels") && !text.contains("Secret "), "{text}");
}

/// The record of the last call of a tool.
fn record(sekme: &Sekme, tool: &str) -> Value {
    let records = sekme.audit();
    records
        .iter()
        .rev()
        .find(|record| record["tool"] == tool)
        .unwrap_or_else(|| panic!("{records:?}"))
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_page_is_never_shown_whatever_leads_to_it() {
    let rules = TempDir::new().unwrap();
    rule(rules.path(), "rules", "urls = [\"*://*/forbidden*\"]", &denier());
    let site = site().await;
    let mut sekme = under(&rules).await;
    let home = sekme.open(&site.url("/home")).await;
    let denied =
        sekme.fails("browser_navigate", json!({"url": site.url("/forbidden/1")}), "policy-denied").await;
    denied.has("rules 1.2.3 denies this (no-way): no-way, whatever it is");
    shows_nothing(&denied.text);
    assert!(!site.was_asked("/forbidden/1"), "it was not even asked for");
    let audited = record(&sekme, "browser_navigate");
    assert_eq!((&audited["policy"], &audited["policy_code"]), (&json!("deny"), &json!("no-way")));
    assert!(audited["by"].to_string().contains("rules 1.2.3: deny no-way"), "{audited}");

    let link = home.reference(&["Straight"]);
    let denied = sekme.fails("browser_click", json!({"ref": link}), "policy-denied").await;
    shows_nothing(&denied.text);
    assert!(!site.was_asked("/forbidden/1"), "the link says where it leads");

    for way in ["Hop", "Script"] {
        let home = sekme.open(&site.url("/home")).await;
        let denied = sekme.call("browser_click", json!({"ref": home.reference(&[way])})).await;
        shows_nothing(&denied.text);
        if denied.is_error {
            denied.has("error[policy-denied]").has("the page was left");
        }
        let after = sekme.call("browser_snapshot", json!({})).await;
        shows_nothing(&after.text);
    }
    let redirect = sekme.fails("browser_navigate", json!({"url": site.url("/hop")}), "policy-denied").await;
    redirect.has("the page was left: the tab is empty now");
    shows_nothing(&redirect.text);
    shows_nothing(&sekme.call("browser_read", json!({})).await.text);
    let script = format!("location.href = {:?}; 1", site.url("/forbidden/2"));
    shows_nothing(&sekme.call("browser_evaluate", json!({"script": script})).await.text);
    shows_nothing(&sekme.call("browser_tabs", json!({"action": "list"})).await.text);

    let around = sekme.open(&site.url("/frame")).await;
    around.has("outside").has("Mine").has("is not shown: rules 1.2.3 denies this");
    shows_nothing(&around.text);
    shows_nothing(&sekme.ok("browser_read", json!({})).await.text);
    shows_nothing(&sekme.call("browser_find", json!({"text": "crown"})).await.text);
    let picture = sekme.ok("browser_screenshot", json!({})).await;
    assert!(!picture.result["content"].to_string().contains("\"image\""), "the frame is on it");
    picture.has("the picture is not shown");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_are_redacted_on_their_way_in_and_out() {
    let rules = TempDir::new().unwrap();
    rule(rules.path(), "typing", "tools = [\"type\"]", &redactor("/text", "XXX"));
    rule(rules.path(), "reading", "tools = [\"get_text\"]", &hider("/0/lines/0", "[hidden]"));
    rule(rules.path(), "wrong", "tools = [\"find\"]", &redactor("/nothing", "XXX"));
    rule(rules.path(), "wrong-after", "tools = [\"dom\"]", &hider("/0/lines/100000", "x"));
    let site = site().await;
    let flags = ["--tools", "all", "--plugins", rules.path().to_str().unwrap()];
    let mut sekme = Sekme::start(flags).await;
    let home = sekme.open(&site.url("/home")).await;
    let field = home.reference(&["textbox"]);
    let typed = sekme.ok("browser_type", json!({"ref": field, "text": "the secret"})).await;
    assert!(!typed.text.contains("the secret"), "{}", typed.text);
    typed.has("XXX");
    let value =
        sekme.ok("browser_evaluate", json!({"script": "document.querySelector('input').value"})).await;
    value.has("XXX");
    assert_eq!(record(&sekme, "browser_type")["policy"], "redact");
    // Named by its label, the element is known only once it is found; what is redacted stands there by then.
    sekme.ok("browser_type", json!({"text_label": "Name", "text": "again the secret"})).await.has("XXX");

    let read = sekme.ok("browser_get_text", json!({})).await;
    assert_eq!(read.text.lines().next(), Some("[hidden]"));
    let wrong = sekme.fails("browser_find", json!({"text": "number"}), "policy-denied").await;
    wrong.has("the policy wrong 1.2.3 redacts \"/nothing\", which is not among the arguments");
    let wrong = sekme.fails("browser_dom", json!({}), "policy-denied").await;
    wrong.has("which is no line of the answer");
    assert!(!wrong.text.contains("1234"), "{}", wrong.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_denied_is_not_sent() {
    let rules = TempDir::new().unwrap();
    let said = "private, keep out";
    let wasm = policy(Guest::new().text(said), ABSTAINS, &denies(7, said.len()));
    rule(rules.path(), "rules", "tools = [\"snapshot\", \"screenshot\"]", &wasm);
    let site = site().await;
    let mut sekme = under(&rules).await;
    sekme.open(&site.url("/home")).await.has("1234");
    let denied = sekme.fails("browser_snapshot", json!({}), "policy-denied").await;
    denied.has("(private)");
    assert!(!denied.text.contains("1234"), "{}", denied.text);
    let denied = sekme.fails("browser_screenshot", json!({}), "policy-denied").await;
    assert!(!denied.result["content"].to_string().contains("\"image\""));
    assert_eq!(record(&sekme, "browser_snapshot")["policy_code"], "private");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_policy_denies_every_call_and_the_session_goes_on() {
    let rules = TempDir::new().unwrap();
    rule(rules.path(), "rules", "", &policy(Guest::new(), TRAPS, TRAPS));
    let mut sekme = under(&rules).await;
    for tool in ["browser_status", "browser_close", "browser_snapshot", "browser_alert"] {
        let denied = sekme.call(tool, json!({})).await;
        denied.has("policy-unavailable: the policy rules 1.2.3 crashed").has("sekme plugin disable rules");
    }
    let denied =
        sekme.fails("browser_navigate", json!({"url": "data:text/html,hello"}), "policy-denied").await;
    assert!(!denied.text.contains("hello"), "{}", denied.text);
    sekme.client.send(r#"{"jsonrpc":"2.0","id":900,"method":"ping"}"#).await;
    assert_eq!(sekme.client.message().await["id"], 900);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_asked_or_approves_with_a_code_and_the_model_cannot() {
    let rules = TempDir::new().unwrap();
    rule(
        rules.path(),
        "rules",
        "tools = [\"click\"]",
        &policy(Guest::new().text("sure?"), &asks(5), ABSTAINS),
    );
    let site = site().await;
    let mut sekme = under(&rules).await;
    let home = sekme.open(&site.url("/home")).await;
    let pay = json!({"ref": home.reference(&["Pay 100"])});
    let asked = sekme.fails("browser_click", pay.clone(), "approval-needed").await;
    asked.has("rules 1.2.3 wants a person to say yes first: sure?");
    let mut confirmed = pay.clone();
    confirmed["confirm"] = json!(true);
    sekme.fails("browser_click", confirmed, "approval-needed").await;
    let (_, rest) = asked.text.split_once("`sekme approve ").unwrap();
    let code = rest.split('`').next().unwrap();
    let mut approve = tokio::process::Command::new(env!("CARGO_BIN_EXE_sekme"));
    approve.args(["approve", code]).env("XDG_STATE_HOME", sekme.artifacts.path().join("state"));
    let done = approve.output().await.unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success() && said.contains("browser_click") && said.contains("Approved"), "{said}");
    sekme.ok("browser_click", pay.clone()).await.has("Clicked");
    assert_eq!(record(&sekme, "browser_click")["policy"], "ask");
    sekme.fails("browser_click", pay, "approval-needed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_can_ask_its_person_is_used() {
    let rules = TempDir::new().unwrap();
    rule(
        rules.path(),
        "rules",
        "tools = [\"navigate\"]",
        &policy(Guest::new().text("sure?"), &asks(5), ABSTAINS),
    );
    let mut sekme = Sekme::declaring(
        json!({"elicitation": {}}),
        [std::ffi::OsStr::new("--plugins"), rules.path().as_os_str()],
    )
    .await;
    for (action, is_error) in [("decline", true), ("accept", false)] {
        let id = sekme.post("browser_navigate", &json!({"url": "data:text/html,<title>Hi</title>"})).await;
        let question = sekme.client.message_unbounded().await;
        assert_eq!(question["method"], "elicitation/create", "{question}");
        let words = question["params"]["message"].as_str().unwrap();
        assert!(words.contains("sure?") && words.contains("browser_navigate"), "{words}");
        let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": action}});
        sekme.client.send(&answer.to_string()).await;
        let answer = sekme.answer(id).await;
        assert_eq!(answer.is_error, is_error, "{}", answer.text);
    }
}
