//! What is loaded, what is not and why, and what failed lately.

use std::collections::VecDeque;

use super::answer::Source;
use super::manifest::Grant;

const KEPT_WARNINGS: usize = 32;

/// State of all plugins and packs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PluginStatus {
    /// In use, by id.
    pub loaded: Vec<LoadedPlugin>,
    /// Not in use.
    pub failed: Vec<FailedPlugin>,
    /// Switched off by a person, with where they are.
    pub disabled: Vec<String>,
    /// Replacements, and the newest failures of calls with how often they happened.
    pub warnings: Vec<String>,
    /// Components that are still being compiled.
    pub loading: usize,
}

/// Kind of a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PluginKind {
    /// WebAssembly.
    Component,
    /// `site.toml`.
    Pack,
}

/// How firmly that which is in use was looked at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Pin {
    /// Part of the binary.
    Embedded,
    /// Named on the command line: its files are followed, and it gets what it asks for.
    #[default]
    Named,
    /// Accepted by a person, and bound to the hashes of its files.
    Pinned,
    /// Dropped into the user's folder: its files are followed, and it gets the text of pages alone.
    Unpinned,
}

impl Pin {
    /// The word for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Named => "named",
            Self::Pinned => "pinned",
            Self::Unpinned => "unpinned",
        }
    }
}

/// Why something is not in use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FailedState {
    /// It cannot be used as it is.
    #[default]
    Failed,
    /// Its files are not those that were accepted.
    Changed,
    /// It is in an organisation's folder, and no administrator accepted it.
    NotAccepted,
    /// It was accepted, and is not there.
    Missing,
}

impl FailedState {
    /// The word for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Changed => "changed",
            Self::NotAccepted => "not accepted",
            Self::Missing => "missing",
        }
    }
}

/// A plugin or pack in use.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadedPlugin {
    /// Its name.
    pub id: String,
    /// Its version; may be empty for packs.
    pub version: String,
    /// Where it comes from.
    pub source: Source,
    /// What it answers to, in the words of the manifest.
    pub hooks: Vec<String>,
    /// Component or pack.
    pub kind: PluginKind,
    /// Milliseconds that loading took.
    pub load_ms: f64,
    /// Its compiled form came from the cache.
    pub cached: bool,
    /// It says of itself that nobody has seen some part of it work.
    pub unverified: bool,
    /// How firmly it was looked at.
    pub pin: Pin,
    /// What it was given.
    pub granted: Vec<Grant>,
    /// Why the version that is there now is not in use; this is the one before.
    pub kept: Option<String>,
}

/// A plugin or pack that is not in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedPlugin {
    /// Id, version and source where they could be read, else the path.
    pub id_or_path: String,
    /// Cause, evidence and remedy.
    pub problem: String,
    /// The same in one word.
    pub state: FailedState,
}

/// The newest warnings, equal ones counted.
#[derive(Debug, Default)]
pub(super) struct RecentWarnings {
    kept: VecDeque<(String, u64)>,
}

impl RecentWarnings {
    pub(super) fn add(&mut self, warning: &str) {
        let count = match self.kept.iter().position(|(text, _)| text == warning) {
            Some(at) => self.kept.remove(at).map_or(0, |(_, count)| count),
            None => 0,
        };
        self.kept.push_back((warning.to_owned(), count + 1));
        if self.kept.len() > KEPT_WARNINGS {
            self.kept.pop_front();
        }
    }

    /// Newest first.
    pub(super) fn lines(&self) -> impl Iterator<Item = String> {
        self.kept.iter().rev().map(
            |(text, count)| {
                if *count > 1 { format!("{count} × {text}") } else { text.clone() }
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_warnings_are_counted_and_the_newest_come_first() {
        let mut warnings = RecentWarnings::default();
        for text in ["a", "b", "a"] {
            warnings.add(text);
        }
        assert_eq!(warnings.lines().collect::<Vec<_>>(), ["2 × a", "b"]);
        for number in 0..100 {
            warnings.add(&number.to_string());
        }
        assert_eq!(warnings.lines().count(), KEPT_WARNINGS);
    }
}
