//! What a plugin written in Rust needs: the values of `wit/`, one trait for each hook, and the macro that exports them.
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
//! sekme_plugin_sdk::export!(ButtonsFirst: Ranker);
//! # fn main() {}
//! ```
//!
//! The same crate compiles natively, where the export does nothing, so that `cargo test` needs no WebAssembly.

#[cfg(target_arch = "wasm32")]
mod arena;
mod bindings;
mod bot_check;
mod exports;
mod host;
mod hosts;
mod page;
mod policy;
mod quirk_after;
mod quirk_before;
mod ranker;
mod submit_scheme;
pub mod testing;
pub mod text;
mod tool_provider;

pub use crate::bindings::after::exports::sekme::plugin::quirk_after::{Advice as AfterAdvice, SearchBox};
pub use crate::bindings::before::exports::sekme::plugin::quirk_before::Advice as BeforeAdvice;
pub use crate::bindings::policy::exports::sekme::plugin::policy::{
    Decision, Outcome as ToolOutcome, Redaction, Refusal, ToolCall,
};
pub use crate::bindings::ranker::exports::sekme::plugin::ranker::{Request, Score};
pub use crate::bindings::ranker::sekme::plugin::types::{
    Context, Element, ElementFlags, Fact, FactValue, Page, Rect, Step, Target,
};
pub use crate::bindings::submit::exports::sekme::plugin::submit_scheme::{Candidate, Field, Form};
pub use crate::bindings::tools::exports::sekme::plugin::tool_provider::{Reply, Tool};
pub use crate::bindings::verdict::exports::sekme::plugin::bot_check::{Level, Verdict};
pub use crate::bot_check::BotCheck;
pub use crate::host::{kv, log};
pub use crate::hosts::{host, matches, matches_host, origin};
pub use crate::policy::Policy;
pub use crate::quirk_after::QuirkAfter;
pub use crate::quirk_before::QuirkBefore;
pub use crate::ranker::Ranker;
pub use crate::submit_scheme::SubmitScheme;
pub use crate::tool_provider::ToolProvider;

/// What the export macro needs of this crate. Not part of its interface.
#[doc(hidden)]
pub mod export {
    pub use crate::bindings::{after, before, policy, ranker, submit, tools, verdict};
    pub use crate::bot_check::BotCheckComponent;
    pub use crate::policy::PolicyComponent;
    pub use crate::quirk_after::QuirkAfterComponent;
    pub use crate::quirk_before::QuirkBeforeComponent;
    pub use crate::ranker::RankerComponent;
    pub use crate::submit_scheme::SubmitSchemeComponent;
    pub use crate::tool_provider::ToolProviderComponent;
}
