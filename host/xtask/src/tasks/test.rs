//! `test`: set-up, formatting, lints, every Rust test, the checks of the page scripts, the pages of others,
//! the documentation.

use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Result, bail};

use super::Task;
use super::build::build_components;
use super::setup::Setup;
use crate::arguments::Arguments;
use crate::console::{self, Paint};
use crate::needs::chrome::Chrome;
use crate::needs::node::Node;
use crate::needs::python::Python;
use crate::steps::{Steps, seconds};
use crate::tally::Tally;
use crate::workspace::{Profile, Workspace, cargo};

pub(crate) static TASK: Task = Task {
    name: "test",
    arguments: "",
    summary: "set-up, formatting, lints, every test and the documentation",
    run,
};

const FORMAT: [&str; 6] = ["fmt", "--all", "--check", "--", "--color", "never"];
const LINTS: [&str; 7] = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];

fn run(arguments: Arguments) -> Result<()> {
    arguments.finish()?;
    let started = Instant::now();
    let workspace = Workspace::find()?;
    let scripts = workspace.root.join("host/tests/js");
    let with_scripts = scripts.join("package.json").exists();
    let mut steps = Steps::new(if with_scripts { 12 } else { 8 }, workspace.logs("test"));
    let mut skipped = Vec::new();

    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let wasm = setup.wasm(&mut steps)?;
    let node = with_scripts.then(|| setup.node(&workspace, &mut steps)).transpose()?;
    let python = with_scripts.then(|| setup.python(&mut steps)).transpose()?;
    check(&workspace, &mut steps, "checking the format", &FORMAT, &mut skipped)?;
    build_components(&workspace, &wasm, &mut steps)?;
    check(&workspace, &mut steps, "checking the lints", &LINTS, &mut skipped)?;

    let tally = run_tests(&workspace, &chrome, &mut steps)?;
    if let Some(node) = node {
        check_scripts(&scripts, &node, &chrome, &mut steps)?;
        if let Some(python) = python {
            check_corpus(&workspace, &node, &python, &chrome, &mut steps)?;
        }
    }
    let mut step = steps.begin("building the documentation");
    step.run(
        cargo()
            .current_dir(&workspace.root)
            .args(["doc", "--workspace", "--no-deps", "--locked", "--document-private-items"])
            // Written for contributors: private items are documented, too, and may be linked to.
            .env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links"),
    )?;
    step.finish("");

    console::line(&summary(&tally, &skipped, &seconds(started.elapsed())));
    Ok(())
}

/// Compiles first, so that what is visible afterwards is the tests' own output.
fn run_tests(workspace: &Workspace, chrome: &Chrome, steps: &mut Steps) -> Result<Tally> {
    let cargo_test = |more: &[&str]| {
        let mut command = cargo();
        command.current_dir(&workspace.root).args(["test", "--workspace", "--locked"]).args(more);
        command.env("CHROME", &chrome.program);
        command
    };
    let mut step = steps.begin("compiling the tests");
    step.run(&mut cargo_test(&["--no-run"]))?;
    step.finish("");

    let mut step = steps.begin("running the tests");
    let mut tally = Tally::default();
    let status = step.run_visibly(&mut cargo_test(&["--no-fail-fast"]), &mut |bytes| tally.read(bytes))?;
    if !status.success() {
        bail!("{} tests failed, {} passed (cargo test ended with {status})", tally.failed, tally.passed);
    }
    step.finish(&format!("{} passed", tally.passed));
    Ok(tally)
}

fn check_scripts(folder: &Path, node: &Node, chrome: &Chrome, steps: &mut Steps) -> Result<()> {
    let mut step = steps.begin("checking the page scripts");
    let install = if folder.join("package-lock.json").exists() { "ci" } else { "install" };
    step.run(node.npm().current_dir(folder).args([install, "--no-audit", "--no-fund"]))?;
    let status = step.run_visibly(
        node.npm().current_dir(folder).arg("test").env("CHROME", &chrome.program),
        &mut |_| {},
    )?;
    if !status.success() {
        bail!("the checks of the page scripts failed (npm test ended with {status})");
    }
    step.finish("");
    Ok(())
}

/// Pages that others wrote, fetched once into a cache outside the clone.
fn check_corpus(
    workspace: &Workspace,
    node: &Node,
    python: &Python,
    chrome: &Chrome,
    steps: &mut Steps,
) -> Result<()> {
    let mut step = steps.begin("reading pages that others wrote");
    let mut npm = node.npm();
    npm.current_dir(workspace.root.join("host/tests/corpus"))
        .args(["test", "--silent"])
        .env("SEKME", workspace.program("sekme", Profile::Debug))
        .env("CHROME", &chrome.program)
        .env("PYTHON", &python.program);
    let status = step.run_visibly(&mut npm, &mut |_| {})?;
    if !status.success() {
        bail!("pages that others wrote are not read as they should be (npm test ended with {status})");
    }
    step.finish("");
    Ok(())
}

/// A check by a cargo subcommand that a minimal toolchain lacks: then it is skipped, and the summary says so.
fn check(
    workspace: &Workspace,
    steps: &mut Steps,
    what: &str,
    words: &[&'static str],
    skipped: &mut Vec<&'static str>,
) -> Result<()> {
    let mut step = steps.begin(what);
    let present = cargo()
        .args([words[0], "--version"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !present {
        skipped.push(words[0]);
        step.finish(&format!("skipped: this toolchain has no cargo {}", words[0]));
        return Ok(());
    }
    step.run(cargo().current_dir(&workspace.root).args(words))?;
    step.finish("");
    Ok(())
}

fn summary(tally: &Tally, skipped: &[&str], elapsed: &str) -> String {
    let mut text = format!(
        "{} {} tests passed, {} ignored, in {elapsed}",
        Paint::stdout().good("all checks passed:"),
        tally.passed,
        tally.ignored
    );
    if !skipped.is_empty() {
        text.push_str("; skipped for want of a tool: ");
        text.push_str(&skipped.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_hides_no_skipped_check() {
        let mut tally = Tally::default();
        tally.read(b"test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n");
        let text = summary(&tally, &["clippy"], "9.0 s");
        assert!(
            text.ends_with("3 tests passed, 1 ignored, in 9.0 s; skipped for want of a tool: clippy"),
            "{text}"
        );
    }
}
