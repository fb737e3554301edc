//! What Chrome sends of requests, console lines and errors, as far as it is kept.

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent {
    pub(super) request_id: String,
    pub(super) request: Asked,
    #[serde(default)]
    pub(super) timestamp: f64,
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) redirect_response: Option<Answered>,
}

#[derive(Deserialize)]
pub(super) struct Asked {
    pub(super) url: String,
    #[serde(default)]
    pub(super) method: String,
}

#[derive(Deserialize)]
pub(super) struct Answered {
    pub(super) status: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfRequest {
    pub(super) request_id: String,
    #[serde(default)]
    pub(super) timestamp: f64,
    pub(super) response: Option<Answered>,
    #[serde(rename = "type", default)]
    pub(super) kind: String,
    pub(super) encoded_data_length: Option<f64>,
    pub(super) error_text: Option<String>,
    pub(super) error_message: Option<String>,
    pub(super) blocked_reason: Option<String>,
    pub(super) url: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Said {
    #[serde(rename = "type")]
    pub(super) level: String,
    pub(super) args: Vec<Value>,
    pub(super) stack_trace: Option<Stack>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Stack {
    #[serde(default)]
    pub(super) call_frames: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Place {
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) line_number: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Thrown {
    pub(super) exception_details: ThrownDetails,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThrownDetails {
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) line_number: i64,
    pub(super) exception: Option<Value>,
    pub(super) stack_trace: Option<Stack>,
}

#[derive(Deserialize)]
pub(super) struct Logged {
    pub(super) entry: LogEntry,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogEntry {
    pub(super) source: String,
    pub(super) level: String,
    #[serde(default)]
    pub(super) text: String,
    #[serde(default)]
    pub(super) timestamp: f64,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) line_number: i64,
}
