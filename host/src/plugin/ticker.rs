//! The clock behind the deadlines of plugins: a thread that moves the engine's epoch while calls run.
//!
//! If this thread dies, no deadline ever passes; so each call checks its heartbeat first.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use wasmtime::{Engine, EngineWeak};

/// Length of an epoch.
pub(super) const TICK: Duration = Duration::from_millis(5);
/// A heartbeat older than this means that the thread is dead or starved.
const STALE: Duration = Duration::from_millis(250);

/// Moves the epoch of one engine while calls are in flight.
#[derive(Debug)]
pub(super) struct Ticker {
    shared: Arc<Shared>,
}

/// The ticker did not run; it has been started anew and the call should be given up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the clock for plugin deadlines had stopped and was started again")]
pub(super) struct Stopped;

/// Proof that the ticker runs for a call.
#[derive(Debug)]
pub(super) struct InFlight {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    work: Condvar,
}

struct State {
    engine: EngineWeak,
    in_flight: usize,
    heartbeat: Instant,
    /// A thread of another generation ends itself.
    generation: u64,
    closed: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { in_flight, generation, closed, .. } = self;
        write!(formatter, "State {{ in_flight: {in_flight}, generation: {generation}, closed: {closed} }}")
    }
}

impl Ticker {
    /// Starts the thread. It sleeps until there is a call.
    pub(super) fn start(engine: &Engine) -> io::Result<Self> {
        let state = State {
            engine: engine.weak(),
            in_flight: 0,
            heartbeat: Instant::now(),
            generation: 0,
            closed: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), work: Condvar::new() });
        spawn(&shared, 0)?;
        Ok(Self { shared })
    }

    /// Keeps the epoch moving until the answer is dropped.
    pub(super) fn enter(&self) -> Result<InFlight, Stopped> {
        let mut state = self.shared.lock();
        if state.in_flight == 0 {
            state.heartbeat = Instant::now();
        } else if state.heartbeat.elapsed() > STALE {
            state.generation += 1;
            state.heartbeat = Instant::now();
            let generation = state.generation;
            drop(state);
            if let Err(error) = spawn(&self.shared, generation) {
                tracing::error!(%error, "cannot start the clock for plugin deadlines");
            }
            return Err(Stopped);
        }
        state.in_flight += 1;
        drop(state);
        self.shared.work.notify_one();
        Ok(InFlight { shared: Arc::clone(&self.shared) })
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.work.notify_all();
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.shared.lock().in_flight -= 1;
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for work and returns false when this thread is to end.
    fn tick(&self, generation: u64) -> bool {
        let idle =
            |state: &mut State| state.in_flight == 0 && !state.closed && state.generation == generation;
        let mut state = self.work.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        if state.closed || state.generation != generation {
            return false;
        }
        state.heartbeat = Instant::now();
        match state.engine.upgrade() {
            Some(engine) => engine.increment_epoch(),
            None => return false,
        }
        true
    }
}

fn spawn(shared: &Arc<Shared>, generation: u64) -> io::Result<()> {
    let shared = Arc::clone(shared);
    let run = move || {
        while shared.tick(generation) {
            thread::sleep(TICK);
        }
    };
    thread::Builder::new().name("plugin-ticker".to_owned()).spawn(run).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_until(what: &str, condition: impl Fn() -> bool) {
        let end = Instant::now() + Duration::from_secs(10);
        while !condition() {
            assert!(Instant::now() < end, "waited in vain: {what}");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_dead_ticker_is_noticed_replaced_and_the_call_refused() {
        let engine = Engine::default();
        let ticker = Ticker::start(&engine).unwrap();
        let first = ticker.enter().unwrap();
        // No thread of this generation exists, as after a panic of the real one.
        {
            let mut state = ticker.shared.lock();
            state.generation += 1;
            state.heartbeat = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        }
        assert_eq!(ticker.enter().unwrap_err(), Stopped);
        let restarted = ticker.shared.lock().heartbeat;
        wait_until("the new thread beats", || ticker.shared.lock().heartbeat > restarted);
        drop(ticker.enter().unwrap());
        drop(first);
    }

    #[test]
    fn the_ticker_sleeps_while_nothing_runs() {
        let engine = Engine::default();
        let ticker = Ticker::start(&engine).unwrap();
        let before = ticker.shared.lock().heartbeat;
        let call = ticker.enter().unwrap();
        wait_until("a beat", || ticker.shared.lock().heartbeat > before);
        drop(call);
        assert_eq!(ticker.shared.lock().in_flight, 0);
    }
}
