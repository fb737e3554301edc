//! The page that a call works on, and what is done when it is lost: Chrome ended, the page crashed, its tab was closed.
//!
//! What was lost is brought back as far as it can be, and always said. A call that acts is refused once, with the page
//! as it is now: its refs and its picture of the page are those of the lost one. A call that only looks goes on.

use std::sync::Arc;
use std::time::Duration;

use crate::browser::{Browser, Tab, WaitUntil};
use crate::cli::Mode;
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::view::shown_url;

use super::{Call, heir};

/// Longest wait for Chrome to be there again, beyond the call's own time.
const AGAIN: Duration = Duration::from_secs(40);
/// Longest load of a page that is opened again.
const LOAD: Duration = Duration::from_secs(10);
/// Longest wait for a page that is opened again to be drawn.
const DRAWN: Duration = Duration::from_secs(2);
/// How often in a minute a page is opened again that Chrome was lost with.
const AFTER_END: usize = 3;
/// How often in a minute a page is opened again that crashed.
const AFTER_CRASH: usize = 2;

/// Advice where a lost page is there again.
const GO_ON: &str =
    "whether this call still did anything is not known, and every ref is new: go on from the page below";

impl Call {
    /// The current tab, for a call that works from any page: Chrome is started where there is none.
    /// The second value says what happened to the last Chrome, if it died.
    pub async fn any_tab(&mut self) -> Result<(Tab, Option<String>), ToolError> {
        let session = Arc::clone(&self.session);
        let browser = session.chrome.get(&self.progress).await?;
        let ended = session.chrome.take_ended();
        let tab = match self.open_tab(&browser) {
            Some(tab) => tab,
            None => browser.current_tab(&self.progress).await?,
        };
        self.page().tab = Some(tab.clone());
        if ended.is_some() {
            session.note_loss();
        }
        Ok((tab, ended.map(|why| format!("Chrome had ended and was started again: {why}"))))
    }

    /// The current tab, for a call that needs the page it was told about. Where that page is lost, it is brought back
    /// first, and a call that acts is refused.
    pub async fn same_tab(&mut self) -> Result<Tab, ToolError> {
        let tab = self.waiting_tab().await?;
        self.free(&tab).await?;
        self.look_after_fields(&tab).await;
        Ok(tab)
    }

    /// The same, also while the page waits for the one that replaces it, so that it cannot be used.
    pub async fn waiting_tab(&mut self) -> Result<Tab, ToolError> {
        let session = Arc::clone(&self.session);
        self.check_flood().await?;
        if session.chrome.running().is_none() {
            if session.chrome.has_ended() {
                return self.bring_back_chrome().await;
            }
            if session.settings.mode == Mode::Existing {
                // The person's Chrome has a page already.
                return Ok(self.any_tab().await?.0);
            }
            return Err(ToolError::new(
                ErrorCode::NotFound,
                "no page is open yet",
                "call browser_navigate with a url first",
            ));
        }
        let before = self.page().tab.clone();
        let (tab, _) = self.any_tab().await?;
        super::dialogs::check(&tab)?;
        if tab.crashed() {
            return self.bring_back_page(tab).await;
        }
        match before.filter(|before| before.id() != tab.id()) {
            Some(before) => {
                let what = format!("tab {} was closed, and {} is the current tab now", before.id(), tab.id());
                self.lost(tab, ErrorCode::BrowserGone, what)
            }
            None => Ok(tab),
        }
    }

    /// The reason behind a failure: where Chrome, the page or the tab was lost under the call, that is what the model
    /// must know, and what comes back is what it goes on with.
    pub async fn blame(&mut self, error: ToolError) -> ToolError {
        if error.cancelled || self.page.is_none() {
            return error;
        }
        if let Err(flooded) = self.check_flood().await {
            return flooded;
        }
        let is_chrome_lost = self.session.chrome.running().is_none() && self.session.chrome.has_ended();
        let tab = self.page().tab.clone();
        let is_page_lost = self.session.chrome.running().is_some()
            && tab
                .is_some_and(|tab| tab.crashed() || (!tab.is_open() && error.code == ErrorCode::BrowserGone));
        if !is_chrome_lost && !is_page_lost {
            return error;
        }
        self.looks_only = false;
        self.waiting_tab().await.err().unwrap_or(error)
    }

    /// Starts Chrome again, or connects to it again, and opens the page that was lost.
    async fn bring_back_chrome(&mut self) -> Result<Tab, ToolError> {
        let session = Arc::clone(&self.session);
        let why = session.chrome.take_ended().unwrap_or_else(|| "for no known reason".to_owned());
        let url = session.current_url();
        let progress = self.progress.extended(AGAIN);
        let browser = match session.chrome.get(&progress).await {
            Ok(browser) => browser,
            Err(error) => {
                session.chrome.still_ended(why.clone());
                let message = format!("Chrome ended ({why}) and is not there again: {}", error.message);
                return Err(ToolError { message, ..error });
            }
        };
        let is_worth = ["http:", "https:", "data:", "file:"].iter().any(|scheme| url.starts_with(scheme));
        let is_again = is_worth && session.chrome.may_reopen(&url, AFTER_END);
        let is_attached = browser.mode() == crate::browser::Mode::Attached;
        let tab = if is_again && is_attached {
            browser.tab_showing(&url, &progress.child(LOAD)).await
        } else {
            browser.current_tab(&progress).await
        };
        let tab = tab.map_err(|error| {
            ToolError::new(
                ErrorCode::BrowserGone,
                format!("Chrome ended ({why}), and after it was there again: {error}"),
                "call browser_navigate with a url",
            )
        })?;
        let opened = if is_again && !is_attached {
            tab.navigate(&url, WaitUntil::Load, &progress.child(LOAD)).await.map(drop)
        } else {
            Ok(())
        };
        let how = if is_attached {
            "it was connected to again"
        } else {
            "it was started again with the same profile"
        };
        let what = match opened {
            Ok(()) if is_again => format!("{} was opened again", shown_url(&url)),
            Ok(()) if is_worth => {
                format!("{} was not opened again, since it was lost each time", shown_url(&url))
            }
            Ok(()) => "no page was open".to_owned(),
            Err(error) => format!("{} could not be opened again: {error}", shown_url(&url)),
        };
        self.lost(tab, ErrorCode::BrowserGone, format!("Chrome ended ({why}); {how}, and {what}"))
    }

    /// Opens a page again whose renderer crashed, unless it crashes each time.
    async fn bring_back_page(&mut self, tab: Tab) -> Result<Tab, ToolError> {
        let url = tab.url();
        let page = shown_url(&url);
        let away = "open another page with browser_navigate";
        if !self.session.chrome.may_reopen(&url, AFTER_CRASH) {
            return Err(ToolError::new(
                ErrorCode::PageCrashed,
                format!("the page at {page} crashes again and again, so it was not opened once more"),
                away,
            ));
        }
        let how = if tab.take_surplus() > 0 { "opened windows without end and was ended" } else { "crashed" };
        let progress = self.progress.extended(LOAD).child(LOAD);
        let opened = tab.navigate(&url, WaitUntil::Load, &progress).await;
        // One that crashes as soon as it is drawn has loaded before.
        let _ = crate::inject::sample(&tab.main_frame(), &progress.child(DRAWN)).await;
        match opened {
            Ok(_) if !tab.crashed() => {
                let what = format!("the page at {page} {how}, and it was opened again");
                self.lost(tab, ErrorCode::PageCrashed, what)
            }
            Ok(_) => Err(ToolError::new(
                ErrorCode::PageCrashed,
                format!("the page at {page} {how}, and crashed when it was opened again"),
                away,
            )),
            Err(error) => Err(ToolError::new(
                ErrorCode::PageCrashed,
                format!("the page at {page} {how}, and could not be opened again: {error}"),
                away,
            )),
        }
    }

    /// Goes on with a tab in place of a lost one: with a note where the call only looks, else as a refusal.
    fn lost(&mut self, tab: Tab, code: ErrorCode, what: String) -> Result<Tab, ToolError> {
        self.session.note_loss();
        let page = self.page();
        page.tab = Some(tab.clone());
        page.shown = None;
        page.told = None;
        if self.looks_only {
            self.say(what);
            return Ok(tab);
        }
        Err(ToolError::new(code, what, GO_ON).showing_the_page())
    }

    fn open_tab(&mut self, browser: &Browser) -> Option<Tab> {
        let tabs = browser.tabs();
        let current = self.page().tab.clone();
        match current {
            Some(tab) if tab.is_open() && tabs.iter().any(|other| other.id() == tab.id()) => Some(tab),
            closed => heir(closed.as_ref(), &tabs),
        }
    }
}
