//! What the server would not accept of an answer, or not ask for in the first place.

use std::collections::HashSet;

use serde_json::{Map, Value};
use url::Url;

use crate::plugin::ask::quirk_before::destination;
use crate::plugin::ask::submit_scheme::allowed;
use crate::plugin::hook::HookKind;
use crate::plugin::manifest::Manifest;

const MOST_STEPS: usize = 8;
const LONGEST_WAIT_MS: u64 = 2000;
const NOTE_BYTES: usize = 200;
const CSS_BYTES: usize = 512;
const TOOL_NAME_BYTES: usize = 64;

/// One call as far as it is judged.
pub(super) struct Judged<'a> {
    pub(super) hook: HookKind,
    pub(super) function: &'a str,
    pub(super) input: &'a Map<String, Value>,
    pub(super) answer: &'a Value,
}

/// What is wrong with the answer, each in words. `manifest` is that of the component; packs have none.
pub(super) fn faults(judged: &Judged<'_>, manifest: Option<&Manifest>) -> Vec<String> {
    let mut faults = Vec::new();
    let page = page_url(judged.input);
    let hook = page
        .as_ref()
        .zip(manifest)
        .map(|(url, manifest)| manifest.hook_for(judged.hook, url).ok_or_else(|| url.as_str().to_owned()));
    let is_asked_by_page = !matches!(judged.hook.as_str(), "policy" | "tool-provider");
    let declared = match &hook {
        Some(Ok(hook)) => Some(hook.urls.as_slice()),
        Some(Err(url)) if is_asked_by_page => {
            faults.push(format!("is never asked about {url}: the `urls` of the hook do not cover it"));
            None
        }
        _ => None,
    };
    if judged.answer.get("err").is_some() {
        return faults;
    }
    match judged.hook.as_str() {
        "ranker" => faults.extend(strange_ids(judged)),
        "submit-scheme" => {
            if let (Some(url), Some(page)) = (text(judged.answer, "url"), &page) {
                if let (Err(reason), true) =
                    (allowed(page, declared.unwrap_or_default(), url), manifest.is_some())
                {
                    faults.push(format!("gave a URL that is dropped, {reason}: {url}"));
                }
                if tried(judged.input).any(|tried| tried == url) {
                    faults.push(format!("gave a URL that was tried already: {url}"));
                }
            }
        }
        "bot-check"
            if text(judged.answer, "level") != Some("clear") && text(judged.answer, "kind") == Some("") =>
        {
            faults.push("gave a verdict without a kind".to_owned());
        }
        "quirk-before" => {
            if let (Some(url), Some(page), Some(manifest)) = (text(judged.answer, "url"), &page, manifest)
                && let Err(reason) = destination(manifest, page, url)
            {
                faults.push(format!("gave a URL that is dropped, {reason}: {url}"));
            }
            faults.extend(bad_targets(judged.answer.get("wait")));
        }
        "quirk-after" => {
            faults.extend(bad_steps(judged.answer.get("consent"), "consent"));
            faults.extend(
                texts(judged.answer, "notes")
                    .filter(|note| note.len() > NOTE_BYTES)
                    .map(|note| format!("gave a note of {} bytes; it is cut to {NOTE_BYTES}", note.len())),
            );
            let selectors = texts(judged.answer, "main-content").chain(texts(judged.answer, "ignore"));
            faults.extend(selectors.filter(|css| !is_selector(css)).map(bad_selector));
        }
        "policy" => {
            let tool = judged.input.get("call").and_then(|call| text(call, "tool")).unwrap_or_default();
            let mut hooks = manifest.iter().flat_map(|manifest| &manifest.hooks);
            if manifest.is_some() && !hooks.any(|hook| hook.name == judged.hook && hook.names_tool(tool)) {
                faults.push(format!("is never asked about {tool}: the `tools` of the hook do not name it"));
            }
            faults.extend(bad_decision(judged));
        }
        "tool-provider" => faults.extend(bad_tools(judged, manifest)),
        _ => {}
    }
    faults
}

/// The address that decides whether a plugin is asked.
fn page_url(input: &Map<String, Value>) -> Option<Url> {
    let inside = |member: &str, name: &str| input.get(member).and_then(|value| text(value, name));
    let found = inside("view", "url")
        .or_else(|| inside("search", "page-url"))
        .or_else(|| inside("call", "page-url"))
        .or_else(|| input.get("url").and_then(Value::as_str));
    Url::parse(found?).ok()
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name).and_then(Value::as_str)
}

fn texts<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a str> {
    items(value.get(name)).filter_map(Value::as_str)
}

fn items(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// URLs of a search form that were offered before.
pub(super) fn tried(input: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let pairs = items(input.get("search").and_then(|search| search.get("extra")));
    pairs.filter_map(|pair| {
        let key = pair.get(0)?.as_str()?;
        pair.get(1)?.as_str().filter(|_| key == "tried")
    })
}

fn strange_ids(judged: &Judged<'_>) -> Vec<String> {
    let id = |item: &Value| item.get("id").and_then(Value::as_u64);
    let elements = judged.input.get("view").and_then(|view| view.get("elements"));
    let known: HashSet<u64> = items(elements).filter_map(id).collect();
    let given = judged.answer.as_array().into_iter().flatten().filter_map(id);
    let strange: Vec<u64> = given.filter(|id| !known.contains(id)).collect();
    match strange.as_slice() {
        [] => Vec::new(),
        [id] => vec![format!("returned id {id}, not in the snapshot")],
        [id, rest @ ..] => vec![format!("returned id {id} and {} more, not in the snapshot", rest.len())],
    }
}

fn is_selector(css: &str) -> bool {
    !css.trim().is_empty() && css.len() <= CSS_BYTES && !css.chars().any(char::is_control)
}

fn bad_selector(css: &str) -> String {
    let start = crate::plugin::text::plain(css, 60);
    format!("gave a selector that is dropped (one line of 1 to {CSS_BYTES} bytes): \"{start}\"")
}

fn bad_targets(targets: Option<&Value>) -> Vec<String> {
    let mut faults = Vec::new();
    let count = items(targets).count();
    if count > MOST_STEPS {
        faults.push(format!("gave {count} targets to wait for; {MOST_STEPS} is the most"));
    }
    let selectors = items(targets).filter_map(|target| text(target, "css"));
    faults.extend(selectors.filter(|css| !is_selector(css)).map(bad_selector));
    faults
}

fn bad_steps(steps: Option<&Value>, what: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let count = items(steps).count();
    if count > MOST_STEPS {
        faults.push(format!("gave {count} {what} steps; {MOST_STEPS} is the most"));
    }
    for step in items(steps) {
        match step.get("wait-ms").and_then(Value::as_u64) {
            Some(wait) if wait > LONGEST_WAIT_MS => {
                faults.push(format!("gave a step that waits {wait} ms; {LONGEST_WAIT_MS} is the most"));
            }
            Some(_) => {}
            None => {
                let target = step.as_object().and_then(|members| members.values().next());
                let css = target.and_then(|target| text(target, "css")).unwrap_or_default();
                if !is_selector(css) {
                    faults.push(bad_selector(css));
                }
            }
        }
    }
    faults
}

fn bad_decision(judged: &Judged<'_>) -> Vec<String> {
    let mut faults = Vec::new();
    let is_after = judged.function == "after-call";
    if is_after && judged.answer.get("ask").is_some() {
        faults.push("asks after the call; there is only `redact` and `deny` then".to_owned());
    }
    if let Some(refusal) = judged.answer.get("deny")
        && text(refusal, "code").unwrap_or_default().is_empty()
    {
        faults.push("denies without a code".to_owned());
    }
    let subject = if is_after {
        judged.input.get("res").and_then(|res| text(res, "content"))
    } else {
        judged.input.get("call").and_then(|call| text(call, "arguments"))
    };
    let subject: Option<Value> = subject.and_then(|subject| serde_json::from_str(subject).ok());
    for redaction in items(judged.answer.get("redact")) {
        let pointer = text(redaction, "pointer").unwrap_or_default();
        let found = match &subject {
            Some(subject) => subject.pointer(pointer).is_some(),
            // What is no JSON is one text.
            None => pointer.is_empty(),
        };
        if !found {
            faults.push(format!("redacts `{pointer}`, where there is nothing"));
        }
    }
    faults
}

fn bad_tools(judged: &Judged<'_>, manifest: Option<&Manifest>) -> Vec<String> {
    if judged.function != "tools" {
        return bad_steps(judged.answer.get("run"), "run");
    }
    let id = manifest.map_or("", |manifest| manifest.id.as_str());
    let mut faults = Vec::new();
    let mut seen = HashSet::new();
    for tool in judged.answer.as_array().into_iter().flatten() {
        let name = text(tool, "name").unwrap_or_default();
        let whole = format!("{id}__{name}");
        let fits = !name.is_empty()
            && whole.len() <= TOOL_NAME_BYTES
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
        if !fits {
            faults.push(format!(
                "has a tool `{name}`; `{whole}` must be letters, digits, `_` and `-`, at most {TOOL_NAME_BYTES}"
            ));
        }
        if !seen.insert(name) {
            faults.push(format!("has two tools named `{name}`"));
        }
        let schema = text(tool, "input-schema").and_then(|schema| serde_json::from_str::<Value>(schema).ok());
        if schema.is_none_or(|schema| schema.get("type").and_then(Value::as_str) != Some("object")) {
            faults.push(format!("the input schema of `{name}` is no JSON Schema of an object"));
        }
    }
    faults
}
