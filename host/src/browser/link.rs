//! A handle to the actor: sends commands, and waits for what the events make of the state.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chromiumoxide::Command;
use chromiumoxide::types::MethodId;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use super::error::{BrowserError, CallError};
use super::process::ChromeProcess;
use super::state::{Followup, State};
use crate::progress::Progress;

/// A command on its way to Chrome.
pub(super) struct Outgoing {
    pub(super) method: MethodId,
    pub(super) session: Option<String>,
    pub(super) params: Value,
    pub(super) reply: Reply,
}

/// Who wants the answer.
pub(super) enum Reply {
    /// Nobody.
    Ignore,
    /// A caller that waits.
    Caller(oneshot::Sender<Result<Value, CallError>>),
    /// The state itself.
    State(Followup),
}

impl Outgoing {
    /// A typed command for a session (`None`: the browser itself).
    pub(super) fn new<C: Command>(session: Option<&str>, command: &C, reply: Reply) -> Self {
        let params = serde_json::to_value(command).expect("a command is plain data with string keys");
        Self { method: command.identifier(), session: session.map(ToOwned::to_owned), params, reply }
    }
}

/// What the actor and the handles share.
pub(super) struct Shared {
    state: Mutex<State>,
    /// Counts changes of the state; waits look again after each.
    changes: watch::Sender<u64>,
    /// Ends the actor although handles still exist.
    pub(super) closing: CancellationToken,
}

impl Shared {
    pub(super) fn new(state: State) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(state),
            changes: watch::Sender::new(0),
            closing: CancellationToken::new(),
        })
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes everyone who waits for a change of the state.
    pub(super) fn announce(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// A cheap clone of the way to one Chrome. Chrome is let go when the last one is dropped.
#[derive(Clone)]
pub(super) struct Link {
    commands: mpsc::UnboundedSender<Outgoing>,
    pub(super) shared: Arc<Shared>,
    /// The Chrome we started, if we did.
    pub(super) process: Option<Arc<ChromeProcess>>,
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").finish_non_exhaustive()
    }
}

impl Link {
    pub(super) fn new(
        commands: mpsc::UnboundedSender<Outgoing>,
        shared: Arc<Shared>,
        process: Option<Arc<ChromeProcess>>,
    ) -> Self {
        Self { commands, shared, process }
    }

    /// Looks at the state.
    pub(super) fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.shared.lock())
    }

    /// Changes the state and tells those who wait.
    pub(super) fn write<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let value = change(&mut self.shared.lock());
        self.shared.announce();
        value
    }

    /// Sends a command whose answer nobody waits for.
    pub(super) fn send<C: Command>(&self, session: Option<&str>, command: &C) {
        self.submit(Outgoing::new(session, command, Reply::Ignore));
    }

    /// Sends commands that the state asked for.
    pub(super) fn submit(&self, outgoing: Outgoing) {
        // An actor that has ended has said so in the state.
        let _ = self.commands.send(outgoing);
    }

    /// Sends a command now; the answer can be awaited later, so that several go out in a row.
    pub(super) fn start<C: Command>(&self, session: Option<&str>, command: &C) -> Pending<C> {
        let (reply, answer) = oneshot::channel();
        self.submit(Outgoing::new(session, command, Reply::Caller(reply)));
        Pending {
            link: self.clone(),
            answer,
            command: std::marker::PhantomData,
            method: command.identifier(),
        }
    }

    /// Sends a command and waits for its answer; `what` ends "timed out waiting for …".
    pub(super) async fn call<C: Command>(
        &self,
        session: Option<&str>,
        command: &C,
        what: &str,
        p: &Progress,
    ) -> Result<C::Response, BrowserError> {
        self.start(session, command).wait(what, p).await
    }

    /// Waits until `look` finds what it looks for. Fails at once when the connection ends.
    pub(super) async fn until<T>(
        &self,
        what: &str,
        p: &Progress,
        mut look: impl FnMut(&State) -> Option<T>,
    ) -> Result<T, BrowserError> {
        let mut changes = self.shared.changes.subscribe();
        loop {
            {
                let state = self.shared.lock();
                if let Some(found) = look(&state) {
                    return Ok(found);
                }
                if let Some(reason) = &state.gone {
                    return Err(BrowserError::Gone { reason: reason.clone() });
                }
            }
            // The sender lives in `shared`, which we hold: there is always another change to wait for.
            let _ = p.race(what, changes.changed()).await?;
        }
    }

    fn gone(&self) -> CallError {
        let reason = self.read(|state| state.gone.clone());
        CallError::Closed(reason.unwrap_or_else(|| "the connection ended".to_owned()))
    }
}

/// A command that was sent and not answered yet.
pub(super) struct Pending<C> {
    link: Link,
    answer: oneshot::Receiver<Result<Value, CallError>>,
    method: MethodId,
    command: std::marker::PhantomData<fn() -> C>,
}

impl<C: Command> Pending<C> {
    /// The answer as Chrome gave it.
    pub(super) async fn raw(self) -> Result<Value, CallError> {
        match self.answer.await {
            Ok(answer) => answer,
            Err(_) => Err(self.link.gone()),
        }
    }

    /// The typed answer.
    pub(super) async fn wait(self, what: &str, p: &Progress) -> Result<C::Response, BrowserError> {
        let method = self.method.clone();
        let value = p.race(what, self.raw()).await?.map_err(|error| error.of(&method))?;
        decode::<C>(&method, value)
    }
}

/// Decodes the answer of a command.
pub(super) fn decode<C: Command>(method: &str, value: Value) -> Result<C::Response, BrowserError> {
    C::response_from_value(value).map_err(|error| BrowserError::Protocol {
        method: method.to_owned(),
        code: 0,
        message: format!("an answer that cannot be read: {error}"),
    })
}
