//! All that is known of one plugin or pack without running it.

use std::path::PathBuf;

use serde::Serialize;

use super::super::PluginOptions;
use super::super::discover::{self, Found};
use super::super::manifest::Grant;
use super::super::status::Pin;
use super::folder::Material;
use super::install::hooks;

/// What a plugin or pack is, where it comes from and what it may do.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct PluginInfo {
    /// Its name.
    pub id: String,
    /// Its version; may be empty for packs.
    pub version: String,
    /// `component` or `pack`.
    pub kind: &'static str,
    /// `bundled`, `user`, `organisation`, or the folder that was named.
    pub source: String,
    /// Its folder; none for what is embedded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<PathBuf>,
    /// `embedded`, `named`, `pinned` or `unpinned`.
    pub pin: &'static str,
    /// What it is for.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Its licence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub license: String,
    /// The API line it was built for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<String>,
    /// What it answers to.
    pub hooks: Vec<HookInfo>,
    /// The URL patterns that it names.
    pub hosts: Vec<String>,
    /// What it has.
    pub granted: Vec<Grant>,
    /// What it has not, and asks for.
    pub refused: Vec<Grant>,
    /// Its settings, as JSON.
    pub settings: String,
    /// KiB of its component.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kib: Option<usize>,
    /// SHA-256 of its component, or of its `site.toml`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// One hook of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct HookInfo {
    /// The hook, or the part of a pack.
    pub name: String,
    /// The pages on which it is asked; empty means all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub urls: Vec<String>,
    /// Higher goes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<u16>,
    /// What a call may use, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    /// Nothing may run without it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

impl PluginInfo {
    /// Everything of the name `id` that is found, the one that is used first. Nothing is compiled.
    pub fn find(options: &PluginOptions, id: &str) -> Vec<Self> {
        let discovery = discover::everything(options);
        discovery.found.iter().rev().filter(|found| found.id() == id).map(Self::of).collect()
    }

    /// The names of everything that is found.
    pub fn names(options: &PluginOptions) -> Vec<String> {
        discover::everything(options).found.iter().map(|found| found.id().to_owned()).collect()
    }

    fn of(found: &Found) -> Self {
        let piece = &found.piece;
        let prints = piece.prints.clone();
        let mut info = Self {
            id: piece.id().to_owned(),
            version: piece.version().to_owned(),
            kind: "pack",
            source: found.source.to_string(),
            folder: found.origin.folder.clone(),
            pin: found.origin.pin.as_str(),
            summary: String::new(),
            license: String::new(),
            api: piece.api(),
            hooks: Vec::new(),
            hosts: piece.hosts(),
            granted: piece.asks(),
            refused: Vec::new(),
            settings: found.settings.clone(),
            kib: None,
            sha256: prints.wasm.or(prints.site),
        };
        let Material::Component { manifest, bytes, .. } = &piece.material else {
            let part =
                |name| HookInfo { name, urls: Vec::new(), priority: None, budget: None, required: false };
            info.hooks = hooks(piece).into_iter().map(part).collect();
            return info;
        };
        info.kind = "component";
        info.summary.clone_from(&manifest.summary);
        info.license.clone_from(&manifest.license);
        info.kib = Some(bytes.len().div_ceil(1024));
        info.refused = found.asked.iter().copied().filter(|grant| !info.granted.contains(grant)).collect();
        info.hooks = manifest
            .hooks
            .iter()
            .map(|hook| {
                let budget = manifest.budget(hook.name);
                HookInfo {
                    name: hook.name.to_string(),
                    urls: hook.urls.iter().map(ToString::to_string).collect(),
                    priority: Some(hook.priority.0),
                    budget: Some(format!(
                        "{} ms, {} MiB, answers of {} KiB",
                        budget.deadline.as_millis(),
                        budget.memory >> 20,
                        budget.output >> 10
                    )),
                    required: hook.required,
                }
            })
            .collect();
        info
    }

    /// It was accepted by a person, or is part of the binary.
    pub fn is_unpinned(&self) -> bool {
        self.pin == Pin::Unpinned.as_str()
    }
}
