//! Calls of a component under the server's limits, with its instructions counted.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use wasmtime::{Store, Trap};

pub(super) use super::invoke::Circumstances;
use super::invoke::{Invocation, LIFTED_BYTES};
use super::value::{self, answer_bytes};
use crate::plugin::answer::Source;
use crate::plugin::component::Plugin;
use crate::plugin::hook::{Budget, HookKind};
use crate::plugin::manifest::Manifest;
use crate::plugin::problem::LoadProblem;
use crate::plugin::runtime::{self, Runtime};
use crate::plugin::store::{CallState, KvStore, LogLevel};

/// Instructions that no machine gets done in a millisecond. A call that uses up its deadline's worth of them is
/// ended, so that the end of an endless loop is the same everywhere.
const INSTRUCTIONS_PER_MS: u64 = 20_000_000;
/// Waits inside the host end after this, whatever the machine does meanwhile.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A component that is loaded as the server would, in an engine that counts.
pub(super) struct Bench {
    runtime: Runtime,
    plugin: Plugin,
}

/// One call and what it took.
#[derive(Debug, Clone)]
pub(super) struct Called {
    /// The answer, or how the call failed.
    pub(super) answer: Result<Value, String>,
    pub(super) function: String,
    pub(super) instructions: u64,
    /// Bytes of linear memory.
    pub(super) memory: usize,
    /// Bytes of the answer.
    pub(super) output: usize,
    pub(super) elapsed: Duration,
    pub(super) logged: Vec<(LogLevel, String)>,
}

impl Bench {
    /// Compiles and checks the component; compiled code is kept in `cache_dir`.
    pub(super) fn load(
        manifest: &Manifest,
        wasm: &[u8],
        cache_dir: Option<&Path>,
    ) -> Result<Self, LoadProblem> {
        let runtime = Runtime::counting(cache_dir).map_err(|reason| LoadProblem::NoEngine { reason })?;
        let plugin = Plugin::load(&runtime, manifest.clone(), Source::Bundled, wasm)?;
        Ok(Self { runtime, plugin })
    }

    /// What a call of `hook` may use.
    pub(super) fn budget(&self, hook: HookKind) -> Budget {
        self.plugin.manifest.budget(hook)
    }

    /// Calls the function of `hook` that takes `input`, on a fresh instance. An error says why it could not be called.
    pub(super) fn call(
        &self,
        hook: HookKind,
        input: &Map<String, Value>,
        circumstances: &Circumstances,
    ) -> Result<Called, String> {
        let invocation = Invocation::new(&self.plugin, &self.runtime.engine, hook, input, circumstances)?;
        let budget = self.budget(hook);
        let kv: Option<KvStore> =
            self.plugin.kv.as_ref().map(|_| Arc::new(Mutex::new(circumstances.kv.clone())));
        let now = Duration::from_millis(circumstances.now_ms);
        let label = format!("{} {hook}", self.plugin.label());
        let state = CallState::new(label, now, Instant::now() + LONGEST_WAIT, budget.memory, kv);
        let mut store = Store::new(&self.runtime.engine, state);
        store.limiter(CallState::limiter);
        store.set_hostcall_fuel(LIFTED_BYTES);
        store.set_epoch_deadline(u64::MAX / 2);
        let most = u64::try_from(budget.deadline.as_millis())
            .unwrap_or(u64::MAX)
            .saturating_mul(INSTRUCTIONS_PER_MS);
        store.set_fuel(most).map_err(|error| format!("{error:#}"))?;
        let start = Instant::now();
        let result = self.plugin.instances.instantiate(&mut store);
        let result = result.and_then(|instance| invocation.run(&mut store, &instance));
        let elapsed = start.elapsed();
        let instructions = most - store.get_fuel().unwrap_or(0);
        store.data_mut().finish();
        let output = result.as_ref().map_or(0, answer_bytes);
        let answer = match result {
            Ok(_) if output > budget.output + redactable(hook, input) => {
                Err(format!("gave an answer of {output} bytes, more than its {}", budget.output))
            }
            Ok(val) => Ok(value::to_json(&val)),
            Err(error) if error.downcast_ref::<Trap>() == Some(&Trap::OutOfFuel) => Err(format!(
                "used {most} instructions without an end, more than any machine does in its {} ms",
                budget.deadline.as_millis()
            )),
            Err(error) => Err(runtime::classify(&error, store.data(), budget).to_string()),
        };
        Ok(Called {
            answer,
            function: invocation.function,
            instructions,
            memory: store.data().memory_used(),
            output,
            elapsed,
            logged: store.data_mut().take_logged(),
        })
    }
}

/// A policy may answer with as much text more as it was given to redact.
fn redactable(hook: HookKind, input: &Map<String, Value>) -> usize {
    if hook.as_str() == "policy" { Value::Object(input.clone()).to_string().len() } else { 0 }
}
