//! Running script in a frame: which world, which context, and how it ends.

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::page::{self, CreateIsolatedWorldParams};
use chromiumoxide::cdp::js_protocol::runtime::{
    CallFunctionOnParams, EvaluateParams, ReleaseObjectParams, RemoteObjectId, TerminateExecutionParams,
    TimeDelta,
};
use serde::Deserialize;
use serde_json::Value;

use super::error::{CallError, ContextLoss};
use super::ids::DocumentId;
use super::link::{Link, Pending};
use super::state::{FrameState, State, WORLD_NAME};
use super::{BrowserError, Frame};
use crate::progress::{Interrupted, Progress};

/// How long a frame's own script world may take to appear after a commit.
const WORLD_LIMIT: Duration = Duration::from_secs(2);
/// How long a page may stay unresponsive after a script's deadline before whatever it runs is ended.
const PATIENCE: Duration = Duration::from_secs(10);
/// The same after a cancelled script, which is most likely what the page still runs.
pub(super) const PATIENCE_AFTER_CANCEL: Duration = Duration::from_secs(1);

/// How long a page may be busy with a script of its own before that counts as one without end.
pub(super) const STUCK: Duration = Duration::from_secs(11);

/// Whose globals a script sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// Ours: the same document, but the page can neither see nor change what runs here.
    Isolated,
    /// The page's own.
    Main,
}

/// The parts of `Runtime.evaluate`'s answer that are used.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Evaluated {
    result: Remote,
    exception_details: Option<Exception>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Remote {
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Exception {
    text: String,
    exception: Option<Remote>,
}

impl Frame {
    /// Calls a function, given as source (`(a, b) => …`), with arguments that are plain data. Awaits a promise and
    /// returns a copy of its value; `undefined` is null.
    pub async fn call_function(
        &self,
        world: World,
        function: &str,
        args: &[Value],
        p: &Progress,
    ) -> Result<Value, BrowserError> {
        let arguments = args.iter().map(Value::to_string).collect::<Vec<_>>().join(",");
        // The line break ends a comment that the source may end with.
        self.run(world, format!("({function}\n)({arguments})"), false, p).await
    }

    /// Evaluates an expression or a list of statements, whose last value counts; `await` may be used.
    pub async fn evaluate(
        &self,
        world: World,
        expression: &str,
        p: &Progress,
    ) -> Result<Value, BrowserError> {
        self.run(world, expression.to_owned(), true, p).await
    }

    /// Calls a function in our world without waiting for it to end; nothing where the document has none yet. What is
    /// asked of the frame later runs after it.
    pub fn cast(&self, function: &str) {
        let known = self.look(|frame| Some((frame.session.clone(), frame.isolated_world.clone()?)));
        let Ok(Some((session, context))) = known else { return };
        let call = EvaluateParams {
            silent: Some(true),
            unique_context_id: Some(context),
            ..EvaluateParams::new(format!("({function}\n)()"))
        };
        self.link.send(Some(&session), &call);
    }

    async fn run(
        &self,
        world: World,
        source: String,
        repl: bool,
        p: &Progress,
    ) -> Result<Value, BrowserError> {
        self.tab().begin_action();
        let document = self.look(|frame| frame.document)?;
        let mut params = EvaluateParams {
            silent: Some(true),
            // Statements may use `await`, but Chrome then takes their value as it is, a promise too.
            return_by_value: Some(!repl),
            await_promise: Some(true),
            // As if a person had caused it, so that it may open windows.
            user_gesture: Some(true),
            repl_mode: Some(repl),
            ..EvaluateParams::new(source)
        };
        let mut retried = false;
        let mut ended_scripts = self.tab().ended_scripts();
        loop {
            let (session, context) = self.context(world, p).await?;
            params.unique_context_id = Some(context.clone());
            // Chrome ends a script that never returns, a moment after we have stopped waiting for it. Unlike
            // `Runtime.terminateExecution` this cannot hit a script of the page.
            let limit = p.remaining() + Duration::from_millis(50);
            params.timeout = Some(TimeDelta::new(limit.as_secs_f64() * 1_000.0));
            let life = SignOfLife::ask(&self.link, &session);
            let answer = self.link.start(Some(&session), &params).raw();
            let running = Running::begin(&self.link, &session);
            let answer = p.race("the script to finish", life.before(answer)).await;
            let serial = running.serial;
            drop(running);
            match answer {
                Ok(Ok(value)) if repl => return self.copied(&session, value, p).await,
                Ok(Ok(value)) => return evaluated(value),
                // The end of a script of the page hit ours in its place.
                Ok(Err(CallError::Refused { code: -32_603, .. }))
                    if self.tab().ended_scripts() > ended_scripts =>
                {
                    ended_scripts = u64::MAX;
                }
                Ok(Err(error)) => {
                    let may_retry = !retried && self.look(|frame| frame.document)? == document;
                    if error.context_loss() == Some(ContextLoss::BeforeStart) && may_retry {
                        retried = true;
                        self.forget_context(&context);
                        continue;
                    }
                    return Err(self.judge(error, &session, document, p));
                }
                Err(interrupted) => {
                    let cancelled = interrupted == Interrupted::Cancelled;
                    let patience = if cancelled { PATIENCE_AFTER_CANCEL } else { PATIENCE };
                    rescue(&self.link, session, serial, patience);
                    return Err(interrupted.into());
                }
            }
        }
    }

    /// The value of evaluated statements: a promise is awaited, an object copied.
    async fn copied(&self, session: &str, answer: Value, p: &Progress) -> Result<Value, BrowserError> {
        let failed = answer.get("exceptionDetails").is_some();
        let Some(id) = answer["result"]["objectId"].as_str().filter(|_| !failed) else {
            return evaluated(answer);
        };
        let copy = CallFunctionOnParams {
            object_id: Some(RemoteObjectId::new(id)),
            return_by_value: Some(true),
            await_promise: Some(true),
            silent: Some(true),
            ..CallFunctionOnParams::new("function () { return this }")
        };
        let document = self.document();
        let copied = self.link.start(Some(session), &copy).raw();
        let release = ReleaseObjectParams::new(RemoteObjectId::new(id));
        let copied = p.race("the script to finish", copied).await;
        self.link.send(Some(session), &release);
        match copied? {
            Ok(value) => evaluated(value),
            Err(error) => Err(self.judge(error, session, document, p)),
        }
    }

    /// The session and the unique id of the frame's execution context in a world.
    pub(super) async fn context(&self, world: World, p: &Progress) -> Result<(String, String), BrowserError> {
        let known = |frame: &FrameState| {
            let id = match world {
                World::Main => frame.main_world.clone(),
                World::Isolated => frame.isolated_world.clone(),
            };
            id.map(|id| (frame.session.clone(), id))
        };
        let session = match self.look(|frame| (known(frame), frame.session.clone()))? {
            (Some(known), _) => return Ok(known),
            (None, session) => session,
        };
        if self.link.read(|state| state.is_crashed(&session)) {
            return Err(self.judge(CallError::Crashed, &session, self.document(), p));
        }
        match world {
            World::Isolated => {
                let create = CreateIsolatedWorldParams {
                    frame_id: page::FrameId::new(self.id.to_string()),
                    world_name: Some(WORLD_NAME.to_owned()),
                    grant_univeral_access: None,
                };
                let what = "the page to answer";
                let life = SignOfLife::ask(&self.link, &session);
                let answer = self.link.start(Some(&session), &create).raw();
                let answer = p.race(what, life.before(answer)).await?;
                let document = self.document();
                let answer = answer.map_err(|error| match error {
                    CallError::Refused { .. } => BrowserError::FrameGone,
                    other => self.judge(other, &session, document, p),
                })?;
                let id = answer["executionContextId"].as_i64();
                let unique = id.and_then(|id| self.link.read(|state| state.unique_context(&session, id)));
                unique.map(|unique| (session, unique)).ok_or(BrowserError::FrameGone)
            }
            World::Main => {
                let look = |state: &State| match state.tabs.get(&self.tab)?.frames.get(&self.id.0) {
                    Some(frame) => known(frame).map(Ok),
                    None => Some(Err(BrowserError::FrameGone)),
                };
                let found = self.link.until("the page's scripts", &p.child(WORLD_LIMIT), look).await;
                match found {
                    Ok(found) => found,
                    Err(BrowserError::Interrupted(_)) if p.check("").is_ok() => {
                        Err(BrowserError::Script { message: "scripts are blocked in this frame".to_owned() })
                    }
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// Chrome does not know a context that we thought it had.
    pub(super) fn forget_context(&self, context: &str) {
        self.link.write(|state| {
            if let Some(tab) = state.tabs.get_mut(&self.tab) {
                tab.frames.forget_context(context);
            }
        });
    }

    /// What a failed evaluation means.
    pub(super) fn judge(
        &self,
        error: CallError,
        session: &str,
        document: DocumentId,
        p: &Progress,
    ) -> BrowserError {
        let tab = self.tab();
        let is_page = tab.session().is_ok_and(|page| page == session);
        match error {
            CallError::Closed(reason) => BrowserError::Gone { reason },
            CallError::Crashed if is_page => BrowserError::TabCrashed,
            CallError::Crashed => BrowserError::FrameGone,
            CallError::Dialog(_) | CallError::Flood(_) => error.of("Runtime.evaluate"),
            _ if !tab.is_open() => BrowserError::TabClosed,
            CallError::Detached => BrowserError::FrameGone,
            _ if error.context_loss().is_some() || self.document() != document => BrowserError::FrameGone,
            CallError::Refused { code, message } => match p.check("the script to finish") {
                Err(interrupted) => interrupted.into(),
                // The script ran; its value cannot be copied, or it was ended.
                Ok(()) if matches!(code, -32000 | -32603) => BrowserError::Script { message },
                Ok(()) => BrowserError::Protocol { method: "Runtime.evaluate".to_owned(), code, message },
            },
        }
    }
}

/// The value, or the exception, of an answer.
pub(super) fn evaluated(answer: Value) -> Result<Value, BrowserError> {
    let answer: Evaluated = serde_json::from_value(answer).map_err(|error| BrowserError::Script {
        message: format!("an answer that cannot be read: {error}"),
    })?;
    match answer.exception_details {
        None => Ok(answer
            .result
            .value
            .or_else(|| answer.result.unserializable_value.map(Value::String))
            .unwrap_or_default()),
        Some(Exception { text, exception }) => {
            let exception = exception.unwrap_or_default();
            let thrown = exception.value.map(|value| value.to_string());
            let message = exception.description.or(thrown).unwrap_or(text);
            // The stack names only our own source.
            let end = message.find("\n    at ").unwrap_or(message.len());
            Err(BrowserError::Script { message: message[..end].to_owned() })
        }
    }
}

/// A script of ours that a page's session runs.
pub(super) struct Running {
    link: Link,
    session: String,
    /// Scripts of a session run in the order of these.
    pub(super) serial: u64,
}

impl Running {
    pub(super) fn begin(link: &Link, session: &str) -> Self {
        let serial = link.shared.lock().begin_script(session);
        Self { link: link.clone(), session: session.to_owned(), serial }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.link.shared.lock().end_script(&self.session, self.serial);
    }
}

/// A sign of life of a page that was asked for before something else was.
pub(super) struct SignOfLife {
    link: Link,
    session: String,
    answer: Option<Pending<EvaluateParams>>,
}

impl SignOfLife {
    /// Asks for it. Not while the session runs a script of ours: then the page is busy with that.
    pub(super) fn ask(link: &Link, session: &str) -> Self {
        let is_ours = link.read(|state| state.runs_script(session));
        let answer = (!is_ours).then(|| link.start(Some(session), &EvaluateParams::new("0")));
        Self { link: link.clone(), session: session.to_owned(), answer }
    }

    /// Waits for an answer that comes after the sign of life. A page that does not get to the latter runs a script of
    /// its own without end, which is ended; then it gets to both.
    pub(super) async fn before<T>(self, answer: impl Future<Output = T>) -> T {
        let Self { link, session, answer: Some(alive) } = self else { return answer.await };
        let mut alive = std::pin::pin!(alive.raw());
        let ending = async {
            while tokio::time::timeout(STUCK, &mut alive).await.is_err() {
                end_script(&link, &session);
            }
            std::future::pending::<()>().await;
        };
        tokio::select! {
            biased;
            answer = answer => answer,
            () = ending => unreachable!("it waits for ever"),
        }
    }

    /// Waits for the sign of life alone.
    pub(super) async fn come(mut self) {
        let Some(alive) = self.answer.take() else { return };
        let mut alive = std::pin::pin!(alive.raw());
        while tokio::time::timeout(STUCK, &mut alive).await.is_err() {
            end_script(&self.link, &self.session);
        }
    }
}

/// Ends the script that an unresponsive page runs, unless it may be silent for another reason: Chrome would end the
/// next script instead.
pub(super) fn end_script(link: &Link, session: &str) {
    if link.read(|state| state.may_be_silent(session)) {
        return;
    }
    tracing::debug!(session, "an unresponsive page's script is ended");
    link.send(Some(session), &TerminateExecutionParams::default());
    link.write(|state| state.note_ended_script(session));
}

/// Waits for a sign of life of a page after a script of ours was given up, and ends the script it runs when there is
/// none; not as long as one of ours that began before the given up one is still waited for. In the background.
pub(super) fn rescue(link: &Link, session: String, serial: u64, patience: Duration) {
    if !link.write(|state| state.begin_rescue(&session)) {
        return;
    }
    let link = link.clone();
    let probe = link.start(Some(&session), &EvaluateParams::new("0")).raw();
    let documents = link.read(|state| state.documents_of(&session));
    tokio::spawn(async move {
        let mut probe = std::pin::pin!(probe);
        let mut is_stuck = tokio::time::timeout(patience, &mut probe).await.is_err();
        while is_stuck && link.read(|state| state.runs_script_before(&session, serial)) {
            is_stuck = tokio::time::timeout(patience, &mut probe).await.is_err();
        }
        // Another page that was opened meanwhile has done nothing.
        if is_stuck && link.read(|state| state.documents_of(&session)) == documents {
            end_script(&link, &session);
        }
        link.write(|state| state.end_rescue(&session));
    });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_exception_is_told_without_our_stack() {
        let answer = json!({"result": {}, "exceptionDetails": {
            "text": "Uncaught", "exception": {"description": "Error: no\nsecond line\n    at <anonymous>:1:7"}
        }});
        let message = "Error: no\nsecond line".to_owned();
        assert_eq!(evaluated(answer), Err(BrowserError::Script { message }));
    }

    #[test]
    fn a_thrown_value_is_told_too() {
        let answer =
            json!({"result": {}, "exceptionDetails": {"text": "Uncaught", "exception": {"value": 5}}});
        assert_eq!(evaluated(answer), Err(BrowserError::Script { message: "5".to_owned() }));
    }

    #[test]
    fn undefined_is_null_and_odd_numbers_are_words() {
        assert_eq!(evaluated(json!({"result": {"type": "undefined"}})), Ok(Value::Null));
        assert_eq!(evaluated(json!({"result": {"unserializableValue": "NaN"}})), Ok(json!("NaN")));
    }
}
