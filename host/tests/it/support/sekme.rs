//! The real program as a child process, spoken to over its pipes as a client would.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::{Child, Command};

use super::mcp::{Client, initialize, request, soon};

/// A running `sekme serve` with folders of its own.
pub(crate) struct Sekme {
    pub(crate) client: Client,
    pub(crate) child: Child,
    pub(crate) artifacts: TempDir,
    next: u32,
}

/// What a tool answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) is_error: bool,
    pub(crate) result: Value,
    pub(crate) elapsed: Duration,
}

impl Sekme {
    /// Starts it with these flags and initializes it.
    pub(crate) async fn start<S: AsRef<OsStr>>(flags: impl IntoIterator<Item = S>) -> Self {
        Self::declaring(json!({}), flags).await
    }

    /// The same as a client with these capabilities.
    pub(crate) async fn declaring<S: AsRef<OsStr>>(
        capabilities: Value,
        flags: impl IntoIterator<Item = S>,
    ) -> Self {
        let artifacts = TempDir::new().expect("a temporary folder");
        // Its log stays in its folder: dozens of programs at once would drown what the tests say.
        let log = std::fs::File::create(artifacts.path().join("stderr.log")).expect("writable");
        let mut child = command(artifacts.path())
            .args(flags)
            .stderr(log)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        let mut client =
            Client::over(child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let mut hello = initialize("2025-11-25");
        hello["params"]["capabilities"] = capabilities;
        let answer = client.ask(&hello).await;
        assert_eq!(answer["result"]["serverInfo"]["name"], "sekme", "{answer}");
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        Self { client, child, artifacts, next: 1 }
    }

    /// Starts it so that it finds the pages of the test application under their real names.
    pub(crate) async fn with_pages(pages: &sekme_testapp::Server, flags: &[&str]) -> Self {
        let mut all: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        all.extend(pages.chrome_args().into_iter().map(|argument| format!("--chrome-arg={argument}")));
        Self::start(all).await
    }

    /// Sends a call without waiting for its answer; returns its id.
    pub(crate) async fn post(&mut self, tool: &str, arguments: &Value) -> u32 {
        self.next += 1;
        let params = json!({"name": tool, "arguments": arguments});
        self.client.send(&request(self.next, "tools/call", &params).to_string()).await;
        self.next
    }

    /// The next message, which must answer this id. Bounded by the longest call.
    pub(crate) async fn answer(&mut self, id: u32) -> Answer {
        let start = Instant::now();
        let message = tokio::time::timeout(Duration::from_mins(2), self.client.message_unbounded())
            .await
            .expect("every call is answered");
        assert_eq!(message["id"], id, "{message}");
        let result = message["result"].clone();
        let parts = result["content"].as_array().unwrap_or_else(|| panic!("no content: {message}"));
        let texts: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
        Answer {
            text: texts.join("\n"),
            is_error: result["isError"] == json!(true),
            result,
            elapsed: start.elapsed(),
        }
    }

    /// Calls a tool.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Answer {
        let id = self.post(tool, &arguments).await;
        self.answer(id).await
    }

    /// Calls a tool that must succeed.
    pub(crate) async fn ok(&mut self, tool: &str, arguments: Value) -> Answer {
        let answer = self.call(tool, arguments.clone()).await;
        assert!(!answer.is_error, "{tool} {arguments}: {}", answer.text);
        answer
    }

    /// Calls a tool that must fail with this code.
    pub(crate) async fn fails(&mut self, tool: &str, arguments: Value, code: &str) -> Answer {
        let answer = self.call(tool, arguments.clone()).await;
        let head = format!("error[{code}]");
        assert!(answer.is_error && answer.text.starts_with(&head), "{tool} {arguments}: {}", answer.text);
        assert!(answer.text.contains("\nhint: "), "no advice: {}", answer.text);
        answer
    }

    /// Opens a page, also one that was opened before.
    pub(crate) async fn open(&mut self, url: &str) -> Answer {
        let answer = self.call("browser_navigate", json!({"url": url})).await;
        if answer.text.starts_with("error[loop-guard]") {
            // A test starts over where a model goes in a circle; a page that was never seen lets it.
            let fresh = format!("data:text/html,<title>Start {}</title>", self.next);
            self.ok("browser_navigate", json!({"url": fresh})).await;
            return self.ok("browser_navigate", json!({"url": url})).await;
        }
        assert!(!answer.is_error, "{url}: {}", answer.text);
        answer
    }

    /// Process id of its Chrome, as `browser_status` tells it.
    pub(crate) async fn chrome(&mut self) -> i32 {
        let status = self.ok("browser_status", json!({})).await.text;
        let (_, rest) = status.split_once("process ").unwrap_or_else(|| panic!("{status}"));
        rest.lines().next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{status}"))
    }

    /// Closes its input and waits for it to end.
    pub(crate) async fn end(mut self) -> std::process::ExitStatus {
        self.client.close_input();
        soon(self.child.wait()).await.expect("it can be waited for")
    }

    /// The audit records so far.
    pub(crate) fn audit(&self) -> Vec<Value> {
        let files = std::fs::read_dir(self.artifacts.path()).expect("readable");
        files
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
            .flat_map(|path| {
                let text = std::fs::read_to_string(path).expect("text");
                text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<Value>>()
            })
            .collect()
    }
}

impl Answer {
    /// The first ref whose line contains all these words.
    pub(crate) fn reference(&self, words: &[&str]) -> String {
        let fits = |line: &&str| is_element(line) && words.iter().all(|word| line.contains(word));
        let line = self.text.lines().find(fits).unwrap_or_else(|| panic!("no {words:?} in {}", self.text));
        line.split(' ').next().unwrap_or_default().to_owned()
    }

    /// The lines of elements.
    pub(crate) fn elements(&self) -> Vec<&str> {
        self.text.lines().filter(|line| is_element(line)).collect()
    }

    /// The receipt.
    pub(crate) fn receipt(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }

    /// Which plugin decided what.
    pub(crate) fn decisions(&self) -> String {
        self.result["_meta"]["sekme/decisions"].to_string()
    }

    /// That it contains a text.
    #[track_caller]
    pub(crate) fn has(&self, text: &str) -> &Self {
        assert!(self.text.contains(text), "no {text:?} in {}", self.text);
        self
    }
}

fn is_element(line: &str) -> bool {
    let number = line.split(' ').next().and_then(|word| word.strip_prefix('e'));
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The program with folders of its own and a shared cache of compiled plugins.
pub(crate) fn command(artifacts: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sekme"));
    command.arg("serve");
    in_folders(&mut command, artifacts);
    command
}

/// Keeps a subcommand away from the folders of the person who runs the tests.
pub(crate) fn in_folders(command: &mut Command, artifacts: &Path) {
    command
        .arg("--headless")
        .arg("--artifact-dir")
        .arg(artifacts)
        .env("XDG_DATA_HOME", artifacts.join("data"))
        .env("XDG_CONFIG_HOME", artifacts.join("config"))
        .env("XDG_STATE_HOME", artifacts.join("state"))
        .env("XDG_CACHE_HOME", PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache"));
}

/// Whether a process runs. A zombie that its parent has not collected yet does not.
pub(crate) fn is_running(pid: i32) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with('Z')))
}

/// Every process of a process group.
pub(crate) fn group(leader: i32) -> Vec<i32> {
    let entries = std::fs::read_dir("/proc").expect("a /proc");
    entries
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
            fields.get(2).and_then(|group| group.parse().ok()) == Some(leader)
        })
        .collect()
}

/// Waits until none of the processes runs, and says how long that took.
pub(crate) async fn gone(processes: &[i32]) -> Duration {
    let start = Instant::now();
    while processes.iter().any(|pid| is_running(*pid)) {
        assert!(start.elapsed() < Duration::from_secs(20), "still running: {processes:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    start.elapsed()
}
