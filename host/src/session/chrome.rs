//! The session's Chrome: started or attached when first needed, and again after it was lost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::browser::Browser;
use crate::cli::Mode;
use crate::config::Settings;
use crate::error::ToolError;
use crate::progress::Progress;

/// Longest start of Chrome that is waited for.
const START: Duration = Duration::from_secs(30);

/// Pauses between the tries to connect again to a Chrome that was attached before.
const BACK_OFF: [Duration; 5] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];
/// For how long a page that was opened again is remembered.
const MEMORY: Duration = Duration::from_mins(1);

/// Chrome of one session.
#[derive(Debug)]
pub(super) struct Chrome {
    settings: Settings,
    /// Held while Chrome starts, so that it starts once.
    starting: tokio::sync::Mutex<()>,
    browser: Mutex<Option<Browser>>,
    /// Why the last Chrome ended, until it is told.
    ended: Mutex<Option<String>>,
    /// A person's Chrome was attached once: when it is away it is waited for.
    was_attached: AtomicBool,
    /// Pages that were opened again lately after they were lost.
    reopened: Mutex<Vec<(String, Instant)>>,
}

impl Chrome {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            settings: settings.clone(),
            starting: tokio::sync::Mutex::default(),
            browser: Mutex::default(),
            ended: Mutex::default(),
            was_attached: AtomicBool::new(false),
            reopened: Mutex::default(),
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
    pub(super) async fn get(&self, progress: &Progress) -> Result<Browser, ToolError> {
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
        if self.was_attached.load(Ordering::Relaxed) {
            // It may be starting again, so it is waited for.
            let there = Settings { mode: Mode::Existing, ..self.settings.clone() };
            for pause in BACK_OFF {
                match super::modes::find(&there, progress).await {
                    Ok(browser) => return Ok(self.keep(browser)),
                    Err(error) if error.cancelled => return Err(error),
                    Err(_) => progress.log("Chrome does not answer; trying again"),
                }
                if progress.wait(pause).await.is_err() {
                    break;
                }
            }
        }
        super::modes::find(&self.settings, progress).await.map(|browser| self.keep(browser))
    }

    fn keep(&self, browser: Browser) -> Browser {
        self.was_attached.fetch_or(browser.mode() == crate::browser::Mode::Attached, Ordering::Relaxed);
        browser
    }

    /// Whether a page that was lost may be opened again: not one that is lost each time. Counts it if so.
    pub(super) fn may_reopen(&self, url: &str, times: usize) -> bool {
        let mut reopened = self.reopened.lock().unwrap_or_else(PoisonError::into_inner);
        reopened.retain(|(_, at)| at.elapsed() < MEMORY);
        let is_allowed = reopened.iter().filter(|(known, _)| known == url).count() < times;
        if is_allowed {
            reopened.push((url.to_owned(), Instant::now()));
        }
        is_allowed
    }

    /// Puts the word back on how the last Chrome ended: it is still not there.
    pub(super) fn still_ended(&self, why: String) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
    }

    /// Whether a Chrome ended and nobody was told yet.
    pub(super) fn has_ended(&self) -> bool {
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
