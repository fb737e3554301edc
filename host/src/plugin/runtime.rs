//! Runs one call of one plugin: fresh store and instance, limits, and an answer or a named failure.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use nix::time::{ClockId, clock_gettime};
use wasmtime::component::Instance;
use wasmtime::{Engine, Store, Trap, UpdateDeadline};
use wasmtime_wasi::I32Exit;

use super::ask::POLICY;
use super::cache::Cache;
use super::component::{Plugin, SharedPlugin, innermost};
use super::hook::{Budget, HookKind};
use super::store::{CallState, KvStore, LogFlood};
use super::ticker::{TICK, Ticker};
use super::{engine, text};

/// How long after its own bound a call is waited for before its thread is given up: a thread that was
/// stopped still has to get the processor to say so.
const GRACE: Duration = Duration::from_millis(500);
/// How long a guest runs before its clocks are looked at again. Ticks come late on a busy machine.
const LOOK_TICKS: u64 = 4;
/// An unoptimized host copies pages into guests many times slower, which is not the guest's fault.
pub(super) const PATIENCE: u32 = if cfg!(debug_assertions) { 4 } else { 1 };
/// With this many threads given up, no component is called any more.
const MOST_LOST: usize = 2;

/// Engine, clock and cache, shared by all components.
pub(super) struct Runtime {
    pub(super) engine: Engine,
    pub(super) cache: Cache,
    /// Random for this run of the server.
    pub(super) session: String,
    ticker: Ticker,
    lost: AtomicUsize,
}

/// Why a call gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum CallFailure {
    #[error("ran longer than {} ms", .0.as_millis())]
    TooLong(Duration),
    #[error("needed more than its {0} MiB of memory")]
    OutOfMemory(usize),
    #[error("crashed ({0})")]
    Trapped(String),
    #[error("ended itself with status {0}")]
    Exited(i32),
    #[error("gave an answer that cannot be read, of {limit} KiB at most ({reason})")]
    Unreadable { limit: usize, reason: String },
    #[error("{0}")]
    LogFlood(String),
    #[error("said: {0}")]
    Declined(String),
    #[error("made this server fail, which is a fault of the server ({0})")]
    Panicked(String),
    #[error("did not come back in time")]
    Lost,
    /// Of a policy: all that were asked share one deadline.
    #[error("gave no answer within the 100 ms that all policies have together")]
    AllTooLong,
    #[error("was not asked: {0}")]
    NotAsked(String),
    /// The hook is paused; that was said when the pause began.
    #[error("is paused")]
    Paused,
}

impl CallFailure {
    /// Whether it counts against the plugin.
    fn is_its_fault(&self) -> bool {
        !matches!(self, Self::Declined(_) | Self::NotAsked(_) | Self::Paused)
    }
}

/// What a failed call leaves behind.
pub(super) struct Failed {
    pub(super) failure: CallFailure,
    /// The hook is left out from now on, for this long.
    pub(super) pause: Option<Duration>,
}

impl From<CallFailure> for Failed {
    fn from(failure: CallFailure) -> Self {
        Self { failure, pause: None }
    }
}

impl Runtime {
    /// Makes the engine and its clock. The second part says why nothing will be cached.
    /// `compiler` is the program that compiles what is not ours; without it, this one does.
    pub(super) fn start(
        cache_dir: Option<&Path>,
        compiler: Option<&Path>,
    ) -> Result<(Self, Option<String>), String> {
        let engine = engine::start().map_err(|error| format!("{error:#}"))?;
        let ticker = Ticker::start(&engine).map_err(|error| error.to_string())?;
        let (cache, note) = Cache::open(cache_dir, &engine);
        let cache = cache.with_compiler(compiler);
        Ok((Self { engine, cache, session: session(), ticker, lost: AtomicUsize::new(0) }, note))
    }

    /// One whose code counts its instructions, for tests of plugins. Its compiled code is kept apart from the server's.
    pub(super) fn counting(cache_dir: Option<&Path>) -> Result<Self, String> {
        let engine = engine::counting().map_err(|error| format!("{error:#}"))?;
        let ticker = Ticker::start(&engine).map_err(|error| error.to_string())?;
        let (cache, _) = Cache::open(cache_dir, &engine);
        Ok(Self { engine, cache, session: session(), ticker, lost: AtomicUsize::new(0) })
    }

    /// Runs `work` on a fresh instance, on this thread. `now` is the time that the guest sees. The inner error is the plugin's own words.
    pub(super) fn run<T>(
        &self,
        plugin: &Plugin,
        kind: HookKind,
        now: Duration,
        work: impl FnOnce(&mut Store<CallState>, &Instance) -> wasmtime::Result<Result<T, String>>,
    ) -> Result<Result<T, String>, CallFailure> {
        self.run_with(plugin, kind, now, plugin.kv.clone(), work)
    }

    /// The same with other memory than the plugin's own.
    pub(super) fn run_with<T>(
        &self,
        plugin: &Plugin,
        kind: HookKind,
        now: Duration,
        kv: Option<KvStore>,
        work: impl FnOnce(&mut Store<CallState>, &Instance) -> wasmtime::Result<Result<T, String>>,
    ) -> Result<Result<T, String>, CallFailure> {
        let _running = self.ticker.enter().map_err(|stopped| CallFailure::NotAsked(stopped.to_string()))?;
        let budget = plugin.manifest.budget(kind);
        let until = Instant::now() + budget.wall() * PATIENCE;
        let label = format!("{} {kind}", plugin.label());
        // A busy machine excuses no wait: the clock of a guest stands still, so it has nothing to wait for.
        let state = CallState::new(label, now, Instant::now() + budget.deadline, budget.memory, kv);
        let mut store = Store::new(&self.engine, state);
        store.limiter(CallState::limiter);
        store.set_hostcall_fuel(budget.output);
        limit_time(&mut store, budget.deadline * PATIENCE, until);
        // An engine that counts instructions gives none to begin with; any other refuses them.
        let _ = store.set_fuel(u64::MAX);
        let result =
            plugin.instances.instantiate(&mut store).and_then(|instance| work(&mut store, &instance));
        store.data_mut().finish();
        result.map_err(|error| classify(&error, store.data(), budget))
    }

    /// Runs `work` on a thread of its own and waits for it, but not for ever.
    pub(super) async fn call<T: Send + 'static>(
        self: &Arc<Self>,
        plugin: &SharedPlugin,
        kind: HookKind,
        now: Duration,
        work: impl FnOnce(&mut Store<CallState>, &Instance) -> wasmtime::Result<Result<T, String>>
        + Send
        + 'static,
    ) -> Result<T, Failed> {
        if self.lost.load(Ordering::SeqCst) >= MOST_LOST {
            let reason = "plugins are off, since calls of theirs do not come back; restart the server";
            return Err(CallFailure::NotAsked(reason.to_owned()).into());
        }
        // A policy is never left out: where it fails, the call is denied, and where it answers again, that counts.
        let is_left_out = !plugin.ladder(kind).is_some_and(|mut ladder| ladder.admits(Instant::now()));
        if is_left_out && kind != POLICY {
            return Err(CallFailure::Paused.into());
        }
        let limit = plugin.manifest.budget(kind).wall() * PATIENCE + GRACE;
        let (runtime, shared, fate) = (Arc::clone(self), Arc::clone(plugin), Arc::new(Fate::default()));
        let its_fate = Arc::clone(&fate);
        let task = tokio::task::spawn_blocking(move || {
            let caught = catch_unwind(AssertUnwindSafe(|| runtime.run(&shared, kind, now, work)));
            let answer = match caught {
                Ok(Ok(Ok(answer))) => Ok(answer),
                Ok(Ok(Err(words))) => Err(CallFailure::Declined(text::plain(&words, 200))),
                Ok(Err(failure)) => Err(failure),
                Err(panic) => Err(CallFailure::Panicked(panic_message(panic.as_ref()))),
            };
            // Noted here, so that it counts even when nobody waits any more.
            let pause = note(&shared, kind, answer.as_ref().err());
            if its_fate.end() {
                runtime.lost.fetch_sub(1, Ordering::SeqCst);
            }
            answer.map_err(|failure| Failed { failure, pause })
        });
        match tokio::time::timeout(limit, task).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(CallFailure::Panicked(error.to_string()).into()),
            Err(_) => {
                if fate.give_up() {
                    self.lost.fetch_add(1, Ordering::SeqCst);
                }
                Err(CallFailure::Lost.into())
            }
        }
    }
}

/// Keeps count of threads that were given up and came back after all.
#[derive(Default)]
struct Fate(AtomicU8);

impl Fate {
    const RUNNING: u8 = 0;
    const ENDED: u8 = 1;
    const GIVEN_UP: u8 = 2;

    /// The thread is done. True when it had been given up.
    fn end(&self) -> bool {
        self.0.swap(Self::ENDED, Ordering::SeqCst) == Self::GIVEN_UP
    }

    /// True unless the thread is done.
    fn give_up(&self) -> bool {
        self.0.compare_exchange(Self::RUNNING, Self::GIVEN_UP, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

fn note(plugin: &Plugin, kind: HookKind, failure: Option<&CallFailure>) -> Option<Duration> {
    let mut ladder = plugin.ladder(kind)?;
    match failure {
        Some(failure) if failure.is_its_fault() => return ladder.failed(Instant::now()),
        Some(CallFailure::NotAsked(_)) => ladder.undecided(),
        _ => ladder.succeeded(),
    }
    None
}

/// Stops the call once it has used `deadline` of processor time, or at `until` whatever it used.
fn limit_time(store: &mut Store<CallState>, deadline: Duration, until: Instant) {
    let start = processor_time();
    store.set_epoch_deadline(ticks(deadline).min(LOOK_TICKS));
    store.epoch_deadline_callback(move |_| {
        let left = match (start, processor_time()) {
            (Some(start), Some(now)) => deadline.saturating_sub(now.saturating_sub(start)),
            _ => Duration::ZERO,
        };
        if left.is_zero() || Instant::now() >= until {
            return Ok(UpdateDeadline::Interrupt);
        }
        Ok(UpdateDeadline::Continue(ticks(left).min(LOOK_TICKS)))
    });
}

fn ticks(time: Duration) -> u64 {
    u64::try_from(time.as_nanos().div_ceil(TICK.as_nanos())).unwrap_or(1).max(1)
}

/// What this thread has used of the processor.
fn processor_time() -> Option<Duration> {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

/// What a failed call is called.
pub(super) fn classify(error: &wasmtime::Error, state: &CallState, budget: Budget) -> CallFailure {
    if let Some(flood) = error.downcast_ref::<LogFlood>() {
        return CallFailure::LogFlood(flood.to_string());
    }
    if let Some(exit) = error.downcast_ref::<I32Exit>() {
        return CallFailure::Exited(exit.0);
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::Interrupt) => CallFailure::TooLong(budget.deadline),
        _ if state.ran_out_of_memory() => CallFailure::OutOfMemory(budget.memory / (1024 * 1024)),
        Some(trap) => CallFailure::Trapped(trap.to_string()),
        None => CallFailure::Unreadable { limit: budget.output / 1024, reason: innermost(error) },
    }
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text::plain(text.unwrap_or("no message"), 200)
}

/// Time since 1970, to the millisecond.
pub(super) fn now() -> Duration {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Duration::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Sixteen digits that differ from run to run.
fn session() -> String {
    use std::hash::{BuildHasher as _, RandomState};
    format!("{:016x}", RandomState::new().hash_one(now()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_comes_back_late_is_not_counted_as_lost() {
        let fate = Fate::default();
        assert!(fate.give_up());
        assert!(fate.end());
        let fate = Fate::default();
        assert!(!fate.end());
        assert!(!fate.give_up());
    }

    #[test]
    fn a_deadline_is_at_least_one_tick() {
        assert_eq!(ticks(Duration::ZERO), 1);
        assert_eq!(ticks(Duration::from_millis(20)), 4);
        assert_eq!(ticks(Duration::from_millis(21)), 5);
    }
}
