//! Lockfiles: what a person accepted, by hash, with what they granted and the hosts they saw.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::manifest::Grant;
use super::folder::Piece;
use super::hash::short;
use super::lock_path;
use super::trust::Trust;

const SCHEMA: u32 = 1;
const MAX_BYTES: u64 = 1024 * 1024;
const HEADER: &str =
    "# Written by `sekme plugin`; change it with install, accept, enable, disable and remove.\n";

/// Hashes of the files of one plugin or pack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::plugin) struct Prints {
    pub(in crate::plugin) wasm: Option<String>,
    pub(in crate::plugin) manifest: Option<String>,
    pub(in crate::plugin) schema: Option<String>,
    pub(in crate::plugin) site: Option<String>,
}

/// One plugin or pack that a person accepted or switched off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::plugin) struct Entry {
    pub(in crate::plugin) id: String,
    #[serde(default)]
    pub(in crate::plugin) version: String,
    /// The API line it was built for; packs have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::plugin) api: Option<String>,
    /// `bundled`, or `dir:` and the name of its folder beside the lockfile.
    pub(in crate::plugin) source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    wasm_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    manifest_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site_sha256: Option<String>,
    #[serde(default)]
    pub(in crate::plugin) granted: Vec<Grant>,
    /// The URL patterns that were seen when it was accepted.
    #[serde(default)]
    pub(in crate::plugin) hosts: Vec<String>,
    /// Nothing may run without it. Counts in an organisation's lockfile alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::plugin) required: bool,
    #[serde(default = "yes")]
    pub(in crate::plugin) enabled: bool,
    /// When, in UTC.
    #[serde(default)]
    pub(in crate::plugin) accepted_at: String,
}

fn yes() -> bool {
    true
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: u32,
    #[serde(default, rename = "plugin")]
    plugins: Vec<Entry>,
}

/// The lockfile of one folder.
#[derive(Debug, Clone, Default)]
pub(in crate::plugin) struct Lockfile {
    pub(in crate::plugin) entries: Vec<Entry>,
}

/// A lockfile that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error(
    "{}: {reason}\n  Nothing beside it is used until it is mended. Restore it from a backup, or move it away and \
     accept each plugin again: `sekme plugin accept ID{}",
    path.display(),
    if *is_organisation { " --org`, as an administrator" } else { "`" }
)]
pub(in crate::plugin) struct LockProblem {
    path: PathBuf,
    reason: String,
    is_organisation: bool,
}

/// The source of what is part of the binary.
pub(in crate::plugin) const BUNDLED: &str = "bundled";

impl Prints {
    /// The plugin's files that differ from `accepted`, in words.
    fn changes(&self, accepted: &Self) -> Vec<String> {
        let pairs = [
            ("plugin.wasm", &accepted.wasm, &self.wasm),
            ("plugin.toml", &accepted.manifest, &self.manifest),
            ("settings schema", &accepted.schema, &self.schema),
            ("site.toml", &accepted.site, &self.site),
        ];
        let words = |hash: &Option<String>| hash.as_deref().map_or("none".to_owned(), short);
        pairs
            .iter()
            .filter(|(_, before, now)| before != now)
            .map(|(name, before, now)| format!("{name} (sha256 {} → {})", words(before), words(now)))
            .collect()
    }
}

impl Entry {
    /// What is accepted now.
    pub(in crate::plugin) fn accept(
        piece: &Piece,
        folder: &str,
        granted: Vec<Grant>,
        is_required: bool,
    ) -> Self {
        let prints = piece.prints.clone();
        Self {
            id: piece.id().to_owned(),
            version: piece.version().to_owned(),
            api: piece.api(),
            source: format!("dir:{folder}"),
            wasm_sha256: prints.wasm,
            manifest_sha256: prints.manifest,
            schema_sha256: prints.schema,
            site_sha256: prints.site,
            granted,
            hosts: piece.hosts(),
            required: is_required,
            enabled: true,
            accepted_at: now(),
        }
    }

    /// Something of the binary that is switched off.
    pub(in crate::plugin) fn bundled(id: &str) -> Self {
        Self::switched_off(id, BUNDLED)
    }

    /// Something that nobody accepted and that is switched off.
    pub(in crate::plugin) fn switched_off(id: &str, source: &str) -> Self {
        Self {
            id: id.to_owned(),
            version: String::new(),
            api: None,
            source: source.to_owned(),
            wasm_sha256: None,
            manifest_sha256: None,
            schema_sha256: None,
            site_sha256: None,
            granted: Vec::new(),
            hosts: Vec::new(),
            required: false,
            enabled: false,
            accepted_at: now(),
        }
    }

    /// The same, on or off.
    pub(in crate::plugin) fn switched(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }

    /// It stands for files that a person accepted.
    pub(in crate::plugin) fn is_accepted(&self) -> bool {
        self.manifest_sha256.is_some() || self.site_sha256.is_some()
    }

    pub(in crate::plugin) fn is_bundled(&self) -> bool {
        self.source == BUNDLED
    }

    /// Name of its folder beside the lockfile.
    pub(in crate::plugin) fn folder(&self) -> Option<&str> {
        self.source.strip_prefix("dir:")
    }

    fn prints(&self) -> Prints {
        Prints {
            wasm: self.wasm_sha256.clone(),
            manifest: self.manifest_sha256.clone(),
            schema: self.schema_sha256.clone(),
            site: self.site_sha256.clone(),
        }
    }

    /// How `piece` differs from what was accepted, in words; empty when it does not.
    pub(in crate::plugin) fn differences(&self, piece: &Piece) -> Vec<String> {
        let mut differences = piece.prints.changes(&self.prints());
        let (before, now): (BTreeSet<&String>, Vec<String>) = (self.hosts.iter().collect(), piece.hosts());
        let added: Vec<&str> = now.iter().filter(|host| !before.contains(host)).map(String::as_str).collect();
        let gone: Vec<&str> =
            before.iter().filter(|host| !now.contains(host)).map(|host| host.as_str()).collect();
        if !added.is_empty() {
            differences.push(format!("new hosts {}", added.join(", ")));
        }
        if !gone.is_empty() {
            differences.push(format!("no longer {}", gone.join(", ")));
        }
        differences
    }

    /// The hosts of `piece` that were not there when this was accepted.
    pub(in crate::plugin) fn wants_more(&self, piece: &Piece) -> Vec<String> {
        piece.hosts().into_iter().filter(|host| !self.hosts.contains(host)).collect()
    }
}

impl Lockfile {
    /// Reads the lockfile of `folder`; empty when there is none.
    pub(in crate::plugin) fn read(folder: &Path, trust: Trust) -> Result<Self, LockProblem> {
        let path = lock_path(folder, trust);
        let problem = |reason: String| LockProblem {
            path: path.clone(),
            reason,
            is_organisation: trust.is_organisation(),
        };
        if matches!(path.symlink_metadata(), Err(error) if error.kind() == io::ErrorKind::NotFound) {
            return Ok(Self::default());
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = trust.read(folder, &name, MAX_BYTES).map_err(|cause| problem(cause.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| problem("it is no UTF-8 text".to_owned()))?;
        let document: Document = toml::from_str(&text)
            .map_err(|error| problem(format!("it is damaged ({})", error.message().replace('\n', " "))))?;
        if document.schema != SCHEMA {
            return Err(problem(format!(
                "it has schema {}, and this program reads schema {SCHEMA}",
                document.schema
            )));
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = document.plugins.iter().find(|entry| !seen.insert(&entry.id)) {
            return Err(problem(format!("it is damaged ({} occurs twice)", twice.id)));
        }
        Ok(Self { entries: document.plugins })
    }

    pub(in crate::plugin) fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Puts `entry` in the place of the one with its id.
    pub(in crate::plugin) fn put(&mut self, entry: Entry) {
        self.entries.retain(|other| other.id != entry.id);
        self.entries.push(entry);
        self.entries.sort_by(|a, b| a.id.cmp(&b.id));
    }

    /// Writes it as a whole: whoever reads sees the old one or the new one.
    pub(in crate::plugin) fn write(&self, folder: &Path, trust: Trust) -> io::Result<()> {
        let document = Document { schema: SCHEMA, plugins: self.entries.clone() };
        let text = toml::to_string_pretty(&document).map_err(io::Error::other)?;
        let mut file = tempfile::Builder::new().prefix(".lock-").tempfile_in(folder)?;
        file.write_all(HEADER.as_bytes())?;
        file.write_all(text.as_bytes())?;
        // The users of a machine must be able to read what its administrator accepted.
        let mode = if trust.is_organisation() { 0o644 } else { 0o600 };
        file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
        file.as_file().sync_all()?;
        file.persist(lock_path(folder, trust)).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()
    }
}

fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again_and_nobody_else_may_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut lock = Lockfile::default();
        lock.put(Entry { granted: vec![Grant::PageText, Grant::Kv], ..Entry::bundled("b-plugin") });
        lock.put(Entry::bundled("a-plugin"));
        lock.write(folder.path(), Trust::User).unwrap();
        let read = Lockfile::read(folder.path(), Trust::User).unwrap();
        assert_eq!(read.entries, lock.entries);
        assert_eq!(read.entries[0].id, "a-plugin");
        let mode = fs::metadata(folder.path().join("plugins.lock")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        lock.write(folder.path(), Trust::NamedOrganisation).unwrap();
        let mode = fs::metadata(folder.path().join("org.lock")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o644);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_damaged_lockfile_is_refused_and_it_is_said_how_to_mend_it() {
        let folder = tempfile::tempdir().unwrap();
        for (text, said) in [
            ("schema = 2", "schema 2"),
            ("schema = 1\n[[plugin]]\nid = 3", "damaged"),
            (
                "schema = 1\n[[plugin]]\nid = \"a\"\nsource = \"bundled\"\ncolour = 1",
                "unknown field `colour`",
            ),
            ("\0", "damaged"),
            (
                "schema = 1\n[[plugin]]\nid = \"a\"\nsource = \"x\"\n[[plugin]]\nid = \"a\"\nsource = \"x\"",
                "a occurs twice",
            ),
        ] {
            fs::write(folder.path().join("plugins.lock"), text).unwrap();
            let problem = Lockfile::read(folder.path(), Trust::User).unwrap_err().to_string();
            assert!(problem.contains(said) && problem.contains("sekme plugin accept ID`"), "{problem}");
        }
        fs::write(folder.path().join("org.lock"), "x").unwrap();
        let problem = Lockfile::read(folder.path(), Trust::NamedOrganisation).unwrap_err().to_string();
        assert!(problem.contains("`sekme plugin accept ID --org`, as an administrator"), "{problem}");
    }
}
