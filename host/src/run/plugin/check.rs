//! `sekme plugin check`: what can be known of a plugin without running it.

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::println;
use clap::Args;
use serde_json::json;

use crate::plugin::author::{self, CheckReport, Finding};

/// Flags of `plugin check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Folder of the plugin or pack, or a folder of several.
    #[arg(default_value = ".")]
    pub dir: PathBuf,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
}

/// Checks and prints what was found.
pub fn check(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let mut reports = Vec::new();
    for folder in author::projects(&args.dir)? {
        let report = author::check(&folder)?;
        if !args.json {
            print(&report);
        }
        reports.push(report);
    }
    let passed = reports.iter().all(CheckReport::passed);
    if args.json {
        println!("{}", json!({ "passed": passed, "plugins": reports }));
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(report: &CheckReport) {
    let verdict = if report.passed() { "ok" } else { "cannot be used" };
    println!("{}: {verdict}", report.plugin);
    let lists = [("hooks", &report.hooks), ("urls", &report.hosts), ("imports", &report.imports)];
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        println!("  {name}: {}", list.join(", "));
    }
    if let Some(size) = report.size {
        println!("  size: {} KiB", size.div_ceil(1024));
    }
    println!("  fixtures: {}", report.fixtures);
    for finding in &report.findings {
        match finding {
            Finding::Problem(text) => println!("  problem: {text}"),
            Finding::Warning(text) => println!("  note: {text}"),
        }
    }
}
