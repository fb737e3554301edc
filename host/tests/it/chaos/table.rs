//! The table of hostile pages (`rows.json`, which `cargo xtask chaos` repeats and prints): each is opened and worked on,
//! each answer is of an expected kind, and afterwards the session goes on as if nothing had been.

use std::time::Duration;

use sekme_testapp::{Server, spawn};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::sekme::{Answer, Sekme};

/// Reaching it is a hang, however busy the machine.
const HANG: Duration = Duration::from_mins(2);
/// Most characters of an answer, whatever the page holds.
const LONGEST: usize = 20_000;

#[derive(Deserialize)]
struct Row {
    group: String,
    page: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    tool: String,
    arguments: Value,
    /// `ok` and error codes, with `|` between them.
    answer: String,
    says: Option<String>,
}

fn rows(group: &str) -> Vec<Row> {
    let rows: Vec<Row> = serde_json::from_str(include_str!("rows.json")).unwrap();
    let rows: Vec<Row> = rows.into_iter().filter(|row| row.group == group).collect();
    assert!(rows.len() > 10, "{group}");
    rows
}

/// Works through a group in one session; all rows that went wrong are told together.
async fn work_through(group: &str) {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let mut failures = Vec::new();
    for (number, row) in rows(group).into_iter().enumerate() {
        for step in &row.steps {
            let mut arguments = step.arguments.clone();
            if step.tool == "browser_navigate" {
                arguments["url"] = pages.url(&row.page).into();
            }
            let answer = bounded(&mut sekme, &step.tool, arguments).await;
            if let Some(problem) = problem(step, &answer) {
                failures.push(format!("{} {}: {problem}", row.page, step.tool));
            }
        }
        if let Some(problem) = goes_on(&mut sekme, &pages, number).await {
            failures.push(format!("{} and then: {problem}", row.page));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n\n"));
    assert!(sekme.end().await.success());
}

async fn bounded(sekme: &mut Sekme, tool: &str, arguments: Value) -> Answer {
    let said = format!("{tool} {arguments}");
    let answer = tokio::time::timeout(HANG, sekme.call(tool, arguments)).await;
    answer.unwrap_or_else(|_| panic!("{said} hangs"))
}

fn problem(step: &Step, answer: &Answer) -> Option<String> {
    let text = &answer.text;
    let kind = match text.strip_prefix("error[").and_then(|rest| rest.split_once(']')) {
        Some((code, _)) if answer.is_error => code,
        _ => "ok",
    };
    let head: String = text.chars().take(600).collect();
    if !step.answer.split('|').any(|expected| expected == kind) {
        return Some(format!("{} was expected, not {kind}: {head}", step.answer));
    }
    if answer.is_error && !text.contains("\nhint: ") {
        return Some(format!("no advice: {head}"));
    }
    if kind == "ok" && step.says.as_ref().is_some_and(|says| !text.contains(says)) {
        return Some(format!("no {:?}: {head}", step.says.as_deref().unwrap_or_default()));
    }
    if text.chars().count() > LONGEST {
        return Some(format!("{} characters: {head}", text.chars().count()));
    }
    let odd =
        text.chars().find(|c| (c.is_control() && *c != '\n') || "\u{202E}\u{2066}\u{200F}".contains(*c));
    odd.map(|odd| format!("{odd:?} in {head}"))
}

/// Whether the page can still be looked at or its loss is told, and a good page opens and reads right after it.
async fn goes_on(sekme: &mut Sekme, pages: &Server, number: usize) -> Option<String> {
    bounded(sekme, "browser_snapshot", json!({})).await;
    let calm =
        bounded(sekme, "browser_navigate", json!({"url": pages.url(&format!("/chaos/calm?{number}"))})).await;
    if calm.is_error || !calm.text.contains("link \"All scenarios\"") {
        return Some(calm.text);
    }
    let read = bounded(sekme, "browser_read", json!({})).await;
    (read.is_error || !read.text.contains("> # Nothing happens here")).then_some(read.text)
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_that_never_let_go_hold_no_call_up() {
    work_through("scripts").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_that_never_rest_hold_no_call_up() {
    work_through("documents").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn documents_that_are_too_much_hold_no_call_up() {
    work_through("sizes").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_are_no_page_hold_no_call_up() {
    work_through("answers").await;
}
