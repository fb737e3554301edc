//! A tab.

use std::time::Instant;

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::page::StopLoadingParams;
use chromiumoxide::cdp::browser_protocol::target::{CloseTargetParams, CreateTargetParams, TargetId};
use chromiumoxide::cdp::js_protocol::runtime::EvaluateParams;

use super::ids::{DocumentId, FrameId, TabId};
use super::link::{Link, Pending};
use super::navigation::PATIENCE;
use super::state::{Effects, State, TabState};
use super::{
    Activity, AwaitedPage, BrowserError, DialogAnswer, DialogFacts, DialogFlood, DialogKind, DialogRecord,
    DialogWord, Frame,
};
use crate::progress::Progress;

/// How far back it is followed which tab opened which.
const MOST_OPENERS: usize = 32;

/// A tab of this browser. A cheap handle: what it tells is what Chrome told last, and nothing here waits for the
/// page unless it takes a [`Progress`].
#[derive(Debug, Clone)]
pub struct Tab {
    pub(super) link: Link,
    pub(super) id: TabId,
}

/// A page that is being left, until this is dropped.
#[derive(Debug)]
pub(super) struct Leaving<'t>(&'t Tab);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.link.shared.lock().set_leaving(self.0.id, false);
    }
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

    /// Windows that the page opened and that were closed at once, because it had too many open; each told once.
    pub fn take_surplus(&self) -> usize {
        self.link
            .write(|state| state.tabs.get_mut(&self.id).map_or(0, |tab| std::mem::take(&mut tab.surplus)))
    }

    /// The tab that opened this one.
    pub fn opener(&self) -> Option<TabId> {
        self.look(|tab| tab.opener)
    }

    /// The tab that opened this one, the one that opened that, and so on, closed ones included.
    pub fn openers(&self) -> Vec<TabId> {
        self.link.read(|state| {
            let opener = |id: &TabId| state.tabs.get(id).and_then(|tab| tab.opener);
            std::iter::successors(opener(&self.id), opener).take(MOST_OPENERS).collect()
        })
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

    /// The dialog that is open in the tab and was left open.
    pub fn open_dialog(&self) -> Option<DialogFacts> {
        self.look(|tab| tab.dialog().cloned().filter(|_| tab.session.is_some()))
    }

    /// The open dialog that keeps the page from answering: the tab's own, or that of a tab which shares its process.
    pub fn blocking_dialog(&self) -> Option<DialogFacts> {
        self.link.read(|state| state.blocking_dialog(self.id).cloned())
    }

    /// The newest dialog that was answered, also once it was handed out.
    pub fn newest_dialog(&self) -> Option<DialogRecord> {
        self.look(|tab| tab.newest_dialog.clone())
    }

    /// Answers the open dialog and waits until the page goes on. `None` where none is open.
    pub async fn answer_dialog(
        &self,
        answer: DialogAnswer,
        p: &Progress,
    ) -> Result<Option<DialogRecord>, BrowserError> {
        let record = self.answer_dialog_soon(answer, DialogWord::Told);
        if record.is_some() {
            // The page goes on until it rests or opens another dialog, which ends this too.
            let _ = self.call(&EvaluateParams::new("0"), "the page to go on", p).await;
        }
        Ok(record)
    }

    /// The same without waiting.
    pub(super) fn answer_dialog_soon(&self, answer: DialogAnswer, word: DialogWord) -> Option<DialogRecord> {
        let mut effects = Effects::default();
        let record = self.link.write(|state| state.answer_dialog(self.id, answer, word, &mut effects));
        for command in effects.send {
            self.link.submit(command);
        }
        record
    }

    /// From now on dialogs are counted anew: what comes is the answer to something else.
    pub fn forget_dialog_run(&self) {
        self.link.write(|state| state.forget_dialog_run(self.id));
    }

    /// Why the tab was closed, if its dialogs had no end; told once.
    pub fn take_flood(&self) -> Option<DialogFlood> {
        self.link.write(|state| state.tabs.get_mut(&self.id)?.untold_flood.take())
    }

    /// What the tab is doing.
    pub fn activity(&self) -> Activity {
        self.look(|tab| {
            let main = tab.frames.main();
            Activity {
                navigations: tab.navigations,
                document: main.document,
                requests_in_flight: tab.traffic.in_flight(),
                is_leaving: tab.traffic.is_leaving(tab.frames.main_id(), &main.loader),
                last_status: tab.traffic.status(&main.loader),
                failed: tab.traffic.failures(),
                sends: tab.traffic.sends(),
            }
        })
    }

    /// The page that was asked for in place of the one that is there, and that has not been answered yet.
    pub fn awaited(&self) -> Option<AwaitedPage> {
        self.look(|tab| tab.traffic.awaited(tab.frames.main_id(), &tab.frames.main().loader))
    }

    /// The method by which the page was sent for, where loading it again would send something again. `url` is the
    /// address of its entry in the history: an error page has none of its own.
    pub fn sent_for(&self, url: &str) -> Option<String> {
        self.look(|tab| tab.traffic.sent_for(&tab.frames.main().loader, url))
    }

    /// What scripts, or forms in frames, have sent since then that has no answer yet: the oldest.
    pub fn unanswered_since(&self, since: Instant) -> Option<AwaitedPage> {
        self.look(|tab| tab.traffic.unanswered_since(since, tab.frames.main_id()))
    }

    /// Errors of the page's scripts so far: a mark for [`Self::script_error_since`].
    pub fn script_errors(&self) -> u64 {
        self.look(|tab| tab.faults.count())
    }

    /// The first error of the page's scripts after a mark that nothing caught: the first line of what it says.
    pub fn script_error_since(&self, mark: u64) -> Option<String> {
        self.look(|tab| tab.faults.first_since(mark))
    }

    /// What scripts of the tab's pages asked for after the first `mark` requests, as `GET` and address without its
    /// query, and how many requests there are now.
    pub fn asked_since(&self, mark: u64) -> (Vec<String>, u64) {
        self.look(|tab| tab.traffic.asked_since(mark))
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
        let _leaving = self.begin_leaving();
        self.free(&self.session()?, PATIENCE, p).await?;
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
            let tab = state.tabs.get(&self.id).ok_or(BrowserError::TabClosed)?;
            tab.session.clone().ok_or_else(|| tab.closed())
        })
    }

    /// Notes that we act in the tab: a dialog that opens now is answered by the rule.
    pub(super) fn begin_action(&self) {
        self.link.shared.lock().begin_action(self.id);
    }

    /// Notes that we leave the page: an open dialog is dismissed, and what the page asks before it is left is
    /// answered, until the new page is there or the value is dropped.
    pub(super) fn begin_leaving(&self) -> Leaving<'_> {
        self.begin_action();
        self.link.shared.lock().set_leaving(self.id, true);
        let is_question =
            self.look(|tab| tab.dialog().is_some_and(|open| open.kind == DialogKind::BeforeUnload));
        self.answer_dialog_soon(DialogAnswer { accept: is_question, text: None }, DialogWord::Leaving);
        Leaving(self)
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
