//! What came while something else was waited for in vain.

use std::time::Duration;

use crate::error::{ErrorCode, ToolError};
use crate::session::receipt::{Happenings, changes, news, untold};
use crate::session::{Acting, Call, ViewRequest};
use crate::snapshot::view::row;

/// Longest look at what came.
const LOOK: Duration = Duration::from_secs(2);
/// Most new elements named.
const NAMED: usize = 4;

impl Call {
    /// The error of a wait in vain with what came meanwhile, new elements by their refs.
    pub async fn with_what_came(&mut self, acting: &Acting, error: ToolError) -> ToolError {
        let is_vain = error.code == ErrorCode::TimedOut && !error.cancelled;
        let (true, Some(before)) = (is_vain && self.awaited(&acting.tab).is_none(), &acting.before) else {
            return error;
        };
        let seen = self.watched(acting).await.unwrap_or_default();
        let all = self.progress.clone();
        self.limit(LOOK);
        let request = ViewRequest { intent: "browse", text_budget: Some(0), ..ViewRequest::default() };
        let look = self.look(&acting.tab, &request).await;
        self.progress = all;
        let Ok(look) = look else { return error };
        let after = look.moment();
        let beside = Happenings { messages: seen.messages, ..Happenings::default() };
        let mut came = changes(Some(before), &after, &beside);
        let elements = look.snapshot.elements();
        let mut labels = Vec::new();
        for placed in look.order.iter().filter_map(|id| elements.get(*id).copied()) {
            let document = look.snapshot.frames[placed.frame].document;
            if before.is_same_page(&after) && !before.has(document, placed.element.id) {
                labels.push(row(&self.line(&look.snapshot, placed)).label);
            }
            if labels.len() == NAMED {
                break;
            }
        }
        if !labels.is_empty() {
            came.retain(|words| !words.starts_with("new: "));
            came.push(format!("new: {}", labels.join(", ")));
        }
        let lines = news(before, &after, &seen.texts);
        came.extend(untold(&lines, &came.join("\n")));
        if came.is_empty() {
            return error;
        }
        let message = format!("{}; meanwhile: {}", error.message, came.join("; "));
        ToolError { message, ..error }
    }
}
