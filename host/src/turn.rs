//! The order in which calls came.
//!
//! A client may send several calls without waiting for answers, and each of them is a task of its own. A turn is taken
//! where the call is read, so that calls which use the page do so in that order, whichever task comes first.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// Hands out turns, in the order in which it is asked for them.
#[derive(Debug, Clone, Default)]
pub struct Queue(Arc<watch::Sender<Standing>>);

/// Who stands in the queue.
#[derive(Debug, Default)]
struct Standing {
    last: u64,
    numbers: BTreeSet<u64>,
}

/// A place in the queue. It is given up when its last clone is dropped.
#[derive(Debug, Clone)]
pub struct Turn(Arc<Place>);

#[derive(Debug)]
struct Place {
    queue: Queue,
    number: u64,
}

impl Standing {
    /// How many stand before a number.
    fn before(&self, number: u64) -> usize {
        self.numbers.range(..number).count()
    }
}

impl Queue {
    /// The next turn.
    pub fn next(&self) -> Turn {
        let mut number = 0;
        self.0.send_modify(|standing| {
            standing.last += 1;
            number = standing.last;
            standing.numbers.insert(number);
        });
        Turn(Arc::new(Place { queue: self.clone(), number }))
    }
}

impl Turn {
    /// A turn that nobody is before.
    pub fn alone() -> Self {
        Queue::default().next()
    }

    /// Waits until every turn before this one has been given up.
    pub async fn comes(&self) {
        let Place { queue, number } = &*self.0;
        let is_first = |standing: &Standing| standing.numbers.first().is_none_or(|first| first >= number);
        // The queue lives as long as its places, so this ends only when the turn has come.
        let _ = queue.0.subscribe().wait_for(is_first).await;
    }

    /// The same, but goes by those that do not end: waits only as long as one of them gives its turn up every
    /// `patience`.
    pub async fn comes_or_passes(&self, patience: Duration) {
        let Place { queue, number } = &*self.0;
        let mut standing = queue.0.subscribe();
        loop {
            let before = standing.borrow_and_update().before(*number);
            let goes_on = |standing: &Standing| before == 0 || standing.before(*number) < before;
            let moved = tokio::time::timeout(patience, standing.wait_for(goes_on)).await;
            if before == 0 || !matches!(moved, Ok(Ok(_))) {
                return;
            }
        }
    }

    /// Gives the turn up: those after it need not wait any longer.
    pub fn give_up(&self) {
        self.0.leave();
    }
}

impl Place {
    fn leave(&self) {
        self.queue.0.send_if_modified(|standing| standing.numbers.remove(&self.number));
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.leave();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn a_turn_comes_when_all_before_it_are_given_up() {
        let queue = Queue::default();
        let [first, second, third] = [queue.next(), queue.next(), queue.next()];
        let has_come = |turn: &Turn| turn.comes().now_or_never().is_some();
        assert!(has_come(&first) && !has_come(&second) && !has_come(&third));
        drop(second);
        assert!(!has_come(&third), "the first is still there");
        let clone = first.clone();
        drop(first);
        assert!(!has_come(&third), "a clone of the first is still there");
        clone.give_up();
        assert!(has_come(&third));
    }

    #[tokio::test]
    async fn who_passes_by_waits_as_long_as_those_before_go_on_ending() {
        let queue = Queue::default();
        let [first, stuck, last] = [queue.next(), queue.next(), queue.next()];
        let mut patient = Box::pin(last.comes_or_passes(Duration::from_hours(1)));
        assert!((&mut patient).now_or_never().is_none(), "two are before it");
        drop(first);
        assert!((&mut patient).now_or_never().is_none(), "one of them ended, so the other one is waited for");
        last.comes_or_passes(Duration::ZERO).await;
        stuck.give_up();
        assert!(patient.now_or_never().is_some(), "nobody is before it any more");
    }
}
