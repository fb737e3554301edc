//! `sekme plugin enable`: switches a plugin or pack on again.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::registry;
use crate::cli::ServeArgs;
use crate::plugin::Toggled;

/// Flags of `plugin enable`.
#[derive(Debug, Args)]
pub struct EnableArgs {
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
pub fn enable(args: &EnableArgs) -> anyhow::Result<ExitCode> {
    let toggled = registry(&args.serve, args.org)?.set_enabled(&args.id, true)?;
    let changed = toggled == Toggled::Changed;
    if args.json {
        anstream::println!("{}", json!({ "id": args.id, "enabled": true, "changed": changed }));
    } else {
        anstream::println!("{} is on{}", args.id, if changed { " now" } else { " already" });
    }
    Ok(ExitCode::SUCCESS)
}
