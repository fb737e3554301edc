//! Everything that people read: results on stdout, progress and errors on stderr, colour only on a terminal.

use std::io::{self, IsTerminal, Write};

/// Writes a line to stdout; a closed pipe is no reason to fail.
pub(crate) fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// Writes a line to stderr.
#[expect(
    clippy::print_stderr,
    reason = "people watch the progress there; the macro's output is captured in tests"
)]
pub(crate) fn note(text: &str) {
    eprintln!("{text}");
}

/// Writes to stderr without ending the line.
#[expect(
    clippy::print_stderr,
    reason = "people watch the progress there; the macro's output is captured in tests"
)]
pub(crate) fn note_part(text: &str) {
    eprint!("{text}");
    let _ = io::stderr().flush();
}

/// Writes an error with its causes on one line.
pub(crate) fn error(error: &anyhow::Error) {
    note(&format!("{} {error:#}", Paint::stderr().bad("error:")));
}

/// Colours, or nothing where they would be noise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    enabled: bool,
}

impl Paint {
    /// No colours.
    #[cfg(test)]
    pub(crate) const PLAIN: Self = Self { enabled: false };

    /// For text that goes to stdout.
    pub(crate) fn stdout() -> Self {
        Self { enabled: allowed() && io::stdout().is_terminal() }
    }

    /// For text that goes to stderr.
    pub(crate) fn stderr() -> Self {
        Self { enabled: allowed() && io::stderr().is_terminal() }
    }

    pub(crate) fn strong(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.wrap("32", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.wrap("1;31", text)
    }

    pub(crate) fn call(self, text: &str) -> String {
        self.wrap("1;36", text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.enabled { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// <https://no-color.org>: any non-empty value means no colour.
fn allowed() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(Paint::PLAIN.bad("failed"), "failed");
        assert_eq!(Paint { enabled: true }.good("ok"), "\x1b[32mok\x1b[0m");
    }
}
