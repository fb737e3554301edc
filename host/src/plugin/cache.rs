//! Compiled components, kept by content, wasmtime version and engine configuration.

use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use wasmtime::Engine;
use wasmtime::component::Component;

use super::precompiled;

/// The version in the root manifest; part of the folder's name so that people can tell folders apart.
const WASMTIME: &str = "48.0.8";

/// Permission bits of the group and of everybody.
const OTHERS: u32 = 0o077;

/// A folder of compiled components. Without one everything is compiled each time.
#[derive(Debug)]
pub(super) struct Cache {
    folder: Option<PathBuf>,
}

/// A component ready to run.
pub(super) struct Compiled {
    pub(super) component: Component,
    /// It came from the cache.
    pub(super) cached: bool,
}

impl Cache {
    /// Uses `parent` for the code of `engine`. The second part says why nothing will be kept.
    pub(super) fn open(parent: Option<&Path>, engine: &Engine) -> (Self, Option<String>) {
        let Some(parent) = parent else { return (Self { folder: None }, None) };
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        let folder = parent.join("cwasm").join(format!("{WASMTIME}-{:016x}", hasher.finish()));
        match private_folder(&folder) {
            Ok(()) => (Self { folder: Some(folder) }, None),
            Err(error) => {
                let note = format!("compiled plugins are not kept: {}: {error}", folder.display());
                (Self { folder: None }, Some(note))
            }
        }
    }

    /// The compiled form of `wasm`.
    pub(super) fn compile(&self, engine: &Engine, wasm: &[u8]) -> wasmtime::Result<Compiled> {
        let file = self.folder.as_ref().map(|folder| folder.join(format!("{}.cwasm", sha256(wasm))));
        if let Some(component) = file.as_deref().and_then(|file| stored(engine, file)) {
            return Ok(Compiled { component, cached: true });
        }
        let component = Component::new(engine, wasm)?;
        if let Some(file) = file {
            let kept = component.serialize().map_err(|error| error.to_string());
            let kept = kept.and_then(|code| keep(&file, &code).map_err(|error| error.to_string()));
            if let Err(error) = kept {
                tracing::warn!(%error, file = %file.display(), "a compiled plugin could not be kept");
            }
        }
        Ok(Compiled { component, cached: false })
    }
}

fn stored(engine: &Engine, file: &Path) -> Option<Component> {
    if !is_private(&fs::symlink_metadata(file).ok()?) {
        return None;
    }
    match precompiled::load(engine, file) {
        Ok(component) => Some(component),
        Err(error) => {
            tracing::warn!(%error, file = %file.display(), "a compiled plugin is damaged and will be made again");
            // Should this fail, the rename of the new file replaces it all the same.
            let _ = fs::remove_file(file);
            None
        }
    }
}

fn keep(file: &Path, code: &[u8]) -> io::Result<()> {
    let folder = file.parent().ok_or(io::ErrorKind::InvalidInput)?;
    // Readable and writable by this user only.
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(code)?;
    temporary.as_file().sync_all()?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}

/// Makes the folder, and fails when anybody else could put files into it.
fn private_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    if is_private(&fs::metadata(folder)?) {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::PermissionDenied,
        "the folder must belong to this user alone (mode 0700)",
    ))
}

fn is_private(metadata: &fs::Metadata) -> bool {
    !metadata.is_symlink()
        && metadata.uid() == nix::unistd::geteuid().as_raw()
        && metadata.mode() & OTHERS == 0
}

fn sha256(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::super::engine;
    use super::*;

    fn private_mode(mode: u32) -> fs::Permissions {
        std::os::unix::fs::PermissionsExt::from_mode(mode)
    }

    const EMPTY: &[u8] = b"\0asm\x0d\0\x01\0";

    #[test]
    fn a_second_compilation_comes_from_the_cache() {
        let (folder, engine) = (tempfile::tempdir().unwrap(), engine::start().unwrap());
        let (cache, note) = Cache::open(Some(folder.path()), &engine);
        assert_eq!(note, None);
        assert!(!cache.compile(&engine, EMPTY).unwrap().cached);
        assert!(cache.compile(&engine, EMPTY).unwrap().cached);
    }

    #[test]
    fn a_damaged_file_is_replaced() {
        let (folder, engine) = (tempfile::tempdir().unwrap(), engine::start().unwrap());
        let (cache, _) = Cache::open(Some(folder.path()), &engine);
        cache.compile(&engine, EMPTY).unwrap();
        let file = cache.folder.as_ref().unwrap().join(format!("{}.cwasm", sha256(EMPTY)));
        fs::write(&file, b"damaged").unwrap();
        assert!(!cache.compile(&engine, EMPTY).unwrap().cached);
        assert!(cache.compile(&engine, EMPTY).unwrap().cached);
    }

    #[test]
    fn a_file_or_folder_open_to_others_is_not_used() {
        let (folder, engine) = (tempfile::tempdir().unwrap(), engine::start().unwrap());
        let (cache, _) = Cache::open(Some(folder.path()), &engine);
        cache.compile(&engine, EMPTY).unwrap();
        let inside = cache.folder.clone().unwrap();
        let file = inside.join(format!("{}.cwasm", sha256(EMPTY)));
        fs::set_permissions(&file, private_mode(0o622)).unwrap();
        assert!(!cache.compile(&engine, EMPTY).unwrap().cached);
        fs::set_permissions(&inside, private_mode(0o777)).unwrap();
        let (open, note) = Cache::open(Some(folder.path()), &engine);
        assert!(open.folder.is_none() && note.unwrap().contains("0700"));
    }

    #[test]
    fn the_named_version_is_the_one_in_use() {
        let lock = include_str!("../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"wasmtime\"\nversion = \"{WASMTIME}\"")));
    }
}
