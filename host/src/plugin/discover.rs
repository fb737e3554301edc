//! Finds plugins and packs: bundled, the user's folder, folders of the command line, the organisation's.
//!
//! The working directory is no source: whoever can put a folder into a checkout must not be able to
//! add a plugin by it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::answer::Source;
use super::manifest::Grant;
use super::problem::LoadProblem;
use super::registry::{
    self, Lockfile, Material, Piece, SettingsTables, Trust, checked_settings, embedded_pack, embedded_plugin,
    of_organisation, sha256,
};
use super::set::{Closed, Origin};
use super::status::{FailedPlugin, FailedState, Pin};
use super::{PluginOptions, bundled};

/// What a plugin gets that was dropped into the user's folder and never accepted.
pub(super) const DEFAULT_GRANTS: &[Grant] = &[Grant::PageText];
/// Without [`Grant::Large`] a component has at most this many bytes.
pub(super) const USUAL_COMPONENT: usize = 4 << 20;
/// Stands for the organisation's folder as a whole.
pub(super) const ORGANISATION: &str = "organisation";
const SETTINGS_FILE: &str = "sekme.toml";

/// A plugin or pack that can be loaded.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) source: Source,
    pub(super) piece: Piece,
    /// What it asks for; `piece` has what of that it got.
    pub(super) asked: Vec<Grant>,
    /// Its settings as JSON, checked against its schema.
    pub(super) settings: String,
    pub(super) origin: Origin,
}

/// Something that cannot be loaded.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub(super) folder: Option<PathBuf>,
    pub(super) shown: FailedPlugin,
}

/// Everything found, in the order of precedence, lowest first.
#[derive(Debug, Default)]
pub(super) struct Discovery {
    pub(super) found: Vec<Found>,
    pub(super) failed: Vec<Failure>,
    /// Switched off by a person.
    pub(super) disabled: Vec<String>,
    pub(super) notes: Vec<String>,
    /// Required policies that were found; each must be loaded.
    pub(super) required: BTreeSet<String>,
    /// Required policies that cannot be loaded.
    pub(super) closed: Vec<Closed>,
    /// Policies of others than the organisation that are there, or should be, and cannot be used. They close as long as
    /// that is so.
    pub(super) broken: Vec<Closed>,
}

/// A folder of plugins that has a lockfile.
struct Place<'a> {
    folder: &'a Path,
    source: Source,
    trust: Trust,
    lock: Lockfile,
    settings: &'a SettingsTables,
    settings_file: String,
}

impl Found {
    /// Whether calls are denied without it.
    pub(super) fn is_policy(&self) -> bool {
        self.piece.is_policy()
    }

    /// Id of the plugin or pack; one name space for both.
    pub(super) fn id(&self) -> &str {
        self.piece.id()
    }

    /// Id, version and source, as they stand in lists of what failed.
    pub(super) fn place(&self) -> String {
        format!("{} ({})", self.piece.label(), self.source)
    }
}

/// Looks everywhere that `options` names. Never fails: what cannot be read is listed.
pub(super) fn everything(options: &PluginOptions) -> Discovery {
    let mut discovery = Discovery::default();
    let user = options.user_dir.as_deref().filter(|folder| is_there(folder));
    let mut off = BTreeSet::new();
    let user = user.and_then(|folder| match open(folder, Trust::User) {
        Ok(lock) => Some((folder, lock)),
        Err(problem) => {
            discovery.fail(Some(folder), &folder.display(), &problem);
            None
        }
    });
    if let Some((_, lock)) = &user {
        off.extend(lock.entries.iter().filter(|entry| !entry.enabled).map(|entry| entry.id.clone()));
    }
    if options.bundled {
        discovery.add_bundled(&options.exclude, &off, &options.settings);
    }
    if let Some((folder, lock)) = user {
        discovery.add_place(&Place {
            folder,
            source: Source::User,
            trust: Trust::User,
            lock,
            settings: &options.settings,
            settings_file: SETTINGS_FILE.to_owned(),
        });
    }
    for folder in &options.dirs {
        let before = discovery.found.len() + discovery.failed.len();
        discovery.add_named(folder, &options.settings);
        if discovery.found.len() + discovery.failed.len() == before {
            discovery.fail(Some(folder), &folder.display(), &LoadProblem::Nothing { path: folder.clone() });
        }
    }
    // The machine's own comes last, so that no further one can stand in for it.
    for folder in &options.org_dirs {
        discovery.add_organisation(folder, Trust::NamedOrganisation);
    }
    if let Some(folder) = &options.org_dir {
        discovery.add_organisation(folder, Trust::Organisation);
    }
    discovery.note_strays(&options.settings);
    discovery.close_for_policies();
    discovery
}

/// The folders of organisations that are there, or that cannot be looked into.
pub(super) fn organisations(options: &PluginOptions) -> impl Iterator<Item = &PathBuf> {
    options.org_dirs.iter().chain(&options.org_dir).filter(|folder| is_there(folder))
}

/// A required policy that is not in use because of `problem`.
pub(super) fn unavailable(id: &str, problem: &dyn ToString) -> Closed {
    let remedy = if id == ORGANISATION {
        "Every tool call is denied until an administrator mends it.".to_owned()
    } else {
        format!(
            "Every tool call is denied until an administrator runs `sekme plugin accept {id} --org`, or switches it \
             off (`sekme plugin disable {id} --org`) and the server is started again."
        )
    };
    Closed { id: id.to_owned(), code: Closed::UNAVAILABLE, reason: problem.to_string(), remedy }
}

fn is_there(folder: &Path) -> bool {
    // One that may not be looked at is there as well, and its reader says so.
    !matches!(fs::metadata(folder), Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
}

/// Checks whose folder it is and reads its lockfile.
fn open(folder: &Path, trust: Trust) -> Result<Lockfile, LoadProblem> {
    trust.check_folder(folder)?;
    Lockfile::read(folder, trust).map_err(|problem| LoadProblem::Lock { reason: problem.to_string() })
}

/// The folders inside `folder` by name. Names that begin with a dot are ours while we install.
pub(super) fn folders(folder: &Path) -> Result<Vec<PathBuf>, LoadProblem> {
    let entries = fs::read_dir(folder)
        .map_err(|error| LoadProblem::Unreadable { path: folder.to_owned(), reason: error.to_string() })?;
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    let mut inside: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir() && !is_hidden(path))
        .collect();
    inside.sort();
    Ok(inside)
}

impl Discovery {
    fn add_bundled(&mut self, exclude: &[String], off: &BTreeSet<String>, settings: &SettingsTables) {
        let plugins =
            bundled::PLUGINS.iter().map(|it| (it.name, embedded_plugin(it.name, it.manifest, it.component)));
        let packs = bundled::PACKS.iter().map(|it| (it.name, embedded_pack(it.name, it.text)));
        let mut unused: Vec<&String> = exclude.iter().collect();
        for (name, piece) in plugins.chain(packs) {
            let piece = match piece {
                Ok(piece) => piece,
                Err(problem) => {
                    self.fail(None, &name, &problem);
                    continue;
                }
            };
            unused.retain(|name| *name != piece.id());
            if exclude.iter().any(|name| name == piece.id()) {
                continue;
            }
            if off.contains(piece.id()) {
                self.disabled.push(format!("{} ({})", piece.label(), Source::Bundled));
                continue;
            }
            let pin = Pin::Embedded;
            // What is wrong with it is listed.
            let asked = piece.asks();
            let _ = self.add(piece, (Source::Bundled, pin, None), asked, (settings, SETTINGS_FILE));
        }
        for name in unused {
            self.notes
                .push(format!("nothing bundled is called \"{name}\", so leaving it out changes nothing"));
        }
    }

    /// Adds `folder` itself, or else the folders inside it, with all that they ask for.
    fn add_named(&mut self, folder: &Path, settings: &SettingsTables) {
        let source = Source::Folder(folder.to_owned());
        let mut add = |folder: &Path, pieces: Vec<Result<Piece, LoadProblem>>| {
            for piece in pieces {
                match piece {
                    Ok(piece) => {
                        let place = (source.clone(), Pin::Named, Some(folder));
                        let asked = piece.asks();
                        let _ = self.add(piece, place, asked, (settings, SETTINGS_FILE));
                    }
                    Err(problem) => self.fail(Some(folder), &folder.display(), &problem),
                }
            }
        };
        let single = registry::pieces(folder, Trust::Named);
        if !single.is_empty() {
            return add(folder, single);
        }
        match folders(folder) {
            Ok(folders) => {
                for folder in &folders {
                    add(folder, registry::pieces(folder, Trust::Named));
                }
            }
            Err(problem) => self.fail(Some(folder), &folder.display(), &problem),
        }
    }

    fn add_organisation(&mut self, folder: &Path, trust: Trust) {
        if !is_there(folder) {
            return;
        }
        let opened = open(folder, trust).and_then(|lock| Ok((lock, of_organisation(folder, trust)?)));
        match opened {
            Ok((lock, settings)) => {
                let settings_file = folder.join("settings.toml").display().to_string();
                let source = Source::Organisation;
                let settings = &settings;
                self.add_place(&Place { folder, source, trust, lock, settings, settings_file });
            }
            Err(problem) => {
                self.fail(Some(folder), &folder.display(), &problem);
                self.closed.push(unavailable(ORGANISATION, &problem));
            }
        }
    }

    /// Adds what is in a folder that has a lockfile.
    fn add_place(&mut self, place: &Place) {
        let folders = match folders(place.folder) {
            Ok(folders) => folders,
            Err(problem) => {
                self.fail(Some(place.folder), &place.folder.display(), &problem);
                if place.trust.is_organisation() {
                    self.closed.push(unavailable(ORGANISATION, &problem));
                }
                return;
            }
        };
        let mut seen = BTreeSet::new();
        for folder in folders {
            let checked = place.trust.check_inside(place.folder, &folder);
            let pieces = match checked {
                Ok(()) => registry::pieces(&folder, place.trust),
                Err(problem) => vec![Err(problem)],
            };
            for piece in pieces {
                match piece {
                    Ok(piece) => {
                        seen.insert(piece.id().to_owned());
                        self.add_locked(place, &folder, piece);
                    }
                    Err(problem) => {
                        self.fail(Some(&folder), &folder.display(), &problem);
                        self.close_for(place, &folder, &problem, &mut seen);
                    }
                }
            }
        }
        let gone = place.lock.entries.iter().filter(|entry| entry.enabled && !entry.is_bundled());
        for entry in gone.filter(|entry| !seen.contains(&entry.id)) {
            let is_organisation = place.trust.is_organisation();
            let problem = LoadProblem::Missing { id: entry.id.clone(), is_organisation };
            self.fail(None, &format!("{} {} ({})", entry.id, entry.version, place.source), &problem);
            if is_organisation && entry.required {
                self.closed.push(unavailable(&entry.id, &problem));
            } else if entry.required {
                let reason = format!("the policy {} is not loaded: {problem}", entry.id);
                self.broken.push(Closed::unavailable(&entry.id, reason));
            }
        }
    }

    /// Accounts for the entries of a folder that cannot be read: they are not missing, and the required ones close.
    fn close_for(
        &mut self,
        place: &Place,
        folder: &Path,
        problem: &LoadProblem,
        seen: &mut BTreeSet<String>,
    ) {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        for entry in
            place.lock.entries.iter().filter(|entry| entry.enabled && entry.folder() == name.as_deref())
        {
            if seen.insert(entry.id.clone()) && place.trust.is_organisation() && entry.required {
                self.closed.push(unavailable(&entry.id, problem));
            }
        }
    }

    fn add_locked(&mut self, place: &Place, folder: &Path, mut piece: Piece) {
        let (id, is_organisation) = (piece.id().to_owned(), place.trust.is_organisation());
        let entry = place.lock.entry(&id);
        let asked = piece.asks();
        if entry.is_some_and(|entry| !entry.enabled) {
            self.disabled.push(format!("{} ({})", piece.label(), place.source));
            return;
        }
        let is_required =
            is_organisation && (piece.is_required() || entry.is_some_and(|entry| entry.required));
        let problem = match entry {
            None if is_organisation => Some(LoadProblem::NotAccepted { id: id.clone() }),
            None => {
                piece.narrow(DEFAULT_GRANTS);
                None
            }
            Some(entry) => {
                let differences = entry.differences(&piece);
                piece.narrow(&entry.granted);
                (!differences.is_empty()).then(|| LoadProblem::Changed {
                    id: id.clone(),
                    what: format!("changed since it was accepted: {}", differences.join("; ")),
                    is_organisation,
                })
            }
        };
        if let Some(problem) = problem {
            self.fail(Some(folder), &format!("{} ({})", piece.label(), place.source), &problem);
            if is_required {
                self.closed.push(unavailable(&id, &problem));
            }
            return;
        }
        let pin = if entry.is_some() { Pin::Pinned } else { Pin::Unpinned };
        let added = self.add(
            piece,
            (place.source.clone(), pin, Some(folder)),
            asked,
            (place.settings, &place.settings_file),
        );
        if is_required {
            match added {
                Ok(()) => drop(self.required.insert(id)),
                Err(problem) => self.closed.push(unavailable(&id, &problem)),
            }
        }
    }

    /// Adds `piece` unless its settings, size or priority forbid it.
    fn add(
        &mut self,
        piece: Piece,
        (source, pin, folder): (Source, Pin, Option<&Path>),
        asked: Vec<Grant>,
        (settings, settings_file): (&SettingsTables, &str),
    ) -> Result<(), String> {
        match admit(&piece, &source, settings, settings_file) {
            Ok(settings) => {
                let stamp = stamp(&piece, &source, &settings);
                let origin = Origin { pin, folder: folder.map(Path::to_owned), stamp };
                self.found.push(Found { source, piece, asked, settings, origin });
                Ok(())
            }
            Err(problem) => {
                self.fail(folder, &format!("{} ({source})", piece.label()), &problem);
                Err(problem.to_string())
            }
        }
    }

    /// A policy that is there and cannot be used closes everything, whoever put it there and whyever. One that no
    /// administrator accepted is nobody's policy yet.
    fn close_for_policies(&mut self) {
        let failed = self.failed.iter().filter(|failure| failure.shown.state != FailedState::NotAccepted);
        for Failure { folder, shown } in failed {
            let Some(folder) = folder else { continue };
            let inside = folders(folder).unwrap_or_default();
            for id in
                std::iter::once(folder).chain(&inside).filter_map(|folder| registry::names_policy(folder))
            {
                if !self.closed.iter().chain(&self.broken).any(|closed| closed.id == id) {
                    let reason = format!("the policy {id} is not loaded: {}", shown.problem);
                    self.broken.push(Closed::unavailable(&id, reason));
                }
            }
        }
    }

    /// Says which settings are for nobody.
    fn note_strays(&mut self, settings: &SettingsTables) {
        for id in settings.keys() {
            let (mine, of_organisation): (Vec<&Found>, Vec<&Found>) = self
                .found
                .iter()
                .filter(|found| found.id() == id)
                .partition(|found| found.source != Source::Organisation);
            if mine.is_empty() && !of_organisation.is_empty() {
                self.notes.push(format!(
                    "[plugin.{id}] of {SETTINGS_FILE} changes nothing: the settings of an organisation's plugin stand \
                     in its own folder"
                ));
            } else if mine.is_empty()
                && !self.failed.iter().any(|failure| failure.shown.id_or_path.starts_with(id.as_str()))
            {
                self.notes.push(format!(
                    "[plugin.{id}] of {SETTINGS_FILE} changes nothing: there is no plugin of that name"
                ));
            }
        }
    }

    fn fail(&mut self, folder: Option<&Path>, place: &dyn ToString, problem: &LoadProblem) {
        let shown = FailedPlugin {
            id_or_path: place.to_string(),
            problem: problem.to_string(),
            state: problem.state(),
        };
        self.failed.push(Failure { folder: folder.map(Path::to_owned), shown });
    }
}

/// Checks what does not need the component to be compiled. The answer is its settings as JSON.
pub(super) fn admit(
    piece: &Piece,
    source: &Source,
    settings: &SettingsTables,
    settings_file: &str,
) -> Result<String, LoadProblem> {
    let given = settings.get(piece.id());
    let Material::Component { manifest, bytes, schema } = &piece.material else {
        return checked_settings(piece.id(), None, given, settings_file);
    };
    if !manifest.permissions.large && *source != Source::Bundled && bytes.len() > USUAL_COMPONENT {
        let remedy = match source {
            Source::Folder(_) => "plugin.toml asks for it by `large = true` under [permissions]",
            _ => {
                "plugin.toml asks for it by `large = true` under [permissions]; `sekme plugin install DIR --allow-large` grants it"
            }
        };
        return Err(LoadProblem::Large { size: bytes.len(), most: USUAL_COMPONENT, remedy });
    }
    let above = manifest.hooks.iter().find(|hook| hook.priority.is_for_organisations());
    if let Some(hook) = above.filter(|_| *source != Source::Organisation) {
        return Err(LoadProblem::Priority { priority: hook.priority.0 });
    }
    checked_settings(piece.id(), schema.as_deref(), given, settings_file)
}

/// Differs when anything differs that makes a difference.
fn stamp(piece: &Piece, source: &Source, settings: &str) -> String {
    sha256(format!("{source:?} {:?} {settings} {:?}", piece.prints, piece.asks()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_working_directory_is_no_source() {
        // The tests run in the folder of the crate, beside which there are plugins and packs.
        let found = everything(&PluginOptions::default());
        assert!(found.found.is_empty() && found.failed.is_empty());
    }
}
