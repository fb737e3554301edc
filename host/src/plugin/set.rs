//! The plugins and packs in use at one moment. Replaced as a whole, so that a call sees one state.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::answer::Source;
use super::component::{Plugin, SharedPlugin};
use super::runtime::Runtime;
use super::status::{FailedPlugin, LoadedPlugin, Pin, PluginKind};
use crate::sites::SitePack;

/// A pack and where it comes from.
#[derive(Clone)]
pub(super) struct Pack {
    pub(super) source: Source,
    pub(super) site: SitePack,
    pub(super) load: Duration,
    pub(super) origin: Origin,
}

/// By what a plugin or pack in use is known again when its folder has changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) pin: Pin,
    /// None for what is embedded.
    pub(super) folder: Option<PathBuf>,
    /// Differs when anything about it does: source, files, settings, grants.
    pub(super) stamp: String,
}

/// A policy that is not in use although it should be. While there is one, no call may be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// The plugin, or `organisation` where its folder as a whole cannot be used.
    pub id: String,
    /// [`Closed::LOADING`] or [`Closed::UNAVAILABLE`].
    pub code: &'static str,
    /// What is wrong, in words.
    pub reason: String,
    /// Who has to do what.
    pub remedy: String,
}

impl Closed {
    /// It is being loaded; a moment later it is in use or unavailable.
    pub const LOADING: &'static str = "policy-loading";
    /// It is missing, changed, unreadable, of another API, or failed to load.
    pub const UNAVAILABLE: &'static str = "policy-unavailable";

    /// The plugin is being loaded, or is looked for where `id` is empty.
    pub(super) fn loading(id: &str) -> Self {
        let reason = match id {
            "" => "plugins are still being looked for".to_owned(),
            id => format!("the policy {id} is still being loaded"),
        };
        let remedy = "call again in a moment".to_owned();
        Self { id: id.to_owned(), code: Self::LOADING, reason, remedy }
    }

    /// The plugin cannot be asked, for this reason.
    pub(super) fn unavailable(id: &str, reason: impl Into<String>) -> Self {
        let remedy = if id.is_empty() {
            "a person must restart the server; its log says more".to_owned()
        } else {
            format!(
                "a person must mend it (`sekme plugin info {id}` says more) or, where the organisation does not require it, switch it off with `sekme plugin disable {id}`"
            )
        };
        Self { id: id.to_owned(), code: Self::UNAVAILABLE, reason: reason.into(), remedy }
    }
}

/// Everything in use.
#[derive(Default, Clone)]
pub(super) struct PluginSet {
    /// Absent until it has started, and where components cannot run.
    pub(super) runtime: Option<Arc<Runtime>>,
    pub(super) plugins: Vec<SharedPlugin>,
    /// Later sources first, then by name.
    pub(super) packs: Vec<Arc<Pack>>,
    pub(super) failed: Vec<FailedPlugin>,
    /// Switched off by a person.
    pub(super) disabled: Vec<String>,
    /// By id, why the version that is there now is not in use but the one before.
    pub(super) kept: BTreeMap<String, String>,
    pub(super) notes: Vec<String>,
    /// Why no call may be made at all; empty in the ordinary case.
    pub(super) closed: Vec<Closed>,
    /// Components that are still being compiled.
    pub(super) loading: usize,
    /// Everything was looked for and either loaded or failed.
    pub(super) settled: bool,
}

impl PluginSet {
    /// Nobody knows yet which policies there are.
    pub(super) fn expect_any_policy(&mut self) {
        self.closed = vec![Closed::loading("")];
    }

    /// These policies were found and are being loaded.
    pub(super) fn expect_policies<'a>(&mut self, ids: impl Iterator<Item = &'a str>) {
        for id in ids {
            if !self.closed.iter().any(|closed| closed.id == id) {
                self.closed.push(Closed::loading(id));
            }
        }
    }

    /// A policy can be asked from now on. One of that name that could not be loaded stays closed: what took its place
    /// may allow more.
    pub(super) fn policy_loaded(&mut self, id: &str) {
        self.closed.retain(|closed| closed.id != id || closed.code == Closed::UNAVAILABLE);
    }

    /// A policy cannot be asked, for this reason.
    pub(super) fn policy_failed(&mut self, id: &str, reason: &str) {
        self.closed.retain(|closed| closed.id != id);
        self.closed.push(Closed::unavailable(id, format!("the policy {id} is not loaded: {reason}")));
    }

    /// Whatever is still being loaded will not come any more.
    pub(super) fn give_up_policies(&mut self) {
        for closed in self.closed.iter_mut().filter(|closed| closed.code == Closed::LOADING) {
            *closed = Closed::unavailable(&closed.id, format!("{}, which ended half-way", closed.reason));
        }
    }

    /// Puts packs and plugins into the order in which they are asked.
    pub(super) fn sort(&mut self) {
        self.packs.sort_by_key(|pack| (Reverse(pack.source.clone()), pack.site.id.as_str().to_owned()));
        self.plugins.sort_by(|a, b| a.id().cmp(b.id()));
    }

    /// What is in use, by id.
    pub(super) fn loaded(&self) -> Vec<LoadedPlugin> {
        let mut loaded: Vec<LoadedPlugin> = self
            .plugins
            .iter()
            .map(|plugin| of_plugin(plugin))
            .chain(self.packs.iter().map(|pack| of_pack(pack)))
            .collect();
        for plugin in &mut loaded {
            plugin.kept = self.kept.get(&plugin.id).cloned();
        }
        loaded.sort_by(|a, b| a.id.cmp(&b.id));
        loaded
    }

    /// The hooks that are left out at the moment, in words.
    pub(super) fn paused(&self, now: Instant) -> Vec<String> {
        self.plugins.iter().flat_map(|plugin| paused(plugin, now)).collect()
    }
}

/// The hooks of `plugin` that are left out at the moment, in words.
fn paused(plugin: &Plugin, now: Instant) -> impl Iterator<Item = String> {
    plugin.manifest.kinds().into_iter().filter_map(move |kind| {
        let minutes = plugin.ladder(kind)?.paused_for(now)?.as_secs().div_ceil(60);
        Some(format!(
            "{}: `{kind}` is skipped for {minutes} min more after repeated failures",
            plugin.label()
        ))
    })
}

fn of_plugin(plugin: &Plugin) -> LoadedPlugin {
    LoadedPlugin {
        id: plugin.id().to_owned(),
        version: plugin.manifest.version.as_str().to_owned(),
        source: plugin.source.clone(),
        hooks: plugin.manifest.kinds().iter().map(ToString::to_string).collect(),
        kind: PluginKind::Component,
        load_ms: plugin.load.as_secs_f64() * 1000.0,
        cached: plugin.cached,
        unverified: false,
        pin: plugin.origin.pin,
        granted: plugin.manifest.permissions.asked(),
        kept: None,
    }
}

fn of_pack(pack: &Pack) -> LoadedPlugin {
    let site = &pack.site;
    LoadedPlugin {
        id: site.id.as_str().to_owned(),
        version: site.version.clone(),
        source: pack.source.clone(),
        hooks: site.parts().into_iter().map(str::to_owned).collect(),
        kind: PluginKind::Pack,
        load_ms: pack.load.as_secs_f64() * 1000.0,
        cached: false,
        unverified: site.is_unverified(),
        pin: pack.origin.pin,
        granted: Vec::new(),
        kept: None,
    }
}
