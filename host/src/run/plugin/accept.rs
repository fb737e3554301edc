//! `sekme plugin accept`: takes a plugin as it is now.

use std::process::ExitCode;

use clap::Args;
use serde_json::json;

use super::{Chosen, GrantArg, given_json, print_given, version};
use crate::plugin::Grant;

/// Flags of `plugin accept`.
#[derive(Debug, Args)]
pub struct AcceptArgs {
    /// Which one.
    #[command(flatten)]
    pub chosen: Chosen,
    /// What it gets beside what it has.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "GRANT")]
    pub grant: Vec<GrantArg>,
}

/// Accepts and says what differs from before.
pub fn accept(args: &AcceptArgs) -> anyhow::Result<ExitCode> {
    let grants: Vec<Grant> = args.grant.iter().copied().map(Grant::from).collect();
    let Chosen { id, json, .. } = &args.chosen;
    let accepted = args.chosen.registry()?.accept(id, &grants)?;
    if *json {
        let accepted = json!({
            "before": accepted.before, "differences": accepted.differences,
            "accepted": given_json(&accepted.installed),
        });
        anstream::println!("{accepted}");
        return Ok(ExitCode::SUCCESS);
    }
    let one = &accepted.installed;
    anstream::println!("Accepted {}{} as it is now", one.id, version(&one.version));
    for difference in &accepted.differences {
        anstream::println!("  changed: {difference}");
    }
    if accepted.before && accepted.differences.is_empty() {
        anstream::println!("  its files are those that were accepted before");
    }
    print_given(one);
    Ok(ExitCode::SUCCESS)
}
