//! `sekme plugin list`: what is in use, what is not and why.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::{host, options, version, words};
use crate::cli::ServeArgs;

/// Flags of `plugin list`.
#[derive(Debug, Args)]
pub struct ListArgs {
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Loads everything as the server would and prints it.
pub async fn list(args: ListArgs) -> anyhow::Result<ExitCode> {
    let host = host(options(&args.serve)?).await;
    let (status, closed) = (host.status(), host.closed());
    if args.json {
        let loaded: Vec<_> = status
            .loaded
            .iter()
            .map(|plugin| {
                json!({
                    "id": plugin.id, "version": plugin.version, "source": plugin.source.to_string(),
                    "hooks": plugin.hooks, "pin": plugin.pin.as_str(), "granted": plugin.granted,
                    "cached": plugin.cached, "load-ms": plugin.load_ms, "unverified": plugin.unverified,
                })
            })
            .collect();
        let failed: Vec<_> = status
            .failed
            .iter()
            .map(|plugin| {
                json!({ "id": plugin.id_or_path, "problem": plugin.problem, "state": plugin.state.as_str() })
            })
            .collect();
        let closed: Vec<_> = closed
            .iter()
            .map(|closed| {
                json!({ "id": closed.id, "code": closed.code, "reason": closed.reason, "remedy": closed.remedy })
            })
            .collect();
        let list = json!({
            "loaded": loaded, "failed": failed, "disabled": status.disabled, "closed": closed,
            "notes": status.warnings,
        });
        anstream::println!("{list}");
        return Ok(ExitCode::SUCCESS);
    }
    for closed in &closed {
        anstream::println!("{}: {}\n  {}", closed.id, closed.reason, closed.remedy);
    }
    for plugin in &status.loaded {
        anstream::println!(
            "{}{} ({}, {}): {}{}",
            plugin.id,
            version(&plugin.version),
            plugin.source,
            plugin.pin.as_str(),
            words(&plugin.hooks),
            if plugin.unverified { "; not yet seen to work on the live site" } else { "" }
        );
    }
    for disabled in &status.disabled {
        anstream::println!("{disabled}: disabled");
    }
    for plugin in &status.failed {
        anstream::println!("{}: {}: {}", plugin.id_or_path, plugin.state.as_str(), plugin.problem);
    }
    for note in &status.warnings {
        anstream::println!("note: {note}");
    }
    Ok(ExitCode::SUCCESS)
}
