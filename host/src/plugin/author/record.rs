//! The recorder: cases made of real calls, without what belongs to a person.
//!
//! What is recorded are the arguments. The expected answer is asked of the plugin anew, with the scrubbed arguments and
//! nothing remembered, so that the case passes as it is.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use url::Url;
use wasmtime::Store;
use wasmtime::component::Instance;

use super::faults::{Judged, faults};
use super::fixture::pretty;
use super::invoke::{Circumstances, Invocation, LIFTED_BYTES};
use super::scrub::Scrubber;
use super::{serial, value};
use crate::plugin::component::SharedPlugin;
use crate::plugin::hook::HookKind;
use crate::plugin::runtime::Runtime;
use crate::plugin::store::{CallState, KvStore};

/// A case has at most this many bytes of arguments.
const MOST_BYTES: usize = 200 * 1000;

/// What is recorded, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// Every call, each in a folder of its own: `<folder>/<plugin>/<hook>-<host>-<number>`.
    All(PathBuf),
    /// The calls of one hook of one plugin; the last one stays.
    One {
        /// The folder of the case.
        case: PathBuf,
        /// The plugin.
        plugin: String,
        /// The hook.
        hook: HookKind,
    },
}

/// One call's arguments, in the making.
#[derive(Debug, Default)]
pub(in crate::plugin) struct Arguments(Map<String, Value>);

impl Arguments {
    /// Adds the parameter `name`.
    pub(in crate::plugin) fn with(mut self, name: &str, argument: &impl Serialize) -> Self {
        match serial::to_json(argument) {
            Ok(json) => drop(self.0.insert(name.to_owned(), json)),
            Err(error) => {
                tracing::warn!(target: "sekme::plugin", %error, name, "an argument is not recorded")
            }
        }
        self
    }
}

impl Record {
    /// The folder for the next case of `hook`, when it is to be recorded.
    fn folder(&self, plugin: &str, hook: HookKind, input: &Map<String, Value>) -> Option<PathBuf> {
        match self {
            Self::One { case, plugin: wanted, hook: wanted_hook } => {
                (wanted == plugin && *wanted_hook == hook).then(|| case.clone())
            }
            Self::All(folder) => {
                // The same arguments are the same case.
                let digest = Sha256::digest(Value::Object(input.clone()).to_string());
                let number = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
                let host = host_of(input).unwrap_or_else(|| "no-page".to_owned());
                Some(folder.join(plugin).join(format!("{hook}-{host}-{number:08x}")))
            }
        }
    }

    /// True when calls of `hook` are of interest.
    pub(in crate::plugin) fn wants(&self, plugin: &str, hook: HookKind) -> bool {
        match self {
            Self::All(_) => true,
            Self::One { plugin: wanted, hook: wanted_hook, .. } => wanted == plugin && *wanted_hook == hook,
        }
    }

    /// Writes a case. Runs the plugin, so it belongs on a thread that may block. The answer says what was kept.
    pub(in crate::plugin) fn write(
        &self,
        runtime: &Arc<Runtime>,
        plugin: &SharedPlugin,
        hook: HookKind,
        now: Duration,
        arguments: Arguments,
    ) -> Result<Option<String>, String> {
        // Calls of one hook may come at the same time and have one folder.
        static ONE_AFTER_ANOTHER: Mutex<()> = Mutex::new(());
        let _turn = ONE_AFTER_ANOTHER.lock().unwrap_or_else(PoisonError::into_inner);
        let Arguments(raw) = arguments;
        let input = Scrubber::of(&raw).scrub(raw);
        let Some(folder) = self.folder(plugin.id(), hook, &input) else { return Ok(None) };
        let circumstances = Circumstances {
            now_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
            settings: plugin.settings.clone(),
            ..Circumstances::default()
        };
        let (_, answer) = ask(runtime, plugin, hook, now, &input, &circumstances)?;
        let input = shortened(input, &answer);
        let (function, answer) = ask(runtime, plugin, hook, now, &input, &circumstances)?;
        let judged = Judged { hook, function: &function, input: &input, answer: &answer };
        if let Some(fault) = faults(&judged, Some(&plugin.manifest)).into_iter().next() {
            return Err(format!("its case would fail, so it is not kept: {fault}"));
        }
        store(&folder, hook, &circumstances, &input, &answer).map_err(|error| error.to_string())?;
        Ok(Some(kept(&folder, &input)))
    }
}

/// The function that was called and its answer, with nothing remembered from earlier calls.
fn ask(
    runtime: &Arc<Runtime>,
    plugin: &SharedPlugin,
    hook: HookKind,
    now: Duration,
    input: &Map<String, Value>,
    circumstances: &Circumstances,
) -> Result<(String, Value), String> {
    let invocation = Invocation::new(plugin, &runtime.engine, hook, input, circumstances)?;
    let kv = plugin.kv.as_ref().map(|_| KvStore::default());
    let work = |store: &mut Store<CallState>, instance: &Instance| {
        store.set_hostcall_fuel(LIFTED_BYTES);
        invocation.run(store, instance).map(Ok)
    };
    let answer = runtime.run_with(plugin, hook, now, kv, work).map_err(|failure| failure.to_string())??;
    Ok((invocation.function.clone(), value::to_json(&answer)))
}

/// Leaves out the elements that are far from those that the answer names, until the case is small enough.
fn shortened(mut input: Map<String, Value>, answer: &Value) -> Map<String, Value> {
    let size = |input: &Map<String, Value>| pretty(&Value::Object(input.clone())).len();
    let total = size(&input);
    let Some(Value::Array(elements)) = input.get_mut("view").and_then(|view| view.get_mut("elements")) else {
        return input;
    };
    if total <= MOST_BYTES {
        return input;
    }
    let id = |value: &Value| value.get("id").and_then(Value::as_u64);
    let named: HashSet<u64> = answer.as_array().into_iter().flatten().filter_map(id).collect();
    let hits: Vec<usize> =
        (0..elements.len()).filter(|at| id(&elements[*at]).is_some_and(|id| named.contains(&id))).collect();
    let distance = |at: usize| hits.iter().map(|hit| hit.abs_diff(at)).min().unwrap_or(at);
    let mut order: Vec<usize> = (0..elements.len()).collect();
    order.sort_by_key(|at| distance(*at));
    let sizes: Vec<usize> = elements.iter().map(|element| format!("{element:#}").len() * 5 / 4 + 8).collect();
    let rest = total.saturating_sub(sizes.iter().sum());
    let mut left = (MOST_BYTES * 9 / 10).saturating_sub(rest);
    let mut keep = HashSet::new();
    for at in order {
        let Some(after) = left.checked_sub(sizes[at]) else { break };
        left = after;
        keep.insert(at);
    }
    let mut at = 0;
    elements.retain(|_| {
        at += 1;
        keep.contains(&(at - 1))
    });
    let there: HashSet<u64> = elements.iter().filter_map(id).collect();
    for element in elements {
        let parent = element.get("parent").and_then(Value::as_u64);
        if parent.is_some_and(|parent| !there.contains(&parent)) {
            element["parent"] = Value::Null;
        }
    }
    if let Some(view) = input.get_mut("view") {
        view["truncated"] = true.into();
    }
    input
}

fn store(
    folder: &Path,
    hook: HookKind,
    circumstances: &Circumstances,
    input: &Map<String, Value>,
    answer: &Value,
) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut case = format!("hook = \"{hook}\"\nnow-ms = {}\nmatch = \"exact\"\n", circumstances.now_ms);
    let settings: Result<toml::Table, _> = serde_json::from_str(&circumstances.settings);
    if let Ok(settings) = settings
        && !settings.is_empty()
        && let Ok(text) = toml::to_string(&json!({ "settings": settings }))
    {
        case.push('\n');
        case.push_str(&text);
    }
    fs::write(folder.join("case.toml"), case)?;
    fs::write(folder.join("input.json"), pretty(&Value::Object(input.clone())))?;
    fs::write(folder.join("expect.json"), pretty(answer))
}

/// What a person should look at before it is passed on.
fn kept(folder: &Path, input: &Map<String, Value>) -> String {
    let list = |name: &str| input.get("view").and_then(|view| view.get(name)).and_then(Value::as_array);
    let elements =
        list("elements").map(|elements| format!("{} elements, ", elements.len())).unwrap_or_default();
    let url = url_of(input).map(|url| format!("{url}, ")).unwrap_or_default();
    let size = pretty(&Value::Object(input.clone())).len().div_ceil(1000);
    format!(
        "{}: {url}{elements}{size} kB; values, addresses, long numbers and tokens are placeholders",
        folder.display()
    )
}

fn url_of(input: &Map<String, Value>) -> Option<&str> {
    let inside = |member: &str, name: &str| input.get(member)?.get(name)?.as_str();
    inside("view", "url")
        .or_else(|| inside("search", "page-url"))
        .or_else(|| inside("call", "page-url"))
        .or_else(|| input.get("url")?.as_str())
}

fn host_of(input: &Map<String, Value>) -> Option<String> {
    let url = Url::parse(url_of(input)?).ok()?;
    let name: String =
        url.host_str()?.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect();
    Some(name.trim_matches('-').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_page_the_elements_near_the_hit_are_kept() {
        let element = |id: u64| json!({ "id": id, "parent": id - 1, "tag": "a", "name": "x".repeat(100) });
        let elements: Vec<Value> = (1..=5000).map(element).collect();
        let input = Map::from_iter([(
            "view".to_owned(),
            json!({ "url": "https://a.example/", "elements": elements }),
        )]);
        let short = shortened(input, &json!([{ "id": 3000, "points": 1 }]));
        let elements = short["view"]["elements"].as_array().unwrap();
        let ids: Vec<u64> = elements.iter().map(|element| element["id"].as_u64().unwrap()).collect();
        assert!(ids.contains(&3000) && ids.is_sorted() && (200..2000).contains(&ids.len()), "{}", ids.len());
        assert!(pretty(&Value::Object(short.clone())).len() <= MOST_BYTES);
        assert_eq!(elements[0]["parent"], Value::Null);
        assert_eq!(short["view"]["truncated"], true);
    }

    #[test]
    fn a_case_is_named_by_its_hook_host_and_arguments() {
        let hook = HookKind::named("quirk-before").unwrap();
        let input = |url: &str| Map::from_iter([("url".to_owned(), json!(url))]);
        let all = Record::All("r".into());
        let folder = all.folder("me", hook, &input("https://a.example/x")).unwrap();
        assert!(folder.to_string_lossy().starts_with("r/me/quirk-before-a-example-"), "{folder:?}");
        assert_eq!(all.folder("me", hook, &input("https://a.example/x")), Some(folder.clone()));
        assert_ne!(all.folder("me", hook, &input("https://a.example/y")), Some(folder));
        let one = Record::One { case: "c".into(), plugin: "me".to_owned(), hook };
        assert!(one.wants("me", hook) && !one.wants("you", hook));
    }
}
