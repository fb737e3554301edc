//! Actionability: waiting until an element can be acted on, aiming at it, and saying what stands in the way.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Point, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject::{self, AimOptions};
use crate::progress::Interrupted;
use crate::snapshot::facts::{Aimed, Located};
use crate::snapshot::refs::RefTarget;
use crate::snapshot::text::{NAME_LIMIT, named, quoted};

use super::{Call, Target};

/// Pause between two looks at an element that cannot be acted on yet.
const PAUSE: Duration = Duration::from_millis(50);
/// Longest wait for an element to become actionable, where the call does not name one.
const PATIENCE: Duration = Duration::from_secs(3);
/// After how long an obstacle is reported while nothing else on the page changes either.
const STANDSTILL: Duration = Duration::from_secs(1);
/// After how long an element that never stands still is followed instead.
const FOLLOWED: Duration = Duration::from_millis(700);
/// Time from aiming at a moving element to the press, in milliseconds: the way to Chrome and half a frame.
const LEAD: u32 = 16;
/// What is left of the call's time for settling and the answer when an element is waited for.
const REST: Duration = Duration::from_millis(500);
/// How often an element is looked for again that the page draws anew while it is waited for.
const REDRAWN: u32 = 8;
/// Pause between two looks at where a frame stands: two frames of a screen.
const FRAME_PAUSE: Duration = Duration::from_millis(34);

/// What an action asks of its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Takes a click: enabled, and free.
    Press,
    /// Has the mouse over it: free.
    Hover,
}

impl Need {
    fn done(self) -> &'static str {
        match self {
            Self::Press => "clicked",
            Self::Hover => "hovered",
        }
    }
}

/// What stands between an element and an action.
#[derive(Debug, Clone, PartialEq)]
struct Obstacle {
    code: ErrorCode,
    words: String,
}

impl Obstacle {
    fn new(code: ErrorCode, words: impl Into<String>) -> Self {
        Self { code, words: words.into() }
    }
}

/// Everything that would differ if something on the page moved on.
#[derive(Debug, PartialEq)]
struct Standstill {
    obstacle: Option<Obstacle>,
    rect: [f64; 4],
    pulse: u32,
    requests: usize,
}

impl Call {
    /// Waits until the element can take a click at its point, and says where that is.
    pub(super) async fn actionable(&mut self, target: &Target) -> Result<(Point, Located), ToolError> {
        self.ready(target, Need::Press, false).await
    }

    /// The same for what is needed. Armed, the next press reaches the element or nothing.
    async fn ready(&mut self, target: &Target, need: Need, arm: bool) -> Result<(Point, Located), ToolError> {
        let limit = match self.patience {
            Some(patience) => patience.min(self.progress.remaining().saturating_sub(REST)),
            None => PATIENCE,
        };
        let patience = self.progress.child(limit);
        let started = Instant::now();
        let mut last: Option<Standstill> = None;
        let mut still_since = Instant::now();
        let mut options = AimOptions { scroll: true, arm, lead: 0 };
        loop {
            let aimed = inject::aim(&target.frame, target.element, options, &self.progress).await?;
            let located = &aimed.located;
            let mut obstacle = obstacle(&aimed, need);
            if obstacle.is_none() && (located.stable || options.lead > 0) {
                let point = self.point_in_tab(target, located).await?;
                obstacle = self.cover_around(target, point).await?;
                if obstacle.is_none() {
                    return Ok((point, aimed.located));
                }
            }
            match &obstacle {
                // Waiting brings no node back; what was drawn in its place is looked for by whoever asked.
                Some(found) if found.code == ErrorCode::StaleRef => {
                    return Err(self.refusal(target, need, found, &aimed));
                }
                None => self.progress.log("it moves; waiting for it to stand still"),
                Some(found) => self.progress.log(found.words.clone()),
            }
            if obstacle.is_none() && started.elapsed() > FOLLOWED {
                self.progress.log("it goes on moving; following it");
                options.lead = LEAD;
            }
            // Scrolling again and again would move what is only covered for a moment.
            options.scroll = !located.in_viewport;
            let now = Standstill {
                obstacle: obstacle.clone(),
                rect: located.rect,
                pulse: aimed.pulse,
                requests: self.requests_in_flight(),
            };
            // What moves elsewhere does not enable it; a page that works on it asks for something, or changes.
            let is_disabled = need == Need::Press && located.attached && located.visible && !located.enabled;
            let is_moving = aimed.moving && !is_disabled;
            if is_moving || now.requests > 0 || last.as_ref() != Some(&now) {
                still_since = Instant::now();
            }
            last = Some(now);
            let may_give_up = self.patience.is_none() || is_disabled;
            let gives_up = may_give_up && still_since.elapsed() > STANDSTILL && (is_disabled || !aimed.young);
            let wait = if obstacle.is_none() { Duration::from_millis(16) } else { PAUSE };
            match patience.wait(wait).await {
                Ok(()) if !gives_up => {}
                Err(Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                }
                Ok(()) | Err(Interrupted::TimedOut { .. }) => {
                    let found = obstacle.unwrap_or_else(|| {
                        Obstacle::new(ErrorCode::NotActionable, "it does not stand still")
                    });
                    let error = self.refusal(target, need, &found, &aimed);
                    return Err(error.with_log(self.progress.call_log()));
                }
            }
        }
    }

    fn requests_in_flight(&self) -> usize {
        let tab = self.page.as_ref().and_then(|page| page.tab.as_ref());
        tab.map_or(0, |tab| tab.activity().requests_in_flight)
    }

    /// Aims at an element that the page may draw anew while it is waited for: then at the one in its place, if there
    /// is exactly one.
    pub(super) async fn aimed(
        &mut self,
        tab: &Tab,
        target: &Target,
        need: Need,
        arm: bool,
    ) -> Result<(Target, Point, Located), ToolError> {
        let mut target = target.clone();
        let mut tries = 0;
        loop {
            match self.ready(&target, need, arm).await {
                Ok((point, located)) => return Ok((target, point, located)),
                Err(error) if error.code == ErrorCode::StaleRef && tries < REDRAWN => {
                    tries += 1;
                    target = match target.reference {
                        Some(reference) => self.resolve_ref(tab, reference).await?,
                        None => self.sought_again(tab, &target).await.unwrap_or(Err(error))?,
                    };
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Where a click on the element goes, in the tab's viewport.
    pub(super) async fn point_in_tab(&self, target: &Target, located: &Located) -> Result<Point, ToolError> {
        let [left, top, width, height] = located.rect;
        let (x, y) = located.point.unwrap_or((left + width / 2.0, top + height / 2.0));
        if target.frame.is_main() {
            return Ok(Point { x, y });
        }
        let mut offset = target.frame.offset(&self.progress).await?;
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
        Ok(Point { x: x + offset.x, y: y + offset.y })
    }

    /// What a document around the element's frame lays over it at a point of the tab's viewport.
    async fn cover_around(&self, target: &Target, point: Point) -> Result<Option<Obstacle>, BrowserError> {
        let Some(tab) = self.page.as_ref().and_then(|page| page.tab.clone()) else { return Ok(None) };
        let frames = tab.frames();
        let mut child = target.frame.clone();
        while let Some(parent) = child.parent().and_then(|id| frames.iter().find(|frame| frame.id() == id)) {
            let offset = parent.offset(&self.progress).await?;
            let at = (point.x - offset.x, point.y - offset.y);
            let Ok(owner) = inject::owner_of(parent, &child, &self.progress).await else { return Ok(None) };
            let covers = inject::covers_over(parent, owner, &[at], &self.progress).await?;
            if let Some(cover) = covers.into_iter().flatten().next() {
                let words = format!("its frame is covered by {}", shown_cover(&cover));
                return Ok(Some(Obstacle::new(ErrorCode::Covered, words)));
            }
            child = parent.clone();
        }
        Ok(None)
    }

    /// The error for an obstacle that did not go away.
    fn refusal(&mut self, target: &Target, need: Need, found: &Obstacle, aimed: &Aimed) -> ToolError {
        let mut words = found.words.clone();
        let mut way = None;
        if found.code == ErrorCode::Covered && !aimed.ways.is_empty() {
            let url = target.frame.url();
            let ways: Vec<String> = aimed
                .ways
                .iter()
                .map(|control| {
                    let reference = self.page().refs.assign(RefTarget {
                        frame: target.frame.id().clone(),
                        document: target.frame.document(),
                        element: control.id,
                        role: control.role.clone(),
                        name: control.name.clone(),
                        context: String::new(),
                        url: url.clone(),
                        is_unique: false,
                    });
                    way.get_or_insert(reference);
                    format!("{reference} {}", named(&control.role, &control.name, NAME_LIMIT))
                })
                .collect();
            let is = if ways.len() == 1 { "is" } else { "are" };
            words = format!("{words}; {} {is} in it", ways.join(", "));
        }
        let hint = match way {
            Some(way) => {
                format!("close what covers it first, as with {way} or another button of it; then try again")
            }
            None => hint(found.code).to_owned(),
        };
        ToolError::new(found.code, format!("{} cannot be {}: {words}", target.label, need.done()), hint)
    }
}

fn obstacle(aimed: &Aimed, need: Need) -> Option<Obstacle> {
    let located = &aimed.located;
    if !located.attached {
        Some(Obstacle::new(ErrorCode::StaleRef, "it is no longer on the page"))
    } else if !located.visible {
        Some(Obstacle::new(ErrorCode::NotActionable, "it is not visible"))
    } else if need == Need::Press && !located.enabled {
        Some(Obstacle::new(ErrorCode::NotActionable, "it is disabled"))
    } else if let Some(cover) = &located.covered_by {
        Some(Obstacle::new(ErrorCode::Covered, format!("it is covered by {}", shown_cover(cover))))
    } else if located.point.is_none() {
        Some(Obstacle::new(ErrorCode::NotActionable, "it cannot be scrolled into view"))
    } else {
        None
    }
}

/// A cover as the page scripts describe it (`dialog "Cookies"`, or `div#veil`), quoted anew: its name may have been cut.
pub(super) fn shown_cover(cover: &str) -> String {
    match cover.split_once(" \"") {
        Some((role, name)) if role.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') => {
            named(role, name.strip_suffix('"').unwrap_or(name), NAME_LIMIT)
        }
        _ => quoted(cover, NAME_LIMIT),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_is_told_with_one_pair_of_quotes() {
        assert_eq!(shown_cover("dialog \"Cookies\""), "dialog \"Cookies\"");
        assert_eq!(shown_cover("p \"A long tex…"), "p \"A long tex…\"");
        assert_eq!(shown_cover("div#veil"), "\"div#veil\"");
        assert_eq!(shown_cover("p \"e1\nbutton \"Pay\"\""), "p \"e1 button 'Pay'\"");
    }

    #[test]
    fn what_is_disabled_can_still_be_hovered() {
        let located = Located {
            attached: true,
            visible: true,
            enabled: false,
            point: Some((1.0, 1.0)),
            ..Located::default()
        };
        let aimed = Aimed { located, ..Aimed::default() };
        assert_eq!(obstacle(&aimed, Need::Hover), None);
        assert_eq!(obstacle(&aimed, Need::Press).map(|found| found.words), Some("it is disabled".to_owned()));
    }
}
