//! Each request is answered once, under the id the client gave it.

use serde_json::{Value, json};

use crate::support::mcp::Session;

#[tokio::test]
async fn strings_and_integers_of_any_size_come_back_byte_for_byte() {
    let mut session = Session::ready().await;
    for id in [
        "0",
        "-1",
        "9007199254740993",
        "18446744073709551616",
        "123456789012345678901234567890",
        r#""""#,
        r#""1""#,
        r#""ış\u0131 😀 \ud800""#,
        "\"\u{2028}\"",
    ] {
        session.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#)).await;
        assert_eq!(session.line().await, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
        session.send(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"nothing"}}"#)).await;
        let prefix = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"#);
        let line = session.line().await;
        assert!(line.starts_with(&prefix), "{line}");
    }
}

#[tokio::test]
async fn ids_of_other_types_are_refused_under_null_with_advice() {
    let mut session = Session::ready().await;
    for id in ["null", "true", "{}", r#"{"a":1}"#, "[1]", "1.5", "1e2"] {
        let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#);
        let (answered, code, message) = session.refusal(&request).await;
        assert_eq!((answered, code), (Value::Null, -32600), "{id}");
        assert!(message.contains("must be a string or an integer"), "{message}");
    }
    session.expect_silence().await;
}

#[tokio::test]
async fn an_id_in_use_is_refused_and_its_first_request_still_answers_once() {
    let mut session = Session::ready().await;
    session.call(7, "hold", &json!({})).await;
    session.core.started.reaches(1).await;
    for again in [
        r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"nothing"}"#,
        r#"{"id":7,"method":"ping"}"#,
    ] {
        let (id, code, message) = session.refusal(again).await;
        assert_eq!((id, code), (Value::Null, -32600), "{again}: {message}");
    }
    let (_, _, message) = session.refusal(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#).await;
    assert!(message.contains("the id 7 belongs to a request that is still running"), "{message}");

    session.core.release.cancel();
    let answer = session.message().await;
    assert_eq!((&answer["id"], &answer["result"]["content"][0]["text"]), (&json!(7), &json!("released")));
    session.expect_silence().await;
}

#[tokio::test]
async fn a_number_and_the_same_text_are_two_requests() {
    let mut session = Session::ready().await;
    session.call(1, "hold", &json!({})).await;
    session.core.started.reaches(1).await;
    let answer = session.ask(&json!({"jsonrpc": "2.0", "id": "1", "method": "ping"})).await;
    assert_eq!(answer["id"], "1");
    session.core.release.cancel();
    assert_eq!(session.message().await["id"], 1);
}

#[tokio::test]
async fn an_id_may_be_used_again_after_its_answer() {
    let mut session = Session::ready().await;
    for _ in 0..3 {
        session.call(1, "echo", &json!({})).await;
        assert_eq!(session.message().await["id"], 1);
    }
}
