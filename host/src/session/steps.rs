//! Steps of packs and plugins: done as calls act, with trusted input, and within bounds.
//!
//! A step that fails ends its list and is told; it never fails the call around it. Nothing is clicked twice.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crate::browser::{Clicking, Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::plugin::{Deed, Step};
use crate::snapshot::text::{NAME_LIMIT, cut, named, one_line};

use super::settle::settle;
use super::{Acting, Call, Session, Target};

/// Longest run of all steps of a list.
const RUN: Duration = Duration::from_secs(6);
/// Most steps of a list.
const MOST: usize = 8;
/// How long an element is waited for that a step must have.
const PATIENCE: Duration = Duration::from_millis(1_200);
/// The same of a step that waits.
const WAIT: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(50);
/// Longest wait for a document that a click opens.
const LOADING: Duration = Duration::from_secs(2);
/// Longest text of a step in records.
const STEP_CHARS: usize = 120;

/// A step for the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepRecord {
    /// The pack or plugin.
    pub by: String,
    /// What was to be done, with its selector.
    pub step: String,
    /// Address of the page.
    pub page: String,
    /// What came of it, in words.
    pub receipt: String,
    /// Why it failed.
    pub code: Option<ErrorCode>,
    /// Milliseconds that it took.
    pub elapsed_ms: u64,
}

/// What came of a list of steps.
#[derive(Debug, Default)]
pub struct Stepped {
    /// What was done, in words.
    pub done: Vec<String>,
    /// Why the rest was not.
    pub stopped: Option<String>,
    /// The selector of the last element that was clicked or hidden.
    pub last: Option<String>,
}

impl Session {
    fn note_step(&self, record: StepRecord) {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner).push(record);
    }

    /// Hands out the steps that were done since it was asked last, for the audit.
    pub fn take_steps(&self) -> Vec<StepRecord> {
        std::mem::take(&mut *self.steps.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Call {
    /// Does the steps of a pack or plugin on the page in a tab, or inside the frame that a selector finds on it.
    pub async fn run_steps(&mut self, tab: &Tab, by: &str, frame: Option<&str>, steps: &[Step]) -> Stepped {
        let whole = self.progress.clone();
        self.progress = whole.child(RUN);
        let patience = self.patience.take();
        let mut stepped = Stepped::default();
        let mut acting = None;
        for step in steps.iter().take(MOST) {
            let started = Instant::now();
            let page = tab.url();
            let outcome = self.one_step(tab, by, frame, step, &mut acting).await;
            let (receipt, code) = match &outcome {
                Ok(words) => (words.clone(), None),
                Err(error) => (error.message.clone(), Some(error.code)),
            };
            self.session.note_step(StepRecord {
                by: by.to_owned(),
                step: cut(&one_line(&step.to_string()), STEP_CHARS),
                page,
                receipt,
                code,
                elapsed_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            });
            match outcome {
                Ok(words) => {
                    if let Step::At { deed: Deed::Click | Deed::Hide, css, .. } = step
                        && words != SKIPPED
                    {
                        stepped.last = Some(css.as_str().to_owned());
                        stepped.done.push(words);
                    }
                }
                Err(error) => {
                    stepped.stopped = Some(error.message);
                    break;
                }
            }
        }
        if let Some(acting) = acting {
            self.said.extend(acting.notes);
        }
        self.patience = patience;
        self.progress = whole;
        stepped
    }

    async fn one_step(
        &mut self,
        tab: &Tab,
        by: &str,
        around: Option<&str>,
        step: &Step,
        acting: &mut Option<Acting>,
    ) -> Result<String, ToolError> {
        self.progress.log(format!("by=plugin:{by} {step}"));
        let (deed, css, optional) = match step {
            Step::Pause(time) => {
                self.progress.wait(*time).await.map_err(crate::browser::BrowserError::from)?;
                return Ok("waited".to_owned());
            }
            Step::At { deed, css, optional } => (*deed, css.as_str(), *optional),
        };
        if matches!(deed, Deed::WaitFor | Deed::WaitGone) {
            return self.wait_for_step(tab, around, deed, css, optional).await;
        }
        let limit = if optional { Duration::ZERO } else { PATIENCE };
        let Some((frame, element)) = self.element_of_step(tab, around, css, limit).await else {
            if optional {
                return Ok(SKIPPED.to_owned());
            }
            return Err(missing(css));
        };
        self.may_step_by(by, deed.as_str(), css, &frame).await?;
        match deed {
            Deed::Hide => {
                let is_hidden = inject::hide(&frame, element, &self.progress).await?;
                is_hidden.then(|| format!("hid {css}")).ok_or_else(|| missing(css))
            }
            Deed::ScrollTo => {
                inject::locate(&frame, element, true, &self.progress).await?;
                Ok(format!("scrolled to {css}"))
            }
            Deed::Click | Deed::WaitFor | Deed::WaitGone => {
                self.click_step(tab, frame, element, acting).await
            }
        }
    }

    async fn click_step(
        &mut self,
        tab: &Tab,
        frame: Frame,
        element: u32,
        acting: &mut Option<Acting>,
    ) -> Result<String, ToolError> {
        let located = inject::locate(&frame, element, false, &self.progress).await?;
        let role = if located.role.is_empty() { &located.tag } else { &located.role };
        let label = named(role, &located.name, NAME_LIMIT);
        let target =
            Target { frame, element, role: role.clone(), label: label.clone(), note: None, reference: None };
        if acting.is_none() {
            // What was typed before stands as it did.
            let standing = std::mem::take(&mut self.page().standing);
            *acting = Some(self.begin_acting(tab));
            self.page().standing = standing;
        }
        if let Some(acting) = acting {
            self.press(acting, &target, Clicking::LEFT).await?;
            if let Some(why) = acting.pressed.take().and_then(|pressed| pressed.unclicked) {
                return Err(ToolError::new(ErrorCode::NotActionable, format!("{label}: {why}"), ""));
            }
        }
        settle(tab, LOADING, &self.progress).await?;
        Ok(format!("clicked {label}"))
    }

    async fn wait_for_step(
        &self,
        tab: &Tab,
        around: Option<&str>,
        deed: Deed,
        css: &str,
        optional: bool,
    ) -> Result<String, ToolError> {
        let patience = self.progress.child(WAIT);
        loop {
            let is_there = match self.frame_of_step(tab, around).await {
                Some(frame) => Self::found_in(&frame, css, &self.progress).await.1 > 0,
                None => false,
            };
            if is_there == (deed == Deed::WaitFor) {
                return Ok(format!("{} {css}", if is_there { "came:" } else { "went away:" }));
            }
            if patience.wait(PAUSE).await.is_err() {
                if optional {
                    return Ok(SKIPPED.to_owned());
                }
                let what = if is_there { "did not go away" } else { "did not come" };
                return Err(ToolError::new(ErrorCode::TimedOut, format!("`{}` {what}", cut(css, 80)), ""));
            }
        }
    }

    /// The first element in sight that a selector finds.
    async fn element_of_step(
        &self,
        tab: &Tab,
        around: Option<&str>,
        css: &str,
        limit: Duration,
    ) -> Option<(Frame, u32)> {
        let patience = self.progress.child(limit);
        loop {
            if let Some(frame) = self.frame_of_step(tab, around).await {
                let (ids, seen) = Self::found_in(&frame, css, &self.progress).await;
                if seen > 0 {
                    return ids.first().map(|id| (frame, *id));
                }
            }
            patience.wait(PAUSE).await.ok()?;
        }
    }

    /// The main frame, or the one inside an element in sight that a selector finds in it.
    pub(super) async fn frame_of_step(&self, tab: &Tab, around: Option<&str>) -> Option<Frame> {
        let main = tab.main_frame();
        let Some(css) = around else { return Some(main) };
        let (ids, seen) = Self::found_in(&main, css, &self.progress).await;
        let inner = tab.frames().into_iter().filter(|frame| frame.parent() == Some(main.id()));
        for frame in inner {
            if let Ok(owner) = inject::owner_of(&main, &frame, &self.progress).await
                && ids.iter().take(seen).any(|id| *id == owner)
            {
                return Some(frame);
            }
        }
        None
    }
}

/// Said of a step that may be left out, and was.
const SKIPPED: &str = "not there, left out";

fn missing(css: &str) -> ToolError {
    ToolError::new(ErrorCode::NotFound, format!("nothing in sight matches `{}`", cut(&one_line(css), 80)), "")
}
