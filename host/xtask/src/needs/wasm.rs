//! A Rust compiler for WebAssembly: an installed standard library, or the library's sources and a way to build them.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{Installer, Plan, first_line};
use crate::platform::{Line, Machine, PackageManager, install, on_path};
use crate::steps::Step;

/// The target of the bundled components: no system interface at all.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's newest compiler (kept for its browsers) and the sources of its standard library.
const DEBIAN_PACKAGES: &[&str] = &["rustc-web", "rust-web-src"];

/// How components are compiled here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wasm {
    /// Plainly: the target's standard library is installed.
    Installed,
    /// By Debian's compiler, which builds its standard library from source first.
    FromSource { rustc: PathBuf, linker: PathBuf },
}

impl fmt::Display for Wasm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Installed => write!(f, "{TARGET} is installed"),
            Self::FromSource { rustc, .. } => {
                write!(f, "{} builds the standard library from its sources", rustc.display())
            }
        }
    }
}

impl Wasm {
    /// Makes a `cargo build` compile for [`TARGET`].
    pub(crate) fn apply(&self, cargo: &mut Command) {
        cargo.args(["--target", TARGET]);
        if let Self::FromSource { rustc, linker } = self {
            cargo
                .args(["-Z", "build-std=std,panic_abort"])
                .env("RUSTC", rustc)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }
}

/// What the choice depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Facts {
    /// The standard library for [`TARGET`] is there.
    installed: bool,
    /// rustup owns the toolchain.
    rustup: bool,
    /// `RUSTUP_AUTO_INSTALL=0`: rustup is to download nothing.
    downloads_forbidden: bool,
    packages: PackageManager,
}

/// The way to a compiler, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Nothing to do.
    Plain,
    /// rustup downloads the target.
    AddTarget,
    /// The system's package manager has the target for its own compiler.
    SystemPackage(&'static str),
    /// Debian's compiler with the sources of its library.
    DebianSources,
    /// None.
    Nowhere,
}

fn way(facts: Facts) -> Way {
    match facts.packages {
        _ if facts.installed => Way::Plain,
        _ if facts.rustup && !facts.downloads_forbidden => Way::AddTarget,
        PackageManager::Apt { .. } => Way::DebianSources,
        PackageManager::Dnf if !facts.rustup => Way::SystemPackage("rust-std-static-wasm32-unknown-unknown"),
        PackageManager::Pacman if !facts.rustup => Way::SystemPackage("rust-wasm"),
        _ => Way::Nowhere,
    }
}

/// Finds or installs a way to compile components.
pub(crate) fn satisfy(installer: &mut Installer, step: &mut Step) -> Result<Wasm> {
    const WHAT: &str = "the standard library for WebAssembly";
    let facts = Facts {
        installed: is_installed()?,
        rustup: on_path("rustup").is_some(),
        downloads_forbidden: env::var_os("RUSTUP_AUTO_INSTALL").is_some_and(|value| value == "0"),
        packages: installer.machine.packages,
    };
    let installed = || {
        anyhow::ensure!(is_installed()?, "rustc has no {TARGET}");
        Ok(Wasm::Installed)
    };
    match way(facts) {
        Way::Plain => Ok(Wasm::Installed),
        Way::AddTarget => {
            let plan =
                Plan { lines: vec![Line::user(&["rustup", "target", "add", TARGET])], note: String::new() };
            installer.satisfy(step, WHAT, installed, |_| plan)
        }
        Way::SystemPackage(name) => installer.satisfy(step, WHAT, installed, |machine| Plan {
            lines: install(machine.packages, &[name]),
            note: String::new(),
        }),
        Way::DebianSources => installer.satisfy(step, WHAT, from_source, debian_plan),
        Way::Nowhere => bail!("{WHAT} is missing\nhint: {}", both_ways()),
    }
}

fn debian_plan(machine: Machine) -> Plan {
    let mut names = DEBIAN_PACKAGES.to_vec();
    if own_linker().is_none_or(|linker| !linker.exists()) {
        names.push("lld");
    }
    Plan {
        lines: install(machine.packages, &names),
        note: format!("Or, where rustup may download: {}", add_target()),
    }
}

/// The two commands that would help anywhere.
fn both_ways() -> String {
    format!(
        "run one of these, then repeat the task:\n    {}\n    apt-get install -y --no-install-recommends {}   \
         (Debian)",
        add_target(),
        DEBIAN_PACKAGES.join(" ")
    )
}

fn add_target() -> String {
    format!("rustup target add {TARGET}")
}

fn is_installed() -> Result<bool> {
    let folder = first_line(Command::new(rustc()).args(["--print", "target-libdir", "--target", TARGET]))?;
    Ok(Path::new(&folder).read_dir().is_ok_and(|mut files| files.next().is_some()))
}

/// Debian's compiler, its library's sources and a linker, if all are there.
fn from_source() -> Result<Wasm> {
    let rustc = debian_rustc().context("Debian's package rustc-web is not installed")?;
    let sysroot = first_line(Command::new(&rustc).args(["--print", "sysroot"]))?;
    let sources = Path::new(&sysroot).join("lib/rustlib/src/rust/library/std/Cargo.toml");
    if !sources.exists() {
        bail!("Debian's package rust-web-src is not installed");
    }
    let linker = own_linker().filter(|linker| linker.exists()).or_else(|| on_path("wasm-ld"));
    Ok(Wasm::FromSource { rustc, linker: linker.context("there is no rust-lld and no wasm-ld")? })
}

/// The compiler that the package brought, whatever comes first on `PATH`.
fn debian_rustc() -> Option<PathBuf> {
    let output = Command::new("dpkg").args(["-L", "rustc-web"]).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let files = String::from_utf8_lossy(&output.stdout);
    files.lines().find(|file| file.ends_with("/bin/rustc")).map(PathBuf::from)
}

/// rustup's toolchains ship a linker for WebAssembly; Debian's compiler has none.
fn own_linker() -> Option<PathBuf> {
    let sysroot = first_line(Command::new(rustc()).args(["--print", "sysroot"])).ok()?;
    let host = first_line(Command::new(rustc()).args(["--print", "host-tuple"])).ok()?;
    Some(Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-lld"))
}

fn rustc() -> PathBuf {
    env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const APT: PackageManager = PackageManager::Apt { ubuntu: false };

    fn facts(packages: PackageManager) -> Facts {
        Facts { installed: false, rustup: true, downloads_forbidden: false, packages }
    }

    #[test]
    fn what_is_installed_is_used() {
        assert_eq!(way(Facts { installed: true, downloads_forbidden: true, ..facts(APT) }), Way::Plain);
    }

    #[test]
    fn rustup_adds_the_target_where_it_may() {
        for packages in [APT, PackageManager::Dnf, PackageManager::Brew, PackageManager::Unknown] {
            assert_eq!(way(facts(packages)), Way::AddTarget);
        }
    }

    #[test]
    fn forbidden_downloads_are_never_overridden() {
        let forbidden = |packages| way(Facts { downloads_forbidden: true, ..facts(packages) });
        assert_eq!(forbidden(APT), Way::DebianSources);
        for packages in
            [PackageManager::Dnf, PackageManager::Pacman, PackageManager::Brew, PackageManager::Unknown]
        {
            assert_eq!(forbidden(packages), Way::Nowhere);
        }
    }

    #[test]
    fn a_systems_own_compiler_gets_the_systems_own_library() {
        let without = |packages| way(Facts { rustup: false, ..facts(packages) });
        assert_eq!(without(APT), Way::DebianSources);
        assert_eq!(without(PackageManager::Pacman), Way::SystemPackage("rust-wasm"));
        assert!(matches!(without(PackageManager::Dnf), Way::SystemPackage(_)));
        assert_eq!(without(PackageManager::Brew), Way::Nowhere);
    }

    #[test]
    fn the_last_resort_names_both_commands() {
        let text = both_ways();
        assert!(text.contains("rustup target add wasm32-unknown-unknown"), "{text}");
        assert!(text.contains("apt-get install -y --no-install-recommends rustc-web rust-web-src"), "{text}");
    }

    #[test]
    fn building_from_source_names_compiler_and_linker() {
        let mut cargo = Command::new("cargo");
        Wasm::FromSource { rustc: "/r/rustc".into(), linker: "/r/rust-lld".into() }.apply(&mut cargo);
        let shown = crate::steps::display(&cargo);
        assert_eq!(shown, "cargo --target wasm32-unknown-unknown -Z build-std=std,panic_abort");
        let environment: Vec<_> =
            cargo.get_envs().map(|(key, _)| key.to_string_lossy().into_owned()).collect();
        assert_eq!(environment, ["CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "RUSTC", "RUSTC_BOOTSTRAP"]);
    }
}
