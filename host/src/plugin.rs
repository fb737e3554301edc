//! Plugins: sandboxed components and declarative packs that rank elements, find results pages and
//! recognize bot checks. The only module that names wasmtime.
//!
//! A plugin gets data and returns data. Whatever goes wrong with one, the answer is made without it
//! and a warning names it.

mod answer;
mod ask;
pub mod author;
mod bindings;
mod bundled;
mod cache;
mod compiler;
mod component;
mod convert;
mod discover;
mod engine;
mod explain;
mod hook;
mod loader;
mod manifest;
mod page;
mod precompiled;
mod problem;
mod quarantine;
mod registry;
mod reload;
mod runtime;
mod set;
mod status;
mod store;
mod text;
mod ticker;
mod watch;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Instant;

use arc_swap::ArcSwap;
use tokio::sync::watch as channel;
use tokio::task::JoinHandle;
use url::Url;

pub use answer::{
    BotLevel, BotVerdict, Candidate, Consent, Deed, Detour, Note, Outcome, PolicyCall, PolicyOutcome,
    PolicyRedaction, PolicyRefusal, PolicyVerdict, ProvidedTool, Ranking, Reason, Rewrite, SiteAdvice,
    Source, Step, ToolReply, Verdict, Verify, Wait,
};
pub(crate) use ask::tool_provider::fenced;
pub use compiler::compile_child;
pub use explain::{Asked, Explained, ExplainedHook};
pub use hook::HookKind;
pub use manifest::Grant;
pub use page::{
    Bounds, ElementFlags, ElementInput, FactValue, FormField, PageInput, RankRequest, SearchForm,
};
pub use registry::{
    Accepted, HookInfo, InstallRequest, Installed, PluginInfo, Registry, RegistryError, Removed, Toggled,
    nearest, plugin_settings,
};
pub use set::Closed;
pub use status::{FailedPlugin, FailedState, LoadedPlugin, Pin, PluginKind, PluginStatus};

use crate::progress::Progress;
use crate::snapshot::facts::Probe;
use discover::Discovery;
use set::PluginSet;
use status::RecentWarnings;
use watch::Signal;

/// The machine's organisation folder. No setting can take it away or put another in its place.
pub const ORGANISATION_DIR: &str = "/etc/sekme/plugins";

/// Where plugins come from.
#[derive(Debug, Clone, Default)]
pub struct PluginOptions {
    /// Folders of the command line, each a plugin or pack or a folder of them. Later ones win.
    pub dirs: Vec<PathBuf>,
    /// The user's plugin folder; it need not exist.
    pub user_dir: Option<PathBuf>,
    /// The machine's organisation folder, [`ORGANISATION_DIR`]; it need not exist.
    pub org_dir: Option<PathBuf>,
    /// Further folders with the rights and duties of an organisation's; they need not exist.
    pub org_dirs: Vec<PathBuf>,
    /// Ids of bundled plugins and packs to leave out.
    pub exclude: Vec<String>,
    /// Settings of plugins by id.
    pub settings: BTreeMap<String, serde_json::Value>,
    /// Where compiled components are kept; without it they are compiled at each start.
    pub cache_dir: Option<PathBuf>,
    /// This program, which compiles in a process of its own what is not bundled. Without it this process does.
    pub compiler: Option<PathBuf>,
    /// Use what is embedded in the binary.
    pub bundled: bool,
    /// Make test cases of the calls.
    pub record: Option<author::Record>,
    /// Take up changes of the folders while running.
    pub watch: bool,
}

/// All plugins and packs. Clones share them.
#[derive(Clone)]
pub struct PluginHost {
    inner: Arc<Inner>,
}

impl fmt::Debug for PluginHost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PluginHost").field("status", &self.status()).finish()
    }
}

/// What was kept of a call, or why nothing was.
type Recorded = Result<Option<String>, String>;

struct Inner {
    set: ArcSwap<PluginSet>,
    /// Serializes changes of `set`.
    changing: Mutex<()>,
    settled: channel::Sender<bool>,
    /// Counts the changes of `set`.
    revision: channel::Sender<u64>,
    warnings: Mutex<RecentWarnings>,
    record: Option<Arc<author::Record>>,
    /// Cases that are being written.
    recordings: Mutex<Vec<JoinHandle<Recorded>>>,
    /// Ids of policies that were required at any time since the start.
    required: Mutex<BTreeSet<String>>,
    /// Ends the thread that watches the folders.
    watching: Mutex<Option<mpsc::Sender<Signal>>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(watching) = self.watching.get_mut().unwrap_or_else(PoisonError::into_inner) {
            // A thread that has ended needs no word.
            let _ = watching.send(Signal::End);
        }
    }
}

impl PluginHost {
    /// Begins to load in the background and returns at once.
    pub fn start(options: PluginOptions) -> Self {
        let inner = Arc::new(Inner {
            set: ArcSwap::default(),
            changing: Mutex::new(()),
            settled: channel::Sender::new(false),
            revision: channel::Sender::new(0),
            warnings: Mutex::default(),
            record: options.record.clone().map(Arc::new),
            recordings: Mutex::default(),
            required: Mutex::default(),
            watching: Mutex::new(None),
        });
        loader::start(&inner, options);
        Self { inner }
    }

    /// Waits until everything is loaded or has failed. False when `progress` ended first.
    pub async fn ready(&self, progress: &Progress) -> bool {
        let mut settled = self.inner.settled.subscribe();
        let waited = progress.race("the plugins to load", settled.wait_for(|settled| *settled)).await;
        matches!(waited, Ok(Ok(_)))
    }

    /// What was kept of the calls that were recorded, or why nothing was; waits for those that are being written.
    pub async fn recorded(&self) -> Vec<Result<String, String>> {
        let tasks =
            std::mem::take(&mut *self.inner.recordings.lock().unwrap_or_else(PoisonError::into_inner));
        let mut said = Vec::new();
        for task in tasks {
            match task.await {
                Ok(Ok(kept)) => said.extend(kept.map(Ok)),
                Ok(Err(reason)) => said.push(Err(reason)),
                Err(error) => said.push(Err(error.to_string())),
            }
        }
        said
    }

    /// What is loaded, what is not and why, and what failed lately.
    pub fn status(&self) -> PluginStatus {
        let set = self.inner.set.load();
        let recent = self.inner.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        PluginStatus {
            loaded: set.loaded(),
            failed: set.failed.clone(),
            disabled: set.disabled.clone(),
            warnings: set
                .notes
                .iter()
                .cloned()
                .chain(set.paused(Instant::now()))
                .chain(recent.lines())
                .collect(),
            // Before the folders are read, nothing is counted yet.
            loading: set.loading.max(usize::from(!set.settled)),
        }
    }

    /// Counts on whenever something is loaded, fails, or is replaced.
    pub fn revisions(&self) -> channel::Receiver<u64> {
        self.inner.revision.subscribe()
    }

    /// The required policies that are not in use. While there is one, every call is to be denied.
    pub fn closed(&self) -> Vec<Closed> {
        self.inner.set.load().closed.clone()
    }

    /// Points for the elements of a page; empty when no plugin ranks it.
    pub async fn rank(&self, page: &Arc<PageInput>, request: &RankRequest) -> Outcome<HashMap<u32, Ranking>> {
        self.inner.rank(page, request).await
    }

    /// URLs at which the results for `query` may be, best first.
    pub async fn submit_candidates(&self, form: &SearchForm, query: &str) -> Outcome<Vec<Candidate>> {
        self.inner.submit_candidates(form, query).await
    }

    /// Whether a page is a bot check, by packs and plugins.
    pub async fn bot_check(&self, page: &Arc<PageInput>) -> Outcome<BotVerdict> {
        self.inner.bot_check(page).await
    }

    /// The tools that plugins add.
    pub async fn provided_tools(&self) -> Outcome<Vec<ProvidedTool>> {
        self.inner.provided_tools().await
    }

    /// Asks a plugin what its tool does. `round` counts the lists of steps that were done for this call; the error says
    /// what went wrong, and names the plugin.
    pub async fn call_tool(
        &self,
        tool: &ProvidedTool,
        arguments: &str,
        page: Option<&PageInput>,
        round: u32,
    ) -> Result<ToolReply, String> {
        self.inner.call_tool(tool, arguments, page, round).await
    }

    /// Whether any policy is to be asked, or should be and cannot.
    pub fn has_policy(&self) -> bool {
        self.inner.has_policy()
    }

    /// What the policies say of a call before it runs. Denied while one of them cannot be asked.
    pub async fn before_call(&self, call: &PolicyCall) -> PolicyVerdict {
        self.inner.before_call(call).await
    }

    /// What the policies say of the answer to a call: allow, redact or deny.
    pub async fn after_call(&self, call: &PolicyCall, outcome: &PolicyOutcome) -> PolicyVerdict {
        self.inner.after_call(call, outcome).await
    }

    /// What packs know about the page at `url` without looking at it.
    pub fn site(&self, url: &str) -> SiteAdvice {
        let mut advice = SiteAdvice::default();
        if let Ok(url) = Url::parse(url) {
            for pack in &self.inner.set.load().packs {
                pack.site.advise(&url, &mut advice);
            }
        }
        advice
    }

    /// What packs and plugins say about a page that was read.
    pub async fn advise(&self, page: &Arc<PageInput>) -> Outcome<SiteAdvice> {
        self.inner.advise(page).await
    }

    /// Whether a plugin has a word in where the content of the page at `url` is.
    pub fn advises(&self, url: &str) -> bool {
        let Ok(url) = Url::parse(url) else { return false };
        let set = self.inner.set.load();
        set.plugins.iter().any(|plugin| plugin.manifest.hook_for(ask::QUIRK_AFTER, &url).is_some())
    }

    /// What plugins say before `url` is opened.
    pub async fn before_navigate(&self, url: &Url) -> Outcome<Detour> {
        self.inner.before_navigate(url).await
    }

    /// What packs wait for on the page at `url` before it is looked at.
    pub fn waits(&self, url: &str) -> Vec<Wait> {
        let Ok(url) = Url::parse(url) else { return Vec::new() };
        self.inner.set.load().packs.iter().flat_map(|pack| pack.site.waits(&url)).collect()
    }

    /// The questions that packs and plugins ask of the page at `url`. The answers go into [`PageInput::facts`].
    pub fn probes(&self, url: &str) -> Vec<Probe> {
        let Ok(url) = Url::parse(url) else { return Vec::new() };
        let set = self.inner.set.load();
        let of_packs = set.packs.iter().flat_map(|pack| pack.site.probes(&url));
        of_packs.chain(set.plugins.iter().flat_map(|plugin| plugin.manifest.probes(&url))).collect()
    }
}

impl Inner {
    /// Replaces the set by a changed copy.
    fn change(&self, change: impl FnOnce(&mut PluginSet)) {
        let _one_at_a_time = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut set = PluginSet::clone(&self.set.load());
        change(&mut set);
        let settled = set.settled;
        self.set.store(Arc::new(set));
        self.settled.send_replace(settled);
        self.revision.send_modify(|revision| *revision += 1);
    }

    /// Remembers the policies that nothing may run without.
    fn remember_required(&self, discovery: &Discovery) {
        let closed = discovery.closed.iter().map(|closed| &closed.id);
        let mut required = self.required.lock().unwrap_or_else(PoisonError::into_inner);
        required.extend(discovery.required.iter().chain(closed).cloned());
    }

    /// Ids of the policies that nothing may run without, or might not a moment ago.
    fn required(&self) -> BTreeSet<String> {
        self.required.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn warn(&self, warning: &str) {
        tracing::warn!(target: "sekme::plugin", "{warning}");
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).add(warning);
    }

    fn session(&self) -> String {
        self.set.load().runtime.as_ref().map(|runtime| runtime.session.clone()).unwrap_or_default()
    }
}
