//! Python 3 with pip, which fetches pages that others publish as packages.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Plan, first_line};
use crate::platform::{Machine, PackageManager, install, on_path};

/// A Python whose pip starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Python {
    pub(crate) program: PathBuf,
    /// As it prints it, e.g. `Python 3.11.2`.
    version: String,
}

impl fmt::Display for Python {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with pip", self.version)
    }
}

/// The first Python of the path, if it has pip.
pub(crate) fn find() -> Result<Python> {
    let program = on_path("python3").context("no python3 on PATH")?;
    let version = first_line(Command::new(&program).arg("--version"))?;
    first_line(Command::new(&program).args(["-m", "pip", "--version"]))
        .with_context(|| format!("{version} has no pip"))?;
    Ok(Python { program, version })
}

/// How to get one.
pub(crate) fn plan(machine: Machine) -> Plan {
    let names: &[&str] = match machine.packages {
        PackageManager::Brew => &["python"],
        PackageManager::Pacman => &["python", "python-pip"],
        _ => &["python3", "python3-pip"],
    };
    Plan {
        lines: install(machine.packages, names),
        note: "Any Python 3 with pip, first on PATH, will do.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Rights;

    #[test]
    fn pip_comes_with_python() {
        for packages in [PackageManager::Dnf, PackageManager::Pacman] {
            let plan = plan(Machine { packages, rights: Rights::Root, ..Machine::detect() });
            let words = plan.lines.iter().map(|line| line.with(Rights::Root).join(" ")).collect::<Vec<_>>();
            assert!(words.last().is_some_and(|line| line.contains("pip")), "{words:?}");
        }
    }
}
