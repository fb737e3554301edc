//! `sekme plugin disable`: switches a plugin or pack off without removing it.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::registry;
use crate::cli::ServeArgs;
use crate::plugin::Toggled;

/// Flags of `plugin disable`.
#[derive(Debug, Args)]
pub struct DisableArgs {
    /// The plugin or pack.
    pub id: String,
    /// It is in the organisation's folder.
    #[arg(long)]
    pub org: bool,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Switches and says whether that changed anything.
pub fn disable(args: &DisableArgs) -> anyhow::Result<ExitCode> {
    let toggled = registry(&args.serve, args.org)?.set_enabled(&args.id, false)?;
    let changed = toggled == Toggled::Changed;
    if args.json {
        anstream::println!("{}", json!({ "id": args.id, "enabled": false, "changed": changed }));
    } else {
        anstream::println!("{} is off{}", args.id, if changed { " now" } else { " already" });
    }
    Ok(ExitCode::SUCCESS)
}
