//! One loaded component: checked once when it is loaded, then instantiated afresh for each call.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, Instance, InstancePre};
use wasmtime::{AsContextMut, Engine, Store};

use super::answer::Source;
use super::bindings::{bot_check, ranker, submit_scheme};
use super::hook::HookKind;
use super::manifest::{API_LINE, Manifest};
use super::problem::LoadProblem;
use super::quarantine::Ladder;
use super::runtime::{self, CallFailure, Runtime};
use super::store::{self, CallState, KvStore};

const PACKAGE: &str = "sekme:plugin/";
const WASI: [&str; 6] =
    ["wasi:cli/", "wasi:clocks/", "wasi:filesystem/", "wasi:io/", "wasi:random/", "wasi:sockets/"];

/// A component in use.
pub(super) struct Plugin {
    pub(super) manifest: Manifest,
    pub(super) source: Source,
    pub(super) instances: InstancePre<CallState>,
    pub(super) interfaces: Interfaces,
    /// One per hook, in the order of [`HookKind::ALL`].
    pub(super) ladders: [Mutex<Ladder>; 3],
    pub(super) kv: Option<KvStore>,
    pub(super) load: Duration,
    pub(super) cached: bool,
}

/// Where each hook's functions are.
#[derive(Default)]
pub(super) struct Interfaces {
    pub(super) ranker: Option<ranker::GuestIndices>,
    pub(super) submit_scheme: Option<submit_scheme::GuestIndices>,
    pub(super) bot_check: Option<bot_check::GuestIndices>,
}

impl Plugin {
    /// Compiles and checks a component. The checks run in the order that makes the first message the useful one.
    pub(super) fn load(
        runtime: &Runtime,
        manifest: Manifest,
        source: Source,
        wasm: &[u8],
    ) -> Result<Self, LoadProblem> {
        let start = Instant::now();
        check_header(wasm)?;
        if !manifest.api.is_spoken() {
            let found = format!("{}.{}", manifest.api.line.0, manifest.api.line.1);
            return Err(LoadProblem::OtherApi { found });
        }
        let compiled = runtime
            .cache
            .compile(&runtime.engine, wasm)
            .map_err(|error| LoadProblem::Invalid { reason: innermost(&error) })?;
        check_exports(&compiled.component, &runtime.engine, &manifest)?;
        check_imports(&compiled.component, &runtime.engine, &manifest)?;
        let linker = store::linker(&runtime.engine, manifest.permissions.kv)
            .map_err(|error| LoadProblem::NoEngine { reason: innermost(&error) })?;
        let instances = linker
            .instantiate_pre(&compiled.component)
            .map_err(|error| LoadProblem::Link { reason: innermost(&error) })?;
        let interfaces = Interfaces::find(&manifest, &instances)?;
        let kv = manifest.permissions.kv.then(KvStore::default);
        let plugin = Self {
            manifest,
            source,
            instances,
            interfaces,
            ladders: Default::default(),
            kv,
            load: start.elapsed(),
            cached: compiled.cached,
        };
        plugin.try_once(runtime)?;
        Ok(Self { load: start.elapsed(), ..plugin })
    }

    /// Id and version, as they stand in messages.
    pub(super) fn label(&self) -> String {
        format!("{} {}", self.manifest.id.as_str(), self.manifest.version.as_str())
    }

    pub(super) fn id(&self) -> &str {
        self.manifest.id.as_str()
    }

    pub(super) fn ladder(&self, kind: HookKind) -> &Mutex<Ladder> {
        &self.ladders[HookKind::ALL.iter().position(|other| *other == kind).unwrap_or(0)]
    }

    /// One instance under the limits of a call: types are compared only then, and a start function may fail.
    fn try_once(&self, runtime: &Runtime) -> Result<(), LoadProblem> {
        for kind in self.manifest.kinds() {
            let check = || {
                let work = |store: &mut Store<CallState>, instance: &Instance| {
                    Ok(self.interfaces.check_types(kind, store, instance))
                };
                runtime.run(self, kind, runtime::now(), work)
            };
            // A clock that had to be started again is no fault of the plugin.
            let first = check();
            let checked = if matches!(first, Err(CallFailure::NotAsked(_))) { check() } else { first };
            checked
                .map_err(|failure| LoadProblem::Start { reason: failure.to_string() })?
                .map_err(|reason| LoadProblem::Types { hook: kind, reason })?;
        }
        Ok(())
    }
}

impl Interfaces {
    fn find(manifest: &Manifest, instances: &InstancePre<CallState>) -> Result<Self, LoadProblem> {
        let mut found = Self::default();
        for hook in manifest.kinds() {
            let missing = |error: wasmtime::Error| LoadProblem::Types { hook, reason: innermost(&error) };
            match hook {
                HookKind::Ranker => {
                    found.ranker = Some(ranker::GuestIndices::new(instances).map_err(missing)?);
                }
                HookKind::SubmitScheme => {
                    found.submit_scheme = Some(submit_scheme::GuestIndices::new(instances).map_err(missing)?);
                }
                HookKind::BotCheck => {
                    found.bot_check = Some(bot_check::GuestIndices::new(instances).map_err(missing)?);
                }
            }
        }
        Ok(found)
    }

    /// Compares the types of one hook; the error says how they differ.
    fn check_types(
        &self,
        kind: HookKind,
        mut store: impl AsContextMut,
        instance: &Instance,
    ) -> Result<(), String> {
        let store = store.as_context_mut();
        let compared = match kind {
            HookKind::Ranker => self.ranker.as_ref().map(|indices| indices.load(store, instance).map(drop)),
            HookKind::SubmitScheme => {
                self.submit_scheme.as_ref().map(|indices| indices.load(store, instance).map(drop))
            }
            HookKind::BotCheck => {
                self.bot_check.as_ref().map(|indices| indices.load(store, instance).map(drop))
            }
        };
        compared.transpose().map(drop).map_err(|error| all_causes(&error))
    }
}

fn check_header(wasm: &[u8]) -> Result<(), LoadProblem> {
    if Engine::detect_precompiled(wasm).is_some() {
        return Err(LoadProblem::Precompiled);
    }
    match wasm {
        [0, b'a', b's', b'm', 1, 0, 0, 0, ..] => Err(LoadProblem::CoreModule),
        [0, b'a', b's', b'm', 0x0d, 0, 1, 0, ..] => Ok(()),
        [0, b'a', b's', b'm', ..] => {
            Err(LoadProblem::Invalid { reason: "its header is of no known version".to_owned() })
        }
        _ => {
            let start: Vec<String> = wasm.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
            let found = if start.is_empty() {
                "it is empty".to_owned()
            } else {
                format!("it begins with {}", start.join(" "))
            };
            Err(LoadProblem::NotWasm { found })
        }
    }
}

/// The API line stands in the names of the exports.
fn check_exports(component: &Component, engine: &Engine, manifest: &Manifest) -> Result<(), LoadProblem> {
    let kind = component.component_type();
    let exports: Vec<(&str, &str)> = kind
        .exports(engine)
        .filter_map(|(name, _)| name.strip_prefix(PACKAGE))
        .map(|name| name.split_once('@').unwrap_or((name, "")))
        .collect();
    let (major, minor) = API_LINE;
    let line = format!("{major}.{minor}.");
    if let Some((_, found)) = exports.iter().find(|(_, version)| !version.starts_with(&line)) {
        let found = if found.is_empty() { "without a version" } else { found };
        return Err(LoadProblem::OtherApi { found: found.to_owned() });
    }
    match manifest.kinds().into_iter().find(|hook| !exports.iter().any(|(name, _)| *name == hook.as_str())) {
        Some(hook) => Err(LoadProblem::NotExported { hook }),
        None => Ok(()),
    }
}

fn check_imports(component: &Component, engine: &Engine, manifest: &Manifest) -> Result<(), LoadProblem> {
    let kind = component.component_type();
    let mut strange = Vec::new();
    for (name, item) in kind.imports(engine) {
        let ours = name.strip_prefix(PACKAGE).map(|name| name.split('@').next().unwrap_or(name));
        match ours {
            Some("kv") if !manifest.permissions.kv => return Err(LoadProblem::KvNotGranted),
            Some("log" | "kv" | "types") => {}
            None if WASI.iter().any(|interface| name.starts_with(interface)) => {}
            _ if matches!(item.ty, ComponentItem::Type(_)) => {}
            _ => strange.push(name.to_owned()),
        }
    }
    if strange.is_empty() { Ok(()) } else { Err(LoadProblem::Imports { imports: strange }) }
}

/// The last cause in a chain, on one line.
pub(super) fn innermost(error: &wasmtime::Error) -> String {
    super::text::plain(&error.root_cause().to_string(), 400)
}

fn all_causes(error: &wasmtime::Error) -> String {
    super::text::plain(&format!("{error:#}"), 400)
}

/// A plugin shared between calls.
pub(super) type SharedPlugin = Arc<Plugin>;
