//! `sekme plugin explain`: who answers on a page, in what order, and why.

use std::process::ExitCode;

use clap::Args;
use url::Url;

use super::{host, options, version};
use crate::cli::ServeArgs;
use crate::plugin::Asked;

/// Flags of `plugin explain`.
#[derive(Debug, Args)]
pub struct ExplainUrlArgs {
    /// Address of the page; it is not opened.
    pub url: Url,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Loads everything as the server would and says who answers.
pub async fn explain(args: ExplainUrlArgs) -> anyhow::Result<ExitCode> {
    let host = host(options(&args.serve)?).await;
    let explained = host.explain(&args.url);
    if args.json {
        anstream::println!("{}", serde_json::to_string(&explained)?);
        return Ok(ExitCode::SUCCESS);
    }
    anstream::println!("On {}:", explained.url);
    anstream::println!("\nsite packs{}", if explained.packs.is_empty() { ": none" } else { "" });
    print_all(&explained.packs, &explained.packs_left_out);
    for hook in &explained.hooks {
        anstream::println!("\n{}{}", hook.name, if hook.asked.is_empty() { ": nobody" } else { "" });
        print_all(&hook.asked, &hook.left_out);
    }
    for failed in host.status().failed {
        anstream::println!("\n{}: {}: {}", failed.id_or_path, failed.state.as_str(), failed.problem);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_all(asked: &[Asked], left_out: &[Asked]) {
    for (number, one) in asked.iter().enumerate() {
        let priority = one.priority.map(|priority| format!(", priority {priority}")).unwrap_or_default();
        anstream::println!(
            "  {}. {}{} ({}{priority}): {}",
            number + 1,
            one.id,
            version(&one.version),
            one.source,
            one.why
        );
    }
    for one in left_out {
        anstream::println!("  not {}{} ({}): {}", one.id, version(&one.version), one.source, one.why);
    }
}
