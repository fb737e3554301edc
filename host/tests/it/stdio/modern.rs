//! Protocol 2026-07-28: no handshake, each request says what it needs.

use serde_json::{Value, json};

use crate::support::mcp::{Session, initialize, modern_meta, request};

fn modern(id: u32, method: &str, mut params: Value) -> Value {
    params["_meta"] = modern_meta();
    request(id, method, &params)
}

#[tokio::test]
async fn discovery_names_versions_and_tools_without_a_handshake() {
    let mut session = Session::start();
    let answer = session.ask(&modern(1, "server/discover", json!({}))).await;
    let result = &answer["result"];
    assert_eq!(result["resultType"], "complete");
    assert_eq!(
        result["supportedVersions"],
        json!(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
    );
    assert_eq!(result["capabilities"], json!({"tools": {"listChanged": false}}));
    assert_eq!(result["instructions"], "Use echo.");
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "sekme");
}

#[tokio::test]
async fn requests_are_served_without_a_handshake_and_say_what_kind_their_result_is() {
    let mut session = Session::start();
    let listed = session.ask(&modern(1, "tools/list", json!({}))).await;
    assert_eq!(listed["result"]["resultType"], "complete");
    assert_eq!(listed["result"]["tools"][0]["name"], "echo");
    let called =
        session.ask(&modern(2, "tools/call", json!({"name": "echo", "arguments": {"text": "x"}}))).await;
    assert_eq!(called["result"]["resultType"], "complete");
    assert_eq!(called["result"]["content"][0]["text"], r#"{"text":"x"}"#);
}

#[tokio::test]
async fn an_unknown_version_is_refused_with_the_supported_ones() {
    let mut session = Session::start();
    for method in ["server/discover", "tools/list"] {
        let mut message = modern(1, method, json!({}));
        message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2099-01-01");
        let answer = session.ask(&message).await;
        assert_eq!(answer["error"]["code"], -32022, "{answer}");
        assert_eq!(answer["error"]["data"]["requested"], "2099-01-01");
        assert_eq!(answer["error"]["data"]["supported"].as_array().map(Vec::len), Some(5));
    }
}

#[tokio::test]
async fn a_request_that_does_not_say_what_it_must_is_told_what_is_missing() {
    let mut session = Session::start();
    let mut message = modern(1, "tools/list", json!({}));
    message["params"]["_meta"].as_object_mut().unwrap().remove("io.modelcontextprotocol/clientCapabilities");
    for message in [message, request(1, "server/discover", &json!({}))] {
        let (id, code, text) = session.refusal(&message.to_string()).await;
        assert_eq!((id, code), (json!(1), -32602));
        assert!(text.contains("io.modelcontextprotocol/clientCapabilities"), "{text}");
    }
}

#[tokio::test]
async fn a_client_may_ask_first_and_then_initialize() {
    let mut session = Session::start();
    assert!(session.ask(&modern(1, "server/discover", json!({}))).await["result"].is_object());
    assert!(session.ask(&modern(2, "tools/list", json!({}))).await["result"].is_object());
    let bare = request(3, "tools/list", &json!({}));
    assert_eq!(session.refusal(&bare.to_string()).await.1, -32600);
    assert_eq!(session.ask(&initialize("2025-06-18")).await["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(session.ask(&bare).await["result"].get("resultType"), None);
    assert_eq!(session.ask(&modern(4, "tools/list", json!({}))).await["result"]["resultType"], "complete");
}

#[tokio::test]
async fn a_call_can_be_cancelled() {
    let mut session = Session::start();
    session.send(&modern(1, "tools/call", json!({"name": "hold"})).to_string()).await;
    session.core.started.reaches(1).await;
    session.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    session.core.cancelled.reaches(1).await;
    session.expect_silence().await;
}

#[tokio::test]
async fn what_the_version_removed_is_refused() {
    let mut session = Session::start();
    for method in ["ping", "logging/setLevel", "subscriptions/listen"] {
        let (_, code, message) =
            session.refusal(&modern(1, method, json!({"level": "info"})).to_string()).await;
        assert_eq!(code, -32601, "{message}");
    }
}
