//! The front desk: every message of the client comes here first, and every answer leaves from here.
//!
//! It answers all that is malformed or out of turn itself, and gives the protocol engine only requests
//! that are in order, under numbers of its own. So one place decides that each request is answered once,
//! under the id the client gave it.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification,
    ClientRequest, ErrorData, JsonRpcMessage, ProtocolVersion, RequestId as EngineId, ServerJsonRpcMessage,
    ServerResult,
};
use rmcp::transport::Transport;
use serde_json::value::RawValue;
use tokio::sync::{Notify, mpsc, oneshot};

use super::answer::{Body, one_line};
use super::decode::{Action, decode};
use super::envelope::{self, Incoming, Message, UnreadBatch};
use super::lines::{Line, MAX_LINE};
use super::outbox::Outbox;
use super::request_id::RequestId;
use super::running::{Batch, MOST_RUNNING, Owed, Running};
use crate::turn::Queue;

/// Messages on their way to the engine, which takes them without doing any work.
const TO_ENGINE: usize = 64;

/// The front desk of one session.
#[derive(Debug)]
pub(super) struct Desk {
    state: Mutex<State>,
    outbox: Outbox,
    to_engine: mpsc::Sender<ClientJsonRpcMessage>,
    nothing_owed: Notify,
    queue: Queue,
}

#[derive(Debug, Default)]
struct State {
    running: Running,
    /// Version agreed on by `initialize`.
    session: Option<ProtocolVersion>,
}

impl Desk {
    /// Opens the desk; the transport is what the engine sees of it.
    pub(super) fn open(outbox: Outbox) -> (Arc<Self>, EngineTransport) {
        let (to_engine, from_desk) = mpsc::channel(TO_ENGINE);
        let desk = Arc::new(Self {
            state: Mutex::default(),
            outbox,
            to_engine,
            nothing_owed: Notify::new(),
            queue: Queue::default(),
        });
        (Arc::clone(&desk), EngineTransport { desk, from_desk })
    }

    /// Deals with one line of the client. Waits only while the client does not read its answers.
    pub(super) async fn receive(&self, line: Line) {
        match line {
            Line::Text(text) => match envelope::read(&text) {
                Ok(Incoming::Message(message)) => self.message(message, None).await,
                Ok(Incoming::Batch(batch)) => self.batch(batch).await,
                Err(error) => self.refuse(None, error, None).await,
            },
            Line::NotUtf8 { valid_up_to } => {
                let message = format!("this line is not UTF-8 after byte {valid_up_to}; send JSON as UTF-8");
                self.refuse(None, ErrorData::parse_error(message, None), None).await;
            }
            Line::TooLong { bytes, id } => {
                let message = format!(
                    "this message has {bytes} bytes and the limit is {MAX_LINE}; send large data in parts, or name a file"
                );
                self.refuse(id, ErrorData::invalid_request(message, None), None).await;
            }
        }
    }

    /// Waits until no request is owed an answer.
    pub(super) async fn nothing_owed(&self) {
        loop {
            let changed = self.nothing_owed.notified();
            if self.state(|state| state.running.is_empty()) {
                return;
            }
            changed.await;
        }
    }

    async fn message(&self, message: Message<'_>, batch: Option<&Batch>) {
        match message {
            Message::Request { id, method, params } => {
                if let Err((id, error)) = self.request(id, &method, params, batch).await {
                    self.refuse(id, error, batch).await;
                }
            }
            Message::Notification { method, params } => {
                if method == "notifications/cancelled" {
                    self.cancel(params).await;
                }
            }
            Message::Response { id, answer } => self.answered(id, answer).await,
            Message::Invalid { id, error } => self.refuse(id, error, batch).await,
        }
    }

    async fn batch(&self, batch: UnreadBatch<'_>) {
        let refusal = if self.session() == Some(ProtocolVersion::V_2025_03_26) {
            match batch.messages() {
                Ok(messages) if messages.is_empty() => "this batch is empty".to_owned(),
                Ok(messages) if messages.len() > MOST_RUNNING => {
                    format!("this batch has {} messages and the limit is {MOST_RUNNING}", messages.len())
                }
                Ok(messages) => return self.batched(&messages).await,
                Err(error) => return self.refuse(None, error, None).await,
            }
        } else {
            "batches exist only in a session at protocol 2025-03-26; send each message as a line of its own"
                .to_owned()
        };
        self.refuse(None, ErrorData::invalid_request(refusal, None), None).await;
    }

    async fn batched(&self, messages: &[&RawValue]) {
        let batch = Batch::default();
        // The reading itself is a part, so that the batch is not answered before all of it is read.
        batch.expect();
        for message in messages {
            match envelope::read_message(message.get()) {
                Ok(message) => self.message(message, Some(&batch)).await,
                Err(error) => self.refuse(None, error, Some(&batch)).await,
            }
        }
        self.finish_part(&batch, None).await;
    }

    /// Gives a request to the engine, or says why not and under which id.
    async fn request(
        &self,
        id: RequestId,
        method: &str,
        params: Option<&RawValue>,
        batch: Option<&Batch>,
    ) -> Result<(), (Option<RequestId>, ErrorData)> {
        if self.state(|state| state.running.has(&id)) {
            let message = format!(
                "the id {} belongs to a request that is still running; give each request an id of its own",
                envelope::excerpt(id.as_json())
            );
            return Err((None, ErrorData::invalid_request(message, None)));
        }
        let decoded = match decode(method, params) {
            Ok(decoded) => decoded,
            Err(error) => return Err((Some(id), error)),
        };
        if let Some(error) = self.out_of_turn(method, decoded.names_its_version) {
            return Err((Some(id), error));
        }
        let mut request = match decoded.action {
            Action::Acknowledge => {
                self.answer(Body::result(&serde_json::Map::new()).under(id.as_json()), batch).await;
                return Ok(());
            }
            Action::Forward(request) => *request,
        };
        if let ClientRequest::CallToolRequest(call) = &mut request {
            // Here, because the engine makes a task of each request, and tasks start in any order.
            call.extensions.insert(self.queue.next());
        }
        let is_initialize = matches!(request, ClientRequest::InitializeRequest(_));
        let (sender, answered) = oneshot::channel();
        let initializing = is_initialize.then_some(sender);
        if let Some(batch) = batch {
            batch.expect();
        }
        let number = self.state(|state| state.running.add(Owed { id, batch: batch.cloned(), initializing }));
        // The engine ends only after the desk has stopped reading.
        let _ = self.to_engine.send(JsonRpcMessage::request(request, EngineId::Number(number))).await;
        if is_initialize {
            // What follows depends on the version, so it waits. The sender goes with the answer.
            let _ = answered.await;
        }
        Ok(())
    }

    /// Why a request that is in order by itself cannot be served at this point of the session.
    fn out_of_turn(&self, method: &str, names_its_version: bool) -> Option<ErrorData> {
        let session = self.session();
        let message = match method {
            _ if self.state(|state| state.running.is_full()) => {
                format!("{MOST_RUNNING} requests are running already; wait for answers before sending more")
            }
            "initialize" => format!(
                "this session is initialized at protocol {} already; go on with `tools/list` or `tools/call`",
                session?
            ),
            "ping" | "server/discover" => return None,
            _ if session.is_some() || names_its_version => return None,
            _ => format!(
                "`{method}` came before `initialize`; send `initialize` first, or name the protocol version in `params._meta[\"io.modelcontextprotocol/protocolVersion\"]`"
            ),
        };
        Some(ErrorData::invalid_request(message, None))
    }

    /// Stops a running request, which is then owed no answer. Anything else is too late or no concern of ours.
    async fn cancel(&self, params: Option<&RawValue>) {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Cancelled<'a> {
            #[serde(borrow)]
            request_id: &'a RawValue,
        }
        let Some(cancelled) =
            params.and_then(|params| serde_json::from_str::<Cancelled<'_>>(params.get()).ok())
        else {
            return;
        };
        let Ok(id) = RequestId::parse(cancelled.request_id.get()) else {
            return;
        };
        let Some((number, owed)) = self.state(|state| state.running.take_cancelled(&id)) else {
            return;
        };
        self.nothing_owed.notify_waiters();
        let params = CancelledNotificationParam::new(Some(EngineId::Number(number)), None);
        let notification = ClientNotification::CancelledNotification(CancelledNotification::new(params));
        let _ = self.to_engine.send(JsonRpcMessage::notification(notification)).await;
        if let Some(batch) = owed.batch {
            self.finish_part(&batch, None).await;
        }
    }

    /// Gives the engine the answer to a request of ours. One that cannot be read answers nothing.
    async fn answered(&self, id: Option<&RawValue>, answer: Result<&RawValue, &RawValue>) {
        let Some(id) = id.and_then(|id| serde_json::from_str::<i64>(id.get()).ok()).map(EngineId::Number)
        else {
            return;
        };
        let message = match answer {
            Ok(result) => {
                serde_json::from_str(result.get()).map(|result| JsonRpcMessage::response(result, id))
            }
            Err(error) => {
                serde_json::from_str(error.get()).map(|error| JsonRpcMessage::error(error, Some(id)))
            }
        };
        match message {
            Ok(message) => {
                let _ = self.to_engine.send(message).await;
            }
            Err(error) => tracing::debug!(%error, "an answer of the client cannot be read"),
        }
    }

    /// Answers with an error of the desk's own. An id that is still owed an answer is left out of it.
    async fn refuse(&self, id: Option<RequestId>, error: ErrorData, batch: Option<&Batch>) {
        tracing::debug!(code = error.code.0, message = %error.message, "refused a message");
        let id = id.filter(|id| !self.state(|state| state.running.has(id)));
        let answer = Body::error(&error).under(id.as_ref().map_or("null", RequestId::as_json));
        self.answer(answer, batch).await;
    }

    /// Sends an answer of the desk's own, as a line or as a part of a batch.
    async fn answer(&self, answer: String, batch: Option<&Batch>) {
        match batch {
            Some(batch) => {
                batch.expect();
                self.finish_part(batch, Some(answer)).await;
            }
            None => self.outbox.send(answer).await,
        }
    }

    async fn finish_part(&self, batch: &Batch, answer: Option<String>) {
        if let Some(answers) = batch.finish(answer) {
            self.outbox.send(answers).await;
        }
    }

    /// Sends what the engine says.
    async fn deliver(&self, message: ServerJsonRpcMessage) {
        match message {
            JsonRpcMessage::Response(response) => {
                let version = match &response.result {
                    ServerResult::InitializeResult(result) => Some(result.protocol_version.clone()),
                    _ => None,
                };
                self.deliver_answer(&response.id, Body::result(&response.result), version).await;
            }
            JsonRpcMessage::Error(answer) => {
                if let Some(id) = &answer.id {
                    self.deliver_answer(id, Body::error(&answer.error), None).await;
                }
            }
            message @ (JsonRpcMessage::Notification(_) | JsonRpcMessage::Request(_)) => {
                match serde_json::to_string(&message) {
                    Ok(line) => self.outbox.send(one_line(line)).await,
                    Err(error) => tracing::error!(%error, "a message of ours is not JSON"),
                }
            }
        }
    }

    async fn deliver_answer(&self, number: &EngineId, body: Body, version: Option<ProtocolVersion>) {
        let EngineId::Number(number) = number else {
            return;
        };
        // Until there is room the request counts as running, and can still be cancelled.
        let Some(room) = self.outbox.room(body.bytes()).await else {
            self.state(|state| state.running.take(*number));
            self.nothing_owed.notify_waiters();
            return;
        };
        let owed = self.state(|state| {
            let owed = state.running.take(*number)?;
            if version.is_some() {
                state.session = version;
            }
            Some(owed)
        });
        let Some(owed) = owed else {
            return;
        };
        let answer = body.under(owed.id.as_json());
        match owed.batch {
            Some(batch) => {
                drop(room);
                self.finish_part(&batch, Some(answer)).await;
            }
            None => self.outbox.push(answer, room),
        }
        self.nothing_owed.notify_waiters();
    }

    fn session(&self) -> Option<ProtocolVersion> {
        self.state(|state| state.session.clone())
    }

    fn state<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The engine's end of the desk.
#[derive(Debug)]
pub(super) struct EngineTransport {
    desk: Arc<Desk>,
    from_desk: mpsc::Receiver<ClientJsonRpcMessage>,
}

impl Transport<RoleServer> for EngineTransport {
    type Error = Infallible;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        let desk = Arc::clone(&self.desk);
        async move {
            desk.deliver(message).await;
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.from_desk.recv().await
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        self.from_desk.close();
        Ok(())
    }
}
