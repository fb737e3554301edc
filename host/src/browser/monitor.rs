//! Watching the requests and the consoles of our tabs, where somebody asks for it.

use std::time::Instant;

use chromiumoxide::cdp::browser_protocol::log;

use super::ids::TabId;
use super::{Browser, BrowserError};
use crate::progress::Progress;

/// A request that was seen, or a connection that stays open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenRequest {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// What it is for, in Chrome's words: `Document`, `XHR`, `Fetch`, `Script`, `WebSocket` and so on.
    pub kind: String,
    /// What was requested.
    pub url: String,
    /// HTTP status, once it is known.
    pub status: Option<u16>,
    /// Why it failed, once it has: a network error as `net::ERR_…`.
    pub failure: Option<String>,
    /// How long it took, in milliseconds, once it has ended.
    pub ms: Option<u64>,
    /// Bytes that crossed the network, once it has ended.
    pub bytes: Option<u64>,
}

/// What was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeenWhat {
    /// A request.
    Request(SeenRequest),
    /// A line on the console.
    Console {
        /// `log`, `info`, `warning`, `error`, `debug`.
        level: String,
        /// What it says, cut.
        text: String,
        /// Script and line, where known.
        place: Option<String>,
    },
    /// An exception that no script of the page caught.
    PageError {
        /// What it says, cut.
        text: String,
        /// Script and line, where known.
        place: Option<String>,
    },
}

/// One thing that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// In which order things became known; of a request, when its answer or failure did.
    pub serial: u64,
    /// Whether it has an answer or needs none.
    pub is_answered: bool,
    /// Whose it is.
    pub tab: TabId,
    /// What it is.
    pub what: SeenWhat,
}

/// What was seen since watching began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// When watching began.
    pub since: Instant,
    /// The newest things, in the order in which they began; at most 500 requests and 500 lines.
    pub seen: Vec<Seen>,
    /// How many older ones were forgotten.
    pub forgotten: u64,
}

impl Browser {
    /// Begins to watch our tabs. What was seen before is forgotten.
    pub fn watch(&self) {
        let sessions = self.link.write(super::state::State::watch);
        for session in sessions {
            self.link.send(Some(&session), &log::EnableParams::default());
        }
    }

    /// What was seen so far; `None` where nobody watches.
    pub fn watched(&self) -> Option<Watched> {
        self.link.read(super::state::State::watched)
    }

    /// Notes what was told, by [`Seen::serial`], for a [`Self::until_seen`] of what is untold.
    pub fn mark_told(&self, serials: &[u64]) {
        self.link.write(|state| state.mark_told(serials));
    }

    /// Notes what was waited for, by [`Seen::serial`].
    pub fn mark_awaited(&self, serial: u64) {
        self.link.write(|state| state.mark_awaited(serial));
    }

    /// Waits for something that nobody waited for yet and that `fits`: what was seen before counts as well, with
    /// `is_untold` only what was not told.
    pub async fn until_seen(
        &self,
        is_untold: bool,
        fits: impl Fn(&Seen) -> bool,
        p: &Progress,
    ) -> Result<Seen, BrowserError> {
        self.link
            .until("what is watched for", p, |state| {
                let news = state.news(is_untold)?;
                news.into_iter().find(|seen| seen.is_answered && fits(seen))
            })
            .await
    }

    /// Ends watching and hands out what was seen; `None` where nobody watched.
    pub fn unwatch(&self) -> Option<Watched> {
        let (watched, sessions) = self.link.write(super::state::State::unwatch);
        for session in sessions {
            self.link.send(Some(&session), &log::DisableParams::default());
        }
        watched
    }
}
