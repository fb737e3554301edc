//! Placeholder.

pub mod facts;
