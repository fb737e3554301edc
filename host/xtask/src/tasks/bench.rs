//! `bench`: start, reading, answers and memory of the release build, measured over MCP.

mod pages;
mod work;

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::Value;

use super::Task;
use super::build::{build_components, build_programs};
use super::demo::{ServeFlags, start_test_app};
use super::setup::Setup;
use crate::arguments::Arguments;
use crate::console;
use crate::mcp::Answer;
use crate::report;
use crate::server::{Launch, Server};
use crate::steps::Steps;
use crate::workspace::{Profile, Workspace};

use crate::tokens::Counter;

pub(crate) static TASK: Task = Task {
    name: "bench",
    arguments: "[--debug] [--json]",
    summary: "measures start, reading, answers and memory of the release build",
    run,
};

/// What a person types where the tokenizer could not be installed.
const INSTALL: &str = "cd host/tests/tokens && npm ci";

fn run(mut arguments: Arguments) -> Result<()> {
    let is_debug = arguments.flag("--debug");
    let as_json = arguments.flag("--json");
    arguments.finish()?;
    let profile = Profile::from_flag(!is_debug);
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(12, workspace.logs("bench"));
    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let wasm = setup.wasm(&mut steps)?;
    // Without it everything but the tokens can be measured.
    let counter = setup
        .node(&workspace, &mut steps)
        .and_then(|node| Counter::install(&workspace, node, &mut steps))
        .inspect_err(console::error);
    build_components(&workspace, &wasm, &mut steps)?;
    let programs = build_programs(&workspace, profile, &["sekme", "sekme-testapp"], &mut steps)?;
    let app = start_test_app(&programs[1], &mut steps)?;

    let folder = workspace.temporary()?;
    let mut flags = ServeFlags::unseen(&chrome.program, folder.path());
    flags.alone(&format!("--log={}", pages::LOG_FILTER)).chrome_args(&app);
    let (starts, rounds) = if is_debug { (2, 5) } else { (10, 20) };
    let bench = Bench {
        program: &programs[0],
        flags: &flags.0,
        folder: folder.path(),
        pages: &app.http,
        starts,
        rounds,
    };

    let step = steps.begin("starting with nothing compiled");
    let cold = bench.starts(|run| format!("cold-{run}"))?;
    step.finish("");
    let step = steps.begin("working on a page of 485 elements");
    let work = bench.work()?;
    step.finish("");
    let step = steps.begin("starting with everything compiled");
    let warm = bench.starts(|_| WARM.to_owned())?;
    step.finish("");
    let step = steps.begin("reading pages of many sizes");
    let (readings, failures) = bench.pages();
    step.finish("");

    let views = readings.iter().map(|reading| reading.view.as_str());
    let texts: Vec<&str> = views.chain(work.answers.iter().map(|answer| answer.text.as_str())).collect();
    let (counts, remark) = counted(counter, &texts, &mut steps);
    let (of_views, of_answers) = counts.split_at(readings.len());
    let mut sizes = work::sizes(&work, of_answers);
    sizes.remarks.push(remark);
    let mut tables = [work::table(&cold, &warm, &work), pages::table(&readings, of_views), sizes];
    if is_debug {
        tables[0].remarks.push("**This is the debug build**: its times say nothing.".to_owned());
    }
    console::line(&if as_json { report::json(&tables) } else { report::markdown(&tables) });
    ensure!(failures.is_empty(), "not every page could be read:\n{}", failures.join("\n"));
    Ok(())
}

/// The tokens of each text, and what to say of them.
fn counted(counter: Result<Counter>, texts: &[&str], steps: &mut Steps) -> (Vec<Option<usize>>, String) {
    let counts = counter.and_then(|counter| {
        let step = steps.begin("counting tokens");
        let counts = counter.count(texts).inspect_err(console::error)?;
        step.finish("");
        Ok(counts)
    });
    if let Ok(counts) = counts {
        (counts.into_iter().map(Some).collect(), "Tokens are those of Gemma 3.".to_owned())
    } else {
        let remark = format!("Tokens: not measured; `{INSTALL}` installs what counts them.");
        (vec![None; texts.len()], remark)
    }
}

/// The cache of compiled plugins that the work has filled.
const WARM: &str = "warm";

/// What every run shares.
struct Bench<'a> {
    program: &'a Path,
    flags: &'a [OsString],
    folder: &'a Path,
    /// Root of the pages of any size.
    pages: &'a str,
    /// Starts of each kind.
    starts: usize,
    /// Calls for a median.
    rounds: usize,
}

impl Bench<'_> {
    fn server(&self, cache: &str) -> Result<Server> {
        Server::start(Launch {
            program: self.program,
            flags: self.flags,
            cache: Some(&self.folder.join(cache)),
            log: self.folder.join("sekme.log"),
        })
    }
}

/// A call that succeeds.
fn call(server: &mut Server, tool: &str, arguments: &Value) -> Result<Answer> {
    let answer = server.call(tool, arguments)?;
    ensure!(!answer.is_error, "{tool} failed: {}", answer.text);
    Ok(answer)
}

/// Time of a call that succeeds, and its answer.
fn timed(server: &mut Server, tool: &str, arguments: &Value) -> Result<(Duration, Answer)> {
    let answer = call(server, tool, arguments)?;
    Ok((answer.elapsed, answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_tokenizer_counts_are_missing_and_the_remark_says_what_to_type() {
        let logs = tempfile::tempdir().unwrap();
        let mut steps = Steps::new(1, logs.path().to_owned());
        let (counts, remark) = counted(Err(anyhow::anyhow!("no npm")), &["one", "two"], &mut steps);
        assert_eq!(counts, [None, None]);
        assert!(remark.contains("not measured") && remark.contains(INSTALL), "{remark}");
    }
}
