//! The MCP server over stdio. The only module that names `rmcp`.
//!
//! Bytes become [`lines`], lines become JSON-RPC messages ([`envelope`]), and the front [`desk`] answers
//! what is malformed or out of turn. The rest is typed ([`decode`]) and goes to rmcp, which knows the
//! protocol's versions and asks the [`handler`]; its answers leave through the desk and the [`outbox`].

mod answer;
mod decode;
mod desk;
mod envelope;
mod handler;
mod id_scan;
mod lines;
mod outbox;
mod person;
mod request_id;
mod running;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Map, Value};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::turn::Turn;

use desk::Desk;
use handler::{End, Handler};
use lines::Lines;
use outbox::Outbox;
pub use person::Person;

/// Time for cancelled calls to answer once the session is over.
const ANSWER_GRACE: Duration = Duration::from_secs(1);
/// Time for the core to close what it owns.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(5);
/// Time for the engine to end, and then for the last lines to be written.
const CLOSING_LIMIT: Duration = Duration::from_millis(500);

/// What is logged of the protocol engine: it warns of every refused request, which the client has been told.
pub(crate) const LOG_DIRECTIVE: &str = "rmcp=error";

/// What the server offers: the tools and the calls to them.
pub trait Core: Send + Sync + 'static {
    /// Makes ready what the tools depend on, within a few seconds. Awaited once, before [`Core::tools`].
    fn prepare(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    /// The tools, in the order in which they are listed. Asked once, when they are first needed.
    fn tools(&self) -> Vec<ToolSpec>;

    /// Whether a name that [`Core::tools`] does not have is answered by [`Core::call`] nevertheless: it means a tool, or
    /// the answer says what to use instead. Any other name is an unknown tool for the protocol.
    fn understands(&self, _name: &str) -> bool {
        false
    }

    /// Calls a tool that [`Core::tools`] names, or a name that [`Core::understands`]. Ends soon after `cancel`; what it answers then is not sent
    /// if it was the client who cancelled. `turn` is the call's place in the order in which calls came, `person` who can
    /// be asked about it.
    fn call(
        &self,
        name: String,
        arguments: Map<String, Value>,
        turn: Turn,
        cancel: CancellationToken,
        person: Person,
    ) -> BoxFuture<'_, ToolAnswer>;

    /// What a model should know before its first call. Asked once, when the server starts.
    fn instructions(&self) -> String;

    /// Closes what the core owns, after the last call. It is given five seconds.
    fn shutdown(&self) -> BoxFuture<'_, ()>;
}

/// A tool as it is listed.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolSpec {
    /// Name it is called by.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of the arguments, an object.
    pub input_schema: Map<String, Value>,
    /// It changes nothing.
    pub read_only: bool,
    /// What it changes may be lost for good.
    pub destructive: bool,
    /// It reaches into the world, not only into this program.
    pub open_world: bool,
}

/// Answer of a tool, failed or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolAnswer {
    /// Parts of the answer, in order.
    pub content: Vec<Content>,
    /// The tool failed, and the content says why.
    pub is_error: bool,
    /// The result's `_meta`: facts for programs and people, not for the model. May be empty.
    pub meta: Map<String, Value>,
}

/// Part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Text for the model.
    Text(String),
    /// Picture for the model.
    Image {
        /// Media type, such as `image/png`.
        mime: String,
        /// The bytes in base64.
        base64: String,
    },
}

/// Why the server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServeEnd {
    /// The client closed our input.
    InputEnded,
    /// The client closed our output.
    OutputClosed,
    /// The `shutdown` token was cancelled.
    ShutDown,
    /// The protocol engine ended, which it must not do by itself.
    EngineEnded,
}

/// The process's own standard input and output.
///
/// Where they are not pipes, a read of standard input cannot be interrupted: end the process after
/// [`serve`] instead of waiting for the runtime.
///
/// # Panics
/// Outside of a Tokio runtime.
pub fn stdio() -> (impl AsyncRead + Send + Unpin + 'static, impl AsyncWrite + Send + Unpin + 'static) {
    rmcp::transport::stdio_pipes()
}

/// Serves one client until it leaves or `shutdown` is cancelled. Then running calls are cancelled, the
/// core is shut down and the last answers are written, all within bounded time.
pub async fn serve(
    core: Arc<dyn Core>,
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    shutdown: CancellationToken,
) -> ServeEnd {
    let end = End::default();
    let stop_engine = CancellationToken::new();
    let (outbox, writing) = Outbox::start(output);
    let (desk, transport) = Desk::open(outbox.clone());
    // The desk keeps the order of the handshake, so rmcp's own, which ends the session at the first
    // message out of turn, is left out.
    let engine = rmcp::service::serve_directly_with_ct(
        Handler::new(Arc::clone(&core), end.clone()),
        transport,
        None,
        stop_engine.clone(),
    );
    let mut engine = std::pin::pin!(engine.waiting());

    let reason = tokio::select! {
        () = receive_all(&desk, input) => ServeEnd::InputEnded,
        () = outbox.closed() => ServeEnd::OutputClosed,
        () = shutdown.cancelled() => ServeEnd::ShutDown,
        ended = &mut engine => {
            tracing::error!(?ended, "the protocol engine ended by itself");
            ServeEnd::EngineEnded
        }
    };
    tracing::info!(?reason, "the session is over");

    end.over.cancel();
    if timeout(ANSWER_GRACE, desk.nothing_owed()).await.is_err() {
        tracing::warn!("a call did not stop when it was cancelled");
    }
    match timeout(SHUTDOWN_LIMIT, AssertUnwindSafe(core.shutdown()).catch_unwind()).await {
        Ok(Ok(())) => {}
        Ok(Err(_)) => tracing::error!("shutting down panicked"),
        Err(_) => tracing::error!("shutting down took more than {} s", SHUTDOWN_LIMIT.as_secs()),
    }
    end.abandon.cancel();
    if reason != ServeEnd::EngineEnded {
        // Dropped calls still answer: they are waited for before the engine may end.
        let _ = timeout(CLOSING_LIMIT, desk.nothing_owed()).await;
        stop_engine.cancel();
        let _ = timeout(CLOSING_LIMIT, &mut engine).await;
    }
    outbox.end();
    if timeout(CLOSING_LIMIT, writing).await.is_err() {
        tracing::debug!("the client did not read the last answers");
    }
    reason
}

async fn receive_all(desk: &Desk, input: impl AsyncRead + Unpin) {
    let mut lines = Lines::new(input);
    loop {
        match lines.next().await {
            Ok(Some(line)) => desk.receive(line).await,
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "the input cannot be read any more");
                return;
            }
        }
    }
}
