//! Host side of the WIT package in `wit/`, generated. One `GuestIndices` per interface, so that every hook is optional.

wasmtime::component::bindgen!({
    path: "../wit",
    world: "every-hook",
    imports: { default: trappable },
    additional_derives: [serde::Serialize],
});

pub(super) use exports::sekme::plugin::{
    bot_check, policy, quirk_after, quirk_before, ranker, submit_scheme, tool_provider,
};
pub(super) use sekme::plugin::{kv, log, types};
