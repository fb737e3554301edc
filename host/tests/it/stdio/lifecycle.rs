//! The handshake, what may come before it, and what is not offered at all.

use serde_json::json;

use crate::support::mcp::{Session, initialize, request};

#[tokio::test]
async fn each_version_with_a_handshake_is_agreed_to() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut session = Session::start();
        let answer = session.ask(&initialize(version)).await;
        assert_eq!(
            answer,
            json!({"jsonrpc": "2.0", "id": 0, "result": {
                "protocolVersion": version,
                "capabilities": {"tools": {"listChanged": false}},
                "serverInfo": {"name": "sekme", "title": "Sekme", "version": env!("CARGO_PKG_VERSION")},
                "instructions": "Use echo.",
            }})
        );
        let listed = session.ask(&request(1, "tools/list", &json!({}))).await;
        assert_eq!(listed["result"]["tools"][0]["name"], "echo");
        assert_eq!(listed["result"].get("resultType"), None, "{version}");
    }
}

#[tokio::test]
async fn an_unknown_version_is_offered_the_newest_with_a_handshake() {
    for version in ["2099-01-01", "1.0", "", "2026-07-28"] {
        let mut session = Session::start();
        let answer = session.ask(&initialize(version)).await;
        assert_eq!(answer["result"]["protocolVersion"], "2025-11-25", "{version}");
        // The session is at the offered version, so results have its shape.
        let listed = session.ask(&request(1, "tools/list", &json!({}))).await;
        assert_eq!(listed["result"].get("resultType"), None, "{version}");
    }
}

#[tokio::test]
async fn a_request_before_initialize_is_told_so_and_initialize_still_works() {
    let mut session = Session::start();
    for method in ["tools/list", "tools/call", "logging/setLevel"] {
        let line = request(1, method, &json!({"name": "echo", "level": "info"})).to_string();
        let (id, code, message) = session.refusal(&line).await;
        assert_eq!((id, code), (json!(1), -32600));
        assert!(message.contains("send `initialize` first"), "{message}");
    }
    session.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    session.expect_silence().await;
    let answer = session.ask(&initialize("2025-06-18")).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    session.call(1, "echo", &json!({})).await;
    assert_eq!(session.message().await["result"]["isError"], false);
    assert_eq!(session.core.started.now(), 1);
}

#[tokio::test]
async fn requests_sent_together_with_initialize_are_served_in_its_session() {
    let mut session = Session::start();
    let messages = [initialize("2025-03-26"), request(1, "tools/list", &json!({}))];
    session.send(&messages.map(|message| message.to_string()).join("\n")).await;
    assert_eq!(session.message().await["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(session.message().await["result"]["tools"][0]["name"], "echo");
}

#[tokio::test]
async fn a_wrong_initialize_is_refused_and_may_be_repeated() {
    let mut session = Session::start();
    for params in [json!({}), json!({"protocolVersion": 7}), json!({"protocolVersion": "2025-06-18"})] {
        let (_, code, message) = session.refusal(&request(1, "initialize", &params).to_string()).await;
        assert_eq!(code, -32602, "{message}");
    }
    assert_eq!(session.ask(&initialize("2025-06-18")).await["result"]["protocolVersion"], "2025-06-18");
}

#[tokio::test]
async fn a_second_initialize_is_refused_and_the_session_goes_on() {
    let mut session = Session::at("2025-06-18").await;
    let (id, code, message) = session.refusal(&initialize("2024-11-05").to_string()).await;
    assert_eq!((id, code), (json!(0), -32600));
    assert!(message.contains("initialized at protocol 2025-06-18 already"), "{message}");
    session.call(1, "echo", &json!({})).await;
    assert_eq!(session.message().await["id"], 1);
}

#[tokio::test]
async fn stray_answers_and_notifications_are_never_answered() {
    let mut session = Session::ready().await;
    for line in [
        r#"{"jsonrpc":"2.0","id":99,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unheard-of","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/unheard-of","params":7}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
    ] {
        session.send(line).await;
        session.expect_silence().await;
    }
}

#[tokio::test]
async fn what_is_not_offered_is_refused_with_what_is() {
    let mut session = Session::ready().await;
    for method in ["resources/list", "prompts/list", "completion/complete", "tasks/get", "", "nothing"] {
        let (id, code, message) = session.refusal(&request(1, method, &json!({})).to_string()).await;
        assert_eq!((id, code), (json!(1), -32601), "{method}");
        assert!(message.contains("tools/call"), "{message}");
    }
    let (_, code, message) = session.refusal(&request(1, "tools/lists", &json!({})).to_string()).await;
    assert_eq!(code, -32601);
    assert!(message.contains("did you mean `tools/list`?"), "{message}");
}

#[tokio::test]
async fn a_log_level_is_accepted_and_a_wrong_one_refused() {
    let mut session = Session::ready().await;
    let answer = session.ask(&request(1, "logging/setLevel", &json!({"level": "warning"}))).await;
    assert_eq!(answer, json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    let loud = request(2, "logging/setLevel", &json!({"level": "loud"})).to_string();
    assert_eq!(session.refusal(&loud).await.1, -32602);
}

#[tokio::test]
async fn tools_are_listed_in_order_with_their_hints_and_without_pages() {
    let mut session = Session::ready().await;
    let list = request(1, "tools/list", &json!({"cursor": null, "_meta": {"progressToken": [7]}}));
    let first = session.ask(&list).await;
    assert_eq!(
        first["result"]["tools"][0],
        json!({
            "name": "echo",
            "title": "The echo tool",
            "description": "answers with its arguments",
            "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
            "annotations": {"readOnlyHint": true, "openWorldHint": false},
        })
    );
    assert_eq!(first["result"].get("nextCursor"), None);
    assert_eq!(session.ask(&list).await, first);

    for cursor in [json!("x"), json!(""), json!(7), json!({})] {
        let line = request(1, "tools/list", &json!({"cursor": cursor})).to_string();
        let (_, code, message) = session.refusal(&line).await;
        assert_eq!(code, -32602);
        assert!(message.contains("leave `cursor` out"), "{message}");
    }
}
