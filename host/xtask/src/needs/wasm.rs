//! A Rust compiler for WebAssembly: an installed standard library, or the library's sources and a way to build them.

use std::env;

use anyhow::{Result, bail};

use sekme_guestbuild::{DEBIAN_PACKAGES, add_target, both_ways, from_source, has_target, own_linker};
pub(crate) use sekme_guestbuild::{TARGET, Wasm};

use super::{Installer, Plan};
use crate::platform::{Line, Machine, PackageManager, install, on_path};
use crate::steps::Step;

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
        installed: has_target()?,
        rustup: on_path("rustup").is_some(),
        downloads_forbidden: env::var_os("RUSTUP_AUTO_INSTALL").is_some_and(|value| value == "0"),
        packages: installer.machine.packages,
    };
    let installed = || {
        anyhow::ensure!(has_target()?, "rustc has no {TARGET}");
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
}
