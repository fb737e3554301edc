//! Going to a page and waiting for it.

use std::pin::pin;
use std::time::Duration;

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::page::{
    GetNavigationHistoryParams, NavigateParams, NavigateToHistoryEntryParams, ReloadParams,
};
use chromiumoxide::cdp::browser_protocol::target::{GetTargetInfoParams, TargetId};
use chromiumoxide::cdp::js_protocol::runtime::{EvaluateParams, TerminateExecutionParams};

use super::state::{Commit, State, TabState};
use super::{BrowserError, Navigation, Tab, WaitUntil};
use crate::progress::{Interrupted, Progress};

/// How long a page that is to be left may be unresponsive before its script is ended.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a navigation away from a page that opens dialogs is waited for before it is asked for again.
const DIALOG_PATIENCE: Duration = Duration::from_millis(1_500);

/// How long the end of such a script may take.
const ENDING_LIMIT: Duration = Duration::from_secs(10);

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
            return Ok(self.arrived(false, true, true));
        }
        if let Some(reason) = answer.error_text {
            return Err(BrowserError::NavigationFailed { url: url.to_owned(), reason });
        }
        let Some(loader) = answer.loader_id else {
            self.moved_within(&mark, p).await;
            return Ok(self.arrived(true, false, true));
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
            return Ok(self.arrived(true, false, true));
        }
        let mark = self.mark();
        let _leaving = self.begin_leaving();
        self.leave(&NavigateToHistoryEntryParams::new(entry.id), p).await?;
        self.follow(&entry.url, None, &mark, wait, p).await
    }

    /// Sends the command that starts a navigation, and sees to it that a stuck page lets go.
    async fn leave<C: Command>(&self, command: &C, p: &Progress) -> Result<C::Response, BrowserError> {
        let session = self.session()?;
        self.free(&session, p).await?;
        let answer = self.link.start(Some(&session), command).wait("the site to answer", p).await;
        if let Err(BrowserError::Interrupted(_)) = answer {
            self.stop_loading_soon();
        }
        answer
    }

    /// Sees to it that a page that is to be left or closed runs no endless script: the new document would wait for
    /// it, and from then on Chrome keeps back every command that could end it.
    pub(super) async fn free(&self, session: &str, p: &Progress) -> Result<(), BrowserError> {
        let what = "the page to answer";
        if self.crashed() {
            return Ok(());
        }
        let mut answer = pin!(self.link.start(Some(session), &EvaluateParams::new("0")).raw());
        if p.race(what, tokio::time::timeout(PATIENCE, &mut answer)).await?.is_ok() {
            return Ok(());
        }
        p.log("ending the page's script, which never returns");
        self.stop_loading_soon();
        self.link.send(Some(session), &TerminateExecutionParams::default());
        // A script that opens dialogs without end hears of it after some of them.
        let _ = p.race(what, tokio::time::timeout(ENDING_LIMIT, &mut answer)).await?;
        Ok(())
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
            Outcome::Download => return Ok(self.arrived(false, true, true)),
        };
        if let Some(url) = commit.unreachable {
            let reason = self.look(|tab| tab.traffic.error_of(&commit.loader));
            let reason = reason.unwrap_or_else(|| "the site cannot be reached".to_owned());
            return Err(BrowserError::NavigationFailed { url, reason });
        }
        if commit.same_document {
            return Ok(self.arrived(true, false, true));
        }
        let loaded = self.link.until("the page to load", p, |state| {
            let tab = state.tabs.get(&id)?;
            match living(tab, mark) {
                // A page that goes on by itself is followed: the current document counts.
                Ok(()) if has_reached(tab, wait) => Some(Ok(())),
                // It will not load any further before somebody answers.
                Ok(()) => {
                    let open = state.blocking_dialog(id)?;
                    Some(Err(BrowserError::DialogOpen(Box::new(open.clone()))))
                }
                Err(error) => Some(Err(error)),
            }
        });
        let complete = match loaded.await {
            Ok(loaded) => {
                loaded?;
                true
            }
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => false,
            Err(error) => {
                self.stop_loading_soon();
                return Err(error);
            }
        };
        if complete {
            self.refresh_title(p).await;
        }
        Ok(self.arrived(false, false, complete))
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

    fn arrived(&self, same_document: bool, is_download: bool, complete: bool) -> Navigation {
        self.look(|tab| Navigation {
            url: tab.url.clone(),
            status: tab.traffic.status(&tab.frames.main().loader),
            same_document,
            is_download,
            complete,
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
