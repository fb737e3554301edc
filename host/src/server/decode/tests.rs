use serde_json::json;

use super::*;

fn call(params: &Value) -> Result<CallToolRequestParams, ErrorData> {
    let params = RawValue::from_string(params.to_string()).unwrap();
    match decode("tools/call", Some(&params))?.action {
        Action::Forward(request) => match *request {
            ClientRequest::CallToolRequest(request) => Ok(request.params),
            other => panic!("{other:?}"),
        },
        Action::Acknowledge => panic!("a call is forwarded"),
    }
}

fn arguments(arguments: &Value) -> Result<Value, ErrorData> {
    call(&json!({"name": "t", "arguments": arguments}))
        .map(|params| Value::Object(params.arguments.unwrap_or_default()))
}

fn refusal(method: &str, params: &str) -> ErrorData {
    let params = RawValue::from_string(params.to_owned()).unwrap();
    decode(method, Some(&params)).unwrap_err()
}

#[test]
fn arguments_sent_as_text_are_read() {
    assert_eq!(arguments(&json!({"a": 1})).unwrap(), json!({"a": 1}));
    assert_eq!(arguments(&json!("{\"a\": 1}")).unwrap(), json!({"a": 1}));
    assert_eq!(arguments(&json!("\"{\\\"a\\\": 1}\"")).unwrap(), json!({"a": 1}));
    for empty in [json!(null), json!(""), json!(" "), json!("null"), json!("{}")] {
        assert_eq!(arguments(&empty).unwrap(), json!({}), "{empty}");
    }
    assert_eq!(call(&json!({"name": "t"})).unwrap().arguments, Some(Map::new()));
}

#[test]
fn arguments_that_are_no_object_are_refused_with_advice() {
    for wrong in [json!([1]), json!(7), json!(true), json!("[1]"), json!("url=x")] {
        let error = arguments(&wrong).unwrap_err();
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS, "{wrong}");
        assert!(error.message.contains("an object such as {\"name\": \"value\"}"), "{}", error.message);
    }
}

#[test]
fn a_call_needs_a_name() {
    for params in ["{}", r#"{"name":""}"#, r#"{"name":7}"#, r#"{"name":null}"#] {
        let error = refusal("tools/call", params);
        assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
        assert!(error.message.starts_with("`name` of `tools/call`"), "{}", error.message);
    }
}

#[test]
fn params_must_be_an_object() {
    for params in ["[]", "7", "\"x\"", "true"] {
        assert_eq!(refusal("tools/list", params).code, ErrorCode::INVALID_PARAMS, "{params}");
    }
    assert_eq!(refusal("ping", r#"{"_meta":[]}"#).code, ErrorCode::INVALID_PARAMS);
}

#[test]
fn an_incomplete_initialize_is_told_what_is_missing() {
    let error = refusal("initialize", r#"{"protocolVersion":"2025-11-25","capabilities":{}}"#);
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert!(error.message.contains("clientInfo"), "{}", error.message);
}

#[test]
fn a_cursor_is_refused_unless_it_is_null() {
    assert_eq!(refusal("tools/list", r#"{"cursor":"x"}"#).code, ErrorCode::INVALID_PARAMS);
    assert_eq!(refusal("tools/list", r#"{"cursor":7}"#).code, ErrorCode::INVALID_PARAMS);
    let params = RawValue::from_string(r#"{"cursor":null}"#.to_owned()).unwrap();
    assert!(decode("tools/list", Some(&params)).is_ok());
}

#[test]
fn an_unknown_method_gets_the_nearest_one_or_all() {
    let near = decode("tool/call", None).unwrap_err();
    assert_eq!(near.code, ErrorCode::METHOD_NOT_FOUND);
    assert!(near.message.ends_with("did you mean `tools/call`?"), "{}", near.message);
    assert!(decode("resources/list", None).unwrap_err().message.contains("offers tools only"));
}

#[test]
fn a_lone_surrogate_becomes_a_replacement_character() {
    let json = r#"{"a":"\ud83d\ude00 \ud800 \\ud800 \udc00\n"}"#;
    let value: Value = serde_json::from_str(&mend_surrogates(json)).unwrap();
    assert_eq!(value, json!({"a": "😀 \u{fffd} \\ud800 \u{fffd}\n"}));
    assert!(matches!(mend_surrogates(r#""\u0041""#), Cow::Borrowed(_)));
}
