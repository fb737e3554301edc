//! `sekme approve CODE`: a person's word for one call.

use std::process::ExitCode;

use serde_json::json;

use crate::cli::ApproveArgs;
use crate::config::state_dir;
use crate::policy::{Approvals, Approve, CODE_MINUTES, shown};

/// Says what waits under the code, and allows it unless it is only to be shown.
pub fn approve(args: &ApproveArgs) -> anyhow::Result<ExitCode> {
    let approvals = Approvals::new(state_dir());
    let call = if args.show { approvals.waiting(&args.code)? } else { approvals.approve(&args.code)? };
    let Approve { tool, arguments, element, page, by, why, .. } = &call;
    if args.json {
        let is_approved = !args.show;
        let call = json!({
            "tool": tool, "arguments": arguments, "element": element, "page": page, "by": by, "why": why, "approved": is_approved,
        });
        anstream::println!("{call}");
        return Ok(ExitCode::SUCCESS);
    }
    anstream::println!("{tool}");
    for (name, value) in arguments {
        anstream::println!("  {name}: {}", shown(value));
    }
    if let Some(element) = element {
        anstream::println!("element: {element}");
    }
    anstream::println!("page: {}", if page.is_empty() { "none" } else { page });
    anstream::println!("asked by {by}: {}", why.join("; "));
    if args.show {
        anstream::println!("Nothing is approved yet; `sekme approve {}` allows it once.", args.code);
    } else {
        anstream::println!(
            "Approved, once and within {CODE_MINUTES} minutes of the question: let the model make the same call again."
        );
    }
    Ok(ExitCode::SUCCESS)
}
