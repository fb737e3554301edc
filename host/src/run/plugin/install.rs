//! `sekme plugin install`: copies a plugin or pack to its place, checks it there, and locks it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::{GrantArg, given_json, print_given, registry, version};
use crate::cli::ServeArgs;
use crate::plugin::{Grant, InstallRequest};

/// Flags of `plugin install`.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Args)]
pub struct InstallArgs {
    /// Folder with plugin.toml, site.toml or both.
    pub folder: PathBuf,
    /// What it gets beside the text of pages.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "GRANT")]
    pub grant: Vec<GrantArg>,
    /// The same as `--grant large`.
    #[arg(long)]
    pub allow_large: bool,
    /// Accept the new hosts of an update.
    #[arg(long)]
    pub accept: bool,
    /// Install it for everybody on this machine.
    #[arg(long)]
    pub org: bool,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Installs and says what the plugin got.
pub fn install(args: &InstallArgs) -> anyhow::Result<ExitCode> {
    let mut grants: Vec<Grant> = args.grant.iter().copied().map(Grant::from).collect();
    if args.allow_large && !grants.contains(&Grant::Large) {
        grants.push(Grant::Large);
    }
    let request = InstallRequest { folder: args.folder.clone(), grants, accept: args.accept };
    let installed = registry(&args.serve, args.org)?.install(&request)?;
    if args.json {
        anstream::println!(
            "{}",
            json!({ "installed": installed.iter().map(given_json).collect::<Vec<_>>() })
        );
        return Ok(ExitCode::SUCCESS);
    }
    for one in &installed {
        let before = one.replaced.as_deref().map(|before| format!(", in place of{}", version(before)));
        anstream::println!(
            "Installed {}{}{} into {}",
            one.id,
            version(&one.version),
            before.unwrap_or_default(),
            one.folder.display()
        );
        print_given(one);
    }
    anstream::println!("A server that runs takes it up by itself.");
    Ok(ExitCode::SUCCESS)
}
