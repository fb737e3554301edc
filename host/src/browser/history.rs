//! What a tab's history holds.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::page::{GetNavigationHistoryParams, NavigationEntry};

use super::{BrowserError, Tab};
use crate::progress::Progress;

/// Where a tab was and is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The addresses, oldest first.
    pub urls: Vec<String>,
    /// Which of them is shown.
    pub current: usize,
}

/// While a page is put in place of another one, Chrome refuses to tell a tab's history ("Not attached to an active
/// page", seen after a navigation that failed). How long it is asked again, and the pause in between.
const SWAPPING: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(30);

impl Tab {
    /// The tab's history.
    pub async fn entries(&self, p: &Progress) -> Result<History, BrowserError> {
        let swapping = p.child(SWAPPING);
        let history = loop {
            match self.call(&GetNavigationHistoryParams::default(), "the tab's history", p).await {
                Err(refused @ BrowserError::Protocol { .. }) => {
                    if swapping.wait(PAUSE).await.is_err() {
                        return Err(refused);
                    }
                }
                told => break told?,
            }
        };
        Ok(History {
            urls: history.entries.into_iter().map(|NavigationEntry { url, .. }| url).collect(),
            current: usize::try_from(history.current_index).unwrap_or_default(),
        })
    }
}
