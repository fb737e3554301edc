//! `sekme plugin test`: the cases of a plugin, run in the real host without a browser.

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::println;
use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use crate::config::cache_dir;
use crate::plugin::author::{self, CaseReport, Measures, TestOptions, TestReport};

/// Flags of `plugin test`.
#[derive(Debug, Args)]
pub struct TestArgs {
    /// Folder of the plugin or pack, or a folder of several.
    #[arg(default_value = ".")]
    pub dir: PathBuf,
    /// Write the answers as the expected ones; look at the difference before you commit it.
    #[arg(long)]
    pub bless: bool,
    /// Run one case only.
    #[arg(long, value_name = "NAME")]
    pub case: Option<String>,
    /// Write the instructions that each case took as its budget.
    #[arg(long)]
    pub budget: bool,
    /// Print the page that a hook would get of a hand-written HTML file, for an `input.json`, and run nothing.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Address of the page of `--html`.
    #[arg(long, value_name = "URL", default_value = "https://example.com/", requires = "html")]
    pub url: String,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
}

/// Runs the cases and prints how they went.
pub fn test(args: &TestArgs) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.html {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let view = author::page_of_html(&text, &args.url);
        println!("{:#}", json!({ "view": view }));
        return Ok(ExitCode::SUCCESS);
    }
    let options = TestOptions {
        bless: args.bless,
        budget: args.budget,
        case: args.case.clone(),
        cache_dir: cache_dir(),
    };
    let mut reports = Vec::new();
    let mut failed = Vec::new();
    for folder in author::projects(&args.dir)? {
        match author::test(&folder, &options) {
            Ok(report) => {
                if !args.json {
                    print(&report);
                }
                reports.push(report);
            }
            Err(error) => {
                if !args.json {
                    println!("{}", error);
                }
                failed.push(json!({ "folder": folder, "problem": error.to_string() }));
            }
        }
    }
    let passed = failed.is_empty() && reports.iter().all(TestReport::passed);
    if args.json {
        println!("{}", json!({ "passed": passed, "plugins": reports, "failed": failed }));
    } else {
        let cases: Vec<&CaseReport> = reports.iter().flat_map(|report| &report.cases).collect();
        let bad = cases.iter().filter(|case| !case.problems.is_empty()).count() + failed.len();
        let good = cases.len() + failed.len() - bad;
        println!("{good} passed, {bad} failed");
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(report: &TestReport) {
    println!("{}", report.plugin);
    for note in &report.notes {
        println!("  {note}");
    }
    for case in &report.cases {
        let verdict = if case.problems.is_empty() { "ok  " } else { "FAIL" };
        let written = if case.written { ", written" } else { "" };
        let mutations =
            if case.mutations > 0 { format!(", {} mutations", case.mutations) } else { String::new() };
        println!("  {verdict} {} ({}){mutations}{written}", case.case, case.hook);
        for note in &case.notes {
            println!("       {note}");
        }
        for problem in &case.problems {
            println!("       {problem}");
        }
        if let Some(measures) = &case.measures {
            println!("       {}", worded(measures));
        }
    }
}

fn worded(measures: &Measures) -> String {
    let budget =
        measures.instructions_budget.map(|budget| format!(" of {}", grouped(budget))).unwrap_or_default();
    format!(
        "{}{budget} instructions, {} of {} memory, {} of {} answer, {} of {} ms",
        grouped(measures.instructions),
        bytes(measures.memory),
        bytes(measures.memory_limit),
        bytes(measures.output),
        bytes(measures.output_limit),
        measures.ms,
        measures.ms_limit
    )
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
fn bytes(count: usize) -> String {
    const KIB: f64 = 1024.0;
    let count = count as f64;
    if count < KIB {
        format!("{count} B")
    } else if count < KIB * KIB {
        format!("{:.1} KiB", count / KIB)
    } else {
        format!("{:.1} MiB", count / KIB / KIB)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_shown_for_people() {
        assert_eq!((grouped(7).as_str(), grouped(1_234_567).as_str()), ("7", "1,234,567"));
        assert_eq!(
            (bytes(9).as_str(), bytes(1536).as_str(), bytes(3 << 20).as_str()),
            ("9 B", "1.5 KiB", "3.0 MiB")
        );
    }
}
