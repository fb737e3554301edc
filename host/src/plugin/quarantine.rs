//! When a plugin's hook is left out for a while: three failures in ten minutes.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

const FAILURES: usize = 3;
const WINDOW: Duration = Duration::from_mins(10);
/// First pause; each failed trial doubles it.
pub(super) const PAUSE: Duration = Duration::from_mins(5);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// The record of one hook of one plugin. Time is always given, never read.
#[derive(Debug, Default)]
pub(super) struct Ladder {
    failures: VecDeque<Instant>,
    pause: Option<Pause>,
}

#[derive(Debug, Clone, Copy)]
struct Pause {
    until: Instant,
    length: Duration,
    /// One call is on trial after the pause.
    on_trial: bool,
}

impl Ladder {
    /// True when the hook may be called. After a pause one call goes through; the others wait for its outcome.
    pub(super) fn admits(&mut self, now: Instant) -> bool {
        match &mut self.pause {
            None => true,
            Some(pause) if now >= pause.until && !pause.on_trial => {
                pause.on_trial = true;
                true
            }
            Some(_) => false,
        }
    }

    /// Notes an answer; ends a pause.
    pub(super) fn succeeded(&mut self) {
        if self.pause.take().is_some() {
            self.failures.clear();
        }
    }

    /// Gives an admission back that came to nothing through no fault of the plugin.
    pub(super) fn undecided(&mut self) {
        if let Some(pause) = &mut self.pause {
            pause.on_trial = false;
        }
    }

    /// Notes a failure. Returns the length of the pause when one begins.
    pub(super) fn failed(&mut self, now: Instant) -> Option<Duration> {
        if let Some(pause) = self.pause {
            // Calls that began before the pause may still fail within it.
            if !pause.on_trial {
                return None;
            }
            return Some(self.begin(now, (pause.length * 2).min(LONGEST_PAUSE)));
        }
        self.failures.push_back(now);
        self.failures.retain(|then| now.duration_since(*then) < WINDOW);
        (self.failures.len() >= FAILURES).then(|| self.begin(now, PAUSE))
    }

    /// Time until the hook is tried again.
    pub(super) fn paused_for(&self, now: Instant) -> Option<Duration> {
        self.pause.map(|pause| pause.until.saturating_duration_since(now))
    }

    fn begin(&mut self, now: Instant, length: Duration) -> Duration {
        self.failures.clear();
        self.pause = Some(Pause { until: now + length, length, on_trial: false });
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minutes(count: u64) -> Duration {
        Duration::from_mins(count)
    }

    #[test]
    fn three_failures_in_ten_minutes_pause_the_hook_for_five() {
        let start = Instant::now();
        let mut ladder = Ladder::default();
        assert_eq!(ladder.failed(start), None);
        assert_eq!(ladder.failed(start + minutes(4)), None);
        assert_eq!(ladder.failed(start + minutes(9)), Some(minutes(5)));
        assert!(!ladder.admits(start + minutes(13)));
        assert_eq!(ladder.paused_for(start + minutes(13)), Some(minutes(1)));
        assert!(ladder.admits(start + minutes(14)));
    }

    #[test]
    fn failures_far_apart_do_not_pause() {
        let start = Instant::now();
        let mut ladder = Ladder::default();
        for count in 0..20 {
            assert_eq!(ladder.failed(start + minutes(6 * count)), None);
        }
    }

    #[test]
    fn one_call_is_tried_after_the_pause_and_its_failure_doubles_it() {
        let start = Instant::now();
        let mut ladder = Ladder::default();
        for _ in 0..3 {
            ladder.failed(start);
        }
        let after = start + minutes(5);
        assert!(ladder.admits(after));
        assert!(!ladder.admits(after), "only one is on trial");
        assert_eq!(ladder.failed(after), Some(minutes(10)));
        let again = after + minutes(10);
        assert!(ladder.admits(again));
        ladder.succeeded();
        assert!(ladder.admits(again) && ladder.admits(again));
        assert_eq!(ladder.failed(again), None, "the count starts anew");
    }

    #[test]
    fn the_pause_never_exceeds_an_hour_and_an_undecided_trial_is_repeated() {
        let mut now = Instant::now();
        let mut ladder = Ladder::default();
        for _ in 0..3 {
            ladder.failed(now);
        }
        for _ in 0..6 {
            now += minutes(60);
            assert!(ladder.admits(now));
            assert!(ladder.failed(now).unwrap() <= minutes(60));
        }
        now += minutes(60);
        assert!(ladder.admits(now));
        ladder.undecided();
        assert!(ladder.admits(now));
    }
}
