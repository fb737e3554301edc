//! `bench`: start, snapshot, navigation and memory of the release build, measured over MCP.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::Task;
use super::build::{build_components, build_programs};
use super::demo::{ServeFlags, start_test_app};
use super::setup::Setup;
use crate::arguments::Arguments;
use crate::console;
use crate::server::{Launch, Server};
use crate::steps::Steps;
use crate::transcript::tokens;
use crate::workspace::{Profile, Workspace};

pub(crate) static TASK: Task = Task {
    name: "bench",
    arguments: "[--json]",
    summary: "measures start, snapshot, navigation and memory of the release build",
    run,
};

/// A home page with 485 interactive elements.
const PAGE: &str = "https://www.n11.com/";

const STARTS: usize = 10;
const SNAPSHOTS: usize = 20;
const NAVIGATIONS: usize = 5;

fn run(mut arguments: Arguments) -> Result<()> {
    let as_json = arguments.flag("--json");
    arguments.finish()?;
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(8, workspace.logs("bench"));
    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let wasm = setup.wasm(&mut steps)?;
    build_components(&workspace, &wasm, &mut steps)?;
    let programs = build_programs(&workspace, Profile::Release, &["sekme", "sekme-testapp"], &mut steps)?;
    let app = start_test_app(&programs[1], &mut steps)?;

    let folder = workspace.temporary()?;
    let mut flags = ServeFlags::default();
    flags.alone("--headless").pair("--chrome", &chrome.program);
    flags.pair("--profile-dir", &folder.path().join("profile"));
    flags.pair("--artifact-dir", &folder.path().join("artifacts"));
    for flag in &app.chrome_args {
        flags.alone(&format!("--chrome-arg={flag}"));
    }
    let bench = Bench { program: &programs[0], flags: &flags.0, folder: folder.path() };

    let step = steps.begin("starting with nothing compiled");
    let cold = bench.starts(|run| format!("cold-{run}"))?;
    step.finish("");
    let step = steps.begin("working on a page of 485 elements");
    let work = bench.work()?;
    step.finish("");
    let step = steps.begin("starting with everything compiled");
    let warm = bench.starts(|_| WARM.to_owned())?;
    step.finish("");

    let figures = figures(&cold, &warm, &work);
    console::line(&if as_json { json_report(&figures) } else { table(&figures) });
    Ok(())
}

/// The cache of compiled plugins that the work has filled.
const WARM: &str = "warm";

/// What every run shares.
struct Bench<'a> {
    program: &'a Path,
    flags: &'a [OsString],
    folder: &'a Path,
}

/// What a session of work showed.
#[derive(Debug, Default)]
struct Work {
    navigations: Vec<Duration>,
    snapshots: Vec<Duration>,
    snapshot: String,
    tools_characters: usize,
    idle_bytes: u64,
    worked_bytes: u64,
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

    /// From the start of the process to the answer of `initialize`.
    fn starts(&self, cache: impl Fn(usize) -> String) -> Result<Vec<Duration>> {
        (0..STARTS)
            .map(|run| {
                let server = self.server(&cache(run))?;
                let ready_after = server.ready_after;
                server.stop()?;
                Ok(ready_after)
            })
            .collect()
    }

    fn work(&self) -> Result<Work> {
        let mut server = self.server(WARM)?;
        let mut work = Work { idle_bytes: server.resident_bytes()?, ..Work::default() };
        let tools = server.request("tools/list", &json!({}))?;
        work.tools_characters = tools["tools"].to_string().chars().count();
        // The first one also starts Chrome and waits for the plugins.
        timed(&mut server, "browser_navigate", &json!({"url": PAGE}))?;
        for _ in 0..NAVIGATIONS {
            work.navigations.push(timed(&mut server, "browser_navigate", &json!({"url": PAGE}))?.0);
        }
        for _ in 0..SNAPSHOTS {
            let (elapsed, text) = timed(&mut server, "browser_snapshot", &json!({"full": true}))?;
            work.snapshots.push(elapsed);
            work.snapshot = text;
        }
        work.worked_bytes = server.resident_bytes()?;
        server.stop()?;
        Ok(work)
    }
}

/// Time of a call, and its answer.
fn timed(server: &mut Server, tool: &str, arguments: &Value) -> Result<(Duration, String)> {
    let started = Instant::now();
    let answer = server.call(tool, arguments)?;
    let elapsed = started.elapsed();
    ensure!(!answer.is_error, "{tool} failed: {}", answer.text);
    Ok((elapsed, answer.text))
}

/// One measured quantity.
#[derive(Debug, Clone, PartialEq)]
struct Figure {
    key: &'static str,
    what: String,
    value: f64,
    unit: &'static str,
    /// Smallest and largest of several runs.
    range: Option<(f64, f64)>,
}

fn figures(cold: &[Duration], warm: &[Duration], work: &Work) -> Vec<Figure> {
    let characters = work.snapshot.chars().count();
    vec![
        times("start_cold_ms", "start → initialize, no plugin compiled", cold),
        times("start_warm_ms", "start → initialize, plugins compiled", warm),
        times("navigate_ms", "browser_navigate, 485 elements", &work.navigations),
        times("snapshot_ms", "browser_snapshot, 485 elements", &work.snapshots),
        count("snapshot_characters", "… its answer", characters, "characters"),
        count("snapshot_tokens", "… its answer, estimated", tokens(&work.snapshot), "tokens"),
        count("tools_list_characters", "tools/list", work.tools_characters, "characters"),
        memory("memory_start_mb", "resident memory after the start", work.idle_bytes),
        memory("memory_work_mb", "resident memory after the work", work.worked_bytes),
    ]
}

fn times(key: &'static str, what: &str, runs: &[Duration]) -> Figure {
    let mut sorted: Vec<f64> = runs.iter().map(|run| run.as_secs_f64() * 1000.0).collect();
    sorted.sort_by(f64::total_cmp);
    let range = sorted.first().copied().zip(sorted.last().copied());
    let what = format!("{what}, median of {}", runs.len());
    Figure { key, what, value: median(&sorted), unit: "ms", range }
}

#[expect(clippy::cast_precision_loss, reason = "counts of characters are far below 2^52")]
fn count(key: &'static str, what: &str, value: usize, unit: &'static str) -> Figure {
    Figure { key, what: what.to_owned(), value: value as f64, unit, range: None }
}

#[expect(clippy::cast_precision_loss, reason = "memory sizes are far below 2^52 bytes")]
fn memory(key: &'static str, what: &str, bytes: u64) -> Figure {
    Figure { key, what: what.to_owned(), value: bytes as f64 / 1e6, unit: "MB", range: None }
}

fn median(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    match sorted {
        [] => f64::NAN,
        _ if sorted.len() % 2 == 1 => sorted[half],
        _ => f64::midpoint(sorted[half - 1], sorted[half]),
    }
}

fn table(figures: &[Figure]) -> String {
    let width = figures.iter().map(|figure| figure.what.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for figure in figures {
        let value = shown(figure.value, figure.unit);
        let _ = write!(text, "{:width$}  {value:>9} {}", figure.what, figure.unit);
        if let Some((least, most)) = figure.range {
            let _ = write!(text, " ({}–{})", shown(least, figure.unit), shown(most, figure.unit));
        }
        text.push('\n');
    }
    text.trim_end().to_owned()
}

/// Times and memory with a tenth, counts without.
fn shown(value: f64, unit: &str) -> String {
    if matches!(unit, "ms" | "MB") { format!("{value:.1}") } else { format!("{value:.0}") }
}

fn json_report(figures: &[Figure]) -> String {
    let entries = figures.iter().map(|figure| {
        let mut entry = json!({"value": figure.value, "unit": figure.unit, "what": figure.what});
        if let Some((least, most)) = figure.range {
            entry["min"] = least.into();
            entry["max"] = most.into();
        }
        (figure.key.to_owned(), entry)
    });
    format!("{:#}", Value::Object(entries.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(values: &[u64]) -> Vec<Duration> {
        values.iter().map(|value| Duration::from_millis(*value)).collect()
    }

    #[test]
    fn medians_are_taken_of_sorted_runs() {
        let figure = times("k", "what", &milliseconds(&[9, 1, 3]));
        assert!((figure.value - 3.0).abs() < 1e-9);
        assert_eq!(figure.range, Some((1.0, 9.0)));
        assert!((times("k", "what", &milliseconds(&[4, 1, 2, 9])).value - 3.0).abs() < 1e-9);
    }

    #[test]
    fn the_table_lines_up_and_names_its_units() {
        let text = table(&[
            times("start", "start", &milliseconds(&[12])),
            count("n", "a longer line", 2_500, "characters"),
        ]);
        assert_eq!(
            text,
            "start, median of 1       12.0 ms (12.0–12.0)\na longer line            2500 characters"
        );
    }

    #[test]
    fn the_json_report_has_one_entry_for_each_figure() {
        let work = Work { idle_bytes: 12_500_000, ..Work::default() };
        let figures = figures(&milliseconds(&[8]), &milliseconds(&[5]), &work);
        let report: Value = serde_json::from_str(&json_report(&figures)).unwrap();
        assert_eq!(report.as_object().unwrap().len(), figures.len());
        assert_eq!(report["memory_start_mb"]["value"], 12.5);
        assert_eq!(report["start_warm_ms"]["max"], 5.0);
    }
}
