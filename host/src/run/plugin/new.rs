//! `sekme plugin new`: begins a plugin from a template.

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::println;
use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use crate::plugin::HookKind;
use crate::plugin::author::{self, Language};

/// Flags of `plugin new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// Its name: 2 to 40 characters of a-z, 0-9 and `-`.
    pub id: String,
    /// What it answers to: ranker, submit-scheme, bot-check, quirk-before, quirk-after, policy or tool-provider.
    /// A pack begins with submit-scheme unless told otherwise.
    #[arg(long, value_parser = hook)]
    pub hook: Option<HookKind>,
    /// What it is written in.
    #[arg(long, value_enum, default_value = "rust")]
    pub lang: Language,
    /// Folder in which its folder is made.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
}

pub(super) fn hook(name: &str) -> Result<HookKind, String> {
    HookKind::named(name).ok_or_else(|| {
        format!(
            "there is no hook `{name}`; the hooks are {}",
            HookKind::names().collect::<Vec<_>>().join(", ")
        )
    })
}

/// Makes the folder and says what to do next.
pub fn new(args: &NewArgs) -> anyhow::Result<ExitCode> {
    // A pack begins with what most are for.
    let first = (args.lang == Language::Declarative).then(|| HookKind::named("submit-scheme")).flatten();
    let hook = args.hook.or(first).with_context(|| {
        let known: Vec<&str> = HookKind::names().collect();
        format!("say what it answers to: --hook is one of {}", known.join(", "))
    })?;
    let created = author::create(&args.dir, &args.id, hook, args.lang)?;
    let folder = created.folder.display();
    if args.json {
        println!("{}", json!({ "folder": created.folder, "files": created.files }));
        return Ok(ExitCode::SUCCESS);
    }
    let (main, builds) = match args.lang {
        Language::Rust => ("src/lib.rs", true),
        Language::Js => ("plugin.js", true),
        Language::Python => ("app.py", true),
        Language::Declarative => ("site.toml", false),
    };
    println!("{folder}: change {main}, then");
    if builds {
        println!("  sekme plugin build {folder}");
    }
    println!("  sekme plugin test {folder}");
    println!("  sekme plugin install {folder}");
    Ok(ExitCode::SUCCESS)
}
