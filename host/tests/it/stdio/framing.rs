//! Lines that are no messages, and messages in unusual lines.

use serde_json::{Value, json};

use crate::support::fake_core::RUDE_TEXT;
use crate::support::mcp::Session;

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[tokio::test]
async fn a_line_that_is_not_json_is_answered_and_reading_goes_on() {
    let mut session = Session::start();
    for line in ["{", "hello", "Content-Length: 40", &format!("{PING}{PING}"), "[1,", "\u{1}"] {
        let (id, code, message) = session.refusal(line).await;
        assert_eq!((id, code), (Value::Null, -32700), "{line}: {message}");
    }
    session.send_bytes(b"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\xfe\",\"method\":\"ping\"}\n").await;
    let (id, code, message) = session.refused().await;
    assert_eq!((id, code), (Value::Null, -32700));
    assert!(message.contains("not UTF-8 after byte 23"), "{message}");
    session.expect_silence().await;
}

#[tokio::test]
async fn json_that_is_no_request_is_refused_under_its_id_where_it_has_one() {
    let mut session = Session::ready().await;
    for (line, id) in [
        (r#"{"id":5,"method":"ping"}"#, json!(5)),
        (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, json!("a")),
        (r#"{"jsonrpc":2.0,"id":5,"method":"ping"}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":5}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":5,"method":null}"#, json!(5)),
        (r#"{"jsonrpc":"2.0","id":5,"method":["ping"]}"#, json!(5)),
        (r#"{"method":"ping"}"#, Value::Null),
        ("{}", Value::Null),
        ("7", Value::Null),
        ("null", Value::Null),
        (r#""ping""#, Value::Null),
    ] {
        let (answered, code, message) = session.refusal(line).await;
        assert_eq!((answered, code), (id, -32600), "{line}: {message}");
    }
    session.expect_silence().await;
}

#[tokio::test]
async fn params_of_the_wrong_type_are_refused() {
    let mut session = Session::ready().await;
    for params in ["[]", "[1]", "7", "true", "\"x\""] {
        for method in ["ping", "tools/list", "tools/call"] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
            let (id, code, _) = session.refusal(&line).await;
            assert_eq!((id, code), (json!(1), -32602), "{line}");
        }
    }
}

#[tokio::test]
async fn line_ends_marks_blank_lines_and_split_characters_do_no_harm() {
    let mut session = Session::ready().await;
    session.send_bytes(b"\n\r\n   \n\t\n").await;
    session.send_bytes(b"\xef\xbb\xbf").await;
    session.send_bytes(format!("  {PING}  \r\n").as_bytes()).await;
    assert_eq!(session.message().await["id"], 1);

    let call = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"çğ😀"}}}"#;
    for byte in format!("{call}\n").bytes() {
        session.send_bytes(&[byte]).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(session.message().await["result"]["content"][0]["text"], r#"{"text":"çğ😀"}"#);
    session.expect_silence().await;
}

#[tokio::test]
async fn a_line_of_17_mib_is_answered_with_its_size_and_reading_goes_on() {
    let mut session = Session::ready().await;
    let padding = "x".repeat(17 * 1024 * 1024);
    for line in [
        format!(r#"{{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{{"name":"{padding}"}}}}"#),
        format!(
            r#"{{"method":"tools/call","params":{{"id":1,"name":"{padding}"}},"jsonrpc":"2.0","id":"long"}}"#
        ),
    ] {
        let (id, code, message) = session.refusal(&line).await;
        assert_eq!((id, code), (json!("long"), -32600));
        assert!(message.contains(&format!("{} bytes", line.len())), "{message}");
        assert!(message.contains("the limit is 16777216"), "{message}");
    }
    let (id, code, _) = session.refusal(&padding).await;
    assert_eq!((id, code), (Value::Null, -32600));
    session.expect_silence().await;
}

#[tokio::test]
async fn a_message_just_under_the_limit_is_served() {
    let mut session = Session::ready().await;
    let spaces = " ".repeat(16 * 1024 * 1024 - 100);
    session.send(&format!(r#"{{"jsonrpc":"2.0","id":1,{spaces}"method":"ping"}}"#)).await;
    assert_eq!(session.message().await["id"], 1);
    session.expect_silence().await;
}

#[tokio::test]
async fn every_answer_is_one_line_of_json_whatever_it_contains() {
    let mut session = Session::ready().await;
    session.call(1, "rude", &json!({})).await;
    let line = session.line().await;
    assert!(!line.contains(|c: char| c.is_control() || "\u{2028}\u{2029}".contains(c)), "{line}");
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], RUDE_TEXT);
}

#[tokio::test]
async fn a_lone_surrogate_in_a_call_arrives_as_a_replacement_character() {
    let mut session = Session::ready().await;
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a\ud83d"}}}"#;
    session.send(call).await;
    assert_eq!(session.message().await["result"]["content"][0]["text"], "{\"text\":\"a\u{fffd}\"}");
}

#[tokio::test]
async fn nesting_without_end_is_refused() {
    let mut session = Session::ready().await;
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let call = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"echo","arguments":{{"a":{deep}}}}}}}"#
    );
    let (id, code, _) = session.refusal(&call).await;
    assert_eq!((id, code), (json!(1), -32602));
    let (_, code, _) = session.refusal(&deep).await;
    assert_eq!(code, -32600);
    session.expect_silence().await;
}
