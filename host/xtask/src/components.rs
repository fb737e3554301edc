//! The components of this repository: every folder with a manifest of a plugin and a crate becomes a `plugin.wasm` in place.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use wit_component::DecodedWasm;

use crate::needs::wasm::{TARGET, Wasm};
use crate::steps::Step;
use crate::workspace::{Package, Workspace, cargo};

/// What a component may import from: types, and the host's functions for plugins.
const OUR_PACKAGE: &str = "sekme:plugin/";
const WASI: &str = "wasi:";

/// The release profile of components: fast, since every view waits for them, and a panic is a trap.
const PROFILE: &[(&str, &str)] = &[
    ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "3"),
    ("CARGO_PROFILE_RELEASE_LTO", "true"),
    ("CARGO_PROFILE_RELEASE_PANIC", "abort"),
    ("CARGO_PROFILE_RELEASE_STRIP", "symbols"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
];

/// Compiles the guests (cargo decides what is stale) and writes the components that changed.
/// Answers how many there are and how many changed.
pub(crate) fn build(workspace: &Workspace, wasm: &Wasm, step: &mut Step) -> Result<(usize, usize)> {
    let guests = guests(workspace);
    ensure!(!guests.is_empty(), "no folder has both a plugin.toml and a crate");
    let folder = workspace.target.join("guests");
    step.run(&mut command(workspace, wasm, &guests, &folder))?;

    let mut changed = 0;
    for guest in &guests {
        let library = guest
            .library
            .as_deref()
            .with_context(|| format!("{} builds no cdylib: components are made of one", guest.name))?;
        let core = folder.join(TARGET).join("release").join(format!("{library}.wasm"));
        let core = fs::read(&core).with_context(|| format!("cannot read {}", core.display()))?;
        let component = encode(&core, is_for_tests(workspace, guest))
            .with_context(|| format!("{} is no component of our WIT package", guest.name))?;
        let file = guest.folder.join("plugin.wasm");
        changed += usize::from(
            write_if_changed(&file, &component)
                .with_context(|| format!("cannot write {}", file.display()))?,
        );
    }
    Ok((guests.len(), changed))
}

/// The packages that become components, in the order of their names.
fn guests(workspace: &Workspace) -> Vec<Package> {
    let mut guests: Vec<Package> = workspace
        .packages
        .iter()
        .filter(|package| package.folder.join("plugin.toml").is_file())
        .cloned()
        .collect();
    guests.sort_by(|a, b| a.name.cmp(&b.name));
    guests
}

/// Guests of the host's own tests may import WASI: how that ends is what they are for.
fn is_for_tests(workspace: &Workspace, guest: &Package) -> bool {
    guest.folder.starts_with(workspace.root.join("host/tests"))
}

fn command(workspace: &Workspace, wasm: &Wasm, guests: &[Package], folder: &Path) -> Command {
    let mut command = cargo();
    command.current_dir(&workspace.root).args(["build", "--release", "--locked"]);
    for guest in guests {
        command.args(["-p", &guest.name]);
    }
    wasm.apply(&mut command);
    command.env("CARGO_TARGET_DIR", folder).envs(PROFILE.iter().copied());
    command
}

/// Wraps a core module; refuses one that imports anything but our own package, such as WASI, unless that is wanted.
fn encode(core: &[u8], may_import_wasi: bool) -> Result<Vec<u8>> {
    let component = sekme_guestbuild::encode(core)?;
    let mut foreign = foreign_imports(&component)?;
    foreign.retain(|name| !(may_import_wasi && name.starts_with(WASI)));
    ensure!(foreign.is_empty(), "it imports {}, which the host does not offer to it", foreign.join(", "));
    Ok(component)
}

fn foreign_imports(component: &[u8]) -> Result<Vec<String>> {
    let decoded = wit_component::decode(component)?;
    let resolve = decoded.resolve();
    let DecodedWasm::Component(_, world) = &decoded else { bail!("it is a WIT package, no component") };
    let names = resolve.worlds[*world].imports.keys().map(|key| resolve.name_world_key(key));
    Ok(names.filter(|name| !name.starts_with(OUR_PACKAGE)).collect())
}

/// Writes only what differs: the host's build watches these files' times.
fn write_if_changed(file: &Path, bytes: &[u8]) -> io::Result<bool> {
    match fs::read(file) {
        Ok(present) if present == bytes => return Ok(false),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let draft = file.with_extension("wasm.new");
    fs::write(&draft, bytes)?;
    fs::rename(&draft, file)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_equal_component_keeps_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plugin.wasm");
        assert!(write_if_changed(&file, b"one").unwrap());
        let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        fs::File::options().write(true).open(&file).unwrap().set_modified(old).unwrap();

        assert!(!write_if_changed(&file, b"one").unwrap());
        assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), old);

        assert!(write_if_changed(&file, b"two").unwrap());
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left behind");
    }

    #[test]
    fn guests_are_crates_with_the_manifest_of_a_plugin() {
        let root = tempfile::tempdir().unwrap();
        let package = |name: &str, folder: &str, manifest: bool| {
            let folder = root.path().join(folder);
            fs::create_dir_all(&folder).unwrap();
            if manifest {
                fs::write(folder.join("plugin.toml"), "").unwrap();
            }
            Package { name: name.to_owned(), folder, library: Some(name.to_owned()) }
        };
        let workspace = Workspace {
            root: root.path().to_owned(),
            target: root.path().join("target"),
            packages: vec![
                package("two", "plugins/two", true),
                package("one", "plugins/one", true),
                package("three", "host/tests/guests/three", true),
                package("sdk", "plugins/sdk", false),
                package("host", "host", false),
            ],
        };
        let names: Vec<_> = guests(&workspace).into_iter().map(|guest| guest.name).collect();
        assert_eq!(names, ["one", "three", "two"]);
        assert!(is_for_tests(&workspace, &workspace.packages[2]));
        assert!(!is_for_tests(&workspace, &workspace.packages[0]));
    }

    #[test]
    fn guests_have_their_own_target_folder_and_profile() {
        let workspace = Workspace { root: "/r".into(), target: "/t".into(), packages: Vec::new() };
        let guest = Package { name: "one".to_owned(), folder: "/r/plugins/one".into(), library: None };
        let command = command(&workspace, &Wasm::Installed, &[guest], Path::new("/t/guests"));
        let value = |name: &str| {
            command
                .get_envs()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.map(std::ffi::OsStr::to_owned))
        };
        assert_eq!(value("CARGO_TARGET_DIR"), Some(Some("/t/guests".into())));
        assert_eq!(value("CARGO_PROFILE_RELEASE_PANIC"), Some(Some("abort".into())));
        assert_eq!(value("RUSTFLAGS"), Some(None));
        assert!(
            crate::steps::display(&command)
                .ends_with("build --release --locked -p one --target wasm32-unknown-unknown")
        );
    }

    #[test]
    fn a_core_module_that_is_none_is_refused() {
        assert!(encode(b"not wasm", true).is_err());
    }
}
