//! Sekme: a browser for language models that run on a person's own machine.
//!
//! ```text
//! MCP client ──stdio──> server ──> dispatch ──> tools ──> session ──> browser ──> Chrome
//!                                   │ policy → guard → tool → receipt → audit      ↑
//!                                   └ plugin (wasmtime), sites (packs)     inject (scripts)
//! ```
//!
//! - [`server`]: MCP over stdio; the only module that names rmcp.
//! - [`dispatch`]: the one way every call goes: [`policy`], [`guard`], tool, receipt, [`audit`].
//! - [`surface`]: which tools a client is offered, and how answers are laid out.
//! - [`tools`]: one file a tool; [`tools::arguments`] checks and repairs what models send.
//! - [`session`]: what one client owns; looking, resolving, acting, typing, submitting, receipts.
//! - [`snapshot`]: facts, refs and views; pure.
//! - [`inject`]: the scripts that read and act inside pages; the only caller of evaluation.
//! - [`browser`]: Chrome over CDP; the only module that names chromiumoxide.
//! - [`plugin`]: WebAssembly components; the only module that names wasmtime. [`sites`]: data packs.
//! - [`progress`], [`error`], [`turn`]: the deadline, cancellation, errors and order of calls that everything shares.
//! - [`cli`], [`config`], [`logging`], [`run`]: the program around it. `timing`: lines of the log for the bench.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod audit;
pub mod browser;
pub mod cli;
pub mod config;
pub mod dispatch;
pub mod error;
pub mod guard;
pub mod inject;
pub mod logging;
pub mod memory;
pub mod plugin;
pub mod policy;
pub mod progress;
pub mod run;
pub mod server;
pub mod session;
pub mod sites;
pub mod snapshot;
pub mod surface;
mod timing;
pub mod tools;
pub mod turn;
