//! Why a plugin could not be loaded, in words for the person who installed it: cause, evidence, remedy.

use std::path::PathBuf;

use super::hook::HookKind;
use super::manifest::{API_LINE, API_PATCH};
use crate::sites::DocumentError;

/// A plugin or pack that is not in use.
#[derive(Debug, thiserror::Error)]
pub(super) enum LoadProblem {
    #[error(transparent)]
    Document(#[from] DocumentError),
    #[error("{} cannot be read: {reason}", path.display())]
    Unreadable { path: PathBuf, reason: String },
    #[error("{} holds neither plugin.toml nor site.toml, and no folder inside it does", path.display())]
    Nothing { path: PathBuf },
    #[error("{} can be written to by everybody, so nothing in it is used; run `chmod o-w` on it", path.display())]
    OpenFolder { path: PathBuf },
    #[error("there is no {file}; build the component or put it beside plugin.toml")]
    NoComponent { file: String },
    #[error("the component has {size} MiB; {most} MiB is the most")]
    TooLarge { size: u64, most: u64 },
    #[error("the file is no WebAssembly: {found}")]
    NotWasm { found: String },
    #[error(
        "the file holds machine code compiled ahead of time, which is never taken from a plugin; give the .wasm component"
    )]
    Precompiled,
    #[error(
        "the file is a core module, not a component\n  Turn it into one: `wasm-tools component new`, or build for wasm32-wasip2"
    )]
    CoreModule,
    #[error("the component is damaged, cut short or uses a feature that plugins do not get: {reason}")]
    Invalid { reason: String },
    #[error("built for plugin API {found}, this server speaks {}.{}.{API_PATCH}\n  Install a version of the plugin for API {0}.{1}, or a server that speaks {found}", API_LINE.0, API_LINE.1)]
    OtherApi { found: String },
    #[error("imports {}; plugins get `log`, `kv` on request and an empty WASI", imports.join(", "))]
    Imports { imports: Vec<String> },
    #[error(
        "imports sekme:plugin/kv, but plugin.toml does not ask for it: add `kv = true` under [permissions]"
    )]
    KvNotGranted,
    #[error("its imports do not fit: {reason}\n  Rebuild against wit/ of this server")]
    Link { reason: String },
    #[error("plugin.toml declares hook \"{hook}\", the component does not export it")]
    NotExported { hook: HookKind },
    #[error(
        "exports sekme:plugin/{hook}, but with different types: {reason}\n  Rebuild against wit/ of this server"
    )]
    Types { hook: HookKind, reason: String },
    #[error("fails while starting: {reason}")]
    Start { reason: String },
    #[error("components cannot run on this machine: {reason}")]
    NoEngine { reason: String },
    #[error("loading it made this server fail; this is a fault of the server: {reason}")]
    Panicked { reason: String },
}
