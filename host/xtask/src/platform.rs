//! The machine we are on: its package manager, whether we may install, and the commands that would.
//! Decisions are pure; only [`Machine::detect`] looks around.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::steps::shell_word;

/// How software gets onto this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PackageManager {
    /// Debian and its relatives. On Ubuntu the package `chromium` only points to a snap.
    Apt { ubuntu: bool },
    /// Fedora and its relatives.
    Dnf,
    /// Arch and its relatives.
    Pacman,
    /// macOS with Homebrew.
    Brew,
    /// Nothing that we know.
    Unknown,
}

/// Whether commands that change the system may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rights {
    /// We are root.
    Root,
    /// sudo works; it may ask for a password where a person sits at the terminal.
    Sudo,
    /// Neither.
    Missing,
}

/// What the plans depend on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Machine {
    pub(crate) packages: PackageManager,
    pub(crate) rights: Rights,
    /// x86-64, for which vendors build more than for others.
    pub(crate) x86_64: bool,
}

impl Machine {
    /// Looks at this machine.
    pub(crate) fn detect() -> Self {
        let packages = if cfg!(target_os = "macos") {
            if on_path("brew").is_some() { PackageManager::Brew } else { PackageManager::Unknown }
        } else {
            let release = std::fs::read_to_string("/etc/os-release")
                .or_else(|_| std::fs::read_to_string("/usr/lib/os-release"));
            package_manager(&release.unwrap_or_default())
        };
        Self { packages, rights: rights(), x86_64: cfg!(target_arch = "x86_64") }
    }
}

/// One command of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) words: Vec<String>,
    pub(crate) as_root: bool,
}

impl Line {
    /// A command that changes the system.
    pub(crate) fn root(words: &[&str]) -> Self {
        Self { words: owned(words), as_root: true }
    }

    /// A command for anybody.
    pub(crate) fn user(words: &[&str]) -> Self {
        Self { words: owned(words), as_root: false }
    }

    /// The same for each of several machines, so that it need not run twice.
    pub(crate) fn refreshes_lists(&self) -> bool {
        self.words == ["apt-get", "update"]
    }

    /// The words to run with these rights.
    pub(crate) fn with(&self, rights: Rights) -> Vec<String> {
        let mut words = Vec::new();
        if self.as_root && rights != Rights::Root {
            words.push("sudo".to_owned());
        }
        if self.words.first().is_some_and(|word| word == "apt-get") {
            words.extend(owned(&["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]));
            words.extend(owned(&["-o", "DPkg::Lock::Timeout=300"]));
            words.extend(self.words[1..].iter().cloned());
        } else {
            words.extend(self.words.iter().cloned());
        }
        words
    }

    /// The line as a person would type it.
    pub(crate) fn typed(&self, rights: Rights) -> String {
        let sudo = if self.as_root && rights != Rights::Root { "sudo " } else { "" };
        let words: Vec<String> = self.words.iter().map(|word| shell_word(word)).collect();
        format!("{sudo}{}", words.join(" "))
    }
}

/// The commands that install `names`; nothing where we do not know how.
pub(crate) fn install(packages: PackageManager, names: &[&str]) -> Vec<Line> {
    let install: &[&str] = match packages {
        PackageManager::Apt { .. } => &["apt-get", "install", "-y", "--no-install-recommends"],
        PackageManager::Dnf => &["dnf", "install", "-y"],
        PackageManager::Pacman => &["pacman", "-S", "--noconfirm", "--needed"],
        PackageManager::Brew => &["brew", "install"],
        PackageManager::Unknown => return Vec::new(),
    };
    let words = [install, names].concat();
    match packages {
        PackageManager::Apt { .. } => vec![Line::root(&["apt-get", "update"]), Line::root(&words)],
        PackageManager::Brew => vec![Line::user(&words)],
        _ => vec![Line::root(&words)],
    }
}

/// The package manager that a system's `os-release` file implies.
pub(crate) fn package_manager(os_release: &str) -> PackageManager {
    let mut names = Vec::new();
    for key in ["ID", "ID_LIKE"] {
        if let Some(value) = os_release.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')) {
            names.extend(value.trim_matches(['"', '\'']).split_whitespace().map(str::to_lowercase));
        }
    }
    for name in &names {
        match name.as_str() {
            "ubuntu" => return PackageManager::Apt { ubuntu: true },
            "debian" => return PackageManager::Apt { ubuntu: false },
            "fedora" | "rhel" | "centos" => return PackageManager::Dnf,
            "arch" | "archlinux" => return PackageManager::Pacman,
            _ => {}
        }
    }
    PackageManager::Unknown
}

/// The first file of that name on `PATH`.
pub(crate) fn on_path(name: impl AsRef<Path>) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

fn rights() -> Rights {
    if succeeds(Command::new("sh").args(["-c", "[ \"$(id -u)\" = 0 ]"])) {
        return Rights::Root;
    }
    if on_path("sudo").is_none() {
        return Rights::Missing;
    }
    let person = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if person || succeeds(Command::new("sudo").args(["-n", "true"])) { Rights::Sudo } else { Rights::Missing }
}

fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_known_by_their_os_release() {
        let cases = [
            ("PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n", PackageManager::Apt { ubuntu: false }),
            ("ID=ubuntu\nID_LIKE=debian\n", PackageManager::Apt { ubuntu: true }),
            ("ID=pop\nID_LIKE=\"ubuntu debian\"\n", PackageManager::Apt { ubuntu: true }),
            ("ID=raspbian\nID_LIKE=debian\n", PackageManager::Apt { ubuntu: false }),
            ("ID=fedora\nVERSION_ID=44\n", PackageManager::Dnf),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", PackageManager::Dnf),
            ("ID=arch\n", PackageManager::Pacman),
            ("ID=manjaro\nID_LIKE=arch\n", PackageManager::Pacman),
            ("ID='endeavouros'\nID_LIKE='arch'\n", PackageManager::Pacman),
            ("ID=nixos\n", PackageManager::Unknown),
            ("", PackageManager::Unknown),
        ];
        for (text, expected) in cases {
            assert_eq!(package_manager(text), expected, "{text}");
        }
    }

    #[test]
    fn version_id_is_not_taken_for_an_id() {
        assert_eq!(package_manager("VERSION_ID=debian\nVARIANT_ID=arch\n"), PackageManager::Unknown);
    }

    #[test]
    fn each_system_installs_in_its_own_words() {
        let typed = |packages, rights| -> Vec<String> {
            install(packages, &["one", "two"]).iter().map(|line| line.typed(rights)).collect()
        };
        assert_eq!(
            typed(PackageManager::Apt { ubuntu: false }, Rights::Missing),
            ["sudo apt-get update", "sudo apt-get install -y --no-install-recommends one two"]
        );
        assert_eq!(typed(PackageManager::Dnf, Rights::Root), ["dnf install -y one two"]);
        assert_eq!(
            typed(PackageManager::Pacman, Rights::Sudo),
            ["sudo pacman -S --noconfirm --needed one two"]
        );
        assert_eq!(typed(PackageManager::Brew, Rights::Missing), ["brew install one two"]);
        assert!(typed(PackageManager::Unknown, Rights::Root).is_empty());
    }

    #[test]
    fn apt_asks_nothing_and_waits_for_its_lock() {
        let line = Line::root(&["apt-get", "install", "-y", "one"]);
        assert_eq!(
            line.with(Rights::Sudo).join(" "),
            "sudo env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y one"
        );
        assert!(!line.with(Rights::Root).contains(&"sudo".to_owned()));
    }

    #[test]
    fn a_command_for_anybody_never_goes_through_sudo() {
        assert_eq!(Line::user(&["curl", "x"]).with(Rights::Sudo), ["curl", "x"]);
    }
}
