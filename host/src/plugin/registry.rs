//! What is installed, by whom, and what of it may be used: folders, their owners, and lockfiles.

mod folder;
mod hash;
mod info;
mod install;
mod lockfile;
mod settings;
mod trust;

pub use info::{HookInfo, PluginInfo};
pub use install::{Accepted, InstallRequest, Installed, Registry, RegistryError, Removed, Toggled};

pub(super) use folder::{
    MANIFEST, Material, PACK, Piece, embedded_pack, embedded_plugin, names_policy, pieces,
};
pub(super) use hash::sha256;
pub use install::nearest;
pub(super) use lockfile::Lockfile;
pub use settings::json as plugin_settings;
pub(super) use settings::{SettingsTables, checked as checked_settings, of_organisation};
pub(super) use trust::Trust;

use std::path::{Path, PathBuf};

/// Name of the lockfile in the user's folder.
const USER_LOCK: &str = "plugins.lock";
/// Name of the lockfile in an organisation's folder.
const ORGANISATION_LOCK: &str = "org.lock";

/// Where the lockfile of `folder` is.
pub(super) fn lock_path(folder: &Path, trust: Trust) -> PathBuf {
    folder.join(if trust.is_organisation() { ORGANISATION_LOCK } else { USER_LOCK })
}
