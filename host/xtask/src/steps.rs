//! Progress of a task: one numbered line for each step, a sign of life while a child is silent, its output kept
//! in a log file and shown when it fails.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::console::{self, Paint};

/// A step that says nothing for longer than this looks dead.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// Lines of a failed child's output that are shown.
const SHOWN_LINES: usize = 40;

/// The steps of one task.
#[derive(Debug)]
pub(crate) struct Steps {
    total: usize,
    begun: usize,
    logs: PathBuf,
}

impl Steps {
    /// `total` steps whose children's output goes to files in `logs`.
    pub(crate) fn new(total: usize, logs: PathBuf) -> Self {
        Self { total, begun: 0, logs }
    }

    /// Announces the next step.
    pub(crate) fn begin(&mut self, what: &str) -> Step {
        self.begun += 1;
        let title = format!("[{}/{}] {what}", self.begun, self.total.max(self.begun));
        let terminal = io::stderr().is_terminal();
        if terminal {
            console::note_part(&format!("{title} …"));
        } else {
            console::note(&format!("{title} …"));
        }
        let log = self.logs.join(format!("{:02}-{}.log", self.begun, slug(what)));
        Step { title, log, logged: false, started: Instant::now(), rewrite: terminal, ended: false }
    }
}

/// A step in progress; dropping it without [`Step::finish`] reports it as failed.
#[derive(Debug)]
pub(crate) struct Step {
    title: String,
    log: PathBuf,
    logged: bool,
    started: Instant,
    /// The announcement is still the terminal's last line and may be written over.
    rewrite: bool,
    ended: bool,
}

impl Step {
    /// Runs a child to its end with its output in the step's log file; a failure shows the end of that file.
    pub(crate) fn run(&mut self, command: &mut Command) -> Result<()> {
        let file = self.open_log(command)?;
        command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        let mut child = command.spawn().with_context(|| format!("cannot start {}", display(command)))?;
        let status = self.alive(|| child.wait())?;
        self.check(command, status)
    }

    /// Runs a child whose output people and machines want to see; `watch` gets every byte of its stdout too.
    pub(crate) fn run_visibly(
        &mut self,
        command: &mut Command,
        watch: &mut dyn FnMut(&[u8]),
    ) -> Result<ExitStatus> {
        self.leave_line();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().with_context(|| format!("cannot start {}", display(command)))?;
        let mut output = child.stdout.take().context("the child's stdout was piped")?;
        let mut buffer = [0; 8192];
        loop {
            let read = match output.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            watch(&buffer[..read]);
            let mut stdout = io::stdout().lock();
            let _ = stdout.write_all(&buffer[..read]);
            let _ = stdout.flush();
        }
        Ok(child.wait()?)
    }

    /// Ends the step's line with its seconds and, if there is something to say, what was found.
    pub(crate) fn finish(mut self, detail: &str) {
        self.ended = true;
        let paint = Paint::stderr();
        let detail = if detail.is_empty() { String::new() } else { paint.faint(&format!(" ({detail})")) };
        self.rewrite_line(&format!("{} … {}{detail}", self.title, seconds(self.started.elapsed())));
    }

    /// Says something that belongs to the step.
    pub(crate) fn remark(&mut self, text: &str) {
        self.leave_line();
        console::note(&format!("      {text}"));
    }

    fn check(&self, command: &Command, status: ExitStatus) -> Result<()> {
        if status.success() {
            return Ok(());
        }
        let output = fs::read(&self.log).unwrap_or_default();
        bail!(
            "{} ended with {status}; the end of its output (whole: {}):\n{}",
            display(command),
            self.log.display(),
            last_lines(&String::from_utf8_lossy(&output), SHOWN_LINES)
        );
    }

    fn open_log(&mut self, command: &Command) -> Result<File> {
        let folder = self.log.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let mut file = File::options()
            .create(true)
            .write(true)
            .append(self.logged)
            .truncate(!self.logged)
            .open(&self.log)
            .with_context(|| format!("cannot write {}", self.log.display()))?;
        self.logged = true;
        writeln!(file, "$ {}", display(command))?;
        Ok(file)
    }

    /// Waits for `work`, with a line every [`HEARTBEAT`].
    fn alive<T>(&mut self, work: impl FnOnce() -> io::Result<T>) -> Result<T> {
        let (done, waiting) = mpsc::channel::<()>();
        let (title, log, started) = (self.title.clone(), self.log.clone(), self.started);
        let mut first_break = self.rewrite;
        let beats = thread::spawn(move || {
            let mut beaten = false;
            while waiting.recv_timeout(HEARTBEAT) == Err(RecvTimeoutError::Timeout) {
                if std::mem::take(&mut first_break) {
                    console::note("");
                }
                beaten = true;
                console::note(&heartbeat(&title, started.elapsed(), &log));
            }
            beaten
        });
        let result = work();
        drop(done);
        if beats.join().unwrap_or(false) {
            self.rewrite = false;
        }
        Ok(result?)
    }

    fn leave_line(&mut self) {
        if std::mem::take(&mut self.rewrite) {
            console::note("");
        }
    }

    fn rewrite_line(&mut self, text: &str) {
        let start = if std::mem::take(&mut self.rewrite) { "\r" } else { "" };
        console::note(&format!("{start}{text}"));
    }
}

impl Drop for Step {
    fn drop(&mut self) {
        if !self.ended {
            let failed = Paint::stderr().bad("failed");
            self.rewrite_line(&format!(
                "{} … {failed} after {}",
                self.title,
                seconds(self.started.elapsed())
            ));
        }
    }
}

/// A command as it could be typed.
pub(crate) fn display(command: &Command) -> String {
    let mut text = shell_word(&command.get_program().to_string_lossy());
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&shell_word(&argument.to_string_lossy()));
    }
    text
}

/// `word`, quoted where a shell would take it apart.
pub(crate) fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Whole seconds from ten on, tenths below.
pub(crate) fn seconds(elapsed: Duration) -> String {
    if elapsed >= Duration::from_secs(10) {
        format!("{} s", elapsed.as_secs())
    } else {
        format!("{:.1} s", elapsed.as_secs_f64())
    }
}

/// The last `count` lines of `text`.
pub(crate) fn last_lines(text: &str, count: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

fn heartbeat(title: &str, elapsed: Duration, log: &Path) -> String {
    let output = fs::read(log).unwrap_or_default();
    let latest = String::from_utf8_lossy(&output);
    let latest = latest.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let latest: String = latest.chars().take(90).collect();
    format!("{title} … {} so far: {latest}", seconds(elapsed))
}

fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logs() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_failed_child_shows_the_end_of_its_output() {
        let logs = logs();
        let mut step = Steps::new(1, logs.path().to_owned()).begin("counting");
        let error = step
            .run(Command::new("sh").args(["-c", "for i in $(seq 100); do echo line $i; done; exit 3"]))
            .unwrap_err()
            .to_string();
        assert!(error.contains("exit status: 3"), "{error}");
        assert!(error.contains("line 61\n") && error.ends_with("line 100"), "{error}");
        assert!(!error.contains("line 60\n"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn all_commands_of_a_step_share_its_log() {
        let logs = logs();
        let mut step = Steps::new(1, logs.path().to_owned()).begin("Two things");
        step.run(Command::new("echo").arg("one")).unwrap();
        step.run(Command::new("echo").arg("two")).unwrap();
        step.finish("");
        let log = fs::read_to_string(logs.path().join("01-two-things.log")).unwrap();
        assert_eq!(log, "$ echo one\none\n$ echo two\ntwo\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_visible_child_is_watched_and_its_status_returned() {
        let logs = logs();
        let mut step = Steps::new(1, logs.path().to_owned()).begin("watching");
        let mut seen = Vec::new();
        let status = step
            .run_visibly(Command::new("sh").args(["-c", "echo seen; exit 4"]), &mut |bytes| {
                seen.extend_from_slice(bytes);
            })
            .unwrap();
        assert_eq!((seen.as_slice(), status.code()), (b"seen\n".as_slice(), Some(4)));
    }

    #[test]
    fn a_program_that_does_not_exist_is_named() {
        let logs = logs();
        let mut step = Steps::new(1, logs.path().to_owned()).begin("starting");
        let error = step.run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(error.to_string().contains("cannot start no-such-program-here"), "{error}");
    }

    #[test]
    fn commands_are_shown_as_they_could_be_typed() {
        let mut command = Command::new("apt-get");
        command.args(["install", "-y", "a b", "it's"]);
        assert_eq!(display(&command), r"apt-get install -y 'a b' 'it'\''s'");
    }

    #[test]
    fn short_steps_show_tenths_and_long_ones_do_not() {
        assert_eq!(seconds(Duration::from_millis(1_234)), "1.2 s");
        assert_eq!(seconds(Duration::from_millis(109_900)), "109 s");
    }

    #[test]
    fn a_heartbeat_quotes_the_latest_line_of_the_log() {
        let logs = logs();
        let log = logs.path().join("x.log");
        fs::write(&log, "$ cargo build\n   Compiling one\n   Compiling two\n\n").unwrap();
        assert_eq!(
            heartbeat("[1/2] building", Duration::from_secs(30), &log),
            "[1/2] building … 30 s so far: Compiling two"
        );
    }
}
