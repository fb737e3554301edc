//! Counts for `browser_status`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use crate::snapshot::text::estimated_tokens;
use crate::tools::arguments::{Repair, RepairKind};

/// What was counted so far.
#[derive(Debug, Default)]
pub struct Tally(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    answers: u64,
    failed: u64,
    characters: usize,
    tokens: usize,
    repairs: BTreeMap<RepairKind, u64>,
    refused: u64,
    nudged: u64,
}

impl Tally {
    /// Adds one answer, with everything that was sent.
    pub fn count(&self, text: &str, is_error: bool) {
        let mut counts = self.counts();
        counts.answers += 1;
        counts.failed += u64::from(is_error);
        counts.characters += text.chars().count();
        counts.tokens += estimated_tokens(text);
    }

    /// Adds repaired arguments.
    pub fn count_repairs(&self, repairs: &[Repair]) {
        let mut counts = self.counts();
        for repair in repairs {
            *counts.repairs.entry(repair.kind).or_default() += 1;
        }
    }

    /// Notes how often the loop guard stopped a call, and how often it told a model to stop looking.
    pub fn note_guard(&self, (refused, nudged): (u64, u64)) {
        let mut counts = self.counts();
        (counts.refused, counts.nudged) = (refused, nudged);
    }

    /// The lines of `browser_status`.
    pub fn lines(&self) -> String {
        let counts = self.counts();
        let mut text = format!(
            "sent so far: {} ({} failed), {} characters, about {} tokens\n",
            plural(counts.answers, "answer"),
            counts.failed,
            counts.characters,
            counts.tokens
        );
        let all: u64 = counts.repairs.values().sum();
        let kinds: Vec<String> =
            counts.repairs.iter().map(|(kind, count)| plural(*count, kind.as_str())).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
        let _ = writeln!(text, "arguments repaired: {all}{kinds}");
        let _ = writeln!(
            text,
            "loop guard: {} not run, {} with a directive",
            plural(counts.refused, "call"),
            plural(counts.nudged, "answer")
        );
        text
    }

    fn counts(&self) -> std::sync::MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn plural(count: u64, one: &str) -> String {
    match (count, one) {
        (1, _) => format!("1 {one}"),
        (_, "address") => format!("{count} addresses"),
        _ => format!("{count} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repairs_are_counted_by_kind() {
        let tally = Tally::default();
        tally.count("abcd", false);
        tally.count("error", true);
        tally.count_repairs(&[
            Repair::new(RepairKind::Name, "a"),
            Repair::new(RepairKind::Ref, "b"),
            Repair::new(RepairKind::Name, "c"),
        ]);
        tally.note_guard((2, 1));
        assert_eq!(
            tally.lines(),
            "sent so far: 2 answers (1 failed), 9 characters, about 3 tokens\narguments repaired: 3 (2 names, 1 ref)\nloop guard: 2 calls not run, 1 answer with a directive\n"
        );
    }
}
