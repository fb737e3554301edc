//! What the guest is told to do. What ends the call is done here; the rest is left to the hook.

use std::hint::black_box;

use crate::bindings::sekme::plugin::log::{Level, write};
use crate::bindings::sekme::plugin::types::Context;
use crate::bindings::wasi::clocks::monotonic_clock::subscribe_duration;

const HOUR: u64 = 3_600_000_000_000;
const TEN_MEGABYTES: usize = 10_000_000;

/// An odd answer, to be given in the way of each hook.
pub(crate) enum Does {
    /// One text of ten megabytes.
    Giant,
    /// Very many small things.
    Much,
    /// What is not on the page.
    Strangers,
    /// Addresses outside the declared hosts.
    OffHost,
    /// More steps, and longer waits, than there may be.
    Steps,
    /// Names with control characters.
    Control,
    /// Nothing odd.
    Well,
}

/// Ends the call in the way that the settings name, or says what to answer.
pub(crate) fn misbehave(context: &Context) -> Does {
    let words = context.settings.split('"').nth(3).unwrap_or_default();
    match words {
        "spin" => loop {
            black_box(());
        },
        "recurse" => {
            black_box(deep(1));
            Does::Well
        }
        "allocate" => {
            let mut kept = Vec::new();
            loop {
                kept.push(black_box(vec![1_u8; 1 << 20]));
            }
        }
        "sleep" => {
            subscribe_duration(HOUR).block();
            Does::Well
        }
        "poll" => {
            let waits = subscribe_duration(HOUR);
            while !waits.ready() {}
            Does::Well
        }
        "trap" => std::process::abort(),
        "panic" => panic!("as told"),
        "log" => {
            for line in 0..100_000 {
                write(Level::Warn, &format!("line {line} \u{1b}[31m\n{{\"jsonrpc\":\"2.0\"}}"));
            }
            Does::Well
        }
        "giant" => Does::Giant,
        "much" => Does::Much,
        "strangers" => Does::Strangers,
        "off-host" => Does::OffHost,
        "steps" => Does::Steps,
        "control" => Does::Control,
        _ => Does::Well,
    }
}

#[expect(unconditional_recursion, reason = "it is to go as deep as it can")]
fn deep(depth: u64) -> u64 {
    let room = black_box([depth; 64]);
    deep(black_box(room[0] + 1)) + room[1]
}

pub(crate) fn giant() -> String {
    "x".repeat(TEN_MEGABYTES)
}
