//! JSON-RPC batches, which exist at protocol 2025-03-26 only.

use serde_json::{Value, json};

use crate::support::mcp::{Session, initialize, request};

const ALL: &str = "2025-03-26";

#[tokio::test]
async fn a_batch_is_answered_by_one_array() {
    let mut session = Session::at(ALL).await;
    let batch = json!([
        request(1, "ping", &json!({})),
        {"jsonrpc": "2.0", "method": "notifications/unheard-of"},
        request(2, "tools/call", &json!({"name": "echo", "arguments": {}})),
        request(3, "nothing", &json!({})),
        {"jsonrpc": "2.0", "id": 99, "result": {}},
        7,
        initialize(ALL),
    ]);
    let answer = session.ask(&batch).await;
    let mut outcome: Vec<_> = answer
        .as_array()
        .expect("an array")
        .iter()
        .map(|answer| (answer["id"].to_string(), answer["error"]["code"].as_i64()))
        .collect();
    outcome.sort();
    let expected =
        [("0", Some(-32600)), ("1", None), ("2", None), ("3", Some(-32601)), ("null", Some(-32600))];
    assert_eq!(outcome, expected.map(|(id, code)| (id.to_owned(), code)));
    session.expect_silence().await;
}

#[tokio::test]
async fn a_batch_waits_for_its_last_call_while_other_requests_are_answered() {
    let mut session = Session::at(ALL).await;
    let hold = request(1, "tools/call", &json!({"name": "hold"}));
    session.send(&json!([hold, request(2, "ping", &json!({}))]).to_string()).await;
    session.core.started.reaches(1).await;
    session.expect_silence().await;
    session.core.release.cancel();
    assert_eq!(session.message().await.as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_cancelled_part_is_missing_from_the_answer() {
    let mut session = Session::at(ALL).await;
    let hold = |id| request(id, "tools/call", &json!({"name": "hold"}));
    let cancel =
        |id| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    session.send(&json!([hold(1), request(2, "ping", &json!({}))]).to_string()).await;
    session.core.started.reaches(1).await;
    session.send(&cancel(1).to_string()).await;
    assert_eq!(session.message().await, json!([{"jsonrpc": "2.0", "id": 2, "result": {}}]));

    session.send(&json!([hold(3), cancel(3)]).to_string()).await;
    session.core.cancelled.reaches(1).await;
    session.expect_silence().await;
}

#[tokio::test]
async fn a_batch_of_notifications_is_not_answered_and_an_empty_or_endless_one_is_refused() {
    let mut session = Session::at(ALL).await;
    session.send(r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#).await;
    session.expect_silence().await;
    let (id, code, message) = session.refusal("[]").await;
    assert_eq!((id, code, message.as_str()), (Value::Null, -32600, "this batch is empty"));
    let long = format!("[{}7]", "7,".repeat(256));
    let (id, code, message) = session.refusal(&long).await;
    assert_eq!((id, code), (Value::Null, -32600));
    assert!(message.contains("has 257 messages and the limit is 256"), "{message}");
}

#[tokio::test]
async fn an_id_twice_in_one_batch_is_answered_once() {
    let mut session = Session::at(ALL).await;
    let hold = request(1, "tools/call", &json!({"name": "hold"}));
    session.send(&json!([hold, hold]).to_string()).await;
    session.core.started.reaches(1).await;
    session.core.release.cancel();
    let mut ids: Vec<_> =
        session.message().await.as_array().unwrap().iter().map(|answer| answer["id"].to_string()).collect();
    ids.sort();
    assert_eq!(ids, ["1", "null"]);
}

#[tokio::test]
async fn a_batch_is_refused_once_at_any_other_version() {
    let batch = json!([request(1, "ping", &json!({})), request(2, "ping", &json!({}))]).to_string();
    for version in ["2024-11-05", "2025-06-18", "2025-11-25"] {
        let mut session = Session::at(version).await;
        let (id, code, message) = session.refusal(&batch).await;
        assert_eq!((id, code), (Value::Null, -32600));
        assert!(message.contains("a line of its own"), "{message}");
        session.expect_silence().await;
    }
    let mut session = Session::start();
    assert_eq!(session.refusal(&batch).await.1, -32600);
    assert_eq!(session.refusal("[]").await.1, -32600);
    assert_eq!(session.refusal("[{]").await.1, -32700);
}
