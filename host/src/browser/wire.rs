//! The two ways to Chrome: a WebSocket, and a pair of pipes that carries NUL-terminated JSON.

use std::io;
use std::os::fd::OwnedFd;

use chromiumoxide::cdp::browser_protocol::target::SessionId;
use chromiumoxide::types::{CallId, EventMessage, Message, Method, MethodId, Response};
use chromiumoxide::{Connection, error::CdpError};
use futures_util::StreamExt as _;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::unix::pipe;
use tokio::sync::mpsc;
use tokio_util::codec::{AnyDelimiterCodec, FramedRead};

/// An event as Chrome sent it; its parameters are decoded by whoever wants them.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct RawEvent {
    pub(super) method: MethodId,
    #[serde(rename = "sessionId")]
    pub(super) session: Option<String>,
    #[serde(default)]
    pub(super) params: Value,
}

impl Method for RawEvent {
    fn identifier(&self) -> MethodId {
        self.method.clone()
    }
}

impl EventMessage for RawEvent {
    fn session_id(&self) -> Option<&str> {
        self.session.as_deref()
    }
}

/// A message from Chrome.
pub(super) type Incoming = Message<RawEvent>;

/// A connection to Chrome.
pub(super) enum Wire {
    Socket(Box<Connection<RawEvent>>),
    Pipe(Pipe),
}

/// Pipes to a Chrome that was started with `--remote-debugging-pipe`.
pub(super) struct Pipe {
    answers: FramedRead<pipe::Receiver, AnyDelimiterCodec>,
    /// To the task that writes: a full pipe must never keep us from reading, or both sides wait for ever.
    outbox: mpsc::UnboundedSender<Vec<u8>>,
    next_id: usize,
}

impl Wire {
    /// Opens a WebSocket to Chrome's browser endpoint.
    pub(super) async fn socket(url: &str) -> Result<Self, CdpError> {
        Ok(Self::Socket(Box::new(Connection::connect(url).await?)))
    }

    /// Takes over our ends of the pipes.
    pub(super) fn pipe(commands: OwnedFd, answers: OwnedFd) -> io::Result<Self> {
        let mut commands = pipe::Sender::from_owned_fd(commands)?;
        let answers = pipe::Receiver::from_owned_fd(answers)?;
        let (outbox, mut queue) = mpsc::unbounded_channel::<Vec<u8>>();
        tokio::spawn(async move {
            while let Some(message) = queue.recv().await {
                // Chrome's end also closes the answers, which is where the end is noticed.
                if commands.write_all(&message).await.is_err() {
                    break;
                }
            }
        });
        let codec = AnyDelimiterCodec::new(vec![0], vec![0]);
        Ok(Self::Pipe(Pipe {
            answers: FramedRead::with_capacity(answers, codec, 64 * 1024),
            outbox,
            next_id: 0,
        }))
    }

    /// Queues a command; its answer carries the id.
    pub(super) fn submit(
        &mut self,
        method: MethodId,
        session: Option<&str>,
        params: Value,
    ) -> serde_json::Result<CallId> {
        match self {
            Self::Socket(connection) => {
                connection.submit_command(method, session.map(SessionId::new), params)
            }
            Self::Pipe(pipe) => {
                let id = pipe.next_id;
                pipe.next_id += 1;
                let mut call = json!({ "id": id, "method": method, "params": params });
                if let Some(session) = session {
                    call["sessionId"] = session.into();
                }
                let mut message = serde_json::to_vec(&call)?;
                message.push(0);
                // A writer that has ended is noticed where answers are read.
                let _ = pipe.outbox.send(message);
                Ok(CallId::new(id))
            }
        }
    }

    /// The next message, or `None` once the connection has ended. May be dropped while waiting.
    pub(super) async fn next(&mut self) -> Option<Incoming> {
        loop {
            match self {
                Self::Socket(connection) => match connection.next().await? {
                    Ok(message) => return Some(message),
                    Err(CdpError::InvalidMessage(_, error)) => {
                        tracing::warn!(%error, "a message of Chrome cannot be read");
                    }
                    Err(error) => {
                        tracing::debug!(%error, "the connection to Chrome failed");
                        return None;
                    }
                },
                Self::Pipe(pipe) => match pipe.answers.next().await? {
                    Ok(bytes) => match decode(&bytes) {
                        Ok(message) => return Some(message),
                        Err(error) => tracing::warn!(%error, "a message of Chrome cannot be read"),
                    },
                    Err(error) => {
                        tracing::debug!(%error, "the pipe from Chrome failed");
                        return None;
                    }
                },
            }
        }
    }
}

/// Reads one message in a single pass: an untagged enum would buffer every screenshot twice.
fn decode(bytes: &[u8]) -> serde_json::Result<Incoming> {
    #[derive(Deserialize)]
    struct Flat {
        id: Option<usize>,
        #[serde(default)]
        method: MethodId,
        #[serde(rename = "sessionId")]
        session: Option<String>,
        #[serde(default)]
        params: Value,
        result: Option<Value>,
        error: Option<chromiumoxide::types::Error>,
    }
    let Flat { id, method, session, params, result, error } = match serde_json::from_slice(bytes) {
        Ok(flat) => flat,
        // Texts of a page may hold half of a surrogate pair, which Chrome passes on and JSON does not allow.
        Err(error) => serde_json::from_slice(&without_halves(bytes).ok_or(error)?)?,
    };
    Ok(match id {
        Some(id) => Message::Response(Response { id: CallId::new(id), result, error }),
        None => Message::Event(RawEvent { method, session, params }),
    })
}

/// The same JSON with a replacement character for each escaped half of a surrogate pair; `None` without any.
fn without_halves(json: &[u8]) -> Option<Vec<u8>> {
    let unit = |at: usize| {
        let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut out = Vec::with_capacity(json.len());
    let (mut at, mut found) = (0, false);
    while at < json.len() {
        let length = match unit(at) {
            Some(0xD800..=0xDBFF) if unit(at + 6).is_some_and(|low| (0xDC00..=0xDFFF).contains(&low)) => 12,
            Some(0xD800..=0xDFFF) => {
                found = true;
                out.extend_from_slice(b"\\ufffd");
                at += 6;
                continue;
            }
            // An escaped backslash is not the start of the next escape.
            _ if json[at] == b'\\' => 2,
            _ => 1,
        };
        let end = (at + length).min(json.len());
        out.extend_from_slice(&json[at..end]);
        at = end;
    }
    found.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_surrogate_pair_loses_no_message() {
        let text = |json: &str| match decode(json.as_bytes()) {
            Ok(Message::Response(answer)) => {
                answer.result.and_then(|result| result.as_str().map(str::to_owned))
            }
            other => panic!("{other:?}"),
        };
        let replaced = text(r#"{"id":1,"result":"a\ud83d b\udc00 \ud83d\ude00 \\ud83d"}"#);
        assert_eq!(replaced.as_deref(), Some("a\u{fffd} b\u{fffd} 😀 \\ud83d"));
        assert!(decode(b"not json").is_err());
    }

    #[test]
    fn an_answer_and_an_event_are_told_apart_by_the_id() {
        let answer = decode(br#"{"id":4,"result":{"a":1},"sessionId":"S"}"#).unwrap();
        assert!(
            matches!(answer, Message::Response(r) if r.id == CallId::new(4) && r.result == Some(json!({"a":1})))
        );
        let event = decode(br#"{"method":"Page.loadEventFired","sessionId":"S","params":{"t":1}}"#).unwrap();
        assert!(
            matches!(event, Message::Event(e) if e.method == "Page.loadEventFired" && e.session.as_deref() == Some("S"))
        );
    }

    #[tokio::test]
    async fn a_pipe_carries_commands_out_and_messages_in_until_it_ends() {
        let (command_end, commands) = std::io::pipe().unwrap();
        let (answers, answer_end) = std::io::pipe().unwrap();
        let mut wire = Wire::pipe(commands.into(), answers.into()).unwrap();
        wire.submit("Browser.getVersion".into(), Some("S"), json!({})).unwrap();
        let chrome = tokio::task::spawn_blocking(move || {
            use std::io::{BufRead as _, Write as _};
            let mut reader = std::io::BufReader::new(command_end);
            let mut command = Vec::new();
            reader.read_until(0, &mut command).unwrap();
            let mut writer = answer_end;
            writer.write_all(b"{\"id\":0,\"result\":{}}\0not json\0{\"method\":\"a.b\"}\0").unwrap();
            String::from_utf8(command).unwrap()
        });
        assert!(matches!(wire.next().await, Some(Message::Response(_))));
        assert!(matches!(wire.next().await, Some(Message::Event(_))));
        assert!(wire.next().await.is_none());
        assert_eq!(
            chrome.await.unwrap(),
            "{\"id\":0,\"method\":\"Browser.getVersion\",\"params\":{},\"sessionId\":\"S\"}\0"
        );
    }
}
