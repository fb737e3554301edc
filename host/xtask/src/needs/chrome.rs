//! Chrome or Chromium.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use super::{Plan, first_line};
use crate::platform::{Line, Machine, PackageManager, install, on_path};

/// Names of programs, in the order in which they are tried.
const NAMES: &[&str] = &["google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "chrome"];

/// Programs of macOS applications.
const APPLICATIONS: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// Google's package for Debian-like systems on x86-64; it brings its own update source.
const CHROME_DEB: &str = "https://dl.google.com/linux/direct/google-chrome-stable_current_amd64.deb";

/// A browser that starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chrome {
    pub(crate) program: PathBuf,
    /// As it prints it, e.g. `Chromium 156.0.8078.114`.
    pub(crate) version: String,
}

impl fmt::Display for Chrome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.version, self.program.display())
    }
}

/// Variables that name the browser, as the program itself reads them.
const VARIABLES: &[&str] = &["SEKME_CHROME", "CHROME"];

/// The browser that a variable names, else the first one that starts.
pub(crate) fn find() -> Result<Chrome> {
    if let Some((variable, named)) = named() {
        let program = on_path(&named).unwrap_or_else(|| PathBuf::from(&named));
        return match version(&program) {
            Ok(version) => Ok(Chrome { program, version }),
            Err(error) => bail!("{variable} cannot be used: {error:#}"),
        };
    }
    let applications = APPLICATIONS.iter().map(PathBuf::from).filter(|program| program.exists());
    let mut refused = Vec::new();
    for program in NAMES.iter().filter_map(on_path).chain(applications) {
        match usable(&program) {
            Ok(version) => return Ok(Chrome { program, version }),
            Err(error) => refused.push(format!("{error:#}")),
        }
    }
    if refused.is_empty() {
        bail!("no Chrome or Chromium on PATH");
    }
    bail!("no usable Chrome or Chromium: {}", refused.join("; "))
}

/// How to get one. Who names a browser that cannot be used is not given another.
pub(crate) fn plan(machine: Machine) -> Plan {
    match named() {
        Some((variable, _)) => {
            Plan { lines: Vec::new(), note: format!("correct or unset the variable {variable}.") }
        }
        None => installation(machine),
    }
}

fn named() -> Option<(&'static str, OsString)> {
    VARIABLES
        .iter()
        .filter_map(|variable| Some((*variable, std::env::var_os(variable)?)))
        .find(|(_, value)| !value.is_empty())
}

fn installation(machine: Machine) -> Plan {
    let packages = machine.packages;
    let none = String::new();
    match packages {
        PackageManager::Apt { ubuntu: false } => {
            Plan { lines: install(packages, &["chromium", "chromium-sandbox"]), note: none }
        }
        PackageManager::Apt { ubuntu: true } if machine.x86_64 => {
            let file = std::env::temp_dir().join("google-chrome-stable.deb");
            let file = file.to_string_lossy();
            let mut lines = install(packages, &["ca-certificates", "curl"]);
            lines.push(Line::user(&["curl", "-fsSL", "-o", &file, CHROME_DEB]));
            lines.push(Line::root(&["apt-get", "install", "-y", "--no-install-recommends", &file]));
            Plan {
                lines,
                note: "Ubuntu's chromium package only installs a snap, whose confinement hides profile \
                       folders from it; so this takes Google's own package."
                    .to_owned(),
            }
        }
        PackageManager::Apt { ubuntu: true } => Plan {
            lines: Vec::new(),
            note: "Ubuntu has Chromium only as a snap, whose confinement hides profile folders from it; \
                   install another build of Chromium and name its program in SEKME_CHROME."
                .to_owned(),
        },
        PackageManager::Dnf | PackageManager::Pacman => {
            Plan { lines: install(packages, &["chromium"]), note: none }
        }
        PackageManager::Brew => Plan { lines: install(packages, &["--cask", "google-chrome"]), note: none },
        PackageManager::Unknown => Plan {
            lines: Vec::new(),
            note: "install Chrome or Chromium; if its program is not on PATH, name it in SEKME_CHROME."
                .to_owned(),
        },
    }
}

fn usable(program: &Path) -> Result<String> {
    let real = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    if is_snap(program) || is_snap(&real) {
        bail!(
            "{} is a snap, whose confinement hides profile folders from it (SEKME_CHROME overrides this)",
            program.display()
        );
    }
    version(program)
}

/// A snap's program is a link to the `snap` command under `/snap/bin`; Ubuntu's package is a script that starts it.
fn is_snap(program: &Path) -> bool {
    const SNAPS: &str = "/snap/bin/";
    const SCRIPT: u64 = 16 * 1024;
    let mut start = Vec::new();
    let script = File::open(program).and_then(|file| file.take(SCRIPT).read_to_end(&mut start));
    program.starts_with("/snap")
        || program.ends_with("bin/snap")
        || (script.is_ok() && start.starts_with(b"#!") && String::from_utf8_lossy(&start).contains(SNAPS))
}

fn version(program: &Path) -> Result<String> {
    first_line(Command::new(program).arg("--version"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Rights;

    fn commands(packages: PackageManager, x86_64: bool) -> Vec<String> {
        let plan = installation(Machine { packages, rights: Rights::Sudo, x86_64 });
        assert!(!plan.lines.is_empty() || !plan.note.is_empty());
        plan.lines.iter().map(|line| line.typed(Rights::Sudo)).collect()
    }

    #[test]
    fn every_system_has_a_way_or_an_explanation() {
        assert_eq!(
            commands(PackageManager::Apt { ubuntu: false }, true),
            [
                "sudo apt-get update",
                "sudo apt-get install -y --no-install-recommends chromium chromium-sandbox"
            ]
        );
        assert_eq!(commands(PackageManager::Dnf, true), ["sudo dnf install -y chromium"]);
        assert_eq!(commands(PackageManager::Pacman, false), ["sudo pacman -S --noconfirm --needed chromium"]);
        assert_eq!(commands(PackageManager::Brew, false), ["brew install --cask google-chrome"]);
        assert!(commands(PackageManager::Unknown, true).is_empty());
        assert!(commands(PackageManager::Apt { ubuntu: true }, false).is_empty());
    }

    #[test]
    fn ubuntu_gets_the_vendors_package_instead_of_the_snap() {
        let commands = commands(PackageManager::Apt { ubuntu: true }, true);
        assert!(commands[2].starts_with("curl "), "{commands:?}");
        assert!(
            commands[3].starts_with("sudo apt-get install") && commands[3].ends_with("chrome-stable.deb"),
            "{commands:?}"
        );
        assert!(!commands.iter().any(|command| command.contains("chromium")), "{commands:?}");
    }

    #[test]
    fn snaps_are_recognised_by_their_path_or_their_starter() {
        assert!(is_snap(Path::new("/snap/bin/chromium")));
        assert!(is_snap(Path::new("/usr/bin/snap")));
        assert!(!is_snap(Path::new("/usr/bin/chromium-of-nobody")));

        let folder = tempfile::tempdir().unwrap();
        let script = |name: &str, text: &str| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            file
        };
        assert!(is_snap(&script("starter", "#!/bin/sh\nexec /snap/bin/chromium \"$@\"\n")));
        assert!(!is_snap(&script("wrapper", "#!/bin/sh\nexec /usr/lib/chromium/chromium \"$@\"\n")));
    }
}
