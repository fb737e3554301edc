//! One integration binary: every test that needs Chrome, the real binary or real components.

mod acting;
mod architecture;
mod authoring;
mod browser;
mod chaos;
mod contract;
mod inject;
mod modes;
mod plugin;
mod policy;
mod plugin_life;
mod process;
mod provided;
mod quirks;
mod ranking;
mod reading;
mod search;
mod settings;
mod stdio;
mod support;
mod surfaces;
mod tools;
