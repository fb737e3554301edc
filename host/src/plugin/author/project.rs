//! A folder that somebody works on: a component, a site pack, or both.

use std::fs;
use std::path::{Path, PathBuf};

use super::{AuthorError, fixture};
use crate::plugin::hook::HookKind;
use crate::plugin::manifest::Manifest;
use crate::sites::SitePack;

pub(super) const MANIFEST: &str = "plugin.toml";
pub(super) const PACK: &str = "site.toml";

/// What a plugin's folder holds.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) folder: PathBuf,
    pub(super) manifest: Option<Manifest>,
    pub(super) pack: Option<SitePack>,
}

impl Project {
    /// Reads manifest and pack of `folder`.
    pub(super) fn read(folder: &Path) -> Result<Self, AuthorError> {
        let (manifest, pack) = (folder.join(MANIFEST), folder.join(PACK));
        let manifest = if manifest.exists() {
            Some(Manifest::parse(&shown(&manifest), &fixture::read(&manifest)?)?)
        } else {
            None
        };
        let pack =
            if pack.exists() { Some(SitePack::parse(&shown(&pack), &fixture::read(&pack)?)?) } else { None };
        if manifest.is_none() && pack.is_none() {
            return Err(AuthorError::NoPlugin(folder.to_owned()));
        }
        Ok(Self { folder: folder.to_owned(), manifest, pack })
    }

    /// Id and version.
    pub(super) fn label(&self) -> String {
        let (id, version) = match (&self.manifest, &self.pack) {
            (Some(manifest), _) => (manifest.id.as_str(), manifest.version.as_str()),
            (None, Some(pack)) => (pack.id.as_str(), pack.version.as_str()),
            (None, None) => ("", ""),
        };
        format!("{id} {version}").trim_end().to_owned()
    }

    /// The bytes of the component.
    pub(super) fn component(&self, manifest: &Manifest) -> Result<Vec<u8>, AuthorError> {
        let file = self.folder.join(manifest.wasm.as_str());
        if !file.exists() {
            return Err(AuthorError::NotBuilt {
                folder: self.folder.clone(),
                file: manifest.wasm.as_str().to_owned(),
            });
        }
        fs::read(&file).map_err(|error| AuthorError::unreadable(&file, &error))
    }
}

/// The id of the component in `folder`, which must answer to `hook`. Packs are not asked by calls that could be recorded.
pub fn id_of_component(folder: &Path, hook: HookKind) -> Result<String, AuthorError> {
    let unusable = |reason: String| AuthorError::Unreadable { path: folder.to_owned(), reason };
    let Some(manifest) = Project::read(folder)?.manifest else {
        return Err(unusable("it is a site pack; write its page.html by hand".to_owned()));
    };
    if !manifest.kinds().contains(&hook) {
        return Err(unusable(format!("its plugin.toml names no hook \"{hook}\", so it is never asked")));
    }
    Ok(manifest.id.as_str().to_owned())
}

/// The plugin or pack in `folder`, or those in the folders inside it.
pub fn projects(folder: &Path) -> Result<Vec<PathBuf>, AuthorError> {
    let is_project = |folder: &Path| folder.join(MANIFEST).exists() || folder.join(PACK).exists();
    if is_project(folder) {
        return Ok(vec![folder.to_owned()]);
    }
    let entries = fs::read_dir(folder).map_err(|error| AuthorError::unreadable(folder, &error))?;
    let mut found: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_project(path)).collect();
    found.sort();
    if found.is_empty() { Err(AuthorError::NoPlugin(folder.to_owned())) } else { Ok(found) }
}

/// The file with its folder: short, and enough to find it.
fn shown(path: &Path) -> String {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let folder = folder.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    if folder.is_empty() { file.into_owned() } else { format!("{folder}/{file}") }
}
