//! The loop guard: whether a call repeats what has changed nothing, and what to tell the model then.
//!
//! It works from facts alone: which call, which page before and after, how it ended. The third identical call that
//! would find the page as the last two left it is not run; neither is another round of calls that lead in a circle.
//! Calls that only read always run, but from the third on their answers begin with a directive. Nothing is ever
//! locked: another call runs, and a page that changed makes every call worth trying again.
//!
//! A page that changes by itself would make every call look as if it did something. So where the same call has
//! changed the same few parts of the page each time, the guard asks whether those change without it as well
//! ([`Guard::doubted`]).

use std::collections::{BTreeSet, HashMap, VecDeque};

mod asked;
mod directive;
mod slots;
#[cfg(test)]
mod tests;

pub use asked::{Asked, Class};
pub use directive::{Directive, Place, directive, nudge};
pub use slots::{Changed, Slots};

use crate::error::ErrorCode;

/// Calls that are remembered.
const REMEMBERED: usize = 48;
/// How often the same call may find and leave the same page.
const IDLE: usize = 2;
/// The same for a call that does something beside the page each time (a dialog, a download, a new tab, a request).
const BESIDE: usize = 4;
/// The same for a call whose effect is only drawn (a canvas, a picture, a colour).
const DRAWN: usize = 8;
/// After so many calls that changed the same few parts of the page, it is asked whether those change by themselves.
const DOUBTED: usize = 4;
/// The same where the call failed each time.
const FAILED: usize = 2;
/// How often one call may go back and forth between two pages or states.
const TOGGLES: usize = 2;
/// How often several calls may lead in a circle.
const ROUNDS: usize = 3;

/// A page as far as the guard compares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Mark {
    /// Address, title, texts, and every element with its value and states.
    pub content: u64,
    /// How far it is scrolled, and where the keyboard is.
    pub posture: u64,
    /// Its address.
    pub address: u64,
}

/// What a call did that the page's own words do not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Beside {
    /// Nothing.
    #[default]
    Nothing,
    /// The page looks different, though it says the same.
    Drawn,
    /// A dialog, a download, a new tab, a message, a request.
    Done,
}

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The page after it, if one is known.
    pub page: Option<Mark>,
    /// The error it ended with.
    pub code: Option<ErrorCode>,
    /// Hash of the answer, for calls that did not look at the page.
    pub answer: u64,
    /// The page was looked at during the call, so that `page` is fresh.
    pub looked: bool,
    /// What happened that the page itself does not show.
    pub beside: Beside,
    /// What it changed, part by part.
    pub changed: Changed,
}

/// Calls that changed the same few parts of the page each time, or nothing at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// The parts.
    pub places: BTreeSet<u64>,
    /// What the call repeats where all of them change by themselves.
    pub repeat: Repeat,
}

/// A call that repeats itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// How often the call was made before, with the same result.
    pub times: usize,
    /// In what way.
    pub kind: Repetition,
    /// Calls that were refused before this one while nothing changed.
    pub refused: usize,
}

/// In what way a call repeats itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// It leaves the page as it is.
    Idle,
    /// It fails in the same way.
    Failing(ErrorCode),
    /// It goes back and forth, or round in a circle.
    Circle,
    /// The answer was given already.
    Answered,
}

/// One call that ran.
#[derive(Debug, Clone)]
struct Record {
    signature: u64,
    class: Class,
    before: Option<Mark>,
    outcome: Outcome,
}

/// The calls so far.
#[derive(Debug, Default)]
pub struct Guard {
    records: VecDeque<Record>,
    /// Calls of which is known that they change what they seem to, and how often that still holds.
    trusted: HashMap<u64, usize>,
    losses: u64,
    refused_in_a_row: usize,
    refused: u64,
    nudged: u64,
}

impl Guard {
    /// Judges a call before it runs, on a page that is known to be as `page` says. `Some` where it should not run.
    pub fn before(&self, asked: &Asked, page: Option<Mark>) -> Option<Repeat> {
        if asked.class == Class::Reading {
            return None;
        }
        let same: Vec<&Record> =
            self.records.iter().filter(|record| record.signature == asked.signature).collect();
        let last = *same.last()?;
        let quiet = |record: &Record| record.outcome.beside == Beside::Nothing;
        let repeat = |times: usize, kind: Repetition| Repeat { times, kind, refused: self.refused_in_a_row };
        if asked.class == Class::Answering && last.outcome.code.is_none() {
            return Some(repeat(same.len(), Repetition::Answered));
        }
        let here = asked.seen(page);
        let began_here = |record: &Record| asked.seen(record.before) == here;
        let ended = |record: &Record| (asked.seen(record.outcome.page), record.outcome.code);
        let kind = last.outcome.code.map_or(Repetition::Idle, Repetition::Failing);
        // It found this page and left it as it was, and ended as it did the last time.
        let idle =
            same.iter().filter(|record| began_here(record) && ended(record) == (here, last.outcome.code));
        let most = match last.outcome.beside {
            Beside::Nothing => IDLE,
            Beside::Drawn => DRAWN,
            Beside::Done => BESIDE,
        };
        let times = idle.count();
        if times >= most {
            return Some(repeat(times, kind));
        }
        // The first time it led here and the second time nowhere: a third time leads nowhere again.
        if let [.., first, second] = same.as_slice()
            && began_here(second)
            && ended(second) == (here, last.outcome.code)
            && ended(first) == ended(second)
            && quiet(second)
        {
            return Some(repeat(same.len(), kind));
        }
        // It leads away from here to the same place each time, and something led back here.
        let circles: Vec<_> = same
            .iter()
            .filter(|record| began_here(record) && record.outcome.code.is_none())
            .map(|record| asked.seen(record.outcome.page))
            // An address that is opened again for what is new on it leads nowhere else.
            .filter(|end| *end != here && !(asked.polls && address(*end) == address(here)))
            .collect();
        let is_one_circle = circles.windows(2).all(|pair| pair[0] == pair[1]);
        let most = if asked.turns || self.is_alone(asked.signature) { TOGGLES } else { ROUNDS };
        (is_one_circle && circles.len() >= most).then(|| repeat(circles.len(), Repetition::Circle))
    }

    /// Whether the call left this page as it was once before.
    pub fn was_idle(&self, asked: &Asked, page: Option<Mark>) -> bool {
        let here = asked.seen(page);
        let is_idle = |record: &Record| {
            record.signature == asked.signature
                && record.outcome.code.is_none()
                && asked.seen(record.before) == here
                && asked.seen(record.outcome.page) == here
        };
        asked.class == Class::Acting && self.records.iter().any(is_idle)
    }

    /// Calls like this one that changed only a few parts of the page, the same each time: where those change without
    /// it as well, it does nothing.
    pub fn doubted(&self, asked: &Asked) -> Option<Doubt> {
        if asked.class != Class::Acting || self.trusted.contains_key(&asked.signature) {
            return None;
        }
        let same: Vec<&Record> =
            self.records.iter().rev().filter(|record| record.signature == asked.signature).collect();
        let code = same.first()?.outcome.code;
        let most = if code.is_some() { FAILED } else { DOUBTED };
        let mut places = BTreeSet::new();
        for record in same.get(..most)? {
            let Changed::Little(changed) = &record.outcome.changed else { return None };
            if record.outcome.code != code || record.outcome.beside != Beside::Nothing {
                return None;
            }
            places.extend(changed);
        }
        let kind = code.map_or(Repetition::Idle, Repetition::Failing);
        let repeat = Repeat { times: same.len(), kind, refused: self.refused_in_a_row };
        (!places.is_empty()).then_some(Doubt { places, repeat })
    }

    /// Notes that what the call changes does not change without it.
    pub fn trust(&mut self, asked: &Asked) {
        self.trusted.insert(asked.signature, DOUBTED);
    }

    /// Forgets every call where the page that they were made on was lost since, by how often that happened so far.
    pub fn note_losses(&mut self, losses: u64) {
        if self.losses != losses {
            self.losses = losses;
            self.records.clear();
            self.trusted.clear();
            self.refused_in_a_row = 0;
        }
    }

    /// Whether the call was the only one lately that acted.
    fn is_alone(&self, signature: u64) -> bool {
        let acting = self.records.iter().rev().filter(|record| record.class != Class::Reading);
        acting.take(2 * TOGGLES).all(|record| record.signature == signature)
    }

    /// Takes note of a refused call.
    pub fn refuse(&mut self) {
        self.refused += 1;
        self.refused_in_a_row += 1;
    }

    /// Takes note of a call that ran. `Some` where its answer is to begin with a directive, because it was asked for
    /// the same before and nothing is new.
    pub fn after(&mut self, asked: &Asked, before: Option<Mark>, outcome: Outcome) -> Option<Repeat> {
        let now = asked.seen(outcome.page);
        let moved = asked.seen(before) != now;
        let mut here =
            self.records.iter().filter(|record| record.outcome.page.map(content) == before.map(content));
        let is_fresh = here.all(|record| record.signature != asked.signature);
        if moved || (is_fresh && self.refused_in_a_row > 0) {
            // Something new was tried: what was refused may be tried once more.
            self.forgive(moved);
        }
        if let Some(left) = self.trusted.get_mut(&asked.signature) {
            *left -= 1;
            if *left == 0 {
                self.trusted.remove(&asked.signature);
            }
        }
        let nudge = (asked.class == Class::Reading)
            .then(|| self.read_before(asked, &outcome))
            .filter(|times| *times >= IDLE)
            .map(|times| {
                let kind = outcome.code.map_or(Repetition::Idle, Repetition::Failing);
                Repeat { times, kind, refused: self.refused_in_a_row }
            });
        if nudge.is_some() {
            self.nudged += 1;
        }
        if self.records.len() == REMEMBERED {
            self.records.pop_front();
        }
        self.records.push_back(Record { signature: asked.signature, class: asked.class, before, outcome });
        nudge
    }

    /// How often the same was read before, since anything changed.
    fn read_before(&self, asked: &Asked, outcome: &Outcome) -> usize {
        let is_same = |record: &&Record| {
            let known = &record.outcome;
            let page = asked.seen(known.page) == asked.seen(outcome.page);
            known.code == outcome.code && page && (outcome.looked || known.answer == outcome.answer)
        };
        let same = self.records.iter().rev().filter(|record| record.signature == asked.signature);
        same.take_while(is_same).count()
    }

    /// How often a call that only reads failed in this way on this page, if it is time to say so.
    pub fn failed_before(&self, asked: &Asked, page: Option<Mark>, code: ErrorCode) -> Option<Repeat> {
        let outcome = Outcome { page, code: Some(code), looked: true, ..Outcome::default() };
        let times = self.read_before(asked, &outcome);
        let kind = Repetition::Failing(code);
        (times >= IDLE).then_some(Repeat { times, kind, refused: self.refused_in_a_row })
    }

    /// After a refusal, lets every call be tried once more. A page that moved does so by itself.
    fn forgive(&mut self, moved: bool) {
        self.refused_in_a_row = 0;
        if moved {
            return;
        }
        let mut kept: Vec<u64> = Vec::new();
        let mut last: VecDeque<Record> = VecDeque::new();
        for record in self.records.iter().rev() {
            if record.class == Class::Reading || !kept.contains(&record.signature) {
                kept.push(record.signature);
                last.push_front(record.clone());
            }
        }
        self.records = last;
    }

    /// Calls that were not run, and answers that began with a directive.
    pub fn totals(&self) -> (u64, u64) {
        (self.refused, self.nudged)
    }
}

fn content(mark: Mark) -> u64 {
    mark.content
}

fn address(mark: Option<Mark>) -> Option<u64> {
    mark.map(|mark| mark.address)
}
