//! What the server gets from plugins and packs, after checking it.

use std::fmt;
use std::path::PathBuf;

use url::Url;

pub use crate::sites::{Consent, Deed, Note, SiteAdvice, Step, Verify, Wait};

/// An answer, who gave it and what went wrong on the way.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome<T> {
    /// The answer; the fallback's when nobody gave one.
    pub value: T,
    /// Plugins and packs that had a part in it.
    pub by: Vec<String>,
    /// Failures by plugin and hook, for the model and the person.
    pub warnings: Vec<String>,
}

/// Where a plugin or pack comes from. Later sources replace earlier ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Part of the binary.
    Bundled,
    /// The user's plugin folder.
    User,
    /// A folder named by `--plugins`.
    Folder(PathBuf),
    /// The organisation's plugin folder.
    Organisation,
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bundled => formatter.write_str("bundled"),
            Self::User => formatter.write_str("user"),
            Self::Folder(path) => write!(formatter, "{}", path.display()),
            Self::Organisation => formatter.write_str("organisation"),
        }
    }
}

/// Points of one element, summed over plugins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranking {
    /// Each plugin gives −1000 to 1000.
    pub points: i32,
    /// What each plugin gave and why.
    pub why: Vec<Reason>,
}

/// What one plugin gave an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reason {
    /// The plugin.
    pub by: String,
    /// Its points.
    pub points: i32,
    /// Its reason in words; may be empty.
    pub why: String,
}

/// A URL at which the results of a search may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// http or https, on the page's own host or one that the plugin or pack declares.
    pub url: String,
    /// Plugin or pack.
    pub by: String,
    /// Where that comes from.
    pub source: Source,
    /// 0 to 100.
    pub confidence: u8,
    /// The reason in words.
    pub why: String,
    /// How to tell that it worked.
    pub verify: Option<Verify>,
    /// Its pack or plugin names this site; otherwise it is a guess that fits many.
    pub is_declared: bool,
}

/// What plugins say before a page is opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Detour {
    /// Another address to open in its place.
    pub rewrite: Option<Rewrite>,
    /// What is waited for once the page is there.
    pub waits: Vec<Wait>,
}

/// Another address for a navigation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    /// http or https, inside what the plugin declares.
    pub url: Url,
    /// The plugin.
    pub by: String,
}

/// How sure it is that a page is a bot check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum BotLevel {
    /// No mark.
    #[default]
    Clear,
    /// Some marks.
    Suspected,
    /// No doubt.
    Confirmed,
}

impl BotLevel {
    /// The level in lower case.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Suspected => "suspected",
            Self::Confirmed => "confirmed",
        }
    }
}

/// Whether a page is a bot check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BotVerdict {
    /// The worst that anybody said.
    pub level: BotLevel,
    /// Open vocabulary, such as `interstitial` or `captcha`; when clear, empty or `error-page`.
    pub kind: String,
    /// 0 to 100.
    pub confidence: u8,
    /// Marks in words, at most eight.
    pub evidence: Vec<String>,
    /// Who said the worst; empty when clear.
    pub by: String,
}

/// A call as policies see it; `wit/hooks.wit` (interface `policy`) says what its parts hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyCall {
    /// Name of the tool, whatever name the client used.
    pub tool: String,
    /// Arguments as JSON, as the client sent them.
    pub arguments: String,
    /// Address of the page; empty when there is none.
    pub page_url: String,
    /// Where the call would lead, or has led.
    pub target_url: Option<String>,
    /// What else is known.
    pub extra: Vec<(String, String)>,
}

/// The answer to a call as policies see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyOutcome {
    /// The tool failed.
    pub is_error: bool,
    /// Parts of the answer as JSON.
    pub content: String,
    /// Address of the page now.
    pub page_url: String,
}

/// What all policies together say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyVerdict {
    /// The strictest decision.
    pub verdict: Verdict,
    /// What is to be replaced if the call runs, also once a person has said yes.
    pub redactions: Vec<PolicyRedaction>,
    /// Who decided what.
    pub by: Vec<String>,
}

/// The strictest decision of several policies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Verdict {
    /// It may run.
    #[default]
    Allow,
    /// It may run with these texts replaced.
    Redact(Vec<PolicyRedaction>),
    /// A person must say yes first.
    Ask {
        /// Each plugin's reason.
        why: Vec<String>,
        /// The plugins.
        by: String,
    },
    /// It must not run.
    Deny(PolicyRefusal),
}

/// A text to replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRedaction {
    /// JSON pointer to it.
    pub pointer: String,
    /// What stands there instead.
    pub replacement: String,
    /// The plugin.
    pub by: String,
}

/// Why a call must not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyRefusal {
    /// The plugin's code, or `policy-loading`, `policy-unavailable`.
    pub code: String,
    /// The reason in words.
    pub message: String,
    /// The plugin; empty when nobody knows which.
    pub by: String,
    /// What a person can do, where the policy failed.
    pub remedy: String,
    /// No policy decided this: one of them cannot be asked.
    pub is_failure: bool,
}

/// A tool of a plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvidedTool {
    /// `<plugin>__<tool>`.
    pub name: String,
    /// The name that the plugin knows it by.
    pub own_name: String,
    /// The plugin.
    pub by: String,
    /// For the model; begins with the plugin.
    pub description: String,
    /// JSON Schema of its arguments, an object.
    pub schema: serde_json::Map<String, serde_json::Value>,
    /// It never acts on the page.
    pub read_only: bool,
}

/// What a tool of a plugin wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolReply {
    /// To answer with this.
    Done(String),
    /// These steps to be done, and to be asked again.
    Run(Vec<Step>),
    /// To fail, in its own words.
    Fail(String),
}
