//! The values that stand in a manifest, each checked when it is read.

use serde::{Deserialize, Serialize};

use super::{API_LINE, API_PATCH};
use crate::sites::Glob;
use crate::snapshot::facts::ProbeRead;

/// The highest priority of a plugin that is not the organisation's.
const MOST_PRIORITY: u16 = 100;
/// What an organisation may put above everything else.
const ORGANISATION_PRIORITIES: std::ops::RangeInclusive<u16> = 900..=999;

/// Defines a text that is checked when it is read.
macro_rules! checked_text {
    ($(#[$doc:meta])* $name:ident, $says:literal, $fits:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
        #[serde(try_from = "String")]
        pub(in crate::plugin) struct $name(String);

        impl $name {
            pub(in crate::plugin) fn as_str(&self) -> &str {
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

checked_text!(
    /// A JSON Schema inside the plugin's folder.
    SchemaName, "the plain name of a `.json` file", |text| {
        text.len() <= 64
            && text.strip_suffix(".json").is_some_and(|stem| !stem.is_empty())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    }
);

/// The component's name where the manifest gives none.
pub(in crate::plugin) fn default_component() -> FileName {
    FileName("plugin.wasm".to_owned())
}

/// The WIT package version a plugin is built for: `0.1` or `0.1.0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::plugin) struct ApiVersion {
    pub(in crate::plugin) line: (u64, u64),
    pub(in crate::plugin) patch: u64,
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

impl std::fmt::Display for ApiVersion {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (major, minor) = self.line;
        match self.patch {
            0 => write!(formatter, "{major}.{minor}"),
            patch => write!(formatter, "{major}.{minor}.{patch}"),
        }
    }
}

impl ApiVersion {
    /// True when this server can run what was built for that version.
    pub(in crate::plugin) fn is_spoken(self) -> bool {
        self.line == API_LINE && (0..=API_PATCH).contains(&self.patch)
    }
}

/// 0 to 100, and 900 to 999 for plugins of an organisation; higher goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "u16")]
pub(in crate::plugin) struct Priority(pub(in crate::plugin) u16);

impl TryFrom<u16> for Priority {
    type Error = &'static str;

    fn try_from(value: u16) -> Result<Self, Self::Error> {
        if value <= MOST_PRIORITY || ORGANISATION_PRIORITIES.contains(&value) {
            Ok(Self(value))
        } else {
            Err("a priority is 0 to 100; plugins of an organisation may use 900 to 999")
        }
    }
}

impl Priority {
    /// What a hook has that names none.
    pub(in crate::plugin) fn usual() -> Self {
        Self(50)
    }

    /// Only a plugin of the organisation may have it.
    pub(in crate::plugin) fn is_for_organisations(self) -> bool {
        self.0 > MOST_PRIORITY
    }
}

/// Names of tools: `*` stands for any letters, `?` for one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(in crate::plugin) struct ToolGlob(Glob);

impl TryFrom<String> for ToolGlob {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let fits = (1..=80).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'*' | b'?'));
        if fits {
            Ok(Self(Glob::from(text)))
        } else {
            Err(format!("`{text}` must be a tool's name of a-z, 0-9, `_` and `-`, with `*` for any letters"))
        }
    }
}

impl ToolGlob {
    pub(in crate::plugin) fn matches(&self, tool: &str) -> bool {
        self.0.matches(tool)
    }
}

/// What a plugin may be given beside its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grant {
    /// Names, titles and other texts of the page.
    PageText,
    /// Values of form controls, never passwords.
    PageValues,
    /// The `kv` import: a small memory that ends with the server.
    Kv,
    /// The budget of a guest written in JavaScript or Python.
    Large,
}

impl Grant {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::PageText, Self::PageValues, Self::Kv, Self::Large];

    /// Its name in manifests, lockfiles and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PageText => "page-text",
            Self::PageValues => "page-values",
            Self::Kv => "kv",
            Self::Large => "large",
        }
    }
}

impl std::fmt::Display for Grant {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct ReadRule(pub(super) ProbeRead);

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
