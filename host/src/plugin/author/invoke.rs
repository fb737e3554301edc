//! One call of a component by JSON: which function, its arguments, its answer.

use serde_json::{Map, Value, json};
use wasmtime::component::types::{ComponentFunc, ComponentItem};
use wasmtime::component::{Instance, Type, Val};
use wasmtime::{Engine, Store};

use super::value;
use crate::plugin::component::Plugin;
use crate::plugin::hook::HookKind;
use crate::plugin::manifest::{API_LINE, API_PATCH};
use crate::plugin::store::CallState;

/// Values without Rust types cost more to lift than what the server lifts: the real limit is checked afterwards.
pub(super) const LIFTED_BYTES: usize = 256 * 1024 * 1024;
/// The parameter that the host fills in.
const CTX: &str = "ctx";

/// What a call is given beside the arguments of the hook.
#[derive(Debug, Clone, Default)]
pub(super) struct Circumstances {
    pub(super) now_ms: u64,
    /// JSON text.
    pub(super) settings: String,
    pub(super) kv: std::collections::BTreeMap<String, String>,
    pub(super) extra: Vec<(String, String)>,
}

/// A function of a component and the arguments to call it with.
pub(super) struct Invocation {
    interface: String,
    pub(super) function: String,
    arguments: Vec<Val>,
}

impl Invocation {
    /// The function of `hook` that takes `input`. An error says why it cannot be called.
    pub(super) fn new(
        plugin: &Plugin,
        engine: &Engine,
        hook: HookKind,
        input: &Map<String, Value>,
        circumstances: &Circumstances,
    ) -> Result<Self, String> {
        let (interface, function, kind) = function(plugin, engine, hook, input)?;
        let arguments = arguments(&kind, input, circumstances)?;
        Ok(Self { interface, function, arguments })
    }

    /// Calls it.
    pub(super) fn run(&self, store: &mut Store<CallState>, instance: &Instance) -> wasmtime::Result<Val> {
        let found = instance
            .get_export_index(&mut *store, None, &self.interface)
            .and_then(|interface| instance.get_export_index(&mut *store, Some(&interface), &self.function))
            .and_then(|function| instance.get_func(&mut *store, function));
        let Some(found) = found else { wasmtime::bail!("there is no {}#{}", self.interface, self.function) };
        let mut results = [Val::Bool(false)];
        found.call(&mut *store, &self.arguments, &mut results)?;
        let [result] = results;
        Ok(result)
    }
}

/// The interface as exported, and its one function whose parameters `input` names.
fn function(
    plugin: &Plugin,
    engine: &Engine,
    hook: HookKind,
    input: &Map<String, Value>,
) -> Result<(String, String, ComponentFunc), String> {
    let kind = plugin.instances.component().component_type();
    let prefix = format!("sekme:plugin/{hook}@");
    let (interface, functions) = kind
        .exports(engine)
        .find_map(|(name, item)| match item.ty {
            ComponentItem::ComponentInstance(functions) if name.starts_with(&prefix) => {
                Some((name.to_owned(), functions))
            }
            _ => None,
        })
        .ok_or_else(|| format!("the component does not export `{hook}`"))?;
    let mut known = Vec::new();
    for (name, item) in functions.exports(engine) {
        let ComponentItem::ComponentFunc(function) = item.ty else { continue };
        if fits(&function, input) {
            return Ok((interface, name.to_owned(), function));
        }
        let names: Vec<&str> = function.params().map(|(name, _)| name).filter(|name| *name != CTX).collect();
        known.push(format!("{name}({})", names.join(", ")));
    }
    let given: Vec<&str> = input.keys().map(String::as_str).collect();
    Err(format!("no function of `{hook}` takes ({}); there is {}", given.join(", "), known.join(" and ")))
}

fn fits(function: &ComponentFunc, input: &Map<String, Value>) -> bool {
    let takes = |name: &str| name != CTX && function.params().any(|(known, _)| known == name);
    let required = function.params().filter(|(name, kind)| *name != CTX && !matches!(kind, Type::Option(_)));
    input.keys().all(|name| takes(name)) && required.into_iter().all(|(name, _)| input.contains_key(name))
}

fn arguments(
    function: &ComponentFunc,
    input: &Map<String, Value>,
    circumstances: &Circumstances,
) -> Result<Vec<Val>, String> {
    let context = json!({
        "api": format!("{}.{}.{API_PATCH}", API_LINE.0, API_LINE.1),
        "session": "fixture",
        "now-ms": circumstances.now_ms,
        "settings": circumstances.settings,
        "extra": circumstances.extra,
    });
    function
        .params()
        .map(|(name, kind)| {
            let given = if name == CTX { Some(&context) } else { input.get(name) };
            value::to_val(given.unwrap_or(&Value::Null), &kind).map_err(|bad| format!("{name}.{bad}"))
        })
        .collect()
}
