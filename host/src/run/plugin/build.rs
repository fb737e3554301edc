//! `sekme plugin build`: makes `plugin.wasm` with the tools of the plugin's language.

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::println;
use clap::Args;
use serde_json::json;

use crate::config::cache_dir;
use crate::plugin::author;

/// Flags of `plugin build`.
#[derive(Debug, Args)]
pub struct BuildArgs {
    /// Folder of the plugin.
    #[arg(default_value = ".")]
    pub dir: PathBuf,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
}

/// Builds and prints how large the component is.
pub fn build(args: &BuildArgs) -> anyhow::Result<ExitCode> {
    let built = author::build(&args.dir, cache_dir().as_deref())?;
    if args.json {
        let sizes = json!({ "plugin": built.plugin, "file": built.file, "size": built.size, "core-size": built.core });
        println!("{sizes}");
        return Ok(ExitCode::SUCCESS);
    }
    let kib = |bytes: u64| bytes.div_ceil(1024);
    let made_of = built.core.map(|core| format!(" (core module {} KiB)", kib(core))).unwrap_or_default();
    println!("{}: {} has {} KiB{made_of}", built.plugin, built.file.display(), kib(built.size));
    Ok(ExitCode::SUCCESS)
}
