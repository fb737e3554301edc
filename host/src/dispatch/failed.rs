//! The answer to a failed call. After a failed action it shows the page as it is now, since the next step needs it
//! and small models do not ask for it.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{Dispatch, Ending, Failure, acts};
use crate::error::{ErrorCode, ToolError};
use crate::guard::{Asked, Place, nudge};
use crate::session::{Answer, ViewRequest};
use crate::tools::{Description, Effect};

/// What stands before a view that goes with an error.
pub(super) const PAGE_NOW: &str = "\nThe page now:\n";
/// Longest wait for the view that goes with an error.
const VIEW_LIMIT: Duration = Duration::from_secs(4);

impl Dispatch {
    /// The answer, with `hint` in place of the error's own where there is one.
    pub(super) async fn failed(
        &self,
        description: &Description,
        failure: Failure,
        hint: &str,
    ) -> (Answer, Ending) {
        let Failure { mut error, call } = failure;
        let outcome = if error.cancelled { "cancelled" } else { "error" };
        // Arguments that could not even be read may hold anything.
        let is_secret = match &call {
            Some(call) => call.is_sensitive(),
            None => description.effect == Effect::Input,
        };
        let ending = Ending { outcome, code: Some(error.code), is_secret };
        if !hint.is_empty() {
            hint.clone_into(&mut error.hint);
        }
        let mut answer = Answer::body(self.surface.render_error(&error));
        if !wants_view(description, &error) || self.session.browser().is_none() {
            return (answer, ending);
        }
        drop(call);
        let Ok(mut call) = self.session.begin(VIEW_LIMIT, CancellationToken::new()).await else {
            return (answer, ending);
        };
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        if let Ok(tab) = call.waiting_tab().await
            && tab.url() != "about:blank"
            && let Ok(look) = call.look(&tab, &request).await
        {
            answer.body.push_str(PAGE_NOW);
            answer.body.push_str(&call.view(&look, &request));
            answer.decisions = look.decisions;
        }
        (answer, ending)
    }

    /// What to say instead of an error's own advice where the same was looked for in vain before.
    pub(super) fn told_before(
        &self,
        description: &Description,
        asked: &Asked,
        error: &ToolError,
    ) -> Option<String> {
        let sight = self.session.sight();
        let repeat = self.guard().failed_before(asked, sight.mark, error.code)?;
        Some(nudge(
            description.name,
            repeat,
            &Place { header: sight.header, waits: self.session.waits(), ..Place::default() },
        ))
    }
}

fn wants_view(description: &Description, error: &ToolError) -> bool {
    let page_is_no_help = match error.code {
        ErrorCode::BrowserGone | ErrorCode::PageCrashed | ErrorCode::TimedOut => true,
        // What a page that refuses a form says is needed; where none was reached there is nothing to show.
        ErrorCode::NavigationFailed => description.effect != Effect::Input,
        _ => false,
    };
    let is_usual = acts(description) && !error.cancelled && !error.without_view && !page_is_no_help;
    is_usual || error.with_view
}
