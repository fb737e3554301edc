//! What a tab's history holds.

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

impl Tab {
    /// The tab's history.
    pub async fn entries(&self, p: &Progress) -> Result<History, BrowserError> {
        let history = self.call(&GetNavigationHistoryParams::default(), "the tab's history", p).await?;
        Ok(History {
            urls: history.entries.into_iter().map(|NavigationEntry { url, .. }| url).collect(),
            current: usize::try_from(history.current_index).unwrap_or_default(),
        })
    }
}
