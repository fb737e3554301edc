//! A tab.

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::page::StopLoadingParams;
use chromiumoxide::cdp::browser_protocol::target::{CloseTargetParams, CreateTargetParams, TargetId};

use super::ids::{DocumentId, FrameId, TabId};
use super::link::{Link, Pending};
use super::state::{State, TabState};
use super::{Activity, BrowserError, DialogRecord, Frame};
use crate::progress::Progress;

/// A tab of this browser. A cheap handle: what it tells is what Chrome told last, and nothing here waits for the
/// page unless it takes a [`Progress`].
#[derive(Debug, Clone)]
pub struct Tab {
    pub(super) link: Link,
    pub(super) id: TabId,
}

impl Tab {
    pub(super) fn new(link: Link, id: TabId) -> Self {
        Self { link, id }
    }

    /// The tab's name.
    pub fn id(&self) -> TabId {
        self.id
    }

    /// The address of the main document.
    pub fn url(&self) -> String {
        self.look(|tab| tab.url.clone())
    }

    /// The main document's title as of the last load, navigation or look of Chrome.
    pub fn title(&self) -> String {
        self.look(|tab| tab.title.clone())
    }

    /// Whether the tab still exists.
    pub fn is_open(&self) -> bool {
        self.look(|tab| tab.session.is_some())
    }

    /// Whether the page's renderer crashed; a navigation brings the tab back.
    pub fn crashed(&self) -> bool {
        self.look(|tab| tab.crashed)
    }

    /// The tab that opened this one.
    pub fn opener(&self) -> Option<TabId> {
        self.look(|tab| tab.opener)
    }

    /// All frames, the main one first, each before its children.
    pub fn frames(&self) -> Vec<Frame> {
        let ids: Vec<String> =
            self.look(|tab| tab.frames.depth_first().into_iter().map(|frame| frame.id.clone()).collect());
        ids.into_iter().map(|id| self.frame(&id)).collect()
    }

    /// The main frame.
    pub fn main_frame(&self) -> Frame {
        let id = self.look(|tab| tab.frames.main_id().to_owned());
        self.frame(&id)
    }

    fn frame(&self, id: &str) -> Frame {
        Frame { link: self.link.clone(), tab: self.id, id: FrameId(id.into()) }
    }

    /// Dialogs that were answered since the last [`Self::take_dialogs`], oldest first, at most 50.
    pub fn dialogs(&self) -> Vec<DialogRecord> {
        self.look(|tab| tab.dialogs.iter().cloned().collect())
    }

    /// Hands out the dialogs that were answered and forgets them.
    pub fn take_dialogs(&self) -> Vec<DialogRecord> {
        self.link.write(|state| match state.tabs.get_mut(&self.id) {
            Some(tab) => tab.dialogs.drain(..).collect(),
            None => Vec::new(),
        })
    }

    /// What the tab is doing.
    pub fn activity(&self) -> Activity {
        self.look(|tab| {
            let main = tab.frames.main();
            Activity {
                navigations: tab.navigations,
                document: main.document,
                requests_in_flight: tab.traffic.in_flight(),
                last_status: tab.traffic.status(&main.loader),
                failed: tab.traffic.failures(),
                sends: tab.traffic.sends(),
            }
        })
    }

    /// Stops the loading of the page. Does not wait.
    #[expect(clippy::unused_async, reason = "callers treat it like every other action")]
    pub async fn stop_loading(&self) {
        self.stop_loading_soon();
    }

    pub(super) fn stop_loading_soon(&self) {
        if let Ok(session) = self.session() {
            self.link.send(Some(&session), &StopLoadingParams::default());
        }
    }

    /// Closes the tab; its `beforeunload` dialog is answered. The last page of a Chrome is replaced by an empty
    /// one first, because Chrome would end with it.
    pub async fn close(&self, p: &Progress) -> Result<(), BrowserError> {
        let what = "the tab to close";
        if !self.is_open() {
            return Ok(());
        }
        self.begin_action();
        self.free(&self.session()?, p).await?;
        if self.link.read(State::page_count) <= 1 {
            let blank = CreateTargetParams::new("about:blank");
            self.link.call(None, &blank, what, p).await?;
        }
        let target = TargetId::new(self.look(|tab| tab.target.clone()));
        self.link.start(None, &CloseTargetParams::new(target)).wait(what, p).await?;
        let id = self.id;
        self.link.until(what, p, |state| state.tabs.get(&id)?.session.is_none().then_some(())).await
    }

    /// Looks at the tab's state.
    pub(super) fn look<T>(&self, look: impl FnOnce(&TabState) -> T) -> T {
        self.link.read(|state| look(state.tabs.get(&self.id).expect("tabs are never removed from the state")))
    }

    /// The page's session, while the tab is open.
    pub(super) fn session(&self) -> Result<String, BrowserError> {
        self.link.read(|state| {
            if let Some(reason) = &state.gone {
                return Err(BrowserError::Gone { reason: reason.clone() });
            }
            let session = state.tabs.get(&self.id).and_then(|tab| tab.session.clone());
            session.ok_or(BrowserError::TabClosed)
        })
    }

    /// Notes that we act in the tab: a dialog that opens now is answered by the rule.
    pub(super) fn begin_action(&self) {
        let effects = self.link.shared.lock().begin_action(self.id);
        for command in effects.send {
            self.link.submit(command);
        }
    }

    /// Sends a command to the page now; the answer can be awaited later.
    pub(super) fn start<C: Command>(&self, command: &C) -> Result<Pending<C>, BrowserError> {
        Ok(self.link.start(Some(&self.session()?), command))
    }

    /// Sends a command to the page and waits for its answer.
    pub(super) async fn call<C: Command>(
        &self,
        command: &C,
        what: &str,
        p: &Progress,
    ) -> Result<C::Response, BrowserError> {
        self.start(command)?.wait(what, p).await
    }

    /// The main frame's document.
    pub fn document(&self) -> DocumentId {
        self.look(|tab| tab.frames.main().document)
    }
}
