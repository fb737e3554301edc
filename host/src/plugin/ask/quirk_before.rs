//! `quirk-before`.

use super::super::bindings::quirk_before;
use super::super::hook::{Budget, Definition, HookKind};

/// The hook `quirk-before`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "quirk-before",
    fallback: "the address is opened as it is",
    ceiling: Budget::new(20, 32, 32),
    fits: |pre, store, instance| quirk_before::GuestIndices::new(pre)?.load(store, instance).map(drop),
});
