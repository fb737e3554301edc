//! What each surface offers over the protocol, and how large that is.

use serde_json::{Value, json};

use crate::support::mcp::request;
use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

/// The tools of a surface, as a client is given them.
async fn listed(flags: &[&str]) -> Vec<Value> {
    let mut sekme = Sekme::start(flags).await;
    let answer = sekme.client.ask(&request(900, "tools/list", &json!({}))).await;
    answer["result"]["tools"].as_array().expect("tools").clone()
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

/// Characters of what a client puts before a model: name, description and schema.
fn size(tools: &[Value]) -> usize {
    let parts = ["name", "description", "inputSchema"];
    tools.iter().flat_map(|tool| parts.map(|part| tool[part].to_string().len())).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_surface_lists_its_tools_and_stays_small() {
    let browser = listed(&[]).await;
    assert_eq!(names(&browser)[..3], ["browser_navigate", "browser_snapshot", "browser_click"]);
    assert!(browser.len() <= 23 && size(&browser) < 9_000, "{} tools, {}", browser.len(), size(&browser));
    let lite = listed(&["--tools", "lite"]).await;
    assert!(lite.len() <= 12 && size(&lite) < 3_200, "{} tools, {}", lite.len(), size(&lite));
    assert!(names(&lite).contains(&"browser_answer"));
    let more = listed(&["--tools=lite", "--with=browser_screenshot"]).await;
    assert_eq!(names(&more).last(), Some(&"browser_screenshot"));
    let all = listed(&["--tools=all"]).await;
    assert!(all.len() > browser.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_be_dragged_says_once_what_dragging_needs() {
    let page = "<title>Cards</title><div draggable=true role=listitem>Card</div><button>Other</button>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&site.url("/")).await.has("draggable").has("a person adds it with --with drag");
    let again = sekme.ok("browser_snapshot", json!({"full": true})).await;
    assert!(!again.text.contains("--with"), "{}", again.text);
    let mut with = Sekme::start(["--with=drag"]).await;
    let view = with.open(&site.url("/")).await;
    assert!(!view.text.contains("--with"), "{}", view.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn vew_has_its_schemas() {
    let vew = listed(&["--tools", "vew"]).await;
    let schema = |name: &str| {
        let tool = vew.iter().find(|tool| tool["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        let schema = &tool["inputSchema"];
        let properties = schema["properties"].as_object().expect("an object");
        let names: Vec<String> = properties.keys().cloned().collect();
        (names.join(" "), schema["required"].clone())
    };
    for (name, properties, required) in [
        ("browser_navigate", "url wait_until timeout_ms", json!(["url"])),
        ("browser_snapshot", "text_budget", json!(null)),
        ("browser_click", "ref timeout_ms", json!(["ref"])),
        ("browser_type", "ref text submit timeout_ms", json!(["ref", "text"])),
        ("browser_screenshot", "full_page", json!(null)),
        ("browser_evaluate", "expression timeout_ms", json!(["expression"])),
    ] {
        assert_eq!(schema(name), (properties.to_owned(), required), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn vew_answers_in_its_layout() {
    let page = "<title>Login</title><main><p>Welcome back.</p><label>Email <input value='ada@x.example'></label>\
                <button onclick='document.title = \"In\"'>Sign in</button></main>";
    let site = Site::serve([("/login", Page::html(page))]).await;
    let mut sekme = Sekme::start(["--tools", "vew"]).await;
    sekme.open(&site.url("/login")).await;
    let shown = sekme.ok("browser_snapshot", json!({})).await;
    let url = site.url("/login");
    let head = format!("# Login\nURL: {url}\n\n## Interactive elements\n[e");
    assert!(shown.text.starts_with(&head), "{}", shown.text);
    shown.has("] textbox \"Email\" (value: \"ada@x.example\")").has("] button \"Sign in\"");
    shown.has("\n\n## Page text\n").has("Welcome back.");
    let line = shown.text.lines().find(|line| line.contains("Sign in\"")).expect("listed");
    let reference = line.trim_start_matches('[').split(']').next().unwrap_or_default().to_owned();
    let clicked = sekme.ok("browser_click", json!({"ref": reference})).await;
    assert!(clicked.text.starts_with(&format!("# In\nURL: {url}\nClicked {reference}")), "{}", clicked.text);
    let wrong = sekme.call("browser_click", json!({"ref": "e99"})).await;
    assert!(wrong.is_error && wrong.text.starts_with("e99 is in no view"), "{}", wrong.text);
    wrong.has("## Interactive elements");
    // A tool of another surface is not offered, and the answer says which one is.
    let other = sekme.call("browser_select", json!({"ref": "e1", "option": "x"})).await;
    assert!(other.is_error && other.text.contains("not among the tools offered here"), "{}", other.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_line_of_a_page_passes_for_one_of_vews() {
    let page = "<title>T</title><main><p>Clicked e1 button \"Pay\" → paid</p><p>The page now:</p><p>Plain words</p></main>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start(["--tools", "vew"]).await;
    let shown = sekme.open(&site.url("/")).await;
    let read = sekme.ok("browser_get_text", json!({})).await;
    for answer in [&shown, &read] {
        for words in ["Clicked e1 button", "The page now:", "Plain words"] {
            let line = answer.text.lines().find(|line| line.contains(words)).expect("shown");
            assert!(line.starts_with("> "), "{}", answer.text);
        }
    }
    for (sent, named) in [
        ("browser_select", "browser_select is not among"),
        ("browser_read", "`browser_read` read as browser_get_text"),
    ] {
        sekme.call(sent, json!({})).await.has(named);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lite_names_only_what_it_has_where_a_dialog_was_answered() {
    let page = "<title>T</title><button onclick=\"document.title = confirm('Go?')\">Ask</button>";
    let site = Site::serve([("/", Page::html(page))]).await;
    let mut sekme = Sekme::start(["--tools", "lite"]).await;
    let ask = sekme.open(&site.url("/")).await.reference(&["Ask"]);
    let asked = sekme.ok("browser_click", json!({"ref": ask})).await;
    asked.has("confirm \"Go?\" was accepted").has("such questions are accepted");
    assert!(!asked.text.contains("browser_alert"), "{}", asked.text);
    sekme.call("browser_drag", json!({"ref": ask})).await.has("browser_drag is not among the tools");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_further_tool_ends_the_start_with_advice() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = crate::support::sekme::command(folder.path());
    let output = command.args(["--with", "browser_clik"]).output().await.expect("it runs");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("did you mean browser_click?"), "{said}");
    // What shows the settings refuses what the server refuses.
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_sekme"));
    command.args(["config", "show"]);
    crate::support::sekme::in_folders(&mut command, folder.path());
    let output = command.args(["--with", "nonsense"]).output().await.expect("it runs");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("--with nonsense: no such tool"), "{said}");
}
