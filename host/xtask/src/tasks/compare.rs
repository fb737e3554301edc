//! `compare`: Sekme and other browser servers on the same pages in one run, step by step in turn, so that whatever
//! else the machine does meets all of them.

mod contest;
mod peers;
mod processes;
mod tables;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Task;
use super::build::programs;
use super::demo::start_test_app;
use super::setup::Setup;
use crate::arguments::{Arguments, UsageError};
use crate::console;
use crate::needs::node::Node;
use crate::report::{self, milliseconds};
use crate::server::Server;
use crate::steps::Steps;
use crate::tokens::Counter;
use crate::workspace::{Profile, Workspace};

use contest::{Contest, Contestant};
use peers::{Kind, Tools};

pub(crate) static TASK: Task = Task {
    name: "compare",
    arguments: "[--binary PATH] [--testapp PATH] [--rounds N] [--json]",
    summary: "measures sekme beside other browser servers on the same pages, step by step in turn",
    run,
};

/// Measured rounds on each page; one more comes before them.
const ROUNDS: usize = 9;
const STARTS: usize = 5;
/// Interactive elements of the pages.
const SIZES: [usize; 2] = [100, 500];
/// The tool surfaces, and what `tools/list` of each may cost in tokens.
const SURFACES: &[(&str, Option<usize>)] =
    &[("browser", Some(2_500)), ("lite", Some(900)), ("vew", None), ("all", None)];

fn run(mut arguments: Arguments) -> Result<()> {
    let binary = arguments.option("--binary")?.map(PathBuf::from);
    let testapp = arguments.option("--testapp")?.map(PathBuf::from);
    let rounds = rounds(arguments.option("--rounds")?)?;
    let as_json = arguments.flag("--json");
    arguments.finish()?;
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(11, workspace.logs("compare"));
    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let node = setup.node(&workspace, &mut steps)?;
    let counter = Counter::install(&workspace, node.clone(), &mut steps)?;
    let packages = install_peers(&workspace, &node, &mut steps)?;
    let (sekme, testapp) = programs(binary, testapp, Profile::Release, &workspace, &mut setup, &mut steps)?;
    let app = start_test_app(&testapp, &mut steps)?;
    let folder = workspace.temporary()?;
    let tools = Tools {
        sekme: &sekme,
        chrome: &chrome.program,
        node: &node,
        packages: &packages,
        folder: folder.path(),
    };

    let step = steps.begin("starting every server several times");
    let starts = starts(&tools);
    let agent_alone = agent_alone(&tools);
    step.finish("");
    let step = steps.begin("working with all servers in turn");
    let mut contest = Contest::start(&tools, &app.http)?;
    for size in SIZES {
        contest.play(size, rounds)?;
    }
    let (contestants, mut remarks) = contest.end();
    remarks.extend(agent_alone);
    step.finish("");
    let step = steps.begin("asking each surface for its tools");
    let mut surfaces = Vec::new();
    for (name, limit) in SURFACES {
        match listed(&tools, name) {
            Ok(list) => surfaces.push(tables::Surface { name, limit: *limit, list }),
            Err(error) => remarks.push(format!("- surface {name}: {error:#}")),
        }
    }
    step.finish("");
    let step = steps.begin("counting tokens");
    let tokens = Tokens::count(&counter, &contestants, &surfaces)?;
    step.finish("");
    let figures = tables::Figures { starts, contestants, surfaces, tokens, remarks };
    let tables = figures.tables();
    console::line(&if as_json { report::json(&tables) } else { report::markdown(&tables) });
    Ok(())
}

fn rounds(given: Option<String>) -> Result<usize> {
    let Some(text) = given else { return Ok(ROUNDS) };
    let number = text.parse().ok().filter(|number| *number > 0);
    Ok(number.ok_or_else(|| UsageError(format!("--rounds {text:?} is no number of rounds")))?)
}

/// Installs the other servers into the cache of the corpus; answers the folder of their packages.
fn install_peers(workspace: &Workspace, node: &Node, steps: &mut Steps) -> Result<PathBuf> {
    let mut step = steps.begin("installing the other servers");
    let mut npm = node.npm();
    npm.current_dir(workspace.root.join("host/tests/corpus")).args(["run", "--silent", "peers"]);
    step.run(&mut npm)?;
    // The step has its output in a log; what is asked here comes at once, since everything is there.
    let output = npm.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::piped()).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let folder = said.lines().last().context("the installation did not say where the packages are")?;
    step.finish("");
    Ok(PathBuf::from(folder))
}

/// Milliseconds from the start of each server to its answer of `initialize`.
fn starts(tools: &Tools<'_>) -> BTreeMap<Kind, Vec<f64>> {
    let mut starts = BTreeMap::<Kind, Vec<f64>>::new();
    // The first start of each fills its caches.
    for run in 0..=STARTS {
        for kind in Kind::ALL {
            let Ok(contestant) = Contestant::start(kind, tools) else { continue };
            if run > 0 {
                starts.entry(kind).or_default().push(milliseconds(contestant.ready_after()));
            }
            contestant.end();
        }
    }
    starts
}

/// The package of agent-browser starts a program through Node.js; one who names the program itself saves that.
fn agent_alone(tools: &Tools<'_>) -> Option<String> {
    let ready = |_| {
        let server = Server::spawn(peers::agent_alone(tools), tools.log("agent-browser-alone")).ok()?;
        let ready_after = milliseconds(server.ready_after);
        server.stop().ok()?;
        Some(ready_after)
    };
    let runs: Vec<f64> = (0..=STARTS).filter_map(ready).skip(1).collect();
    let median = report::median(&runs)?;
    Some(format!("- agent-browser without the Node.js launcher of its package starts in {median:.1} ms."))
}

/// `tools/list` of one surface.
fn listed(tools: &Tools<'_>, surface: &str) -> Result<Value> {
    let mut command = Kind::Sekme.command(tools);
    command.args(["--tools", surface]);
    let mut server = Server::spawn(command, tools.log(&format!("surface-{surface}")))?;
    let list = server.request("tools/list", &json!({}))?["tools"].take();
    server.stop()?;
    Ok(list)
}

/// Tokens of every text that is in a table.
#[derive(Debug)]
struct Tokens(BTreeMap<String, usize>);

impl Tokens {
    fn count(counter: &Counter, contestants: &[Contestant], surfaces: &[tables::Surface]) -> Result<Self> {
        let mut texts: Vec<String> = contestants.iter().flat_map(Contestant::texts).collect();
        texts.extend(surfaces.iter().map(|surface| surface.list.to_string()));
        texts.sort_unstable();
        texts.dedup();
        let counts = counter.count(&texts.iter().map(String::as_str).collect::<Vec<_>>())?;
        Ok(Self(texts.into_iter().zip(counts).collect()))
    }

    fn of(&self, text: &str) -> Option<usize> {
        self.0.get(text).copied()
    }
}

impl Tools<'_> {
    /// Where a server's stderr goes.
    fn log(&self, name: &str) -> PathBuf {
        self.folder.join("logs").join(name)
    }

    /// A folder of a server's own.
    fn own(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn script(&self, path: &str) -> PathBuf {
        self.packages.join(Path::new(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_rounds_is_a_number_above_zero() {
        assert_eq!(rounds(None).unwrap(), ROUNDS);
        assert_eq!(rounds(Some("3".to_owned())).unwrap(), 3);
        for bad in ["0", "many", "-1"] {
            assert!(rounds(Some(bad.to_owned())).unwrap_err().is::<UsageError>(), "{bad}");
        }
    }
}
