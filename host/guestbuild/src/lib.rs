//! Compiles plugins written in Rust: finds a compiler for WebAssembly that is there already, and wraps what it makes.
//!
//! Used by `cargo xtask`, which may also install one, and by `sekme plugin build`, which never does.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use wit_component::ComponentEncoder;

/// The target of the bundled components: no system interface at all.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// What its compiler makes is a component already, one that imports WASI.
const WASI_TARGET: &str = "wasm32-wasip2";

/// Debian's newest compiler (kept for its browsers) and the sources of its standard library.
pub const DEBIAN_PACKAGES: &[&str] = &["rustc-web", "rust-web-src"];

/// Meant for the compiler of the machine: `target-cpu` and the like do not fit this one.
const FOREIGN: &[&str] =
    &["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WRAPPER"];

/// How components are compiled here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wasm {
    /// Plainly: the target's standard library is installed.
    Installed,
    /// The standard library with WASI is installed, and no other.
    Wasi,
    /// By Debian's compiler, which builds its standard library from source first.
    FromSource {
        /// The compiler.
        rustc: PathBuf,
        /// A linker for WebAssembly.
        linker: PathBuf,
    },
}

impl fmt::Display for Wasm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Installed | Self::Wasi => write!(f, "{} is installed", self.target()),
            Self::FromSource { rustc, .. } => {
                write!(f, "{} builds the standard library from its sources", rustc.display())
            }
        }
    }
}

impl Wasm {
    /// The best that is there, without installing anything. The error says what would help.
    pub fn find() -> Result<Self> {
        if is_installed(TARGET)? {
            return Ok(Self::Installed);
        }
        if is_installed(WASI_TARGET)? {
            return Ok(Self::Wasi);
        }
        from_source()
            .map_err(|_| anyhow::anyhow!("the standard library for WebAssembly is missing; {}", both_ways()))
    }

    /// The target's name, which is that of its folder too.
    pub fn target(&self) -> &'static str {
        match self {
            Self::Wasi => WASI_TARGET,
            Self::Installed | Self::FromSource { .. } => TARGET,
        }
    }

    /// Makes a `cargo build` compile for the target.
    pub fn apply(&self, cargo: &mut Command) {
        cargo.args(["--target", self.target()]);
        for name in FOREIGN {
            cargo.env_remove(name);
        }
        if let Self::FromSource { rustc, linker } = self {
            cargo
                .args(["-Z", "build-std=std,panic_abort"])
                .env("RUSTC", rustc)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
    }

    /// The component in what the compiler made.
    pub fn component(&self, made: Vec<u8>) -> Result<Vec<u8>> {
        match self {
            Self::Wasi => Ok(made),
            Self::Installed | Self::FromSource { .. } => encode(&made),
        }
    }
}

/// Wraps a core module that was made with wit-bindgen.
pub fn encode(core: &[u8]) -> Result<Vec<u8>> {
    ComponentEncoder::default().validate(true).module(core)?.encode()
}

/// The two commands that would help anywhere.
pub fn both_ways() -> String {
    format!(
        "run one of these, then repeat the task:\n    {}\n    apt-get install -y --no-install-recommends {}   \
         (Debian)",
        add_target(),
        DEBIAN_PACKAGES.join(" ")
    )
}

/// The command of people whose toolchain is rustup's.
pub fn add_target() -> String {
    format!("rustup target add {TARGET}")
}

/// Whether the standard library of [`TARGET`] is there.
pub fn has_target() -> Result<bool> {
    is_installed(TARGET)
}

fn is_installed(target: &str) -> Result<bool> {
    let folder = first_line(Command::new(rustc()).args(["--print", "target-libdir", "--target", target]))?;
    Ok(Path::new(&folder).read_dir().is_ok_and(|mut files| files.next().is_some()))
}

/// Debian's compiler, its library's sources and a linker, if all are there.
pub fn from_source() -> Result<Wasm> {
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
pub fn own_linker() -> Option<PathBuf> {
    let sysroot = first_line(Command::new(rustc()).args(["--print", "sysroot"])).ok()?;
    let host = first_line(Command::new(rustc()).args(["--print", "host-tuple"])).ok()?;
    Some(Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-lld"))
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn rustc() -> PathBuf {
    env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from)
}

/// The first line that a program prints.
fn first_line(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot run {name}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next().unwrap_or_default().trim().to_owned();
    if !output.status.success() || line.is_empty() {
        bail!("{name} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let arguments: Vec<_> = cargo.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        assert_eq!(arguments.join(" "), "--target wasm32-unknown-unknown -Z build-std=std,panic_abort");
        let set = cargo.get_envs().filter(|(_, value)| value.is_some());
        let set: Vec<_> = set.map(|(key, _)| key.to_string_lossy().into_owned()).collect();
        assert_eq!(set, ["CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "RUSTC", "RUSTC_BOOTSTRAP"]);
        assert!(cargo.get_envs().any(|(key, value)| key == "RUSTFLAGS" && value.is_none()));
    }

    #[test]
    fn a_core_module_that_is_none_is_refused() {
        assert!(encode(b"not wasm").is_err());
    }
}
