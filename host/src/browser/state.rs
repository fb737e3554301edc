//! What is known about Chrome: its tabs, sessions and frames, kept by applying its events one by one.
//!
//! Nothing here waits or talks to Chrome. Events go in; commands to send and calls to fail come out.

mod choosers;
mod contexts;
mod dialogs;
mod documents;
mod downloads;
mod faults;
mod frames;
mod monitor;
mod targets;
#[cfg(test)]
mod tests;
mod traffic;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::time::Instant;

use chromiumoxide::Command;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::BrowserError;
use super::error::CallError;
use super::ids::{DocumentId, TabId};
use super::link::{Outgoing, Reply};
use super::wire::RawEvent;
use super::{DialogAnswer, DialogFlood, DialogRecord, DialogRule, FileChooser, Mode, Viewport};
use contexts::Contexts;
pub(super) use contexts::WORLD_NAME;
use downloads::Downloads;
use faults::Faults;
pub(super) use frames::{FrameState, FrameTree, Reached};
pub(super) use targets::{attach_to, listening, only};
use traffic::Traffic;

/// Everything the actor knows.
#[derive(Debug)]
pub(super) struct State {
    pub(super) mode: Mode,
    /// Why the connection ended, once it has.
    pub(super) gone: Option<String>,
    /// What happens to dialogs.
    pub(super) dialog_rule: DialogRule,
    /// The answer to the next dialog, whatever the rule says.
    pub(super) armed_dialog: Option<DialogAnswer>,
    /// Our tabs in order of opening. Closed ones stay: their ids are never reused.
    pub(super) tabs: BTreeMap<TabId, TabState>,
    pub(super) downloads: Downloads,
    sessions: HashMap<String, Session>,
    /// Every page Chrome has, ours or not, by target id.
    pages: BTreeMap<String, PageTarget>,
    /// Pages seen so far.
    last_page: u64,
    /// What tabs that open are drawn in, where that was asked for.
    pub(super) viewport: Option<Viewport>,
    /// What was seen since somebody watches.
    monitor: Option<monitor::Monitor>,
    last_document: u64,
    loaders: documents::Loaders,
}

/// A page target as target discovery reports it.
#[derive(Debug, Clone)]
pub(super) struct PageTarget {
    opener: Option<String>,
    /// Its place in the order in which pages were seen.
    pub(super) number: u64,
    pub(super) title: String,
    pub(super) url: String,
}

/// A protocol session: a tab's page or an out-of-process frame in it.
#[derive(Debug)]
struct Session {
    tab: TabId,
    target: String,
    /// The session whose auto-attachment made this one. `None` for a tab's page.
    parent: Option<String>,
    crashed: bool,
    /// Somebody watches whether it still runs scripts.
    rescuing: bool,
    /// Scripts of ours that it runs and that are still waited for.
    scripts: BTreeSet<u64>,
    /// Scripts of ours so far.
    last_script: u64,
    contexts: Contexts,
}

/// A tab.
#[derive(Debug)]
pub(super) struct TabState {
    pub(super) target: String,
    /// The page's session; `None` once the tab is closed.
    pub(super) session: Option<String>,
    pub(super) url: String,
    pub(super) title: String,
    pub(super) opener: Option<TabId>,
    pub(super) crashed: bool,
    /// Crashes so far.
    pub(super) crashes: u64,
    /// Scripts without end that we ended so far.
    pub(super) ended_scripts: u64,
    /// Windows that it opened beyond what is bearable, and that were closed at once.
    pub(super) surplus: usize,
    /// The page's scripts are switched off, because it kept opening itself.
    pub(super) frozen: bool,
    /// The page's set-up has been answered: its frames are known and it runs.
    pub(super) ready: bool,
    pub(super) frames: FrameTree,
    pub(super) dialogs: VecDeque<DialogRecord>,
    /// File choosers that opened while they were watched for.
    pub(super) choosers: VecDeque<FileChooser>,
    pub(super) traffic: Traffic,
    pub(super) faults: Faults,
    /// The newest main-frame commits, oldest first.
    pub(super) commits: VecDeque<Commit>,
    /// Main-frame commits so far, same-document ones included.
    pub(super) navigations: u64,
    /// A dialog that nobody has answered yet.
    open_dialog: Option<dialogs::OpenDialog>,
    /// The newest of the answered dialogs, also once they were handed out.
    pub(super) newest_dialog: Option<DialogRecord>,
    /// Dialogs that follow each other without rest.
    run: dialogs::DialogRun,
    /// The tab was closed because its dialogs had no end.
    pub(super) flood: Option<DialogFlood>,
    /// The same until it is told.
    pub(super) untold_flood: Option<DialogFlood>,
    /// Whether we are going to another page.
    going: Going,
    /// When we last acted in the tab.
    last_action: Option<Instant>,
    /// When a dialog was last answered in it.
    pub(super) last_dialog: Option<Instant>,
    /// What a drag of ours carries, once Chrome has begun it.
    pub(super) drag: Option<Value>,
}

/// How far a navigation of ours is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Going {
    /// There is none.
    Nowhere,
    /// The page is to be left: it is not asked what it thinks of that.
    Leaving,
    /// The new page is there and loads.
    Arriving,
}

/// A main-frame commit.
#[derive(Debug, Clone)]
pub(super) struct Commit {
    /// The tab's `navigations` after it.
    pub(super) serial: u64,
    pub(super) loader: String,
    pub(super) same_document: bool,
    /// The address that failed, when an error page was committed in its place.
    pub(super) unreachable: Option<String>,
}

/// What is to be done after an event or an answer.
#[derive(Default)]
pub(super) struct Effects {
    pub(super) send: Vec<Outgoing>,
    /// Sessions that Chrome will not answer any more.
    pub(super) fail: Vec<(String, CallError)>,
}

impl Effects {
    fn send<C: Command>(&mut self, session: Option<&str>, command: &C) {
        self.send.push(Outgoing::new(session, command, Reply::Ignore));
    }

    fn ask<C: Command>(&mut self, session: Option<&str>, command: &C, followup: Followup) {
        self.send.push(Outgoing::new(session, command, Reply::State(followup)));
    }
}

/// What the state does with the answer to a command of its own.
#[derive(Debug, Clone)]
pub(super) enum Followup {
    /// `Page.getFrameTree` of a session.
    FrameTree { session: String },
    /// The last command of a session's set-up.
    SetUp { session: String },
    /// `Target.getTargetInfo` for the title of a tab.
    Title { tab: TabId },
}

impl State {
    pub(super) fn new(mode: Mode) -> Self {
        Self {
            mode,
            gone: None,
            dialog_rule: if mode == Mode::Managed { DialogRule::Accept } else { DialogRule::Dismiss },
            armed_dialog: None,
            tabs: BTreeMap::new(),
            downloads: Downloads::default(),
            sessions: HashMap::new(),
            pages: BTreeMap::new(),
            last_page: 0,
            viewport: None,
            monitor: None,
            last_document: 0,
            loaders: documents::Loaders::default(),
        }
    }

    /// Applies an event.
    pub(super) fn apply(&mut self, event: &RawEvent) -> Effects {
        let mut effects = Effects::default();
        let session = event.session.as_deref();
        match event.method.split_once('.').map_or("", |(domain, _)| domain) {
            "Target" => self.apply_target(session, event, &mut effects),
            "Inspector" => self.apply_inspector(session, event, &mut effects),
            "Browser" => self.apply_download(session, event),
            "Page" => {
                self.apply_dialog(session, event, &mut effects);
                self.apply_chooser(session, event);
                self.apply_page(session, event, &mut effects);
            }
            "Runtime" => {
                self.apply_watched(session, event);
                self.apply_fault(session, event);
                self.apply_runtime(session, event);
            }
            "Network" => {
                self.apply_watched(session, event);
                self.apply_network(session, event, &mut effects);
            }
            "Log" => self.apply_watched(session, event),
            "Input" => self.apply_drag(session, event),
            _ => {}
        }
        effects
    }

    /// Applies the answer to a command of the state's own.
    pub(super) fn follow_up(&mut self, followup: Followup, answer: Result<Value, CallError>) -> Effects {
        let mut effects = Effects::default();
        match (followup, answer) {
            (Followup::FrameTree { session }, Ok(tree)) => self.seed_frames(&session, &tree),
            (Followup::FrameTree { session }, Err(error)) => {
                tracing::debug!(session, ?error, "a session's frames are not known");
            }
            // A page that crashed or closed while it was set up is as ready as it will ever be.
            (Followup::SetUp { session }, _) => self.mark_ready(&session, &mut effects),
            (Followup::Title { tab }, Ok(info)) => self.note_title(tab, &info),
            (Followup::Title { .. }, Err(_)) => {}
        }
        effects
    }

    /// The connection ended: every tab is closed.
    pub(super) fn end(&mut self, reason: String) {
        self.gone.get_or_insert(reason);
        self.sessions.clear();
        self.pages.clear();
        for tab in self.tabs.values_mut() {
            tab.session = None;
        }
    }

    /// Why Chrome would not answer this command, if it would not: a crashed renderer, or one with a dialog open,
    /// answers only to the browser process.
    pub(super) fn is_unanswering(&self, session: &str, method: &str) -> Option<CallError> {
        if is_answered_by_browser(method) {
            return None;
        }
        if self.sessions.get(session).is_some_and(|session| session.crashed) {
            return Some(CallError::Crashed);
        }
        self.dialog_before(session).map(|dialog| CallError::Dialog(Box::new(dialog.clone())))
    }

    /// The tab that a session belongs to.
    fn tab_of(&mut self, session: Option<&str>) -> Option<(TabId, &mut TabState)> {
        let id = self.sessions.get(session?)?.tab;
        Some((id, self.tabs.get_mut(&id)?))
    }

    fn next_document(&mut self) -> DocumentId {
        self.last_document += 1;
        DocumentId(self.last_document)
    }

    fn apply_drag(&mut self, session: Option<&str>, event: &RawEvent) {
        if event.method == "Input.dragIntercepted"
            && let Some((_, tab)) = self.tab_of(session)
        {
            tab.drag = event.params.get("data").cloned();
        }
    }

    /// How many pages Chrome has, ours or not.
    pub(super) fn page_count(&self) -> usize {
        self.pages.len()
    }

    /// Every page that Chrome has, by target id.
    pub(super) fn pages(&self) -> impl Iterator<Item = (&String, &PageTarget)> {
        self.pages.iter()
    }

    /// The open tab that shows a target.
    pub(super) fn tab_with_target(&self, target: &str) -> Option<(TabId, &TabState)> {
        self.tabs
            .iter()
            .map(|(id, tab)| (*id, tab))
            .find(|(_, tab)| tab.target == target && tab.session.is_some())
    }
}

impl TabState {
    /// A tab whose only frame has not been described yet. Chrome gives a page's main frame the page's target id.
    fn new(target: String, session: String, document: DocumentId) -> Self {
        let frames = FrameTree::new(FrameState::new(target.clone(), None, session.clone(), document));
        Self {
            target,
            session: Some(session),
            url: String::new(),
            title: String::new(),
            opener: None,
            crashed: false,
            crashes: 0,
            ended_scripts: 0,
            surplus: 0,
            frozen: false,
            ready: false,
            frames,
            dialogs: VecDeque::new(),
            choosers: VecDeque::new(),
            traffic: Traffic::default(),
            faults: Faults::default(),
            commits: VecDeque::new(),
            navigations: 0,
            open_dialog: None,
            newest_dialog: None,
            run: dialogs::DialogRun::default(),
            flood: None,
            untold_flood: None,
            going: Going::Nowhere,
            last_action: None,
            last_dialog: None,
            drag: None,
        }
    }

    /// Why nothing can be asked of a tab that is closed.
    pub(super) fn closed(&self) -> BrowserError {
        self.flood.clone().map_or(BrowserError::TabClosed, |flood| BrowserError::DialogFlood(Box::new(flood)))
    }

    /// Notes a main-frame commit.
    fn commit(&mut self, loader: &str, same_document: bool, unreachable: Option<String>) {
        const KEPT: usize = 16;
        self.navigations += 1;
        if !same_document && self.going == Going::Leaving {
            self.going = Going::Arriving;
        }
        let serial = self.navigations;
        self.commits.push_back(Commit { serial, loader: loader.to_owned(), same_document, unreachable });
        if self.commits.len() > KEPT {
            self.commits.pop_front();
        }
    }
}

/// Whether the browser process answers a command of a page by itself.
pub(super) fn is_answered_by_browser(method: &str) -> bool {
    const ANSWERED: [&str; 6] = [
        "Page.navigate",
        "Page.reload",
        "Page.getNavigationHistory",
        "Page.navigateToHistoryEntry",
        "Page.stopLoading",
        "Page.handleJavaScriptDialog",
    ];
    ANSWERED.contains(&method)
}

/// Decodes the parameters of an event. Only the fields that are used are named, so that a newer Chrome's
/// additions (new enumeration values most of all) cannot make an event unreadable.
fn decode<T: DeserializeOwned>(event: &RawEvent) -> Option<T> {
    match T::deserialize(&event.params) {
        Ok(decoded) => Some(decoded),
        Err(error) => {
            tracing::warn!(method = %event.method, %error, "an event of Chrome cannot be read");
            None
        }
    }
}
