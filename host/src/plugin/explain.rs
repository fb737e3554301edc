//! Which hooks would run on a page, in what order, and why; and why the others would not.

use std::cmp::Reverse;

use serde::Serialize;
use url::Url;

use super::PluginHost;
use super::ask::HOOKS;
use super::component::Plugin;
use super::hook::HookKind;
use super::set::{Pack, PluginSet};

/// What happens on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// The page.
    pub url: String,
    /// Site packs that know it, first one first.
    pub packs: Vec<Asked>,
    /// Site packs that do not, when they name its host.
    pub packs_left_out: Vec<Asked>,
    /// Hooks that some plugin has.
    pub hooks: Vec<ExplainedHook>,
}

/// Who answers for one hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExplainedHook {
    /// The hook.
    pub name: String,
    /// In the order in which they are asked.
    pub asked: Vec<Asked>,
    /// Plugins that have the hook and are not asked.
    pub left_out: Vec<Asked>,
}

/// A plugin or pack, and why it is asked or is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// Its name.
    pub id: String,
    /// Its version; may be empty for packs.
    pub version: String,
    /// Where it comes from.
    pub source: String,
    /// Higher goes first within a source; packs have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<u16>,
    /// The reason in words.
    pub why: String,
}

impl PluginHost {
    /// Who answers on the page at `url`.
    pub fn explain(&self, url: &Url) -> Explained {
        let set = self.inner.set.load_full();
        let of_pack = |pack: &Pack, why: String| Asked {
            id: pack.site.id.as_str().to_owned(),
            version: pack.site.version.clone(),
            source: pack.source.to_string(),
            priority: None,
            why,
        };
        let (mut packs, mut packs_left_out) = (Vec::new(), Vec::new());
        for pack in &set.packs {
            let site = &pack.site;
            let pattern = site.urls.iter().find(|pattern| pattern.matches(url));
            let excluded = site.not_urls.iter().find(|pattern| pattern.matches(url));
            match (pattern, excluded) {
                (Some(pattern), None) => {
                    packs.push(of_pack(pack, format!("`{pattern}` covers it: {}", site.parts().join(", "))));
                }
                (Some(_), Some(excluded)) => {
                    packs_left_out.push(of_pack(pack, format!("not-urls `{excluded}` excludes it")));
                }
                (None, _) => {}
            }
        }
        let hooks = HOOKS.iter().filter_map(|kind| hook(&set, *kind, url)).collect();
        Explained { url: url.to_string(), packs, packs_left_out, hooks }
    }
}

fn hook(set: &PluginSet, kind: HookKind, url: &Url) -> Option<ExplainedHook> {
    let (mut asked, mut left_out) = (Vec::new(), Vec::new());
    for plugin in &set.plugins {
        if plugin.manifest.hooks_of(kind).next().is_none() {
            continue;
        }
        if let Some(hook) = plugin.manifest.hook_for(kind, url) {
            let why = match hook.pattern_for(url) {
                Some(pattern) => format!("`{pattern}` covers it"),
                None => "it is asked on every page".to_owned(),
            };
            let key = (Reverse((plugin.source.clone(), hook.priority)), plugin.id().to_owned());
            asked.push((key, of_plugin(plugin, Some(hook.priority.0), why)));
        } else {
            left_out.push(of_plugin(plugin, None, why_not(plugin, kind, url)));
        }
    }
    asked.sort_by(|(a, _), (b, _)| a.cmp(b));
    let asked: Vec<Asked> = asked.into_iter().map(|(_, asked)| asked).collect();
    let has_any = !asked.is_empty() || !left_out.is_empty();
    has_any.then(|| ExplainedHook { name: kind.to_string(), asked, left_out })
}

/// Why none of the plugin's entries for `kind` covers the page.
fn why_not(plugin: &Plugin, kind: HookKind, url: &Url) -> String {
    let hooks = || plugin.manifest.hooks_of(kind);
    let excluded = hooks()
        .filter(|hook| hook.urls.is_empty() || hook.pattern_for(url).is_some())
        .find_map(|hook| hook.exclusion_for(url));
    if let Some(pattern) = excluded {
        return format!("not-urls `{pattern}` excludes it");
    }
    let urls: Vec<String> =
        hooks().flat_map(|hook| &hook.urls).take(4).map(|pattern| format!("`{pattern}`")).collect();
    format!("none of its urls covers it: {}", urls.join(", "))
}

fn of_plugin(plugin: &Plugin, priority: Option<u16>, why: String) -> Asked {
    Asked {
        id: plugin.id().to_owned(),
        version: plugin.manifest.version.as_str().to_owned(),
        source: plugin.source.to_string(),
        priority,
        why,
    }
}
