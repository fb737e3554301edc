//! `sekme plugin check`: what can be known of a plugin without running it.

use std::fs;
use std::path::Path;

use serde::Serialize;

use super::AuthorError;
use super::contract::Outline;
use super::fixture::{self, Fixture};
use super::project::Project;
use crate::plugin::component::{check_exports, check_header, check_imports};
use crate::plugin::hook::{HookKind, MIB};
use crate::plugin::manifest::{API_LINE, Manifest};
use crate::plugin::problem::LoadProblem;
use crate::sites::SitePack;

/// Larger files are never read.
const MOST_MIB: usize = 24;
/// Larger files are read when the plugin was granted `large`.
const MOST_PLAIN_MIB: usize = 4;

/// What is wrong with a plugin, and what it is.
#[derive(Debug, Clone, Default, Serialize)]
pub struct CheckReport {
    /// Id and version; the folder where they cannot be read.
    pub plugin: String,
    /// What keeps it from being used, the cause first, and what is only odd.
    pub findings: Vec<Finding>,
    /// Bytes of the component.
    pub size: Option<u64>,
    /// Hooks or parts of a pack.
    pub hooks: Vec<String>,
    /// What the component imports.
    pub imports: Vec<String>,
    /// The pages that it is asked about.
    pub hosts: Vec<String>,
    /// Cases to test it with.
    pub fixtures: usize,
}

/// One remark of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "level", content = "text", rename_all = "lowercase")]
pub enum Finding {
    /// The server would not use it.
    Problem(String),
    /// The server would, but this should be known.
    Warning(String),
}

impl CheckReport {
    /// True when nothing keeps the plugin from being used.
    pub fn passed(&self) -> bool {
        !self.findings.iter().any(|finding| matches!(finding, Finding::Problem(_)))
    }

    fn problem(&mut self, problem: &dyn ToString) {
        self.findings.push(Finding::Problem(problem.to_string()));
    }

    fn warning(&mut self, warning: impl Into<String>) {
        self.findings.push(Finding::Warning(warning.into()));
    }
}

/// Looks at the plugin or pack in `folder`. An error says that there is none.
pub fn check(folder: &Path) -> Result<CheckReport, AuthorError> {
    let mut report = CheckReport { plugin: folder.display().to_string(), ..CheckReport::default() };
    let project = match Project::read(folder) {
        Ok(project) => project,
        Err(AuthorError::Document(error)) => {
            report.problem(&error);
            return Ok(report);
        }
        Err(error) => return Err(error),
    };
    report.plugin = project.label();
    if let Some(manifest) = &project.manifest {
        look_at_component(&project, manifest, &mut report)?;
    }
    if let Some(pack) = &project.pack {
        look_at_pack(pack, &mut report);
    }
    look_at_fixtures(folder, &mut report)?;
    Ok(report)
}

fn look_at_component(
    project: &Project,
    manifest: &Manifest,
    report: &mut CheckReport,
) -> Result<(), AuthorError> {
    report.hooks.extend(manifest.kinds().iter().map(ToString::to_string));
    for pattern in manifest.hooks.iter().flat_map(|hook| &hook.urls) {
        add(&mut report.hosts, pattern.to_string());
    }
    let folder = project.folder.canonicalize().unwrap_or_else(|_| project.folder.clone());
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if name != manifest.id.as_str() {
        report.warning(format!("the folder is named {name}, the plugin {}", manifest.id.as_str()));
    }
    let file = project.folder.join(manifest.wasm.as_str());
    let Ok(metadata) = fs::metadata(&file) else {
        let missing =
            AuthorError::NotBuilt { folder: project.folder.clone(), file: manifest.wasm.as_str().to_owned() };
        report.problem(&missing);
        return Ok(());
    };
    report.size = Some(metadata.len());
    let size = usize::try_from(report.size.unwrap_or_default()).unwrap_or(usize::MAX);
    if size > MOST_MIB * MIB {
        report.problem(&LoadProblem::TooLarge {
            path: file,
            size: u64::try_from(size).unwrap_or(u64::MAX),
            most: u64::try_from(MOST_MIB * MIB).unwrap_or(u64::MAX),
        });
        return Ok(());
    }
    if size > MOST_PLAIN_MIB * MIB {
        report.warning(format!(
            "the component has {} MiB; more than {MOST_PLAIN_MIB} MiB needs the grant `large`",
            size.div_ceil(MIB)
        ));
    }
    look_inside(&project.component(manifest)?, manifest, report)
}

/// In the order in which the first message is the useful one.
fn look_inside(wasm: &[u8], manifest: &Manifest, report: &mut CheckReport) -> Result<(), AuthorError> {
    if let Err(problem) = check_header(wasm) {
        report.problem(&problem);
        return Ok(());
    }
    if !manifest.is_spoken() {
        report.problem(&LoadProblem::OtherApi { found: manifest.needed_api() });
        return Ok(());
    }
    let outline = match Outline::read(wasm) {
        Ok(outline) => outline,
        Err(reason) => {
            report.problem(&LoadProblem::Invalid { reason });
            return Ok(());
        }
    };
    report.imports.clone_from(&outline.imports);
    let names: Vec<&str> = outline.exports().collect();
    let imports: Vec<&str> = outline.imports.iter().map(String::as_str).collect();
    for checked in [check_exports(&names, manifest), check_imports(&imports, manifest)] {
        if let Err(problem) = checked {
            report.problem(&problem);
            return Ok(());
        }
    }
    let wasi: Vec<&str> = imports.into_iter().filter(|name| name.starts_with("wasi:")).collect();
    if !wasi.is_empty() {
        report.warning(format!(
            "imports {}; WASI is there but empty: no files, network, environment or arguments",
            wasi.join(", ")
        ));
    }
    for hook in manifest.kinds() {
        if let Some(reason) = outline.difference(hook.as_str())? {
            report.problem(&LoadProblem::Types { hook, reason });
        }
    }
    let declared: Vec<&str> = manifest.kinds().into_iter().map(HookKind::as_str).collect();
    let more = names.iter().filter_map(|name| name.strip_prefix("sekme:plugin/")?.split('@').next());
    for hook in more.filter(|hook| !declared.contains(hook)) {
        let (major, minor) = API_LINE;
        report.warning(format!(
            "exports `{hook}` of plugin API {major}.{minor}, which plugin.toml does not name; it is never asked"
        ));
    }
    Ok(())
}

fn look_at_pack(pack: &SitePack, report: &mut CheckReport) {
    for pattern in &pack.urls {
        add(&mut report.hosts, pattern.to_string());
    }
    report.hooks.extend(pack.parts().into_iter().map(str::to_owned));
    if pack.is_unverified() {
        report.warning("some entries are marked unverified: nobody has seen them work on the live site");
    }
}

fn look_at_fixtures(folder: &Path, report: &mut CheckReport) -> Result<(), AuthorError> {
    let folders = fixture::folders(folder)?;
    report.fixtures = folders.len();
    if folders.is_empty() {
        report.warning("has no fixtures; `sekme plugin test` has nothing to run");
    }
    for folder in folders {
        match Fixture::read(&folder) {
            Ok(fixture) if fixture.expect.is_none() => {
                report.warning(format!("the case {} has no expect.json", fixture.name));
            }
            Ok(_) => {}
            Err(error) => report.problem(&error),
        }
    }
    Ok(())
}

fn add(list: &mut Vec<String>, item: String) {
    if !list.contains(&item) {
        list.push(item);
    }
}
