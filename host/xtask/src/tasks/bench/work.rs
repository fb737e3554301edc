//! Starting, and a short session of work on a shop.

use anyhow::{Context, Result};
use serde_json::json;

use super::{Bench, WARM, call, timed};
use crate::report::{Cell, Table, median, milliseconds};
use crate::view;

/// A home page with 485 interactive elements.
const HOME: &str = "https://www.n11.com/";
const RESULTS: &str = "https://www.n11.com/arama?q=termos";
const ARTICLE: &str = "https://en.wikipedia.org/wiki/Ferry";
const NAVIGATIONS: usize = 5;

/// An answer of which the size matters.
#[derive(Debug)]
pub(super) struct Sample {
    what: &'static str,
    pub(super) text: String,
}

/// What a session of work showed.
#[derive(Debug, Default)]
pub(super) struct Work {
    navigations: Vec<f64>,
    snapshots: Vec<f64>,
    clicks: Vec<f64>,
    pub(super) answers: Vec<Sample>,
    idle_bytes: u64,
    worked_bytes: u64,
}

impl Bench<'_> {
    /// Milliseconds from the start of the process to the answer of `initialize`.
    pub(super) fn starts(&self, cache: impl Fn(usize) -> String) -> Result<Vec<f64>> {
        (0..self.starts)
            .map(|run| {
                let server = self.server(&cache(run))?;
                let ready_after = server.ready_after;
                server.stop()?;
                Ok(milliseconds(ready_after))
            })
            .collect()
    }

    /// Opens, shows, clicks and reads.
    pub(super) fn work(&self) -> Result<Work> {
        let mut server = self.server(WARM)?;
        let mut work = Work { idle_bytes: server.resident_bytes()?, ..Work::default() };
        let tools = server.request("tools/list", &json!({}))?;
        let mut keep = |what, text| work.answers.push(Sample { what, text });
        keep("tools/list", tools["tools"].to_string());

        // The first one also starts Chrome and waits for the plugins.
        call(&mut server, "browser_navigate", &json!({"url": HOME}))?;
        for _ in 0..NAVIGATIONS {
            work.navigations
                .push(milliseconds(timed(&mut server, "browser_navigate", &json!({"url": HOME}))?.0));
        }
        let mut home = String::new();
        for _ in 0..self.rounds {
            let (elapsed, answer) = timed(&mut server, "browser_snapshot", &json!({"full": true}))?;
            work.snapshots.push(milliseconds(elapsed));
            home = answer.text;
        }
        keep("browser_snapshot of a home page", home);
        keep("browser_read of it", call(&mut server, "browser_read", &json!({}))?.text);

        let results = call(&mut server, "browser_navigate", &json!({"url": RESULTS}))?.text;
        let lines = view::elements(&results);
        let buttons: Vec<&view::Line> =
            lines.iter().filter(|line| line.name == "Sepete Ekle").take(NAVIGATIONS).collect();
        buttons.first().context("the results have no button to click")?;
        keep("browser_navigate to results", results.clone());
        let mut click = String::new();
        for button in buttons {
            let (elapsed, answer) = timed(&mut server, "browser_click", &json!({"ref": button.reference}))?;
            work.clicks.push(milliseconds(elapsed));
            click = answer.text;
        }
        keep("browser_click there, the difference", click);
        let whole = call(&mut server, "browser_snapshot", &json!({"full": true}))?.text;
        keep("browser_snapshot there, whole", whole);
        keep("browser_read of results", call(&mut server, "browser_read", &json!({}))?.text);

        keep(
            "browser_navigate to an article",
            call(&mut server, "browser_navigate", &json!({"url": ARTICLE}))?.text,
        );
        keep("browser_read of an article", call(&mut server, "browser_read", &json!({}))?.text);
        work.worked_bytes = server.resident_bytes()?;
        server.stop()?;
        Ok(work)
    }
}

/// Times and memory.
pub(super) fn table(cold: &[f64], warm: &[f64], work: &Work) -> Table {
    let times = |what: &str, runs: &[f64]| {
        let bound = |pick: fn(f64, f64) -> f64| Cell::measure(runs.iter().copied().reduce(pick));
        vec![
            Cell::text(what),
            Cell::Count(runs.len()),
            Cell::measure(median(runs)),
            bound(f64::min),
            bound(f64::max),
        ]
    };
    let memory = |what: &str, bytes| {
        vec![Cell::text(what), Cell::Count(1), Cell::megabytes(Some(bytes)), Cell::Missing, Cell::Missing]
    };
    Table {
        key: "work",
        title: "Starting and working on a shop",
        columns: &[
            ("what", "what"),
            ("runs", "runs"),
            ("median", "median"),
            ("least", "least"),
            ("most", "most"),
        ],
        rows: vec![
            times("start → initialize, no plugin compiled, ms", cold),
            times("start → initialize, plugins compiled, ms", warm),
            times("browser_navigate, 485 controls, ms", &work.navigations),
            times("browser_snapshot, 485 controls, ms", &work.snapshots),
            times("browser_click with its new view, ms", &work.clicks),
            memory("memory after the start, MB", work.idle_bytes),
            memory("memory after the work, MB", work.worked_bytes),
        ],
        remarks: Vec::new(),
    }
}

/// What answers cost a model; `tokens` in the same order.
pub(super) fn sizes(work: &Work, tokens: &[Option<usize>]) -> Table {
    let row = |(answer, tokens): (&Sample, Option<usize>)| {
        vec![Cell::text(answer.what), Cell::Count(answer.text.chars().count()), Cell::count(tokens)]
    };
    Table {
        key: "sizes",
        title: "Sizes of answers",
        columns: &[("answer", "answer"), ("characters", "characters"), ("tokens", "tokens")],
        rows: work.answers.iter().zip(tokens.iter().copied()).map(row).collect(),
        remarks: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_with_their_range_and_memory_without() {
        let work = Work { idle_bytes: 12_500_000, ..Work::default() };
        let table = table(&[8.0, 4.0, 5.0], &[], &work);
        assert_eq!(
            table.rows[0][1..],
            [Cell::Count(3), Cell::Measure(5.0), Cell::Measure(4.0), Cell::Measure(8.0)]
        );
        assert_eq!(table.rows[1][2], Cell::Missing);
        assert_eq!(table.rows[5][2], Cell::Measure(12.5));
    }
}
