//! `tool-provider`.

use super::super::bindings::tool_provider;
use super::super::hook::{Budget, Definition, HookKind};

/// The hook `tool-provider`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "tool-provider",
    fallback: "the tool fails",
    ceiling: Budget::new(250, 64, 256),
    fits: |pre, store, instance| tool_provider::GuestIndices::new(pre)?.load(store, instance).map(drop),
});
