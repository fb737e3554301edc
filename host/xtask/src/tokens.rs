//! Tokens as a small model counts them: Gemma's own vocabulary, by the package in `host/tests/tokens`.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use crate::needs::node::Node;
use crate::steps::Steps;
use crate::workspace::Workspace;

/// The installed counter.
#[derive(Debug)]
pub(crate) struct Counter {
    node: Node,
    folder: PathBuf,
}

impl Counter {
    /// Installs it from its lock file.
    pub(crate) fn install(workspace: &Workspace, node: Node, steps: &mut Steps) -> Result<Self> {
        let folder = workspace.root.join("host/tests/tokens");
        let mut step = steps.begin("installing the tokenizer");
        step.run(node.npm().current_dir(&folder).args(["ci", "--no-audit", "--no-fund"]))?;
        step.finish("");
        Ok(Self { node, folder })
    }

    /// The counts of all texts, in their order.
    pub(crate) fn count(&self, texts: &[&str]) -> Result<Vec<usize>> {
        let mut child = self
            .node
            .npm()
            .current_dir(&self.folder)
            .args(["run", "--silent", "start"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start npm")?;
        // It reads everything before it writes anything, so that neither side waits for the other.
        let mut input = child.stdin.take().context("stdin was piped")?;
        input.write_all(&serde_json::to_vec(texts)?).context("the tokenizer took no texts")?;
        drop(input);
        let output = child.wait_with_output()?;
        ensure!(output.status.success(), "the tokenizer ended with {}", output.status);
        let counts: Vec<usize> =
            serde_json::from_slice(&output.stdout).context("the tokenizer answered strangely")?;
        ensure!(counts.len() == texts.len(), "{} texts, {} counts", texts.len(), counts.len());
        Ok(counts)
    }
}
