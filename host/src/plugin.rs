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
mod component;
mod convert;
mod discover;
mod engine;
mod hook;
mod loader;
mod manifest;
mod page;
mod precompiled;
mod problem;
mod quarantine;
mod runtime;
mod set;
mod status;
mod store;
mod text;
mod ticker;

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use arc_swap::ArcSwap;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use url::Url;

pub use answer::{
    BotLevel, BotVerdict, Candidate, Consent, Deed, Detour, Note, Outcome, PolicyCall, PolicyOutcome,
    PolicyRedaction, PolicyRefusal, PolicyVerdict, ProvidedTool, Ranking, Reason, Rewrite, SiteAdvice,
    Source, Step, ToolReply, Verdict, Verify, Wait,
};
pub(crate) use ask::tool_provider::fenced;
pub use hook::HookKind;
pub use manifest::Grant;
pub use page::{
    Bounds, ElementFlags, ElementInput, FactValue, FormField, PageInput, RankRequest, SearchForm,
};
pub use set::Closed;
pub use status::{FailedPlugin, LoadedPlugin, PluginKind, PluginStatus};

use crate::progress::Progress;
use crate::snapshot::facts::Probe;
use set::PluginSet;
use status::RecentWarnings;

/// Where plugins come from.
#[derive(Debug, Clone, Default)]
pub struct PluginOptions {
    /// Folders of the command line, each a plugin or pack or a folder of them. Later ones win.
    pub dirs: Vec<PathBuf>,
    /// The user's plugin folder; it need not exist.
    pub user_dir: Option<PathBuf>,
    /// Ids of bundled plugins and packs to leave out.
    pub exclude: Vec<String>,
    /// Where compiled components are kept; without it they are compiled at each start.
    pub cache_dir: Option<PathBuf>,
    /// Use what is embedded in the binary.
    pub bundled: bool,
    /// Make test cases of the calls.
    pub record: Option<author::Record>,
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
    settled: watch::Sender<bool>,
    /// Told of each change of `set`.
    changed: watch::Sender<()>,
    warnings: Mutex<RecentWarnings>,
    record: Option<Arc<author::Record>>,
    /// Cases that are being written.
    recordings: Mutex<Vec<JoinHandle<Recorded>>>,
}

impl PluginHost {
    /// Begins to load in the background and returns at once.
    pub fn start(options: PluginOptions) -> Self {
        let inner = Arc::new(Inner {
            set: ArcSwap::default(),
            changing: Mutex::new(()),
            settled: watch::Sender::new(false),
            changed: watch::Sender::new(()),
            warnings: Mutex::default(),
            record: options.record.clone().map(Arc::new),
            recordings: Mutex::default(),
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
        self.changed.send_replace(());
    }

    fn warn(&self, warning: &str) {
        tracing::warn!(target: "sekme::plugin", "{warning}");
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).add(warning);
    }

    fn session(&self) -> String {
        self.set.load().runtime.as_ref().map(|runtime| runtime.session.clone()).unwrap_or_default()
    }
}
