//! Loads everything on threads of its own, so that nothing waits for a compiler.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;

use super::answer::Source;
use super::component::Plugin;
use super::discover::{self, Found};
use super::problem::LoadProblem;
use super::registry::Material;
use super::runtime::Runtime;
use super::set::{Closed, Pack, PluginSet};
use super::status::FailedPlugin;
use super::watch::Watch;
use super::{Inner, PluginOptions, reload};

const MOST_THREADS: usize = 4;

/// Everything that was found under one id, the one to use first.
pub(super) type Alternatives = Vec<Found>;

/// Starts loading and returns at once.
pub(super) fn start(inner: &Arc<Inner>, options: PluginOptions) {
    inner.change(super::set::PluginSet::expect_any_policy);
    // WASI of wasmtime would otherwise start a runtime of its own.
    let tokio = Handle::try_current().ok();
    let shared = Arc::clone(inner);
    let run = move || {
        let _entered = tokio.as_ref().map(Handle::enter);
        // Before anything is read, so that no change is missed.
        let watch = options.watch.then(|| Watch::start(&shared, &options)).flatten();
        let loaded = catch_unwind(AssertUnwindSafe(|| load(&shared, &options, tokio.as_ref())));
        shared.change(|set| {
            if loaded.is_err() {
                set.notes
                    .push("loading plugins stopped half-way, which is a fault of this server".to_owned());
            }
            set.give_up_policies();
            set.loading = 0;
            set.settled = true;
        });
        let inner: Weak<Inner> = Arc::downgrade(&shared);
        drop(shared);
        if let Some(watch) = watch {
            watch.run(&inner, |inner| {
                let reloaded = catch_unwind(AssertUnwindSafe(|| reload::reload(inner, &options)));
                if reloaded.is_err() {
                    inner.warn("reading the plugins again failed, which is a fault of this server; they stay as they were");
                }
            });
        }
    };
    if let Err(error) = thread::Builder::new().name("plugin-loader".to_owned()).spawn(run) {
        inner.change(|set| {
            set.notes.push(format!("no plugin is loaded: {error}"));
            set.give_up_policies();
            set.settled = true;
        });
    }
}

fn load(inner: &Inner, options: &PluginOptions, tokio: Option<&Handle>) {
    let discovery = discover::everything(options);
    inner.remember_required(&discovery);
    let (by_id, notes) = by_id(discovery.found);
    let mut packs = Vec::new();
    let mut components = VecDeque::new();
    for alternatives in by_id.into_values() {
        match alternatives.first().and_then(pack) {
            Some(pack) => packs.push(Arc::new(pack)),
            None => components.push_back(alternatives),
        }
    }
    for failure in &discovery.failed {
        let FailedPlugin { id_or_path, problem, .. } = &failure.shown;
        tracing::warn!(target: "sekme::plugin", plugin = id_or_path, "not loaded: {problem}");
    }
    inner.change(|set| {
        set.packs.clone_from(&packs);
        set.failed = discovery.failed.iter().map(|failure| failure.shown.clone()).collect();
        set.disabled.clone_from(&discovery.disabled);
        set.notes = [discovery.notes.clone(), notes.clone()].concat();
        set.closed = [discovery.closed.clone(), discovery.broken.clone()].concat();
        set.closed.extend(discovery.required.iter().map(|id| Closed::loading(id)));
        set.loading = components.len();
        set.expect_policies(components.iter().flatten().filter(|found| found.is_policy()).map(Found::id));
        set.sort();
    });
    if components.is_empty() {
        return;
    }
    match Runtime::start(options.cache_dir.as_deref(), options.compiler.as_deref()) {
        Ok((runtime, note)) => {
            let runtime = Arc::new(runtime);
            inner.change(|set| {
                set.runtime = Some(Arc::clone(&runtime));
                set.notes.extend(note.clone());
            });
            load_all(inner, &runtime, components, tokio);
            runtime.cache.sweep();
        }
        Err(reason) => {
            let problem = LoadProblem::NoEngine { reason };
            for found in components.iter().flatten() {
                inner.change(|set| fail(set, found, &problem));
            }
        }
    }
}

/// Groups by id, the latest first, and says what replaces what.
pub(super) fn by_id(found: Vec<Found>) -> (BTreeMap<String, Alternatives>, Vec<String>) {
    let mut by_id: BTreeMap<String, Alternatives> = BTreeMap::new();
    let mut notes = Vec::new();
    for found in found {
        let alternatives = by_id.entry(found.id().to_owned()).or_default();
        if let Some(replaced) = alternatives.first() {
            notes.push(format!("{} of {} replaces the one of {}", found.id(), found.source, replaced.source));
        }
        // Nobody else's may stand in for a plugin of the organisation that cannot be loaded.
        if found.source == Source::Organisation {
            alternatives.clear();
        }
        alternatives.insert(0, found);
    }
    (by_id, notes)
}

/// `found` as a pack, if it is one.
pub(super) fn pack(found: &Found) -> Option<Pack> {
    match &found.piece.material {
        Material::Pack(site) => Some(Pack {
            source: found.source.clone(),
            site: (**site).clone(),
            load: Duration::ZERO,
            origin: found.origin.clone(),
        }),
        Material::Component { .. } => None,
    }
}

fn load_all(inner: &Inner, runtime: &Runtime, components: VecDeque<Alternatives>, tokio: Option<&Handle>) {
    let threads =
        thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS).min(components.len());
    let queue = Mutex::new(components);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        let _entered = tokio.map(Handle::enter);
        while let Some(alternatives) = next() {
            load_first(inner, runtime, &alternatives);
            inner.change(|set| set.loading = set.loading.saturating_sub(1));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

/// Loads the first alternative that can be; the ones before it are listed as failed.
fn load_first(inner: &Inner, runtime: &Runtime, alternatives: &[Found]) {
    for found in alternatives {
        match load_one(runtime, found) {
            Ok(loaded) => return inner.change(|set| set.add(found, &loaded)),
            Err(problem) => inner.change(|set| fail(set, found, &problem)),
        }
    }
}

/// Something that can be used.
#[derive(Clone)]
pub(super) enum Loaded {
    Plugin(Arc<Plugin>),
    Pack(Arc<Pack>),
}

/// Compiles and checks what was found.
pub(super) fn load_one(runtime: &Runtime, found: &Found) -> Result<Loaded, LoadProblem> {
    let attempt = || match &found.piece.material {
        Material::Component { manifest, bytes, .. } => {
            let manifest = (**manifest).clone();
            let mut plugin = Plugin::load(runtime, manifest, found.source.clone(), bytes)?;
            plugin.settings.clone_from(&found.settings);
            plugin.origin = found.origin.clone();
            Ok(Loaded::Plugin(Arc::new(plugin)))
        }
        Material::Pack(site) => Ok(Loaded::Pack(Arc::new(Pack {
            source: found.source.clone(),
            site: (**site).clone(),
            load: Duration::ZERO,
            origin: found.origin.clone(),
        }))),
    };
    catch_unwind(AssertUnwindSafe(attempt))
        .unwrap_or_else(|_| Err(LoadProblem::Panicked { reason: "see the log".to_owned() }))
}

impl PluginSet {
    /// Adds what was loaded, and opens what it closed.
    pub(super) fn add(&mut self, found: &Found, loaded: &Loaded) {
        match loaded {
            Loaded::Plugin(plugin) => self.plugins.push(Arc::clone(plugin)),
            Loaded::Pack(pack) => self.packs.push(Arc::clone(pack)),
        }
        self.policy_loaded(found.id());
        self.sort();
    }
}

/// Lists `found` as failed; a required policy keeps everything closed.
pub(super) fn fail(set: &mut PluginSet, found: &Found, problem: &LoadProblem) {
    let id_or_path = found.place();
    tracing::warn!(target: "sekme::plugin", plugin = id_or_path, "not loaded: {problem}");
    if found.source == Source::Organisation && set.closed.iter().any(|closed| closed.id == found.id()) {
        set.closed.retain(|closed| closed.id != found.id());
        set.closed.push(discover::unavailable(found.id(), problem));
    } else if found.is_policy() {
        set.policy_failed(found.id(), &problem.to_string());
    }
    set.failed.push(FailedPlugin { id_or_path, problem: problem.to_string(), state: problem.state() });
}
