//! The hooks of this server and what each may cost.

use std::fmt;
use std::time::Duration;

use serde::Deserialize;

const MIB: usize = 1024 * 1024;
const KIB: usize = 1024;

/// A question that the server asks plugins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookKind {
    /// Which elements of a page matter for an intent.
    Ranker,
    /// At which URL the results of a search are.
    SubmitScheme,
    /// Whether a page is a bot check.
    BotCheck,
}

/// What one call of a hook may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Budget {
    /// Processor time. The wall clock is bounded by [`Budget::wall`].
    pub(super) deadline: Duration,
    /// Bytes of linear memory.
    pub(super) memory: usize,
    /// Bytes of the answer.
    pub(super) output: usize,
}

impl HookKind {
    /// Every hook.
    pub const ALL: [Self; 3] = [Self::Ranker, Self::SubmitScheme, Self::BotCheck];

    /// The name of the interface in the WIT package and of the hook in manifests.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ranker => "ranker",
            Self::SubmitScheme => "submit-scheme",
            Self::BotCheck => "bot-check",
        }
    }

    /// What stands in for an answer, in words.
    pub(super) fn fallback(self) -> &'static str {
        match self {
            Self::Ranker => "the built-in order is used",
            Self::SubmitScheme => "site packs and the page's own form are used",
            Self::BotCheck => "site packs and the other detectors are used",
        }
    }

    /// The most that any plugin may use.
    pub(super) fn ceiling(self) -> Budget {
        match self {
            Self::Ranker => {
                Budget { deadline: Duration::from_millis(50), memory: 64 * MIB, output: 128 * KIB }
            }
            Self::SubmitScheme | Self::BotCheck => {
                Budget { deadline: Duration::from_millis(20), memory: 32 * MIB, output: 16 * KIB }
            }
        }
    }
}

impl Budget {
    /// How long a call may take by the wall clock. On a busy machine (a language model on every
    /// core) a call waits for the processor most of the time; that is not the plugin's fault.
    pub(super) fn wall(self) -> Duration {
        self.deadline * 10
    }
}

impl fmt::Display for HookKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
