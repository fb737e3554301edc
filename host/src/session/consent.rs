//! Consent banners: refused once for each origin, by the steps that a pack or plugin knows.

use std::time::Duration;

use crate::browser::{Frame, Mode, Tab};
use crate::error::ToolError;
use crate::plugin::{BotLevel, Consent};

use super::site::origin;
use super::{Call, Look, ViewRequest};

/// Less time than this is left to the call itself.
const REST: Duration = Duration::from_secs(3);
/// How long a banner may take to go, since many fade.
const FADING: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(50);

/// What became of a banner.
#[derive(Debug)]
pub(super) struct Refused {
    /// For the answer.
    pub(super) note: String,
    /// For people.
    pub(super) decision: String,
    /// It is gone.
    is_closed: bool,
}

impl Call {
    /// Looks at the page, and again where a banner came up since and was seen to; the second part says that.
    pub async fn look_without_banner(
        &mut self,
        tab: &Tab,
        request: &ViewRequest,
    ) -> Result<(Look, Option<String>), ToolError> {
        let look = self.look(tab, request).await?;
        let Some(refused) = self.refuse_consent(tab, &look).await else { return Ok((look, None)) };
        let mut look = self.look(tab, request).await?;
        look.decisions.push(refused.decision);
        Ok((look, Some(refused.note)))
    }

    /// Sees to a banner that covers what was to be clicked; what is told of that where it was closed.
    pub(super) async fn uncover(&mut self, tab: &Tab) -> Option<String> {
        if !self.session.settings.consent || self.is_tried(&tab.url()) {
            return None;
        }
        let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
        let look = self.look(tab, &request).await.ok()?;
        let refused = self.refuse_consent(tab, &look).await?;
        if refused.is_closed {
            return Some(refused.note);
        }
        self.said.push(refused.note);
        None
    }

    /// Does what is known to refuse the banner of a page, once for each origin. Nothing where there is none, where the
    /// setting is off, or in a tab of a person in which no call has opened a page.
    pub(super) async fn refuse_consent(&mut self, tab: &Tab, look: &Look) -> Option<Refused> {
        if look.advice.consents.is_empty() || !self.may_refuse(tab, look) {
            return None;
        }
        for consent in look.advice.consents.clone() {
            if !self.banner_shows(tab, &consent).await {
                continue;
            }
            let origin = origin(&look.snapshot.main().url)?;
            self.page().sites.tried.insert(origin);
            let Consent { by, frame, steps, .. } = &consent;
            let stepped = self.run_steps(tab, by, frame.as_deref(), steps).await;
            let is_closed = stepped.stopped.is_none() && self.banner_goes(tab, &consent, stepped.last).await;
            let done = stepped.done.join(", ");
            let (note, word) = match (&stepped.stopped, is_closed) {
                (None, true) => (format!("consent banner closed by {by}: {done}"), "closed"),
                (None, false) if done.is_empty() => return None,
                (None, false) => (
                    format!("consent banner: {by} did what it knows ({done}), but it is still there"),
                    "left",
                ),
                (Some(why), _) => {
                    let so_far = if done.is_empty() { String::new() } else { format!("{done}; then ") };
                    (format!("consent banner not closed: the steps of {by} stopped: {so_far}{why}"), "left")
                }
            };
            let decision = format!("by=plugin:{by} {word} the consent banner");
            return Some(Refused { note, decision, is_closed });
        }
        None
    }

    fn may_refuse(&mut self, tab: &Tab, look: &Look) -> bool {
        let is_theirs = self.session.browser().is_some_and(|browser| browser.mode() == Mode::Attached)
            && !self.page().sites.opened.contains(&tab.id());
        self.session.settings.consent
            && !is_theirs
            && look.verdict.level != BotLevel::Confirmed
            && look.shows(tab.id(), tab.activity().document)
            && !self.is_tried(&look.snapshot.main().url)
            && self.awaited(tab).is_none()
            && self.progress.remaining() > REST
    }

    /// Whether the banner that was told of is there. What has no mark is there.
    async fn banner_shows(&self, tab: &Tab, consent: &Consent) -> bool {
        let Some((css, is_visible)) = &consent.detect else { return true };
        let Some(frame) = self.frame_of_step(tab, consent.frame.as_deref()).await else { return false };
        let (ids, seen) = Self::found_in(&frame, css, &self.progress).await;
        if *is_visible { seen > 0 } else { !ids.is_empty() }
    }

    /// Whether the banner goes out of sight; `last` is what was clicked or hidden last.
    async fn banner_goes(&self, tab: &Tab, consent: &Consent, last: Option<String>) -> bool {
        let mark = consent.detect.as_ref().map(|(css, _)| css.clone()).or(last);
        let Some(css) = mark else { return false };
        let patience = self.progress.child(FADING);
        loop {
            let seen = match self.frame_of_step(tab, consent.frame.as_deref()).await {
                Some(frame) => self.is_in_sight(&frame, &css).await,
                None => false,
            };
            if !seen {
                return true;
            }
            if patience.wait(PAUSE).await.is_err() {
                return false;
            }
        }
    }

    async fn is_in_sight(&self, frame: &Frame, css: &str) -> bool {
        Self::found_in(frame, css, &self.progress).await.1 > 0
    }
}
