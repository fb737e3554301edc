//! A page that is to be left, while the server of the next one has not answered; and a tab that closes under an action.
//!
//! What was sent cannot be taken back, and sending it again may order twice. So nothing that was sent is stopped: the tab
//! stays as it is, what it showed last is shown again (Chrome keeps every answer of a page back that is being left), and
//! calls that would need the page say what it waits for.

use std::time::Duration;

use crate::browser::{AwaitedPage, Tab, TabId};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::view::shown_url;

use super::{Acting, Answer, Call, Look};

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
/// How long a page that asked for another one by itself may say nothing before it counts as one that waits, and the
/// least time that it is given to say something.
const SILENCE: Duration = Duration::from_millis(1_500);
const AT_LEAST: Duration = Duration::from_millis(500);
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
        Some(match self.way_back(tab) {
            Some(way) => format!("nothing is shown of {} yet; {advice}; {way}", tab.id()),
            None => format!("the page is shown as it was; {advice}"),
        })
    }

    /// How to go back to the page that opened a tab which shows nothing yet.
    fn way_back(&mut self, tab: &Tab) -> Option<String> {
        let shows =
            self.page().awaited.as_ref().is_some_and(|known| known.tab == tab.id() && known.look.is_some());
        let opener = tab.opener().filter(|_| !shows)?;
        let browser = self.session.browser()?;
        let is_open = browser.tabs().iter().any(|tab| tab.id() == opener && tab.is_open());
        is_open
            .then(|| format!("browser_tabs action=switch tab={opener} goes on with the page that opened it"))
    }

    /// Notes that the tab waits for another page that it asked for by itself; what to do about it. Chrome keeps every
    /// answer of such a page back, so whoever asks it something waits in vain; but most pages that are asked for come
    /// at once.
    pub(super) async fn note_silence(&mut self, tab: &Tab) -> Option<String> {
        let asked = tab.awaited().filter(|_| tab.is_open() && tab.blocking_dialog().is_none())?;
        let waits = || tab.awaited().is_some_and(|now| now.request == asked.request);
        let patience = self.progress.child(SILENCE.saturating_sub(asked.since.elapsed()).max(AT_LEAST));
        let silence = async { while waits() && patience.wait(PAUSE).await.is_ok() {} };
        let main = tab.main_frame();
        tokio::select! {
            _ = inject::sample(&main, &self.progress) => None,
            () = silence => waits().then(|| self.note_awaited(tab)).flatten(),
        }
    }

    /// The answer to an action that opened a tab whose page has no answer yet, so that there is nothing to show.
    pub(super) fn unanswered_in_new_tab(&mut self, from: &Tab, done: &str) -> Option<Answer> {
        let tab = self.page().tab.clone().filter(|tab| tab.opener() == Some(from.id()))?;
        let awaited = self.awaited(&tab)?;
        let mut answer = Answer::receipt(format!("{done} → {} in new tab {}", in_words(&awaited), tab.id()));
        answer.notes.extend(self.note_awaited(&tab));
        Some(answer)
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
        let way = self.way_back(tab);
        Some(look.map(|look| *look).ok_or_else(|| waiting(&awaited, way.as_deref())))
    }

    /// A line of the view, while the tab waits.
    pub(super) fn awaited_notice(&mut self, tab: &Tab) -> Option<String> {
        self.awaited(tab).map(|awaited| format!("LOADING {}; this is the page before it", in_words(&awaited)))
    }

    /// Sees to it that the page can be used. What was sent is waited for; another page that was asked for is given up
    /// for a call that acts.
    pub(super) async fn free(&mut self, tab: &Tab) -> Result<(), ToolError> {
        let is_news = self.awaited(tab).is_none() && self.note_silence(tab).await.is_some();
        let Some(awaited) = self.awaited(tab) else { return Ok(()) };
        if is_news || awaited.sends || self.looks_only {
            let error = waiting(&awaited, self.way_back(tab).as_deref());
            return Err(if is_news && !self.looks_only { error.showing_the_page() } else { error });
        }
        self.give_up(tab).await;
        self.say(format!(
            "{} had not answered, so loading it was stopped, and this acts on the page before it",
            shown_url(&awaited.url)
        ));
        Ok(())
    }

    /// What is to be told where something that was sent is given up before its answer came.
    pub fn giving_up(&self, tab: &Tab) -> Option<String> {
        let awaited = tab.awaited().filter(|awaited| awaited.sends)?;
        let url = shown_url(&awaited.url);
        Some(format!(
            "the answer to what was sent ({} {url}) is given up; it may have arrived, so find out before it is sent again",
            awaited.method
        ))
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
        let next = match super::heir(Some(&closed), &browser.tabs()) {
            Some(tab) => tab,
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

fn waiting(awaited: &AwaitedPage, way_back: Option<&str>) -> ToolError {
    let advice = if awaited.sends { SENT } else { ASKED };
    let advice = way_back.map_or_else(|| advice.to_owned(), |way| format!("{advice}; {way}"));
    let message = format!("the page cannot be used now: {}", in_words(awaited));
    ToolError::new(ErrorCode::TimedOut, message, advice)
}
