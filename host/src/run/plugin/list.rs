//! `sekme plugin list`: what is in use, what is not and why.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use crate::cli::ServeArgs;
use crate::config::Settings;
use crate::plugin::PluginHost;
use crate::progress::Progress;

/// Longest wait for plugins to load.
const LOAD_LIMIT: Duration = Duration::from_mins(1);

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
    let settings = Settings::resolve(&args.serve).context("the settings cannot be used")?;
    crate::logging::start(&settings.log);
    let host = PluginHost::start(settings.plugins.clone());
    host.ready(&Progress::uncancelled(LOAD_LIMIT)).await;
    let status = host.status();
    if args.json {
        let loaded: Vec<_> = status
            .loaded
            .iter()
            .map(|plugin| {
                json!({ "id": plugin.id, "version": plugin.version, "source": plugin.source.to_string(), "hooks": plugin.hooks })
            })
            .collect();
        let failed: Vec<_> = status
            .failed
            .iter()
            .map(|plugin| json!({ "id": plugin.id_or_path, "problem": plugin.problem }))
            .collect();
        anstream::println!("{}", json!({ "loaded": loaded, "failed": failed }));
        return Ok(ExitCode::SUCCESS);
    }
    for plugin in &status.loaded {
        let version = if plugin.version.is_empty() { "-" } else { &plugin.version };
        anstream::println!("{} {version} ({}): {}", plugin.id, plugin.source, plugin.hooks.join(", "));
    }
    for plugin in &status.failed {
        anstream::println!("{}: not in use: {}", plugin.id_or_path, plugin.problem);
    }
    Ok(ExitCode::SUCCESS)
}
