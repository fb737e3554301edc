//! Tabs: listing, switching, closing, opening.

use std::time::Duration;

use crate::browser::{Browser, Mode, OtherPage, Tab, TabId};
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::text::{counted, cut, one_line, quoted};
use crate::snapshot::view::shown_url;

use super::{Answer, Call, ViewRequest};

/// Most tabs of a list.
const LISTED: usize = 20;
/// Longest wait for a tab to close.
const CLOSING: Duration = Duration::from_secs(10);

/// How a call names a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabName {
    /// By its place in the list, from 0.
    Index(usize),
    /// By its id, `t3`.
    Id(TabId),
    /// A page of a person's Chrome that is not ours, `p2`.
    Page(u64),
}

impl TabName {
    /// Reads `t3`, `p2` or a bare number, which is an id.
    pub fn read(text: &str) -> Option<Self> {
        let plain = text.trim().trim_matches(['[', ']', '"', '*', '@']).to_lowercase();
        let digits = plain.trim_start_matches(|letter: char| !letter.is_ascii_digit());
        match &plain[..plain.len() - digits.len()] {
            "p" | "page " | "page" => digits.parse().ok().map(Self::Page),
            "" | "t" | "tab" | "tab " | "tab=" | "tab-" => digits.parse().ok().map(Self::Id),
            _ => None,
        }
    }
}

/// Which of the open tabs is current in the place of one that closed: the one that opened it, or that opened its
/// opener, else the newest.
pub fn heir(closed: Option<&Tab>, tabs: &[Tab]) -> Option<Tab> {
    let openers = closed.map(Tab::openers).unwrap_or_default();
    let opened_it = openers.iter().find_map(|id| tabs.iter().find(|tab| tab.is_open() && tab.id() == *id));
    opened_it.or_else(|| tabs.iter().rev().find(|tab| tab.is_open())).cloned()
}

impl Call {
    /// Our open tabs, and which of them is current.
    fn tabs_and_current(&mut self, browser: &Browser) -> (Vec<Tab>, Option<Tab>) {
        let tabs: Vec<Tab> = browser.tabs().into_iter().filter(Tab::is_open).collect();
        let current = self.page().tab.clone();
        let current = match current {
            Some(tab) if tab.is_open() => Some(tab),
            closed => heir(closed.as_ref(), &tabs),
        };
        (tabs, current)
    }

    /// The list of tabs.
    pub fn list_tabs(&mut self) -> Answer {
        let Some(browser) = self.session.browser() else {
            return Answer::receipt("No tab is open; browser_navigate opens one");
        };
        let (tabs, current) = self.tabs_and_current(&browser);
        Answer {
            receipt: open_tabs(tabs.len()),
            body: self.listing(&tabs, current.as_ref(), &browser.other_pages()),
            ..Answer::default()
        }
    }

    /// The lines of a list: the current tab, then the first and the newest ones within the limit, in order.
    fn listing(&self, tabs: &[Tab], current: Option<&Tab>, others: &[OtherPage]) -> String {
        let is_current = |tab: &Tab| current.is_some_and(|current| current.id() == tab.id());
        let at = tabs.iter().position(is_current);
        let mut lines: Vec<String> = shown(tabs.len(), at)
            .into_iter()
            .map(|index| {
                let tab = &tabs[index];
                let mark = if is_current(tab) { "*" } else { "" };
                let state = if tab.crashed() { " (crashed)" } else { "" };
                let title = cut(&one_line(&self.title_of(tab)), 60);
                format!("{index}: {}{mark} {title} — {}{state}", tab.id(), shown_url(&tab.url()))
            })
            .collect();
        if tabs.len() > lines.len() {
            lines.push(format!("+{}", counted(tabs.len() - lines.len(), "more tab")));
        }
        if !others.is_empty() {
            lines.push(format!(
                "{} of the person; switch to one only if asked to:",
                counted(others.len(), "tab")
            ));
            lines.extend(others.iter().rev().take(LISTED).map(|page| {
                format!("p{} {} — {}", page.number, cut(&one_line(&page.title), 60), shown_url(&page.url))
            }));
            if others.len() > LISTED {
                lines.push(format!("+{} more of them", others.len() - LISTED));
            }
        }
        lines.join("\n")
    }

    fn named_tab(&mut self, browser: &Browser, name: Option<TabName>) -> Result<Option<Tab>, ToolError> {
        let (tabs, current) = self.tabs_and_current(browser);
        let found = match name {
            None => return Ok(None),
            Some(TabName::Index(index)) => tabs.get(index).cloned(),
            Some(TabName::Id(id)) => tabs.iter().find(|tab| tab.id() == id).cloned(),
            Some(TabName::Page(_)) => None,
        };
        found.map(Some).ok_or_else(|| {
            let what = match name {
                Some(TabName::Index(index)) => format!("there is no tab with index {index}"),
                Some(TabName::Id(id)) => format!("there is no open tab {id}"),
                _ => "pages that are not ours can only be switched to".to_owned(),
            };
            let list = self.listing(&tabs, current.as_ref(), &browser.other_pages());
            ToolError::new(ErrorCode::NotFound, what, format!("use one of these:\n{list}")).alone()
        })
    }

    /// Makes another tab the one that tools act on.
    pub async fn switch_tab(&mut self, name: Option<TabName>) -> Result<Answer, ToolError> {
        let Some(browser) = self.session.browser() else { return Err(nothing_open()) };
        let mut note = None;
        let tab = if let Some(TabName::Page(number)) = name {
            let taken = browser.take_page(number, &self.progress).await?;
            note = Some("this tab of the person is one of ours from now on".to_owned());
            match taken {
                Some(tab) => tab,
                None => {
                    return Err(ToolError::new(
                        ErrorCode::NotFound,
                        format!("there is no page p{number} any more"),
                        "browser_tabs with action=list shows what is open",
                    ));
                }
            }
        } else {
            self.named_tab(&browser, name)?.ok_or_else(|| {
                ToolError::new(
                    ErrorCode::InvalidInput,
                    "which tab is not said",
                    "give `tab` or `index`, for example {\"action\": \"switch\", \"tab\": \"t2\"}",
                )
            })?
        };
        let is_current = self.page().tab.as_ref().is_some_and(|current| current.id() == tab.id());
        self.page().tab = Some(tab.clone());
        tab.bring_to_front();
        let mut acting = self.begin_acting(&tab);
        acting.is_opening = true;
        acting.notes.extend(note);
        let words = in_words(&tab);
        let done =
            if is_current { format!("{words} was current already") } else { format!("Switched to {words}") };
        self.finish_acting(acting, &done, &ViewRequest { intent: "browse", ..ViewRequest::default() }).await
    }

    /// Closes a tab, the current one unless it is named; another one becomes current, and which is said.
    pub async fn close_tab(&mut self, name: Option<TabName>) -> Result<Answer, ToolError> {
        let Some(browser) = self.session.browser() else { return Err(nothing_open()) };
        let named = self.named_tab(&browser, name)?;
        let (tabs, current) = self.tabs_and_current(&browser);
        let Some(closing) = named.or_else(|| current.clone()) else { return Err(nothing_open()) };
        let place = tabs.iter().position(|tab| tab.id() == closing.id()).unwrap_or_default();
        let words = in_words(&closing);
        let given_up = self.giving_up(&closing);
        closing.close(&self.progress.child(CLOSING)).await?;
        let left: Vec<Tab> = browser.tabs().into_iter().filter(Tab::is_open).collect();
        let stays = current.filter(|tab| tab.id() != closing.id() && tab.is_open());
        let openers = closing.openers();
        let next = stays
            .or_else(|| openers.iter().find_map(|id| left.iter().find(|tab| tab.id() == *id)).cloned())
            .or_else(|| left.get(place.min(left.len().saturating_sub(1))).cloned());
        let mut note = None;
        let next = match next {
            Some(tab) if place > 0 || tabs.len() > 1 => tab,
            // Chrome would end without a tab, or only the person's tabs are left, which are not ours to take.
            other => {
                note = Some("that was the last tab, so an empty one is open: browser_navigate opens a page");
                match other {
                    Some(tab) => tab,
                    None => browser.current_blank(&self.progress).await?,
                }
            }
        };
        self.page().tab = Some(next.clone());
        next.bring_to_front();
        let mut acting = self.begin_acting(&next);
        acting.is_opening = true;
        acting.notes.extend(note.map(str::to_owned).into_iter().chain(given_up));
        let done = format!("Closed {words}; {} is current", in_words(&next));
        self.finish_acting(acting, &done, &ViewRequest { intent: "browse", ..ViewRequest::default() }).await
    }

    /// Opens an empty tab and makes it current. A Chrome that had to be started has one already.
    pub async fn new_tab(&mut self) -> Result<(Tab, Option<String>), ToolError> {
        if self.session.browser().is_none() {
            return self.any_tab().await;
        }
        let (_, ended) = self.any_tab().await?;
        let Some(browser) = self.session.browser() else { return Err(nothing_open()) };
        let tab = browser.new_tab("about:blank", &self.progress).await?;
        self.page().tab = Some(tab.clone());
        tab.bring_to_front();
        Ok((tab, ended))
    }
}

/// `2 tabs are open`.
fn open_tabs(count: usize) -> String {
    format!("{} {} open", counted(count, "tab"), if count == 1 { "is" } else { "are" })
}

fn nothing_open() -> ToolError {
    ToolError::new(ErrorCode::NotFound, "no tab is open", "call browser_navigate with a url first")
}

/// `t2 "Help" (https://…)`.
pub(super) fn in_words(tab: &Tab) -> String {
    let title = tab.title();
    // Chrome gives an untitled page its address as title.
    if title.is_empty() || title == tab.url() {
        format!("{} ({})", tab.id(), shown_url(&tab.url()))
    } else {
        format!("{} {}", tab.id(), quoted(&title, 60))
    }
}

/// Which places of a list are shown: the current one, the first half and the newest.
fn shown(count: usize, current: Option<usize>) -> Vec<usize> {
    let newest = count.saturating_sub(LISTED / 2);
    let is_between = current.is_some_and(|at| (LISTED / 2..newest).contains(&at));
    let oldest = if is_between { LISTED / 2 - 1 } else { LISTED / 2 };
    (0..count).filter(|at| count <= LISTED || *at < oldest || *at >= newest || Some(*at) == current).collect()
}

impl Browser {
    /// A tab that shows nothing: the one that replaced the last tab, or a new one where only a person's are left.
    async fn current_blank(&self, progress: &crate::progress::Progress) -> Result<Tab, ToolError> {
        if self.mode() == Mode::Managed {
            return Ok(self.current_tab(progress).await?);
        }
        Ok(self.new_tab("about:blank", progress).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_is_named_in_many_ways() {
        let id = Some(TabName::Id("t3".parse().expect("a tab's name")));
        for (text, name) in [
            ("t3", id),
            ("[t3]", id),
            ("T3*", id),
            ("3", id),
            ("tab 3", id),
            ("p2", Some(TabName::Page(2))),
            ("e3", None),
            ("last", None),
        ] {
            assert_eq!(TabName::read(text), name, "{text}");
        }
    }

    #[test]
    fn a_thousand_tabs_are_a_short_list_with_the_current_one() {
        let places = shown(1_000, Some(500));
        assert_eq!(places.len(), LISTED);
        assert_eq!(shown(1_000, Some(0)).len(), LISTED);
        assert!(places.contains(&0) && places.contains(&500) && places.contains(&999));
        assert_eq!(shown(3, None), [0, 1, 2]);
    }
}
