//! The loop guard: whether a call repeats what changed nothing. Every call asks; none is stopped yet.

use serde_json::{Map, Value};

use crate::tools::Description;

/// What the guard says of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuardVerdict {
    /// The call may run.
    Proceed,
}

/// The calls so far.
#[derive(Debug, Clone, Copy)]
pub struct Guard;

impl Guard {
    /// Judges a call before it runs.
    pub fn before(self, _tool: &Description, _arguments: &Map<String, Value>) -> GuardVerdict {
        GuardVerdict::Proceed
    }
}
