//! The requests that are owed an answer, and the batches they came in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use super::request_id::{IdKey, RequestId};

/// Requests that may be owed an answer at one time.
pub(super) const MOST_RUNNING: usize = 256;

/// Requests given to the protocol engine, by the number it knows them by.
#[derive(Debug, Default)]
pub(super) struct Running {
    requests: HashMap<i64, Owed>,
    numbers: HashMap<IdKey, i64>,
    last_number: i64,
}

/// A request that is owed an answer.
#[derive(Debug)]
pub(super) struct Owed {
    pub(super) id: RequestId,
    pub(super) batch: Option<Batch>,
    /// Set for `initialize`: nothing else is read until it is answered.
    pub(super) initializing: Option<oneshot::Sender<()>>,
}

impl Running {
    pub(super) fn has(&self, id: &RequestId) -> bool {
        self.numbers.contains_key(id.key())
    }

    pub(super) fn is_full(&self) -> bool {
        self.requests.len() >= MOST_RUNNING
    }

    pub(super) fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Adds a request and returns its number.
    pub(super) fn add(&mut self, owed: Owed) -> i64 {
        self.last_number += 1;
        self.numbers.insert(owed.id.key().clone(), self.last_number);
        self.requests.insert(self.last_number, owed);
        self.last_number
    }

    /// Takes a request that is answered now. `None` if it was cancelled before.
    pub(super) fn take(&mut self, number: i64) -> Option<Owed> {
        let owed = self.requests.remove(&number)?;
        self.numbers.remove(owed.id.key());
        Some(owed)
    }

    /// Takes a request that the client cancels. `initialize` cannot be cancelled.
    pub(super) fn take_cancelled(&mut self, id: &RequestId) -> Option<(i64, Owed)> {
        let number = *self.numbers.get(id.key())?;
        if self.requests.get(&number)?.initializing.is_some() {
            return None;
        }
        Some((number, self.take(number)?))
    }
}

/// Collects the answers to one batch. Clones share it.
#[derive(Debug, Clone, Default)]
pub(super) struct Batch(Arc<Mutex<Answers>>);

#[derive(Debug, Default)]
struct Answers {
    outstanding: usize,
    given: Vec<String>,
}

impl Batch {
    /// One more part of the batch is being worked on.
    pub(super) fn expect(&self) {
        self.answers(|answers| answers.outstanding += 1);
    }

    /// A part is done, with or without an answer. Returns the batch's answer after the last part.
    pub(super) fn finish(&self, answer: Option<String>) -> Option<String> {
        self.answers(|answers| {
            answers.outstanding -= 1;
            answers.given.extend(answer);
            let is_due = answers.outstanding == 0 && !answers.given.is_empty();
            is_due.then(|| format!("[{}]", std::mem::take(&mut answers.given).join(",")))
        })
    }

    fn answers<T>(&self, change: impl FnOnce(&mut Answers) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_answered_once_after_its_last_part() {
        let batch = Batch::default();
        batch.expect();
        batch.expect();
        batch.expect();
        assert_eq!(batch.finish(Some("1".to_owned())), None);
        assert_eq!(batch.finish(None), None);
        assert_eq!(batch.finish(Some("2".to_owned())).as_deref(), Some("[1,2]"));
    }

    #[test]
    fn a_batch_without_answers_is_not_answered() {
        let batch = Batch::default();
        batch.expect();
        assert_eq!(batch.finish(None), None);
    }
}
