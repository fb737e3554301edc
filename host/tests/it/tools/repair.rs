//! Arguments and tool names as small models send them, through the whole program.

use serde_json::json;

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

const PAGE: &str = "<title>Form</title><button onclick='document.title = \"saved\"'>Save</button>\
    <ul><li>Ada <button>Edit</button><li>Bob <button>Edit</button></ul><input aria-label=Name>";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_clear_is_done_and_said() {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let bare = site.url("/").replace("http://", "");
    let view = sekme.ok("browser_navigate", json!({"URL": format!("<{bare}>")})).await;
    view.has("note: `URL` read as `url`; `url` read as http://127.0.0.1");
    let (save, name) = (view.reference(&["Save"]), view.reference(&["Name"]));

    let line = format!("{save} button \"Save\"");
    let clicked = sekme.ok("browser_click", json!({"element": line, "doubleClick": "false"})).await;
    clicked.has("title is now \"saved\"").has("note: `element` read as `ref`");
    let wrapped =
        sekme.ok("browser_type", json!({"arguments": {"ref": name, "value": 42, "dry": null}})).await;
    wrapped.has("value \"42\"").has("taken out of `arguments`").has("`text` 42 read as text");
    let by_name = sekme.ok("browser_click", json!({"ref": "button \"Save\""})).await;
    by_name.has("read as the element with that name");
    let described = sekme.ok("browser_hover", json!({"element": "the Save button"})).await;
    described.has("button \"Save\"").has("read as the element with that name");

    let status = sekme.ok("browser_status", json!({})).await;
    status.has("arguments repaired: ").has("1 address").has("1 wrapper").has("1 text");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_clear_is_refused_with_candidates() {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&site.url("/")).await;
    let save = view.reference(&["Save"]);
    let several = sekme.fails("browser_click", json!({"ref": "button \"Edit\""}), "ambiguous").await;
    several.has("choose one by its ref: e");
    sekme.fails("browser_click", json!({"ref": [save, "e99"]}), "ambiguous").await.has("names 2 elements");
    let index = sekme.fails("browser_click", json!({"index": 2}), "ambiguous").await;
    index.has("{\"ref\": \"e2\"}").has("The page now:");
    sekme.fails("browser_click", json!({"ref": save, "only_if": "red"}), "invalid-input").await;
    let ignored = sekme.ok("browser_click", json!({"ref": save, "colour": "red"})).await;
    ignored.has("`colour` is not known and was ignored");
    sekme.fails("browser_read", json!({"max": "many"}), "invalid-input").await.has("{\"max\":");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_names_of_tools_are_run_or_answered_with_the_right_one() {
    let site = Site::serve([("/", Page::html(PAGE))]).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.ok("playwright_navigate", json!({"url": site.url("/")})).await;
    view.has("note: `playwright_navigate` read as browser_navigate");
    let save = view.reference(&["Save"]);
    sekme.ok("mcp__sekme__browser_click", json!({"ref": save})).await.has("saved");
    sekme.ok("take_snapshot", json!({})).await.has("button \"Save\"");
    let unknown = sekme.call("browser_teleport", json!({})).await;
    assert!(
        unknown.is_error && unknown.text.contains("there is no tool browser_teleport"),
        "{}",
        unknown.text
    );
    let hidden = sekme.call("browser_answer", json!({"text": "x"})).await;
    assert!(
        hidden.is_error && hidden.text.contains("is not among the tools offered here"),
        "{}",
        hidden.text
    );
}
