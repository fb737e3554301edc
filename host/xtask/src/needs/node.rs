//! Node.js with npm, for the checks of the page scripts. Where the system's is too old, npm brings a newer one
//! into our own folder, without touching the system's.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{Installer, Plan, first_line};
use crate::platform::{Machine, PackageManager, install, on_path};
use crate::steps::Step;

/// The oldest version on which the linter of the page scripts runs.
const OLDEST: (u32, u32) = (20, 19);

/// The major version that npm brings.
const BROUGHT: &str = "22";

/// Node.js and npm that start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// As it prints it, e.g. `v20.19.0`.
    version: String,
    /// The folder of the program that npm brought; none if the system's is used.
    folder: Option<PathBuf>,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node.js {}", self.version)
    }
}

impl Node {
    /// npm, for which `node` is this one.
    pub(crate) fn npm(&self) -> Command {
        self.command("npm")
    }

    /// The program itself, for scripts of packages.
    pub(crate) fn node(&self) -> Command {
        match &self.folder {
            Some(folder) => self.command(folder.join("node")),
            None => self.command("node"),
        }
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        if let Some(folder) = &self.folder {
            command.env("PATH", with_first(folder, env::var_os("PATH").unwrap_or_default()));
        }
        command
    }
}

/// Finds or installs Node.js; `own` is where a newer one may be put.
pub(crate) fn satisfy(installer: &mut Installer, step: &mut Step, own: &Path) -> Result<Node> {
    installer.satisfy(step, "Node.js with npm", system, plan)?;
    if let Ok(node) = find(own) {
        return Ok(node);
    }
    step.remark(&format!("the system's Node.js is older than {}.{}: npm brings one", OLDEST.0, OLDEST.1));
    step.run(
        Command::new("npm")
            .args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"])
            .arg(own)
            .arg(format!("{}@{BROUGHT}", package())),
    )?;
    find(own).context("npm installed Node.js and it still cannot be used")
}

/// Any Node.js and npm.
fn system() -> Result<String> {
    on_path("npm").context("no npm on PATH")?;
    on_path("node").context("no node on PATH")?;
    first_line(Command::new("node").arg("--version"))
}

/// One that is new enough: the system's, else our own.
fn find(own: &Path) -> Result<Node> {
    let version = system()?;
    if is_new_enough(&version) {
        return Ok(Node { version, folder: None });
    }
    let folder = own.join("node_modules").join(package()).join("bin");
    let version = first_line(Command::new(folder.join("node")).arg("--version"))?;
    ensure!(is_new_enough(&version), "Node.js {version} is too old");
    Ok(Node { version, folder: Some(folder) })
}

fn plan(machine: Machine) -> Plan {
    let names: &[&str] = match machine.packages {
        PackageManager::Brew => &["node"],
        _ => &["nodejs", "npm"],
    };
    Plan {
        lines: install(machine.packages, names),
        note: format!(
            "Any Node.js from {}.{} on, with npm, will do: https://nodejs.org.",
            OLDEST.0, OLDEST.1
        ),
    }
}

/// The npm package that holds the program for this machine.
fn package() -> String {
    let system = if cfg!(target_os = "macos") { "darwin" } else { env::consts::OS };
    let processor = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("node-{system}-{processor}")
}

fn is_new_enough(version: &str) -> bool {
    let numbers = || {
        let mut numbers = version.strip_prefix('v')?.split('.').map(str::parse::<u32>);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    numbers().is_some_and(|version| version >= OLDEST)
}

fn with_first(folder: &Path, path: OsString) -> OsString {
    let mut all = folder.as_os_str().to_owned();
    if !path.is_empty() {
        all.push(if cfg!(windows) { ";" } else { ":" });
        all.push(path);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Rights;

    #[test]
    fn versions_are_compared_as_numbers() {
        for good in ["v20.19.0", "v20.20.2", "v22.0.0", "v100.1"] {
            assert!(is_new_enough(good), "{good}");
        }
        for bad in ["v18.20.4", "v20.9.0", "20.19", "v20", ""] {
            assert!(!is_new_enough(bad), "{bad}");
        }
    }

    #[test]
    fn npm_comes_with_node_only_on_homebrew() {
        let line = |packages| {
            let plan = plan(Machine { packages, rights: Rights::Root, x86_64: true });
            plan.lines.last().unwrap().typed(Rights::Root)
        };
        assert_eq!(line(PackageManager::Brew), "brew install node");
        assert_eq!(line(PackageManager::Dnf), "dnf install -y nodejs npm");
    }

    #[test]
    fn a_brought_node_comes_before_the_systems() {
        let node = Node { version: "v22.0.0".to_owned(), folder: Some("/own/bin".into()) };
        let npm = node.npm();
        let path = npm.get_envs().find(|(key, _)| *key == "PATH").unwrap().1.unwrap().to_owned();
        assert_eq!(env::split_paths(&path).next().unwrap(), Path::new("/own/bin"));
        assert_eq!(with_first(Path::new("/a"), "/b".into()), "/a:/b");
    }
}
