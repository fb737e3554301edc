//! Waiting for something on the page, through navigations, and saying what is there instead.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use crate::browser::{BrowserError, Frame, FrameId, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::{Interrupted, Progress};
use crate::snapshot::facts::{Matching, SeenText};
use crate::snapshot::text::{counted, cut, folded, named, one_line, quoted};
use crate::snapshot::view::shown_url;

use super::Call;

mod meanwhile;

/// Pause between two looks; longer where a look itself takes long, up to a limit: one that took a second waited for a
/// page that was being replaced.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);
/// Longest wait for one look; a page that takes longer is kept busy by its own scripts, or being left.
const LOOK: Duration = Duration::from_secs(3);
/// How long it is known which frames a person can see.
const FRAMES: Duration = Duration::from_millis(500);
/// Longest wait for the last look, which says what is there instead.
const LAST_LOOK: Duration = Duration::from_secs(2);

/// One thing to wait for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// A person can see this text.
    Text(String),
    /// Nobody can see this text any more.
    TextGone(String),
    /// A person can see an element of this CSS selector, which says `text` if given.
    Selector {
        /// The selector.
        css: String,
        /// What it says.
        text: Option<String>,
    },
    /// Nobody can see an element of this selector any more.
    Gone(String),
    /// A person can see at least so many elements of this selector.
    Count {
        /// The selector.
        css: String,
        /// How many.
        least: u32,
    },
    /// The address has this part; `*` stands for anything.
    Url(String),
    /// The document and what it needs have loaded.
    Load,
    /// A download has ended, of a file with this in its name if given.
    Download(Option<String>),
    /// So much time has passed.
    Time(Duration),
}

/// What one look came to.
enum Sight {
    /// It is so, in words.
    Met(String),
    /// It is not; what is there instead, in words.
    Not(Vec<String>),
}

/// Which frames a person can see, for a moment.
#[derive(Default)]
struct SeenFrames(Option<(Instant, Vec<FrameId>)>);

impl Condition {
    /// What did not happen.
    fn missed(&self) -> String {
        match self {
            Self::Text(text) => format!("the text {} did not appear", quoted(text, 80)),
            Self::TextGone(text) => format!("the text {} did not go away", quoted(text, 80)),
            Self::Selector { css, text: None } => format!("nothing visible matches {}", code(css)),
            Self::Selector { css, text: Some(text) } => {
                format!("nothing visible that matches {} says {}", code(css), quoted(text, 60))
            }
            Self::Gone(css) => format!("{} did not go away", code(css)),
            Self::Count { css, least } => {
                format!("there were never {least} visible matches of {}", code(css))
            }
            Self::Url(part) => format!("the address never had {}", quoted(part, 80)),
            Self::Load => "the page did not finish loading".to_owned(),
            Self::Download(_) => "the download did not end".to_owned(),
            Self::Time(_) => "the time did not pass".to_owned(),
        }
    }

    fn advice(&self) -> &'static str {
        match self {
            Self::Text(_) => {
                "compare the wording with browser_snapshot or browser_read; if the page is still busy, wait once more"
            }
            Self::TextGone(_) | Self::Gone(_) => {
                "it may stay: go on with what the page shows, or close it with its own button"
            }
            Self::Selector { .. } | Self::Count { .. } => {
                "wait for a text that you expect instead, or look at browser_snapshot and use a ref"
            }
            Self::Url(_) => "the page may show its result in place: look at browser_snapshot",
            Self::Load => "the page is usable as it is: browser_snapshot shows it",
            Self::Download(_) | Self::Time(_) => "look at browser_status",
        }
    }
}

impl Call {
    /// Notes what is there before a wait. It is no action: downloads that began since the last one still count.
    pub fn begin_waiting(&mut self, tab: &Tab) -> super::Acting {
        let mark = self.page().downloads.mark;
        let acting = self.begin_acting(tab);
        self.page().downloads.mark = mark;
        acting
    }

    /// Waits for one thing after the other, each at most `limit`, through navigations. Says in words what came.
    pub async fn wait_for(
        &mut self,
        tab: &Tab,
        conditions: &[Condition],
        limit: Duration,
    ) -> Result<Vec<String>, ToolError> {
        let mut words = Vec::new();
        for condition in conditions {
            words.push(self.wait_for_one(tab, condition, limit).await?);
        }
        Ok(words)
    }

    async fn wait_for_one(
        &mut self,
        tab: &Tab,
        condition: &Condition,
        limit: Duration,
    ) -> Result<String, ToolError> {
        let patience = self.progress.child(limit);
        match condition {
            Condition::Time(time) => {
                let rest = self.progress.child(*time);
                return match rest.race("", std::future::pending::<()>()).await {
                    Err(Interrupted::Cancelled) => Err(ToolError::interrupted(&Interrupted::Cancelled, "")),
                    _ => Ok(format!("{:.1} s passed", time.as_secs_f64())),
                };
            }
            Condition::Download(name) => return self.wait_for_download(name.as_deref(), &patience).await,
            _ => {}
        }
        let mut frames = SeenFrames::default();
        loop {
            let begun = Instant::now();
            // A look that is under way at the deadline still counts.
            let look = self.progress.child(LOOK);
            match self.sight(tab, condition, &mut frames, false, &look).await? {
                Sight::Met(words) => return Ok(words),
                Sight::Not(_) => {}
            }
            match patience.wait(pause_after(begun.elapsed())).await {
                Ok(()) => {}
                Err(Interrupted::TimedOut { .. }) => break,
                Err(Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                }
            }
        }
        let last = self.progress.child(LAST_LOOK);
        let mut there = match self.sight(tab, condition, &mut frames, true, &last).await? {
            Sight::Met(words) => return Ok(words),
            Sight::Not(there) => there,
        };
        there.push(self.state_of(tab, &last).await);
        Err(ToolError::new(
            ErrorCode::TimedOut,
            format!("{} in {:.1} s; {}", condition.missed(), limit.as_secs_f64(), there.join("; ")),
            super::awaiting::advice(tab).unwrap_or_else(|| condition.advice()),
        ))
    }

    /// Where the page is and whether it is still at work.
    async fn state_of(&self, tab: &Tab, progress: &Progress) -> String {
        let ready = match inject::sample(&tab.main_frame(), progress).await {
            Ok(sample) if sample.ready == "complete" => "has loaded",
            Ok(_) => "is still loading",
            Err(_) => "does not answer",
        };
        let requests = match tab.activity().requests_in_flight {
            0 => "no request is under way".to_owned(),
            1 => "1 request is under way".to_owned(),
            count => format!("{count} requests are under way"),
        };
        let dialogs = tab.dialogs();
        let dialog = dialogs.last().map(|dialog| format!("; meanwhile {}", super::told(dialog)));
        format!("{} {ready}, {requests}{}", shown_url(&tab.url()), dialog.unwrap_or_default())
    }

    /// Looks once.
    async fn sight(
        &mut self,
        tab: &Tab,
        condition: &Condition,
        frames: &mut SeenFrames,
        near: bool,
        progress: &Progress,
    ) -> Result<Sight, ToolError> {
        match condition {
            Condition::Text(text) => self.text_sight(tab, text, frames, near, progress).await,
            Condition::TextGone(text) => {
                Ok(match self.text_sight(tab, text, frames, false, progress).await? {
                    Sight::Met(_) => Sight::Not(vec!["it is still shown".to_owned()]),
                    Sight::Not(unknown) if unknown.is_empty() => Sight::Not(unknown),
                    Sight::Not(_) => Sight::Met(format!("the text {} is not shown", quoted(text, 80))),
                })
            }
            Condition::Selector { css, text } => {
                let Some(found) = self.matches(tab, css, text.as_deref(), frames, progress).await? else {
                    return Ok(Sight::Not(Vec::new()));
                };
                Ok(match found.first {
                    Some(first) if found.visible > 0 => {
                        Sight::Met(format!("{} is there", named(&first.role, &first.name, 80)))
                    }
                    _ => Sight::Not(vec![counts(&found, text.is_some())]),
                })
            }
            Condition::Gone(css) => {
                let Some(found) = self.matches(tab, css, None, frames, progress).await? else {
                    return Ok(Sight::Not(Vec::new()));
                };
                Ok(match found.first {
                    Some(first) if found.visible > 0 => Sight::Not(vec![format!(
                        "{} of them still shown, the first is {}",
                        found.visible,
                        named(&first.role, &first.name, 80)
                    )]),
                    _ => Sight::Met(format!("nothing that matches {} is shown", code(css))),
                })
            }
            Condition::Count { css, least } => {
                let Some(found) = self.matches(tab, css, None, frames, progress).await? else {
                    return Ok(Sight::Not(Vec::new()));
                };
                Ok(if found.visible >= *least {
                    Sight::Met(format!("{} {}", matching(found.visible, "visible element"), code(css)))
                } else {
                    Sight::Not(vec![counts(&found, false)])
                })
            }
            Condition::Url(part) => {
                let url = tab.url();
                Ok(if has_part(&url, part) {
                    Sight::Met(format!("the address is {}", shown_url(&url)))
                } else {
                    Sight::Not(Vec::new())
                })
            }
            Condition::Load => match inject::sample(&tab.main_frame(), progress).await {
                Ok(sample) if sample.ready == "complete" && !tab.activity().is_leaving => {
                    Ok(Sight::Met("the page has loaded".to_owned()))
                }
                Ok(_) => Ok(Sight::Not(Vec::new())),
                Err(error) => unknown(error, progress),
            },
            Condition::Download(_) | Condition::Time(_) => Ok(Sight::Not(Vec::new())),
        }
    }

    /// An empty list says that nothing is known, since the page is being replaced or busy.
    async fn text_sight(
        &mut self,
        tab: &Tab,
        text: &str,
        frames: &mut SeenFrames,
        near: bool,
        progress: &Progress,
    ) -> Result<Sight, ToolError> {
        let all = tab.frames();
        let looks = join_all(all.iter().map(|frame| inject::sees_text(frame, text, near, progress))).await;
        let mut hidden = false;
        let mut lines = Vec::new();
        for (frame, look) in all.iter().zip(looks) {
            let seen: SeenText = match look {
                Ok(seen) => seen,
                Err(error) if frame.is_main() => return unknown(error, progress),
                Err(_) => continue,
            };
            if let Some(line) = seen.line {
                if self.is_seen(tab, frame, frames).await {
                    let is_all = folded(&line) == folded(text);
                    let place = if is_all { String::new() } else { format!(" in {}", quoted(&line, 160)) };
                    return Ok(Sight::Met(format!("the text {} is there{place}", quoted(text, 80))));
                }
                hidden = true;
            } else {
                hidden |= seen.anywhere;
                lines.extend(seen.near);
            }
        }
        let mut there = Vec::new();
        if hidden {
            there.push("it is in the page, but nobody can see it".to_owned());
        }
        lines.truncate(2);
        there.push(match lines.as_slice() {
            [] if hidden => return Ok(Sight::Not(there)),
            [] => "no text of the page is like it".to_owned(),
            lines => {
                let lines: Vec<String> = lines.iter().map(|line| quoted(line, 120)).collect();
                format!("nearest text: {}", lines.join(", "))
            }
        });
        Ok(Sight::Not(there))
    }

    /// How many elements match in all frames that a person can see; `None` where nothing is known.
    async fn matches(
        &mut self,
        tab: &Tab,
        css: &str,
        text: Option<&str>,
        frames: &mut SeenFrames,
        progress: &Progress,
    ) -> Result<Option<Matching>, ToolError> {
        let all = tab.frames();
        let looks = join_all(all.iter().map(|frame| inject::matching(frame, css, text, progress))).await;
        let mut sum = Matching::default();
        for (frame, look) in all.iter().zip(looks) {
            let found = match look {
                Ok(found) => found,
                Err(error) if frame.is_main() => return unknown(error, progress).map(|_| None),
                Err(_) => continue,
            };
            if let Some(problem) = found.invalid {
                return Err(no_selector(css, &problem));
            }
            if found.visible > 0 && !self.is_seen(tab, frame, frames).await {
                sum.hidden += found.visible + found.hidden + found.other;
                continue;
            }
            sum.visible += found.visible;
            sum.hidden += found.hidden;
            sum.other += found.other;
            sum.first = sum.first.or(found.first);
        }
        Ok(Some(sum))
    }

    /// Whether a person can see a frame.
    async fn is_seen(&mut self, tab: &Tab, frame: &Frame, frames: &mut SeenFrames) -> bool {
        if frame.is_main() {
            return true;
        }
        let is_fresh = frames.0.as_ref().is_some_and(|(at, _)| at.elapsed() < FRAMES);
        if !is_fresh {
            let seen = self.visible_frames(tab).await.unwrap_or_default();
            frames.0 = Some((Instant::now(), seen.iter().map(Frame::id).collect()));
        }
        frames.0.as_ref().is_some_and(|(_, seen)| seen.contains(&frame.id()))
    }
}

/// The pause after a look that took so long.
fn pause_after(look: Duration) -> Duration {
    (look * 3).clamp(PAUSE, LONGEST_PAUSE)
}

/// A page that is being replaced or busy says nothing for now; what cannot get better ends the wait.
fn unknown(error: BrowserError, progress: &Progress) -> Result<Sight, ToolError> {
    match error {
        BrowserError::FrameGone | BrowserError::Interrupted(Interrupted::TimedOut { .. }) => {
            progress.log("the page did not answer");
            Ok(Sight::Not(Vec::new()))
        }
        BrowserError::DialogOpen(open) => {
            let error = super::dialogs::open_error(&open);
            Err(ToolError { message: format!("the wait was interrupted: {}", error.message), ..error })
        }
        other => Err(other.into()),
    }
}

/// What is said of a selector that is none.
fn no_selector(css: &str, problem: &str) -> ToolError {
    ToolError::new(
        ErrorCode::InvalidInput,
        format!("{} is not a CSS selector: {}", code(css), cut(&one_line(problem), 120)),
        "use one such as button[type=submit], #search or .result; for words use `text`",
    )
}

/// `1 element matches`, `2 elements match`.
fn matching(count: u32, one: &str) -> String {
    format!("{} match{}", counted(count, one), if count == 1 { "es" } else { "" })
}

fn counts(found: &Matching, has_text: bool) -> String {
    let shown = if has_text { found.other } else { found.visible };
    match (shown, found.hidden) {
        (0, 0) => "nothing on the page matches, shown or hidden".to_owned(),
        (shown, 0) => {
            format!(
                "{}{}",
                matching(shown, "visible element"),
                if has_text { ", with other words" } else { "" }
            )
        }
        (shown, hidden) => format!("{shown} visible and {hidden} hidden elements match"),
    }
}

fn code(css: &str) -> String {
    format!("`{}`", cut(&one_line(css), 80))
}

/// Whether an address has a part, in any case; `*` stands for anything.
fn has_part(url: &str, part: &str) -> bool {
    let url = url.to_lowercase();
    let part = part.trim().to_lowercase();
    let mut rest = url.as_str();
    part.split('*').filter(|piece| !piece.is_empty()).all(|piece| match rest.find(piece) {
        Some(at) => {
            rest = &rest[at + piece.len()..];
            true
        }
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_known_by_a_part_of_it() {
        let url = "https://shop.example/Checkout?step=2#pay";
        for part in ["/checkout", "step=2", "**/checkout*", "shop*pay", " #pay "] {
            assert!(has_part(url, part), "{part}");
        }
        for part in ["/cart", "pay*shop", "step=3"] {
            assert!(!has_part(url, part), "{part}");
        }
    }

    #[test]
    fn a_long_look_makes_no_long_pause() {
        for (look, pause) in [(1, 50), (60, 180), (1_700, 500)] {
            assert_eq!(pause_after(Duration::from_millis(look)), Duration::from_millis(pause), "{look} ms");
        }
    }

    #[test]
    fn what_matches_is_counted_apart() {
        let found = |visible, hidden, other| Matching { visible, hidden, other, ..Matching::default() };
        assert_eq!(counts(&found(0, 0, 0), false), "nothing on the page matches, shown or hidden");
        assert_eq!(counts(&found(1, 0, 0), false), "1 visible element matches");
        assert_eq!(counts(&found(1, 2, 0), false), "1 visible and 2 hidden elements match");
        assert_eq!(counts(&found(0, 0, 3), true), "3 visible elements match, with other words");
    }
}
