//! `quirk-after`.

use super::super::bindings::quirk_after;
use super::super::hook::{Budget, Definition, HookKind};

/// The hook `quirk-after`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "quirk-after",
    fallback: "site packs are used",
    ceiling: Budget::new(20, 32, 32),
    fits: |pre, store, instance| quirk_after::GuestIndices::new(pre)?.load(store, instance).map(drop),
});
