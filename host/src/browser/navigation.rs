//! Going to a page and waiting for it.

use std::pin::pin;
use std::time::{Duration, Instant};

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::emulation::SetScriptExecutionDisabledParams;
use chromiumoxide::cdp::browser_protocol::page::{
    GetNavigationHistoryParams, NavigateParams, NavigateToHistoryEntryParams, ReloadParams,
};
use chromiumoxide::cdp::browser_protocol::target::{GetTargetInfoParams, TargetId};
use chromiumoxide::cdp::js_protocol::runtime::{EvaluateParams, TerminateExecutionParams};

use super::script::SignOfLife;
use super::state::{Commit, State, TabState, listening};
use super::{BrowserError, Navigation, Tab, WaitUntil};
use crate::progress::{Interrupted, Progress};

/// How long a page that is to be left may be unresponsive before its script is ended.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// How much longer a page that did not take an action in time may be busy with it.
const BUSY: Duration = Duration::from_secs(11);

/// What is left of a call's time for its answer when a page is busy.
const ANSWER: Duration = Duration::from_secs(4);

/// How long a navigation away from a page that opens dialogs is waited for before it is asked for again.
const DIALOG_PATIENCE: Duration = Duration::from_millis(1_500);

/// How long the end of such a script may take.
const ENDING_LIMIT: Duration = Duration::from_secs(10);

/// After this many documents in a row, and this long, a page that opens another one before it has loaded never will.
const ENDLESS: u64 = 8;
const ENDLESS_TIME: Duration = Duration::from_secs(4);

/// Pause between two looks at whether a page that loads still answers.
const WATCH: Duration = Duration::from_secs(1);

/// How long a document that is there may go on loading what belongs to it.
const LINGER: Duration = Duration::from_secs(12);

/// What had happened in the tab before a navigation.
struct Mark {
    crashes: u64,
    navigations: u64,
    errors: u64,
    downloads: u64,
}

/// How the first half of a navigation ended.
enum Outcome {
    Committed(Commit),
    Failed(String),
    Download,
}

/// What a navigation has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// The page has loaded.
    Loaded,
    /// It is there, and still loads.
    Partly,
    /// It opens itself again and again.
    Endless,
    /// Another place in the same document.
    Within,
    /// A file.
    Download,
}

impl Tab {
    /// Goes to an address. Before the commit a passed deadline stops the loading and is an error; after it the page
    /// is usable and only not [`complete`](Navigation::complete). A crashed tab comes back.
    pub async fn navigate(
        &self,
        url: &str,
        wait: WaitUntil,
        p: &Progress,
    ) -> Result<Navigation, BrowserError> {
        p.log(format!("going to {url}"));
        let left = self.url();
        let navigation = self.navigate_past_dialogs(url, wait, p).await?;
        // A page that opened itself again was faster than the one that was asked for; its scripts are off now.
        if navigation.endless && navigation.url == left && left != url {
            return self.navigate_past_dialogs(url, wait, p).await;
        }
        Ok(navigation)
    }

    async fn navigate_past_dialogs(
        &self,
        url: &str,
        wait: WaitUntil,
        p: &Progress,
    ) -> Result<Navigation, BrowserError> {
        // A dialog that opens while its page is being replaced can hold the new document back for good; asking
        // again helps. A page without dialogs gets the whole time at once.
        while self.opens_dialogs() && p.remaining() > DIALOG_PATIENCE * 2 {
            match self.navigate_once(url, wait, &p.child(DIALOG_PATIENCE)).await {
                Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
                    p.log("the page's dialogs held the navigation back");
                }
                other => return other,
            }
        }
        self.navigate_once(url, wait, p).await
    }

    fn opens_dialogs(&self) -> bool {
        self.look(|tab| tab.last_dialog.is_some_and(|last| last.elapsed() < DIALOG_PATIENCE))
    }

    async fn navigate_once(
        &self,
        url: &str,
        wait: WaitUntil,
        p: &Progress,
    ) -> Result<Navigation, BrowserError> {
        let mark = self.mark();
        let _leaving = self.begin_leaving();
        let command = NavigateParams::new(url);
        let answer = self.leave(&command, p).await.map_err(|error| match error {
            // An address that Chrome does not even try.
            BrowserError::Protocol { message, .. } => {
                BrowserError::NavigationFailed { url: url.to_owned(), reason: message }
            }
            other => other,
        })?;
        if answer.is_download == Some(true) {
            return Ok(self.arrived(Arrival::Download));
        }
        if let Some(reason) = answer.error_text {
            return Err(BrowserError::NavigationFailed { url: url.to_owned(), reason });
        }
        let Some(loader) = answer.loader_id else {
            self.moved_within(&mark, p).await;
            return Ok(self.arrived(Arrival::Within));
        };
        self.follow(url, Some(loader.inner()), &mark, wait, p).await
    }

    /// Waits for the event of a navigation within the document, so that the address is right.
    async fn moved_within(&self, mark: &Mark, p: &Progress) {
        let id = self.id;
        let moved = |state: &State| (state.tabs.get(&id)?.navigations > mark.navigations).then_some(());
        // The navigation has been answered, so it happened: without the event only our knowledge is older.
        let _ = self.link.until("the address to change", &p.child(PATIENCE), moved).await;
    }

    /// Loads the page again.
    pub async fn reload(&self, wait: WaitUntil, p: &Progress) -> Result<Navigation, BrowserError> {
        p.log("reloading");
        let mark = self.mark();
        let _leaving = self.begin_leaving();
        self.leave(&ReloadParams::default(), p).await?;
        self.follow(&self.url(), None, &mark, wait, p).await
    }

    /// Goes back (negative) or forward in the tab's history.
    pub async fn history(
        &self,
        delta: i32,
        wait: WaitUntil,
        p: &Progress,
    ) -> Result<Navigation, BrowserError> {
        p.log(format!("going {delta} in the history"));
        let history = self.call(&GetNavigationHistoryParams::default(), "the tab's history", p).await?;
        let index = usize::try_from(history.current_index + i64::from(delta)).ok();
        let Some(entry) = index.and_then(|index| history.entries.get(index)) else {
            let reason = if delta < 0 { "there is no earlier page" } else { "there is no later page" };
            return Err(BrowserError::NavigationFailed {
                url: self.url(),
                reason: format!("{reason} in this tab's history"),
            });
        };
        if delta == 0 {
            return Ok(self.arrived(Arrival::Within));
        }
        let mark = self.mark();
        let _leaving = self.begin_leaving();
        self.leave(&NavigateToHistoryEntryParams::new(entry.id), p).await?;
        self.follow(&entry.url, None, &mark, wait, p).await
    }

    /// Sends the command that starts a navigation, and sees to it that a stuck page lets go.
    async fn leave<C: Command>(&self, command: &C, p: &Progress) -> Result<C::Response, BrowserError> {
        let session = self.session()?;
        self.free(&session, PATIENCE, p).await?;
        self.thaw(&session);
        let answer = self.link.start(Some(&session), command).wait("the site to answer", p).await;
        if let Err(BrowserError::Interrupted(_)) = answer {
            self.stop_loading_soon();
        }
        answer
    }

    /// Sees to it that a page that is to be left or closed runs no endless script: the new document would wait for
    /// it, and from then on Chrome keeps back every command that could end it. True where one was ended.
    pub(super) async fn free(
        &self,
        session: &str,
        patience: Duration,
        p: &Progress,
    ) -> Result<bool, BrowserError> {
        let what = "the page to answer";
        if self.crashed() {
            return Ok(false);
        }
        let mut answer = pin!(self.link.start(Some(session), &EvaluateParams::new("0")).raw());
        if p.race(what, tokio::time::timeout(patience, &mut answer)).await?.is_ok() {
            return Ok(false);
        }
        p.log("ending the page's script, which never returns");
        self.stop_loading_soon();
        self.link.send(Some(session), &TerminateExecutionParams::default());
        // A script that opens dialogs without end hears of it after some of them.
        let _ = p.race(what, tokio::time::timeout(ENDING_LIMIT, &mut answer)).await?;
        Ok(true)
    }

    /// Waits for the commit, of the document that Chrome named if it did, and then for as much of the document as
    /// is wanted.
    async fn follow(
        &self,
        url: &str,
        loader: Option<&str>,
        mark: &Mark,
        wait: WaitUntil,
        p: &Progress,
    ) -> Result<Navigation, BrowserError> {
        let id = self.id;
        let outcome = self.link.until("the page to replace the old one", p, |state| {
            let tab = state.tabs.get(&id)?;
            Some(match living(tab, mark) {
                Ok(()) => match outcome(state, tab, loader, mark) {
                    Some(outcome) => Ok(outcome),
                    // The old page cannot let go before somebody answers.
                    None => Err(BrowserError::DialogOpen(Box::new(state.blocking_dialog(id)?.clone()))),
                },
                Err(error) => Err(error),
            })
        });
        let outcome = match outcome.await {
            Ok(outcome) => outcome?,
            Err(error) => {
                self.stop_loading_soon();
                return Err(error);
            }
        };
        let commit = match outcome {
            Outcome::Committed(commit) => commit,
            Outcome::Failed(reason) => {
                return Err(BrowserError::NavigationFailed { url: url.to_owned(), reason });
            }
            Outcome::Download => return Ok(self.arrived(Arrival::Download)),
        };
        if let Some(url) = commit.unreachable {
            let reason = self.look(|tab| tab.traffic.error_of(&commit.loader));
            let reason = reason.unwrap_or_else(|| "the site cannot be reached".to_owned());
            return Err(BrowserError::NavigationFailed { url, reason });
        }
        if commit.same_document {
            return Ok(self.arrived(Arrival::Within));
        }
        let committed = Instant::now();
        let loaded = self.link.until("the page to load", p, |state| {
            let tab = state.tabs.get(&id)?;
            if let Err(error) = living(tab, mark) {
                return Some(Err(error));
            }
            // A page that goes on by itself is followed: the current document counts.
            if has_reached(tab, wait) {
                return Some(Ok(Arrival::Loaded));
            }
            // It will not load any further before somebody answers.
            if let Some(open) = state.blocking_dialog(id) {
                return Some(Err(BrowserError::DialogOpen(Box::new(open.clone()))));
            }
            let is_endless =
                tab.navigations - mark.navigations > ENDLESS && committed.elapsed() > ENDLESS_TIME;
            is_endless.then_some(Ok(Arrival::Endless))
        });
        let loaded = tokio::select! {
            biased;
            loaded = loaded => loaded,
            () = self.watch_over(p) => Err(Interrupted::Cancelled.into()),
            () = self.linger(wait) => Ok(Ok(Arrival::Partly)),
        };
        let arrival = match loaded {
            Ok(loaded) => loaded?,
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => Arrival::Partly,
            Err(error) => {
                self.stop_loading_soon();
                return Err(error);
            }
        };
        match arrival {
            Arrival::Loaded => self.refresh_title(p).await,
            Arrival::Endless => self.hold_still(),
            _ => {}
        }
        Ok(self.arrived(arrival))
    }

    /// Ends scripts without end while a page loads, in its frames too: it would never have loaded. Returns only when
    /// it cannot be done any more.
    async fn watch_over(&self, p: &Progress) {
        loop {
            let sessions = self.link.read(|state| state.sessions_of(self.id));
            let signs = sessions.iter().map(|session| SignOfLife::ask(&self.link, session).come());
            let signs = futures_util::future::join_all(signs);
            if p.race("the page to answer", signs).await.is_err() || p.wait(WATCH).await.is_err() {
                // The deadline is noticed where the page is waited for.
                std::future::pending::<()>().await;
            }
        }
    }

    /// Waits until a document has been there for a while: what it still loads may never come. For ever where it is
    /// not the load that is waited for.
    async fn linger(&self, wait: WaitUntil) {
        if wait != WaitUntil::Load {
            std::future::pending::<()>().await;
        }
        let id = self.id;
        let p = Progress::uncancelled(Duration::from_hours(24));
        let mut document = None;
        loop {
            let ready = self.link.until("the document", &p, |state| {
                let frame = state.tabs.get(&id)?.frames.main();
                (frame.reached().dom_content_loaded && Some(frame.document) != document)
                    .then_some(frame.document)
            });
            let Ok(ready) = ready.await else { return std::future::pending().await };
            document = Some(ready);
            let replaced = self.link.until("another document", &p, |state| {
                (state.tabs.get(&id)?.frames.main().document != ready).then_some(())
            });
            if tokio::time::timeout(LINGER, replaced).await.is_err() {
                return;
            }
        }
    }

    /// Ends the script of a page that has not answered for a moment; true where there was one.
    pub async fn end_endless_script(&self, p: &Progress) -> Result<bool, BrowserError> {
        let before = self.ended_scripts();
        let session = self.session()?;
        if self.crashed() || self.link.read(|state| state.may_be_silent(&session)) {
            return Ok(false);
        }
        let patience = p.remaining().saturating_sub(ANSWER).clamp(PATIENCE, BUSY);
        if self.free(&session, patience, p).await? {
            self.link.write(|state| state.note_ended_script(&session));
        }
        Ok(self.ended_scripts() > before)
    }

    /// Switches a page's scripts off until the tab is navigated again, so that it stays.
    pub fn hold_still(&self) {
        let Ok(session) = self.session() else { return };
        self.link.write(|state| {
            if let Some(tab) = state.tabs.get_mut(&self.id) {
                tab.frozen = true;
            }
        });
        self.link.send(Some(&session), &SetScriptExecutionDisabledParams::new(true));
        self.stop_loading_soon();
    }

    /// Takes back what was done against the page that is left.
    fn thaw(&self, session: &str) {
        let (was_frozen, was_flooded) = self.link.write(|state| {
            let tab = state.tabs.get_mut(&self.id);
            tab.map_or((false, false), |tab| (std::mem::take(&mut tab.frozen), tab.traffic.take_flooded()))
        });
        if was_frozen {
            self.link.send(Some(session), &SetScriptExecutionDisabledParams::new(false));
        }
        if was_flooded {
            self.link.send(Some(session), &listening());
        }
    }

    /// Scripts without end that were ended in this tab so far.
    pub fn ended_scripts(&self) -> u64 {
        self.look(|tab| tab.ended_scripts)
    }

    /// Asks the browser process for the title, so that it is right when a navigation returns.
    async fn refresh_title(&self, p: &Progress) {
        let target = TargetId::new(self.look(|tab| tab.target.clone()));
        let command = GetTargetInfoParams { target_id: Some(target) };
        let answer = self.link.start(None, &command).raw();
        if let Ok(Ok(info)) = p.race("the title", answer).await {
            self.link.write(|state| state.note_title(self.id, &info));
        }
    }

    fn mark(&self) -> Mark {
        self.link.read(|state| {
            let tab = state.tabs.get(&self.id);
            Mark {
                crashes: tab.map_or(0, |tab| tab.crashes),
                navigations: tab.map_or(0, |tab| tab.navigations),
                errors: tab.map_or(0, |tab| tab.traffic.errors()),
                downloads: state.downloads.begun(),
            }
        })
    }

    fn arrived(&self, arrival: Arrival) -> Navigation {
        self.look(|tab| Navigation {
            url: tab.url.clone(),
            status: tab.traffic.status(&tab.frames.main().loader),
            same_document: arrival == Arrival::Within,
            is_download: arrival == Arrival::Download,
            complete: !matches!(arrival, Arrival::Partly | Arrival::Endless),
            endless: arrival == Arrival::Endless,
        })
    }
}

/// Fails when the tab was closed or has crashed since the mark. An older crash is what the navigation repairs.
fn living(tab: &TabState, mark: &Mark) -> Result<(), BrowserError> {
    if tab.session.is_none() {
        return Err(tab.closed());
    }
    if tab.crashes > mark.crashes { Err(BrowserError::TabCrashed) } else { Ok(()) }
}

/// How the navigation ended, if it has.
fn outcome(state: &State, tab: &TabState, loader: Option<&str>, mark: &Mark) -> Option<Outcome> {
    if let Some(loader) = loader {
        let commit = tab.commits.iter().find(|commit| commit.loader == loader && !commit.same_document)?;
        return Some(Outcome::Committed(commit.clone()));
    }
    if let Some(commit) = tab.commits.iter().find(|commit| commit.serial > mark.navigations) {
        return Some(Outcome::Committed(commit.clone()));
    }
    if state.downloads.begun_since(mark.downloads, tab.frames.main_id()) {
        return Some(Outcome::Download);
    }
    // An error page is committed after its error, unless the server sent nothing to show.
    tab.traffic.aborted_since(mark.errors).map(Outcome::Failed)
}

fn has_reached(tab: &TabState, wait: WaitUntil) -> bool {
    let reached = tab.frames.main().reached();
    match wait {
        WaitUntil::Commit => true,
        WaitUntil::DomContentLoaded => reached.dom_content_loaded,
        WaitUntil::Load => reached.load,
        WaitUntil::NetworkIdle => reached.load && reached.network_idle,
    }
}
