//! Compiled components, kept by content, wasmtime version and engine configuration.

use std::fs::{self, DirBuilder};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use wasmtime::Engine;
use wasmtime::component::Component;

use super::component::innermost;
use super::problem::LoadProblem;
use super::registry::sha256;
use super::{compiler, precompiled};

/// The version in the root manifest; part of the folder's name so that people can tell folders apart.
const WASMTIME: &str = "48.0.8";

/// Code of this wasmtime with another configuration is kept this long.
const OTHER_CONFIGURATION: Duration = Duration::from_hours(30 * 24);
/// More code than this is not kept; the oldest goes first.
const MOST_BYTES: u64 = 512 << 20;

/// Permission bits of the group and of everybody.
const OTHERS: u32 = 0o077;

/// A folder of compiled components. Without one everything is compiled each time.
#[derive(Debug)]
pub(super) struct Cache {
    folder: Option<PathBuf>,
    /// The program that compiles what is not ours; without it, this one does.
    compiler: Option<PathBuf>,
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
        let Some(parent) = parent else { return (Self { folder: None, compiler: None }, None) };
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        let folder = parent.join("cwasm").join(format!("{WASMTIME}-{:016x}", hasher.finish()));
        match private_folder(&folder) {
            Ok(()) => (Self { folder: Some(folder), compiler: None }, None),
            Err(error) => {
                let note = format!("compiled plugins are not kept: {}: {error}", folder.display());
                (Self { folder: None, compiler: None }, Some(note))
            }
        }
    }

    /// The same, with the program that compiles what is not ours.
    pub(super) fn with_compiler(self, compiler: Option<&Path>) -> Self {
        Self { compiler: compiler.map(Path::to_owned), ..self }
    }

    /// The compiled form of `wasm`, compiled in this process.
    pub(super) fn compile(&self, engine: &Engine, wasm: &[u8]) -> wasmtime::Result<Compiled> {
        let file = self.file(wasm);
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

    /// The compiled form of `wasm`, compiled in a process of its own.
    pub(super) fn compile_apart(&self, engine: &Engine, wasm: &[u8]) -> Result<Compiled, LoadProblem> {
        let invalid = |error: &wasmtime::Error| LoadProblem::Invalid { reason: innermost(error) };
        let Some(program) = &self.compiler else {
            return self.compile(engine, wasm).map_err(|error| invalid(&error));
        };
        let file = self.file(wasm);
        if let Some(component) = file.as_deref().and_then(|file| stored(engine, file)) {
            return Ok(Compiled { component, cached: true });
        }
        let failed = |error: io::Error| LoadProblem::Compiler { reason: error.to_string() };
        let folder = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        // Readable and writable by this user only.
        let temporary = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        compiler::in_child(program, wasm, temporary.as_file())?;
        temporary.as_file().sync_all().map_err(failed)?;
        let loaded = |path: &Path| precompiled::load(engine, path).map_err(|error| invalid(&error));
        let component = match file {
            Some(file) => {
                temporary.persist(&file).map_err(|error| failed(error.error))?;
                loaded(&file)?
            }
            // The mapping outlives the file.
            None => loaded(temporary.path())?,
        };
        Ok(Compiled { component, cached: false })
    }

    /// Where the compiled form of `wasm` is kept.
    fn file(&self, wasm: &[u8]) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.cwasm", sha256(wasm))))
    }

    /// Removes code that nothing will load again: of other versions, and the oldest when there is much.
    pub(super) fn sweep(&self) {
        if let Some(folder) = &self.folder
            && let Err(error) = sweep(folder)
        {
            tracing::warn!(%error, folder = %folder.display(), "old compiled plugins could not be removed");
        }
    }
}

fn sweep(folder: &Path) -> io::Result<()> {
    let parent = folder.parent().ok_or(io::ErrorKind::InvalidInput)?;
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_string_lossy().starts_with(&format!("{WASMTIME}-"));
        let is_new = entry.metadata()?.modified()?.elapsed().is_ok_and(|age| age < OTHER_CONFIGURATION);
        if entry.path() != folder && entry.file_type()?.is_dir() && !(is_ours && is_new) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let (path, metadata) = {
            let entry = entry?;
            (entry.path(), entry.metadata()?)
        };
        files.push((metadata.modified()?, metadata.len(), path));
    }
    files.sort();
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in files {
        if total <= MOST_BYTES {
            break;
        }
        fs::remove_file(path)?;
        total -= size;
    }
    Ok(())
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
    fn code_of_other_versions_is_swept_away_and_our_own_stays() {
        let (folder, engine) = (tempfile::tempdir().unwrap(), engine::start().unwrap());
        let (cache, _) = Cache::open(Some(folder.path()), &engine);
        cache.compile(&engine, EMPTY).unwrap();
        let parent = folder.path().join("cwasm");
        for name in ["47.0.0-0123", &format!("{WASMTIME}-0123")] {
            fs::create_dir(parent.join(name)).unwrap();
            fs::write(parent.join(name).join("x.cwasm"), "x").unwrap();
        }
        cache.sweep();
        assert!(!parent.join("47.0.0-0123").exists());
        assert!(parent.join(format!("{WASMTIME}-0123")).exists());
        assert!(cache.compile(&engine, EMPTY).unwrap().cached);
    }

    #[test]
    fn the_named_version_is_the_one_in_use() {
        let lock = include_str!("../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"wasmtime\"\nversion = \"{WASMTIME}\"")));
    }
}
