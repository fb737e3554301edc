//! Bot checks: reported and waited out, never solved.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::plugin::BotLevel;

use super::{Call, Look, ViewRequest};

/// Pause between two looks at an interstitial.
const PAUSE: Duration = Duration::from_millis(250);

/// Time for what the call still does once the check has cleared.
const AFTERWARDS: Duration = Duration::from_secs(15);

/// How a look at a page that may be a bot check ended.
#[derive(Debug)]
pub(super) struct Waited {
    /// The page after the wait.
    pub(super) look: Look,
    /// What was waited for and how long, if there was anything.
    pub(super) note: Option<String>,
    /// The bot check did not clear.
    pub(super) blocked: Option<ToolError>,
}

impl Call {
    /// Looks at the page; a confirmed bot check is waited out up to the setting.
    pub(super) async fn look_past_interstitial(
        &mut self,
        tab: &Tab,
        request: &ViewRequest,
    ) -> Result<Waited, ToolError> {
        let mut look = self.look(tab, request).await?;
        if look.verdict.level != BotLevel::Confirmed {
            return Ok(Waited { look, note: None, blocked: None });
        }
        let start = Instant::now();
        let limit = self.session.settings.challenge_wait;
        self.progress = self.progress.extended(limit + AFTERWARDS);
        let kind = look.verdict.kind.clone();
        let reporter = look.verdict.by.clone();
        while look.verdict.level == BotLevel::Confirmed && start.elapsed() < limit {
            self.progress.log(format!("the page is still a bot check ({kind})"));
            self.progress.wait(PAUSE).await.map_err(BrowserError::from)?;
            look = match self.look(tab, request).await {
                // The check reloads its page when it is done: the next look finds the new document.
                Err(error) if error.code == ErrorCode::StaleRef => continue,
                other => other?,
            };
        }
        let waited = start.elapsed().as_secs_f64();
        look.decisions.push(format!("{reporter} recognised a bot check ({kind})"));
        if look.verdict.level != BotLevel::Confirmed {
            super::settle::settle(tab, super::settle::LOADING, &self.progress).await?;
            let decisions = std::mem::take(&mut look.decisions);
            look = self.look(tab, request).await?;
            look.decisions.extend(decisions);
            let note = format!("waited {waited:.1} s for a bot check ({kind}) to clear");
            return Ok(Waited { look, note: Some(note), blocked: None });
        }
        let evidence = look.verdict.evidence.first().cloned().unwrap_or_default();
        let blocked = ToolError::new(
            ErrorCode::Interstitial,
            format!("the site shows a bot check ({kind}: {evidence}) that did not clear in {waited:.0} s"),
            "do not try to get round it: tell the person that the site asks for a human, or use another site",
        );
        Ok(Waited { look, note: None, blocked: Some(blocked) })
    }
}
