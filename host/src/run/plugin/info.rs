//! `sekme plugin info`: all that is known of one plugin or pack.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::{host, options, version, words};
use crate::cli::ServeArgs;
use crate::plugin::{FailedPlugin, PluginInfo, nearest};

/// Flags of `plugin info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The plugin or pack.
    pub id: String,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Loads everything as the server would and prints what is known of one.
pub async fn info(args: InfoArgs) -> anyhow::Result<ExitCode> {
    let options = options(&args.serve)?;
    let (all, names) = (PluginInfo::find(&options, &args.id), PluginInfo::names(&options));
    let status = host(options).await.status();
    let is_it = |label: &str| label.split([' ', '/']).any(|word| word == args.id);
    let problems: Vec<&FailedPlugin> = status.failed.iter().filter(|it| is_it(&it.id_or_path)).collect();
    let is_disabled = status.disabled.iter().any(|label| is_it(label));
    if all.is_empty() && problems.is_empty() && !is_disabled {
        let meant = nearest(&args.id, names.into_iter());
        let meant = meant.map(|id| format!("; did you mean {id}?")).unwrap_or_default();
        anyhow::bail!("there is no plugin or pack {}{meant}", args.id);
    }
    if args.json {
        let problems: Vec<_> = problems
            .iter()
            .map(|it| json!({ "id": it.id_or_path, "state": it.state.as_str(), "problem": it.problem }))
            .collect();
        anstream::println!("{}", json!({ "found": all, "problems": problems, "disabled": is_disabled }));
        return Ok(ExitCode::SUCCESS);
    }
    let mut is_first = true;
    for one in &all {
        print(one);
        if !is_first {
            anstream::println!("  (not in use: the one above is)");
        }
        is_first = false;
    }
    if is_disabled {
        anstream::println!("{0} is disabled; `sekme plugin enable {0}` switches it on", args.id);
    }
    for problem in problems {
        anstream::println!("{}: {}: {}", problem.id_or_path, problem.state.as_str(), problem.problem);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(one: &PluginInfo) {
    anstream::println!("{}{} ({})", one.id, version(&one.version), one.kind);
    let line = |name: &str, text: &str| {
        if !text.is_empty() {
            anstream::println!("  {name:<9}{text}");
        }
    };
    line("what", &one.summary);
    line("licence", &one.license);
    let folder = one.folder.as_ref().map(|folder| format!(": {}", folder.display())).unwrap_or_default();
    line("source", &format!("{}, {}{folder}", one.source, one.pin));
    line("api", one.api.as_deref().unwrap_or_default());
    for hook in &one.hooks {
        let priority = hook.priority.map(|priority| format!(", priority {priority}")).unwrap_or_default();
        let budget = hook.budget.as_ref().map(|budget| format!(" ({budget})")).unwrap_or_default();
        let required = if hook.required { ", required" } else { "" };
        line("answers", &format!("{}{priority}{required}{budget}", hook.name));
    }
    line("pages", &if one.hosts.is_empty() { "all".to_owned() } else { words(&one.hosts) });
    line("has", &words(&one.granted));
    line("has not", &words(&one.refused));
    line("settings", if one.settings == "{}" { "" } else { &one.settings });
    if let Some(kib) = one.kib {
        line("size", &format!("{kib} KiB"));
    }
    line("sha256", one.sha256.as_deref().unwrap_or_default());
    if one.is_unpinned() {
        line(
            "note",
            &format!(
                "its files are followed; `sekme plugin accept {}` binds it to what they are now",
                one.id
            ),
        );
    }
}
