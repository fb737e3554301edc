//! Chrome, owned or attached to: tabs, frames, navigation, input and script over the DevTools protocol.
//!
//! One task (`actor`) owns the connection and applies every event, in order, to one `state`; [`Browser`], [`Tab`] and
//! [`Frame`] are cheap handles that send commands and wait for what the state becomes. Everything that waits takes a
//! [`Progress`], and everything pending fails at once when its tab closes, its renderer crashes or Chrome ends.
//!
//! Only this module names chromiumoxide, and of it only the connection and the typed commands: its own browser and
//! page types hang on downloads, same-document navigations and out-of-process frames. What a page's script means
//! belongs into `inject`, what to do with a page into the tools.

mod actor;
mod downloads;
mod drag;
mod endpoint;
mod error;
mod evaluate;
mod facts;
mod files;
mod find;
mod flags;
mod frame;
mod hidden;
mod history;
mod ids;
mod input;
mod keys;
mod launch;
mod link;
mod monitor;
mod navigation;
mod node;
mod pages;
mod process;
mod profile;
mod screenshot;
mod script;
mod state;
mod tab;
mod value;
mod viewport;
mod wire;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::browser::{
    CloseParams, GetVersionParams, SetDownloadBehaviorBehavior, SetDownloadBehaviorParams,
};
use chromiumoxide::cdp::browser_protocol::target::{
    CreateTargetParams, DetachFromTargetParams, GetTargetsParams, SessionId, SetDiscoverTargetsParams,
};

pub use drag::Dragged;
pub use endpoint::Endpoint;
pub use error::BrowserError;
pub use evaluate::{Evaluation, Outcome};
pub use facts::{
    Activity, AwaitedPage, DialogAnswer, DialogFacts, DialogFlood, DialogKind, DialogRecord, DialogRule,
    DialogWord, Download, DownloadState, FailedRequest, Mode, Navigation, Point, Rect, WaitUntil,
};
pub use files::{ChooserWatch, FileChooser};
pub use frame::Frame;
pub use hidden::{Listed, NodeId, Semantics};
pub use history::History;
pub use ids::{DocumentId, FrameId, TabId};
pub use input::{Clicking, Modifiers, MouseButton};
pub use keys::Editing;
pub use launch::{LaunchOptions, end_hung, has_display, is_taken};
pub use monitor::{Seen, SeenRequest, SeenWhat, Watched};
pub use node::Node;
pub use pages::OtherPage;
pub use screenshot::{ImageFormat, ScreenshotOptions};
pub use script::World;
pub use tab::Tab;
pub use value::{NodeValue, ScriptValue};
pub use viewport::Viewport;

use crate::progress::{Interrupted, Progress};
use link::Link;
use state::{State, attach_to, only};
use wire::Wire;

/// How long the end of a connection may take; nothing but our own task is waited for.
const LET_GO: Duration = Duration::from_millis(500);

/// How long a person's tab may take to answer for the first time.
const ADOPTION: Duration = Duration::from_secs(5);

/// One Chrome. A cheap handle; when the last handle to it or to anything in it is dropped, a Chrome of ours ends
/// and a person's is let go.
#[derive(Debug, Clone)]
pub struct Browser {
    link: Link,
    about: Arc<About>,
}

/// What does not change about a browser.
#[derive(Debug)]
struct About {
    version: String,
    warnings: Vec<String>,
    /// What a model should know and was not told yet.
    news: Mutex<Vec<String>>,
    /// Where a person's Chrome was found.
    endpoint: Option<Endpoint>,
    pid: Option<u32>,
}

impl Browser {
    /// Starts a Chrome of our own, which ends with us, and waits for its first page.
    pub async fn launch(o: &LaunchOptions, p: &Progress) -> Result<Self, BrowserError> {
        launch::launch(o, p).await
    }

    /// Connects to a Chrome that runs. Nothing in it is touched until a tab is asked for.
    pub async fn attach(e: &Endpoint, p: &Progress) -> Result<Self, BrowserError> {
        let what = "Chrome to accept the connection";
        let socket = e.socket(p).await?;
        let failed = |reason: String| BrowserError::AttachFailed { endpoint: e.to_string(), reason };
        let wire = p.race(what, Wire::socket(socket.as_str())).await?;
        let wire = wire.map_err(|error| failed(error.to_string()))?;
        let link = actor::start(wire, State::new(Mode::Attached), None);
        let version = link.start(None, &GetVersionParams::default());
        let discover = SetDiscoverTargetsParams { discover: true, filter: Some(only("page")) };
        link.call(None, &discover, what, p).await?;
        // Where a person's downloads go is theirs: only the events are wanted, which name the file.
        let downloads = SetDownloadBehaviorParams {
            events_enabled: Some(true),
            ..SetDownloadBehaviorParams::new(SetDownloadBehaviorBehavior::Default)
        };
        link.send(None, &downloads);
        let version = version.wait(what, p).await?.product;
        let about = About {
            version,
            warnings: Vec::new(),
            news: Mutex::default(),
            endpoint: Some(e.clone()),
            pid: None,
        };
        Ok(Self { link, about: Arc::new(about) })
    }

    /// Whether Chrome is ours.
    pub fn mode(&self) -> Mode {
        self.link.read(|state| state.mode)
    }

    /// Chrome's product name and version.
    pub fn version(&self) -> &str {
        &self.about.version
    }

    /// The process of a Chrome of ours.
    pub fn pid(&self) -> Option<u32> {
        self.about.pid
    }

    /// What a person should know about how Chrome was started.
    pub fn warnings(&self) -> Vec<String> {
        self.about.warnings.clone()
    }

    /// Notes something that a model should know about this Chrome.
    pub fn tell(&self, news: impl Into<String>) {
        self.about.news.lock().unwrap_or_else(PoisonError::into_inner).push(news.into());
    }

    /// Hands out what a model should know about this Chrome and was not told yet: that it has another profile than
    /// usual, say.
    pub fn take_news(&self) -> Vec<String> {
        std::mem::take(&mut *self.about.news.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Why the connection ended, once it has.
    pub fn gone(&self) -> Option<String> {
        let exit = self.link.process.as_ref().and_then(|process| process.exit());
        self.link.read(|state| {
            let reason = state.gone.as_ref()?;
            Some(exit.map_or_else(|| reason.clone(), |exit| format!("{reason} ({exit})")))
        })
    }

    /// Our open tabs in order of opening, popups included.
    pub fn tabs(&self) -> Vec<Tab> {
        self.link.read(|state| {
            let open = state.tabs.iter().filter(|(_, tab)| tab.session.is_some());
            open.map(|(id, _)| Tab::new(self.link.clone(), *id)).collect()
        })
    }

    /// What happens to dialogs from now on. At first they are accepted in a Chrome of ours, and dismissed in a
    /// person's. Our own leaving of a page is always accepted, and a person's own dialog always left to them.
    pub fn set_dialog_rule(&self, rule: DialogRule) {
        self.link.write(|state| state.dialog_rule = rule);
    }

    /// What happens to dialogs.
    pub fn dialog_rule(&self) -> DialogRule {
        self.link.read(|state| state.dialog_rule)
    }

    /// Answers the next dialog like this, in whatever tab, whatever the rule says.
    pub fn arm_dialog(&self, answer: DialogAnswer) {
        self.link.write(|state| state.armed_dialog = Some(answer));
    }

    /// The answer that the next dialog gets.
    pub fn armed_dialog(&self) -> Option<DialogAnswer> {
        self.link.read(|state| state.armed_dialog.clone())
    }

    /// The tab with an open dialog that was left open, the given one first.
    pub fn tab_with_dialog(&self, first: Option<TabId>) -> Option<Tab> {
        let mut tabs = self.tabs();
        tabs.sort_by_key(|tab| Some(tab.id()) != first);
        tabs.into_iter().find(|tab| tab.open_dialog().is_some())
    }

    /// Hands out the dialogs of all tabs that were answered, and forgets them.
    pub fn take_dialogs(&self) -> Vec<DialogRecord> {
        self.link.write(|state| state.tabs.values_mut().flat_map(|tab| tab.dialogs.drain(..)).collect())
    }

    /// Hands out why tabs were closed for their dialogs, where that was not told yet.
    pub fn take_floods(&self) -> Vec<DialogFlood> {
        self.link.write(|state| state.tabs.values_mut().filter_map(|tab| tab.untold_flood.take()).collect())
    }

    /// Waits until there is a tab, for a Chrome of ours whose last one was closed.
    pub async fn some_tab(&self, p: &Progress) -> Result<Tab, BrowserError> {
        let ready = |state: &State| {
            state.tabs.iter().rev().find(|(_, tab)| tab.session.is_some() && tab.ready).map(|(id, _)| *id)
        };
        let id = self.link.until("another tab", p, ready).await?;
        Ok(Tab::new(self.link.clone(), id))
    }

    /// Opens a tab and, unless the address is `about:blank`, waits until it has loaded.
    pub async fn new_tab(&self, url: &str, p: &Progress) -> Result<Tab, BrowserError> {
        let mut create = CreateTargetParams::new("about:blank");
        if self.mode() == Mode::Attached {
            // The person goes on looking at what they look at.
            create.background = Some(true);
        }
        let created = self.link.call(None, &create, "a new tab", p).await?;
        let tab = self.adopt(created.target_id.inner(), p).await?;
        if url != "about:blank" {
            tab.navigate(url, WaitUntil::Load, p).await?;
        }
        Ok(tab)
    }

    /// The tab to begin with. In a Chrome of ours the first one; in a person's the newest of ours, else the page
    /// that was used last, which becomes ours. Where there is none, a new one.
    pub async fn current_tab(&self, p: &Progress) -> Result<Tab, BrowserError> {
        let tabs = self.tabs();
        let endpoint = match (&self.about.endpoint, tabs.first(), tabs.last()) {
            (None, Some(first), _) => return Ok(first.clone()),
            (Some(_), _, Some(last)) => return Ok(last.clone()),
            (None, None, _) => return self.new_tab("about:blank", p).await,
            (Some(endpoint), _, None) => endpoint,
        };
        let mut recent = endpoint.recent_pages(p).await;
        if recent.is_empty() {
            // A proxy without Chrome's page list: the order says nothing then.
            let listed =
                self.link.call(None, &GetTargetsParams { filter: Some(only("page")) }, "the tabs", p).await?;
            recent = listed
                .target_infos
                .into_iter()
                .filter(|info| !info.url.starts_with("devtools://"))
                .map(|info| info.target_id.inner().clone())
                .collect();
        }
        let Some(target) = recent.first() else { return self.new_tab("about:blank", p).await };
        match self.adopt(target, &p.child(ADOPTION)).await {
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) if p.check("").is_ok() => {
                self.let_go(target);
                self.tell(
                    "the tab that was used last does not answer (a dialog may be open in it), so another was opened",
                );
                self.new_tab("about:blank", p).await
            }
            adopted => adopted,
        }
    }

    /// The tab that shows an address, ours or a person's, which becomes ours; else a new one that does.
    pub async fn tab_showing(&self, url: &str, p: &Progress) -> Result<Tab, BrowserError> {
        if let Some(tab) = self.tabs().into_iter().find(|tab| tab.url() == url) {
            return Ok(tab);
        }
        let pages = GetTargetsParams { filter: Some(only("page")) };
        let listed = self.link.call(None, &pages, "the tabs", p).await?;
        match listed.target_infos.iter().find(|info| info.url == url) {
            Some(info) => self.adopt(info.target_id.inner(), p).await,
            None => self.new_tab(url, p).await,
        }
    }

    /// Ends a Chrome of ours and everything it started; lets go of a person's or of one that is to stay open.
    /// Bounded by two seconds.
    pub async fn close(&self) {
        if let Some(process) = self.link.process.as_ref().filter(|process| !process.keep_open()) {
            self.link.send(None, &CloseParams::default());
            process.stop().await;
        }
        self.link.shared.closing.cancel();
        let limit = Progress::uncancelled(LET_GO);
        // Always an error: the connection's end, which is what is waited for.
        let _ = self.link.until("the connection to end", &limit, |_| None::<()>).await;
    }

    /// Detaches from a page that never became one of our tabs.
    fn let_go(&self, target: &str) {
        let session =
            self.link.read(|state| state.tab_with_target(target).and_then(|(_, tab)| tab.session.clone()));
        if let Some(session) = session {
            let detach = DetachFromTargetParams { session_id: Some(SessionId::new(session)) };
            self.link.send(None, &detach);
        }
    }

    /// Makes a page one of our tabs and waits until it is set up.
    async fn adopt(&self, target: &str, p: &Progress) -> Result<Tab, BrowserError> {
        if self.mode() == Mode::Attached {
            self.link.call(None, &attach_to(target), "the tab to be attached", p).await?;
        }
        let id = self
            .link
            .until("the tab to be ready", p, |state| {
                state.tab_with_target(target).filter(|(_, tab)| tab.ready).map(|(id, _)| id)
            })
            .await?;
        Ok(Tab::new(self.link.clone(), id))
    }
}
