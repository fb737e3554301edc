//! Acting: actionability, trusted input, then settle, receipt and view.

use std::time::Duration;

use crate::browser::{BrowserError, MouseButton, Point, Tab, TabId};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::Located;
use crate::snapshot::text::quoted;

use super::receipt::{Happenings, changes, receipt};
use super::settle::{LOADING, Settled, settle};
use super::{Answer, Call, Look, Moment, Target, ViewRequest};

/// Pause between two looks at an element that cannot be acted on yet.
const PAUSE: Duration = Duration::from_millis(50);
/// Longest wait for an element to become actionable.
/// How often an element is looked for again that the page draws anew while it is waited for.
const REDRAWN: u32 = 8;
const PATIENCE: Duration = Duration::from_secs(3);
/// Pause between two looks at where a frame stands: two frames of a screen.
const FRAME_PAUSE: Duration = Duration::from_millis(34);
/// Longest wait for the page to take a click.
const CLICK: Duration = Duration::from_secs(4);
/// What is said of a page that was to be left for one that never came.
const STOPPED: &str =
    "the page that was to open did not answer, so loading it was stopped; this is the old page";
/// What is said of a page whose script had to be stopped.
const STUCK: &str = "a script of the page ran without end and was stopped; the page may not work any more";

/// Which click.
#[derive(Debug, Clone, Copy)]
pub struct Clicking {
    /// Mouse button.
    pub button: MouseButton,
    /// 1, or 2 for a double click.
    pub count: u8,
}

/// An action under way: what was there before it.
#[derive(Debug)]
pub struct Acting {
    /// Tab that is acted on.
    pub tab: Tab,
    /// The action is to open a page, and what was done says where it led.
    pub is_opening: bool,
    /// Longest wait for a document that is still loading.
    pub loading: Duration,
    before: Option<Moment>,
    tabs: Vec<TabId>,
    downloads: u64,
    failed: usize,
    /// What is known to have happened where the page shows no change (a secret field was filled).
    pub known: Option<String>,
    /// Notes to pass on in the answer.
    pub notes: Vec<String>,
    /// Plugin decisions to pass on in the answer.
    pub decisions: Vec<String>,
}

/// A page that has come to rest after an action.
#[derive(Debug)]
pub struct Rested {
    /// The page.
    pub look: Look,
    /// What changed, in words; empty when nothing did.
    pub changes: Vec<String>,
    /// Notes for the answer.
    pub notes: Vec<String>,
    /// Plugin decisions for the answer.
    pub decisions: Vec<String>,
    /// The action was to open a page.
    pub is_opening: bool,
    /// The page is a bot check that did not clear.
    pub blocked: Option<ToolError>,
}

impl Call {
    /// Notes what is there before an action.
    pub fn begin_acting(&mut self, tab: &Tab) -> Acting {
        let browser = self.session.browser();
        // What came up before is not of this action's making.
        let earlier = self.session.take_news();
        tab.forget_dialog_run();
        let downloads = browser.as_ref().map_or(0, crate::browser::Browser::downloads_begun);
        self.page().downloads.mark = downloads;
        Acting {
            tab: tab.clone(),
            is_opening: false,
            loading: LOADING,
            before: self.page().told.clone().or_else(|| self.page().shown.clone()),
            tabs: browser.iter().flat_map(crate::browser::Browser::tabs).map(|tab| tab.id()).collect(),
            downloads,
            failed: tab.activity().failed.len(),
            known: None,
            notes: earlier,
            decisions: Vec::new(),
        }
    }

    /// Waits for the page to settle, follows a new tab, and answers with receipt and view.
    pub async fn finish_acting(
        &mut self,
        acting: Acting,
        done: &str,
        request: &ViewRequest,
    ) -> Result<Answer, ToolError> {
        let (tab, notes) = (acting.tab.clone(), acting.notes.clone());
        let rested = match self.rest(acting, request).await {
            Err(error) if error.code == ErrorCode::DialogOpen => {
                let Some(open) = tab.blocking_dialog() else { return Err(error) };
                let mut answer = self.interrupted_by_dialog(done, &open);
                answer.notes.extend(notes);
                return Ok(answer);
            }
            other => other?,
        };
        let mut answer = Answer::receipt(receipt(done, &rested.changes, rested.is_opening));
        answer.notes = rested.notes;
        answer.body = self.view(&rested.look, request);
        answer.decisions = rested.decisions;
        match rested.blocked {
            None => Ok(answer),
            Some(blocked) => Err(blocked),
        }
    }

    /// Waits for the page to settle after an action, follows a new tab, and finds out what changed.
    pub async fn rest(&mut self, mut acting: Acting, request: &ViewRequest) -> Result<Rested, ToolError> {
        match settle(&acting.tab, acting.loading, &self.progress).await? {
            Settled::Stuck => acting.notes.push(STUCK.to_owned()),
            Settled::Stopped => acting.notes.push(STOPPED.to_owned()),
            Settled::Quiet | Settled::Busy | Settled::Loading => {}
        }
        let browser = self.session.browser();
        let opened = browser.iter().flat_map(crate::browser::Browser::tabs).find(|tab| {
            tab.is_open()
                && !acting.tabs.contains(&tab.id())
                && tab.opener().as_ref() == Some(&acting.tab.id())
        });
        let mut beside = Happenings { is_opening: acting.is_opening, ..Happenings::default() };
        // Also gives a tab that opened for a download alone the time to close itself.
        let downloads = self.downloads_since(acting.downloads).await;
        let opened = match opened.filter(Tab::is_open) {
            Some(opened) => match settle(&opened, LOADING, &self.progress).await {
                Err(BrowserError::TabClosed) => None,
                settled => settled.map(|_| Some(opened))?,
            },
            None => None,
        };
        if let Some(opened) = opened {
            beside.new_tab = Some((opened.id().to_string(), opened.url()));
            acting.before = None;
            self.page().tab = Some(opened.clone());
            acting.tab = opened;
        }
        let tab = acting.tab.clone();
        let waited = self.look_past_interstitial(&tab, request).await?;
        if let Some(browser) = &browser {
            let dialogs = browser.take_dialogs();
            beside.dialogs = super::dialogs::in_words(&dialogs);
            acting.notes.extend(super::dialogs::advice(&dialogs));
        }
        beside.downloads = downloads;
        let failed = tab.activity().failed;
        let known = if acting.failed <= failed.len() { acting.failed } else { 0 };
        let here = tab.url();
        beside.failed = failed
            .into_iter()
            .skip(known)
            .filter(|request| request.url != here)
            .map(|request| (request.status_or_reason, request.url))
            .collect();
        let mut words = changes(acting.before.as_ref(), &waited.look.moment(), &beside);
        if words.is_empty() {
            words.extend(acting.known);
        }

        let mut notes = Answer::default();
        let warnings = waited.look.warnings.iter().map(|warning| format!("plugin warning: {warning}"));
        for note in acting.notes.into_iter().chain(waited.note).chain(warnings) {
            notes.note(note);
        }
        let mut decisions = acting.decisions;
        decisions.extend(waited.look.decisions.iter().cloned());
        self.page().told = Some(waited.look.moment());
        Ok(Rested {
            look: waited.look,
            changes: words,
            notes: notes.notes,
            decisions,
            is_opening: acting.is_opening,
            blocked: waited.blocked,
        })
    }

    /// Waits until the element can take a click at its point, and says where that is.
    pub(super) async fn actionable(&self, target: &Target) -> Result<(Point, Located), ToolError> {
        let patience = self.progress.child(PATIENCE);
        loop {
            let located = inject::locate(&target.frame, target.element, true, &self.progress).await?;
            let obstacle = obstacle(&located);
            match &obstacle {
                None if located.stable => {
                    return Ok((self.point_in_tab(target, &located).await?, located));
                }
                // Waiting brings no node back; what was drawn in its place is looked for by whoever asked.
                Some((ErrorCode::StaleRef, words)) => {
                    return Err(ToolError::new(
                        ErrorCode::StaleRef,
                        format!("{} cannot be clicked: {words}", target.label),
                        hint(ErrorCode::StaleRef),
                    ));
                }
                None => self.progress.log("waiting for the element to stand still"),
                Some((_, words)) => self.progress.log(words.clone()),
            }
            let wait = if obstacle.is_none() { Duration::from_millis(16) } else { PAUSE };
            match patience.wait(wait).await {
                Ok(()) => {}
                Err(Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                }
                Err(Interrupted::TimedOut { .. }) => {
                    let (code, words) =
                        obstacle.unwrap_or((ErrorCode::NotActionable, "it does not stand still".to_owned()));
                    return Err(ToolError::new(
                        code,
                        format!("{} cannot be clicked: {words}", target.label),
                        hint(code),
                    )
                    .with_log(self.progress.call_log()));
                }
            }
        }
    }

    /// The same for an element that the page may draw anew while it is waited for: then the one in its place, if there
    /// is exactly one.
    async fn aimed(&mut self, tab: &Tab, target: &Target) -> Result<(Target, Point), ToolError> {
        let mut target = target.clone();
        let mut tries = 0;
        loop {
            match self.actionable(&target).await {
                Ok((point, _)) => return Ok((target, point)),
                Err(error) if error.code == ErrorCode::StaleRef && tries < REDRAWN => {
                    let Some(reference) = target.reference else { return Err(error) };
                    tries += 1;
                    target = self.resolve_ref(tab, reference).await?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Where a click on the element goes, in the tab's viewport.
    pub(super) async fn point_in_tab(&self, target: &Target, located: &Located) -> Result<Point, ToolError> {
        let [left, top, width, height] = located.rect;
        let (x, y) = located.point.unwrap_or((left + width / 2.0, top + height / 2.0));
        let mut offset = target.frame.offset(&self.progress).await?;
        if !target.frame.is_main() {
            // The frames around it scroll in processes of their own, after ours has answered.
            let patience = self.progress.child(PATIENCE);
            loop {
                let moving = patience.wait(FRAME_PAUSE).await;
                let now = target.frame.offset(&self.progress).await?;
                let is_still = now == offset;
                offset = now;
                if is_still || moving.is_err() {
                    break;
                }
            }
        }
        Ok(Point { x: x + offset.x, y: y + offset.y })
    }

    /// Clicks an element with trusted input and answers with receipt and view.
    pub async fn click(&mut self, tab: &Tab, target: &Target, how: Clicking) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        let (target, point) = self.aimed(tab, target).await?;
        acting.notes.extend(target.note.clone());
        match tab.mouse_click(point, how.button, how.count, &self.progress.child(CLICK)).await {
            Ok(()) => {}
            // The click arrived: what it started keeps the page from saying so.
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. }) | BrowserError::DialogOpen(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let verb = match (how.count, how.button) {
            (2, _) => "Double-clicked",
            (_, MouseButton::Right) => "Right-clicked",
            (_, MouseButton::Middle) => "Middle-clicked",
            _ => "Clicked",
        };
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &format!("{verb} {}", target.label), &request).await
    }
}

fn obstacle(located: &Located) -> Option<(ErrorCode, String)> {
    if !located.attached {
        Some((ErrorCode::StaleRef, "it is no longer on the page".to_owned()))
    } else if !located.visible {
        Some((ErrorCode::NotActionable, "it is not visible".to_owned()))
    } else if !located.enabled {
        Some((ErrorCode::NotActionable, "it is disabled".to_owned()))
    } else {
        located
            .covered_by
            .as_ref()
            .map(|cover| (ErrorCode::Covered, format!("it is covered by {}", quoted(cover, 80))))
    }
}

fn hint(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::Covered => "close what covers it first (its buttons are in the view), then try again",
        ErrorCode::StaleRef => "call browser_snapshot and use a new ref",
        _ => {
            "something else must be done first: fill in the fields before it, or open the part that holds it"
        }
    }
}
