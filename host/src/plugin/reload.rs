//! Takes up what changed in the folders: everything is looked for anew, what is unchanged stays as it is, and
//! the new set takes the place of the old one at once. Calls that are in flight end on the old set.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::answer::Source;
use super::component::SharedPlugin;
use super::discover::{self, Discovery, Found, ORGANISATION};
use super::loader::{self, Loaded, by_id, load_one};
use super::problem::LoadProblem;
use super::registry::{MANIFEST, PACK};
use super::runtime::Runtime;
use super::set::{Closed, Pack, PluginSet};
use super::{Inner, PluginOptions};

/// Looks at all folders again and replaces the set.
pub(super) fn reload(inner: &Inner, options: &PluginOptions) {
    let discovery = discover::everything(options);
    inner.remember_required(&discovery);
    let old = inner.set.load_full();
    let mut next = Next::new(&old, &discovery, options);
    let (by_id, notes) = by_id(discovery.found.clone());
    next.set.notes.extend(notes);
    for alternatives in by_id.into_values() {
        next.take_first(&alternatives);
    }
    next.keep_broken(&discovery);
    next.close_for_removed(inner);
    next.set.sort();
    let said = next.said;
    let set = next.set;
    inner.change(|current| *current = set.clone());
    for line in &said {
        tracing::warn!(target: "sekme::plugin", "{line}");
    }
    tracing::info!(
        target: "sekme::plugin",
        plugins = set.plugins.len(), packs = set.packs.len(), failed = set.failed.len(), "plugins were read again"
    );
}

/// The set that will be used.
struct Next<'a> {
    old: &'a PluginSet,
    set: PluginSet,
    options: &'a PluginOptions,
    /// What a person who reads the log should know.
    said: Vec<String>,
}

impl<'a> Next<'a> {
    fn new(old: &'a PluginSet, discovery: &Discovery, options: &'a PluginOptions) -> Self {
        let mut closed = [discovery.closed.clone(), discovery.broken.clone()].concat();
        closed.extend(discovery.required.iter().map(|id| Closed::loading(id)));
        let set = PluginSet {
            runtime: old.runtime.clone(),
            failed: discovery.failed.iter().map(|failure| failure.shown.clone()).collect(),
            disabled: discovery.disabled.clone(),
            notes: discovery.notes.clone(),
            closed,
            settled: true,
            ..PluginSet::default()
        };
        Self { old, set, options, said: Vec::new() }
    }

    /// Takes the first of `alternatives` that can be used.
    fn take_first(&mut self, alternatives: &[Found]) {
        let mut problems = Vec::new();
        for found in alternatives {
            if let Some(unchanged) = self.unchanged(found) {
                self.set.add(found, &unchanged);
                break;
            }
            match self.load(found) {
                Ok(loaded) => {
                    self.said.push(format!("{} is in use now", found.place()));
                    self.set.add(found, &loaded);
                    break;
                }
                Err(problem) => problems.push((found, problem)),
            }
            // The version before is better than what it replaced.
            if self.keep(found, &problems) {
                break;
            }
        }
    }

    fn unchanged(&self, found: &Found) -> Option<Loaded> {
        let plugin = self.old.plugins.iter().find(|old| old.id() == found.id());
        let pack = self.old.packs.iter().find(|old| old.site.id.as_str() == found.id());
        let plugin =
            plugin.filter(|old| old.origin == found.origin).map(|old| Loaded::Plugin(Arc::clone(old)));
        plugin.or_else(|| {
            pack.filter(|old| old.origin == found.origin).map(|old| Loaded::Pack(Arc::clone(old)))
        })
    }

    /// Loads `found`; what fails is listed, and the answer is why.
    fn load(&mut self, found: &Found) -> Result<Loaded, String> {
        if let Some(pack) = loader::pack(found) {
            return Ok(Loaded::Pack(Arc::new(pack)));
        }
        let runtime = if let Some(runtime) = &self.set.runtime {
            Arc::clone(runtime)
        } else {
            let started = Runtime::start(self.options.cache_dir.as_deref(), self.options.compiler.as_deref());
            let (runtime, note) = started.map_err(|reason| {
                let problem = LoadProblem::NoEngine { reason };
                loader::fail(&mut self.set, found, &problem);
                problem.to_string()
            })?;
            self.set.notes.extend(note);
            Arc::clone(self.set.runtime.insert(Arc::new(runtime)))
        };
        load_one(&runtime, found).map_err(|problem| {
            loader::fail(&mut self.set, found, &problem);
            problem.to_string()
        })
    }

    /// Keeps the version of `found` that was in use until now, if it is from the same place.
    fn keep(&mut self, found: &Found, problems: &[(&Found, String)]) -> bool {
        let Some(folder) = &found.origin.folder else { return false };
        let why = problems.last().map(|(_, problem)| problem.clone()).unwrap_or_default();
        let is_it = |source: &Source, kept: Option<&PathBuf>| *source == found.source && kept == Some(folder);
        let plugin = self
            .old
            .plugins
            .iter()
            .find(|old| old.id() == found.id() && is_it(&old.source, old.origin.folder.as_ref()));
        plugin.cloned().is_some_and(|plugin| self.keep_plugin(plugin, &why))
    }

    /// Keeps what came from folders whose files cannot be used any more.
    fn keep_broken(&mut self, discovery: &Discovery) {
        for failure in &discovery.failed {
            let Some(folder) = &failure.folder else { continue };
            // Of a folder of plugins that cannot be read, each keeps what it has; what is deleted is gone.
            let is_from = |origin: Option<&PathBuf>| {
                origin.is_some_and(|origin| origin.starts_with(folder) && is_still_there(origin))
            };
            for plugin in self.old.plugins.iter().filter(|old| is_from(old.origin.folder.as_ref())) {
                self.keep_plugin(Arc::clone(plugin), &failure.shown.problem);
            }
            for pack in self.old.packs.iter().filter(|old| is_from(old.origin.folder.as_ref())) {
                self.keep_pack(pack, &failure.shown.problem);
            }
        }
    }

    fn keep_plugin(&mut self, plugin: SharedPlugin, why: &str) -> bool {
        let id = plugin.id().to_owned();
        // What was switched off or is there from another place is not brought back.
        if self.is_taken(&id) || self.set.closed.iter().any(|closed| closed.id == id) {
            return false;
        }
        self.note_kept(&id, &plugin.label(), why);
        self.set.plugins.push(plugin);
        true
    }

    fn keep_pack(&mut self, pack: &Arc<Pack>, why: &str) {
        let id = pack.site.id.as_str();
        if !self.is_taken(id) {
            self.note_kept(id, id, why);
            self.set.packs.push(Arc::clone(pack));
        }
    }

    fn note_kept(&mut self, id: &str, label: &str, why: &str) {
        self.said.push(format!(
            "{label}: the version that is there now cannot be used, so the one before stays: {why}"
        ));
        self.set.kept.insert(id.to_owned(), why.to_owned());
    }

    /// Something of that id is in use already; a bundled one makes way for the version before.
    fn is_taken(&mut self, id: &str) -> bool {
        let is_bundled = |source: &Source| *source == Source::Bundled;
        self.set.plugins.retain(|plugin| plugin.id() != id || !is_bundled(&plugin.source));
        self.set.packs.retain(|pack| pack.site.id.as_str() != id || !is_bundled(&pack.source));
        self.set.plugins.iter().any(|plugin| plugin.id() == id)
            || self.set.packs.iter().any(|pack| pack.site.id.as_str() == id)
            || self.set.disabled.iter().any(|label| label.split(' ').next() == Some(id))
    }

    /// A policy that was required since the server started stays required until it ends.
    fn close_for_removed(&mut self, inner: &Inner) {
        for id in inner.required() {
            if id == ORGANISATION && discover::organisations(self.options).next().is_some() {
                continue;
            }
            let is_in_use = self.set.plugins.iter().any(|plugin| {
                plugin.id() == id && plugin.source == Source::Organisation && plugin.manifest.is_required()
            });
            if !is_in_use && !self.set.closed.iter().any(|closed| closed.id == id) {
                self.set.closed.push(Closed {
                    remedy: "Every tool call is denied until it is there again, or until the server is started again \
                             without it."
                        .to_owned(),
                    ..discover::unavailable(&id, &"it was taken away or switched off while the server runs")
                });
            }
        }
        let still_loading = |closed: &&mut Closed| closed.code == Closed::LOADING;
        for closed in self.set.closed.iter_mut().filter(still_loading) {
            *closed = discover::unavailable(&closed.id, &"it could not be loaded");
        }
        for closed in &self.set.closed {
            self.said.push(format!("every tool call is denied: {}: {}", closed.id, closed.reason));
        }
    }
}

fn is_still_there(folder: &Path) -> bool {
    folder.join(MANIFEST).exists() || folder.join(PACK).exists()
}
