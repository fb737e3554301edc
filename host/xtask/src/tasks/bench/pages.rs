//! Reading pages of many sizes: what each part of a `browser_snapshot` takes, beside a bare walk over the same page.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::json;

use super::{Bench, call, timed};
use crate::report::{Cell, Table, median, middle_mean, milliseconds};
use crate::server::Server;

/// The pages, by what they are and their path in the test application.
const PAGES: &[(&str, &str)] = &[
    ("100 controls", "/gen/elements?n=100"),
    ("500 controls", "/gen/elements?n=500"),
    ("5,000 controls", "/gen/elements?n=5000"),
    ("100,000 nodes, 300 of them controls", "/gen/nodes?n=100000&controls=300"),
    ("100,000 controls", "/gen/elements?n=100000"),
    ("500 controls that never rest", "/gen/restless?n=500"),
];

/// The log lines that say what parts took.
pub(super) const LOG_FILTER: &str = "warn,sekme::timing=debug";

/// No page is measured for longer.
const LIMIT: Duration = Duration::from_secs(20);

/// Runs that a median needs however long they take.
const LEAST_ROUNDS: usize = 3;

/// What the columns mean.
const REMARKS: &[&str] = &[
    "- bare walk: script in the same page that visits every node and asks one box of each element.",
    "- walker: from the request to Chrome until the facts are here as text; decoding: of that text.",
    "- all reading: both, the main text, and what is learned of Chrome beside them.",
    "- ranker: the call of the plugins with what they are given; render: refs, lines, text.",
    "- browser_snapshot: over stdio, with `full`; memory: of sekme alone, in a session of that page alone.",
];

/// How reading one page went.
#[derive(Debug)]
pub(super) struct Reading {
    what: &'static str,
    /// Elements of its document.
    elements: usize,
    /// Controls that were read, as the ranker was given them.
    controls: Option<usize>,
    /// Snapshots for which no ranker answered in time.
    unranked: usize,
    /// Milliseconds of a bare walk over it.
    bare: Option<f64>,
    /// Milliseconds of each part of a snapshot.
    parts: BTreeMap<String, f64>,
    /// Milliseconds of a whole snapshot.
    snapshot: Option<f64>,
    resident: u64,
    peak: Option<u64>,
    pub(super) view: String,
}

impl Bench<'_> {
    /// Reads every page, each in a session of its own so that the memory is its own, too. One that cannot be read
    /// keeps nobody from measuring the others.
    pub(super) fn pages(&self) -> (Vec<Reading>, Vec<String>) {
        let mut readings = Vec::new();
        let mut failures = Vec::new();
        for (what, path) in PAGES {
            match self.page(what, path) {
                Ok(reading) => readings.push(reading),
                Err(error) => failures.push(format!("{what}: {error:#}")),
            }
        }
        (readings, failures)
    }

    fn page(&self, what: &'static str, path: &str) -> Result<Reading> {
        let mut server = self.server(super::WARM)?;
        call(&mut server, "browser_navigate", &json!({"url": format!("{}{path}", self.pages)}))?;
        let (elements, mut rounds) = walk_barely(&mut server)?;
        let whole = json!({"full": true});
        // The first one after a navigation learns what later ones know.
        call(&mut server, "browser_snapshot", &whole)?;
        server.news()?;

        let (mut snapshots, mut parts) = (Vec::new(), BTreeMap::<String, Vec<f64>>::new());
        let (mut view, mut controls, mut unranked) = (String::new(), None, 0);
        let started = Instant::now();
        while snapshots.len() < self.rounds && (snapshots.len() < LEAST_ROUNDS || started.elapsed() < LIMIT) {
            let (elapsed, answer) = timed(&mut server, "browser_snapshot", &whole)?;
            snapshots.push(milliseconds(elapsed));
            for (part, took) in parts_of(&server.news()?) {
                parts.entry(part).or_default().push(took);
            }
            match answer.decisions.iter().find_map(|decision| ranked(decision)) {
                None => unranked += 1,
                known => controls = known,
            }
            view = answer.text;
        }
        let (resident, peak) = (server.resident_bytes()?, server.peak_bytes());
        // Before and after: what else the machine does meanwhile then slows both sides.
        rounds.extend(walk_barely(&mut server)?.1);
        let parts = parts.into_iter().filter_map(|(part, runs)| Some((part, median(&runs)?))).collect();
        server.stop()?;
        let (bare, snapshot) = (middle_mean(&rounds), median(&snapshots));
        Ok(Reading { what, elements, controls, unranked, bare, parts, snapshot, resident, peak, view })
    }
}

/// The elements of the page, and the milliseconds of each bare walk over it.
fn walk_barely(server: &mut Server) -> Result<(usize, Vec<f64>)> {
    let script = json!({"expression": include_str!("bare.js"), "timeout_ms": 30_000});
    let walked = call(server, "browser_evaluate", &script)?.text;
    bare(&walked).with_context(|| format!("the bare walk answered {walked:?}"))
}

/// `walked 512 elements in 0.1 0.2 ms`, wherever it stands in an answer.
fn bare(answer: &str) -> Option<(usize, Vec<f64>)> {
    let (elements, rest) = answer.split_once("walked ")?.1.split_once(" elements in ")?;
    let rounds = rest.split_once(" ms")?.0.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    Some((elements.parse().ok()?, rounds))
}

/// The milliseconds of each part in the log of one call: `… took part=walk us=1234`.
fn parts_of(log: &str) -> BTreeMap<String, f64> {
    let mut parts = BTreeMap::new();
    for line in log.lines() {
        let Some((part, took)) =
            line.split_once("took part=").and_then(|(_, fields)| fields.trim_end().split_once(" us="))
        else {
            continue;
        };
        if let Ok(microseconds) = took.parse::<f64>() {
            *parts.entry(part.to_owned()).or_default() += microseconds / 1000.0;
        }
    }
    parts
}

/// `rank 0.1.0 ranked 485 elements`
fn ranked(decision: &str) -> Option<usize> {
    decision.split_once(" ranked ")?.1.strip_suffix(" elements")?.parse().ok()
}

/// One row for each page that could be read; `tokens` in the same order.
pub(super) fn table(readings: &[Reading], tokens: &[Option<usize>]) -> Table {
    let row = |(reading, tokens): (&Reading, Option<usize>)| {
        let part = |name: &str| reading.parts.get(name).copied();
        let ratio =
            |value: Option<f64>| Cell::measure(value.zip(reading.bare).map(|(value, bare)| value / bare));
        vec![
            Cell::text(reading.what),
            Cell::Count(reading.elements),
            Cell::count(reading.controls),
            Cell::measure(reading.bare),
            Cell::measure(part("walk")),
            ratio(part("walk")),
            Cell::measure(part("walk.decode")),
            Cell::measure(part("read")),
            Cell::measure(part("rank")),
            Cell::measure(part("render")),
            Cell::measure(reading.snapshot),
            ratio(reading.snapshot),
            Cell::Count(reading.view.chars().count()),
            Cell::count(tokens),
            Cell::megabytes(Some(reading.resident)),
            Cell::megabytes(reading.peak),
        ]
    };
    let unranked = readings.iter().filter(|reading| reading.unranked > 0).map(|reading| {
        format!("- {}: no ranker answered in time for {} snapshots.", reading.what, reading.unranked)
    });
    Table {
        key: "reading",
        title: "Reading a page",
        columns: &[
            ("page", "page"),
            ("elements", "elements"),
            ("controls", "controls read"),
            ("bare_walk_ms", "bare walk, ms"),
            ("walk_ms", "walker, ms"),
            ("walk_ratio", "÷ bare"),
            ("decode_ms", "decoding, ms"),
            ("read_ms", "all reading, ms"),
            ("rank_ms", "ranker, ms"),
            ("render_ms", "render, ms"),
            ("snapshot_ms", "browser_snapshot, ms"),
            ("snapshot_ratio", "÷ bare"),
            ("view_characters", "view, characters"),
            ("view_tokens", "view, tokens"),
            ("memory_mb", "memory, MB"),
            ("peak_mb", "at most, MB"),
        ],
        rows: readings.iter().zip(tokens.iter().copied()).map(row).collect(),
        remarks: REMARKS.iter().map(|remark| (*remark).to_owned()).chain(unranked).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bare_walk_is_found_among_other_lines_of_an_answer() {
        let answer = "Evaluated → 3 elements changed\n\"walked 512 elements in 0.1 0.25 ms\"\nnote: x";
        assert_eq!(bare(answer), Some((512, vec![0.1, 0.25])));
        assert_eq!(bare("error[timed-out]: the script did not end"), None);
    }

    #[test]
    fn parts_of_several_frames_are_added_up() {
        let log = "2026-01-01T00:00:00Z DEBUG took part=walk us=1500\n\
            2026-01-01T00:00:00Z DEBUG took part=walk us=500\n\
            2026-01-01T00:00:00Z DEBUG took part=walk.decode us=250\n\
            2026-01-01T00:00:00Z  WARN it took part in nothing\n";
        let parts = parts_of(log);
        assert_eq!(parts.len(), 2);
        assert!((parts["walk"] - 2.0).abs() < 1e-9 && (parts["walk.decode"] - 0.25).abs() < 1e-9);
    }

    #[test]
    fn the_ranker_says_how_many_controls_there_were() {
        assert_eq!(ranked("rank 0.1.0 ranked 485 elements"), Some(485));
        assert_eq!(ranked("bot-check judged the page: clear"), None);
    }

    #[test]
    fn a_row_compares_with_the_bare_walk_of_its_own_page() {
        let reading = Reading {
            what: "small",
            elements: 10,
            controls: Some(2),
            unranked: 1,
            bare: Some(0.5),
            parts: BTreeMap::from([("walk".to_owned(), 1.5)]),
            snapshot: Some(5.0),
            resident: 12_500_000,
            peak: None,
            view: "e1 button".to_owned(),
        };
        let table = table(&[reading], &[Some(4)]);
        let cell = |key: &str| {
            let at = table.columns.iter().position(|(known, _)| *known == key).unwrap();
            table.rows[0][at].clone()
        };
        assert_eq!((cell("walk_ratio"), cell("snapshot_ratio")), (Cell::Measure(3.0), Cell::Measure(10.0)));
        assert_eq!((cell("rank_ms"), cell("peak_mb")), (Cell::Missing, Cell::Missing));
        assert_eq!((cell("view_characters"), cell("view_tokens")), (Cell::Count(9), Cell::Count(4)));
        assert_eq!(table.rows[0].len(), table.columns.len());
        assert!(table.remarks.iter().any(|remark| remark.starts_with("- small: no ranker")), "{table:?}");
    }
}
