//! Dragging with the mouse, as trusted input.
//!
//! Where the page makes something draggable by HTML, the system's own drag would begin, which no input of ours can
//! steer. So Chrome hands such a drag to us (`Input.setInterceptDrags`), and we carry what it holds to its end.

use std::borrow::Cow;
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::input::{
    DispatchMouseEventParams, DispatchMouseEventType, MouseButton as ProtocolButton, SetInterceptDragsParams,
};
use chromiumoxide::{Command, Method};
use serde::Serialize;
use serde_json::Value;

use super::{BrowserError, Point, Tab};
use crate::progress::{Interrupted, Progress};

/// Words for a wait that ends late.
const WHAT: &str = "the page to take the input";
/// Steps between the ends: scripts that follow the mouse take each as one frame.
const STEPS: u32 = 10;
/// The first moves: Chrome and drag libraries take a press for a drag after a few pixels.
const FIRST: [f64; 3] = [2.0, 6.0, 12.0];
/// How long Chrome may take to hand over a drag that the page allows.
const HANDOVER: Duration = Duration::from_millis(400);

/// What became of a drag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dragged {
    /// The page followed the mouse.
    ByMouse,
    /// The page's own drag and drop took it.
    ByData,
}

/// `Input.dispatchDragEvent`. The generated one leaves out an empty list, which Chrome does not accept.
#[derive(Debug, Serialize)]
struct DragEvent<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    x: f64,
    y: f64,
    data: &'a Value,
}

impl Method for DragEvent<'_> {
    fn identifier(&self) -> Cow<'static, str> {
        "Input.dispatchDragEvent".into()
    }
}

impl Command for DragEvent<'_> {
    type Response = Value;
}

impl Tab {
    /// Presses the mouse at a point, moves it along and lets go at the other. `has_data` says that the page makes the
    /// thing draggable by HTML, so that Chrome is waited for to begin it.
    pub async fn mouse_drag(
        &self,
        from: Point,
        to: Point,
        has_data: bool,
        p: &Progress,
    ) -> Result<Dragged, BrowserError> {
        self.begin_action();
        self.link.write(|state| {
            if let Some(tab) = state.tabs.get_mut(&self.id) {
                tab.drag = None;
            }
        });
        self.call(&SetInterceptDragsParams::new(true), WHAT, p).await?;
        let dragged = self.drag(from, to, has_data, p).await;
        if let Ok(session) = self.session() {
            self.link.send(Some(&session), &SetInterceptDragsParams::new(false));
        }
        dragged
    }

    async fn drag(
        &self,
        from: Point,
        to: Point,
        has_data: bool,
        p: &Progress,
    ) -> Result<Dragged, BrowserError> {
        self.call(&held(DispatchMouseEventType::MouseMoved, from, 0), WHAT, p).await?;
        self.call(&held(DispatchMouseEventType::MousePressed, from, 1), WHAT, p).await?;
        let path = path(from, to);
        let mut data = None;
        let mut at = from;
        for (step, point) in path.iter().enumerate() {
            self.call(&held(DispatchMouseEventType::MouseMoved, *point, 1), WHAT, p).await?;
            at = *point;
            // Once it has begun, Chrome takes no more moves for it.
            data = if step + 1 == FIRST.len() && has_data {
                self.handed_over(p).await?
            } else {
                self.begun_drag()
            };
            if data.is_some() {
                break;
            }
        }
        let by_data = if let Some(data) = &data {
            let event = |kind, at: Point| DragEvent { kind, x: at.x, y: at.y, data };
            self.call(&event("dragEnter", at), WHAT, p).await?;
            for point in path.iter().filter(|point| between(at, to, **point)).chain([&to, &to]) {
                self.call(&event("dragOver", *point), WHAT, p).await?;
            }
            self.call(&event("drop", to), WHAT, p).await?;
            true
        } else {
            false
        };
        match self.call(&held(DispatchMouseEventType::MouseReleased, to, 0), WHAT, p).await {
            // What was dropped closed its own tab.
            Ok(_) | Err(BrowserError::TabClosed) => {}
            Err(error) => return Err(error),
        }
        Ok(if by_data { Dragged::ByData } else { Dragged::ByMouse })
    }

    fn begun_drag(&self) -> Option<Value> {
        self.look(|tab| tab.drag.clone())
    }

    async fn handed_over(&self, p: &Progress) -> Result<Option<Value>, BrowserError> {
        let id = self.id;
        let limit = p.child(HANDOVER);
        let begun = self
            .link
            .until("the drag to begin", &limit, |state| state.tabs.get(&id).and_then(|tab| tab.drag.clone()));
        match begun.await {
            Ok(data) => Ok(Some(data)),
            // The page prevented it: it follows the mouse itself.
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn held(kind: DispatchMouseEventType, at: Point, buttons: i64) -> DispatchMouseEventParams {
    let is_button = !matches!(kind, DispatchMouseEventType::MouseMoved);
    DispatchMouseEventParams {
        button: (is_button || buttons == 1).then_some(ProtocolButton::Left),
        buttons: Some(buttons),
        click_count: is_button.then_some(1),
        ..DispatchMouseEventParams::new(kind, at.x, at.y)
    }
}

/// A few pixels first, then even steps, and the end twice: what is below it is told only by the move after.
fn path(from: Point, to: Point) -> Vec<Point> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    let along = |share: f64| Point { x: from.x + dx * share, y: from.y + dy * share };
    let first = FIRST.iter().map(|pixels| along((pixels / length).min(1.0)));
    let even = (1..=STEPS).map(|step| along(f64::from(step) / f64::from(STEPS)));
    let mut path: Vec<Point> = first.collect();
    path.extend(even.filter(|point| (point.x - from.x).hypot(point.y - from.y) > FIRST[FIRST.len() - 1]));
    path.push(to);
    path
}

/// Whether a point of the path lies beyond `at`, before the end.
fn between(at: Point, to: Point, point: Point) -> bool {
    let left = |from: Point| (to.x - from.x).hypot(to.y - from.y);
    left(point) < left(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_begins_small_and_ends_at_its_end() {
        let path = path(Point { x: 0.0, y: 0.0 }, Point { x: 100.0, y: 0.0 });
        assert_eq!(path.iter().map(|point| point.x).take(4).collect::<Vec<_>>(), [2.0, 6.0, 12.0, 20.0]);
        assert_eq!(path.last(), Some(&Point { x: 100.0, y: 0.0 }));
    }

    #[test]
    fn a_short_path_does_not_overshoot() {
        let path = path(Point::default(), Point { x: 3.0, y: 4.0 });
        assert!(path.iter().all(|point| point.x <= 3.0 && point.y <= 4.0), "{path:?}");
    }
}
