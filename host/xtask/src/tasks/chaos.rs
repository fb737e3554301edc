//! `chaos`: pages that fight the browser, and kills at random moments, through the real program, as a table.

mod kills;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::Task;
use super::build::programs;
use super::demo::{ServeFlags, start_test_app};
use super::setup::Setup;
use crate::arguments::{Arguments, UsageError};
use crate::console;
use crate::mcp::Answer;
use crate::server::{Launch, Server};
use crate::steps::Steps;
use crate::workspace::{Profile, Workspace};

pub(crate) static TASK: Task = Task {
    name: "chaos",
    arguments: "[--debug] [--only TEXT] [--kills N --calls N [--seed N]] [--binary PATH] [--testapp PATH]",
    summary: "opens every hostile page and prints what was said, or kills Chrome at random",
    run,
};

/// The rows of the test of the same name.
const ROWS: &str = include_str!("../../../tests/it/chaos/rows.json");
/// A page that has nothing wrong with it.
const CALM: &str = "/chaos/calm";

#[derive(Debug)]
struct Row {
    page: String,
    steps: Vec<Step>,
}

#[derive(Debug)]
struct Step {
    tool: String,
    arguments: Value,
    answer: String,
}

fn run(mut arguments: Arguments) -> Result<()> {
    let is_debug = arguments.flag("--debug");
    let only = arguments.option("--only")?;
    let kills = number(arguments.option("--kills")?, "--kills")?;
    let calls = number(arguments.option("--calls")?, "--calls")?;
    let seed = number(arguments.option("--seed")?, "--seed")?;
    let binary = arguments.option("--binary")?.map(PathBuf::from);
    let testapp = arguments.option("--testapp")?.map(PathBuf::from);
    arguments.finish()?;
    let rows = rows()?;

    let workspace = Workspace::find()?;
    let mut steps = Steps::new(6, workspace.logs("chaos"));
    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let profile = Profile::from_flag(!is_debug);
    let (sekme, testapp) = programs(binary, testapp, profile, &workspace, &mut setup, &mut steps)?;
    let app = start_test_app(&testapp, &mut steps)?;
    let folder = workspace.temporary()?;
    let flags = ServeFlags::unseen(&chrome.program, folder.path());
    let log = workspace.logs("chaos").join("sekme.log");
    let mut server = Server::start(Launch { program: &sekme, flags: &flags.0, cache: None, log })?;

    let base = app.http.trim_end_matches('/').to_owned();
    if kills.is_some() || calls.is_some() {
        let plan =
            kills::Plan { kills: kills.unwrap_or(50), calls: calls.unwrap_or(500), seed: seed.unwrap_or(1) };
        return kills::run(server, &base, &plan);
    }
    let mut failures = Vec::new();
    console::line(
        "| page | call | ms | answer | as expected | next page |\n| --- | --- | --- | --- | --- | --- |",
    );
    for row in rows.iter().filter(|row| only.as_ref().is_none_or(|only| row.page.contains(only.as_str()))) {
        let lines = work_on(row, &base, &mut server)?;
        failures.extend(lines.iter().filter(|line| line.contains("| **no** |")).cloned());
        console::line(&lines.join("\n"));
    }
    server.stop()?;
    ensure!(failures.is_empty(), "not as expected:\n{}", failures.join("\n"));
    Ok(())
}

fn rows() -> Result<Vec<Row>> {
    let table: Vec<Value> = serde_json::from_str(ROWS).context("the table of pages cannot be read")?;
    let text = |value: &Value| value.as_str().map(str::to_owned).context("a text is missing in the table");
    let step = |step: &Value| {
        let arguments = step["arguments"].clone();
        anyhow::Ok(Step { tool: text(&step["tool"])?, arguments, answer: text(&step["answer"])? })
    };
    let row = |row: &Value| {
        let steps = row["steps"].as_array().context("a row has no steps")?;
        anyhow::Ok(Row { page: text(&row["page"])?, steps: steps.iter().map(step).collect::<Result<_>>()? })
    };
    table.iter().map(row).collect()
}

/// Works on a page, and opens a calm one afterwards.
fn work_on(row: &Row, base: &str, server: &mut Server) -> Result<Vec<String>> {
    let mut told = Vec::new();
    for step in &row.steps {
        let mut arguments = step.arguments.clone();
        if step.tool == "browser_navigate" {
            arguments["url"] = format!("{base}{}", row.page).into();
        }
        let answer = server.call(&step.tool, &arguments)?;
        told.push((step, answer));
    }
    // Another address each time: the same call again without any change would be refused.
    let next = json!({"url": format!("{base}{CALM}?after={}", row.page.replace(['?', '&'], "-"))});
    let next = server.call("browser_navigate", &next)?;
    let is_calm = !next.is_error && next.text.contains("\"Calm\"");
    let lines = told.iter().map(|(step, answer)| {
        let kind = kind(answer);
        let is_expected = step.answer.split('|').any(|expected| expected == kind);
        format!(
            "| {} | {} | {} | {} | {} | {} |",
            row.page,
            step.tool.trim_start_matches("browser_"),
            answer.elapsed.as_millis(),
            first_words(&answer.text),
            yes(is_expected),
            if is_calm { format!("yes, {} ms", next.elapsed.as_millis()) } else { yes(false).to_owned() },
        )
    });
    Ok(lines.collect())
}

fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "**no**" }
}

/// `ok`, or the code of an error.
fn kind(answer: &Answer) -> &str {
    match answer.text.strip_prefix("error[").and_then(|rest| rest.split_once(']')) {
        Some((code, _)) if answer.is_error => code,
        _ => "ok",
    }
}

/// The first line, and the notes after it.
fn first_words(text: &str) -> String {
    const LONGEST: usize = 160;
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default().to_owned();
    let notes = lines.take_while(|line| line.starts_with("note: ") || line.starts_with("hint: "));
    let words = notes.fold(first, |words, note| format!("{words} / {note}"));
    let cut: String = words.chars().take(LONGEST).collect();
    cut.replace('|', "\\|") + if cut.len() < words.len() { "…" } else { "" }
}

fn number(given: Option<String>, name: &str) -> Result<Option<u64>> {
    let Some(given) = given else { return Ok(None) };
    let number = given.parse().map_err(|_| UsageError(format!("{name} needs a number, not {given:?}")))?;
    Ok(Some(number))
}

/// The figure below which this share of the times lies.
fn share(times: &mut [Duration], of_hundred: usize) -> Duration {
    times.sort_unstable();
    times
        .get((times.len() * of_hundred / 100).min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read_and_each_row_begins_with_its_page() {
        let rows = rows().unwrap();
        assert!(rows.len() > 60);
        assert!(rows.iter().all(|row| row.steps[0].tool == "browser_navigate" && row.page.starts_with('/')));
    }

    #[test]
    fn an_answer_is_told_by_its_first_line_and_its_notes() {
        assert_eq!(first_words("Opened a|b\nnote: slow\ne1 button"), "Opened a\\|b / note: slow");
    }

    #[test]
    fn a_share_is_one_of_the_times() {
        let mut times: Vec<Duration> = (1..=100).rev().map(Duration::from_millis).collect();
        assert_eq!(share(&mut times, 50), Duration::from_millis(51));
        assert_eq!(share(&mut times, 100), Duration::from_millis(100));
        assert_eq!(share(&mut [], 50), Duration::ZERO);
    }
}
