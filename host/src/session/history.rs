//! Back, forward and again: the history of a tab, its traps included.

use std::time::Duration;

use crate::browser::{BrowserError, History, Navigation, Tab, WaitUntil};
use crate::error::{ErrorCode, ToolError};
use crate::progress::Progress;
use crate::snapshot::view::shown_url;

use super::settle::settle;
use super::{Answer, Call, ViewRequest};

/// How long a page that was gone back to may take to put itself back in front.
const TRAP: Duration = Duration::from_secs(2);

/// Where to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Travel {
    /// To the page before.
    Back,
    /// To the page after.
    Forward,
    /// To the same page, loaded again.
    Reload,
}

impl Travel {
    fn verb(self) -> &'static str {
        match self {
            Self::Back => "Went back",
            Self::Forward => "Went forward",
            Self::Reload => "Reloaded",
        }
    }
}

impl Call {
    /// Goes back, goes forward or loads the page again; answers with receipt and view. A page that was sent for is
    /// loaded again only where that `is_confirmed`, since it would be sent again.
    pub async fn travel(
        &mut self,
        tab: &Tab,
        travel: Travel,
        is_confirmed: bool,
        timeout: Duration,
    ) -> Result<Answer, ToolError> {
        let limit = self.progress.child(timeout);
        if travel == Travel::Reload && !is_confirmed {
            self.check_sends_nothing(tab, &limit).await?;
        }
        let given_up = self.giving_up(tab);
        self.give_up(tab).await;
        let mut acting = self.begin_acting(tab);
        acting.notes.extend(given_up);
        acting.is_opening = true;
        let navigation = match travel {
            Travel::Reload => tab.reload(WaitUntil::Load, &limit).await,
            Travel::Back | Travel::Forward => {
                let history = tab.entries(&limit).await?;
                let Some(to) = neighbour(&history, travel) else { return Err(no_entry(&history, travel)) };
                let moved = self.step(tab, &history, to, &limit).await;
                moved.map(|(navigation, note)| {
                    acting.notes.extend(note);
                    navigation
                })
            }
        };
        let navigation = match navigation {
            Ok(navigation) => navigation,
            Err(BrowserError::Interrupted(interrupted)) => {
                return Err(ToolError::interrupted(
                    &interrupted,
                    "the page did not answer in time; try once more, or browser_navigate to its address",
                ));
            }
            Err(BrowserError::DialogOpen(open)) => {
                let done = match travel {
                    Travel::Reload => "Reloading".to_owned(),
                    Travel::Back => "Going back".to_owned(),
                    Travel::Forward => "Going forward".to_owned(),
                };
                let mut answer = self.interrupted_by_dialog(&done, &open);
                answer.notes.extend(acting.notes);
                return Ok(answer);
            }
            Err(BrowserError::NavigationFailed { reason, .. }) if reason == NOT_KEPT => {
                return Err(ToolError::new(
                    ErrorCode::NavigationFailed,
                    "that page was the answer to something that was sent, and the site lets no browser keep it",
                    "use browser_navigate to open another page; a reload here would send it again",
                ));
            }
            Err(error) => return Err(error.into()),
        };
        if !navigation.complete {
            acting.loading = Duration::ZERO;
            acting.notes.push("the page was still loading; this is what is there so far".to_owned());
        }
        let status = navigation.status.filter(|status| !(200..300).contains(status) && *status != 304);
        let status = status.map(|status| format!(" (HTTP {status})")).unwrap_or_default();
        let to = if travel == Travel::Reload { "" } else { " to" };
        let within = if navigation.same_document { ", within the same page" } else { "" };
        let done = format!("{}{to} {}{status}{within}", travel.verb(), shown_url(&tab.url()));
        self.finish_acting(acting, &done, &ViewRequest { intent: "browse", ..ViewRequest::default() }).await
    }

    async fn check_sends_nothing(&self, tab: &Tab, progress: &Progress) -> Result<(), ToolError> {
        let history = tab.entries(progress).await?;
        let url = history.urls.get(history.current).cloned().unwrap_or_default();
        let Some(method) = tab.sent_for(&url) else { return Ok(()) };
        Err(ToolError::new(
            ErrorCode::ApprovalNeeded,
            format!(
                "this page is the answer to something that was sent ({method} {}), and a reload would send it again",
                shown_url(&url)
            ),
            "nothing was sent; the view below is what there is. Only if the person wants it sent twice: the same call with confirm=true",
        ))
    }

    /// The failure of a navigation, with what the tab shows now.
    pub fn not_reached(&self, tab: &Tab, error: BrowserError) -> ToolError {
        // For every other network error Chrome puts a page of its own in place.
        let is_replaced = matches!(&error, BrowserError::NavigationFailed { reason, .. }
            if reason.starts_with("net::") && reason != "net::ERR_ABORTED");
        let error = ToolError::from(error);
        let url = tab.main_frame().url();
        let shows = if is_replaced || url.starts_with("chrome-error:") {
            "the tab shows an error page now; browser_history action=back returns to the page before"
                .to_owned()
        } else if url == BLANK {
            "the tab shows nothing now".to_owned()
        } else {
            format!("the tab still shows {}", shown_url(&url))
        };
        ToolError { hint: format!("{}; {shows}", error.hint), ..error }
    }

    /// Goes to an entry. A page that puts itself back in front is gone over once, to the entry before it that is
    /// another page; what happened is said.
    async fn step(
        &self,
        tab: &Tab,
        history: &History,
        to: usize,
        progress: &Progress,
    ) -> Result<(Navigation, Option<String>), BrowserError> {
        let navigation = tab.history(delta(history.current, to), WaitUntil::Load, progress).await?;
        if to > history.current {
            return Ok((navigation, None));
        }
        let left = history.urls[history.current].as_str();
        if !self.is_trapped(tab, history, to, progress).await? {
            return Ok((navigation, None));
        }
        let now = tab.entries(progress).await?;
        let place = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
        let before = (0..now.current.min(now.urls.len())).rev().find(|at| {
            place(&now.urls[*at]) != place(left) && now.urls[*at] != BLANK && *at < to.min(now.current)
        });
        let Some(before) = before else {
            let note =
                "the page put itself back in front, and no other page comes before it: use browser_navigate";
            return Ok((navigation, Some(note.to_owned())));
        };
        let url = now.urls[before].clone();
        let navigation = tab.history(delta(now.current, before), WaitUntil::Load, progress).await?;
        let note = if place(&tab.url()) == place(left) {
            format!(
                "the page puts itself back in front each time; use browser_navigate, for example to {}",
                shown_url(&url)
            )
        } else {
            "the page had put itself back in front, so its entries were gone over".to_owned()
        };
        Ok((navigation, Some(note)))
    }

    /// Whether the page that was left is shown again although another entry was gone to.
    async fn is_trapped(
        &self,
        tab: &Tab,
        history: &History,
        to: usize,
        progress: &Progress,
    ) -> Result<bool, BrowserError> {
        let (left, wanted) = (&history.urls[history.current], &history.urls[to]);
        settle(tab, TRAP, progress).await?;
        let now = tab.entries(progress).await?;
        let is_back = now.urls.get(now.current) == Some(left) && left != wanted;
        // Entries with one address are told apart by their place alone.
        Ok(is_back || (left == wanted && now.current > to))
    }
}

/// What Chrome says of the answer to a POST that it did not keep.
const NOT_KEPT: &str = "net::ERR_CACHE_MISS";

/// The empty page that a tab begins with.
const BLANK: &str = "about:blank";

fn delta(from: usize, to: usize) -> i32 {
    let place = |at: usize| i32::try_from(at).unwrap_or(i32::MAX);
    place(to) - place(from)
}

/// The entry to go to; the empty page that a tab begins with is none.
fn neighbour(history: &History, travel: Travel) -> Option<usize> {
    let to = match travel {
        Travel::Back => history.current.checked_sub(1)?,
        Travel::Forward => history.current + 1,
        Travel::Reload => history.current,
    };
    let url = history.urls.get(to)?;
    (to > 0 || url != BLANK).then_some(to)
}

fn no_entry(history: &History, travel: Travel) -> ToolError {
    let (which, other) = match travel {
        Travel::Forward => ("later", "browser_navigate opens a page, a link of this page too"),
        _ => ("earlier", "browser_navigate opens a page; this is the first one of this tab"),
    };
    let here = history.urls.get(history.current).map(|url| shown_url(url)).unwrap_or_default();
    ToolError::new(
        ErrorCode::NotFound,
        format!("there is no {which} page in this tab's history; it shows {here}"),
        other,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(urls: &[&str], current: usize) -> History {
        History { urls: urls.iter().map(|url| (*url).to_owned()).collect(), current }
    }

    #[test]
    fn the_empty_page_a_tab_begins_with_is_no_entry() {
        let tab = history(&[BLANK, "https://x.example/a", "https://x.example/b"], 1);
        assert_eq!(neighbour(&tab, Travel::Back), None);
        assert_eq!(neighbour(&tab, Travel::Forward), Some(2));
        let opened = history(&["https://x.example/a", BLANK, "https://x.example/b"], 2);
        assert_eq!(neighbour(&opened, Travel::Back), Some(1));
        assert_eq!(neighbour(&opened, Travel::Forward), None);
    }

    #[test]
    fn a_missing_entry_is_told_with_the_page_that_is_shown() {
        let error = no_entry(&history(&["https://x.example/a"], 0), Travel::Back);
        assert_eq!(error.code, ErrorCode::NotFound);
        assert!(error.message.contains("no earlier page") && error.message.contains("x.example/a"));
    }
}
