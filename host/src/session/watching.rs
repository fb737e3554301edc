//! What is seen of a page while it is acted on: messages, changes, tabs that open.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Tab};
use crate::error::ToolError;
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::Watched;

use super::act::Opens;
use super::settle::settle;
use super::{Acting, Call};

/// Longest wait for what was seen while a page was watched.
const SEEN: Duration = Duration::from_secs(1);
/// A page whose text changed so recently is still changing.
const STIRRING: u32 = 30;
/// Pause between two looks at a page that is still changing.
const PAUSE: Duration = Duration::from_millis(60);

impl Call {
    /// Open tabs that the action opened, oldest first.
    pub(super) fn opened(&self, acting: &Acting) -> Vec<Tab> {
        let browser = self.session.browser();
        let tabs = browser.iter().flat_map(crate::browser::Browser::tabs);
        tabs.filter(|tab| {
            let opener = tab.opener();
            let is_ours =
                opener == Some(acting.tab.id()) || (acting.opens != Opens::AsThePageSays && opener.is_none());
            tab.is_open() && is_ours && !acting.tabs.contains(&tab.id())
        })
        .collect()
    }

    /// What was seen while the page was watched. Where a message may still come, because the page is changing or
    /// because nothing has happened at all, the rest of the time for messages is waited.
    pub(super) async fn seen(&self, acting: &Acting, started: Instant) -> Result<Watched, ToolError> {
        let window = self.session.settings.toast_wait;
        let mut seen = self.watched(acting).await?;
        let has_happened = |seen: &Watched| seen.changes > 0 || self.has_left(acting);
        if acting.awaits_effect && !has_happened(&seen) {
            let left = window.saturating_sub(started.elapsed());
            let limit = u64::try_from(left.as_millis()).unwrap_or_default();
            let watched = acting.watching.last().filter(|_| limit > 0);
            if let Some((frame, _)) = watched {
                let progress = self.progress.child(left + SEEN);
                match inject::await_change(frame, limit, &progress).await {
                    Err(BrowserError::Interrupted(Interrupted::Cancelled)) => {
                        return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                    }
                    Ok(false) => {}
                    // Something has come, or the page is being left.
                    Ok(true) | Err(_) => {
                        settle(&acting.tab, acting.loading, &self.progress).await?;
                        seen = self.watched(acting).await?;
                    }
                }
            }
        }
        while seen.idle < STIRRING && started.elapsed() < window && !self.has_left(acting) {
            if self.progress.wait(PAUSE).await.is_err() {
                break;
            }
            seen = self.watched(acting).await?;
        }
        for (frame, _) in &acting.watching {
            inject::unwatch(frame);
        }
        Ok(seen)
    }

    /// Whether something happened that needs no look at the page.
    pub(super) fn has_left(&self, acting: &Acting) -> bool {
        let activity = acting.tab.activity();
        activity.navigations != acting.navigations
            || activity.failed.len() != acting.failed
            || activity.requests_in_flight > 0
            || !acting.tab.dialogs().is_empty()
            || !self.opened(acting).is_empty()
            || self.session.browser().is_some_and(|browser| browser.downloads_begun() != acting.downloads)
    }

    /// What the watched documents saw that are still there, as one.
    pub(super) async fn watched(&self, acting: &Acting) -> Result<Watched, ToolError> {
        let mut all = Watched { idle: u32::MAX, ..Watched::default() };
        for (frame, document) in &acting.watching {
            if frame.document() != *document {
                continue;
            }
            let seen = match inject::watched(frame, &self.progress.child(SEEN)).await {
                Ok(Some(seen)) => seen,
                Err(BrowserError::Interrupted(Interrupted::Cancelled)) => {
                    return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                }
                // Never looked at, left meanwhile, or busy: then it has nothing to tell.
                Ok(None) | Err(_) => continue,
            };
            all.changes += seen.changes;
            all.idle = all.idle.min(seen.idle);
            all.messages.extend(seen.messages);
            all.repeated.extend(seen.repeated);
            all.texts.extend(seen.texts);
            all.refused.extend(seen.refused);
            let is_pressed = |id: &u32| {
                acting.pressed.as_ref().is_some_and(|pressed| {
                    pressed.target.frame.id() == frame.id() && pressed.target.element == *id
                })
            };
            all.restyled.extend(seen.restyled.into_iter().filter(is_pressed));
            all.scrolled += seen.scrolled;
        }
        Ok(all)
    }
}
