//! One integration binary: every test that needs Chrome, the real binary or real components.

mod acting;
mod architecture;
mod authoring;
mod browser;
mod chaos;
mod contract;
mod hostile;
mod inject;
mod modes;
mod plugin;
mod plugin_life;
mod policy;
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
