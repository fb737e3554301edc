//! Pages of a person's Chrome that are not ours, and bringing a tab to the front.

use chromiumoxide::cdp::browser_protocol::target::{ActivateTargetParams, TargetId};

use super::{Browser, BrowserError, Mode, Tab};
use crate::progress::Progress;

/// A page that is not ours. Nothing in it is touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherPage {
    /// Its number among all pages that were seen; never given twice.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its address.
    pub url: String,
}

/// What is no page of a person: developer tools and Chrome's own surfaces.
const HIDDEN: [&str; 3] = ["devtools://", "chrome-untrusted://", "chrome-extension://"];

impl Browser {
    /// Pages that are open in a person's Chrome and are not ours, in the order in which they were seen. None in a
    /// Chrome of ours.
    pub fn other_pages(&self) -> Vec<OtherPage> {
        if self.mode() == Mode::Managed {
            return Vec::new();
        }
        self.link.read(|state| {
            let mut pages: Vec<OtherPage> = state
                .pages()
                .filter(|(target, page)| {
                    state.tab_with_target(target).is_none()
                        && !HIDDEN.iter().any(|scheme| page.url.starts_with(scheme))
                })
                .map(|(_, page)| OtherPage {
                    number: page.number,
                    title: page.title.clone(),
                    url: page.url.clone(),
                })
                .collect();
            pages.sort_by_key(|page| page.number);
            pages
        })
    }

    /// Makes a page of a person's Chrome one of our tabs. `None` where there is no such page any more.
    pub async fn take_page(&self, number: u64, p: &Progress) -> Result<Option<Tab>, BrowserError> {
        let target = self.link.read(|state| {
            let page = state.pages().find(|(_, page)| page.number == number)?;
            Some(page.0.clone())
        });
        match target {
            Some(target) => self.adopt(&target, p).await.map(Some),
            None => Ok(None),
        }
    }
}

impl Tab {
    /// Shows the tab in its window. In a person's Chrome nothing happens: what they look at stays.
    pub fn bring_to_front(&self) {
        if self.link.read(|state| state.mode) == Mode::Managed {
            let target = TargetId::new(self.look(|tab| tab.target.clone()));
            self.link.send(None, &ActivateTargetParams::new(target));
        }
    }
}
