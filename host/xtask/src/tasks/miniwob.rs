//! `miniwob`: tasks of the benchmark of that name, solved through the program by scripts that read only its answers.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::Task;
use super::build::{build_components, build_programs};
use super::setup::Setup;
use crate::arguments::Arguments;
use crate::steps::Steps;
use crate::workspace::{Profile, Workspace};

pub(crate) static TASK: Task = Task {
    name: "miniwob",
    arguments: "[--seeds N] [--only TASK,…] [--jobs N] [--binary PATH] [--release]",
    summary: "solves the MiniWoB++ tasks by scripts that read only sekme's answers, and prints a table",
    run,
};

fn run(mut arguments: Arguments) -> Result<()> {
    let profile = Profile::from_flag(arguments.flag("--release"));
    let binary = arguments.option("--binary")?.map(PathBuf::from);
    let mut words = Vec::new();
    for name in ["--seeds", "--only", "--jobs"] {
        words.extend(arguments.option(name)?.map(|value| format!("{name}={value}")));
    }
    arguments.finish()?;
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(8, workspace.logs("miniwob"));
    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let node = setup.node(&workspace, &mut steps)?;
    let python = setup.python(&mut steps)?;
    let tests = workspace.root.join("host/tests");
    let mut step = steps.begin("installing what the solvers need");
    for folder in ["js", "tokens"] {
        step.run(node.npm().current_dir(tests.join(folder)).args(["ci", "--no-audit", "--no-fund"]))?;
    }
    step.finish("");
    let program = if let Some(binary) = binary {
        std::path::absolute(binary)?
    } else {
        let wasm = setup.wasm(&mut steps)?;
        build_components(&workspace, &wasm, &mut steps)?;
        build_programs(&workspace, profile, &["sekme"], &mut steps)?.remove(0)
    };
    let mut step = steps.begin("solving");
    let mut npm = node.npm();
    npm.current_dir(tests.join("corpus"))
        .args(["run", "--silent", "solve", "--"])
        .args(words)
        .env("SEKME", program)
        .env("CHROME", &chrome.program)
        .env("PYTHON", &python.program);
    let status = step.run_visibly(&mut npm, &mut |_| {})?;
    if !status.success() {
        bail!("fewer tasks were solved than should be (npm run solve ended with {status})");
    }
    step.finish("");
    Ok(())
}
