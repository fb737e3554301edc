//! What the integration tests share.

pub(crate) mod components;
pub(crate) mod fake_core;
pub(crate) mod mcp;
pub(crate) mod quirks;
pub(crate) mod sekme;
pub(crate) mod site;
