//! `browser_close`: close the tab, or the browser; waits for calls that were sent before it, but not for a stuck page.

use std::time::Duration;

use crate::browser::{Mode, Tab};
use crate::error::ToolError;
use crate::session::{Answer, Call, heir};
use crate::snapshot::view::shown_url;

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_close",
        title: "Close",
        about: "Close the browser (default) or the current tab. Works even while a page is stuck.",
        effect: Effect::Lifecycle,
        arguments: &[Argument::optional("what", Kind::Choice(&["browser", "tab"]), "")],
        example: "{}",
        out_of_band: true,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest wait for a tab to close.
const TAB_LIMIT: Duration = Duration::from_secs(2);
/// How long a call that was sent earlier may go on before it counts as stuck.
const PATIENCE: Duration = Duration::from_secs(3);

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.let_earlier_calls_end(PATIENCE).await?;
    let session = call.session();
    let Some(browser) = session.browser() else {
        return Ok(Answer::receipt("No browser is open"));
    };
    if arguments.text("what") == Some("tab") {
        let current = session.current_tab_id();
        let tabs = browser.tabs();
        let tab = tabs.iter().find(|tab| Some(tab.id()) == current).or(tabs.last());
        let Some(tab) = tab else {
            return Ok(Answer::receipt("No tab is open"));
        };
        let given_up = call.giving_up(tab);
        tab.close(&call.progress().child(TAB_LIMIT)).await?;
        let rest: Vec<Tab> = browser.tabs().into_iter().filter(Tab::is_open).collect();
        let now = match heir(Some(tab), &rest) {
            Some(tab) => format!("{} ({}) is current now", tab.id(), shown_url(&tab.url())),
            None => "none is open now".to_owned(),
        };
        let count = if rest.len() > 1 { format!(", of {} tabs", rest.len()) } else { String::new() };
        let mut answer = Answer::receipt(format!("Closed tab {}; {now}{count}", tab.id()));
        answer.notes.extend(given_up);
        return Ok(answer);
    }
    let mode = browser.mode();
    session.close_browser().await;
    Ok(Answer::receipt(match mode {
        Mode::Managed => "Closed the browser; browser_navigate opens it again",
        Mode::Attached => "Let go of the browser; it stays open",
    }))
}
