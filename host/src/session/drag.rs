//! Dragging one element to another, or by some pixels.

use crate::browser::{Dragged, Point, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;

use super::actionable::Need;
use super::{Answer, Call, Target, ViewRequest};

/// Where to drag an element.
#[derive(Debug, Clone)]
pub enum Dragging {
    /// Onto another element.
    To(Target),
    /// By so many CSS pixels to the right and down.
    By(f64, f64),
}

impl Call {
    /// Drags an element and answers with receipt and view.
    pub async fn drag(&mut self, tab: &Tab, from: &Target, to: &Dragging) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        acting.awaits_effect = true;
        acting.watch(&from.frame);
        acting.notes.extend(from.note.clone());
        let (from, mut start, located) = self.aimed(tab, from, Need::Press, false).await?;
        let (end, goal) = match to {
            Dragging::By(dx, dy) => (Point { x: start.x + dx, y: start.y + dy }, format!("by {dx}, {dy}")),
            Dragging::To(target) => {
                acting.notes.extend(target.note.clone());
                acting.watch(&target.frame);
                let (target, end, goal) = self.aimed(tab, target, Need::Hover, false).await?;
                // Bringing the goal into view may have moved the start.
                let now = inject::locate(&from.frame, from.element, false, &self.progress).await?;
                if !now.in_viewport {
                    return Err(ToolError::new(
                        ErrorCode::NotActionable,
                        format!("{} and {} do not fit on the screen together", from.label, target.label),
                        "drag by dx and dy in steps, or make the window higher with browser_resize",
                    ));
                }
                if now.point.is_some() {
                    start = self.point_in_tab(&from, &now).await?;
                }
                let beside = dropped_at(&located.rect, &goal.rect, start, end);
                (beside, format!("to {}", target.label))
            }
        };
        let has_data = inject::is_draggable(&from.frame, from.element, &self.progress).await?;
        let how = tab.mouse_drag(start, end, has_data, &self.progress).await?;
        if has_data && how == Dragged::ByMouse {
            self.progress.log("the page did not begin a drag of its own");
        }
        let after = inject::locate(&from.frame, from.element, false, &self.progress).await;
        if let Ok(after) = &after {
            let [dx, dy] = [after.rect[0] - located.rect[0], after.rect[1] - located.rect[1]];
            if after.attached && dx.abs().max(dy.abs()) >= 1.0 {
                acting.known = Some(format!("it is now {}", moved(dx, dy)));
            }
        }
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &format!("Dragged {} {goal}", from.label), &request).await
    }
}

/// Where to let go over an entry of the same list, as its size tells: a little past the middle, since lists that take a
/// dragged entry in do so from there on.
fn dropped_at(from: &[f64; 4], goal: &[f64; 4], start: Point, end: Point) -> Point {
    let alike = |a: f64, b: f64| a > 0.0 && b > 0.0 && (a / b) < 1.6 && (b / a) < 1.6;
    if !alike(from[2], goal[2]) || !alike(from[3], goal[3]) {
        return end;
    }
    let past = |start: f64, end: f64, size: f64| {
        if (end - start).abs() < size / 2.0 { 0.0 } else { (size * 0.2).copysign(end - start) }
    };
    Point { x: end.x + past(start.x, end.x, goal[2]), y: end.y + past(start.y, end.y, goal[3]) }
}

/// `120 px further right and 4 px further up`.
fn moved(dx: f64, dy: f64) -> String {
    let part = |by: f64, [less, more]: [&str; 2]| {
        (by.abs() >= 1.0)
            .then(|| format!("{:.0} px further {}", by.abs(), if by > 0.0 { more } else { less }))
    };
    let parts = [part(dx, ["left", "right"]), part(dy, ["up", "down"])];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_dropped_past_the_middle_of_its_like_and_into_the_middle_of_a_bin() {
        let (start, end) = (Point { x: 50.0, y: 10.0 }, Point { x: 50.0, y: 90.0 });
        let entry = [0.0, 0.0, 100.0, 20.0];
        assert_eq!(dropped_at(&entry, &[0.0, 80.0, 100.0, 20.0], start, end), Point { x: 50.0, y: 94.0 });
        assert_eq!(dropped_at(&entry, &[0.0, 40.0, 100.0, 100.0], start, end), end);
    }

    #[test]
    fn a_move_is_told_in_words() {
        assert_eq!(moved(120.4, -4.0), "120 px further right and 4 px further up");
        assert_eq!(moved(0.2, 30.0), "30 px further down");
    }
}
