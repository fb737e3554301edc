//! What pages said, kept so that an answer can be held against it.

use super::Dispatch;
use crate::error::ErrorCode;
use crate::session::Answer;
use crate::tools::Description;

/// Tools whose answers are not what a page says: values of a model's own script, our own state.
const NOT_FROM_PAGES: [&str; 6] = [
    "browser_evaluate",
    "browser_answer",
    "browser_status",
    "browser_monitor",
    "browser_screenshot",
    "browser_close",
];

impl Dispatch {
    /// Keeps what an answer shows of the page. Receipts and errors repeat what the model sent, so they are left out.
    pub(super) fn remember(&self, description: &Description, answer: &Answer, code: Option<ErrorCode>) {
        if NOT_FROM_PAGES.contains(&description.name) {
            return;
        }
        let shown = match code {
            None => answer.body.as_str(),
            Some(_) => answer.body.split_once(super::failed::PAGE_NOW).map_or("", |(_, view)| view),
        };
        if !shown.is_empty() {
            self.session.claims().remember(&self.session.sight().header, shown);
        }
    }
}
