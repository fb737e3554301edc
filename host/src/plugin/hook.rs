//! The hooks of this server and what each may cost. Each is defined in its own file below `ask`.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre};

use super::ask::HOOKS;
use super::store::CallState;

pub(super) const MIB: usize = 1024 * 1024;
pub(super) const KIB: usize = 1024;

/// A question that the server asks plugins.
#[derive(Clone, Copy)]
pub struct HookKind(&'static Definition);

/// What the server knows of a hook beside how it is asked.
pub(super) struct Definition {
    /// The name of the interface in the WIT package and of the hook in manifests.
    pub(super) name: &'static str,
    /// What stands in for an answer, in words.
    pub(super) fallback: &'static str,
    /// The most that any plugin may use.
    pub(super) ceiling: Budget,
    /// Finds the hook's interface in a component and compares its types; the error says how they differ.
    pub(super) fits: fn(&InstancePre<CallState>, &mut Store<CallState>, &Instance) -> wasmtime::Result<()>,
}

/// What one call of a hook may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    /// Processor time. The wall clock is bounded by [`Budget::wall`].
    pub(super) deadline: Duration,
    /// Bytes of linear memory.
    pub(super) memory: usize,
    /// Bytes of the answer.
    pub(super) output: usize,
}

impl HookKind {
    pub(super) const fn new(definition: &'static Definition) -> Self {
        Self(definition)
    }

    /// The hook of that name.
    pub fn named(name: &str) -> Option<Self> {
        HOOKS.iter().copied().find(|hook| hook.as_str() == name)
    }

    /// The names of all hooks.
    pub fn names() -> impl Iterator<Item = &'static str> {
        HOOKS.iter().map(|hook| hook.as_str())
    }

    /// The name of the interface in the WIT package and of the hook in manifests.
    pub fn as_str(self) -> &'static str {
        self.0.name
    }

    pub(super) fn definition(self) -> &'static Definition {
        self.0
    }
}

impl PartialEq for HookKind {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for HookKind {}

impl Budget {
    /// `deadline` in milliseconds, `memory` in MiB, `output` in KiB.
    pub(super) const fn new(deadline: u64, memory: usize, output: usize) -> Self {
        Self { deadline: Duration::from_millis(deadline), memory: memory * MIB, output: output * KIB }
    }

    /// How long a call may take by the wall clock. On a busy machine (a language model on every
    /// core) a call waits for the processor most of the time; that is not the plugin's fault.
    pub(super) fn wall(self) -> Duration {
        self.deadline * 10
    }
}

impl fmt::Display for HookKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for HookKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for HookKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| {
            let known: Vec<&str> = HOOKS.iter().map(|hook| hook.as_str()).collect();
            serde::de::Error::custom(format!("unknown hook `{name}`, expected one of {}", known.join(", ")))
        })
    }
}
