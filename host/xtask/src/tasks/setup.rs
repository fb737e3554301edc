//! `setup`: everything that a bare machine lacks.

use anyhow::Result;

use super::Task;
use crate::arguments::Arguments;
use crate::needs::Installer;
use crate::needs::chrome::{self, Chrome};
use crate::needs::node::{self, Node};
use crate::needs::python::{self, Python};
use crate::needs::wasm::{self, Wasm};
use crate::platform::Machine;
use crate::steps::Steps;
use crate::workspace::Workspace;

pub(crate) static TASK: Task = Task {
    name: "setup",
    arguments: "",
    summary: "finds or installs Chrome, the standard library for WebAssembly, Node.js and Python",
    run,
};

fn run(arguments: Arguments) -> Result<()> {
    arguments.finish()?;
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(4, workspace.logs("setup"));
    let mut setup = Setup::new();
    setup.chrome(&mut steps)?;
    setup.wasm(&mut steps)?;
    setup.node(&workspace, &mut steps)?;
    setup.python(&mut steps)?;
    Ok(())
}

/// The set-up steps that tasks share.
#[derive(Debug)]
pub(crate) struct Setup {
    installer: Installer,
}

impl Setup {
    pub(crate) fn new() -> Self {
        Self { installer: Installer::new(Machine::detect()) }
    }

    /// A browser.
    pub(crate) fn chrome(&mut self, steps: &mut Steps) -> Result<Chrome> {
        let mut step = steps.begin("looking for Chrome");
        let found = self.installer.satisfy(&mut step, "Chrome or Chromium", chrome::find, chrome::plan)?;
        step.finish(&found.to_string());
        Ok(found)
    }

    /// A compiler for the bundled components.
    pub(crate) fn wasm(&mut self, steps: &mut Steps) -> Result<Wasm> {
        let mut step = steps.begin("looking for a compiler of WebAssembly");
        let found = wasm::satisfy(&mut self.installer, &mut step)?;
        step.finish(&found.to_string());
        Ok(found)
    }

    /// It fetches the pages of others that the page scripts are checked on.
    pub(crate) fn python(&mut self, steps: &mut Steps) -> Result<Python> {
        let mut step = steps.begin("looking for Python");
        let found = self.installer.satisfy(&mut step, "Python 3 with pip", python::find, python::plan)?;
        step.finish(&found.to_string());
        Ok(found)
    }

    /// The checks of the page scripts run on it.
    pub(crate) fn node(&mut self, workspace: &Workspace, steps: &mut Steps) -> Result<Node> {
        let mut step = steps.begin("looking for Node.js");
        let found = node::satisfy(&mut self.installer, &mut step, &workspace.scratch().join("node"))?;
        step.finish(&found.to_string());
        Ok(found)
    }
}
