//! The test application as a child: our own pages under the host names of the sites they imitate.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

/// It makes a certificate first.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running test application; dropping it ends it.
#[derive(Debug)]
pub(crate) struct TestApp {
    child: Child,
    /// Root of the pages that belong to no site, without a slash at its end.
    pub(crate) http: String,
    /// Flags with which Chrome finds its pages.
    pub(crate) chrome_args: Vec<String>,
}

impl TestApp {
    /// Starts it on free ports.
    pub(crate) fn start(program: &Path) -> Result<Self> {
        let mut child = Command::new(program)
            .args(["--json", "--http-port", "0", "--https-port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let output = child.stdout.take().context("stdout was piped")?;
        let mut app = Self { child, http: String::new(), chrome_args: Vec::new() };
        let (sender, line) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let read = BufReader::new(output).read_line(&mut line);
            let _ = sender.send(read.map(|_| line));
        });
        let line = line.recv_timeout(PATIENCE).context("the test application did not say where it is")??;
        (app.http, app.chrome_args) = addresses(&line)?;
        Ok(app)
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `{"http": "…", "https": "…", "chrome_args": ["…"]}`
fn addresses(line: &str) -> Result<(String, Vec<String>)> {
    let problem = || format!("the test application said {line:?}");
    let said: Value = serde_json::from_str(line).with_context(problem)?;
    let http = said["http"].as_str().with_context(problem)?.to_owned();
    let flags = said["chrome_args"].as_array().with_context(problem)?;
    let flags = flags.iter().map(|flag| flag.as_str().map(str::to_owned).with_context(problem));
    Ok((http, flags.collect::<Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_and_chrome_flags_are_taken_from_its_first_line() {
        let line =
            r#"{"http":"http://127.0.0.1:1","https":"https://127.0.0.1:2","chrome_args":["--a=b","--c"]}"#;
        let (http, flags) = addresses(line).unwrap();
        assert_eq!(http, "http://127.0.0.1:1");
        assert_eq!(flags, ["--a=b", "--c"]);
    }

    #[test]
    fn a_line_that_is_something_else_is_quoted() {
        let error = addresses("All scenarios: …").unwrap_err();
        assert!(error.to_string().contains("All scenarios"), "{error}");
    }
}
