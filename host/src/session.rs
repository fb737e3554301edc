//! What one MCP client owns: a browser, its current tab, the refs it was given and what it was shown.
//!
//! [`Call`] is one tool call at work: it holds the page, so that calls that act never overlap, while
//! `browser_status` and `browser_close` read or end the session without waiting for it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Map, Value};
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::CancellationToken;

use crate::browser::{FrameId, Tab, TabId};
use crate::config::Settings;
use crate::error::ToolError;
use crate::plugin::{PluginHost, ProvidedTool};
use crate::policy::{Case, Policy};
use crate::progress::Progress;
use crate::snapshot::refs::{Ref, RefTable};
use crate::snapshot::shown::Shown;
use crate::turn::Turn;

mod act;
mod actionable;
mod answer;
mod awaiting;
mod check;
mod chrome;
mod claims;
mod click;
mod consent;
mod detour;
mod dialogs;
mod downloads;
mod drag;
mod failure;
mod fill;
mod history;
mod interstitial;
mod judged;
mod late;
mod look;
mod modes;
mod monitor;
mod narrow;
mod press;
mod reading;
mod reason;
mod receipt;
mod recovery;
mod resize;
mod resolve;
mod scroll;
mod secrets;
mod select;
mod settle;
mod sight;
mod single;
mod site;
mod steps;
mod submit;
mod tabs;
mod tally;
mod typing;
mod upload;
mod waiting;
mod watching;

pub use act::{Acting, Rested};
pub use answer::{Answer, Picture};
pub use claims::{Claims, Seen};
pub use downloads::{download_words, size};
pub use drag::Dragging;
pub use fill::Filling;
pub use history::Travel;
pub use look::{Look, ViewRequest};
pub use monitor::{Filter, Watching};
pub use narrow::frame_lines;
pub use receipt::Moment;
pub use resize::Size;
pub use resolve::{Naming, Target};
pub use scroll::Scrolling;
pub use sight::Sight;
pub use steps::{StepRecord, Stepped};
pub use tabs::{TabName, heir};
pub use tally::Tally;
pub use typing::Typing;
pub use upload::LocalFile;
pub use waiting::Condition;

pub use dialogs::{describe, how_to_answer, told};

use chrome::Chrome;

/// State of the page that only one call at a time may touch.
#[derive(Debug, Default)]
pub struct PageState {
    /// Tab that tools act on.
    pub(crate) tab: Option<Tab>,
    /// Handles given out.
    pub(crate) refs: RefTable,
    /// The page when the model was last shown it, for receipts.
    pub(crate) shown: Option<Moment>,
    /// The page at the last receipt, where that is newer: its changes have been told, though not shown.
    pub(crate) told: Option<Moment>,
    /// What views of the current document showed, for differences.
    pub(crate) view: Shown,
    /// Fields as typing left them, to see whether they still hold it.
    standing: Vec<typing::Standing>,
    /// What is known of the documents beyond their facts.
    pub(crate) known: reading::Known,
    /// The tab that waits for another page.
    pub(crate) awaited: Option<awaiting::Awaited>,
    /// The page as it was read last, for when it cannot be read.
    pub(crate) last: Option<Box<Look>>,
    /// Refs with a number in their name that was seen to fall.
    pub(crate) counting: BTreeSet<Ref>,
    /// What is known of downloads.
    pub(crate) downloads: downloads::Told,
    /// What dragging needs has been told.
    pub(crate) told_drag: bool,
    /// What scripts ask for without an action.
    pub(crate) murmur: sight::Murmur,
    /// What packs and plugins say of pages, and what was done about it.
    pub(crate) sites: site::Sites,
}

/// One client's session. Cheap to share.
#[derive(Debug)]
pub struct Session {
    settings: Settings,
    plugins: PluginHost,
    policy: Arc<Policy>,
    chrome: Chrome,
    page: Arc<tokio::sync::Mutex<PageState>>,
    tally: Tally,
    current_url: Mutex<String>,
    current_tab: Mutex<Option<TabId>>,
    sight: Mutex<Sight>,
    claims: Mutex<Claims>,
    /// Secrets that were typed. A page may show them later, so they are taken out of every answer.
    secrets: Mutex<secrets::Secrets>,
    /// Copies of the files that were given to pages.
    copies: Mutex<upload::Copies>,
    /// Steps of packs and plugins that are not in the audit yet.
    steps: Mutex<Vec<StepRecord>>,
}

impl Session {
    /// Starts a session. Chrome starts with the first call that needs it; plugins load in the background.
    pub fn start(settings: Settings) -> Arc<Self> {
        let settings = crate::surface::fitted(settings);
        let plugins = PluginHost::start(settings.plugins.clone());
        Arc::new(Self {
            chrome: Chrome::new(&settings),
            policy: Arc::new(Policy::new(plugins.clone(), settings.state_dir.clone())),
            plugins,
            settings,
            page: Arc::default(),
            tally: Tally::default(),
            current_url: Mutex::default(),
            current_tab: Mutex::default(),
            sight: Mutex::default(),
            claims: Mutex::default(),
            secrets: Mutex::default(),
            copies: Mutex::default(),
            steps: Mutex::default(),
        })
    }

    /// The settings it was started with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The plugins in force.
    pub fn plugins(&self) -> &PluginHost {
        &self.plugins
    }

    /// The policies in force.
    pub fn policy(&self) -> &Arc<Policy> {
        &self.policy
    }

    /// Counts for `browser_status`.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// URL of the page that tools act on, as far as is known without asking it.
    pub fn current_url(&self) -> String {
        self.current_url.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tab that tools act on, as far as is known without waiting for a call.
    pub fn current_tab_id(&self) -> Option<TabId> {
        *self.current_tab.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was shown of pages in this session.
    pub fn claims(&self) -> std::sync::MutexGuard<'_, Claims> {
        self.claims.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes every typed secret out of an answer.
    pub fn hide_secrets(&self, answer: &mut Answer) {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner).hide_in(answer);
    }

    /// Takes every typed secret out of a call's arguments, wherever it was given again.
    pub fn without_secrets(&self, arguments: Map<String, Value>) -> Map<String, Value> {
        let secrets = self.secrets.lock().unwrap_or_else(PoisonError::into_inner);
        arguments.into_iter().map(|(name, value)| (name, secrets.out_of(value))).collect()
    }

    /// Begins a call that acts on the page; waits for the one before it to end.
    pub async fn begin(
        self: &Arc<Self>,
        limit: Duration,
        cancel: CancellationToken,
    ) -> Result<Call, ToolError> {
        let progress = Progress::new(limit, cancel);
        let page = progress
            .race("the call before this one to end", Arc::clone(&self.page).lock_owned())
            .await
            .map_err(|interrupted| {
                ToolError::interrupted(&interrupted, "wait for the other call, or look at browser_status")
            })?;
        Ok(Call {
            session: Arc::clone(self),
            progress,
            page: Some(page),
            sensitive: false,
            patience: None,
            beside: false,
            looks_only: false,
            said: Vec::new(),
            turn: None,
            sought: None,
            case: self.policy.look(),
            provided: None,
        })
    }

    /// Begins a call that must not wait for the page.
    pub fn begin_out_of_band(self: &Arc<Self>, limit: Duration, cancel: CancellationToken) -> Call {
        Call {
            session: Arc::clone(self),
            progress: Progress::new(limit, cancel),
            page: None,
            sensitive: false,
            patience: None,
            beside: false,
            looks_only: false,
            said: Vec::new(),
            turn: None,
            sought: None,
            case: self.policy.look(),
            provided: None,
        }
    }

    /// Ends the session: closes Chrome, or lets go of an attached one. Bounded.
    pub async fn end(&self) {
        self.chrome.close().await;
    }
}

/// One tool call at work.
#[derive(Debug)]
pub struct Call {
    session: Arc<Session>,
    progress: Progress,
    page: Option<OwnedMutexGuard<PageState>>,
    sensitive: bool,
    /// How long an element is waited for that cannot be acted on yet, where the call says so itself.
    patience: Option<Duration>,
    /// Something happened that the page itself does not show: a dialog, a download, a new tab.
    beside: bool,
    /// The call only looks: it may go on with another page than the model knows of, when that is said.
    looks_only: bool,
    /// What happened beside the call.
    said: Vec<String>,
    /// Its place in the order of calls.
    turn: Option<Turn>,
    /// The element that was found by a selector, and the selector and text.
    sought: Option<(FrameId, u32, String, Option<String>)>,
    /// What policies judge it as.
    case: Case,
    /// The tool of a plugin that was called.
    provided: Option<Arc<ProvidedTool>>,
}

impl Call {
    /// The session it belongs to.
    pub fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// Gives the call less time: what it does after this ends at the earlier deadline.
    pub fn limit(&mut self, limit: Duration) {
        self.progress = self.progress.child(limit);
    }

    /// Waits this long for an element that cannot be acted on yet, also while nothing on the page changes.
    pub fn be_patient(&mut self, patience: Option<Duration>) {
        self.patience = patience;
    }

    /// Notes that a tool of a plugin was called.
    pub fn is_of(&mut self, tool: Option<Arc<ProvidedTool>>) {
        self.provided = tool;
    }

    /// The tool of a plugin that was called, if it is one.
    pub fn provided(&self) -> Option<Arc<ProvidedTool>> {
        self.provided.clone()
    }

    /// Notes the call's place in the order of calls.
    pub fn has_turn(&mut self, turn: &Turn) {
        self.turn = Some(turn.clone());
    }

    /// Lets the calls that came later go on, for a call that waits for what one of them does.
    pub fn give_way(&self) {
        if let Some(turn) = &self.turn {
            turn.give_up();
        }
    }

    /// Waits for the calls that came earlier, for a call that would take the page from under them; goes by one that
    /// does not end in `patience`.
    pub async fn let_earlier_calls_end(&self, patience: Duration) -> Result<(), ToolError> {
        let Some(turn) = &self.turn else { return Ok(()) };
        let waited =
            self.progress.race("the calls before this one to end", turn.comes_or_passes(patience)).await;
        waited.map_err(|late| ToolError::interrupted(&late, "look at browser_status"))
    }

    /// Notes that the call only looks at the page.
    pub fn only_look(&mut self) {
        self.looks_only = true;
    }

    /// Adds a note to the answer on what happened beside the call.
    pub fn say(&mut self, note: impl Into<String>) {
        self.said.push(note.into());
    }

    /// Hands out what was said beside the call.
    pub fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    /// Its deadline, cancellation and call log.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Whether the call's text arguments are secret: then the audit record leaves them out.
    pub fn mark_sensitive(&mut self, sensitive: bool) {
        self.sensitive = sensitive;
    }

    /// Keeps a typed secret out of this answer and of all later ones, wherever the page shows it.
    pub fn keep_secret(&mut self, secret: &str) {
        self.sensitive = true;
        self.session.secrets.lock().unwrap_or_else(PoisonError::into_inner).keep(secret);
    }

    /// Whether the audit record must leave the text arguments out.
    pub fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// The page's state.
    ///
    /// # Panics
    /// In a tool that is marked out of band: those have no page.
    pub(crate) fn page(&mut self) -> &mut PageState {
        self.page.as_mut().expect("only tools that are not out of band use the page")
    }

    fn note_page(&self, tab: &Tab, url: &str) {
        url.clone_into(&mut self.session.current_url.lock().unwrap_or_else(PoisonError::into_inner));
        *self.session.current_tab.lock().unwrap_or_else(PoisonError::into_inner) = Some(tab.id());
    }
}
