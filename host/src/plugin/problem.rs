//! Why a plugin could not be loaded, in words for the person who installed it: cause, evidence, remedy.

use std::path::PathBuf;

use super::hook::HookKind;
use super::manifest::{API_LINE, API_PATCH};
use super::status::FailedState;
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
    #[error("{} can be written to by {who}, so it is not used\n  Run `{remedy} {0}`", path.display())]
    Open { path: PathBuf, who: &'static str, remedy: &'static str },
    #[error("{} belongs to user {owner}, and not to {wanted}, so it is not used\n  Run `chown -R {} {0}` as root, once you know what is in it", path.display(), if *wanted == "root" { "root:root" } else { "USER" })]
    Owner { path: PathBuf, owner: u32, wanted: &'static str },
    #[error("{} is a link that leads out of the folder, so it is not used\n  Copy what it leads to, or name that folder with --plugins", path.display())]
    Outside { path: PathBuf },
    #[error("there is no {file}; build the component, or put the file beside plugin.toml")]
    NoFile { file: String },
    #[error("{} has {} KiB; {} KiB is the most", path.display(), size.div_ceil(1024), most / 1024)]
    TooLarge { path: PathBuf, size: u64, most: u64 },
    #[error("the component has {} MiB; without the permission `large` {} MiB is the most\n  {remedy}", size.div_ceil(1024 * 1024), most / (1024 * 1024))]
    Large { size: usize, most: usize, remedy: &'static str },
    #[error("{}\n  Look at what is there now, then run `sekme plugin accept {id}{}", what, if *is_organisation { " --org` as an administrator" } else { "`" })]
    Changed { id: String, what: String, is_organisation: bool },
    #[error("nobody has accepted it\n  An administrator runs `sekme plugin accept {id} --org`")]
    NotAccepted { id: String },
    #[error("it was accepted, and its folder is gone\n  Install it again, or forget it: `sekme plugin remove {id}{}", if *is_organisation { " --org` as an administrator" } else { "`" })]
    Missing { id: String, is_organisation: bool },
    #[error("priority {priority} is for plugins of an organisation; others have 0 to 100")]
    Priority { priority: u16 },
    #[error("[plugin.{id}] of {file}: {reason}")]
    Settings { id: String, file: String, reason: String },
    #[error("its settings schema cannot be used: {reason}")]
    SettingsSchema { reason: String },
    #[error("{reason}")]
    Lock { reason: String },
    #[error("compiling it failed: {reason}")]
    Compiler { reason: String },
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
        "imports sekme:plugin/kv, which it was not given\n  plugin.toml asks for it by `kv = true` under [permissions]; `sekme plugin install DIR --grant kv` grants it"
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

impl LoadProblem {
    /// What a person has to do with it, in one word.
    pub(super) fn state(&self) -> FailedState {
        match self {
            Self::Changed { .. } => FailedState::Changed,
            Self::NotAccepted { .. } => FailedState::NotAccepted,
            Self::Missing { .. } => FailedState::Missing,
            _ => FailedState::Failed,
        }
    }
}
