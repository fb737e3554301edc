//! The work: every server does the same step on the same page, one after the other, round after round.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::peers::{Call, Kind, Tools};
use super::processes;
use crate::report::milliseconds;
use crate::server::Server;

/// A step of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Navigate,
    Snapshot,
    Click,
    Submit,
}

impl Step {
    pub(super) const ALL: [Self; 4] = [Self::Navigate, Self::Snapshot, Self::Click, Self::Submit];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Navigate => "navigate",
            Self::Snapshot => "snapshot",
            Self::Click => "click",
            Self::Submit => "type and submit",
        }
    }
}

/// What one server showed in one step on pages of one size.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Milliseconds of the step alone.
    pub(super) alone: Vec<f64>,
    /// Milliseconds until the page was seen afterwards, too.
    pub(super) with_view: Vec<f64>,
    /// The answers of the last round: to the step, and to what was asked to see the page.
    pub(super) text: String,
    pub(super) view: String,
}

impl Seen {
    /// All that a model gets to read until it sees what the step did.
    pub(super) fn all(&self) -> String {
        if self.view.is_empty() { self.text.clone() } else { format!("{}\n{}", self.text, self.view) }
    }
}

/// One server at work.
#[derive(Debug)]
pub(super) struct Contestant {
    pub(super) kind: Kind,
    server: Option<Server>,
    mark: String,
    pub(super) seen: BTreeMap<(usize, Step), Seen>,
    /// `tools/list`.
    pub(super) tools: Value,
    /// Resident bytes after the work.
    pub(super) resident: Option<u64>,
    /// The newest view that was seen.
    view: String,
}

impl Contestant {
    /// Starts a server.
    pub(super) fn start(kind: Kind, tools: &Tools<'_>) -> Result<Self> {
        let mark = format!("{}-{}", kind.name(), std::process::id());
        let mut command = kind.command(tools);
        command.env(processes::MARK, &mark);
        let started = Server::spawn(command, tools.log(kind.name()));
        if started.is_err() {
            processes::end(&mark);
        }
        let server = started.with_context(|| format!("{} does not start", kind.name()))?;
        Ok(Self {
            kind,
            server: Some(server),
            mark,
            seen: BTreeMap::new(),
            tools: Value::Null,
            resident: None,
            view: String::new(),
        })
    }

    pub(super) fn ready_after(&self) -> Duration {
        self.server.as_ref().map_or(Duration::ZERO, |server| server.ready_after)
    }

    /// Every text of which the tokens are wanted.
    pub(super) fn texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.seen.values().map(Seen::all).collect();
        texts.push(self.tools.to_string());
        texts
    }

    /// Lets the server go, and whatever it leaves behind.
    pub(super) fn end(mut self) {
        self.leave();
    }

    fn leave(&mut self) {
        if let Some(mut server) = self.server.take() {
            if let Some((tool, arguments)) = self.kind.farewell() {
                let _ = server.call(tool, &arguments);
            }
            let _ = server.stop();
        }
        processes::end(&self.mark);
    }

    fn server(&mut self) -> Result<&mut Server> {
        self.server.as_mut().context("the server is gone")
    }

    /// Calls one after the other: milliseconds and text of all.
    fn calls(&mut self, calls: &[Call]) -> Result<(f64, String)> {
        let (mut took, mut texts) = (0.0, Vec::new());
        for (tool, arguments) in calls {
            let answer = self.server()?.call(tool, arguments)?;
            ensure!(!answer.is_error, "{tool} {arguments} failed: {}", answer.text);
            took += milliseconds(answer.elapsed);
            texts.push(answer.text);
        }
        Ok((took, texts.join("\n")))
    }

    fn find(&self, role: &str, name: &str) -> Result<String> {
        let found = self.kind.reference(&self.view, role, name);
        found.with_context(|| format!("no {role} {name:?} in the view:\n{}", self.view))
    }

    fn step(&mut self, step: Step, size: usize, url: &str, is_measured: bool) -> Result<()> {
        let (calls, shows) = match step {
            Step::Navigate => (self.kind.navigate(url), "A shop of any size"),
            Step::Snapshot => (vec![self.kind.snapshot()], "Add to cart"),
            Step::Click => (self.kind.click(&self.find("button", "Add to cart")?), "Cart: 1"),
            Step::Submit => {
                let field = self.find("searchbox", "Search the shop")?;
                (self.kind.type_and_submit(&field, "steel kettle"), "Results for steel kettle")
            }
        };
        let (alone, text) = self.calls(&calls)?;
        let then = if step == Step::Snapshot { None } else { self.kind.view() };
        let (looking, view) = self.calls(then.as_slice())?;
        let newest = if view.is_empty() { &text } else { &view };
        ensure!(newest.contains(shows), "{} is not seen after {}:\n{newest}", shows, step.name());
        // A view after a click may name only what differs: the one before it has the handles then.
        if self.kind.reference(newest, "searchbox", "Search the shop").is_some() {
            self.view.clone_from(newest);
        }
        if is_measured {
            let seen = self.seen.entry((size, step)).or_default();
            seen.alone.push(alone);
            seen.with_view.push(alone + looking);
            (seen.text, seen.view) = (text, view);
        }
        Ok(())
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        self.leave();
    }
}

/// All servers at work.
#[derive(Debug)]
pub(super) struct Contest {
    contestants: Vec<Contestant>,
    pages: String,
    /// Who dropped out, and why.
    remarks: Vec<String>,
}

impl Contest {
    /// Starts every server.
    pub(super) fn start(tools: &Tools<'_>, pages: &str) -> Result<Self> {
        let mut contest = Self { contestants: Vec::new(), pages: pages.to_owned(), remarks: Vec::new() };
        for kind in Kind::ALL {
            let started = Contestant::start(kind, tools).and_then(|mut contestant| {
                contestant.tools = contestant.server()?.request("tools/list", &json!({}))?["tools"].take();
                Ok(contestant)
            });
            match started {
                Ok(contestant) => contest.contestants.push(contestant),
                Err(error) => contest.drop_out(kind, error)?,
            }
        }
        Ok(contest)
    }

    /// Rounds on the page of one size; the first one is not measured.
    pub(super) fn play(&mut self, size: usize, rounds: usize) -> Result<()> {
        for round in 0..=rounds {
            // Work that goes round the same addresses is a loop, which a server may refuse to run.
            let url = format!("{}/gen/shop?n={size}&round={round}", self.pages);
            // Nobody is always the first to meet what the machine does meanwhile.
            if let [_, _, ..] = *self.contestants {
                self.contestants.rotate_left(1);
            }
            for step in Step::ALL {
                for mut contestant in std::mem::take(&mut self.contestants) {
                    match contestant.step(step, size, &url, round > 0) {
                        Ok(()) => self.contestants.push(contestant),
                        Err(error) => self.drop_out(contestant.kind, error)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Measures what is left to measure, and lets everyone go.
    pub(super) fn end(mut self) -> (Vec<Contestant>, Vec<String>) {
        for contestant in &mut self.contestants {
            contestant.resident = processes::resident(&contestant.mark);
            contestant.leave();
        }
        self.contestants.sort_by_key(|contestant| contestant.kind);
        (self.contestants, self.remarks)
    }

    fn drop_out(&mut self, kind: Kind, error: anyhow::Error) -> Result<()> {
        if kind.is_needed() {
            return Err(error.context(format!("{} cannot be measured", kind.name())));
        }
        let words: String =
            format!("{error:#}").lines().next().unwrap_or_default().chars().take(200).collect();
        self.remarks.push(format!("- {} dropped out: {words}", kind.name()));
        Ok(())
    }
}
