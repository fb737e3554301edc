//! What one call has: memory limits, log lines, keys and values, and an empty WASI.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use wasmtime::component::{HasData, HasSelf, Linker, Resource, ResourceTable};
use wasmtime::{Engine, ResourceLimiter, Trap};
use wasmtime_wasi::p2::bindings::sync::io::poll;
use wasmtime_wasi::p2::pipe::MemoryOutputPipe;
use wasmtime_wasi::p2::{self, DynPollable};
use wasmtime_wasi::{
    Deterministic, HostMonotonicClock, HostWallClock, WasiCtx, WasiCtxBuilder, WasiCtxView, WasiView,
};

pub(super) use super::bindings::log::Level as LogLevel;
use super::bindings::{kv, log, types};
use super::text;

const LOG_LINES: usize = 32;
const LOG_LINE_BYTES: usize = 512;
/// More than this is no log but a flood, and ends the call.
pub(super) const LOG_WRITES: usize = 1024;
const STDIO_BYTES: usize = 16 * 1024;
const KV_KEYS: usize = 64;
const KV_BYTES: usize = 4096;
const MEMORIES: usize = 4;
const TABLES: usize = 16;
const TABLE_ELEMENTS: usize = 10_000;
/// A guest made from Python needs more than thirty.
const INSTANCES: usize = 64;
const WASI_HANDLES: usize = 256;
const WASI_RANDOM_BYTES: u64 = 64 * 1024;

/// Private memory of a plugin; gone when the server stops.
pub(super) type KvStore = Arc<Mutex<BTreeMap<String, String>>>;

/// The guest logged without end.
#[derive(Debug, thiserror::Error)]
#[error("wrote more than {LOG_WRITES} log lines")]
pub(super) struct LogFlood;

/// The data of one store, that is of one call.
pub(super) struct CallState {
    label: String,
    now: Duration,
    until: Instant,
    limiter: Limiter,
    writes: usize,
    /// The lines that were kept, for whoever wants them after the call.
    logged: Vec<(LogLevel, String)>,
    kv: Option<KvStore>,
    /// Made when the guest first asks for it; most never do.
    wasi: Option<WasiCtx>,
    stdio: MemoryOutputPipe,
    table: ResourceTable,
}

impl CallState {
    /// `label` names plugin and hook in the log, `now` is the time the guest sees, `until` ends waits.
    pub(super) fn new(
        label: String,
        now: Duration,
        until: Instant,
        memory: usize,
        kv: Option<KvStore>,
    ) -> Self {
        let mut table = ResourceTable::new();
        table.set_max_capacity(WASI_HANDLES);
        Self {
            label,
            now,
            until,
            limiter: Limiter { memory, used: 0, refused: false },
            writes: 0,
            logged: Vec::new(),
            kv,
            wasi: None,
            stdio: MemoryOutputPipe::new(STDIO_BYTES),
            table,
        }
    }

    /// The guest asked for more memory than it may have.
    pub(super) fn ran_out_of_memory(&self) -> bool {
        self.limiter.refused
    }

    /// Bytes of linear memory that the guest had at the end; it never gives any back.
    pub(super) fn memory_used(&self) -> usize {
        self.limiter.used
    }

    /// The log lines of the call.
    pub(super) fn take_logged(&mut self) -> Vec<(LogLevel, String)> {
        std::mem::take(&mut self.logged)
    }

    pub(super) fn limiter(&mut self) -> &mut dyn ResourceLimiter {
        &mut self.limiter
    }

    /// Logs what the guest printed and how much was left out.
    pub(super) fn finish(&mut self) {
        let printed = self.stdio.contents();
        for line in String::from_utf8_lossy(&printed).lines() {
            self.line(log::Level::Info, line);
        }
        let dropped = self.writes.saturating_sub(LOG_LINES);
        if dropped > 0 {
            tracing::warn!(target: "sekme::plugin", plugin = self.label, dropped, "log lines left out");
        }
    }

    fn line(&mut self, level: log::Level, message: &str) {
        self.writes += 1;
        if self.writes > LOG_LINES {
            return;
        }
        let (plugin, message) = (&self.label, text::plain(message, LOG_LINE_BYTES));
        match level {
            log::Level::Debug => tracing::debug!(target: "sekme::plugin", plugin, "{message}"),
            log::Level::Info => tracing::info!(target: "sekme::plugin", plugin, "{message}"),
            log::Level::Warn => tracing::warn!(target: "sekme::plugin", plugin, "{message}"),
            log::Level::Error => tracing::error!(target: "sekme::plugin", plugin, "{message}"),
        }
        self.logged.push((level, message));
    }
}

impl log::Host for CallState {
    fn write(&mut self, level: log::Level, message: String) -> wasmtime::Result<()> {
        if self.writes >= LOG_WRITES {
            return Err(LogFlood.into());
        }
        self.line(level, &message);
        Ok(())
    }
}

impl types::Host for CallState {}

impl kv::Host for CallState {
    fn get(&mut self, key: String) -> wasmtime::Result<Option<String>> {
        Ok(self.with_kv(|store| store.get(&key).cloned()))
    }

    fn set(&mut self, key: String, value: String) -> wasmtime::Result<Result<(), String>> {
        if key.len() > KV_BYTES || value.len() > KV_BYTES {
            return Ok(Err(format!("a key and a value have at most {KV_BYTES} bytes")));
        }
        Ok(self.with_kv(|store| {
            if store.len() >= KV_KEYS && !store.contains_key(&key) {
                return Err(format!("there are {KV_KEYS} keys already"));
            }
            store.insert(key, value);
            Ok(())
        }))
    }

    fn remove(&mut self, key: String) -> wasmtime::Result<()> {
        self.with_kv(|store| store.remove(&key));
        Ok(())
    }
}

impl CallState {
    fn with_kv<T>(&self, work: impl FnOnce(&mut BTreeMap<String, String>) -> T) -> T {
        match &self.kv {
            Some(store) => work(&mut store.lock().unwrap_or_else(PoisonError::into_inner)),
            None => work(&mut BTreeMap::new()),
        }
    }
}

struct Limiter {
    memory: usize,
    used: usize,
    refused: bool,
}

impl ResourceLimiter for Limiter {
    fn memory_growing(&mut self, current: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let used = self.used.saturating_add(desired.saturating_sub(current));
        if used > self.memory {
            self.refused = true;
            return Ok(false);
        }
        self.used = used;
        Ok(true)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(desired <= TABLE_ELEMENTS)
    }

    fn instances(&self) -> usize {
        INSTANCES
    }

    fn tables(&self) -> usize {
        TABLES
    }

    fn memories(&self) -> usize {
        MEMORIES
    }
}

impl WasiView for CallState {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let Self { wasi, table, stdio, now, .. } = self;
        WasiCtxView { ctx: wasi.get_or_insert_with(|| empty_wasi(*now, stdio)), table }
    }
}

/// No files, arguments, environment or network; output to the log; time and chance are fixed.
fn empty_wasi(now: Duration, stdio: &MemoryOutputPipe) -> WasiCtx {
    let seed = || Deterministic::new(now.as_nanos().to_le_bytes().to_vec());
    WasiCtxBuilder::new()
        .stdout(stdio.clone())
        .stderr(stdio.clone())
        .wall_clock(Fixed(now))
        .monotonic_clock(Fixed(now))
        .secure_random(seed())
        .insecure_random(seed())
        .insecure_random_seed(now.as_nanos())
        .max_random_size(WASI_RANDOM_BYTES)
        .build()
}

struct Fixed(Duration);

impl HostWallClock for Fixed {
    fn resolution(&self) -> Duration {
        Duration::from_millis(1)
    }

    fn now(&self) -> Duration {
        self.0
    }
}

impl HostMonotonicClock for Fixed {
    fn resolution(&self) -> u64 {
        1_000_000
    }

    fn now(&self) -> u64 {
        u64::try_from(self.0.as_nanos()).unwrap_or(u64::MAX)
    }
}

/// `wasi:io/poll` whose waits end with the call: an epoch does not stop a wait inside the host.
struct BoundedPoll<'call> {
    table: &'call mut ResourceTable,
    until: Instant,
}

struct HasBoundedPoll;

impl HasData for HasBoundedPoll {
    type Data<'call> = BoundedPoll<'call>;
}

impl BoundedPoll<'_> {
    fn wait<T>(until: Instant, future: impl Future<Output = wasmtime::Result<T>>) -> wasmtime::Result<T> {
        // There is no runtime only while a plugin is loaded, and starting is no time to wait.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return Err(Trap::Interrupt.into()) };
        runtime
            .block_on(async { tokio::time::timeout_at(until.into(), future).await })
            .unwrap_or_else(|_| Err(Trap::Interrupt.into()))
    }
}

impl poll::Host for BoundedPoll<'_> {
    fn poll(&mut self, pollables: Vec<Resource<DynPollable>>) -> wasmtime::Result<Vec<u32>> {
        Self::wait(self.until, p2::bindings::io::poll::Host::poll(self.table, pollables))
    }
}

impl poll::HostPollable for BoundedPoll<'_> {
    fn ready(&mut self, pollable: Resource<DynPollable>) -> wasmtime::Result<bool> {
        Self::wait(self.until, p2::bindings::io::poll::HostPollable::ready(self.table, pollable))
    }

    fn block(&mut self, pollable: Resource<DynPollable>) -> wasmtime::Result<()> {
        Self::wait(self.until, p2::bindings::io::poll::HostPollable::block(self.table, pollable))
    }

    fn drop(&mut self, pollable: Resource<DynPollable>) -> wasmtime::Result<()> {
        p2::bindings::io::poll::HostPollable::drop(self.table, pollable)
    }
}

/// Everything a component may import. `kv` is there only for plugins that were granted it.
pub(super) fn linker(engine: &Engine, with_kv: bool) -> wasmtime::Result<Linker<CallState>> {
    let mut linker = Linker::new(engine);
    log::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
    types::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
    if with_kv {
        kv::add_to_linker::<_, HasSelf<CallState>>(&mut linker, |state| state)?;
    }
    p2::add_to_linker_sync(&mut linker)?;
    linker.allow_shadowing(true);
    poll::add_to_linker::<_, HasBoundedPoll>(&mut linker, |state: &mut CallState| BoundedPoll {
        table: &mut state.table,
        until: state.until,
    })?;
    linker.allow_shadowing(false);
    Ok(linker)
}
