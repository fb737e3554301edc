//! The session's Chrome: started or attached when first needed, started again after it died.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::browser::{Browser, Tab};
use crate::cli::Mode;
use crate::config::Settings;
use crate::error::{ErrorCode, ToolError};
use crate::progress::Progress;

use super::Call;

/// Longest start of Chrome that is waited for.
const START: Duration = Duration::from_secs(30);

/// Chrome of one session.
#[derive(Debug)]
pub(super) struct Chrome {
    settings: Settings,
    /// Held while Chrome starts, so that it starts once.
    starting: tokio::sync::Mutex<()>,
    browser: Mutex<Option<Browser>>,
    /// Why the last Chrome ended, until it is told.
    ended: Mutex<Option<String>>,
}

impl Chrome {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            settings: settings.clone(),
            starting: tokio::sync::Mutex::default(),
            browser: Mutex::default(),
            ended: Mutex::default(),
        }
    }

    /// The Chrome that runs, if one does.
    pub(super) fn running(&self) -> Option<Browser> {
        let mut slot = self.browser.lock().unwrap_or_else(PoisonError::into_inner);
        let why = slot.as_ref()?.gone();
        if let Some(why) = why {
            *slot = None;
            *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        }
        slot.clone()
    }

    /// The Chrome that runs, started or attached if there is none.
    async fn get(&self, progress: &Progress) -> Result<Browser, ToolError> {
        if let Some(browser) = self.running() {
            return Ok(browser);
        }
        let _one_start =
            progress.race("Chrome to start", self.starting.lock()).await.map_err(|interrupted| {
                ToolError::interrupted(&interrupted, "Chrome is still starting; try again in a few seconds")
            })?;
        if let Some(browser) = self.running() {
            return Ok(browser);
        }
        let browser = self.start(&progress.child(START + self.settings.attach_timeout)).await?;
        *self.browser.lock().unwrap_or_else(PoisonError::into_inner) = Some(browser.clone());
        Ok(browser)
    }

    async fn start(&self, progress: &Progress) -> Result<Browser, ToolError> {
        super::modes::find(&self.settings, progress).await
    }

    /// Whether a Chrome ended and nobody was told yet.
    fn has_ended(&self) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Takes the word on how the last Chrome ended.
    pub(super) fn take_ended(&self) -> Option<String> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) async fn close(&self) {
        // A start under way must end first, or it would leave a Chrome nobody owns.
        let _one_start = tokio::time::timeout(Duration::from_secs(2), self.starting.lock()).await;
        let browser = self.browser.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(browser) = browser {
            browser.close().await;
        }
    }
}

impl super::Session {
    /// The Chrome that runs, if one does.
    pub fn browser(&self) -> Option<Browser> {
        self.chrome.running()
    }

    /// The Chrome that runs, started or attached if there is none; for calls that need no page.
    pub(super) async fn started(&self, progress: &Progress) -> Result<Browser, ToolError> {
        self.chrome.get(progress).await
    }

    /// Closes Chrome, or lets go of an attached one; the next navigation starts again.
    pub async fn close_browser(&self) {
        self.chrome.close().await;
    }
}

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
        Ok((tab, ended.map(|why| format!("Chrome had ended and was started again: {why}"))))
    }

    /// The current tab, for a call that needs the page it was told about: where that page is lost, the
    /// error says so at once and Chrome starts again in the background.
    pub async fn same_tab(&mut self) -> Result<Tab, ToolError> {
        let session = Arc::clone(&self.session);
        self.check_flood().await?;
        if session.chrome.running().is_none() {
            let url = session.current_url();
            if let Some(why) = session.chrome.take_ended() {
                let again = Arc::clone(&session);
                tokio::spawn(async move {
                    if let Err(error) = again.chrome.get(&Progress::uncancelled(START)).await {
                        tracing::warn!(%error, "Chrome could not be started again");
                    }
                });
                return Err(ToolError::new(
                    ErrorCode::BrowserGone,
                    format!("Chrome ended: {why}; the page is lost and every ref with it"),
                    format!("Chrome is starting again: call browser_navigate with url=\"{url}\""),
                ));
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
        let (tab, _) = self.any_tab().await?;
        super::dialogs::check(&tab)?;
        if tab.crashed() {
            return Err(ToolError::new(
                ErrorCode::PageCrashed,
                format!("the page at {} crashed", tab.url()),
                format!(
                    "call browser_navigate with url=\"{}\" to load it again, or open another page",
                    tab.url()
                ),
            ));
        }
        Ok(tab)
    }

    /// The reason behind a failure: where Chrome ended under the call, that is what the model must know.
    pub async fn blame(&mut self, error: ToolError) -> ToolError {
        if self.page.is_some()
            && let Err(flooded) = self.check_flood().await
        {
            return flooded;
        }
        let is_lost = self.page.is_some() && !error.cancelled && self.session.chrome.running().is_none();
        if is_lost && self.session.chrome.has_ended() {
            return self.same_tab().await.err().unwrap_or(error);
        }
        error
    }

    fn open_tab(&mut self, browser: &Browser) -> Option<Tab> {
        let tabs = browser.tabs();
        let current = self.page().tab.clone();
        current
            .filter(|tab| tab.is_open() && tabs.iter().any(|other| other.id() == tab.id()))
            .or_else(|| tabs.into_iter().rev().find(Tab::is_open))
    }
}
