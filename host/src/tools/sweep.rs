//! Scrolling on through a page and the lists in it, so that what loads as one scrolls can be searched.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Frame, Tab};
use crate::error::ToolError;
use crate::inject;
use crate::session::Call;
use crate::snapshot::facts::ScrollTo;
use crate::snapshot::text::counted;

/// Longest wait after a scroll for the page to grow.
const GROWTH: Duration = Duration::from_millis(700);
/// Most times that a page which cannot be scrolled is waited for to grow again: one that shows a clock always does.
const GROWTHS: u32 = 4;
/// A page that was opened this long ago may still draw its first content.
const YOUNG: Duration = Duration::from_secs(2);
/// Pause between two looks at a page that may grow.
const PAUSE: Duration = Duration::from_millis(50);
/// Most lists inside a page that are gone through.
const LISTS: usize = 3;

/// One pass over a page: the page itself to its end, then the lists in it screen by screen.
pub(super) struct Sweep {
    limit: u32,
    /// Whether what can be scrolled has been asked for.
    asked: bool,
    left: VecDeque<Target>,
    /// How often a page grew that could not be scrolled.
    growths: u32,
    page: Pass,
    lists: Vec<Pass>,
    /// The page holds more than was looked at.
    pub(super) truncated: bool,
}

struct Target {
    frame: Frame,
    element: Option<u32>,
    scrolls: u32,
}

#[derive(Default)]
struct Pass {
    scrolls: u32,
    ended: bool,
}

impl Sweep {
    /// A pass of at most `limit` scrolls of the page and of each list.
    pub(super) fn new(limit: u32) -> Self {
        Self {
            limit,
            asked: false,
            left: VecDeque::new(),
            growths: 0,
            page: Pass { scrolls: 0, ended: true },
            lists: Vec::new(),
            truncated: false,
        }
    }

    /// Scrolls on. False when there is nothing left that is worth a look.
    pub(super) async fn on(&mut self, call: &Call, tab: &Tab) -> Result<bool, ToolError> {
        if self.limit == 0 {
            return Ok(false);
        }
        if !self.asked {
            self.ask(call, tab).await;
            if self.left.is_empty() && self.growths < GROWTHS && grows(call, tab).await? {
                self.growths += 1;
                // What came may scroll.
                self.asked = false;
                return Ok(true);
            }
        }
        while let Some(target) = self.left.front_mut() {
            let is_list = target.element.is_some();
            if target.scrolls == 0 && is_list {
                self.lists.push(Pass::default());
            }
            let pass = if is_list { self.lists.last_mut().unwrap_or(&mut self.page) } else { &mut self.page };
            if target.scrolls >= self.limit {
                self.left.pop_front();
                continue;
            }
            pass.ended = false;
            match scroll(call, tab, target).await {
                Ok(Came::Nothing) => pass.ended = true,
                Ok(came) => {
                    target.scrolls += 1;
                    pass.scrolls += 1;
                    if came == Came::End {
                        pass.ended = true;
                        self.left.pop_front();
                    }
                    return Ok(true);
                }
                Err(error) if target.frame.is_main() && !is_list => return Err(error.into()),
                Err(_) => {}
            }
            self.left.pop_front();
        }
        Ok(false)
    }

    async fn ask(&mut self, call: &Call, tab: &Tab) {
        self.asked = true;
        for frame in tab.frames() {
            let Ok(targets) = inject::sweep_targets(&frame, call.progress()).await else { continue };
            for target in targets {
                let target = Target { frame: frame.clone(), element: target.element, scrolls: 0 };
                if target.element.is_some() && self.left.len() <= LISTS {
                    self.left.push_back(target);
                } else if target.element.is_none() && frame.is_main() {
                    self.left.push_front(target);
                }
            }
        }
    }

    /// How much was scrolled, for the line above what was found.
    pub(super) fn so_far(&self) -> String {
        let all = self.page.scrolls + self.lists.iter().map(|list| list.scrolls).sum::<u32>();
        match all {
            0 => String::new(),
            1 => " after 1 scroll".to_owned(),
            all => format!(" after {}", counted(all, "scroll")),
        }
    }

    /// How far was looked, in words.
    pub(super) fn told(&self) -> String {
        let mut words = vec![match (self.limit, self.page.scrolls, self.page.ended) {
            (0, ..) => "what is loaded now was searched, without scrolling".to_owned(),
            (_, 0, _) if self.truncated => "the page is too large: its first part was searched".to_owned(),
            (_, scrolls, _) if self.truncated => {
                format!("the page is too large: its first part was searched, also after {scrolls} scrolls")
            }
            (_, 0, _) => "the whole page was searched".to_owned(),
            (_, scrolls, false) => {
                format!("searched {} down; there may be more below", counted(scrolls, "scroll"))
            }
            (_, scrolls, true) => {
                format!("the whole page was searched, {} down to its end", counted(scrolls, "scroll"))
            }
        }];
        for list in &self.lists {
            let end = if list.ended { "to its end" } else { "and it goes on" };
            words.push(format!("a list in it was scrolled {} {end}", counted(list.scrolls, "time")));
        }
        if self.truncated && self.limit == 0 {
            words.push("the page is too large: its first part was searched".to_owned());
        }
        words.join("; ")
    }
}

/// What came of a scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    /// Something else is in sight, and there may be more.
    More,
    /// The page moved to its end and did not grow.
    End,
    /// Nothing moved or grew.
    Nothing,
}

/// Waits a little for a page to grow that was opened just now, and cannot be scrolled yet.
async fn grows(call: &Call, tab: &Tab) -> Result<bool, ToolError> {
    let frame = tab.main_frame();
    let before = inject::sample(&frame, call.progress()).await?;
    let start = Instant::now();
    let is_loading = || tab.activity().requests_in_flight > 0;
    let young = YOUNG.saturating_sub(Duration::from_millis(before.age_ms));
    while start.elapsed() < young.min(GROWTH) || (is_loading() && start.elapsed() < GROWTH) {
        call.progress().wait(PAUSE).await.map_err(BrowserError::from)?;
        let now = inject::sample(&frame, call.progress()).await?;
        if now.text_len != before.text_len || now.interactive != before.interactive {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Scrolls a page to the end of what is loaded, or a list by a screen, and waits for more to appear.
async fn scroll(call: &Call, tab: &Tab, target: &Target) -> Result<Came, BrowserError> {
    let before = inject::sample(&target.frame, call.progress()).await?;
    let to = if target.element.is_some() { ScrollTo::Down } else { ScrollTo::Bottom };
    let moved = inject::scroll(&target.frame, target.element, to, None, call.progress()).await?.moved;
    if !moved && target.element.is_some() {
        return Ok(Came::Nothing);
    }
    let start = Instant::now();
    loop {
        let now = inject::sample(&target.frame, call.progress()).await?;
        if now.text_len != before.text_len || now.interactive != before.interactive {
            return Ok(Came::More);
        }
        let is_loading = tab.activity().requests_in_flight > 0;
        if start.elapsed() > if is_loading { GROWTH * 3 } else { GROWTH } {
            return Ok(match (moved, to) {
                (true, ScrollTo::Bottom) => Came::End,
                (true, _) => Came::More,
                (false, _) => Came::Nothing,
            });
        }
        call.progress().wait(PAUSE).await.map_err(BrowserError::from)?;
    }
}
