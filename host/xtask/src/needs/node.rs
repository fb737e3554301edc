//! Node.js with npm, for the checks of the page scripts.

use std::fmt;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::{Plan, first_line};
use crate::platform::{Machine, PackageManager, install, on_path};

/// The oldest major version whose built-in test runner the checks can use.
const OLDEST: u32 = 18;

/// Node.js and npm that start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// As it prints it, e.g. `v20.19.0`.
    version: String,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node.js {}", self.version)
    }
}

pub(crate) fn find() -> Result<Node> {
    on_path("node").context("no node on PATH")?;
    on_path("npm").context("no npm on PATH")?;
    let version = first_line(Command::new("node").arg("--version"))?;
    let known = major(&version).with_context(|| format!("node calls its version {version:?}"))?;
    ensure!(known >= OLDEST, "Node.js {version} is too old: {OLDEST} or newer is needed");
    Ok(Node { version })
}

pub(crate) fn plan(machine: Machine) -> Plan {
    let names: &[&str] = match machine.packages {
        PackageManager::Brew => &["node"],
        _ => &["nodejs", "npm"],
    };
    Plan {
        lines: install(machine.packages, names),
        note: format!("Node.js {OLDEST} or newer with npm; where the system's is older: https://nodejs.org."),
    }
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Rights;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(major("v20.19.0"), Some(20));
        assert_eq!(major("v8.1"), Some(8));
        assert_eq!(major("20"), None);
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
}
