//! `build`: the bundled components, then the program; the last line of stdout is its path.

use std::path::PathBuf;

use anyhow::Result;

use super::Task;
use super::setup::Setup;
use crate::arguments::Arguments;
use crate::components;
use crate::console;
use crate::needs::wasm::Wasm;
use crate::steps::Steps;
use crate::workspace::{Profile, Workspace, cargo};

pub(crate) static TASK: Task = Task {
    name: "build",
    arguments: "[--release]",
    summary: "builds the bundled components and the program, prints the program's path last",
    run,
};

fn run(mut arguments: Arguments) -> Result<()> {
    let profile = Profile::from_flag(arguments.flag("--release"));
    arguments.finish()?;
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(3, workspace.logs("build"));
    let wasm = Setup::new().wasm(&mut steps)?;
    build_components(&workspace, &wasm, &mut steps)?;
    let program = build_programs(&workspace, profile, &["sekme"], &mut steps)?.remove(0);
    console::line(&program.display().to_string());
    Ok(())
}

/// The programs under test: those given, else built ones.
pub(super) fn programs(
    binary: Option<PathBuf>,
    testapp: Option<PathBuf>,
    profile: Profile,
    workspace: &Workspace,
    setup: &mut Setup,
    steps: &mut Steps,
) -> Result<(PathBuf, PathBuf)> {
    if let (Some(binary), Some(testapp)) = (&binary, &testapp) {
        return Ok((binary.clone(), testapp.clone()));
    }
    let wasm = setup.wasm(steps)?;
    build_components(workspace, &wasm, steps)?;
    let mut built = build_programs(workspace, profile, &["sekme", "sekme-testapp"], steps)?;
    let (own_app, own) = (built.remove(1), built.remove(0));
    Ok((binary.unwrap_or(own), testapp.unwrap_or(own_app)))
}

/// The components in `plugins/*/plugin.wasm`.
pub(crate) fn build_components(workspace: &Workspace, wasm: &Wasm, steps: &mut Steps) -> Result<()> {
    let mut step = steps.begin("building the components");
    let (all, changed) = components::build(workspace, wasm, &mut step)?;
    step.finish(&if changed == 0 { format!("{all}, up to date") } else { format!("{changed} of {all} new") });
    Ok(())
}

/// Programs of this workspace; each is named like its package.
pub(crate) fn build_programs(
    workspace: &Workspace,
    profile: Profile,
    names: &[&str],
    steps: &mut Steps,
) -> Result<Vec<PathBuf>> {
    let mut step = steps.begin(&format!("building {}", names.join(" and ")));
    let mut command = cargo();
    command.current_dir(&workspace.root).args(["build", "--locked"]).args(profile.flag());
    // Both programs are selected whatever is built: cargo unites features over the selection, and another one
    // would compile most dependencies again.
    command.args(["-p", "sekme", "-p", "sekme-testapp"]);
    for name in names {
        command.args(["--bin", name]);
    }
    step.run(&mut command)?;
    step.finish("");
    Ok(names.iter().map(|name| workspace.program(name, profile)).collect())
}
