//! Where things are: the repository's folders, its packages, cargo's target directory.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tempfile::TempDir;

/// Facts of `cargo metadata`.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The repository's root.
    pub(crate) root: PathBuf,
    /// The target directory, wherever `CARGO_TARGET_DIR` or a configuration put it.
    pub(crate) target: PathBuf,
    /// The workspace's packages.
    pub(crate) packages: Vec<Package>,
}

/// One package of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// The folder of its `Cargo.toml`.
    pub(crate) folder: PathBuf,
    /// File stem of the library that cargo builds from it.
    pub(crate) library: Option<String>,
}

impl Workspace {
    /// Asks cargo.
    pub(crate) fn find() -> Result<Self> {
        let output = cargo()
            .args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"])
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
            .output()
            .context("cannot start cargo metadata")?;
        ensure!(
            output.status.success(),
            "cargo metadata failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        );
        Self::parse(&output.stdout)
    }

    fn parse(metadata: &[u8]) -> Result<Self> {
        let metadata: Value = serde_json::from_slice(metadata).context("cargo metadata is not JSON")?;
        let Some(packages) = metadata["packages"].as_array() else {
            bail!("cargo metadata names no packages");
        };
        Ok(Self {
            root: path(&metadata, "workspace_root")?,
            target: path(&metadata, "target_directory")?,
            packages: packages.iter().map(package).collect::<Result<_>>()?,
        })
    }

    /// Our own folder under the target directory.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// An empty folder that is gone when it is dropped.
    pub(crate) fn temporary(&self) -> Result<TempDir> {
        let folder = self.scratch();
        std::fs::create_dir_all(&folder)
            .and_then(|()| tempfile::tempdir_in(&folder))
            .with_context(|| format!("cannot create a folder in {}", folder.display()))
    }

    /// Where the output of children goes.
    pub(crate) fn logs(&self, task: &str) -> PathBuf {
        self.scratch().join("logs").join(task)
    }

    /// Where cargo puts a program of this workspace.
    pub(crate) fn program(&self, name: &str, profile: Profile) -> PathBuf {
        self.target.join(profile.folder()).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }
}

/// How the host is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Debug,
    Release,
}

impl Profile {
    pub(crate) fn from_flag(release: bool) -> Self {
        if release { Self::Release } else { Self::Debug }
    }

    fn folder(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Release => "release",
        }
    }

    /// The flag for cargo.
    pub(crate) fn flag(self) -> Option<&'static str> {
        (self == Self::Release).then_some("--release")
    }
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What cargo tells us of our own package would make it build again whatever asks for the same words.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_MANIFEST_") || name.starts_with("CARGO_PKG_"))
        {
            command.env_remove(name);
        }
    }
    command
}

fn path(metadata: &Value, key: &str) -> Result<PathBuf> {
    metadata[key].as_str().map(PathBuf::from).with_context(|| format!("cargo metadata has no {key}"))
}

fn package(value: &Value) -> Result<Package> {
    let manifest = path(value, "manifest_path")?;
    let name = value["name"].as_str().context("a package without a name")?;
    let library = value["targets"].as_array().into_iter().flatten().find(|target| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "cdylib"))
    });
    Ok(Package {
        name: name.to_owned(),
        folder: manifest.parent().context("a manifest without a folder")?.to_owned(),
        library: library.and_then(|target| target["name"].as_str()).map(|name| name.replace('-', "_")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_names_folders_and_guest_libraries() {
        let metadata = br#"{"workspace_root":"/r","target_directory":"/t","packages":[
            {"name":"guest-one","manifest_path":"/r/plugins/one/Cargo.toml","targets":[{"name":"guest-one","kind":["cdylib","rlib"]}]},
            {"name":"host","manifest_path":"/r/host/Cargo.toml","targets":[{"name":"host","kind":["lib"]}]}]}"#;
        let workspace = Workspace::parse(metadata).unwrap();
        assert_eq!(workspace.scratch(), Path::new("/t/xtask"));
        assert_eq!(workspace.packages[0].library.as_deref(), Some("guest_one"));
        assert_eq!(workspace.packages[0].folder, Path::new("/r/plugins/one"));
        assert_eq!(workspace.packages[1].library, None);
    }

    #[test]
    fn metadata_without_a_target_directory_is_an_error() {
        let error = Workspace::parse(br#"{"workspace_root":"/r","packages":[]}"#).unwrap_err();
        assert_eq!(error.to_string(), "cargo metadata has no target_directory");
    }

    #[test]
    fn programs_are_looked_for_where_the_profile_puts_them() {
        let workspace = Workspace { root: "/r".into(), target: "/t".into(), packages: Vec::new() };
        let name = format!("sekme{}", std::env::consts::EXE_SUFFIX);
        assert_eq!(workspace.program("sekme", Profile::Release), Path::new("/t/release").join(&name));
        assert_eq!(workspace.program("sekme", Profile::Debug), Path::new("/t/debug").join(&name));
    }
}
