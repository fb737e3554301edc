//! What one folder holds: a component with its manifest, a site pack, or both.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use super::super::ask::POLICY;
use super::super::manifest::{Grant, Manifest};
use super::super::problem::LoadProblem;
use super::super::text::plain;
use super::hash::sha256;
use super::lockfile::Prints;
use super::trust::{Trust, shown};
use crate::sites::SitePack;

/// Name of the file that makes a folder a plugin.
pub(in crate::plugin) const MANIFEST: &str = "plugin.toml";
/// Name of the file that makes a folder a site pack.
pub(in crate::plugin) const PACK: &str = "site.toml";
const MAX_DOCUMENT_BYTES: u64 = 256 * 1024;
/// A component made from Python has 18 MiB.
const MAX_COMPONENT_BYTES: u64 = 24 * 1024 * 1024;

/// The bytes of a component, read once: what was checked is what is loaded.
pub(in crate::plugin) type ComponentBytes = Cow<'static, [u8]>;

/// A plugin or pack.
#[derive(Debug, Clone)]
pub(in crate::plugin) enum Material {
    Component {
        manifest: Box<Manifest>,
        bytes: ComponentBytes,
        /// JSON Schema of its settings.
        schema: Option<String>,
    },
    Pack(Box<SitePack>),
}

/// A plugin or pack and the hashes of its files.
#[derive(Debug, Clone)]
pub(in crate::plugin) struct Piece {
    pub(in crate::plugin) material: Material,
    pub(in crate::plugin) prints: Prints,
}

impl Piece {
    /// Id of the plugin or pack; one name space for both.
    pub(in crate::plugin) fn id(&self) -> &str {
        match &self.material {
            Material::Component { manifest, .. } => manifest.id.as_str(),
            Material::Pack(pack) => pack.id.as_str(),
        }
    }

    pub(in crate::plugin) fn version(&self) -> &str {
        match &self.material {
            Material::Component { manifest, .. } => manifest.version.as_str(),
            Material::Pack(pack) => &pack.version,
        }
    }

    /// Id and version, as they stand in messages.
    pub(in crate::plugin) fn label(&self) -> String {
        format!("{} {}", self.id(), self.version()).trim_end().to_owned()
    }

    /// The URL patterns it names, each once.
    pub(in crate::plugin) fn hosts(&self) -> Vec<String> {
        match &self.material {
            Material::Component { manifest, .. } => manifest.hosts(),
            Material::Pack(pack) => {
                let mut hosts: Vec<String> = pack.urls.iter().map(ToString::to_string).collect();
                hosts.sort();
                hosts.dedup();
                hosts
            }
        }
    }

    /// What it asks for; a pack gets nothing that could be granted.
    pub(in crate::plugin) fn asks(&self) -> Vec<Grant> {
        match &self.material {
            Material::Component { manifest, .. } => manifest.permissions.asked(),
            Material::Pack(_) => Vec::new(),
        }
    }

    /// It judges calls.
    pub(in crate::plugin) fn is_policy(&self) -> bool {
        matches!(&self.material, Material::Component { manifest, .. } if manifest.has(POLICY))
    }

    /// It has a policy that nothing may run without.
    pub(in crate::plugin) fn is_required(&self) -> bool {
        matches!(&self.material, Material::Component { manifest, .. } if manifest.is_required())
    }

    /// The API line it was built for; packs have none.
    pub(in crate::plugin) fn api(&self) -> Option<String> {
        match &self.material {
            Material::Component { manifest, .. } => Some(manifest.api.to_string()),
            Material::Pack(_) => None,
        }
    }

    /// The names of its files.
    pub(in crate::plugin) fn files(&self) -> Vec<&str> {
        match &self.material {
            Material::Component { manifest, .. } => {
                [MANIFEST, manifest.wasm.as_str()].into_iter().chain(manifest.schema()).collect()
            }
            Material::Pack(_) => vec![PACK],
        }
    }

    /// Leaves it only what is granted.
    pub(in crate::plugin) fn narrow(&mut self, granted: &[Grant]) {
        if let Material::Component { manifest, .. } = &mut self.material {
            manifest.permissions = manifest.permissions.narrowed(granted);
        }
    }
}

/// What `folder` holds, usable or not; empty when it is no folder of a plugin or pack.
pub(in crate::plugin) fn pieces(folder: &Path, trust: Trust) -> Vec<Result<Piece, LoadProblem>> {
    let mut pieces = Vec::new();
    // A link that leads nowhere is there too, and is said to be unreadable.
    let is_there = |name: &str| folder.join(name).symlink_metadata().is_ok();
    if is_there(MANIFEST) {
        pieces.push(component(folder, trust));
    }
    if is_there(PACK) {
        pieces.push(pack(folder, trust));
    }
    pieces
}

/// Id of the policy in `folder`, where its manifest names that hook, usable or not.
pub(in crate::plugin) fn names_policy(folder: &Path) -> Option<String> {
    let file = folder.join(MANIFEST);
    let is_small = fs::metadata(&file).is_ok_and(|data| data.is_file() && data.len() <= MAX_DOCUMENT_BYTES);
    let text = if is_small { fs::read_to_string(&file).ok()? } else { return None };
    let manifest: toml::Table = text.parse().ok()?;
    let hooks = manifest.get("hook")?.as_array()?;
    let named = |hook: &toml::Value| hook.get("name").and_then(toml::Value::as_str) == Some(POLICY.as_str());
    if !hooks.iter().any(named) {
        return None;
    }
    let id = manifest.get("id").and_then(toml::Value::as_str).map(|id| plain(id, 40));
    id.or_else(|| Some(plain(&folder.file_name()?.to_string_lossy(), 40)))
}

/// A plugin inside the binary.
pub(in crate::plugin) fn embedded_plugin(
    name: &str,
    manifest: &str,
    component: &'static [u8],
) -> Result<Piece, LoadProblem> {
    let parsed = Manifest::parse(&format!("{name}/{MANIFEST}"), manifest)?;
    let material = Material::Component { manifest: Box::new(parsed), bytes: component.into(), schema: None };
    Ok(Piece { material, prints: Prints::default() })
}

/// A pack inside the binary.
pub(in crate::plugin) fn embedded_pack(name: &str, text: &str) -> Result<Piece, LoadProblem> {
    let pack = SitePack::parse(&format!("{name}/{PACK}"), text)?;
    Ok(Piece { material: Material::Pack(Box::new(pack)), prints: Prints::default() })
}

fn component(folder: &Path, trust: Trust) -> Result<Piece, LoadProblem> {
    let text = document(folder, MANIFEST, trust)?;
    let manifest = Manifest::parse(&shown(&folder.join(MANIFEST)), &text)?;
    let bytes = trust.read(folder, manifest.wasm.as_str(), MAX_COMPONENT_BYTES)?;
    let schema = manifest.schema().map(|name| document(folder, name, trust)).transpose()?;
    let prints = Prints {
        manifest: Some(sha256(text.as_bytes())),
        wasm: Some(sha256(&bytes)),
        schema: schema.as_ref().map(|schema| sha256(schema.as_bytes())),
        site: None,
    };
    let material = Material::Component { manifest: Box::new(manifest), bytes: bytes.into(), schema };
    Ok(Piece { material, prints })
}

fn pack(folder: &Path, trust: Trust) -> Result<Piece, LoadProblem> {
    let text = document(folder, PACK, trust)?;
    let pack = SitePack::parse(&shown(&folder.join(PACK)), &text)?;
    let prints = Prints { site: Some(sha256(text.as_bytes())), ..Prints::default() };
    Ok(Piece { material: Material::Pack(Box::new(pack)), prints })
}

fn document(folder: &Path, name: &str, trust: Trust) -> Result<String, LoadProblem> {
    let bytes = trust.read(folder, name, MAX_DOCUMENT_BYTES)?;
    String::from_utf8(bytes).map_err(|_| LoadProblem::Unreadable {
        path: folder.join(name),
        reason: "it is no UTF-8 text".to_owned(),
    })
}
