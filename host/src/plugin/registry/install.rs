//! Installs, accepts, switches and removes: every change of a plugin folder and its lockfile goes this way.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use super::super::PluginOptions;
use super::super::answer::Source;
use super::super::component::Plugin;
use super::super::discover::{DEFAULT_GRANTS, admit, folders};
use super::super::manifest::Grant;
use super::super::problem::LoadProblem;
use super::super::runtime::Runtime;
use super::super::{bundled, text};
use super::folder::{Material, Piece, embedded_pack, embedded_plugin, pieces};
use super::lockfile::{Entry, Lockfile};
use super::settings::{SettingsTables, of_organisation};
use super::trust::Trust;

/// What is copied beside the files that count, for people.
const FOR_PEOPLE: [&str; 3] = ["README.md", "LICENSE", "LICENSE.md"];

/// Changes what is installed.
#[derive(Debug)]
pub struct Registry {
    options: PluginOptions,
    folder: PathBuf,
    trust: Trust,
    /// What follows a command for this folder.
    flag: &'static str,
}

/// What to install.
#[derive(Debug, Clone, Default)]
pub struct InstallRequest {
    /// Folder with `plugin.toml`, `site.toml` or both.
    pub folder: PathBuf,
    /// What it gets beside the text of pages.
    pub grants: Vec<Grant>,
    /// New hosts of an update have been seen and are accepted.
    pub accept: bool,
}

/// What was installed: one for each plugin or pack in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// Its name.
    pub id: String,
    /// Its version; may be empty for packs.
    pub version: String,
    /// The version before, when there was one.
    pub replaced: Option<String>,
    /// Where it is now.
    pub folder: PathBuf,
    /// What it answers to, in the words of its manifest.
    pub hooks: Vec<String>,
    /// The URL patterns it names.
    pub hosts: Vec<String>,
    /// What it got.
    pub granted: Vec<Grant>,
    /// What it asks for and did not get.
    pub refused: Vec<Grant>,
}

/// What was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// How it differs from what was accepted before; empty when nothing was.
    pub differences: Vec<String>,
    /// It had been accepted before.
    pub before: bool,
    /// What is accepted now.
    pub installed: Installed,
}

/// What was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Removed {
    /// This folder is gone, and with it these plugins and packs. The second list is bundled and back in use.
    Folder(PathBuf, Vec<String>, Vec<String>),
    /// It is part of the binary, so it was switched off.
    SwitchedOff,
    /// Its folder was gone already; the lockfile has forgotten it.
    Forgotten,
}

/// What became of a switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toggled {
    /// It is now as was asked for.
    Changed,
    /// It was before.
    Already,
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// There is no place for plugins.
    #[error("there is no home folder to install into; set HOME or XDG_DATA_HOME")]
    NoFolder,
    /// The plugin cannot be used.
    #[error("{place}: {problem}")]
    Unusable {
        /// Id and version, or its folder.
        place: String,
        /// Cause, evidence and remedy.
        problem: String,
    },
    /// The lockfile or its folder cannot be used.
    #[error("{0}")]
    Place(String),
    /// There is nothing of that name.
    #[error("there is no plugin or pack {id}{}", nearest.as_ref().map(|it| format!("; did you mean {it}?")).unwrap_or_default())]
    Unknown {
        /// As given.
        id: String,
        /// The name that is most like it.
        nearest: Option<String>,
    },
    /// It is the organisation's.
    #[error("{id} is the organisation's: an administrator runs `sekme plugin {verb} {id} --org`")]
    Organisations {
        /// As given.
        id: String,
        /// What was to be done.
        verb: &'static str,
    },
    /// An update wants more than was accepted.
    #[error(
        "{id} {version} wants more than was accepted, so the version before stays: {}\n  Look at it, then run the same command with --accept",
        wants.join(", ")
    )]
    WantsMore {
        /// The plugin.
        id: String,
        /// Its new version.
        version: String,
        /// New hosts.
        wants: Vec<String>,
    },
    /// A grant that nothing asks for.
    #[error("nothing in that folder asks for {grant}{}", if asked.is_empty() { String::new() } else { format!("; it asks for {asked}") })]
    NotAsked {
        /// As given.
        grant: Grant,
        /// What could be granted.
        asked: String,
    },
    /// A file could not be written.
    #[error("{}: {reason}{}", path.display(), if *is_denied { "\n  Run the command as the owner of that folder" } else { "" })]
    Write {
        /// What was to be written.
        path: PathBuf,
        /// Why not.
        reason: String,
        /// The system forbids it.
        is_denied: bool,
    },
}

type Outcome<T> = Result<T, RegistryError>;

impl Registry {
    /// The user's plugins, or those of the organisation.
    pub fn open(options: PluginOptions, organisation: bool) -> Outcome<Self> {
        let place = if organisation {
            // Whoever names a folder means that one.
            let named = options.org_dirs.last().map(|folder| (folder, Trust::NamedOrganisation));
            named.or(options.org_dir.as_ref().map(|folder| (folder, Trust::Organisation)))
        } else {
            options.user_dir.as_ref().map(|folder| (folder, Trust::User))
        };
        let (folder, trust) = place.ok_or(RegistryError::NoFolder)?;
        let (folder, flag) = (folder.clone(), if organisation { " --org" } else { "" });
        Ok(Self { options, folder, trust, flag })
    }

    /// Copies a folder to its place, checks it there, and locks it. When anything fails, all is as it was.
    pub fn install(&self, request: &InstallRequest) -> Outcome<Vec<Installed>> {
        let from = request.folder.canonicalize().map_err(|error| unusable(&request.folder, &error))?;
        let given = usable(&from, Trust::Named)?;
        let all_asked: BTreeSet<Grant> = given.iter().flat_map(Piece::asks).collect();
        if let Some(grant) = request.grants.iter().find(|grant| !all_asked.contains(grant)) {
            let asked = all_asked.iter().map(|grant| grant.as_str()).collect::<Vec<_>>().join(", ");
            return Err(RegistryError::NotAsked { grant: *grant, asked });
        }
        let name = given.iter().map(Piece::id).next().unwrap_or_default().to_owned();
        self.make_folder()?;
        let _held = self.hold()?;
        let mut lock = self.lock()?;
        let target = self.folder.join(&name);
        if from == target.canonicalize().unwrap_or_default() {
            return self.lock_in(&target, &usable(&target, self.trust)?, request, &mut lock);
        }
        for id in given.iter().map(Piece::id) {
            let elsewhere = self.folder_of(id, &lock).filter(|folder| *folder != target);
            if let Some(folder) = elsewhere {
                return Err(RegistryError::Place(format!(
                    "{id} is in {} already; remove it first: `sekme plugin remove {id}{}`",
                    folder.display(),
                    self.flag
                )));
            }
        }
        let new = self.temporary(".install-")?;
        let files: BTreeSet<&str> = given.iter().flat_map(Piece::files).collect();
        let for_people = FOR_PEOPLE.into_iter().filter(|name| from.join(name).is_file());
        for file in files.into_iter().chain(for_people) {
            copy(&from.join(file), &new.path().join(file))?;
        }
        set_mode(new.path(), 0o755)?;
        let pieces = usable(new.path(), self.trust)?;
        let installed = self.examine(&target, &pieces, request, &lock)?;
        for (piece, installed) in pieces.iter().zip(&installed) {
            lock.put(self.entry(piece, &name, installed));
        }
        self.put(new, &target, &lock)?;
        Ok(installed)
    }

    /// Takes what is there now for good, and says how it differs from what was accepted before.
    pub fn accept(&self, id: &str, grants: &[Grant]) -> Outcome<Accepted> {
        let _held = self.hold()?;
        let mut lock = self.lock()?;
        let Some(folder) = self.folder_of(id, &lock) else { return Err(self.unknown(id, "accept", &lock)) };
        let pieces = usable(&folder, self.trust)?;
        let Some(piece) = pieces.into_iter().find(|piece| piece.id() == id) else {
            return Err(self.unknown(id, "accept", &lock));
        };
        if let Some(grant) = grants.iter().find(|grant| !piece.asks().contains(grant)) {
            let asked = piece.asks().iter().map(|grant| grant.as_str()).collect::<Vec<_>>().join(", ");
            return Err(RegistryError::NotAsked { grant: *grant, asked });
        }
        let before = lock.entry(id).filter(|entry| entry.is_accepted()).cloned();
        let differences = before.as_ref().map(|entry| entry.differences(&piece)).unwrap_or_default();
        let request = InstallRequest { folder: folder.clone(), grants: grants.to_vec(), accept: true };
        let installed = self.lock_in(&folder, &[piece], &request, &mut lock)?;
        let installed = installed.into_iter().next().ok_or(RegistryError::NoFolder)?;
        Ok(Accepted { differences, before: before.is_some(), installed })
    }

    /// Switches something on or off.
    pub fn set_enabled(&self, id: &str, enabled: bool) -> Outcome<Toggled> {
        let verb = if enabled { "enable" } else { "disable" };
        self.make_folder()?;
        let _held = self.hold()?;
        let mut lock = self.lock()?;
        let folder = self.folder_of(id, &lock);
        match (lock.entry(id).cloned(), enabled) {
            (Some(entry), wanted) if entry.enabled == wanted => return Ok(Toggled::Already),
            // What nobody accepted before it was switched off is so again.
            (Some(entry), true) if !entry.is_accepted() => lock.entries.retain(|other| other.id != id),
            (Some(entry), _) => lock.put(entry.switched(enabled)),
            (None, true) if folder.is_some() || is_bundled(id) => return Ok(Toggled::Already),
            (None, false) if folder.is_some() => {
                let name = folder.as_deref().and_then(Path::file_name).unwrap_or_default();
                lock.put(Entry::switched_off(id, &format!("dir:{}", name.to_string_lossy())));
            }
            (None, false) if is_bundled(id) && !self.trust.is_organisation() => lock.put(Entry::bundled(id)),
            (None, _) => return Err(self.unknown(id, verb, &lock)),
        }
        self.write(&lock)?;
        Ok(Toggled::Changed)
    }

    /// Removes the folder of something, or switches it off where it is part of the binary.
    pub fn remove(&self, id: &str) -> Outcome<Removed> {
        self.make_folder()?;
        let _held = self.hold()?;
        let mut lock = self.lock()?;
        let Some(folder) = self.folder_of(id, &lock) else {
            if lock.entry(id).is_some_and(|entry| !entry.is_bundled()) {
                lock.entries.retain(|entry| entry.id != id);
                self.write(&lock)?;
                return Ok(Removed::Forgotten);
            }
            if !is_bundled(id) || self.trust.is_organisation() {
                return Err(self.unknown(id, "remove", &lock));
            }
            lock.put(Entry::bundled(id));
            self.write(&lock)?;
            return Ok(Removed::SwitchedOff);
        };
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let there = pieces(&folder, Trust::Named).into_iter().flatten().map(|piece| piece.id().to_owned());
        let locked = lock.entries.iter().filter(|entry| entry.folder() == Some(&name));
        let mut gone: Vec<String> = there.chain(locked.map(|entry| entry.id.clone())).collect();
        gone.sort();
        gone.dedup();
        lock.entries.retain(|entry| !gone.contains(&entry.id));
        let away = self.temporary(".old-")?;
        let moved = away.path().join(&name);
        fs::rename(&folder, &moved).map_err(|error| write_failed(&folder, &error))?;
        if let Err(error) = self.write(&lock) {
            fs::rename(&moved, &folder).map_err(|error| write_failed(&folder, &error))?;
            return Err(error);
        }
        let back = gone.iter().filter(|id| is_bundled(id)).cloned().collect();
        Ok(Removed::Folder(folder, gone, back))
    }

    /// Checks what stands in its place already, and locks it.
    fn lock_in(
        &self,
        folder: &Path,
        pieces: &[Piece],
        request: &InstallRequest,
        lock: &mut Lockfile,
    ) -> Outcome<Vec<Installed>> {
        self.trust.check_inside(&self.folder, folder).map_err(|problem| unusable(folder, &problem))?;
        let installed = self.examine(folder, pieces, request, lock)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        for (piece, installed) in pieces.iter().zip(&installed) {
            lock.put(self.entry(piece, &name, installed));
        }
        self.write(lock)?;
        Ok(installed)
    }

    fn entry(&self, piece: &Piece, folder: &str, installed: &Installed) -> Entry {
        // Who accepts a policy for themselves wants to be told when it is gone.
        let is_required = if self.trust.is_organisation() { piece.is_required() } else { piece.is_policy() };
        Entry::accept(piece, folder, installed.granted.clone(), is_required)
    }

    /// Checks each of `pieces`: what it wants, its settings, and whether it runs.
    fn examine(
        &self,
        target: &Path,
        pieces: &[Piece],
        request: &InstallRequest,
        lock: &Lockfile,
    ) -> Outcome<Vec<Installed>> {
        let settings = if self.trust.is_organisation() {
            of_organisation(&self.folder, self.trust).map_err(|problem| unusable(&self.folder, &problem))?
        } else {
            self.options.settings.clone()
        };
        let mut runtime = None;
        let mut installed = Vec::new();
        for piece in pieces {
            let before = lock.entry(piece.id()).filter(|entry| entry.is_accepted());
            let wants = before.map(|entry| entry.wants_more(piece)).unwrap_or_default();
            if !wants.is_empty() && !request.accept {
                let (id, version) = (piece.id().to_owned(), piece.version().to_owned());
                return Err(RegistryError::WantsMore { id, version, wants });
            }
            let given: Vec<Grant> = match before {
                Some(entry) => [&entry.granted[..], &request.grants].concat(),
                None => [DEFAULT_GRANTS, &request.grants].concat(),
            };
            let (granted, refused): (Vec<Grant>, Vec<Grant>) =
                piece.asks().into_iter().partition(|grant| given.contains(grant));
            let mut narrowed = piece.clone();
            narrowed.narrow(&granted);
            let place = piece.label();
            self.try_once(&narrowed, &settings, &mut runtime)
                .map_err(|problem| RegistryError::Unusable { place, problem: problem.to_string() })?;
            installed.push(Installed {
                id: piece.id().to_owned(),
                version: piece.version().to_owned(),
                replaced: before.map(|entry| entry.version.clone()),
                folder: target.to_owned(),
                hooks: hooks(piece),
                hosts: piece.hosts(),
                granted,
                refused,
            });
        }
        Ok(installed)
    }

    /// Compiles the component apart and makes one instance of it.
    fn try_once(
        &self,
        piece: &Piece,
        settings: &SettingsTables,
        runtime: &mut Option<Runtime>,
    ) -> Result<(), LoadProblem> {
        let source = if self.trust.is_organisation() { Source::Organisation } else { Source::User };
        let file = if self.trust.is_organisation() { "settings.toml" } else { "sekme.toml" };
        admit(piece, &source, settings, file)?;
        let Material::Component { manifest, bytes, .. } = &piece.material else { return Ok(()) };
        if runtime.is_none() {
            let options = &self.options;
            let started = Runtime::start(options.cache_dir.as_deref(), options.compiler.as_deref());
            *runtime = Some(started.map_err(|reason| LoadProblem::NoEngine { reason })?.0);
        }
        let Some(runtime) = runtime else { return Ok(()) };
        Plugin::load(runtime, (**manifest).clone(), source, bytes).map(drop)
    }

    /// Puts the folder `new` in the place of `target` and writes the lockfile, or leaves both as they were.
    fn put(&self, new: tempfile::TempDir, target: &Path, lock: &Lockfile) -> Outcome<()> {
        let failed = |error: io::Error| write_failed(target, &error);
        let away = self.temporary(".old-")?;
        let old = away.path().join("old");
        let had_one = target.exists();
        if had_one {
            fs::rename(target, &old).map_err(failed)?;
        }
        let new = new.keep();
        let placed = fs::rename(&new, target).map_err(failed).and_then(|()| self.write(lock));
        if placed.is_err() {
            // Whichever of the two places it has reached.
            let _ = fs::remove_dir_all(&new);
            let _ = fs::remove_dir_all(target);
            if had_one {
                fs::rename(&old, target).map_err(failed)?;
            }
        }
        placed
    }

    fn make_folder(&self) -> Outcome<()> {
        let mode = if self.trust.is_organisation() { 0o755 } else { 0o700 };
        DirBuilder::new()
            .recursive(true)
            .mode(mode)
            .create(&self.folder)
            .map_err(|error| write_failed(&self.folder, &error))
    }

    /// Nobody else changes the folder until the answer is dropped.
    fn hold(&self) -> Outcome<File> {
        let failed = |error: io::Error| write_failed(&self.folder, &error);
        let folder = File::open(&self.folder).map_err(failed)?;
        folder.lock().map_err(failed)?;
        Ok(folder)
    }

    fn lock(&self) -> Outcome<Lockfile> {
        let checked = self.trust.check_folder(&self.folder);
        checked.map_err(|problem| RegistryError::Place(problem.to_string()))?;
        Lockfile::read(&self.folder, self.trust).map_err(|problem| RegistryError::Place(problem.to_string()))
    }

    fn write(&self, lock: &Lockfile) -> Outcome<()> {
        lock.write(&self.folder, self.trust).map_err(|error| write_failed(&self.folder, &error))
    }

    fn temporary(&self, prefix: &str) -> Outcome<tempfile::TempDir> {
        tempfile::Builder::new()
            .prefix(prefix)
            .tempdir_in(&self.folder)
            .map_err(|error| write_failed(&self.folder, &error))
    }

    /// The folder that holds `id`, as the lockfile says or as its files do.
    fn folder_of(&self, id: &str, lock: &Lockfile) -> Option<PathBuf> {
        let locked = lock.entry(id).and_then(Entry::folder).map(|name| self.folder.join(name));
        locked.filter(|folder| folder.is_dir()).or_else(|| {
            let holds = |folder: &PathBuf| ids(folder).iter().any(|other| other == id);
            folders(&self.folder).unwrap_or_default().into_iter().find(holds)
        })
    }

    fn unknown(&self, id: &str, verb: &'static str, lock: &Lockfile) -> RegistryError {
        let of_organisation = self.options.org_dirs.iter().chain(&self.options.org_dir);
        let mut theirs = of_organisation.flat_map(|folder| folders(folder).unwrap_or_default());
        if !self.trust.is_organisation() && theirs.any(|folder| ids(&folder).iter().any(|other| other == id))
        {
            return RegistryError::Organisations { id: id.to_owned(), verb };
        }
        let here = folders(&self.folder).unwrap_or_default().into_iter().flat_map(|folder| ids(&folder));
        let known = here.chain(lock.entries.iter().map(|entry| entry.id.clone())).chain(bundled_ids());
        RegistryError::Unknown { id: id.to_owned(), nearest: nearest(id, known) }
    }
}

/// The name of `known` that is most like `id`, if any is like it at all.
pub fn nearest(id: &str, known: impl Iterator<Item = String>) -> Option<String> {
    const LIKE: f64 = 0.8;
    known
        .map(|name| (strsim::jaro_winkler(&name, id), name))
        .filter(|(likeness, _)| *likeness >= LIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// What a plugin or pack answers to, in the words of its manifest.
pub(in crate::plugin) fn hooks(piece: &Piece) -> Vec<String> {
    match &piece.material {
        Material::Component { manifest, .. } => manifest.kinds().iter().map(ToString::to_string).collect(),
        Material::Pack(site) => site.parts().into_iter().map(str::to_owned).collect(),
    }
}

fn bundled_ids() -> impl Iterator<Item = String> {
    let plugins = bundled::PLUGINS.iter().map(|it| embedded_plugin(it.name, it.manifest, it.component));
    let packs = bundled::PACKS.iter().map(|it| embedded_pack(it.name, it.text));
    plugins.chain(packs).flatten().map(|piece| piece.id().to_owned())
}

fn is_bundled(id: &str) -> bool {
    bundled_ids().any(|other| other == id)
}

fn ids(folder: &Path) -> Vec<String> {
    pieces(folder, Trust::Named).into_iter().flatten().map(|piece| piece.id().to_owned()).collect()
}

/// What a folder holds, all of it usable.
fn usable(folder: &Path, trust: Trust) -> Outcome<Vec<Piece>> {
    let pieces: Vec<Piece> = pieces(folder, trust)
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|problem| unusable(folder, &problem))?;
    if pieces.is_empty() {
        return Err(RegistryError::Place(format!(
            "{} holds neither plugin.toml nor site.toml",
            folder.display()
        )));
    }
    Ok(pieces)
}

fn unusable(folder: &Path, problem: &dyn ToString) -> RegistryError {
    let name = folder.file_name().map(|name| text::plain(&name.to_string_lossy(), 80));
    let place = name.filter(|name| !name.starts_with(".install-")).unwrap_or_else(|| "the plugin".to_owned());
    RegistryError::Unusable { place, problem: problem.to_string() }
}

fn copy(from: &Path, to: &Path) -> Outcome<()> {
    fs::copy(from, to).map_err(|error| write_failed(to, &error))?;
    set_mode(to, 0o644)
}

fn set_mode(path: &Path, mode: u32) -> Outcome<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(|error| write_failed(path, &error))
}

fn write_failed(path: &Path, error: &io::Error) -> RegistryError {
    RegistryError::Write {
        path: path.to_owned(),
        reason: error.to_string(),
        is_denied: error.kind() == io::ErrorKind::PermissionDenied,
    }
}
