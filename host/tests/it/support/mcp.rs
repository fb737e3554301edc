//! An MCP client that sends what it is told, right or wrong, over pipes in memory.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sekme::server::{ServeEnd, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader, duplex};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::fake_core::FakeCore;

const PIPE: usize = 64 * 1024;

/// The client's ends of the pipes of a server, in memory or of a process.
pub(crate) struct Client {
    input: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    output: Option<BufReader<Box<dyn AsyncRead + Send + Unpin>>>,
    pings: u32,
}

/// A client of a server over a [`FakeCore`].
pub(crate) struct Session {
    client: Client,
    serving: JoinHandle<ServeEnd>,
    pub(crate) core: Arc<FakeCore>,
    pub(crate) shutdown: CancellationToken,
}

impl Deref for Session {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl DerefMut for Session {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}

/// Waits for something that must happen soon.
pub(crate) async fn soon<F: Future>(future: F) -> F::Output {
    timeout(Duration::from_secs(20), future).await.expect("this should have happened long ago")
}

impl Session {
    /// Starts a server and says nothing.
    pub(crate) fn start() -> Self {
        let core = Arc::<FakeCore>::default();
        let shutdown = CancellationToken::new();
        let (input, server_input) = duplex(PIPE);
        let (server_output, output) = duplex(PIPE);
        let serving = tokio::spawn(serve(core.clone(), server_input, server_output, shutdown.clone()));
        Self { client: Client::over(input, output), serving, core, shutdown }
    }

    /// Starts a server and initializes it at `version`.
    pub(crate) async fn at(version: &str) -> Self {
        let mut session = Self::start();
        let answer = session.ask(&initialize(version)).await;
        assert_eq!(answer["result"]["protocolVersion"], version);
        session.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
        session
    }

    /// Starts a server and initializes it at a usual version.
    pub(crate) async fn ready() -> Self {
        Self::at("2025-11-25").await
    }

    /// Waits until the server ends, and returns why, with the messages that were not read.
    pub(crate) async fn end(mut self) -> (ServeEnd, Vec<Value>) {
        let rest = self.rest().await;
        (soon(self.serving).await.expect("the server does not panic"), rest)
    }
}

impl Client {
    /// Talks to a server over the ends of its pipes.
    pub(crate) fn over(
        input: impl AsyncWrite + Send + Unpin + 'static,
        output: impl AsyncRead + Send + Unpin + 'static,
    ) -> Self {
        Self { input: Some(Box::new(input)), output: Some(BufReader::new(Box::new(output))), pings: 0 }
    }

    /// Sends bytes as they are.
    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        soon(input.write_all(bytes)).await.expect("the server reads");
    }

    /// Sends one line.
    pub(crate) async fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes()).await;
    }

    /// Sends a call of a tool.
    pub(crate) async fn call(&mut self, id: u32, tool: &str, arguments: &Value) {
        self.send(&request(id, "tools/call", &json!({"name": tool, "arguments": arguments})).to_string())
            .await;
    }

    /// The next line of the server, as it is.
    pub(crate) async fn line(&mut self) -> String {
        let mut line = String::new();
        let output = self.output.as_mut().expect("the output is open");
        soon(output.read_line(&mut line)).await.expect("the server writes UTF-8");
        assert_eq!(line.pop(), Some('\n'), "the server ended before it answered");
        line
    }

    /// The next message of the server, however long it takes.
    pub(crate) async fn message_unbounded(&mut self) -> Value {
        let mut line = String::new();
        let output = self.output.as_mut().expect("the output is open");
        output.read_line(&mut line).await.expect("the server writes UTF-8");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The next message of the server.
    pub(crate) async fn message(&mut self) -> Value {
        let line = self.line().await;
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Sends a message and returns the next one of the server.
    pub(crate) async fn ask(&mut self, message: &Value) -> Value {
        self.send(&message.to_string()).await;
        self.message().await
    }

    /// Sends a line that must be refused, and returns the error and the id as `(id, code, message)`.
    pub(crate) async fn refusal(&mut self, line: &str) -> (Value, i64, String) {
        self.send(line).await;
        self.refused().await
    }

    /// The next message of the server, which must be an error, as `(id, code, message)`.
    pub(crate) async fn refused(&mut self) -> (Value, i64, String) {
        let mut answer = self.message().await;
        let error = answer["error"].take();
        let message = error["message"].as_str().unwrap_or_else(|| panic!("{answer} {error}"));
        (answer["id"].take(), error["code"].as_i64().expect("a code"), message.to_owned())
    }

    /// Makes sure that nothing is on its way: the next message answers a fresh `ping`.
    pub(crate) async fn expect_silence(&mut self) {
        self.pings += 1;
        let id = format!("silence-{}", self.pings);
        let answer = self.ask(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
        assert_eq!(answer, json!({"jsonrpc": "2.0", "id": id, "result": {}}));
    }

    /// Closes the server's input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the server's output.
    pub(crate) fn close_output(&mut self) {
        self.output = None;
    }

    /// Every message until the server closes its output.
    pub(crate) async fn rest(&mut self) -> Vec<Value> {
        let mut rest = Vec::new();
        if let Some(output) = self.output.take() {
            let mut lines = output.lines();
            while let Some(line) = soon(lines.next_line()).await.expect("the server writes UTF-8") {
                rest.push(serde_json::from_str(&line).expect("every line is JSON"));
            }
        }
        rest
    }
}

/// A request with a number for an id.
pub(crate) fn request(id: u32, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// `initialize`, asking for `version`.
pub(crate) fn initialize(version: &str) -> Value {
    let client = json!({"name": "test", "version": "1"});
    request(0, "initialize", &json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client}))
}

/// What a request at protocol 2026-07-28 says about itself.
pub(crate) fn modern_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}
