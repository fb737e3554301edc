//! Embeds the bundled plugins (`plugin.toml` with its `plugin.wasm` in a folder of `plugins/` or `sites/`) and site
//! packs (`sites/*/site.toml`), so that the bare binary works with no folder beside it.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new("..");
    // A new plugin is a new member of the workspace, so this notices it; watching the folder of the
    // plugins would build the host anew for each edit of a guest's source.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../Cargo.toml");
    let mut table = String::from("pub(super) static PLUGINS: &[BundledPlugin] = &[\n");
    let sites = root.join("sites");
    for folder in folders(&root.join("plugins"))?.into_iter().chain(folders(&sites)?) {
        let (manifest, component) = (folder.join("plugin.toml"), folder.join("plugin.wasm"));
        // What is no crate is built by the tools of another language, and too large to be embedded.
        if !manifest.exists() || !folder.join("Cargo.toml").exists() {
            println!("cargo::rerun-if-changed={}", folder.display());
            continue;
        }
        println!("cargo::rerun-if-changed={}", manifest.display());
        println!("cargo::rerun-if-changed={}", component.display());
        if !component.exists() {
            println!("cargo::error={} is not built; run `cargo xtask build`", shown(&component));
            continue;
        }
        writeln!(
            table,
            "    BundledPlugin {{ name: {:?}, manifest: include_str!({}), component: include_bytes!({}) }},",
            shown(&folder),
            beside_the_crate(&manifest),
            beside_the_crate(&component),
        )?;
    }
    table.push_str("];\npub(super) static PACKS: &[BundledPack] = &[\n");
    if sites.is_dir() {
        println!("cargo::rerun-if-changed={}", sites.display());
    }
    for folder in folders(&sites)? {
        let pack = folder.join("site.toml");
        if pack.exists() {
            writeln!(
                table,
                "    BundledPack {{ name: {:?}, text: include_str!({}) }},",
                shown(&folder),
                beside_the_crate(&pack)
            )?;
        }
    }
    table.push_str("];\n");
    let out =
        PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; this is a build script of cargo")?);
    fs::write(out.join("bundled.rs"), table)?;
    Ok(())
}

/// The folders inside `parent` by name; none when there is no such folder.
fn folders(parent: &Path) -> io::Result<Vec<PathBuf>> {
    if !parent.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(parent)? {
        let path = entry?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// A path as an expression that follows the crate when a clone with its built target folder stands elsewhere.
fn beside_the_crate(path: &Path) -> String {
    format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/{}", path.display()))
}

/// The path from the root of the repository.
fn shown(path: &Path) -> String {
    path.strip_prefix("..").unwrap_or(path).display().to_string()
}
