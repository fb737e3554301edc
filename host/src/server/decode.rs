//! Turns a method and its parameters into a typed request, or says what is wrong with them.

use std::borrow::Cow;

use rmcp::ErrorData;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, DiscoverRequest, DiscoverRequestParams, ErrorCode,
    GetExtensions as _, InitializeRequest, InitializeRequestParams, ListToolsRequest, MetaObject,
    PingRequest, ProtocolVersion, RequestMetaObject,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::envelope::excerpt;

const METHODS: [&str; 5] = ["initialize", "ping", "server/discover", "tools/list", "tools/call"];
const LOG_LEVELS: [&str; 8] =
    ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// A request that is in order as far as its own text goes.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) action: Action,
    /// The request names its protocol version itself, so it needs no `initialize` before it.
    pub(super) names_its_version: bool,
}

/// What to do with a request.
#[derive(Debug)]
pub(super) enum Action {
    /// Give it to the protocol engine.
    Forward(Box<ClientRequest>),
    /// Answer that all is well: there is nothing to do.
    Acknowledge,
}

/// Reads a request.
pub(super) fn decode(method: &str, params: Option<&RawValue>) -> Result<Decoded, ErrorData> {
    let mut params = read_params(method, params)?;
    let meta = take_meta(method, &mut params)?;
    let version = meta.protocol_version();
    let is_modern = version.as_ref().is_some_and(|version| !version.has_initialize());
    let action = match method {
        "logging/setLevel" if !is_modern => set_level(&params)?,
        "ping" if is_modern => return Err(removed(method)),
        _ => {
            let mut request = read_request(method, params)?;
            request.extensions_mut().insert(meta);
            Action::Forward(Box::new(request))
        }
    };
    Ok(Decoded { action, names_its_version: version.is_some() })
}

fn read_request(method: &str, params: Map<String, Value>) -> Result<ClientRequest, ErrorData> {
    Ok(match method {
        "initialize" => ClientRequest::InitializeRequest(InitializeRequest::new(read_initialize(params)?)),
        "ping" => ClientRequest::PingRequest(PingRequest::default()),
        "server/discover" => {
            ClientRequest::DiscoverRequest(DiscoverRequest::new(DiscoverRequestParams::default()))
        }
        "tools/list" => {
            check_cursor(&params)?;
            ClientRequest::ListToolsRequest(ListToolsRequest::default())
        }
        "tools/call" => ClientRequest::CallToolRequest(CallToolRequest::new(read_call(params)?)),
        _ => return Err(unknown_method(method)),
    })
}

fn read_params(method: &str, params: Option<&RawValue>) -> Result<Map<String, Value>, ErrorData> {
    let Some(params) = params.map(RawValue::get).filter(|params| *params != "null") else {
        return Ok(Map::new());
    };
    if !params.starts_with('{') {
        return Err(invalid(format!("`params` of `{method}` must be an object, not {}", excerpt(params))));
    }
    serde_json::from_str(&mend_surrogates(params))
        .map_err(|error| invalid(format!("`params` of `{method}` cannot be read: {error}")))
}

fn take_meta(method: &str, params: &mut Map<String, Value>) -> Result<RequestMetaObject, ErrorData> {
    match params.shift_remove("_meta") {
        None | Some(Value::Null) => Ok(RequestMetaObject::new()),
        Some(Value::Object(meta)) => Ok(RequestMetaObject(MetaObject(meta))),
        Some(other) => Err(invalid(format!(
            "`params._meta` of `{method}` must be an object, not {}",
            excerpt(&other.to_string())
        ))),
    }
}

fn read_initialize(params: Map<String, Value>) -> Result<InitializeRequestParams, ErrorData> {
    serde_path_to_error::deserialize(Value::Object(params)).map_err(|error| {
        invalid(format!(
            "`params` of `initialize` are wrong at `{}`: {}; it needs `protocolVersion`, `capabilities` and `clientInfo` with `name` and `version`",
            error.path(),
            error.inner()
        ))
    })
}

fn check_cursor(params: &Map<String, Value>) -> Result<(), ErrorData> {
    match params.get("cursor") {
        None | Some(Value::Null) => Ok(()),
        Some(cursor) => Err(invalid(format!(
            "invalid `cursor` {}: the whole list fits one page, leave `cursor` out",
            excerpt(&cursor.to_string())
        ))),
    }
}

fn read_call(mut params: Map<String, Value>) -> Result<CallToolRequestParams, ErrorData> {
    let name = match params.shift_remove("name") {
        Some(Value::String(name)) if !name.trim().is_empty() => name,
        Some(Value::String(_)) => {
            return Err(invalid("`name` of `tools/call` is empty; give a name from `tools/list`".to_owned()));
        }
        None => {
            return Err(invalid(
                "`name` of `tools/call` is missing; give a name from `tools/list`".to_owned(),
            ));
        }
        Some(other) => {
            return Err(invalid(format!(
                "`name` of `tools/call` must be a string, not {}",
                excerpt(&other.to_string())
            )));
        }
    };
    let arguments = read_arguments(params.shift_remove("arguments").unwrap_or_default())?;
    Ok(CallToolRequestParams::new(name).with_arguments(arguments))
}

/// Small models often send the arguments as text, sometimes as text in text. Both are read.
fn read_arguments(mut arguments: Value) -> Result<Map<String, Value>, ErrorData> {
    const NESTING: usize = 3;
    for _ in 0..NESTING {
        match arguments {
            Value::Object(arguments) => return Ok(arguments),
            Value::Null => return Ok(Map::new()),
            Value::String(text) if text.trim().is_empty() => return Ok(Map::new()),
            Value::String(text) => {
                arguments = serde_json::from_str(&mend_surrogates(&text)).map_err(|error| {
                    invalid(format!(
                        "`arguments` is text that is not JSON: {error}; send an object such as {{\"name\": \"value\"}}"
                    ))
                })?;
            }
            Value::Bool(_) | Value::Number(_) | Value::Array(_) => break,
        }
    }
    Err(invalid(format!(
        "`arguments` must be an object such as {{\"name\": \"value\"}}, not {}",
        excerpt(&arguments.to_string())
    )))
}

fn set_level(params: &Map<String, Value>) -> Result<Action, ErrorData> {
    match params.get("level").and_then(Value::as_str) {
        Some(level) if LOG_LEVELS.contains(&level) => Ok(Action::Acknowledge),
        _ => Err(invalid(format!("`level` must be one of {}", LOG_LEVELS.join(", ")))),
    }
}

fn unknown_method(method: &str) -> ErrorData {
    // Likeness takes time by the product of the lengths, and nothing that long was meant for a name.
    let known = if method.len() > 100 { &[][..] } else { &METHODS[..] };
    let near = known
        .iter()
        .map(|known| (strsim::normalized_damerau_levenshtein(known, method), known))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|left, right| left.0.total_cmp(&right.0));
    let advice = match near {
        Some((_, known)) => format!("did you mean `{known}`?"),
        None => format!("this server offers tools only; it answers {}", METHODS.join(", ")),
    };
    ErrorData::new(
        ErrorCode::METHOD_NOT_FOUND,
        format!("unknown method `{}`: {advice}", excerpt(method)),
        None,
    )
}

fn removed(method: &str) -> ErrorData {
    ErrorData::new(
        ErrorCode::METHOD_NOT_FOUND,
        format!("`{method}` does not exist at protocol {}", ProtocolVersion::NO_INITIALIZE),
        None,
    )
}

fn invalid(message: String) -> ErrorData {
    ErrorData::invalid_params(message, None)
}

/// Replaces escapes of lone surrogates, which JSON allows and Rust strings cannot hold, by U+FFFD.
fn mend_surrogates(json: &str) -> Cow<'_, str> {
    if !json.contains("\\ud") && !json.contains("\\uD") {
        return Cow::Borrowed(json);
    }
    let mut mended = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(start) = rest.find('\\') {
        mended.push_str(&rest[..start]);
        rest = &rest[start..];
        let length = match escaped_unit(rest) {
            Some(0xd800..=0xdbff)
                if rest
                    .get(6..)
                    .and_then(escaped_unit)
                    .is_some_and(|low| (0xdc00..=0xdfff).contains(&low)) =>
            {
                12
            }
            Some(0xd800..=0xdfff) => {
                mended.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            Some(_) => 6,
            None => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
        };
        mended.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    mended.push_str(rest);
    Cow::Owned(mended)
}

/// The UTF-16 unit of a `\uXXXX` escape at the start of `text`.
fn escaped_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests;
