//! A page that is to be left, while the server of the next one has not answered; and a tab that closes under an action.
//!
//! What was sent cannot be taken back, and sending it again may order twice. So nothing that was sent is stopped: the tab
//! stays as it is, what it showed last is shown again (Chrome keeps every answer of a page back that is being left), and
//! calls that would need the page say what it waits for.

use std::time::Duration;

use crate::browser::{AwaitedPage, Tab, TabId};
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::view::shown_url;

use super::{Acting, Call, Look};

/// What to do while something that was sent has no answer.
const SENT: &str = "wait for the answer with browser_wait_for type=load, and do not send it again; browser_navigate or browser_history action=back gives it up";
/// The same after a wait in vain.
const UNANSWERED: &str =
    "what was sent has no answer yet: wait once more, then tell the person; do not send it again";
/// What to do while another page has no answer.
const ASKED: &str =
    "browser_wait_for type=load waits for it; any other action, or browser_navigate, gives it up";
/// What to do about what a script sent.
pub(super) const ANSWER_COMES: &str = "the page may show the answer when it comes: wait for it with browser_wait_for, and do not do the same again meanwhile";
/// Longest wait for a page to stop loading, and the pause between two looks.
const STOPPING: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(20);
/// Pause between two looks whether a page is being left; most are left sooner.
const LEAVING: Duration = Duration::from_millis(100);
/// Longest wait for another tab.
const ANOTHER: Duration = Duration::from_secs(10);

/// A tab that waits for another page.
#[derive(Debug)]
pub(crate) struct Awaited {
    tab: TabId,
    request: String,
    /// The page as it was read last.
    look: Option<Box<Look>>,
}

/// What to do about something that was sent from a tab and has no answer yet.
pub(super) fn advice(tab: &Tab) -> Option<&'static str> {
    tab.awaited().filter(|awaited| awaited.sends).map(|_| UNANSWERED)
}

impl Call {
    /// Notes that the tab waits for another page; what to do about it.
    pub(super) fn note_awaited(&mut self, tab: &Tab) -> Option<String> {
        let awaited = tab.awaited()?;
        let advice = if awaited.sends { SENT } else { ASKED };
        let page = self.page();
        let is_known = |known: &Awaited| known.tab == tab.id() && known.request == awaited.request;
        if !page.awaited.as_ref().is_some_and(is_known) {
            let document = tab.activity().document;
            let look = page.last.clone().filter(|last| last.shows(tab.id(), document));
            page.awaited = Some(Awaited { tab: tab.id(), request: awaited.request, look });
        }
        Some(format!("the page is shown as it was; {advice}"))
    }

    /// The page that the tab was told to wait for and still does.
    pub(super) fn awaited(&mut self, tab: &Tab) -> Option<AwaitedPage> {
        let known = self.page().awaited.as_ref().filter(|known| known.tab == tab.id())?;
        let awaited = tab.awaited().filter(|awaited| awaited.request == known.request);
        if awaited.is_none() {
            self.page().awaited = None;
        }
        awaited
    }

    /// `sent, and not answered yet (POST …, 10 s)`, while the tab waits.
    pub(super) fn awaited_in_words(&mut self, tab: &Tab) -> Option<String> {
        self.awaited(tab).map(|awaited| in_words(&awaited))
    }

    /// The page as it was read last, where it cannot be read because it waits for another one.
    pub(super) fn look_again(&mut self, tab: &Tab) -> Option<Result<Look, ToolError>> {
        let awaited = self.awaited(tab)?;
        let look = self.page().awaited.as_ref().and_then(|known| known.look.clone());
        Some(look.map(|look| *look).ok_or_else(|| waiting(&awaited)))
    }

    /// A line of the view, while the tab waits.
    pub(super) fn awaited_notice(&mut self, tab: &Tab) -> Option<String> {
        self.awaited(tab).map(|awaited| format!("LOADING {}; this is the page before it", in_words(&awaited)))
    }

    /// Sees to it that the page can be used. What was sent is waited for; another page that was asked for is given up
    /// for a call that acts.
    pub(super) async fn free(&mut self, tab: &Tab) -> Result<(), ToolError> {
        let Some(awaited) = self.awaited(tab) else { return Ok(()) };
        if awaited.sends || self.looks_only {
            return Err(waiting(&awaited));
        }
        self.give_up(tab).await;
        self.say(format!(
            "{} had not answered, so loading it was stopped, and this acts on the page before it",
            shown_url(&awaited.url)
        ));
        Ok(())
    }

    /// Stops the loading of a page that has not answered, so that what comes next is not taken for its end.
    pub(super) async fn give_up(&mut self, tab: &Tab) {
        if tab.awaited().is_none() {
            return;
        }
        tab.stop_loading().await;
        let stopping = self.progress.child(STOPPING);
        while tab.awaited().is_some() && stopping.wait(PAUSE).await.is_ok() {}
        self.page().awaited = None;
    }

    /// Ends when another page was asked for in place of the one that is there.
    pub(super) async fn leaves(&self, tab: &Tab) {
        // Its end is for whoever waits beside.
        while self.progress.wait(LEAVING).await.is_ok() {
            if tab.awaited().is_some() {
                return;
            }
        }
        std::future::pending::<()>().await;
    }

    /// Where the tab was closed under an action, the action goes on in the one that is current then.
    pub(super) async fn goes_on_elsewhere(
        &mut self,
        acting: &mut Acting,
        error: ToolError,
    ) -> Result<(), ToolError> {
        let closed = acting.tab.clone();
        let browser = self.session.browser().filter(|_| self.session.chrome.running().is_some());
        let Some(browser) = browser.filter(|_| error.code == ErrorCode::BrowserGone && !closed.is_open())
        else {
            return Err(error);
        };
        let tabs = browser.tabs();
        let opener = tabs.iter().find(|tab| tab.is_open() && Some(tab.id()) == closed.opener());
        let next = match opener.or_else(|| tabs.iter().rev().find(|tab| tab.is_open())) {
            Some(tab) => tab.clone(),
            None => browser.current_tab(&self.progress.child(ANOTHER)).await?,
        };
        let now = super::tabs::in_words(&next);
        acting.closed = Some(format!("its tab {} closed; now on {now}", closed.id()));
        acting.before = None;
        acting.pressed = None;
        acting.tab = next.clone();
        self.page().tab = Some(next);
        Ok(())
    }
}

/// `sent (POST …), and not answered since 3 s`.
pub(super) fn in_words(awaited: &AwaitedPage) -> String {
    let url = shown_url(&awaited.url);
    let seconds = awaited.since.elapsed().as_secs();
    if awaited.sends {
        format!("sent ({} {url}), and not answered since {seconds} s", awaited.method)
    } else {
        format!("asked for {url}, which has not answered since {seconds} s")
    }
}

fn waiting(awaited: &AwaitedPage) -> ToolError {
    let advice = if awaited.sends { SENT } else { ASKED };
    let message = format!("the page cannot be used now: {}", in_words(awaited));
    ToolError::new(ErrorCode::TimedOut, message, advice)
}
