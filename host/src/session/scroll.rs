//! Scrolling: the page, what scrolls in it, or to an element; and waiting for what loads on the way.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Frame, Point, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::{Moved, MovedKind, ScrollTo};
use crate::snapshot::text::{fenced, named};

use super::{Answer, Call, Target, ViewRequest};

/// Longest wait for more to appear at the end of a page or list; thrice as long while something is loading.
const GROWTH: Duration = Duration::from_millis(700);
/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(50);
/// Longest wait for a page to take the wheel.
const WHEEL: Duration = Duration::from_secs(2);
/// Characters of the text in the window that are told.
const TEXT: usize = 500;
/// Longest wait for that text.
const TEXT_LIMIT: Duration = Duration::from_secs(2);
/// How near the end more is loaded, in CSS pixels.
const NEAR: u64 = 600;

/// A scroll that is wanted.
#[derive(Debug, Clone)]
pub struct Scrolling {
    /// Where to.
    pub to: ScrollTo,
    /// What to scroll, or to scroll to.
    pub target: Option<Target>,
    /// How far, in CSS pixels; nearly one screen without it.
    pub amount: Option<u32>,
}

impl Call {
    /// Scrolls and answers with how far, what remains, and the view.
    pub async fn scroll(&mut self, tab: &Tab, scrolling: &Scrolling) -> Result<Answer, ToolError> {
        let mut acting = self.begin_waiting(tab);
        if let Some(target) = &scrolling.target {
            acting.notes.extend(target.note.clone());
        }
        let (frame, moved) = self.scroll_once(tab, scrolling).await?;
        let is_wheel = room(&moved) == 0
            && moved.kind == MovedKind::Page
            && matches!(scrolling.to, ScrollTo::Down | ScrollTo::Up);
        if is_wheel {
            self.turn_wheel(tab, scrolling).await?;
        }
        let grown = if moved.kind != MovedKind::Element
            && matches!(scrolling.to, ScrollTo::Down | ScrollTo::Bottom)
        {
            self.growth(tab, &frame, &moved).await?
        } else {
            None
        };
        let (done, known) = told(scrolling, &moved, grown);
        acting.known = Some(known);
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        let mut answer = self.finish_acting(acting, &done, &request).await?;
        if moved.dx != 0 || moved.dy != 0 || grown.is_some() {
            // The view ranks the whole page; what was scrolled for is what stands here.
            let limit = self.progress.child(TEXT_LIMIT);
            let text = inject::text_in_window(&frame, TEXT, &limit).await.unwrap_or_default();
            let block = fenced(&text, TEXT);
            if !block.is_empty() {
                answer.body = format!("{}\nin the window now:\n{block}", answer.body.trim_end());
            }
        }
        Ok(answer)
    }

    /// Turns the wheel over a page that draws its own way of scrolling.
    async fn turn_wheel(&self, tab: &Tab, scrolling: &Scrolling) -> Result<(), ToolError> {
        let size = inject::window_size(&tab.main_frame(), &self.progress).await?;
        let far = scrolling.amount.map_or(size.height * 0.8, f64::from);
        let far = if scrolling.to == ScrollTo::Up { -far } else { far };
        let middle = Point { x: size.width / 2.0, y: size.height / 2.0 };
        match tab.wheel(middle, 0.0, far, &self.progress.child(WHEEL)).await {
            // A page that does not answer the wheel has got it all the same.
            Ok(()) | Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn scroll_once(&mut self, tab: &Tab, scrolling: &Scrolling) -> Result<(Frame, Moved), ToolError> {
        let Scrolling { to, target, amount } = scrolling;
        let gone = || {
            ToolError::new(
                ErrorCode::StaleRef,
                "the element went away while it was to be scrolled",
                "call browser_snapshot and use a new ref",
            )
        };
        if let Some(target) = target {
            let moved =
                inject::scroll_on(&target.frame, Some(target.element), *to, *amount, &self.progress).await?;
            return Ok((target.frame.clone(), moved.ok_or_else(gone)?));
        }
        let main = tab.main_frame();
        let moved = match inject::scroll_on(&main, None, *to, *amount, &self.progress).await {
            Err(BrowserError::FrameGone) => {
                inject::scroll_on(&tab.main_frame(), None, *to, *amount, &self.progress).await?
            }
            other => other?,
        };
        let moved = moved.unwrap_or_default();
        let is_stuck = moved.kind == MovedKind::Page && room(&moved) == 0;
        if !is_stuck || tab.frames().len() < 2 {
            return Ok((main, moved));
        }
        // A page that is only a frame around another one: what scrolls is in there.
        for frame in self.visible_frames(tab).await?.into_iter().filter(|frame| !frame.is_main()) {
            let inner = inject::scroll_on(&frame, None, *to, *amount, &self.progress).await;
            if let Ok(Some(inner)) = inner
                && (inner.dx != 0 || inner.dy != 0)
            {
                let name = if inner.role.is_empty() { frame.name() } else { inner.name.clone() };
                let role = if inner.role.is_empty() { "frame".to_owned() } else { inner.role.clone() };
                return Ok((frame, Moved { kind: MovedKind::Container, role, name, ..inner }));
            }
        }
        Ok((main, moved))
    }

    /// Waits for more at the end of what was scrolled. The room below, where there is more now.
    async fn growth(&self, tab: &Tab, frame: &Frame, moved: &Moved) -> Result<Option<u64>, ToolError> {
        if moved.below > NEAR {
            return Ok(None);
        }
        let start = Instant::now();
        loop {
            let look = inject::scroll_on(frame, moved.scroller, ScrollTo::Look, None, &self.progress).await;
            match look {
                Ok(Some(now)) if now.below > moved.below => return Ok(Some(now.below)),
                Ok(Some(_)) => {}
                Ok(None) | Err(BrowserError::FrameGone) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
            let limit = if tab.activity().requests_in_flight > 0 { GROWTH * 3 } else { GROWTH };
            if start.elapsed() > limit {
                return Ok(None);
            }
            self.progress.wait(PAUSE).await.map_err(BrowserError::from)?;
        }
    }
}

/// How far something can be scrolled at all.
fn room(moved: &Moved) -> u64 {
    moved.above + moved.below + moved.before + moved.after
}

/// What was done, and what to say where nothing else changed.
fn told(scrolling: &Scrolling, moved: &Moved, grown: Option<u64>) -> (String, String) {
    let what = match moved.kind {
        MovedKind::Page => "the page".to_owned(),
        _ => named(&moved.role, &moved.name, 60),
    };
    if moved.kind == MovedKind::Element {
        let label = scrolling.target.as_ref().map_or("the element", |target| target.label.as_str());
        return (format!("Scrolled to {label}, which is in sight now"), "no new elements".to_owned());
    }
    let (word, distance, left) = match scrolling.to {
        ScrollTo::Left | ScrollTo::Right => {
            let word = if moved.dx < 0 { "left" } else { "right" };
            let left = if scrolling.to == ScrollTo::Left { moved.before } else { moved.after };
            (word, moved.dx.unsigned_abs(), format!("{left} px remain on that side"))
        }
        ScrollTo::Up | ScrollTo::Top => ("up", moved.dy.unsigned_abs(), format!("{} px above", moved.above)),
        ScrollTo::Down | ScrollTo::Bottom | ScrollTo::Look => {
            let below = grown.unwrap_or(moved.below);
            let more = if grown.is_some() { ", more has loaded" } else { "" };
            ("down", moved.dy.unsigned_abs(), format!("{below} px below{more}"))
        }
    };
    if distance > 0 {
        let at_end = match scrolling.to {
            ScrollTo::Down | ScrollTo::Bottom if grown.unwrap_or(moved.below) == 0 => "; this is the end",
            ScrollTo::Up | ScrollTo::Top if moved.above == 0 => "; this is the start",
            _ => "",
        };
        return (
            format!("Scrolled {what} {word} {distance} px; {left}{at_end}"),
            "no new elements".to_owned(),
        );
    }
    if grown.is_some() {
        return (format!("{} was at its end, and {left}", capital(&what)), "no new elements".to_owned());
    }
    if room(moved) == 0
        && moved.kind == MovedKind::Page
        && matches!(scrolling.to, ScrollTo::Down | ScrollTo::Up)
    {
        return (
            "Turned the wheel: the page has nothing to scroll".to_owned(),
            "NO CHANGE: it shows all it has; answer from that, or use browser_read".to_owned(),
        );
    }
    let advice = "NO CHANGE: answer from what it shows, or use browser_find or browser_read";
    let why = match scrolling.to {
        _ if room(moved) == 0 => format!("Nothing to scroll: {what} shows all it has"),
        ScrollTo::Up | ScrollTo::Top => format!("Nothing to scroll: {what} is already at the top"),
        ScrollTo::Left | ScrollTo::Right => {
            format!("Nothing to scroll: {what} goes no further to that side")
        }
        _ => format!("Nothing to scroll: {what} is already at the bottom"),
    };
    (why, advice.to_owned())
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scrolling(to: ScrollTo) -> Scrolling {
        Scrolling { to, target: None, amount: None }
    }

    #[test]
    fn a_scroll_says_how_far_and_what_remains() {
        let moved = Moved { dy: 680, above: 680, below: 120, ..Moved::default() };
        assert_eq!(
            told(&scrolling(ScrollTo::Down), &moved, None).0,
            "Scrolled the page down 680 px; 120 px below"
        );
        let list = Moved {
            kind: MovedKind::Container,
            role: "listbox".to_owned(),
            name: "Cities".to_owned(),
            dy: 300,
            ..Moved::default()
        };
        let (done, known) = told(&scrolling(ScrollTo::Bottom), &list, Some(900));
        assert_eq!(done, "Scrolled listbox \"Cities\" down 300 px; 900 px below, more has loaded");
        assert_eq!(known, "no new elements");
    }

    #[test]
    fn nothing_moved_says_why_and_what_to_do_instead() {
        let end = Moved { above: 900, ..Moved::default() };
        let (done, known) = told(&scrolling(ScrollTo::Down), &end, None);
        assert_eq!(done, "Nothing to scroll: the page is already at the bottom");
        assert!(known.starts_with("NO CHANGE: answer"), "{known}");
        let short = told(&scrolling(ScrollTo::Top), &Moved::default(), None).0;
        assert_eq!(short, "Nothing to scroll: the page shows all it has");
    }
}
