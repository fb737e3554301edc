//! Placeholder.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod browser;
pub mod error;
pub mod inject;
pub mod plugin;
pub mod progress;
pub mod server;
pub mod session;
pub mod sites;
pub mod snapshot;
pub mod tools;
