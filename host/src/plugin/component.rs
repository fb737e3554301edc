//! One loaded component: checked once when it is loaded, then instantiated afresh for each call.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Instance, InstancePre};
use wasmtime::{Engine, Store};

use super::answer::Source;
use super::hook::HookKind;
use super::manifest::{API_LINE, Manifest};
use super::problem::LoadProblem;
use super::quarantine::Ladder;
use super::runtime::{self, CallFailure, Runtime};
use super::set::Origin;
use super::store::{self, CallState, KvStore};

const PACKAGE: &str = "sekme:plugin/";
const WASI: [&str; 6] =
    ["wasi:cli/", "wasi:clocks/", "wasi:filesystem/", "wasi:io/", "wasi:random/", "wasi:sockets/"];

/// A component in use.
pub(super) struct Plugin {
    pub(super) manifest: Manifest,
    pub(super) source: Source,
    pub(super) instances: InstancePre<CallState>,
    /// One for each hook of the manifest.
    ladders: Vec<(HookKind, Mutex<Ladder>)>,
    pub(super) kv: Option<KvStore>,
    /// Its settings as JSON, checked against its schema.
    pub(super) settings: String,
    pub(super) origin: Origin,
    pub(super) load: Duration,
    pub(super) cached: bool,
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
        if !manifest.is_spoken() {
            return Err(LoadProblem::OtherApi { found: manifest.needed_api() });
        }
        let compiled = if source == Source::Bundled {
            let compiled = runtime.cache.compile(&runtime.engine, wasm);
            compiled.map_err(|error| LoadProblem::Invalid { reason: innermost(&error) })?
        } else {
            runtime.cache.compile_apart(&runtime.engine, wasm)?
        };
        let kind = compiled.component.component_type();
        let exports: Vec<&str> = kind.exports(&runtime.engine).map(|(name, _)| name).collect();
        check_exports(&exports, &manifest)?;
        let imports = kind.imports(&runtime.engine);
        let imports = imports.filter(|(_, item)| !matches!(item.ty, ComponentItem::Type(_)));
        check_imports(&imports.map(|(name, _)| name).collect::<Vec<_>>(), &manifest)?;
        let linker = store::linker(&runtime.engine, manifest.permissions.kv)
            .map_err(|error| LoadProblem::NoEngine { reason: innermost(&error) })?;
        let instances = linker
            .instantiate_pre(&compiled.component)
            .map_err(|error| LoadProblem::Link { reason: innermost(&error) })?;
        let kv = manifest.permissions.kv.then(KvStore::default);
        let ladders = manifest.kinds().into_iter().map(|kind| (kind, Mutex::default())).collect();
        let plugin = Self {
            manifest,
            source,
            instances,
            ladders,
            kv,
            settings: "{}".to_owned(),
            origin: Origin::default(),
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

    /// The record of failures of one hook; none for a hook that the manifest does not name.
    pub(super) fn ladder(&self, kind: HookKind) -> Option<MutexGuard<'_, Ladder>> {
        let (_, ladder) = self.ladders.iter().find(|(other, _)| *other == kind)?;
        Some(ladder.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One instance under the limits of a call: types are compared only then, and a start function may fail.
    fn try_once(&self, runtime: &Runtime) -> Result<(), LoadProblem> {
        for kind in self.manifest.kinds() {
            let check = || {
                let work = |store: &mut Store<CallState>, instance: &Instance| {
                    let fits = kind.definition().fits;
                    Ok(fits(&self.instances, store, instance).map_err(|error| all_causes(&error)))
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

/// Tells a component from everything else that a file may be.
pub(super) fn check_header(wasm: &[u8]) -> Result<(), LoadProblem> {
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

/// Compares the names of all exports with what the manifest says. The API line stands in them.
pub(super) fn check_exports(exports: &[&str], manifest: &Manifest) -> Result<(), LoadProblem> {
    let exports: Vec<(&str, &str)> = exports
        .iter()
        .filter_map(|name| name.strip_prefix(PACKAGE))
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

/// Judges the names of all imports but types.
pub(super) fn check_imports(imports: &[&str], manifest: &Manifest) -> Result<(), LoadProblem> {
    let mut strange = Vec::new();
    for name in imports {
        let ours = name.strip_prefix(PACKAGE).map(|name| name.split('@').next().unwrap_or(name));
        match ours {
            Some("kv") if !manifest.permissions.kv => return Err(LoadProblem::KvNotGranted),
            Some("log" | "kv" | "types") => {}
            None if WASI.iter().any(|interface| name.starts_with(interface)) => {}
            _ => strange.push((*name).to_owned()),
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
