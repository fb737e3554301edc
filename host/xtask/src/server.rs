//! The program under demonstration as an MCP client starts it: a child that speaks over stdin and stdout.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::mcp::{Answer, Client};
use crate::steps::last_lines;

/// Longer than any deadline of the server's own.
const PATIENCE: Duration = Duration::from_secs(90);

/// The server closes Chrome within two seconds of the end of its input.
const FAREWELL: Duration = Duration::from_secs(10);

/// How to start the server.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    pub(crate) program: &'a Path,
    /// After `serve`.
    pub(crate) flags: &'a [OsString],
    /// Where the server keeps compiled plugins; none for its usual place.
    pub(crate) cache: Option<&'a Path>,
    /// Takes its stderr.
    pub(crate) log: PathBuf,
}

/// A running server; dropping it ends it.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    /// None once its input is closed.
    client: Option<Client<ChildStdin>>,
    log: PathBuf,
    /// How much of the log [`Server::news`] has given away.
    told: usize,
    /// From the start of the process to the answer of `initialize`.
    pub(crate) ready_after: Duration,
}

impl Server {
    /// Starts the server and shakes hands.
    pub(crate) fn start(launch: Launch<'_>) -> Result<Self> {
        let mut command = Command::new(launch.program);
        command.arg("serve").args(launch.flags);
        if let Some(cache) = launch.cache {
            command.env("XDG_CACHE_HOME", cache);
        }
        Self::spawn(command, launch.log)
    }

    /// Starts whatever MCP server the command is, and shakes hands; `log` takes its stderr.
    pub(crate) fn spawn(mut command: Command, log: PathBuf) -> Result<Self> {
        if let Some(folder) = log.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(file);
        let started = Instant::now();
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start {}", command.get_program().to_string_lossy()))?;
        let output = child.stdout.take().context("stdout was piped")?;
        let input = child.stdin.take().context("stdin was piped")?;
        let client = Client::new(BufReader::new(output), input);
        let mut server = Self { child, client: Some(client), log, told: 0, ready_after: Duration::ZERO };
        let greeting = server.client()?.initialize(PATIENCE);
        server.ready_after = started.elapsed();
        server.explain(greeting)?;
        Ok(server)
    }

    /// Calls a tool.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Result<Answer> {
        let answer = self.client()?.call(tool, arguments, PATIENCE);
        self.explain(answer)
    }

    /// Any other request.
    pub(crate) fn request(&mut self, method: &str, parameters: &Value) -> Result<Value> {
        let answer = self.client()?.request(method, parameters, PATIENCE);
        self.explain(answer)
    }

    /// What it logged since it was asked last.
    pub(crate) fn news(&mut self) -> Result<String> {
        let log = fs::read(&self.log).with_context(|| format!("cannot read {}", self.log.display()))?;
        let news = log.get(self.told..).unwrap_or_default();
        self.told = log.len();
        Ok(String::from_utf8_lossy(news).into_owned())
    }

    /// Resident memory of the process alone, in bytes.
    pub(crate) fn resident_bytes(&self) -> Result<u64> {
        resident_bytes(self.child.id())
    }

    /// The most that it ever was, where the system tells.
    pub(crate) fn peak_bytes(&self) -> Option<u64> {
        status_of(self.child.id(), "VmHWM:")
    }

    /// Closes the server's input and waits for it to end by itself.
    pub(crate) fn stop(mut self) -> Result<()> {
        self.client = None;
        let started = Instant::now();
        while started.elapsed() < FAREWELL {
            if let Some(status) = self.child.try_wait()? {
                if status.success() {
                    return Ok(());
                }
                bail!("the server ended with {status}{}", self.log_end());
            }
            thread::sleep(Duration::from_millis(20));
        }
        bail!("the server still runs {} s after its input was closed{}", FAREWELL.as_secs(), self.log_end())
    }

    fn client(&mut self) -> Result<&mut Client<ChildStdin>> {
        self.client.as_mut().context("the server's input is closed")
    }

    /// A failure of the connection carries what the server said last.
    fn explain<T>(&self, result: Result<T>) -> Result<T> {
        result.map_err(|error| error.context(format!("MCP over stdio failed{}", self.log_end())))
    }

    fn log_end(&self) -> String {
        let text = fs::read(&self.log).unwrap_or_default();
        let text = last_lines(&String::from_utf8_lossy(&text), 20);
        if text.is_empty() { String::new() } else { format!("; the end of its log:\n{text}\n") }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Resident memory of a process, in bytes.
pub(crate) fn resident_bytes(process: u32) -> Result<u64> {
    if let Some(bytes) = status_of(process, "VmRSS:") {
        return Ok(bytes);
    }
    let output = Command::new("ps").args(["-o", "rss=", "-p", &process.to_string()]).output()?;
    kibibytes(&String::from_utf8_lossy(&output.stdout))
}

/// A size in what Linux says of a process.
fn status_of(process: u32, key: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix(key))?;
    kibibytes(size.trim().trim_end_matches("kB")).ok()
}

fn kibibytes(text: &str) -> Result<u64> {
    let number: u64 = text.trim().parse().context("the system did not tell the resident memory")?;
    Ok(number * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_memory_can_be_measured() {
        assert!(resident_bytes(std::process::id()).unwrap() > 500_000);
    }

    #[cfg(unix)]
    #[test]
    fn a_server_that_dies_at_once_is_explained_by_its_log() {
        let folder = tempfile::tempdir().unwrap();
        let program = script(folder.path(), "echo no profile folder >&2; exit 3");
        let error = Server::start(launch(&program, folder.path())).unwrap_err();
        assert!(format!("{error:#}").contains("no profile folder"), "{error:#}");
    }

    #[cfg(unix)]
    #[test]
    fn a_server_ends_when_its_input_does() {
        let folder = tempfile::tempdir().unwrap();
        let program = script(
            folder.path(),
            r#"read line; echo '{"jsonrpc":"2.0","id":1,"result":{}}'; while read line; do :; done"#,
        );
        let server = Server::start(launch(&program, folder.path())).unwrap();
        assert!(server.ready_after > Duration::ZERO);
        server.stop().unwrap();
    }

    #[cfg(unix)]
    fn launch<'a>(program: &'a Path, folder: &Path) -> Launch<'a> {
        Launch { program, flags: &[], cache: None, log: folder.join("server.log") }
    }

    #[cfg(unix)]
    fn script(folder: &Path, body: &str) -> PathBuf {
        use std::os::unix::fs::PermissionsExt;
        let file = folder.join("server");
        fs::write(&file, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }
}
