//! Loads everything on threads of its own, so that nothing waits for a compiler.

use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;

use super::component::Plugin;
use super::discover::{self, Found, Material};
use super::problem::LoadProblem;
use super::runtime::Runtime;
use super::set::Pack;
use super::status::FailedPlugin;
use super::{Inner, PluginOptions};

const MOST_THREADS: usize = 4;

/// Everything that was found under one id, the one to use first.
type Alternatives = Vec<Found>;

/// Starts loading and returns at once.
pub(super) fn start(inner: &Arc<Inner>, options: PluginOptions) {
    inner.change(super::set::PluginSet::expect_any_policy);
    // WASI of wasmtime would otherwise start a runtime of its own.
    let tokio = Handle::try_current().ok();
    let shared = Arc::clone(inner);
    let run = move || {
        let _entered = tokio.as_ref().map(Handle::enter);
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
    let (by_id, notes) = by_id(discovery.found);
    let mut packs = Vec::new();
    let mut components = VecDeque::new();
    for alternatives in by_id.into_values() {
        match pack_or_components(alternatives) {
            Ok(pack) => packs.push(Arc::new(pack)),
            Err(alternatives) => components.push_back(alternatives),
        }
    }
    packs.sort_by_key(|pack| (Reverse(pack.source.clone()), pack.site.id.as_str().to_owned()));
    inner.change(|set| {
        set.packs.clone_from(&packs);
        set.failed.clone_from(&discovery.failed);
        set.notes = [discovery.notes.clone(), notes.clone()].concat();
        set.loading = components.len();
        set.expect_policies(components.iter().flatten().filter(|found| found.is_policy()).map(Found::id));
    });
    if components.is_empty() {
        return;
    }
    match Runtime::start(options.cache_dir.as_deref()) {
        Ok((runtime, note)) => {
            let runtime = Arc::new(runtime);
            inner.change(|set| {
                set.runtime = Some(Arc::clone(&runtime));
                set.notes.extend(note.clone());
            });
            load_all(inner, &runtime, components, tokio);
        }
        Err(reason) => {
            let problem = LoadProblem::NoEngine { reason };
            for found in components.iter().flatten() {
                fail(inner, found, &problem);
            }
        }
    }
}

/// Groups by id, the latest first, and says what replaces what.
fn by_id(found: Vec<Found>) -> (BTreeMap<String, Alternatives>, Vec<String>) {
    let mut by_id: BTreeMap<String, Alternatives> = BTreeMap::new();
    let mut notes = Vec::new();
    for found in found {
        let alternatives = by_id.entry(found.id().to_owned()).or_default();
        if let Some(replaced) = alternatives.first() {
            notes.push(format!("{} of {} replaces the one of {}", found.id(), found.source, replaced.source));
        }
        alternatives.insert(0, found);
    }
    (by_id, notes)
}

fn pack_or_components(alternatives: Alternatives) -> Result<Pack, Alternatives> {
    let is_pack = matches!(alternatives.first(), Some(Found { material: Material::Pack(_), .. }));
    if !is_pack {
        return Err(alternatives);
    }
    let mut rest = Vec::new();
    for found in alternatives {
        match found.material {
            Material::Pack(site) => return Ok(Pack { source: found.source, site, load: Duration::ZERO }),
            Material::Component { .. } => rest.push(found),
        }
    }
    Err(rest)
}

fn load_all(inner: &Inner, runtime: &Runtime, components: VecDeque<Alternatives>, tokio: Option<&Handle>) {
    let threads =
        thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS).min(components.len());
    let queue = Mutex::new(components);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        let _entered = tokio.map(Handle::enter);
        while let Some(alternatives) = next() {
            load_first(inner, runtime, alternatives);
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
fn load_first(inner: &Inner, runtime: &Runtime, alternatives: Alternatives) {
    for found in alternatives {
        let attempt = catch_unwind(AssertUnwindSafe(|| load_one(runtime, &found)));
        match attempt {
            Ok(Ok(Loaded::Plugin(plugin))) => {
                let plugin = Arc::new(*plugin);
                return inner.change(|set| {
                    set.plugins.push(Arc::clone(&plugin));
                    set.policy_loaded(plugin.id());
                });
            }
            Ok(Ok(Loaded::Pack(pack))) => {
                let pack = Arc::new(*pack);
                return inner.change(|set| set.packs.push(Arc::clone(&pack)));
            }
            Ok(Err(problem)) => fail(inner, &found, &problem),
            Err(_) => fail(inner, &found, &LoadProblem::Panicked { reason: "see the log".to_owned() }),
        }
    }
}

enum Loaded {
    Plugin(Box<Plugin>),
    Pack(Box<Pack>),
}

fn load_one(runtime: &Runtime, found: &Found) -> Result<Loaded, LoadProblem> {
    match &found.material {
        Material::Component { manifest, bytes } => {
            let wasm = bytes.read()?;
            Plugin::load(runtime, manifest.clone(), found.source.clone(), &wasm)
                .map(Box::new)
                .map(Loaded::Plugin)
        }
        Material::Pack(site) => {
            let pack = Pack { source: found.source.clone(), site: site.clone(), load: Duration::ZERO };
            Ok(Loaded::Pack(Box::new(pack)))
        }
    }
}

fn fail(inner: &Inner, found: &Found, problem: &LoadProblem) {
    let label = match &found.material {
        Material::Component { manifest, .. } => {
            format!("{} {}", manifest.id.as_str(), manifest.version.as_str())
        }
        Material::Pack(pack) => pack.id.as_str().to_owned(),
    };
    let id_or_path = format!("{label} ({})", found.source);
    tracing::warn!(target: "sekme::plugin", plugin = id_or_path, "not loaded: {problem}");
    let failed = FailedPlugin { id_or_path, problem: problem.to_string() };
    inner.change(|set| {
        set.failed.push(failed.clone());
        if found.is_policy() {
            set.policy_failed(found.id(), &problem.to_string());
        }
    });
}
