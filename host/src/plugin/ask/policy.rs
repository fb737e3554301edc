//! `policy`.

use super::super::bindings::policy;
use super::super::hook::{Budget, Definition, HookKind};

/// The hook `policy`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "policy",
    fallback: "the call is denied",
    ceiling: Budget::new(20, 32, 32),
    fits: |pre, store, instance| policy::GuestIndices::new(pre)?.load(store, instance).map(drop),
});
