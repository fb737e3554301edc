//! How a session ends, whoever ends it.

use std::time::{Duration, Instant};

use sekme::server::ServeEnd;
use serde_json::json;

use crate::support::mcp::{Session, initialize, request};

#[tokio::test]
async fn at_the_end_of_input_calls_are_cancelled_and_the_core_is_shut_down() {
    let mut session = Session::ready().await;
    let core = session.core.clone();
    session.call(1, "hold", &json!({})).await;
    core.started.reaches(1).await;
    session.close_input();
    let (end, rest) = session.end().await;
    assert_eq!(end, ServeEnd::InputEnded);
    assert_eq!((core.cancelled.now(), core.shutdowns.now()), (1, 1));
    assert_eq!(rest.len(), 1);
    assert_eq!((&rest[0]["id"], &rest[0]["result"]["content"][0]["text"]), (&json!(1), &json!("cancelled")));
}

#[tokio::test]
async fn what_was_asked_just_before_the_end_of_input_is_answered() {
    let mut session = Session::start();
    let lines = [
        initialize("2025-03-26"),
        request(1, "tools/list", &json!({})),
        request(2, "tools/call", &json!({"name": "echo"})),
    ];
    session.send(&lines.map(|line| line.to_string()).join("\n")).await;
    // The last line has no line end.
    session.send_bytes(json!([request(3, "ping", &json!({}))]).to_string().as_bytes()).await;
    session.close_input();
    let (end, rest) = session.end().await;
    assert_eq!(end, ServeEnd::InputEnded);
    let mut ids: Vec<_> = rest
        .iter()
        .map(|answer| answer.get("id").unwrap_or_else(|| &answer[0]["id"]).as_u64().expect("a number"))
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [0, 1, 2, 3]);
}

#[tokio::test]
async fn a_call_that_ignores_its_cancellation_does_not_keep_the_server() {
    let mut session = Session::ready().await;
    session.call(1, "stubborn", &json!({})).await;
    session.core.started.reaches(1).await;
    let asked = Instant::now();
    session.close_input();
    let (_, rest) = session.end().await;
    assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
    let text = rest[0]["result"]["content"][0]["text"].as_str().expect("a text");
    assert!(text.starts_with("error[internal]: `stubborn` did not end"), "{text}");
}

#[tokio::test]
async fn a_cancelled_call_that_goes_on_is_not_answered_at_the_end_either() {
    let mut session = Session::ready().await;
    session.call(1, "stubborn", &json!({})).await;
    session.core.started.reaches(1).await;
    session.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    session.expect_silence().await;
    session.close_input();
    assert_eq!(session.end().await, (ServeEnd::InputEnded, vec![]));
}

#[tokio::test]
async fn a_client_that_stops_reading_for_good_ends_the_session() {
    let mut session = Session::ready().await;
    let core = session.core.clone();
    session.call(1, "hold", &json!({})).await;
    core.started.reaches(1).await;
    session.close_output();
    session.send(&request(2, "ping", &json!({})).to_string()).await;
    assert_eq!(session.end().await.0, ServeEnd::OutputClosed);
    assert_eq!((core.cancelled.now(), core.shutdowns.now()), (1, 1));
}

#[tokio::test]
async fn a_signal_ends_the_session_like_the_end_of_input() {
    let session = Session::ready().await;
    let core = session.core.clone();
    session.shutdown.cancel();
    assert_eq!(session.end().await, (ServeEnd::ShutDown, vec![]));
    assert_eq!(core.shutdowns.now(), 1);
}

#[tokio::test]
async fn input_that_ends_while_the_client_does_not_read_ends_the_session() {
    let mut session = Session::ready().await;
    let core = session.core.clone();
    let text = "x".repeat(1_000_000);
    for id in 0..6 {
        session.call(id, "echo", &json!({"text": text})).await;
    }
    core.started.reaches(6).await;
    session.close_input();
    core.shutdowns.reaches(1).await;
    session.close_output();
    assert_eq!(session.end().await.0, ServeEnd::InputEnded);
}
