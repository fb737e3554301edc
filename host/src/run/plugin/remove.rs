//! `sekme plugin remove`: removes a plugin or pack; a bundled one is switched off.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::{registry, words};
use crate::cli::ServeArgs;
use crate::plugin::Removed;

/// Flags of `plugin remove`.
#[derive(Debug, Args)]
pub struct RemoveArgs {
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

/// Removes and says what is gone.
pub fn remove(args: &RemoveArgs) -> anyhow::Result<ExitCode> {
    let removed = registry(&args.serve, args.org)?.remove(&args.id)?;
    if args.json {
        let removed = match &removed {
            Removed::Folder(folder, gone, back) => json!({ "folder": folder, "removed": gone, "back": back }),
            Removed::SwitchedOff => json!({ "disabled": [args.id] }),
            Removed::Forgotten => json!({ "removed": [args.id] }),
        };
        anstream::println!("{removed}");
        return Ok(ExitCode::SUCCESS);
    }
    match removed {
        Removed::Folder(folder, gone, back) => {
            anstream::println!("Removed {} ({})", words(&gone), folder.display());
            if !back.is_empty() {
                anstream::println!("The bundled {} is in use again", words(&back));
            }
        }
        Removed::SwitchedOff => {
            anstream::println!(
                "{} is part of sekme, so it is switched off; `sekme plugin enable {0}` brings it back",
                args.id
            );
        }
        Removed::Forgotten => {
            anstream::println!("{} was gone already; the lockfile has forgotten it", args.id);
        }
    }
    Ok(ExitCode::SUCCESS)
}
