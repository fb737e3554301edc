//! One integration binary: every test that needs Chrome, the real binary or real components.

mod browser;
mod inject;
mod plugin;
mod stdio;
mod support;
