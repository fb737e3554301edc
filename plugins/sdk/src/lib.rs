//! What a plugin written in Rust needs: the values of `wit/`, one trait for each hook, and the macro that exports it.
//!
//! A ranker in full:
//!
//! ```
//! use sekme_plugin_sdk::{Context, Element, Page, Ranker, Request};
//!
//! struct ButtonsFirst;
//!
//! impl Ranker for ButtonsFirst {
//!     fn score(_: &Context, _: &Page, _: &Request, element: &Element) -> Option<(i32, &'static str)> {
//!         (element.role == "button").then_some((100, "button"))
//!     }
//! }
//!
//! sekme_plugin_sdk::export_ranker!(ButtonsFirst);
//! # fn main() {}
//! ```
//!
//! The same crate compiles natively, where the export does nothing, so that `cargo test` needs no WebAssembly.

#[cfg(target_arch = "wasm32")]
mod arena;
mod bindings;
mod bot_check;
mod hosts;
mod page;
mod ranker;
mod submit_scheme;
pub mod testing;
pub mod text;

pub use crate::bindings::ranker::exports::sekme::plugin::ranker::{Request, Score};
pub use crate::bindings::ranker::sekme::plugin::types::{
    Context, Element, ElementFlags, Fact, FactValue, Page, Rect,
};
pub use crate::bindings::submit::exports::sekme::plugin::submit_scheme::{Candidate, Field, Form};
pub use crate::bindings::verdict::exports::sekme::plugin::bot_check::{Level, Verdict};
pub use crate::bot_check::BotCheck;
pub use crate::hosts::{host, matches_host, origin};
pub use crate::ranker::Ranker;
pub use crate::submit_scheme::SubmitScheme;

/// What the export macros need of this crate. Not part of its interface.
#[doc(hidden)]
pub mod export {
    pub use crate::bindings::{ranker, submit, verdict};
    pub use crate::bot_check::BotCheckComponent;
    pub use crate::ranker::RankerComponent;
    pub use crate::submit_scheme::SubmitSchemeComponent;
}
