//! Every setting there is: its flag, its variables, its key in `sekme.toml`, its default and what it means.
//!
//! The command line, the environment, the file, `sekme config show` and the errors all come from this table.

/// What a setting holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Yes or no.
    Switch,
    /// A whole number within bounds.
    Whole {
        /// Smallest allowed.
        min: u64,
        /// Largest allowed.
        max: u64,
    },
    /// Seconds, fractions allowed, up to this many.
    Seconds {
        /// Largest allowed.
        max: u32,
    },
    /// A file or folder; `~/` is the home folder.
    Path,
    /// Several paths, separated by `:` in a variable.
    Paths,
    /// Several texts, separated by this in a variable.
    Texts(char),
}

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Name of the flag without its dashes. `SEKME_…` and the key of the file follow from it.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Its default as text; empty where it depends on others or there is none.
    pub default: &'static str,
    /// Variables of other servers with the same meaning, the first one first.
    pub seeds: &'static [&'static str],
    /// The default where any of those `BROWSER_…` variables is set, if it is another one.
    pub seed_default: Option<&'static str>,
    /// Placeholder in the help.
    pub placeholder: &'static str,
    /// What it means.
    pub about: &'static str,
}

impl Setting {
    const fn new(
        name: &'static str,
        kind: Kind,
        placeholder: &'static str,
        default: &'static str,
        about: &'static str,
    ) -> Self {
        Self { name, kind, default, seeds: &[], seed_default: None, placeholder, about }
    }

    const fn also(self, seeds: &'static [&'static str]) -> Self {
        Self { seeds, ..self }
    }

    const fn seed_default(self, default: &'static str) -> Self {
        Self { seed_default: Some(default), ..self }
    }

    /// `SEKME_MAX_ELEMENTS` for `max-elements`.
    pub fn variable(&self) -> String {
        format!("SEKME_{}", self.key().to_uppercase())
    }

    /// `max_elements` for `max-elements`.
    pub fn key(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Whether the file may hold it: everything but its own place.
    pub fn is_in_file(&self) -> bool {
        self.name != CONFIG
    }

    /// Whether several values may be given.
    pub fn is_list(&self) -> bool {
        matches!(self.kind, Kind::Paths | Kind::Texts(_))
    }
}

/// Name of the setting that names the file.
pub(super) const CONFIG: &str = "config";

/// Every setting, in the order of help and `config show`.
pub const SETTINGS: &[Setting] = &[
    Setting::new(CONFIG, Kind::Path, "FILE", "", "Settings file; sekme.toml in the user's configuration folder if it is there."),
    Setting::new("mode", Kind::Choice(&["managed", "existing", "auto"]), "MODE", "auto", "Who starts Chrome: we (managed), a person (existing), or we unless one answers at --port (auto).")
        .also(&["BROWSER_MODE"]),
    Setting::new("port", Kind::Whole { min: 0, max: 65_535 }, "N", "", "DevTools port: the one to attach to, or to open on a Chrome of our own. Each port has a profile of its own.")
        .also(&["BROWSER_MCP_PORT"])
        .seed_default("19218"),
    Setting::new("cdp-url", Kind::Text, "URL", "", "DevTools endpoint that must be attached to: http://127.0.0.1:9222, a ws:// URL, or Chrome's DevToolsActivePort file.")
        .also(&["VEW_CDP_URL"]),
    Setting::new("attach-timeout", Kind::Seconds { max: 600 }, "SECONDS", "13", "Longest attempt to attach to a Chrome that runs.")
        .also(&["BROWSER_MCP_ATTACH_TIMEOUT"]),
    Setting::new("headless", Kind::Switch, "BOOL", "", "Run Chrome without a window (the default where there is no display).")
        .also(&["BROWSER_MCP_HEADLESS", "VEW_HEADLESS"]),
    Setting::new("headed", Kind::Switch, "BOOL", "", "Run Chrome with a window."),
    Setting::new("profile-dir", Kind::Path, "DIR", "", "Profile folder of our own Chrome; chrome-profile-PORT in the artifact folder.")
        .also(&["BROWSER_MCP_PROFILE_DIR"]),
    Setting::new("chrome", Kind::Path, "PATH", "", "Chrome or Chromium program to start."),
    Setting::new("chrome-arg", Kind::Texts('\n'), "ARG", "", "One more argument for Chrome (repeatable; line breaks separate in the variable)."),
    Setting::new("keep-open", Kind::Switch, "BOOL", "false", "Leave Chrome running when the server ends; it is found again by its --port."),
    Setting::new("dialogs", Kind::Choice(&["accept", "dismiss", "ask"]), "RULE", "", "What happens to alert, confirm and prompt: accept (our own Chrome's default), dismiss (an attached one's), or ask: left open until browser_alert answers."),
    Setting::new("plugins", Kind::Paths, "DIR", "", "Folder with plugins or site packs, or one such folder (repeatable; `:` separates in the variable)."),
    Setting::new("record", Kind::Path, "DIR", "", "Folder for test cases made of the calls of plugins, without what belongs to a person."),
    Setting::new("org-plugins", Kind::Paths, "DIR", "", "One more folder with the rights and duties of an organisation's; /etc/sekme/plugins always counts and comes before it (repeatable; `:` separates in the variable)."),
    Setting::new("no-bundled", Kind::Texts(','), "NAME", "", "Leave out one bundled plugin or site pack by its id (repeatable; `,` separates in the variable)."),
    Setting::new("unstable", Kind::Texts(','), "FEATURE", "", "Switch on a part that may still change: tool-provider (plugins add tools of their own)."),
    Setting::new("tools", Kind::Choice(&["browser", "lite", "vew", "all"]), "SURFACE", "browser", "Which tools are offered: 23 (browser), 12 with few arguments (lite), the 15 of vew-mcp in its layout (vew), or all."),
    Setting::new("with", Kind::Texts(','), "TOOL", "", "One more tool by its name (repeatable; `,` separates in the variable)."),
    Setting::new("max-elements", Kind::Whole { min: 1, max: 500 }, "N", "40", "Elements in a view; 20-40 suits small models.")
        .also(&["BROWSER_MCP_MAX_ELEMENTS"]),
    Setting::new("view-chars", Kind::Whole { min: 200, max: 60_000 }, "N", "6000", "Characters of the element lines in a view; what does not fit is paged."),
    Setting::new("text-budget", Kind::Whole { min: 0, max: 50_000 }, "N", "600", "Characters of page text in a view."),
    Setting::new("wait", Kind::Seconds { max: 600 }, "SECONDS", "10", "How long a tool waits for what it is told to wait for, where the call names no limit.")
        .also(&["BROWSER_MCP_WAIT"]),
    Setting::new("challenge-wait", Kind::Seconds { max: 600 }, "SECONDS", "20", "How long a bot check is waited out; 0 does not wait.")
        .also(&["BROWSER_MCP_CHALLENGE_WAIT"]),
    Setting::new("consent", Kind::Choice(&["auto", "off"]), "RULE", "auto", "Whether consent banners are refused where a pack or plugin knows how: once for each origin (auto), or never (off)."),
    Setting::new("fail-fast", Kind::Seconds { max: 60 }, "SECONDS", "1.25", "After how long a selector that matches nothing on a loaded page is refused.")
        .also(&["BROWSER_MCP_FAILFAST"]),
    Setting::new("toast-wait", Kind::Seconds { max: 10 }, "SECONDS", "0.6", "How long messages that a page shows for a moment are gathered after an action; 0 does not wait.")
        .also(&["BROWSER_MCP_TOAST_WAIT"]),
    Setting::new("lazy-scrolls", Kind::Whole { min: 0, max: 100 }, "N", "8", "Scrolls that browser_find makes to load more.")
        .also(&["BROWSER_MCP_LAZY_SCROLLS"]),
    Setting::new("artifact-dir", Kind::Path, "DIR", "", "Folder for audit records, screenshots, downloads and Chrome profiles.")
        .also(&["BROWSER_MCP_ARTIFACT_DIR"])
        .seed_default("artifacts"),
    Setting::new("download-dir", Kind::Path, "DIR", "", "Folder of downloads; downloads-PORT in the artifact folder.")
        .also(&["BROWSER_MCP_DOWNLOAD_DIR"]),
    Setting::new("screenshot-dir", Kind::Path, "DIR", "", "Folder of screenshots; screenshots in the artifact folder.")
        .also(&["BROWSER_MCP_SCREENSHOT_DIR"])
        .seed_default("screenshots"),
    Setting::new("upload-dir", Kind::Paths, "DIR", "", "Folder whose files may be uploaded (repeatable; `:` separates in the variable); the working folder and the temporary one if none is given."),
    Setting::new("allow-data", Kind::Switch, "BOOL", "true", "Whether data: addresses may be opened.")
        .also(&["BROWSER_MCP_ALLOW_DATA"]),
    Setting::new("allow-file", Kind::Switch, "BOOL", "false", "Whether file: addresses may be opened."),
    Setting::new("log", Kind::Text, "FILTER", "warn", "What to log to standard error, for example `info` or `sekme=debug`."),
];

/// Variables of other servers that protect something and that nothing here enforces: ignoring one would leave a
/// person less protected than they believe, so the server does not start with it.
pub(super) const UNENFORCED: &[(&str, &str)] = &[
    ("BROWSER_MCP_ALLOWED_HOSTS", "limits the sites that may be opened"),
    ("BROWSER_MCP_REQUIRE_APPROVAL", "has risky actions approved first"),
];

/// What of `SEKME_…` belongs to the tools around the server, which may hand it down.
pub(super) const OF_TOOLS: &[&str] = &["CHROME", "COMPARE", "CORPUS", "TEST_HOST"];

/// The setting of that name.
pub(super) fn setting(name: &str) -> &'static Setting {
    SETTINGS
        .iter()
        .find(|setting| setting.name == name)
        .expect("settings are asked for by the names of the table")
}

/// Whether several values may be given for the setting of that name.
pub fn is_list(name: &str) -> bool {
    setting(name).is_list()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_variables_are_unique() {
        let mut seen = std::collections::BTreeSet::new();
        for setting in SETTINGS {
            assert!(seen.insert(setting.variable()), "{}", setting.name);
            for seed in setting.seeds {
                assert!(seen.insert((*seed).to_owned()), "{seed}");
            }
        }
    }

    #[test]
    fn every_default_is_a_valid_value() {
        for setting in SETTINGS {
            for default in [Some(setting.default), setting.seed_default].into_iter().flatten() {
                if !default.is_empty() {
                    super::super::value::check(setting.kind, default).expect(setting.name);
                }
            }
        }
    }
}
