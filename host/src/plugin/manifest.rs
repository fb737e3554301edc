//! `plugin.toml`: what a component answers to, on which pages, and what it may have.

mod values;

use std::time::Duration;

use serde::Deserialize;
use url::Url;

use super::ask::HOOKS;
use super::hook::{Budget, HookKind, MIB};
use crate::sites::{self, Css, DocumentError, MAX_PROBES, MatchPattern};
use crate::snapshot::facts::Probe;
pub use values::Grant;
pub(super) use values::{ApiVersion, FileName, PluginId, Priority, SchemaName, ToolGlob, Version};
use values::{ProbeId, ReadRule, default_component};

/// The line of the WIT package that this server speaks, and its point release.
pub(super) const API_LINE: (u64, u64) = (0, 1);
/// Point release within [`API_LINE`].
pub(super) const API_PATCH: u64 = 0;
/// The server never shows a plugin more elements than this.
const MAX_ELEMENTS: usize = 5000;
const MAX_HOOKS: usize = 16;
/// Hooks that are asked of every page unless they name some.
const WITHOUT_URLS: [&str; 2] = ["policy", "tool-provider"];
/// The hook that is asked about calls of tools.
const POLICY: &str = "policy";
/// How much longer a plugin with [`Grant::Large`] may compute, and its memory.
const LARGE: (u32, usize) = (5, 128 * MIB);

/// A component's manifest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Manifest {
    schema: u32,
    pub(super) id: PluginId,
    pub(super) version: Version,
    pub(super) api: ApiVersion,
    /// The oldest point release of the API that has all it needs.
    min_api: Option<ApiVersion>,
    /// For people.
    #[serde(default)]
    pub(super) summary: String,
    /// For people.
    #[serde(default)]
    pub(super) license: String,
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
    settings: Option<SettingsRule>,
}

/// `[settings]`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsRule {
    schema: SchemaName,
}

/// One `[[hook]]`: where and in which order it is asked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Hook {
    pub(super) name: HookKind,
    /// Empty only where [`WITHOUT_URLS`] allows it, and then means every page.
    #[serde(default)]
    pub(super) urls: Vec<MatchPattern>,
    #[serde(default)]
    not_urls: Vec<MatchPattern>,
    /// Of `policy`: the tools it is asked about; all when empty.
    #[serde(default)]
    pub(super) tools: Vec<ToolGlob>,
    /// Of `policy`, and only in an organisation's folder: nothing may run without it.
    #[serde(default)]
    pub(super) required: bool,
    #[serde(default = "Priority::usual")]
    pub(super) priority: Priority,
}

/// What the plugin may see and keep: what its manifest asks for, and once it is in use what of that it got.
#[expect(clippy::struct_excessive_bools, reason = "mirrors the keys of the manifest")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(super) struct Permissions {
    /// Names, titles and other texts of the page.
    pub(super) page_text: bool,
    /// Values of form controls.
    pub(super) page_values: bool,
    /// The `kv` import.
    pub(super) kv: bool,
    /// The budget of a guest written in JavaScript or Python.
    pub(super) large: bool,
    /// The element list is cut to this.
    pub(super) max_elements: usize,
}

impl Default for Permissions {
    fn default() -> Self {
        Self { page_text: true, page_values: false, kv: false, large: false, max_elements: 1500 }
    }
}

impl Permissions {
    /// What is asked for.
    pub(super) fn asked(self) -> Vec<Grant> {
        let there = [self.page_text, self.page_values, self.kv, self.large];
        Grant::ALL.into_iter().zip(there).filter(|(_, asked)| *asked).map(|(grant, _)| grant).collect()
    }

    /// What is left when only `granted` is given.
    pub(super) fn narrowed(self, granted: &[Grant]) -> Self {
        Self {
            page_text: self.page_text && granted.contains(&Grant::PageText),
            page_values: self.page_values && granted.contains(&Grant::PageValues),
            kv: self.kv && granted.contains(&Grant::Kv),
            large: self.large && granted.contains(&Grant::Large),
            max_elements: self.max_elements,
        }
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
        if let Some(mistake) = self.hooks.iter().find_map(Hook::mistake) {
            return Some(mistake);
        }
        if self.min_api.is_some_and(|least| least.line != self.api.line) {
            return Some(("min-api", "min-api is a point release of `api`, such as \"0.1.2\"".to_owned()));
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
        let ceilings = || self.hooks.iter().map(|hook| ceiling(hook.name, self.permissions.large));
        let deadline = ceilings().map(|most| most.deadline).max().unwrap_or_default();
        let memory = ceilings().map(|most| most.memory).max().unwrap_or_default() / MIB;
        if let Some(asked) = self.limits.deadline_ms
            && (asked == 0 || Duration::from_millis(asked) > deadline)
        {
            let most = deadline.as_millis();
            return Some(("deadline-ms", format!("deadline-ms is 1 to {most} for these hooks")));
        }
        if let Some(asked) = self.limits.memory_mib
            && (asked == 0 || asked > memory)
        {
            return Some(("memory-mib", format!("memory-mib is 1 to {memory} for these hooks")));
        }
        None
    }

    /// True when this server has all that the plugin was built for.
    pub(super) fn is_spoken(&self) -> bool {
        self.api.is_spoken() && self.min_api.is_none_or(ApiVersion::is_spoken)
    }

    /// The version it needs, in words.
    pub(super) fn needed_api(&self) -> String {
        self.min_api.filter(|least| !least.is_spoken()).unwrap_or(self.api).to_string()
    }

    /// The entries of one hook.
    pub(super) fn hooks_of(&self, kind: HookKind) -> impl Iterator<Item = &Hook> {
        self.hooks.iter().filter(move |hook| hook.name == kind)
    }

    /// It has a policy that nothing may run without. Counts in an organisation's folder alone.
    pub(super) fn is_required(&self) -> bool {
        self.hooks.iter().any(|hook| hook.required)
    }

    /// Whether the plugin's policy is to be asked about a call of `tool` that has to do with these pages; `None` is one
    /// whose address cannot be read, which counts as covered.
    pub(super) fn judges(&self, tool: &str, pages: &[Option<Url>]) -> bool {
        let bare = tool.strip_prefix("browser_").unwrap_or(tool);
        self.hooks.iter().filter(|hook| hook.name.as_str() == POLICY).any(|hook| {
            let covers = |page: &Option<Url>| page.as_ref().is_none_or(|url| hook.covers(url));
            let is_there = pages.is_empty() && hook.urls.is_empty() || pages.iter().any(covers);
            is_there && (hook.names_tool(tool) || hook.names_tool(bare))
        })
    }

    /// Whether it has that hook, wherever it answers.
    pub(super) fn has(&self, kind: HookKind) -> bool {
        self.hooks_of(kind).next().is_some()
    }

    /// The priority of a hook that is not asked about a page, the highest of its entries.
    pub(super) fn priority(&self, kind: HookKind) -> Option<Priority> {
        self.hooks_of(kind).map(|hook| hook.priority).max()
    }

    /// The URL patterns of all hooks, each once.
    pub(super) fn hosts(&self) -> Vec<String> {
        let mut hosts: Vec<String> =
            self.hooks.iter().flat_map(|hook| &hook.urls).map(ToString::to_string).collect();
        hosts.sort();
        hosts.dedup();
        hosts
    }

    /// The file with the JSON Schema of its settings.
    pub(super) fn schema(&self) -> Option<&str> {
        self.settings.as_ref().map(|settings| settings.schema.as_str())
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
        let ceiling = ceiling(kind, self.permissions.large);
        let asked = |least: Option<u64>| least.map(Duration::from_millis);
        Budget {
            deadline: asked(self.limits.deadline_ms).unwrap_or(ceiling.deadline).min(ceiling.deadline),
            memory: self.limits.memory_mib.map_or(ceiling.memory, |asked| ceiling.memory.min(asked * MIB)),
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
    fn mistake(&self) -> Option<(&'static str, String)> {
        let name = self.name.as_str();
        if self.urls.is_empty() && !WITHOUT_URLS.contains(&name) {
            return Some(("urls", format!("urls is missing or empty, so `{name}` would never be asked")));
        }
        if name != POLICY && !self.tools.is_empty() {
            return Some(("tools", format!("tools is for hook \"{POLICY}\"; `{name}` is not about tools")));
        }
        if name != POLICY && self.required {
            return Some(("required", format!("only hook \"{POLICY}\" can be required")));
        }
        None
    }

    /// True when it is asked of the page at `url`.
    pub(super) fn covers(&self, url: &Url) -> bool {
        (self.urls.is_empty() || sites::patterns_match(&self.urls, url))
            && !sites::patterns_match(&self.not_urls, url)
    }

    /// The pattern by which it is asked of `url`; none when it is asked of every page.
    pub(super) fn pattern_for(&self, url: &Url) -> Option<&MatchPattern> {
        self.urls.iter().find(|pattern| pattern.matches(url))
    }

    /// The pattern by which it is not asked of `url`.
    pub(super) fn exclusion_for(&self, url: &Url) -> Option<&MatchPattern> {
        self.not_urls.iter().find(|pattern| pattern.matches(url))
    }

    /// True when it is asked about calls of `tool`.
    pub(super) fn names_tool(&self, tool: &str) -> bool {
        self.tools.is_empty() || self.tools.iter().any(|glob| glob.matches(tool))
    }
}

/// The most that a plugin may use for one call of `kind`.
fn ceiling(kind: HookKind, is_large: bool) -> Budget {
    let usual = kind.definition().ceiling;
    if !is_large {
        return usual;
    }
    Budget { deadline: usual.deadline * LARGE.0, memory: usual.memory.max(LARGE.1), ..usual }
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

    const POLICY_PLUGIN: &str = r#"
schema = 1
id = "org-policy"
version = "1.0.0"
api = "0.1"
min-api = "0.1.0"

[[hook]]
name = "policy"
tools = ["browser_navigate", "browser_t*"]
required = true
priority = 900

[permissions]
large = true
page-text = false

[limits]
deadline-ms = 100
memory-mib = 128

[settings]
schema = "settings.schema.json"
"#;

    #[test]
    fn a_policy_may_be_about_tools_on_every_page() {
        let manifest = Manifest::parse("plugin.toml", POLICY_PLUGIN).unwrap();
        let policy = manifest.hook_for(hook("policy"), &url("about:blank")).unwrap();
        assert!(policy.required && manifest.is_required() && policy.priority.is_for_organisations());
        assert!(policy.names_tool("browser_navigate") && policy.names_tool("browser_type"));
        assert!(!policy.names_tool("browser_click"));
        assert_eq!(manifest.schema(), Some("settings.schema.json"));
        assert_eq!(manifest.permissions.asked(), [Grant::Large]);
        let budget = manifest.budget(hook("policy"));
        assert_eq!((budget.deadline.as_millis(), budget.memory), (100, 128 * MIB));
    }

    #[test]
    fn a_policy_is_asked_about_the_tools_and_pages_that_it_names() {
        let policy = |tail: &str| {
            let head =
                "schema = 1\nid = \"rules\"\nversion = \"1\"\napi = \"0.1\"\n[[hook]]\nname = \"policy\"\n";
            Manifest::parse("plugin.toml", &format!("{head}{tail}\n")).unwrap()
        };
        let page = |text: &str| Some(url(text));
        let all = policy("");
        assert!(all.judges("browser_click", &[]) && all.judges("x__y", &[page("data:text/html,x")]));
        let some = policy("tools = [\"click\", \"browser_t*e\"]\nurls = [\"https://shop.example/*\"]");
        let here = [page("https://shop.example/a")];
        assert!(some.judges("browser_click", &here) && some.judges("browser_type", &here));
        assert!(!some.judges("browser_tabs", &here) && !some.judges("browser_clicks", &here));
        assert!(!some.judges("browser_click", &[page("https://other.example/")]));
        assert!(some.judges("browser_click", &[page("https://other.example/"), here[0].clone()]));
        assert!(some.judges("browser_click", &[None]), "what cannot be read is not let through");
    }

    #[test]
    fn what_is_not_granted_is_not_had() {
        let mut manifest = Manifest::parse("plugin.toml", POLICY_PLUGIN).unwrap();
        manifest.permissions = manifest.permissions.narrowed(&[Grant::PageText]);
        assert_eq!(manifest.permissions.asked(), []);
        assert_eq!(manifest.budget(hook("policy")).deadline.as_millis(), 20);
    }

    #[test]
    fn keys_of_one_hook_are_refused_on_others() {
        let said = |from: &str, to: &str| {
            Manifest::parse("plugin.toml", &POLICY_PLUGIN.replace(from, to)).unwrap_err().to_string()
        };
        assert!(said("name = \"policy\"", "name = \"ranker\"").contains("urls is missing"));
        let with_urls = "name = \"ranker\"\nurls = [\"*://*/*\"]";
        assert!(said("name = \"policy\"", with_urls).contains("tools is for hook \"policy\""));
        assert!(said("browser_t*", "no spaces").contains("must be a tool's name"));
        assert!(said("priority = 900", "priority = 899").contains("900 to 999"));
        assert!(said("\"0.1.0\"", "\"0.2.0\"").contains("min-api is a point release"));
        assert!(said("deadline-ms = 100", "deadline-ms = 101").contains("1 to 100"));
        assert!(said("settings.schema.json", "../x.json").contains("plain name of a `.json` file"));
        assert!(said("large = true", "huge = true").contains("unknown field `huge`"));
    }
}
