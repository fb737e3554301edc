//! One deadline, one cancellation and one call log for everything a tool call does.
//!
//! Every operation that can wait takes a [`Progress`]. Nothing in the program waits without one, so
//! nothing can hang: the wait ends at the deadline, or at once when the client cancels.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// Why a wait ended without its result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The deadline passed first.
    #[error("timed out waiting for {what}")]
    TimedOut {
        /// What was waited for, in words a model understands.
        what: String,
    },
    /// The client cancelled the call, or the server is shutting down.
    #[error("cancelled")]
    Cancelled,
}

/// Deadline, cancellation and call log of one operation. Cloning shares all three.
#[derive(Debug, Clone)]
pub struct Progress {
    deadline: Instant,
    cancel: CancellationToken,
    log: Arc<Mutex<Vec<(String, u32)>>>,
}

impl Progress {
    /// Starts an operation that may take at most `limit`.
    pub fn new(limit: Duration, cancel: CancellationToken) -> Self {
        Self { deadline: Instant::now() + limit, cancel, log: Arc::default() }
    }

    /// Starts an operation that nobody can cancel.
    pub fn uncancelled(limit: Duration) -> Self {
        Self::new(limit, CancellationToken::new())
    }

    /// A part of this operation: same cancellation and log, the earlier of both deadlines.
    #[must_use]
    pub fn child(&self, limit: Duration) -> Self {
        Self { deadline: self.deadline.min(Instant::now() + limit), ..self.clone() }
    }

    /// More time than was thought of, for a wait that the deadline was not made for: same cancellation and log.
    #[must_use]
    pub fn extended(&self, limit: Duration) -> Self {
        Self { deadline: self.deadline.max(Instant::now() + limit), ..self.clone() }
    }

    /// Work that must still be done after the deadline (closing, cleaning up): a fresh limit and no cancellation.
    #[must_use]
    pub fn grace(&self, limit: Duration) -> Self {
        Self {
            deadline: Instant::now() + limit,
            cancel: CancellationToken::new(),
            log: Arc::clone(&self.log),
        }
    }

    /// Time left until the deadline.
    pub fn remaining(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// The moment at which waits end.
    pub fn deadline(&self) -> Instant {
        self.deadline
    }

    /// The cancellation that ends waits early.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancel
    }

    /// Fails when the deadline has passed or the call was cancelled.
    pub fn check(&self, what: &str) -> Result<(), Interrupted> {
        if self.cancel.is_cancelled() {
            return Err(Interrupted::Cancelled);
        }
        if self.remaining().is_zero() {
            return Err(Interrupted::TimedOut { what: what.to_owned() });
        }
        Ok(())
    }

    /// Waits for `future`, but not past the deadline or a cancellation.
    pub async fn race<T>(&self, what: &str, future: impl Future<Output = T>) -> Result<T, Interrupted> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(Interrupted::Cancelled),
            value = future => Ok(value),
            () = tokio::time::sleep_until(self.deadline.into()) => {
                Err(Interrupted::TimedOut { what: what.to_owned() })
            }
        }
    }

    /// Pauses between two looks at something that has no event. Ends early at the deadline.
    pub async fn wait(&self, pause: Duration) -> Result<(), Interrupted> {
        self.race("the next look", tokio::time::sleep(pause)).await
    }

    /// Adds a line to the call log; a repeat of the last line is counted instead.
    pub fn log(&self, line: impl Into<String>) {
        let line = line.into();
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        match log.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => log.push((line, 1)),
        }
    }

    /// The call log as lines, repeats folded into `14 × …`.
    pub fn call_log(&self) -> Vec<String> {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.iter()
            .map(|(line, count)| if *count > 1 { format!("{count} × {line}") } else { line.clone() })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wait_ends_at_the_deadline_and_says_what_it_waited_for() {
        let progress = Progress::uncancelled(Duration::from_millis(5));
        let ended = progress.race("the page to load", std::future::pending::<()>()).await;
        assert_eq!(ended, Err(Interrupted::TimedOut { what: "the page to load".to_owned() }));
    }

    #[tokio::test]
    async fn a_cancelled_wait_ends_at_once() {
        let cancel = CancellationToken::new();
        let progress = Progress::new(Duration::from_hours(1), cancel.clone());
        cancel.cancel();
        assert_eq!(progress.race("x", std::future::pending::<()>()).await, Err(Interrupted::Cancelled));
    }

    #[test]
    fn a_child_never_outlives_its_parent() {
        let parent = Progress::uncancelled(Duration::from_millis(50));
        assert!(parent.child(Duration::from_mins(1)).deadline() <= parent.deadline());
    }

    #[test]
    fn more_time_is_never_less() {
        let progress = Progress::uncancelled(Duration::from_mins(1));
        assert_eq!(progress.extended(Duration::from_millis(1)).deadline(), progress.deadline());
        assert!(progress.extended(Duration::from_hours(1)).deadline() > progress.deadline());
    }

    #[test]
    fn repeated_log_lines_are_counted() {
        let progress = Progress::uncancelled(Duration::from_secs(1));
        for _ in 0..14 {
            progress.log("covered by dialog");
        }
        progress.log("clicked");
        assert_eq!(progress.call_log(), ["14 × covered by dialog", "clicked"]);
    }
}
