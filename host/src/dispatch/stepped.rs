//! Audit records of steps that packs and plugins had done within a call.

use serde_json::{Map, Value};

use super::Dispatch;
use crate::audit::page_of;
use crate::error::ErrorCode;
use crate::snapshot::text::cut;

impl Dispatch {
    /// Writes a record for each step that was done, under the number of the call in which it was.
    pub(super) fn record_steps(&self, call: u64) {
        for step in self.session.take_steps() {
            let mut record = self.audit.record(call, "plugin step", "input");
            record.arguments = Map::from_iter([("step".to_owned(), Value::from(step.step))]);
            record.page = page_of(&step.page);
            record.outcome = if step.code.is_some() { "error" } else { "ok" };
            record.code = step.code.map(ErrorCode::as_str);
            record.receipt = cut(&step.receipt, 200);
            record.by = vec![format!("plugin:{}", step.by)];
            record.elapsed_ms = step.elapsed_ms;
            self.audit.write(&record);
        }
    }
}
