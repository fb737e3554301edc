//! Policy: whether a call may run. Every call asks; nothing is forbidden yet.

use serde_json::{Map, Value};

use crate::tools::Description;

/// What a policy decides of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The call may run.
    Allow,
}

/// The rules in force.
#[derive(Debug, Clone, Copy)]
pub struct Policy;

impl Policy {
    /// Decides before a call runs.
    pub fn before(self, _tool: &Description, _arguments: &Map<String, Value>) -> Decision {
        Decision::Allow
    }
}
