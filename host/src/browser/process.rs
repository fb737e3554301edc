//! The Chrome process we started, and its end: asked first, then told, never left behind.

use std::collections::VecDeque;
use std::fs::File;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use super::profile::Profile;

/// How long Chrome may take to end by itself before its process group is told to.
const ASKED: Duration = Duration::from_millis(1_200);
/// How long the group may take before it is killed.
const TOLD: Duration = Duration::from_millis(400);
/// How many of Chrome's last lines are kept.
const LINES: usize = 50;
/// How much of Chrome's stderr is kept at most.
const KEPT: usize = 32 * 1024;

/// A Chrome of ours. Dropping it ends Chrome, unless it is to be kept open.
#[derive(Debug)]
pub(super) struct ChromeProcess {
    pid: u32,
    keep_open: bool,
    stop: CancellationToken,
    ended: CancellationToken,
    exit: Arc<Mutex<Option<String>>>,
    log: Log,
    profile: PathBuf,
}

/// Where Chrome's stderr goes.
#[derive(Debug, Clone)]
enum Log {
    /// The newest bytes of a pipe that a task of ours drains.
    Drained(Arc<Mutex<VecDeque<u8>>>),
    /// A file: a Chrome that outlives us cannot write to a pipe of ours.
    File(PathBuf),
}

impl ChromeProcess {
    /// Starts Chrome in a process group of its own.
    pub(super) fn spawn(mut command: Command, profile: Profile, keep_open: bool) -> std::io::Result<Self> {
        command.stdin(Stdio::null()).stdout(Stdio::null()).process_group(0).kill_on_drop(!keep_open);
        let log_file = profile.dir.join("chrome-stderr.log");
        command.stderr(if keep_open { Stdio::from(File::create(&log_file)?) } else { Stdio::piped() });
        let mut child = command.spawn()?;
        let pid = child.id().expect("a child that was not awaited has a pid");
        let log = match child.stderr.take() {
            Some(stderr) => {
                let tail = Arc::default();
                tokio::spawn(drain(stderr, Arc::clone(&tail)));
                Log::Drained(tail)
            }
            None => Log::File(log_file),
        };
        let process = Self {
            pid,
            keep_open,
            stop: CancellationToken::new(),
            ended: CancellationToken::new(),
            exit: Arc::default(),
            log,
            profile: profile.dir.clone(),
        };
        tokio::spawn(watch(
            child,
            profile,
            (!keep_open).then(|| process.stop.clone()),
            process.ended.clone(),
            Arc::clone(&process.exit),
        ));
        Ok(process)
    }

    pub(super) fn pid(&self) -> u32 {
        self.pid
    }

    pub(super) fn keep_open(&self) -> bool {
        self.keep_open
    }

    /// The profile it runs on.
    pub(super) fn profile(&self) -> &PathBuf {
        &self.profile
    }

    /// Cancelled once the process has ended and was reaped.
    pub(super) fn ended(&self) -> &CancellationToken {
        &self.ended
    }

    /// How it ended, once it has.
    pub(super) fn exit(&self) -> Option<String> {
        self.exit.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Lets a Chrome that was asked to close end by itself for a moment, then ends it. Bounded.
    pub(super) async fn stop(&self) {
        self.stop.cancel();
        if !self.keep_open {
            // Killing is certain; the margin is for the operating system.
            let _ = tokio::time::timeout(ASKED + TOLD * 2, self.ended.cancelled()).await;
        }
    }

    /// Chrome's last lines on stderr.
    pub(super) fn last_lines(&self) -> Vec<String> {
        let bytes = match &self.log {
            Log::Drained(tail) => {
                tail.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
            }
            Log::File(path) => std::fs::read(path).unwrap_or_default(),
        };
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(LINES)..].iter().map(|line| (*line).to_owned()).collect()
    }
}

impl Drop for ChromeProcess {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Waits for Chrome's end and brings it about when told to; the process is reaped in any case.
async fn watch(
    mut child: Child,
    profile: Profile,
    stop: Option<CancellationToken>,
    ended: CancellationToken,
    exit: Arc<Mutex<Option<String>>>,
) {
    let group = child.id().and_then(|pid| i32::try_from(pid).ok()).map(Pid::from_raw);
    let stopped = async {
        match &stop {
            Some(stop) => stop.cancelled().await,
            None => std::future::pending().await,
        }
    };
    let status = tokio::select! {
        status = child.wait() => status,
        () = stopped => end(&mut child, group).await,
    };
    if stop.is_some() {
        // Helper processes that outlived the main one.
        signal_group(group, Signal::SIGKILL);
    }
    let text = status.map_or_else(|error| error.to_string(), |status: ExitStatus| status.to_string());
    *exit.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    drop(profile);
    ended.cancel();
}

async fn end(child: &mut Child, group: Option<Pid>) -> std::io::Result<ExitStatus> {
    for (limit, signal) in [(ASKED, Signal::SIGTERM), (TOLD, Signal::SIGKILL)] {
        if let Ok(status) = tokio::time::timeout(limit, child.wait()).await {
            return status;
        }
        signal_group(group, signal);
    }
    child.wait().await
}

fn signal_group(group: Option<Pid>, signal: Signal) {
    if let Some(group) = group {
        // A group that has gone is what was wanted.
        let _ = killpg(group, signal);
    }
}

/// Reads until the end, so that Chrome never blocks on a full pipe; keeps the newest bytes.
async fn drain(mut stderr: impl AsyncRead + Unpin, tail: Arc<Mutex<VecDeque<u8>>>) {
    let mut buffer = vec![0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer).await {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..count]);
        let surplus = tail.len().saturating_sub(KEPT);
        tail.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> (tempfile::TempDir, Profile) {
        let dir = tempfile::tempdir().unwrap();
        let (profile, _) = super::super::profile::claim(dir.path(), 1, &mut Vec::new()).unwrap();
        (dir, profile)
    }

    #[tokio::test]
    async fn a_process_that_ignores_the_request_is_killed_and_reaped() {
        let (_dir, profile) = profile();
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' TERM; echo started >&2; sleep 600 & wait; sleep 600"]);
        let process = ChromeProcess::spawn(command, profile, false).unwrap();
        let p = crate::progress::Progress::uncancelled(Duration::from_mins(1));
        while process.last_lines().is_empty() {
            p.wait(Duration::from_millis(5)).await.unwrap();
        }
        process.stop().await;
        assert!(process.ended().is_cancelled());
        assert!(process.exit().unwrap().contains("SIGKILL"), "{:?}", process.exit());
        assert_eq!(process.last_lines(), ["started"]);
    }

    #[tokio::test]
    async fn the_end_of_the_process_is_told_with_its_status() {
        let (_dir, profile) = profile();
        let mut command = Command::new("sh");
        command.args(["-c", "exit 3"]);
        let process = ChromeProcess::spawn(command, profile, false).unwrap();
        process.ended().cancelled().await;
        assert_eq!(process.exit().unwrap(), "exit status: 3");
    }

    #[tokio::test]
    async fn only_the_newest_bytes_of_a_flood_are_kept() {
        let tail = Arc::default();
        let flood = [vec![b'a'; KEPT * 3], b"last".to_vec()].concat();
        drain(flood.as_slice(), Arc::clone(&tail)).await;
        let tail = tail.lock().unwrap();
        assert_eq!(tail.len(), KEPT);
        assert!(tail.iter().copied().collect::<Vec<u8>>().ends_with(b"last"));
    }
}
