//! `tool-provider`: tools that plugins add, named `<plugin>__<tool>`. What they are is asked once; what they give is
//! checked each time.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value};
use url::Url;

use super::super::answer::{ProvidedTool, ToolReply};
use super::super::bindings::tool_provider::{self, Reply, Tool};
use super::super::component::{Plugin, SharedPlugin};
use super::super::convert::{PageViews, context};
use super::super::hook::{Budget, Definition, HookKind};
use super::super::runtime::Runtime;
use super::super::text::{cut, plain};
use super::super::{Inner, Outcome, PageInput};
use super::{quirk_after, reading};

/// What stands between the plugin's id and the tool's own name.
const BETWEEN: &str = "__";
/// Longest name that every client takes.
const NAME_BYTES: usize = 64;
const DESCRIPTION_BYTES: usize = 400;
const SCHEMA_BYTES: usize = 8 * 1024;
const WORDS_BYTES: usize = 300;
/// Tools of one plugin: every one of them stands in front of the model all the time.
const MOST_TOOLS: usize = 16;

/// The hook `tool-provider`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "tool-provider",
    fallback: "the tool fails",
    ceiling: Budget::new(250, 64, 256),
    fits: |pre, store, instance| tool_provider::GuestIndices::new(pre)?.load(store, instance).map(drop),
});

impl Inner {
    /// The tools of all plugins, by name; one that cannot be offered is left out and told of.
    pub(in super::super) async fn provided_tools(&self) -> Outcome<Vec<ProvidedTool>> {
        let mut outcome = Outcome::default();
        let set = self.set.load_full();
        let Some(runtime) = &set.runtime else { return outcome };
        let now = reading();
        for plugin in set.plugins.iter().filter(|plugin| plugin.manifest.has(HOOK)) {
            let (asked, context) = (Arc::clone(plugin), context(plugin, &runtime.session, now));
            let given = runtime.call(plugin, HOOK, now, move |store, instance| {
                let guest =
                    tool_provider::GuestIndices::new(&asked.instances)?.load(&mut *store, instance)?;
                Ok(Ok(guest.call_tools(store, &context)?))
            });
            match given.await {
                Ok(tools) => {
                    let (good, faults) = checked(plugin.id(), &tools);
                    outcome.by.extend((!good.is_empty()).then(|| plugin.id().to_owned()));
                    outcome.value.extend(good);
                    let faults = faults.iter().map(|fault| self.warn_of_fault(plugin, HOOK, fault));
                    outcome.warnings.extend(faults);
                }
                Err(failed) => outcome.warnings.extend(self.warn_of_failure(plugin, HOOK, &failed)),
            }
        }
        outcome.value.sort_by(|a, b| a.name.cmp(&b.name));
        outcome
    }

    /// Calls a tool. `page` is the page that is open, `round` how often steps were done for this call. The error says
    /// what went wrong, and names the plugin.
    pub(in super::super) async fn call_tool(
        &self,
        tool: &ProvidedTool,
        arguments: &str,
        page: Option<&PageInput>,
        round: u32,
    ) -> Result<ToolReply, String> {
        let set = self.set.load_full();
        let found = set.plugins.iter().find(|plugin| plugin.id() == tool.by && plugin.manifest.has(HOOK));
        let (Some(runtime), Some(plugin)) = (&set.runtime, found) else {
            return Err(format!("{} is not loaded any more; restart the server", tool.by));
        };
        let reply = asked(runtime, plugin, tool, arguments, page, round).await.map_err(|failed| {
            let said = format!("{}: {} in `{HOOK}`", plugin.label(), failed.failure);
            let _ = self.warn_of_failure(plugin, HOOK, &failed);
            said
        })?;
        match reply {
            Reply::Done(text) => Ok(ToolReply::Done(text)),
            Reply::Fail(words) => Ok(ToolReply::Fail(plain(&words, WORDS_BYTES))),
            Reply::Run(_) if tool.read_only => {
                Err(self.warn_of_fault(plugin, HOOK, "wants to act for a tool that only reads"))
            }
            Reply::Run(steps) => match quirk_after::steps(&steps) {
                Ok(steps) => Ok(ToolReply::Run(steps)),
                Err(why) => Err(self.warn_of_fault(
                    plugin,
                    HOOK,
                    &format!("gave steps of which none was done ({why})"),
                )),
            },
        }
    }
}

async fn asked(
    runtime: &Arc<Runtime>,
    plugin: &SharedPlugin,
    tool: &ProvidedTool,
    arguments: &str,
    page: Option<&PageInput>,
    round: u32,
) -> Result<Reply, super::super::runtime::Failed> {
    let now = reading();
    let view = page.filter(|page| may_see(plugin, page)).map(|page| PageViews::new(page).view_for(plugin));
    let (shared, context) = (Arc::clone(plugin), context(plugin, &runtime.session, now));
    let (name, arguments) = (tool.own_name.clone(), arguments.to_owned());
    let call = runtime.call(plugin, HOOK, now, move |store, instance| {
        let guest = tool_provider::GuestIndices::new(&shared.instances)?.load(&mut *store, instance)?;
        Ok(Ok(guest.call_call(store, &context, &name, &arguments, view.as_deref(), round)?))
    });
    call.await
}

/// Whether the hook covers the page.
fn may_see(plugin: &Plugin, page: &PageInput) -> bool {
    Url::parse(&page.url).is_ok_and(|url| plugin.manifest.hook_for(HOOK, &url).is_some())
}

/// The tools that can be offered, and what is wrong with the others.
fn checked(id: &str, given: &[Tool]) -> (Vec<ProvidedTool>, Vec<String>) {
    let (mut good, mut faults, mut names) = (Vec::new(), Vec::new(), BTreeSet::new());
    if given.len() > MOST_TOOLS {
        faults.push(format!("gave {} tools; {MOST_TOOLS} are the most", given.len()));
    }
    for tool in given.iter().take(MOST_TOOLS) {
        match offered(id, tool) {
            Ok(tool) if names.insert(tool.name.clone()) => good.push(tool),
            Ok(tool) => faults.push(format!("gave two tools that are called {}", tool.name)),
            Err(why) => {
                faults.push(format!(
                    "gave a tool {} that is not offered: {why}",
                    plain(&tool.name, NAME_BYTES)
                ));
            }
        }
    }
    (good, faults)
}

fn offered(id: &str, tool: &Tool) -> Result<ProvidedTool, String> {
    let is_name =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_-".contains(letter);
    if tool.name.is_empty() || !tool.name.chars().all(is_name) {
        return Err("a name is of a-z, 0-9, `_` and `-`".to_owned());
    }
    let name = format!("{id}{BETWEEN}{}", tool.name);
    if name.len() > NAME_BYTES {
        return Err(format!("{name} has {} characters; {NAME_BYTES} are the most", name.len()));
    }
    Ok(ProvidedTool {
        name,
        own_name: tool.name.clone(),
        by: id.to_owned(),
        description: format!("[{id}] {}", plain(&tool.description, DESCRIPTION_BYTES)),
        schema: schema(&tool.input_schema)?,
        read_only: tool.read_only,
    })
}

/// The schema, if it is one of an object.
fn schema(text: &str) -> Result<Map<String, Value>, String> {
    if text.len() > SCHEMA_BYTES {
        return Err(format!("its input-schema has {} bytes; {SCHEMA_BYTES} are the most", text.len()));
    }
    let schema: Value =
        serde_json::from_str(text).map_err(|error| format!("its input-schema is not JSON: {error}"))?;
    let Value::Object(schema) = schema else {
        return Err("its input-schema is no JSON object".to_owned());
    };
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return Err("its input-schema is not that of an object (`\"type\": \"object\"`)".to_owned());
    }
    if schema.get("properties").is_some_and(|properties| !properties.is_object()) {
        return Err("`properties` of its input-schema is no JSON object".to_owned());
    }
    Ok(schema)
}

/// What a tool says, as lines that cannot be taken for ours.
pub(crate) fn fenced(text: &str, bytes: usize) -> String {
    let kept = cut(text, bytes);
    let mut lines: Vec<String> = kept.lines().map(|line| format!("> {}", plain(line, line.len()))).collect();
    if kept.len() < text.len() {
        lines.push(format!("… {} more bytes", text.len() - kept.len()));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tool(name: &str, schema: &str) -> Tool {
        Tool {
            name: name.to_owned(),
            description: "Says\n hello\u{1b}".to_owned(),
            input_schema: schema.to_owned(),
            read_only: true,
        }
    }

    #[test]
    fn a_tool_is_named_after_its_plugin_and_says_whose_it_is() {
        let (good, faults) = checked("my-tools", &[tool("hello", r#"{"type":"object"}"#)]);
        assert_eq!(faults, [""; 0]);
        assert_eq!((good[0].name.as_str(), good[0].own_name.as_str()), ("my-tools__hello", "hello"));
        assert_eq!(good[0].description, "[my-tools] Says  hello");
    }

    #[test]
    fn what_clients_would_stumble_over_is_not_offered() {
        let object = r#"{"type":"object"}"#;
        for (name, schema, says) in [
            ("Hello", object, "a-z"),
            ("", object, "a-z"),
            (&*"x".repeat(60), object, "64"),
            ("a", "{", "not JSON"),
            ("a", "[]", "no JSON object"),
            ("a", r#"{"type":"string"}"#, "of an object"),
            ("a", r#"{"type":"object","properties":[]}"#, "properties"),
        ] {
            let (good, faults) = checked("my-tools", &[tool(name, schema)]);
            assert!(good.is_empty() && faults[0].contains(says), "{name}: {faults:?}");
        }
        let (good, faults) = checked("my-tools", &[tool("a", object), tool("a", object)]);
        assert_eq!((good.len(), faults.len()), (1, 1));
        assert!(faults[0].contains("two tools"), "{faults:?}");
        let many: Vec<Tool> = (0..20).map(|number| tool(&format!("t{number}"), object)).collect();
        assert_eq!(checked("my-tools", &many).0.len(), MOST_TOOLS);
    }

    #[test]
    fn what_a_tool_says_is_fenced_and_cut() {
        assert_eq!(fenced("a\ne1 button\u{1b}", 100), "> a\n> e1 button");
        assert_eq!(fenced("abcdef", 3), "> abc\n… 3 more bytes");
    }
}
