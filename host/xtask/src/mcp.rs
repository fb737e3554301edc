//! A small MCP client: JSON-RPC messages as lines, one request at a time, every wait with a deadline.

use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// The protocol revision that we ask for.
const PROTOCOL: &str = "2025-11-25";

/// Where the server says who decided what.
const DECISIONS: &str = "sekme/decisions";

/// One side of a connection.
#[derive(Debug)]
pub(crate) struct Client<W> {
    server: W,
    incoming: Receiver<Incoming>,
    requests: u64,
}

#[derive(Debug)]
enum Incoming {
    Message(Value),
    /// A line that is no JSON object.
    Junk(String),
    End(String),
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Answer {
    /// All text content.
    pub(crate) text: String,
    /// Number of images in it.
    pub(crate) images: usize,
    pub(crate) is_error: bool,
    /// Which plugin or pack decided what, one sentence each.
    pub(crate) decisions: Vec<String>,
    /// From the request's last byte written to the answer read.
    pub(crate) elapsed: Duration,
}

impl<W: Write> Client<W> {
    /// Talks to the server whose output is `output` and whose input is `server`.
    pub(crate) fn new(output: impl BufRead + Send + 'static, server: W) -> Self {
        let (sender, incoming) = mpsc::channel();
        thread::spawn(move || {
            let mut output = output;
            loop {
                let mut line = Vec::new();
                let message = match output.read_until(b'\n', &mut line) {
                    Ok(0) => Incoming::End("it closed its output".to_owned()),
                    Ok(_) => match serde_json::from_slice::<Value>(&line) {
                        Ok(value) if value.is_object() => Incoming::Message(value),
                        _ => Incoming::Junk(String::from_utf8_lossy(&line).trim_end().to_owned()),
                    },
                    Err(error) => Incoming::End(error.to_string()),
                };
                let ended = matches!(message, Incoming::End(_));
                if sender.send(message).is_err() || ended {
                    return;
                }
            }
        });
        Self { server, incoming, requests: 0 }
    }

    /// The handshake; answers what the server says of itself.
    pub(crate) fn initialize(&mut self, patience: Duration) -> Result<Value> {
        let client = json!({"name": "sekme-xtask", "version": env!("CARGO_PKG_VERSION")});
        let parameters = json!({"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client});
        let result = self.request("initialize", &parameters, patience)?;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(result)
    }

    /// Calls a tool.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value, patience: Duration) -> Result<Answer> {
        let started = Instant::now();
        let result = self.request("tools/call", &json!({"name": tool, "arguments": arguments}), patience)?;
        Ok(answer(&result, started.elapsed()))
    }

    /// Sends a request and waits for its answer; an error answer is an error.
    pub(crate) fn request(&mut self, method: &str, parameters: &Value, patience: Duration) -> Result<Value> {
        self.requests += 1;
        let id = self.requests;
        let deadline = Instant::now() + patience;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}))?;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.incoming.recv_timeout(left) {
                Ok(Incoming::Message(message)) if message.get("method").is_some() => self.serve(&message)?,
                Ok(Incoming::Message(mut message)) if message["id"] == id => {
                    if let Some(error) = message.get("error") {
                        bail!("the server refused {method}: {error}");
                    }
                    return Ok(message["result"].take());
                }
                Ok(Incoming::Message(message)) => {
                    bail!("the server answered something never asked: {message}")
                }
                Ok(Incoming::Junk(line)) => {
                    bail!("the server's stdout carried something else than MCP: {line:?}")
                }
                Ok(Incoming::End(why)) => bail!("the server ended during {method}: {why}"),
                Err(RecvTimeoutError::Timeout) => {
                    bail!("the server did not answer {method} in {} s", patience.as_secs_f32());
                }
                Err(RecvTimeoutError::Disconnected) => bail!("the server ended before {method}"),
            }
        }
    }

    /// Requests of the server: a ping is answered, anything else is not ours to do. Notifications pass.
    fn serve(&mut self, message: &Value) -> Result<()> {
        let Some(id) = message.get("id") else { return Ok(()) };
        let answer = if message["method"] == "ping" {
            json!({"jsonrpc": "2.0", "id": id, "result": {}})
        } else {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not supported"}})
        };
        self.send(&answer)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.server
            .write_all(&line)
            .and_then(|()| self.server.flush())
            .context("cannot write to the server: it is gone")
    }
}

fn answer(result: &Value, elapsed: Duration) -> Answer {
    let content = result["content"].as_array().map(Vec::as_slice).unwrap_or_default();
    let texts: Vec<&str> = content.iter().filter_map(|item| item["text"].as_str()).collect();
    let decisions = result["_meta"][DECISIONS].as_array().map(Vec::as_slice).unwrap_or_default();
    Answer {
        text: texts.join("\n"),
        images: content.iter().filter(|item| item["type"] == "image").count(),
        is_error: result["isError"] == true,
        decisions: decisions.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
        elapsed,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, PipeReader, Write as _, pipe};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    /// A server that has already said everything it will say; its output stays open.
    fn scripted(lines: &[Value]) -> (Client<Vec<u8>>, std::io::PipeWriter) {
        let (reader, mut writer): (PipeReader, _) = pipe().unwrap();
        for line in lines {
            writeln!(writer, "{line}").unwrap();
        }
        (Client::new(BufReader::new(reader), Vec::new()), writer)
    }

    fn ended(text: &'static str) -> Client<Vec<u8>> {
        Client::new(Cursor::new(text), Vec::new())
    }

    fn sent(client: &Client<Vec<u8>>) -> Vec<Value> {
        client
            .server
            .split(|byte| *byte == b'\n')
            .filter_map(|line| serde_json::from_slice(line).ok())
            .collect()
    }

    #[test]
    fn the_handshake_asks_for_a_revision_and_reports_itself_done() {
        let (mut client, _open) =
            scripted(&[json!({"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {}}})]);
        client.initialize(PATIENCE).unwrap();
        let sent = sent(&client);
        assert_eq!(sent[0]["params"]["protocolVersion"], PROTOCOL);
        assert_eq!(sent[1]["method"], "notifications/initialized");
    }

    #[test]
    fn an_answer_carries_text_images_and_decisions() {
        let result = json!({
            "content": [{"type": "text", "text": "one"}, {"type": "image", "data": "", "mimeType": "image/png"},
                        {"type": "text", "text": "two"}],
            "isError": true, "_meta": {"sekme/decisions": ["ranked by rank"]}});
        let (mut client, _open) = scripted(&[json!({"jsonrpc": "2.0", "id": 1, "result": result})]);
        let answer = client.call("browser_status", &json!({}), PATIENCE).unwrap();
        assert_eq!((answer.text.as_str(), answer.images, answer.is_error), ("one\ntwo", 1, true));
        assert_eq!(answer.decisions, ["ranked by rank"]);
    }

    #[test]
    fn pings_are_answered_and_notifications_passed_over() {
        let (mut client, _open) = scripted(&[
            json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {}}),
            json!({"jsonrpc": "2.0", "id": "p", "method": "ping"}),
            json!({"jsonrpc": "2.0", "id": 7, "method": "elicitation/create"}),
            json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}),
        ]);
        client.request("tools/list", &json!({}), PATIENCE).unwrap();
        let sent = sent(&client);
        assert_eq!(sent[1], json!({"jsonrpc": "2.0", "id": "p", "result": {}}));
        assert_eq!(sent[2]["error"]["code"], -32601);
    }

    #[test]
    fn a_silent_server_is_given_up_at_the_deadline() {
        let (mut client, _open) = scripted(&[]);
        let error = client.request("tools/list", &json!({}), Duration::from_millis(20)).unwrap_err();
        assert!(error.to_string().starts_with("the server did not answer tools/list"), "{error}");
    }

    #[test]
    fn a_server_that_ends_is_told_from_one_that_is_slow() {
        let error = ended("").request("tools/list", &json!({}), PATIENCE).unwrap_err();
        assert_eq!(error.to_string(), "the server ended during tools/list: it closed its output");
    }

    #[test]
    fn stray_output_is_an_error_that_quotes_it() {
        let error = ended("panicked at\n").request("tools/list", &json!({}), PATIENCE).unwrap_err();
        assert!(error.to_string().ends_with("\"panicked at\""), "{error}");
    }

    #[test]
    fn a_refused_request_is_an_error() {
        let (mut client, _open) = scripted(&[
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no such tool"}}),
        ]);
        let error = client.call("nothing", &json!({}), PATIENCE).unwrap_err();
        assert!(error.to_string().contains("no such tool"), "{error}");
    }
}
