//! Whether sending something had an effect.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Tab};
use crate::error::ToolError;
use crate::inject;
use crate::snapshot::facts::Effect;

use super::Before;
use crate::session::{Call, Target};

/// Pause between two looks for an effect: short at first, since most pages answer at once.
const PAUSE: Duration = Duration::from_millis(10);
const LONG_PAUSE: Duration = Duration::from_millis(40);
/// How long an effect is waited for after Enter and after a click on the control.
pub(super) const PATIENCE: Duration = Duration::from_millis(800);
/// How long where something says already that the page refused: a form that is not complete, a line break.
pub(super) const REFUSED_PATIENCE: Duration = Duration::from_millis(250);
/// How long an effect is waited for while a request of the page is under way.
const REQUEST_PATIENCE: Duration = Duration::from_secs(6);
/// Looks at least, however long they take: where one takes as long as a wait, the page is slow as well.
const LOOKS: u32 = 20;
/// Fewer new letters than these, and fewer controls more or less, are clocks and closing hints, not an answer.
const LETTERS: u32 = 8;
const CONTROLS: u32 = 3;
/// As many lines must go while it is typed for a field that filters what the page shows.
const FILTERED: u32 = 3;

/// What shows that something was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sign {
    /// Another document or address, a new tab, a download.
    Moved,
    /// A request that sends something.
    Request,
    /// A dialog.
    Dialog,
    /// Text or controls that were not there.
    Page,
    /// The field holds this now.
    Value(String),
    /// The page was told to send it, or kept the key for itself, and shows nothing new.
    Handled,
    /// The page had answered while it was typed.
    Already,
}

impl Call {
    /// The page as it is, marked so that later looks can tell what is new.
    pub(super) async fn before(&self, tab: &Tab, field: &Target) -> Result<Before, ToolError> {
        let main = tab.main_frame();
        let value = inject::submit_mark(&field.frame, Some(field.element), &self.progress).await?;
        if !field.frame.is_main() {
            inject::submit_mark(&main, None, &self.progress).await?;
        }
        let activity = tab.activity();
        Ok(Before {
            url: tab.url(),
            document: activity.document,
            navigations: activity.navigations,
            value,
            tabs: self.open_tabs(),
            downloads: self.begun_downloads(),
            sends: activity.sends,
            failed: activity.failed.len(),
            in_flight: activity.requests_in_flight,
        })
    }

    fn open_tabs(&self) -> usize {
        self.session().browser().map_or(0, |browser| browser.tabs().len())
    }

    fn begun_downloads(&self) -> usize {
        self.session().browser().map_or(0, |browser| browser.downloads().len())
    }

    /// Waits for a sign that the submit did something: another URL or document, a new tab, a request that sends, an
    /// emptied or changed field, or a page that changed by more than a closing hint.
    ///
    /// A page that is being left answers no script before the next one comes, so that is looked for beside.
    pub(super) async fn effect(
        &self,
        tab: &Tab,
        field: &Target,
        before: &Before,
        longest: Duration,
    ) -> Result<Option<Sign>, ToolError> {
        tokio::select! {
            biased;
            sign = self.shown_effect(tab, field, before, longest) => sign,
            () = self.leaves(tab) => Ok(Some(Sign::Moved)),
        }
    }

    async fn shown_effect(
        &self,
        tab: &Tab,
        field: &Target,
        before: &Before,
        longest: Duration,
    ) -> Result<Option<Sign>, ToolError> {
        let start = Instant::now();
        let mut patience = longest;
        let mut has_asked = false;
        let mut looks = 0;
        let mut quietest = before.in_flight;
        loop {
            looks += 1;
            let activity = tab.activity();
            if activity.navigations != before.navigations
                || tab.url() != before.url
                || self.open_tabs() != before.tabs
                || self.begun_downloads() != before.downloads
            {
                return Ok(Some(Sign::Moved));
            }
            if activity.sends != before.sends {
                return Ok(Some(Sign::Request));
            }
            if !tab.dialogs().is_empty() {
                return Ok(Some(Sign::Dialog));
            }
            let asked = Instant::now();
            match self.page_sign(field, before).await {
                Ok(Some(sign)) => return Ok(Some(sign)),
                Ok(None) => {}
                Err(BrowserError::FrameGone) => return Ok(Some(Sign::Moved)),
                Err(error) => return Err(error.into()),
            }
            if !field.frame.is_main() {
                let main = tab.main_frame();
                match inject::submit_effect(&main, None, &self.progress).await {
                    Ok(effect) if is_answer(&effect) => return Ok(Some(Sign::Page)),
                    Ok(_) => {}
                    Err(BrowserError::FrameGone) => return Ok(Some(Sign::Moved)),
                    Err(error) => return Err(error.into()),
                }
            }
            let took = asked.elapsed();
            if !has_asked && start.elapsed() > REFUSED_PATIENCE / 2 {
                has_asked = true;
                if self.is_refused(field, before).await {
                    patience = patience.min(REFUSED_PATIENCE);
                }
            }
            // What was under way before is not what the submit asked for.
            quietest = quietest.min(activity.requests_in_flight);
            let is_asking = activity.requests_in_flight > quietest;
            if looks >= LOOKS && start.elapsed() > if is_asking { REQUEST_PATIENCE } else { patience } {
                return Ok(None);
            }
            let pause = if start.elapsed() < REFUSED_PATIENCE { PAUSE } else { LONG_PAUSE };
            self.progress().wait(pause.max(took)).await.map_err(BrowserError::from)?;
        }
    }

    /// What the field and the document around it show.
    pub(super) async fn page_sign(
        &self,
        field: &Target,
        before: &Before,
    ) -> Result<Option<Sign>, BrowserError> {
        let effect = inject::submit_effect(&field.frame, Some(field.element), &self.progress).await?;
        if !effect.marked || effect.moved {
            return Ok(Some(Sign::Moved));
        }
        if is_answer(&effect) {
            return Ok(Some(Sign::Page));
        }
        Ok(effect.value.filter(|value| is_changed(before.value.as_deref(), value)).map(Sign::Value))
    }

    /// Whether the page has left out some of what it showed since it was marked: a field that filters does so while it
    /// is typed into.
    pub(in crate::session) async fn has_filtered(&self, field: &Target) -> bool {
        let effect = inject::submit_effect(&field.frame, Some(field.element), &self.progress).await;
        effect.is_ok_and(|effect| effect.marked && effect.gone >= FILTERED)
    }

    /// Whether the form or the field itself says that Enter sent nothing.
    async fn is_refused(&self, field: &Target, before: &Before) -> bool {
        let value = inject::read_value(&field.frame, field.element, &self.progress).await;
        let has_newline = value.is_ok_and(|value| value.is_some() && value != before.value);
        let problems = inject::form_problems(&field.frame, field.element, &self.progress).await;
        has_newline || problems.is_ok_and(|problems| !problems.is_empty())
    }
}

fn is_answer(effect: &Effect) -> bool {
    effect.marked && (effect.letters >= LETTERS || effect.interactive.unsigned_abs() >= CONTROLS)
}

/// Whether a field holds something else; a line break more is what Enter leaves where it sends nothing.
fn is_changed(was: Option<&str>, is: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    was.is_some_and(|was| plain(was) != plain(is))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closing_hint_is_no_answer_and_a_result_list_is() {
        let effect =
            |letters, interactive| Effect { marked: true, letters, interactive, ..Effect::default() };
        assert!(!is_answer(&effect(0, -1)));
        assert!(!is_answer(&effect(4, 0)));
        assert!(is_answer(&effect(0, 12)));
        assert!(is_answer(&effect(20, 0)));
    }

    #[test]
    fn a_line_break_more_is_no_change() {
        assert!(!is_changed(Some("hello"), "hello\n"));
        assert!(is_changed(Some("hello"), ""));
        assert!(is_changed(Some("Ist"), "Istanbul"));
        assert!(!is_changed(None, "any"));
    }
}
