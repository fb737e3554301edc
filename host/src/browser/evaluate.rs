//! Running what a model wrote in the page's own world, over the protocol: a page's content security policy does not
//! apply to it, and Chrome ends it at its deadline.

use std::hash::{BuildHasher as _, Hasher as _};
use std::time::Duration;

use chromiumoxide::Command;
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, CompileScriptParams, EvaluateParams, ReleaseObjectGroupParams,
    RemoteObjectId, SerializationOptions, SerializationOptionsSerialization, TimeDelta,
};
use serde_json::{Value, json};

mod glance;
mod report;

use self::report::{function_words, is_function, items, threw};
use super::error::ContextLoss;
use super::node::{GROUP, argument};
use super::script::{PATIENCE_AFTER_CANCEL, Running, SignOfLife, rescue};
use super::{BrowserError, Frame, Node, ScriptValue, World};
use crate::progress::Progress;

/// What our script is called in stacks.
const SOURCE: &str = "expression";
const WHAT: &str = "the script to finish";
/// Levels of objects inside objects that are taken over.
const DEPTH: i64 = 10;
/// Most items of a list that are taken over.
const ITEMS: usize = 5_000;

/// Waits for a promise where everybody can see how far it is.
const AWAIT: &str = "(promise) => {
  const state = { __proto__: null, ended: null, value: undefined };
  (async () => {
    try {
      state.value = await promise;
      state.ended = 'resolved';
    } catch (error) {
      state.value = error;
      state.ended = 'rejected';
    }
  })();
  return state;
}";

/// How a script ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// With this value.
    Value(ScriptValue),
    /// It threw, or it cannot be read as a script.
    Threw {
        /// The exception as it describes itself.
        message: String,
        /// Where, as far as it is known: a line of the script, or a place in a script of the page.
        place: Option<String>,
    },
    /// Its document was left while it ran, most likely by it.
    Left,
}

/// A script that ran.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// How it ended.
    pub outcome: Outcome,
    /// The frame lets no script of its own run, so it ran beside the page, without the page's variables.
    pub beside: bool,
}

/// What a source is, which decides how its value is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// An expression.
    Expression,
    /// An expression with `await`.
    Waiting,
    /// A function, to be called.
    Function,
    /// Statements, whose last value counts.
    Statements,
    /// Statements with `return`.
    Body,
}

impl Form {
    /// The whole script. The source starts on its second line.
    fn script(self, source: &str, element: Option<&str>) -> String {
        // Taken away before the source runs: the page never sees the name.
        let given = element.map_or_else(String::new, |key| {
            format!("((element) => (delete globalThis.{key}, element))(globalThis.{key})")
        });
        let name = if element.is_some() { "element" } else { "" };
        let script = match self {
            Self::Expression => format!("(({name}) => (\n{source}\n))({given})"),
            Self::Waiting => format!("(async ({name}) => (\n{source}\n))({given})"),
            Self::Function => format!(
                "(({name}) => ((given) => typeof given === 'function' ? given({name}) : given)((\n{source}\n)))({given})"
            ),
            Self::Body => format!("(async ({name}) => {{\n{source}\n}})({given})"),
            Self::Statements if element.is_some() => format!("{{ const element = {given};\n{source}\n}}"),
            Self::Statements => format!("{{\n{source}\n}}"),
        };
        format!("{script}\n//# sourceURL={SOURCE}")
    }
}

impl Frame {
    /// Runs an expression, a function or statements in the page's own world and waits for a promise. The element, if
    /// given, is `element` in it, and the first argument of a function. `plain` is a function `(object, most) => …`
    /// that copies objects which Chrome does not take apart.
    pub async fn evaluate_in_page(
        &self,
        source: &str,
        element: Option<&Node>,
        plain: &str,
        p: &Progress,
    ) -> Result<Evaluation, BrowserError> {
        self.tab().begin_action();
        let run = self.run_in_page(plain, p).await;
        let outcome = match run.start(source, element).await {
            Err(BrowserError::FrameGone) if self.tab().is_open() => Outcome::Left,
            other => other?,
        };
        Ok(Evaluation { outcome, beside: run.world == World::Isolated })
    }

    async fn run_in_page<'r>(&'r self, plain: &'r str, p: &'r Progress) -> Run<'r> {
        let is_barred = matches!(self.context(World::Main, p).await, Err(BrowserError::Script { .. }));
        Run { frame: self, world: if is_barred { World::Isolated } else { World::Main }, plain, p }
    }
}

/// One script under way.
struct Run<'r> {
    frame: &'r Frame,
    world: World,
    plain: &'r str,
    p: &'r Progress,
}

impl Run<'_> {
    async fn start(&self, source: &str, element: Option<&Node>) -> Result<Outcome, BrowserError> {
        let (mut session, mut context) = self.frame.context(self.world, self.p).await?;
        let life = SignOfLife::ask(&self.frame.link, &session);
        self.race(&session, life.come()).await?;
        let (mut form, source) = match self.form(&session, source.trim()).await? {
            Ok(form) => form,
            Err(problem) => return Ok(problem),
        };
        let key = match element {
            Some(node) => Some(self.lend(node).await?),
            None => None,
        };
        let mut retried = false;
        let ended = loop {
            let script = form.script(source, key.as_deref());
            match self.evaluate(&session, &context, script, form == Form::Statements).await? {
                Ok(answer) if form == Form::Statements && is_unread(&answer) => form = Form::Body,
                Ok(answer) => break answer,
                Err(()) if retried => return Err(BrowserError::FrameGone),
                // The context went before anything ran: the page was loaded anew meanwhile.
                Err(()) => {
                    retried = true;
                    self.frame.forget_context(&context);
                    (session, context) = self.frame.context(self.world, self.p).await?;
                }
            }
        };
        let outcome = self.outcome(&session, ended, source).await;
        self.frame.link.send(Some(&session), &ReleaseObjectGroupParams::new(GROUP));
        outcome
    }

    /// Finds out what the source is, and where it ends, without running it.
    async fn form<'s>(
        &self,
        session: &str,
        source: &'s str,
    ) -> Result<Result<(Form, &'s str), Outcome>, BrowserError> {
        let single = source.trim_end_matches([';', ' ', '\n', '\t', '\r']);
        if self.compile(session, format!("async (element) => (\n{single}\n)")).await?.is_null() {
            let form = match single {
                single if is_function(single) => Form::Function,
                // Only what waits is made to wait: a page may have replaced what promises do. In a static block
                // `await` is allowed inside of other functions alone.
                single if single.contains("await") => {
                    let block = format!("(class {{ static {{ (\n{single}\n) }} }})");
                    let is_plain = self.compile(session, block).await?.is_null();
                    if is_plain { Form::Expression } else { Form::Waiting }
                }
                _ => Form::Expression,
            };
            return Ok(Ok((form, single)));
        }
        let problem = self.compile(session, format!("async (element) => {{\n{source}\n}}")).await?;
        if problem.is_null() {
            return Ok(Ok((Form::Statements, source)));
        }
        Ok(Err(threw(&problem, source)))
    }

    /// The details of what is wrong with a script; null when nothing is.
    async fn compile(&self, session: &str, script: String) -> Result<Value, BrowserError> {
        let mut answer = self.send(session, &CompileScriptParams::new(script, SOURCE, false)).await?;
        Ok(answer["exceptionDetails"].take())
    }

    /// Makes the element known to the script, under a name that nobody can guess.
    async fn lend(&self, node: &Node) -> Result<String, BrowserError> {
        let (session, object) = self.frame.hold(node, self.world, self.p).await?;
        let random = std::hash::RandomState::new().build_hasher().finish();
        let key = format!("_{random:016x}");
        let lend = CallFunctionOnParams {
            object_id: Some(object),
            arguments: Some(vec![argument(&Value::from(key.as_str()))]),
            silent: Some(true),
            return_by_value: Some(true),
            ..CallFunctionOnParams::new("function (key) { globalThis[key] = this }")
        };
        self.send(&session, &lend).await?;
        Ok(key)
    }

    /// `Err(())` where the context did not exist any more.
    async fn evaluate(
        &self,
        session: &str,
        context: &str,
        script: String,
        statements: bool,
    ) -> Result<Result<Value, ()>, BrowserError> {
        let limit = self.p.remaining() + Duration::from_millis(50);
        let params = EvaluateParams {
            silent: Some(true),
            user_gesture: Some(true),
            // Only as statements of a console do a list of statements and `await` have a value.
            repl_mode: Some(statements),
            object_group: Some(GROUP.to_owned()),
            unique_context_id: Some(context.to_owned()),
            timeout: Some(TimeDelta::new(limit.as_secs_f64() * 1_000.0)),
            ..EvaluateParams::new(script)
        };
        let document = self.frame.document();
        match self.race(session, self.frame.link.start(Some(session), &params).raw()).await? {
            Ok(answer) => Ok(Ok(answer)),
            Err(error) if error.context_loss() == Some(ContextLoss::BeforeStart) => Ok(Err(())),
            Err(error) => Err(self.frame.judge(error, session, document, self.p)),
        }
    }

    /// What an answer means; promises are waited for and objects taken apart.
    async fn outcome(&self, session: &str, answer: Value, source: &str) -> Result<Outcome, BrowserError> {
        if let Some(details) = answer.get("exceptionDetails") {
            return Ok(threw(details, source));
        }
        let mut remote = answer["result"].clone();
        if remote["subtype"] == "promise"
            && let Some(id) = remote["objectId"].as_str()
        {
            match self.settled(session, id).await? {
                Ok(value) => remote = value,
                Err(exception) => return Ok(threw(&json!({"exception": exception}), source)),
            }
        }
        Ok(Outcome::Value(self.value(session, &remote).await?))
    }

    /// Waits for a promise: its value, or what it was rejected with. Chrome's own way asks the promise for its
    /// `then`, which is the page's to replace; `await` does not.
    async fn settled(&self, session: &str, promise: &str) -> Result<Result<Value, Value>, BrowserError> {
        let mut call = CallFunctionOnParams {
            arguments: Some(vec![held(promise)]),
            object_id: Some(RemoteObjectId::new(promise)),
            silent: Some(true),
            ..CallFunctionOnParams::new(AWAIT)
        };
        let answer = self.send(session, &call).await?;
        let Some(state) = answer["result"]["objectId"].as_str() else { return Err(BrowserError::FrameGone) };
        call.object_id = Some(RemoteObjectId::new(state));
        call.arguments = Some(vec![held(state)]);
        let mut pause = Duration::from_millis(2);
        loop {
            "(state) => state.ended".clone_into(&mut call.function_declaration);
            let ended = self.send(session, &call).await?["result"]["value"].take();
            match ended.as_str() {
                Some(how) => {
                    "(state) => state.value".clone_into(&mut call.function_declaration);
                    let value = self.send(session, &call).await?["result"].take();
                    return Ok(if how == "resolved" { Ok(value) } else { Err(value) });
                }
                None => self.race(session, tokio::time::sleep(pause)).await?,
            }
            pause = (pause * 2).min(Duration::from_millis(40));
        }
    }

    async fn value(&self, session: &str, remote: &Value) -> Result<ScriptValue, BrowserError> {
        let description = remote["description"].as_str().unwrap_or_default();
        let odd = remote["unserializableValue"].as_str();
        match (remote["type"].as_str().unwrap_or_default(), odd) {
            ("function", _) => return Ok(ScriptValue::Word(function_words(description))),
            ("symbol", _) => return Ok(ScriptValue::Word(format!("[{description}]"))),
            (_, Some(odd)) => return Ok(ScriptValue::Number(odd.to_owned())),
            _ => {}
        }
        let Some(id) = remote["objectId"].as_str() else {
            // A plain value reads the same in both notations.
            let kind =
                if remote["subtype"] == "null" { "null" } else { remote["type"].as_str().unwrap_or("null") };
            return Ok(ScriptValue::of(&json!({"type": kind, "value": remote["value"]})));
        };
        let size = items(description).filter(|size| *size > ITEMS);
        if let Some(size) = size {
            let first = "(list, most) => { const items = []; for (let i = 0; i < most; i++) items[i] = list[i]; return items }";
            let deep = self.deep(session, id, first, ITEMS).await?;
            return Ok(match deep.map(|deep| ScriptValue::of(&deep)) {
                Some(ScriptValue::List(items, _)) => ScriptValue::List(items, size - ITEMS),
                _ => ScriptValue::Word(format!("[{description}]")),
            });
        }
        let deep = self.deep(session, id, "(object) => object", 0).await?;
        if let Some(deep) = deep.as_ref().filter(|deep| !ScriptValue::is_opaque(deep)) {
            return Ok(ScriptValue::of(deep));
        }
        let plain = self.deep(session, id, self.plain, ITEMS).await?;
        Ok(plain
            .or(deep)
            .map_or_else(|| ScriptValue::Word(format!("[{description}]")), |deep| ScriptValue::of(&deep)))
    }

    /// Chrome's own copy of what a function makes of an object; `None` where it cannot be made.
    async fn deep(
        &self,
        session: &str,
        object: &str,
        function: &str,
        most: usize,
    ) -> Result<Option<Value>, BrowserError> {
        let call = CallFunctionOnParams {
            object_id: Some(RemoteObjectId::new(object)),
            arguments: Some(vec![held(object), argument(&Value::from(most))]),
            silent: Some(true),
            serialization_options: Some(SerializationOptions {
                serialization: SerializationOptionsSerialization::Deep,
                max_depth: Some(DEPTH),
                additional_parameters: Some(json!({"maxNodeDepth": 0, "includeShadowTree": "none"})),
            }),
            ..CallFunctionOnParams::new(function)
        };
        let document = self.frame.document();
        let answer = self.race(session, self.frame.link.start(Some(session), &call).raw()).await?;
        match answer {
            Ok(answer) if answer.get("exceptionDetails").is_some() => Ok(None),
            Ok(mut answer) => {
                let remote = answer["result"].take();
                Ok(Some(match remote.get("deepSerializedValue") {
                    Some(deep) => deep.clone(),
                    None => json!({"type": remote["type"], "value": remote["value"]}),
                }))
            }
            Err(error) => match self.frame.judge(error, session, document, self.p) {
                // A getter of the page threw.
                BrowserError::Script { .. } | BrowserError::Protocol { .. } => Ok(None),
                other => Err(other),
            },
        }
    }

    async fn send<C: Command>(&self, session: &str, command: &C) -> Result<Value, BrowserError> {
        let document = self.frame.document();
        let answer = self.race(session, self.frame.link.start(Some(session), command).raw()).await?;
        answer.map_err(|error| self.frame.judge(error, session, document, self.p))
    }

    /// Waits, and ends what the page runs when it does not come to an end.
    async fn race<T>(&self, session: &str, answer: impl Future<Output = T>) -> Result<T, BrowserError> {
        let running = Running::begin(&self.frame.link, session);
        match self.p.race(WHAT, answer).await {
            Ok(answer) => Ok(answer),
            Err(interrupted) => {
                rescue(&self.frame.link, session.to_owned(), running.serial, PATIENCE_AFTER_CANCEL);
                Err(interrupted.into())
            }
        }
    }
}

/// An object of the page as an argument of a function.
fn held(object: &str) -> CallArgument {
    CallArgument { value: None, unserializable_value: None, object_id: Some(RemoteObjectId::new(object)) }
}

/// Whether statements were not even read because of a `return`: then nothing of them ran.
fn is_unread(answer: &Value) -> bool {
    let Some(details) = answer.get("exceptionDetails") else { return false };
    let description = details["exception"]["description"].as_str().unwrap_or_default();
    details.get("stackTrace").is_none()
        && description.starts_with("SyntaxError: ")
        && !description.contains("\n    at ")
}
