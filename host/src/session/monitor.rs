//! Watching requests, the console and errors, and waiting for one of them.

use std::fmt::Write as _;

use crate::browser::{Browser, BrowserError, Seen};
use crate::error::{ErrorCode, ToolError};
use crate::progress::Interrupted;

use super::{Answer, Call};

mod filter;
mod lines;

pub use filter::Filter;
use filter::is_error;
use lines::{line, listed, summary};

/// What is asked of the watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Watching {
    /// Begin anew.
    Start,
    /// Tell what came so far.
    Check,
    /// Wait for something that was not told yet.
    Wait,
    /// Tell how much came, and end.
    Stop,
}

impl Call {
    /// Watches requests, console lines and errors of our tabs, or tells of them.
    pub async fn monitor(
        &mut self,
        watching: Watching,
        filter: &Filter,
        limit: usize,
    ) -> Result<Answer, ToolError> {
        let browser = match (self.session.browser(), watching) {
            (Some(browser), _) => browser,
            (None, Watching::Stop) => return Ok(Answer::receipt("Nothing was watched")),
            (None, _) => self.session.started(&self.progress).await?,
        };
        let mut answer = Answer::default();
        if browser.watched().is_none() && watching != Watching::Stop {
            browser.watch();
            if watching != Watching::Start {
                answer.note("nothing was watched so far; watching began with this call");
            }
        } else if watching == Watching::Start {
            browser.watch();
        }
        match watching {
            Watching::Start => {
                "Watching requests, console and errors; act, then ask with action=check or wait"
                    .clone_into(&mut answer.receipt);
            }
            Watching::Check => {
                let watched = browser.watched().ok_or_else(ended)?;
                let told: Vec<u64> = watched.seen.iter().map(|seen| seen.serial).collect();
                let fitting: Vec<&Seen> = watched.seen.iter().filter(|seen| filter.fits(seen)).collect();
                answer.receipt = summary(&watched, "so far");
                answer.body = listed(&fitting, limit, filter);
                browser.mark_told(&told);
            }
            Watching::Wait => self.wait_for_seen(&browser, filter, &mut answer).await?,
            Watching::Stop => match browser.unwatch() {
                Some(watched) => {
                    let fitting: Vec<&Seen> = watched.seen.iter().filter(|seen| filter.fits(seen)).collect();
                    answer.receipt = summary(&watched, "in all; watching ended");
                    let failed: Vec<&Seen> = fitting
                        .iter()
                        .copied()
                        .filter(|seen| !filter.is_empty() || is_error(&seen.what))
                        .collect();
                    if !failed.is_empty() {
                        answer.body = listed(&failed, limit, filter);
                    }
                }
                None => "Nothing was watched".clone_into(&mut answer.receipt),
            },
        }
        Ok(answer)
    }

    async fn wait_for_seen(
        &self,
        browser: &Browser,
        filter: &Filter,
        answer: &mut Answer,
    ) -> Result<(), ToolError> {
        let start = std::time::Instant::now();
        let known = browser.watched().map(|watched| watched.seen).unwrap_or_default();
        match browser.until_seen(filter.is_empty(), |seen| filter.fits(seen), &self.progress).await {
            Ok(seen) => {
                browser.mark_told(&[seen.serial]);
                browser.mark_awaited(seen.serial);
                answer.receipt = if known.contains(&seen) {
                    "Seen before this call, since watching began:".to_owned()
                } else {
                    format!("Seen after {:.1} s:", start.elapsed().as_secs_f64())
                };
                answer.body = line(&seen);
                Ok(())
            }
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
                let watched = browser.watched().ok_or_else(ended)?;
                let pending: Vec<&Seen> =
                    watched.seen.iter().filter(|seen| !seen.is_answered && filter.fits(seen)).collect();
                let newest: Vec<&Seen> = watched.seen.iter().rev().take(3).collect();
                let mut there = summary(&watched, "came meanwhile and before");
                for (head, some) in [("without an answer yet", &pending), ("newest", &newest)] {
                    if !some.is_empty() {
                        let lines: Vec<String> = some.iter().take(3).map(|seen| line(seen)).collect();
                        let _ = write!(there, "; {head}: {}", lines.join("; "));
                    }
                }
                Err(ToolError::new(
                    ErrorCode::TimedOut,
                    format!("nothing that fits was seen in {:.1} s; {there}", start.elapsed().as_secs_f64()),
                    "act first, then wait; use a shorter filter, or action=check to see everything",
                ))
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn ended() -> ToolError {
    ToolError::new(
        ErrorCode::NotFound,
        "watching was ended by another call meanwhile",
        "call browser_monitor with action=start again",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::browser::{SeenRequest, SeenWhat, TabId};

    fn request(method: &str, kind: &str, status: Option<u16>) -> Seen {
        Seen {
            serial: 1,
            is_answered: status.is_some(),
            tab: "t1".parse::<TabId>().expect("a tab's name"),
            what: SeenWhat::Request(SeenRequest {
                method: method.to_owned(),
                kind: kind.to_owned(),
                url: "https://x.example/api/cart?q=1&access_token=abc".to_owned(),
                status,
                failure: None,
                ms: status.map(|_| 12),
                bytes: Some(2_048),
            }),
        }
    }

    fn console(level: &str, text: &str) -> Seen {
        let what = SeenWhat::Console {
            level: level.to_owned(),
            text: text.to_owned(),
            place: Some("https://x.example/app.js:7".to_owned()),
        };
        Seen { what, ..request("GET", "Fetch", Some(200)) }
    }

    #[test]
    fn all_words_of_a_filter_must_fit() {
        let post = request("POST", "Fetch", Some(404));
        for (text, fits) in [
            ("", true),
            ("cart", true),
            ("POST", true),
            ("post", true),
            ("GET", false),
            ("4xx", true),
            ("404 /api", true),
            ("5xx", false),
            ("xhr", true),
            ("document", false),
            ("failed", true),
            ("error", true),
            ("console", false),
            ("POST cart 4xx xhr", true),
            ("POST basket", false),
        ] {
            assert_eq!(Filter::read(text).fits(&post), fits, "{text}");
        }
        let line = console("error", "Cart is empty");
        for (text, fits) in
            [("console", true), ("console cart", true), ("error", true), ("app.js", true), ("4xx", false)]
        {
            assert_eq!(Filter::read(text).fits(&line), fits, "{text}");
        }
    }

    #[test]
    fn a_request_reads_as_one_line_without_secrets() {
        assert_eq!(
            line(&request("POST", "Fetch", Some(201))),
            "t1 POST 201 fetch https://x.example/api/cart?q=1&access_token=••• (12 ms, 2.0 KB)"
        );
        assert!(line(&request("GET", "XHR", None)).ends_with("no answer yet)"));
        assert_eq!(
            line(&console("warning", "Authorization: Bearer abc.def now")),
            "t1 console warning \"Authorization: Bearer ••• now\" at https://x.example/app.js:7"
        );
    }

    #[test]
    fn the_newest_are_listed_last() {
        let all: Vec<Seen> = (100..130).map(|status| request("GET", "Fetch", Some(status))).collect();
        let text = listed(&all.iter().collect::<Vec<_>>(), 2, &Filter::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (3, "the newest 2 of 30:"));
        assert!(lines[2].contains(" 129 "), "{text}");
    }
}
