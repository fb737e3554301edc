//! `plugin.toml`: what a component answers to, on which pages, and what it may have.

use std::time::Duration;

use serde::Deserialize;
use url::Url;

use super::ask::HOOKS;
use super::hook::{Budget, HookKind};
use crate::sites::{self, Css, DocumentError, MAX_PROBES, MatchPattern};
use crate::snapshot::facts::{Probe, ProbeRead};

/// The line of the WIT package that this server speaks, and its point release.
pub(super) const API_LINE: (u64, u64) = (0, 1);
/// Point release within [`API_LINE`].
pub(super) const API_PATCH: u64 = 0;
/// The server never shows a plugin more elements than this.
const MAX_ELEMENTS: usize = 5000;
const MAX_HOOKS: usize = 16;

/// A component's manifest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    schema: u32,
    pub(super) id: PluginId,
    pub(super) version: Version,
    pub(super) api: ApiVersion,
    /// For people.
    #[serde(default)]
    summary: String,
    /// For people.
    #[serde(default)]
    license: String,
    #[serde(default = "default_component")]
    pub(super) wasm: FileName,
    #[serde(rename = "hook")]
    pub(super) hooks: Vec<Hook>,
    #[serde(default, rename = "probe")]
    probes: Vec<ProbeRule>,
    #[serde(default)]
    pub(super) permissions: Permissions,
    #[serde(default)]
    limits: Limits,
}

/// One `[[hook]]`: where and in which order it is asked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Hook {
    pub(super) name: HookKind,
    pub(super) urls: Vec<MatchPattern>,
    #[serde(default)]
    not_urls: Vec<MatchPattern>,
    #[serde(default = "default_priority")]
    pub(super) priority: Priority,
}

/// What the plugin may see and keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Permissions {
    /// Names, titles and other texts of the page.
    pub(super) page_text: bool,
    /// Values of form controls.
    pub(super) page_values: bool,
    /// The `kv` import.
    pub(super) kv: bool,
    /// The element list is cut to this.
    pub(super) max_elements: usize,
}

impl Default for Permissions {
    fn default() -> Self {
        Self { page_text: true, page_values: false, kv: false, max_elements: 1500 }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Limits {
    deadline_ms: Option<u64>,
    memory_mib: Option<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProbeRule {
    id: ProbeId,
    css: Css,
    read: ReadRule,
}

/// Defines a text that is checked when it is read.
macro_rules! checked_text {
    ($(#[$doc:meta])* $name:ident, $says:literal, $fits:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
        #[serde(try_from = "String")]
        pub(super) struct $name(String);

        impl $name {
            pub(super) fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(text: String) -> Result<Self, String> {
                let fits: fn(&str) -> bool = $fits;
                if fits(&text) { Ok(Self(text)) } else { Err(format!("`{text}` must be {}", $says)) }
            }
        }
    };
}

checked_text!(
    /// Name of a plugin.
    PluginId, "2 to 40 characters of a-z, 0-9 and `-`", |text| {
        (2..=40).contains(&text.len())
            && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    }
);
checked_text!(
    /// Version of a plugin, for people.
    Version, "a version such as `0.3.0`", |text| {
        (1..=32).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+'))
    }
);
checked_text!(
    /// A file inside the plugin's folder.
    FileName, "the plain name of a `.wasm` file", |text| {
        text.len() <= 64
            && text.strip_suffix(".wasm").is_some_and(|stem| !stem.is_empty())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    }
);
checked_text!(
    /// Name of a probe.
    ProbeId, "1 to 40 characters of a-z, 0-9 and `-`", |text| {
        (1..=40).contains(&text.len())
            && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    }
);

fn default_component() -> FileName {
    FileName("plugin.wasm".to_owned())
}

/// The WIT package version a plugin is built for: `0.1` or `0.1.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ApiVersion {
    pub(super) line: (u64, u64),
    pub(super) patch: u64,
}

impl TryFrom<String> for ApiVersion {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
        match parts.as_deref() {
            Some([major, minor]) => Ok(Self { line: (*major, *minor), patch: 0 }),
            Some([major, minor, patch]) => Ok(Self { line: (*major, *minor), patch: *patch }),
            _ => Err(format!("`{text}` must be a version such as \"0.1\"")),
        }
    }
}

impl ApiVersion {
    /// True when this server can run what was built for that version.
    pub(super) fn is_spoken(self) -> bool {
        self.line == API_LINE && (0..=API_PATCH).contains(&self.patch)
    }
}

/// 0 to 100; higher goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "u8")]
pub(super) struct Priority(u8);

impl TryFrom<u8> for Priority {
    type Error = &'static str;

    fn try_from(value: u8) -> Result<Self, Self::Error> {
        if value <= 100 { Ok(Self(value)) } else { Err("a priority is 0 to 100") }
    }
}

fn default_priority() -> Priority {
    Priority(50)
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
struct ReadRule(ProbeRead);

impl TryFrom<String> for ReadRule {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match (text.as_str(), text.strip_prefix("attr:")) {
            ("count", _) => Ok(Self(ProbeRead::Count)),
            ("text", _) => Ok(Self(ProbeRead::Text)),
            (_, Some(name)) if !name.is_empty() && name.len() <= 64 => {
                Ok(Self(ProbeRead::Attr(name.to_owned())))
            }
            _ => Err(format!("`{text}` must be `count`, `text` or `attr:NAME`")),
        }
    }
}

impl Manifest {
    /// Reads a manifest. `file` names it in errors.
    pub(super) fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        let manifest: Self = sites::parse_document(file, text)?;
        match manifest.mistake() {
            None => Ok(manifest),
            Some((key, message)) => Err(sites::at_key(file, text, key, message)),
        }
    }

    fn mistake(&self) -> Option<(&'static str, String)> {
        if self.schema != 1 {
            return Some((
                "schema",
                format!("schema {} is not known here; this server reads schema 1", self.schema),
            ));
        }
        if self.hooks.is_empty() || self.hooks.len() > MAX_HOOKS {
            return Some(("[[hook]]", format!("a plugin has 1 to {MAX_HOOKS} hooks")));
        }
        if self.hooks.iter().any(|hook| hook.urls.is_empty()) {
            return Some(("urls", "urls is empty, so the hook would never be asked".to_owned()));
        }
        if self.probes.len() > MAX_PROBES {
            return Some(("[[probe]]", format!("more than {MAX_PROBES} probes")));
        }
        if !(1..=MAX_ELEMENTS).contains(&self.permissions.max_elements) {
            return Some(("max-elements", format!("max-elements is 1 to {MAX_ELEMENTS}")));
        }
        self.too_much()
    }

    fn too_much(&self) -> Option<(&'static str, String)> {
        let deadline =
            self.hooks.iter().map(|hook| hook.name.definition().ceiling.deadline).max().unwrap_or_default();
        let memory =
            self.hooks.iter().map(|hook| hook.name.definition().ceiling.memory).max().unwrap_or_default();
        if let Some(asked) = self.limits.deadline_ms
            && (asked == 0 || Duration::from_millis(asked) > deadline)
        {
            let most = deadline.as_millis();
            return Some(("deadline-ms", format!("deadline-ms is 1 to {most} for these hooks")));
        }
        if let Some(asked) = self.limits.memory_mib
            && (asked == 0 || asked > memory / (1024 * 1024))
        {
            let most = memory / (1024 * 1024);
            return Some(("memory-mib", format!("memory-mib is 1 to {most} for these hooks")));
        }
        None
    }

    /// The hook entry that answers for `url`; the highest priority when several do.
    pub(super) fn hook_for(&self, kind: HookKind, url: &Url) -> Option<&Hook> {
        self.hooks
            .iter()
            .filter(|hook| hook.name == kind && hook.covers(url))
            .max_by_key(|hook| hook.priority)
    }

    /// The hooks by name, each once.
    pub(super) fn kinds(&self) -> Vec<HookKind> {
        HOOKS.iter().copied().filter(|kind| self.hooks.iter().any(|hook| hook.name == *kind)).collect()
    }

    /// What a call of `kind` may use: the ceiling, or less where the manifest says so.
    pub(super) fn budget(&self, kind: HookKind) -> Budget {
        let ceiling = kind.definition().ceiling;
        Budget {
            deadline: self
                .limits
                .deadline_ms
                .map_or(ceiling.deadline, |asked| ceiling.deadline.min(Duration::from_millis(asked))),
            memory: self
                .limits
                .memory_mib
                .map_or(ceiling.memory, |asked| ceiling.memory.min(asked * 1024 * 1024)),
            output: ceiling.output,
        }
    }

    /// The questions this plugin asks of the page at `url`.
    pub(super) fn probes(&self, url: &Url) -> Vec<Probe> {
        if !self.hooks.iter().any(|hook| hook.covers(url)) {
            return Vec::new();
        }
        let prefix = self.probe_prefix();
        let probe = |rule: &ProbeRule| Probe {
            id: format!("{prefix}{}", rule.id.as_str()),
            css: rule.css.as_str().to_owned(),
            read: rule.read.0.clone(),
        };
        self.probes.iter().map(probe).collect()
    }

    /// True when the plugin asks questions of its own, so that it needs its own copy of a page.
    pub(super) fn has_probes(&self) -> bool {
        !self.probes.is_empty()
    }

    /// What stands before the plugin's own probe names.
    pub(super) fn probe_prefix(&self) -> String {
        format!("{}/", self.id.as_str())
    }
}

impl Hook {
    fn covers(&self, url: &Url) -> bool {
        sites::patterns_match(&self.urls, url) && !sites::patterns_match(&self.not_urls, url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"
schema = 1
id = "my-ranker"
version = "0.3.0"
api = "0.1"
summary = "x"
license = "MIT"
wasm = "plugin.wasm"

[[hook]]
name = "ranker"
urls = ["*://*/*"]
not-urls = ["https://login.example.com/*"]
priority = 10

[[hook]]
name = "ranker"
urls = ["https://shop.example/*"]
priority = 60

[[probe]]
id = "grid"
css = "main > *"
read = "attr:data-x"

[permissions]
kv = true
max-elements = 800

[limits]
deadline-ms = 40
memory-mib = 16
"#;

    fn hook(name: &str) -> HookKind {
        HookKind::named(name).unwrap()
    }

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn a_manifest_says_where_and_what() {
        let manifest = Manifest::parse("plugin.toml", WHOLE).unwrap();
        let priority =
            |address: &str| manifest.hook_for(hook("ranker"), &url(address)).map(|hook| hook.priority.0);
        assert_eq!(priority("https://shop.example/x"), Some(60));
        assert_eq!(priority("https://other.example/x"), Some(10));
        assert_eq!(priority("https://login.example.com/x"), None);
        assert_eq!(manifest.hook_for(hook("bot-check"), &url("https://shop.example/x")), None);
        let budget = manifest.budget(hook("ranker"));
        assert_eq!((budget.deadline.as_millis(), budget.memory), (40, 16 * 1024 * 1024));
        assert_eq!(manifest.probes(&url("https://shop.example/"))[0].id, "my-ranker/grid");
        assert!(manifest.probes(&url("https://login.example.com/")).is_empty());
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error =
            |from: &str, to: &str| Manifest::parse("plugin.toml", &WHOLE.replace(from, to)).unwrap_err();
        let said = |from: &str, to: &str| error(from, to).to_string();
        assert!(said("priority = 10", "prio = 10").contains("plugin.toml:14: unknown field `prio`"));
        assert!(said("\"ranker\"\nurls = [\"*", "\"ranking\"\nurls = [\"*").contains("plugin.toml:11: "));
        assert!(said("deadline-ms = 40", "deadline-ms = 51").contains("1 to 50"));
        assert!(said("memory-mib = 16", "memory-mib = 0").contains("plugin.toml:32: memory-mib is 1 to 64"));
        assert!(said("\"my-ranker\"", "\"My Ranker\"").contains("a-z"));
        assert!(said("\"plugin.wasm\"", "\"../plugin.wasm\"").contains("plain name"));
        assert!(said("priority = 60", "priority = 101").contains("0 to 100"));
        assert!(said("attr:data-x", "html").contains("attr:NAME"));
        assert!(said("schema = 1", "schema = 9").contains("schema 9"));
        assert!(said("max-elements = 800", "max-elements = 9000").contains("1 to 5000"));
    }

    #[test]
    fn api_versions_are_compared_by_line() {
        let spoken = |text: &str| ApiVersion::try_from(text.to_owned()).map(ApiVersion::is_spoken);
        assert_eq!(spoken("0.1"), Ok(true));
        assert_eq!(spoken("0.1.0"), Ok(true));
        assert_eq!(spoken("0.1.7"), Ok(false));
        assert_eq!(spoken("0.2"), Ok(false));
        assert!(spoken("one").is_err());
    }
}
