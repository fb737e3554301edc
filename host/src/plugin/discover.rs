//! Finds plugins and packs: bundled, the user's folder, folders of the command line.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::PluginOptions;
use super::answer::Source;
use super::ask::POLICY;
use super::bundled;
use super::manifest::Manifest;
use super::problem::LoadProblem;
use super::status::FailedPlugin;
use crate::sites::SitePack;

const MANIFEST: &str = "plugin.toml";
const PACK: &str = "site.toml";
const MAX_DOCUMENT_BYTES: u64 = 256 * 1024;
/// A component made from Python has 18 MiB.
const MAX_COMPONENT_MIB: u64 = 24;

/// A plugin or pack that can be loaded.
pub(super) struct Found {
    pub(super) source: Source,
    pub(super) material: Material,
}

/// What a folder holds.
pub(super) enum Material {
    Component { manifest: Manifest, bytes: ComponentBytes },
    Pack(SitePack),
}

/// Where the component is; files are read when they are loaded.
pub(super) enum ComponentBytes {
    Embedded(&'static [u8]),
    File(PathBuf),
}

/// Everything found, in the order of precedence, lowest first.
#[derive(Default)]
pub(super) struct Discovery {
    pub(super) found: Vec<Found>,
    pub(super) failed: Vec<FailedPlugin>,
    pub(super) notes: Vec<String>,
}

impl Found {
    /// Whether calls are denied without it.
    pub(super) fn is_policy(&self) -> bool {
        matches!(&self.material, Material::Component { manifest, .. } if manifest.has(POLICY))
    }

    /// Id of the plugin or pack; one name space for both.
    pub(super) fn id(&self) -> &str {
        match &self.material {
            Material::Component { manifest, .. } => manifest.id.as_str(),
            Material::Pack(pack) => pack.id.as_str(),
        }
    }
}

impl ComponentBytes {
    /// The bytes of the component.
    pub(super) fn read(&self) -> Result<std::borrow::Cow<'static, [u8]>, LoadProblem> {
        match self {
            Self::Embedded(bytes) => Ok((*bytes).into()),
            Self::File(path) => {
                let size = regular_file(path)?;
                if size > MAX_COMPONENT_MIB * 1024 * 1024 {
                    return Err(LoadProblem::TooLarge {
                        size: size / (1024 * 1024),
                        most: MAX_COMPONENT_MIB,
                    });
                }
                fs::read(path).map(Into::into).map_err(|error| unreadable(path, &error))
            }
        }
    }
}

/// Looks everywhere that `options` names. Never fails: what cannot be read is listed.
pub(super) fn everything(options: &PluginOptions) -> Discovery {
    let mut discovery = Discovery::default();
    if options.bundled {
        discovery.add_bundled(&options.exclude);
    }
    if let Some(folder) = &options.user_dir
        && folder.exists()
    {
        match fs::metadata(folder) {
            Ok(metadata) if metadata.mode() & 0o002 != 0 => {
                discovery.fail(&folder.display(), &LoadProblem::OpenFolder { path: folder.clone() });
            }
            _ => discovery.add_folder(folder, &Source::User),
        }
    }
    for folder in &options.dirs {
        let before = discovery.found.len() + discovery.failed.len();
        discovery.add_folder(folder, &Source::Folder(folder.clone()));
        if discovery.found.len() + discovery.failed.len() == before {
            discovery.fail(&folder.display(), &LoadProblem::Nothing { path: folder.clone() });
        }
    }
    discovery
}

impl Discovery {
    fn add_bundled(&mut self, exclude: &[String]) {
        let mut unused: Vec<&String> = exclude.iter().collect();
        let mut wanted = |id: &str| {
            unused.retain(|name| *name != id);
            !exclude.iter().any(|name| name == id)
        };
        for plugin in bundled::PLUGINS {
            match Manifest::parse(&format!("{}/{MANIFEST}", plugin.name), plugin.manifest) {
                Ok(manifest) if wanted(manifest.id.as_str()) => self.found.push(Found {
                    source: Source::Bundled,
                    material: Material::Component {
                        manifest,
                        bytes: ComponentBytes::Embedded(plugin.component),
                    },
                }),
                Ok(_) => {}
                Err(error) => self.fail(&plugin.name, &error.into()),
            }
        }
        for pack in bundled::PACKS {
            match SitePack::parse(&format!("{}/{PACK}", pack.name), pack.text) {
                Ok(pack) if wanted(pack.id.as_str()) => {
                    self.found.push(Found { source: Source::Bundled, material: Material::Pack(pack) });
                }
                Ok(_) => {}
                Err(error) => self.fail(&pack.name, &error.into()),
            }
        }
        for name in unused {
            self.notes
                .push(format!("nothing bundled is called \"{name}\", so leaving it out changes nothing"));
        }
    }

    /// Adds `folder` itself, or else the folders inside it.
    fn add_folder(&mut self, folder: &Path, source: &Source) {
        if self.add_single(folder, source) {
            return;
        }
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.fail(&folder.display(), &unreadable(folder, &error)),
        };
        let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        inside.sort();
        for folder in inside.iter().filter(|path| path.is_dir()) {
            self.add_single(folder, source);
        }
    }

    /// True when `folder` is that of a plugin or pack, usable or not.
    fn add_single(&mut self, folder: &Path, source: &Source) -> bool {
        let (manifest, pack) = (folder.join(MANIFEST), folder.join(PACK));
        let mut add = |path: &Path, material: Result<Material, LoadProblem>| match material {
            Ok(material) => self.found.push(Found { source: source.clone(), material }),
            Err(problem) => self.fail(&path.display(), &problem),
        };
        if manifest.exists() {
            add(folder, component(folder, &manifest));
        }
        if pack.exists() {
            add(
                folder,
                document(&pack).and_then(|text| Ok(Material::Pack(SitePack::parse(&shown(&pack), &text)?))),
            );
        }
        manifest.exists() || pack.exists()
    }

    fn fail(&mut self, place: &dyn ToString, problem: &LoadProblem) {
        self.failed.push(FailedPlugin { id_or_path: place.to_string(), problem: problem.to_string() });
    }
}

fn component(folder: &Path, manifest: &Path) -> Result<Material, LoadProblem> {
    let manifest = Manifest::parse(&shown(manifest), &document(manifest)?)?;
    let bytes = ComponentBytes::File(folder.join(manifest.wasm.as_str()));
    Ok(Material::Component { manifest, bytes })
}

fn document(path: &Path) -> Result<String, LoadProblem> {
    if regular_file(path)? > MAX_DOCUMENT_BYTES {
        return Err(LoadProblem::Unreadable {
            path: path.to_owned(),
            reason: "it is larger than 256 KiB".to_owned(),
        });
    }
    fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

/// Size of a regular file. Reading anything else might wait for ever.
fn regular_file(path: &Path) -> Result<u64, LoadProblem> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(metadata.len()),
        Ok(_) => {
            Err(LoadProblem::Unreadable { path: path.to_owned(), reason: "it is no regular file".to_owned() })
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(LoadProblem::NoComponent { file: shown(path) })
        }
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> LoadProblem {
    LoadProblem::Unreadable { path: path.to_owned(), reason: error.to_string() }
}

/// The file with its folder: short, and enough to find it.
fn shown(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    folder.map_or_else(|| file.to_string(), |folder| format!("{}/{file}", folder.to_string_lossy()))
}
