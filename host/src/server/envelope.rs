//! What JSON-RPC asks of a message, before anything is known about its method.

use rmcp::ErrorData;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::request_id::RequestId;

/// A line of the client.
#[derive(Debug)]
pub(super) enum Incoming<'a> {
    Message(Message<'a>),
    Batch(UnreadBatch<'a>),
}

/// A JSON array, whose messages are not taken apart before it is known that they may be.
#[derive(Debug)]
pub(super) struct UnreadBatch<'a>(&'a str);

impl<'a> UnreadBatch<'a> {
    pub(super) fn messages(&self) -> Result<Vec<&'a RawValue>, ErrorData> {
        serde_json::from_str(self.0).map_err(|error| not_json(&error))
    }
}

/// One JSON-RPC message.
#[derive(Debug)]
pub(super) enum Message<'a> {
    Request {
        id: RequestId,
        method: String,
        params: Option<&'a RawValue>,
    },
    Notification {
        method: String,
        params: Option<&'a RawValue>,
    },
    /// An answer to a request of ours, result or error.
    Response {
        id: Option<&'a RawValue>,
        answer: Result<&'a RawValue, &'a RawValue>,
    },
    /// Not JSON-RPC: owed this error.
    Invalid {
        id: Option<RequestId>,
        error: ErrorData,
    },
}

#[derive(Deserialize)]
struct Members<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

/// Keeps `null` apart from a missing member.
fn present<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Reads one line. The error is a parse error: the line is not JSON.
pub(super) fn read(line: &str) -> Result<Incoming<'_>, ErrorData> {
    if line.trim_start().starts_with('[') {
        return match serde_json::from_str::<IgnoredAny>(line) {
            Ok(_) => Ok(Incoming::Batch(UnreadBatch(line))),
            Err(error) => Err(not_json(&error)),
        };
    }
    read_message(line).map(Incoming::Message)
}

/// Reads one message, alone or from a batch.
pub(super) fn read_message(json: &str) -> Result<Message<'_>, ErrorData> {
    match serde_json::from_str::<Members<'_>>(json) {
        Ok(members) => Ok(members.into_message()),
        Err(error) if error.classify() == Category::Data => Ok(Message::Invalid {
            id: None,
            error: ErrorData::invalid_request(
                format!("a message must be one JSON object with each member once: {error}"),
                None,
            ),
        }),
        Err(error) => Err(not_json(&error)),
    }
}

impl<'a> Members<'a> {
    fn into_message(self) -> Message<'a> {
        if self.method.is_none()
            && let Some(answer) = self.result.map(Ok).or(self.error.map(Err))
        {
            return Message::Response { id: self.id, answer };
        }
        let id = match self.id.map(|id| RequestId::parse(id.get())).transpose() {
            Ok(id) => id,
            Err(error) => {
                let advice = "to send a notification, leave `id` out";
                return invalid(None, format!("{error}; {advice}"));
            }
        };
        match self.jsonrpc.map(RawValue::get) {
            Some("\"2.0\"") => {}
            Some(other) => {
                return invalid(id, format!("`jsonrpc` must be the string \"2.0\", not {}", excerpt(other)));
            }
            None => return invalid(id, "the member `\"jsonrpc\": \"2.0\"` is missing".to_owned()),
        }
        let Some(method) = self.method else {
            return invalid(id, "the member `method` is missing".to_owned());
        };
        let Ok(method) = serde_json::from_str::<String>(method.get()) else {
            return invalid(id, format!("`method` must be a string, not {}", excerpt(method.get())));
        };
        match id {
            Some(id) => Message::Request { id, method, params: self.params },
            None => Message::Notification { method, params: self.params },
        }
    }
}

fn invalid<'a>(id: Option<RequestId>, message: String) -> Message<'a> {
    Message::Invalid { id, error: ErrorData::invalid_request(message, None) }
}

fn not_json(error: &serde_json::Error) -> ErrorData {
    ErrorData::parse_error(
        format!(
            "this line is not JSON: {error}; send each message as one line of JSON, without headers and without line breaks inside"
        ),
        None,
    )
}

/// The beginning of what a client sent, short enough for an error message.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut characters = text.chars();
    let mut short: String = characters.by_ref().take(LONGEST).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use rmcp::model::ErrorCode;

    use super::*;

    fn code_of(line: &str) -> Option<(ErrorCode, Option<String>)> {
        match read(line) {
            Err(error) => Some((error.code, None)),
            Ok(Incoming::Message(Message::Invalid { id, error })) => {
                Some((error.code, id.map(|id| id.as_json().to_owned())))
            }
            Ok(_) => None,
        }
    }

    #[test]
    fn what_is_not_json_and_what_is_not_json_rpc_are_told_apart() {
        for line in ["{", "nonsense", "{\"a\":1} {\"b\":2}", "[1,", "Content-Length: 12"] {
            assert_eq!(code_of(line), Some((ErrorCode::PARSE_ERROR, None)), "{line}");
        }
        for line in ["1", "\"x\"", "null", "{}", r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#] {
            assert_eq!(code_of(line), Some((ErrorCode::INVALID_REQUEST, None)), "{line}");
        }
    }

    #[test]
    fn a_readable_id_is_kept_when_the_rest_is_wrong() {
        let expected = Some((ErrorCode::INVALID_REQUEST, Some("\"a\"".to_owned())));
        assert_eq!(code_of(r#"{"id":"a","method":"ping"}"#), expected);
        assert_eq!(code_of(r#"{"id":"a","jsonrpc":"1.0","method":"ping"}"#), expected);
        assert_eq!(code_of(r#"{"id":"a","jsonrpc":"2.0"}"#), expected);
        assert_eq!(code_of(r#"{"id":"a","jsonrpc":"2.0","method":7}"#), expected);
    }

    #[test]
    fn an_answer_is_an_answer_whatever_its_id() {
        for line in [r#"{"jsonrpc":"2.0","id":[1],"result":{}}"#, r#"{"id":null,"error":{}}"#] {
            assert!(matches!(read(line), Ok(Incoming::Message(Message::Response { .. }))), "{line}");
        }
    }
}
