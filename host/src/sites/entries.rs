//! The entries of a pack. Each says what it is good for, and whether somebody has seen it work.

use std::time::Duration;

use serde::Deserialize;
use toml::value::Datetime;

use super::check::Condition;
use super::css::Css;
use super::matcher::MatchPattern;
use super::steps::{MAX_STEPS, Step};
use super::template::Template;

/// Longest wait for what a page still lacks.
const MOST_WAIT_MS: u64 = 5_000;
const NOTE_BYTES: usize = 200;
const WHY_BYTES: usize = 300;

/// What an entry says of itself.
pub(super) struct Claim<'pack> {
    why: &'pack str,
    is_seen: bool,
    pub(super) is_unverified: bool,
}

impl Claim<'_> {
    /// What is missing, by key.
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        if self.why.trim().is_empty() {
            return Some(("why", "`why` is missing: say in a line what it is good for".to_owned()));
        }
        if self.why.len() > WHY_BYTES {
            return Some(("why", format!("`why` is at most {WHY_BYTES} bytes")));
        }
        match (self.is_seen, self.is_unverified) {
            (true, true) => Some(("unverified", "`seen` and `unverified` contradict each other".to_owned())),
            (false, false) => Some((
                "seen",
                "say `seen = <day on which it was seen to work>`, or `unverified = true`".to_owned(),
            )),
            _ => None,
        }
    }
}

/// Defines an entry: its own keys, and those that all entries have.
macro_rules! entry {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $kind,)*
            /// What it is good for, in words.
            #[serde(default)]
            pub why: String,
            /// Day on which somebody last saw it work.
            pub seen: Option<Datetime>,
            /// Nobody has seen it work yet.
            #[serde(default)]
            pub unverified: bool,
        }

        impl $name {
            pub(super) fn claim(&self) -> Claim<'_> {
                Claim { why: &self.why, is_seen: self.seen.is_some(), is_unverified: self.unverified }
            }
        }
    };
}

/// How to tell that a results page holds results.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Verify {
    /// Where the results stand.
    pub css: Css,
    /// With fewer interactive elements than this it is no results page.
    pub min_elements: Option<u32>,
}

/// How to tell that a consent banner is there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detect {
    /// The banner, or its container.
    pub css: Css,
    /// Whether it counts only where a person can see it.
    #[serde(default)]
    pub visible: bool,
}

entry! {
    /// A way to reach the results of a search without the page's own form.
    SubmitRule {
        /// The pages on which it may be used; all of the pack's when absent.
        when: Option<MatchPattern>,
        /// The URL of the results.
        template: Template,
        /// What the results page must show.
        verify: Option<Verify>,
    }
}

entry! {
    /// Where the content of a page stands.
    Content {
        /// Selectors in order of preference.
        #[serde(default)]
        main: Vec<Css>,
        /// What to leave out.
        #[serde(default)]
        ignore: Vec<Css>,
    }
}

entry! {
    /// The site's own search box.
    SearchBox {
        /// The input.
        input: Css,
        /// The control that submits it.
        submit: Option<Css>,
    }
}

entry! {
    /// Marks of one kind of bot check.
    BotCheckRule {
        /// Open vocabulary, such as `interstitial` or `captcha`.
        kind: String,
        /// One of these is enough.
        any: Vec<Condition>,
    }
}

entry! {
    /// How a consent banner is refused.
    ConsentRule {
        /// The pages on which it is looked for; all of the pack's when absent.
        when: Option<MatchPattern>,
        /// The frame in which `detect` and the steps are looked for; the page itself when absent.
        frame: Option<Css>,
        /// What tells that it is there.
        detect: Detect,
        /// What closes it.
        steps: Vec<Step>,
    }
}

entry! {
    /// Elements that a view lists before others.
    HintRule {
        /// The elements, or what they stand in.
        css: Css,
    }
}

entry! {
    /// What a page still lacks when it has loaded.
    WaitRule {
        /// The pages on which it is waited for; all of the pack's when absent.
        when: Option<MatchPattern>,
        /// What is waited for.
        css: Css,
        /// Whether it is to go away instead.
        #[serde(default)]
        gone: bool,
        /// Longest wait in milliseconds.
        #[serde(default = "default_wait")]
        most_ms: u64,
    }
}

entry! {
    /// A fact that helps whoever reads the page.
    NoteRule {
        /// The pages to which it belongs; all of the pack's when absent.
        when: Option<MatchPattern>,
        /// The fact, in one line.
        text: String,
    }
}

fn default_wait() -> u64 {
    2_000
}

impl ConsentRule {
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        (self.steps.is_empty() || self.steps.len() > MAX_STEPS)
            .then(|| ("steps", format!("`steps` are 1 to {MAX_STEPS}, not {}", self.steps.len())))
    }
}

impl WaitRule {
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        (self.most_ms == 0 || self.most_ms > MOST_WAIT_MS)
            .then(|| ("most-ms", format!("`most-ms` is 1 to {MOST_WAIT_MS}")))
    }

    /// Longest wait.
    pub fn most(&self) -> Duration {
        Duration::from_millis(self.most_ms)
    }
}

impl NoteRule {
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        let text = self.text.trim();
        (text.is_empty() || text.len() > NOTE_BYTES || text.chars().any(char::is_control))
            .then(|| ("text", format!("`text` is one line of 1 to {NOTE_BYTES} bytes, not {}", text.len())))
    }
}

impl Content {
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        (self.main.is_empty() && self.ignore.is_empty())
            .then(|| ("main", "one of `main` and `ignore` must name something".to_owned()))
    }
}

impl BotCheckRule {
    pub(super) fn problem(&self) -> Option<(&'static str, String)> {
        self.any.is_empty().then(|| ("any", "`any` is empty, so it would never be found".to_owned()))
    }
}
