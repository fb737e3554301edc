//! What was measured, as tables, and each target beside it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::contest::{Contestant, Seen, Step};
use super::peers::Kind;
use super::{SIZES, Tokens};
use crate::report::{Cell, Table, median};

/// `tools/list` of one surface of our own.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) name: &'static str,
    /// Most tokens that it may cost.
    pub(super) limit: Option<usize>,
    pub(super) list: Value,
}

/// Everything that was measured.
#[derive(Debug)]
pub(super) struct Figures {
    /// Milliseconds.
    pub(super) starts: BTreeMap<Kind, Vec<f64>>,
    pub(super) contestants: Vec<Contestant>,
    pub(super) surfaces: Vec<Surface>,
    pub(super) tokens: Tokens,
    pub(super) remarks: Vec<String>,
}

/// One figure of ours beside that of another server.
struct Target {
    what: &'static str,
    than: Kind,
    ours: Option<f64>,
    theirs: Option<f64>,
    /// Ours may be at most this part of theirs.
    at_most: f64,
}

impl Figures {
    pub(super) fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> = SIZES.iter().map(|size| self.steps(*size)).collect();
        tables.push(self.servers());
        tables.push(self.surfaces());
        tables.push(self.targets());
        tables
    }

    fn seen(&self, kind: Kind, size: usize, step: Step) -> Option<&Seen> {
        self.contestants.iter().find(|one| one.kind == kind)?.seen.get(&(size, step))
    }

    fn tokens(&self, seen: &Seen) -> Option<usize> {
        self.tokens.of(&seen.all())
    }

    fn steps(&self, size: usize) -> Table {
        let mut rows = Vec::new();
        for step in Step::ALL {
            let ours = self.seen(Kind::Sekme, size, step).and_then(|seen| median(&seen.with_view));
            for contestant in &self.contestants {
                let Some(seen) = contestant.seen.get(&(size, step)) else { continue };
                let with_view = median(&seen.with_view);
                let ratio = with_view.zip(ours).map(|(theirs, ours)| theirs / ours);
                rows.push(vec![
                    Cell::text(step.name()),
                    Cell::text(contestant.kind.name()),
                    Cell::measure(median(&seen.alone)),
                    Cell::measure(with_view),
                    Cell::measure(ratio),
                    Cell::Count(seen.all().chars().count()),
                    Cell::count(self.tokens(seen)),
                ]);
            }
        }
        Table {
            key: if size == SIZES[0] { "small_page" } else { "large_page" },
            title: if size == SIZES[0] { "A page of 100 elements" } else { "A page of 500 elements" },
            columns: &[
                ("step", "step"),
                ("server", "server"),
                ("alone_ms", "alone, ms"),
                ("with_view_ms", "until seen, ms"),
                ("ratio", "÷ sekme"),
                ("characters", "characters"),
                ("tokens", "tokens"),
            ],
            rows,
            remarks: vec![
                "Medians. \"Until seen\": with the snapshot that the others must be asked for after a step; sekme \
                 answers every step with the view. Characters and tokens are of all answers until then."
                    .to_owned(),
            ],
        }
    }

    fn start(&self, kind: Kind) -> Option<f64> {
        median(self.starts.get(&kind)?)
    }

    fn resident(&self, kind: Kind) -> Option<u64> {
        self.contestants.iter().find(|one| one.kind == kind)?.resident
    }

    fn servers(&self) -> Table {
        let row = |contestant: &Contestant| {
            let list = contestant.tools.to_string();
            vec![
                Cell::text(contestant.kind.name()),
                Cell::measure(self.start(contestant.kind)),
                Cell::megabytes(contestant.resident),
                Cell::Count(contestant.tools.as_array().map_or(0, Vec::len)),
                Cell::Count(list.chars().count()),
                Cell::count(self.tokens.of(&list)),
            ]
        };
        let mut remarks = vec![
            "Start: of the process until `initialize` is answered, median. Memory: resident, of all processes of \
             the server without its browser, after the work."
                .to_owned(),
        ];
        remarks.extend(self.remarks.iter().cloned());
        Table {
            key: "servers",
            title: "Servers",
            columns: &[
                ("server", "server"),
                ("start_ms", "start, ms"),
                ("memory_mb", "memory, MB"),
                ("tools", "tools"),
                ("list_characters", "tools/list, characters"),
                ("list_tokens", "tools/list, tokens"),
            ],
            rows: self.contestants.iter().map(row).collect(),
            remarks,
        }
    }

    fn surfaces(&self) -> Table {
        let row = |surface: &Surface| {
            let list = surface.list.to_string();
            let tokens = self.tokens.of(&list);
            let verdict = match (tokens, surface.limit) {
                (Some(tokens), Some(limit)) => verdict(tokens <= limit),
                _ => Cell::Missing,
            };
            vec![
                Cell::text(surface.name),
                Cell::Count(surface.list.as_array().map_or(0, Vec::len)),
                Cell::Count(list.chars().count()),
                Cell::count(tokens),
                Cell::count(surface.limit),
                verdict,
            ]
        };
        Table {
            key: "surfaces",
            title: "tools/list of each surface",
            columns: &[
                ("surface", "surface"),
                ("tools", "tools"),
                ("characters", "characters"),
                ("tokens", "tokens"),
                ("limit", "at most"),
                ("verdict", "verdict"),
            ],
            rows: self.surfaces.iter().map(row).collect(),
            remarks: Vec::new(),
        }
    }

    fn targets(&self) -> Table {
        Table {
            key: "targets",
            title: "Targets",
            columns: &[
                ("target", "target"),
                ("than", "beside"),
                ("ours", "sekme"),
                ("theirs", "the other"),
                ("ratio", "ratio"),
                ("at_most", "at most"),
                ("verdict", "verdict"),
            ],
            rows: self.list_targets().iter().map(Target::row).collect(),
            remarks: Vec::new(),
        }
    }

    fn list_targets(&self) -> Vec<Target> {
        let [_, large] = SIZES;
        let target = |what, than, at_most, figure: &dyn Fn(Kind) -> Option<f64>| Target {
            what,
            than,
            ours: figure(Kind::Sekme),
            theirs: figure(than),
            at_most,
        };
        let time = |step| move |kind| self.seen(kind, large, step).and_then(|seen| median(&seen.with_view));
        let (snapshot, click, submit) = (time(Step::Snapshot), time(Step::Click), time(Step::Submit));
        let start = |kind| self.start(kind);
        let memory = |kind| Cell::megabytes(self.resident(kind)).value();
        let tokens =
            |kind| self.seen(kind, large, Step::Snapshot).and_then(|seen| self.tokens(seen)).and_then(whole);
        vec![
            target("start, ms", Kind::Playwright, 1.0 / 20.0, &start),
            target("start, ms", Kind::AgentBrowser, 1.0 / 4.0, &start),
            target("memory after work, MB", Kind::Playwright, 1.0 / 5.0, &memory),
            target("snapshot of 500, ms", Kind::Playwright, 1.0 / 5.0, &snapshot),
            target("snapshot of 500, tokens", Kind::Playwright, 1.0 / 8.0, &tokens),
            target("click with view, ms", Kind::Playwright, 1.0 / 4.0, &click),
            target("click with view, ms", Kind::AgentBrowser, 1.0, &click),
            target("type and submit with view, ms", Kind::Playwright, 1.0 / 4.0, &submit),
        ]
    }
}

fn whole(count: usize) -> Option<f64> {
    u32::try_from(count).ok().map(f64::from)
}

impl Target {
    fn row(&self) -> Vec<Cell> {
        let ratio = self.ours.zip(self.theirs).map(|(ours, theirs)| ours / theirs);
        vec![
            Cell::text(self.what),
            Cell::text(self.than.name()),
            Cell::measure(self.ours),
            Cell::measure(self.theirs),
            Cell::measure(ratio),
            Cell::Measure(self.at_most),
            ratio.map_or(Cell::Missing, |ratio| verdict(ratio <= self.at_most)),
        ]
    }
}

fn verdict(is_met: bool) -> Cell {
    Cell::text(if is_met { "met" } else { "**missed**" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of(ours: Option<f64>, theirs: Option<f64>) -> Cell {
        let target = Target { what: "x", than: Kind::Playwright, ours, theirs, at_most: 0.25 };
        target.row().pop().unwrap()
    }

    #[test]
    fn a_target_is_met_up_to_its_ratio_and_open_where_nothing_was_measured() {
        assert_eq!(verdict_of(Some(1.0), Some(4.0)), Cell::text("met"));
        assert_eq!(verdict_of(Some(1.1), Some(4.0)), Cell::text("**missed**"));
        assert_eq!(verdict_of(Some(1.0), None), Cell::Missing);
    }
}
