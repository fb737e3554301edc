//! What the tasks need beside cargo: find it, else install it where we may, then verify; else say exactly how.
//! One need, one file.

pub(crate) mod chrome;
pub(crate) mod node;
pub(crate) mod python;
pub(crate) mod wasm;

use std::fmt::Write as _;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::platform::{Line, Machine, Rights};
use crate::steps::Step;

/// How a need can be satisfied on one machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plan {
    /// In this order. Empty: we know no way here.
    pub(crate) lines: Vec<Line>,
    /// Why it is done this way, or what else would help.
    pub(crate) note: String,
}

/// Runs plans, and remembers what need not be done twice.
#[derive(Debug)]
pub(crate) struct Installer {
    pub(crate) machine: Machine,
    lists_are_fresh: bool,
}

impl Installer {
    pub(crate) fn new(machine: Machine) -> Self {
        Self { machine, lists_are_fresh: false }
    }

    /// Installs `what`, or fails with the commands that a person can run.
    pub(crate) fn install(&mut self, step: &mut Step, what: &str, plan: &Plan) -> Result<()> {
        if plan.lines.is_empty() {
            bail!("{what} is missing, and there is no known way to install it here\nhint: {}", plan.note);
        }
        if self.machine.rights == Rights::Missing && plan.lines.iter().any(|line| line.as_root) {
            bail!("{what} is missing, and installing it needs root\n{}", hint(plan, self.machine.rights));
        }
        step.remark(&format!("installing {what}"));
        if !plan.note.is_empty() {
            step.remark(&plan.note);
        }
        for line in &plan.lines {
            if line.refreshes_lists() && std::mem::replace(&mut self.lists_are_fresh, true) {
                continue;
            }
            let words = line.with(self.machine.rights);
            if let Err(error) = step.run(Command::new(&words[0]).args(&words[1..])) {
                bail!("installing {what} failed: {error:#}\n{}", hint(plan, self.machine.rights));
            }
        }
        Ok(())
    }

    /// Finds `what` or installs it and finds it then.
    pub(crate) fn satisfy<T>(
        &mut self,
        step: &mut Step,
        what: &str,
        find: impl Fn() -> Result<T>,
        plan: impl FnOnce(Machine) -> Plan,
    ) -> Result<T> {
        let missing = match find() {
            Ok(found) => return Ok(found),
            Err(missing) => missing,
        };
        step.remark(&format!("{missing:#}"));
        let plan = plan(self.machine);
        self.install(step, what, &plan)?;
        find().with_context(|| format!("{what} was installed and still cannot be used"))
    }
}

/// What a person can type instead of us.
fn hint(plan: &Plan, rights: Rights) -> String {
    let mut text = "hint: run this, then repeat the task:".to_owned();
    for line in &plan.lines {
        let _ = write!(text, "\n    {}", line.typed(rights));
    }
    if !plan.note.is_empty() {
        let _ = write!(text, "\n{}", plan.note);
    }
    text
}

/// The first line that a command prints within ten seconds.
pub(crate) fn first_line(command: &mut Command) -> Result<String> {
    const PATIENCE: Duration = Duration::from_secs(10);
    let shown = crate::steps::display(command);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {shown}"))?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            bail!("{shown} did not answer in {} s", PATIENCE.as_secs());
        }
        thread::sleep(Duration::from_millis(10));
    };
    let mut output = Vec::new();
    child.stdout.take().context("stdout was piped")?.read_to_end(&mut output)?;
    let output = String::from_utf8_lossy(&output);
    if !status.success() {
        bail!("{shown} ended with {status}");
    }
    output.lines().next().map(|line| line.trim().to_owned()).with_context(|| format!("{shown} said nothing"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::PackageManager;
    use crate::steps::Steps;

    fn step() -> (tempfile::TempDir, Step) {
        let logs = tempfile::tempdir().unwrap();
        let step = Steps::new(1, logs.path().to_owned()).begin("a need");
        (logs, step)
    }

    fn installer(rights: Rights) -> Installer {
        Installer::new(Machine { packages: PackageManager::Dnf, rights, x86_64: true })
    }

    fn plan(lines: Vec<Line>) -> Plan {
        Plan { lines, note: String::new() }
    }

    #[test]
    fn what_is_there_is_not_installed() {
        let (_logs, mut step) = step();
        let found = installer(Rights::Root)
            .satisfy(&mut step, "a tool", || Ok(7), |_| panic!("nothing to plan"))
            .unwrap();
        assert_eq!(found, 7);
    }

    #[test]
    fn without_rights_the_error_carries_the_commands() {
        let (_logs, mut step) = step();
        let error = installer(Rights::Missing)
            .install(&mut step, "a tool", &plan(vec![Line::root(&["dnf", "install", "-y", "tool"])]))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "a tool is missing, and installing it needs root\n\
             hint: run this, then repeat the task:\n    sudo dnf install -y tool"
        );
    }

    #[test]
    fn an_unknown_system_gets_advice() {
        let (_logs, mut step) = step();
        let none = Plan { lines: Vec::new(), note: "see the vendor's page".to_owned() };
        let error = installer(Rights::Root).install(&mut step, "a tool", &none).unwrap_err().to_string();
        assert!(error.ends_with("hint: see the vendor's page"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_plan_is_carried_out_and_its_result_verified() {
        let (logs, mut step) = step();
        let file = logs.path().join("tool");
        let path = file.to_str().unwrap().to_owned();
        let find = || file.exists().then_some(()).context("no tool");
        installer(Rights::Missing)
            .satisfy(&mut step, "a tool", find, |_| plan(vec![Line::user(&["touch", &path])]))
            .unwrap();
        assert!(file.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_failed_installation_shows_its_output_and_the_commands() {
        let (_logs, mut step) = step();
        let failing = plan(vec![Line::user(&["sh", "-c", "echo no network; exit 100"])]);
        let error = installer(Rights::Root).install(&mut step, "a tool", &failing).unwrap_err().to_string();
        assert!(error.starts_with("installing a tool failed: "), "{error}");
        assert!(error.contains("\nno network\nhint: run this"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn an_installation_that_changes_nothing_is_an_error() {
        let (_logs, mut step) = step();
        let error = installer(Rights::Missing)
            .satisfy(&mut step, "a tool", || bail!("no tool"), |_| plan(vec![Line::user(&["true"])]))
            .map(|(): ()| ())
            .unwrap_err();
        assert_eq!(format!("{error:#}"), "a tool was installed and still cannot be used: no tool");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_fails_has_no_first_line() {
        assert_eq!(first_line(Command::new("echo").arg(" v1 ")).unwrap(), "v1");
        let error = first_line(Command::new("sh").args(["-c", "echo needs a snap; exit 1"])).unwrap_err();
        assert!(error.to_string().ends_with("ended with exit status: 1"), "{error}");
    }
}
