//! Calls of tools: their arguments, their answers, cancellation, and many at once.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::mcp::{Session, request};

async fn cancel(session: &mut Session, id: &Value) {
    let params = json!({"requestId": id, "reason": "changed my mind"});
    let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    session.send(&message.to_string()).await;
}

#[tokio::test]
async fn arguments_sent_as_text_or_not_at_all_arrive_as_an_object() {
    let mut session = Session::ready().await;
    for (params, expected) in [
        (json!({"name": "echo", "arguments": {"text": "x"}}), json!({"text": "x"})),
        (json!({"name": "echo", "arguments": "{\"text\": \"x\"}"}), json!({"text": "x"})),
        (json!({"name": "echo", "arguments": null}), json!({})),
        (json!({"name": "echo"}), json!({})),
        (json!({"name": "echo", "_meta": {"progressToken": {"odd": true}}}), json!({})),
    ] {
        let answer = session.ask(&request(1, "tools/call", &params)).await;
        assert_eq!(answer["result"]["isError"], false, "{params}: {answer}");
        assert_eq!(*session.core.arguments.lock().unwrap(), Some(expected), "{params}");
    }
}

#[tokio::test]
async fn a_call_that_names_no_tool_or_gives_no_arguments_is_refused_with_advice() {
    let mut session = Session::ready().await;
    for (params, advice) in [
        (json!({}), "`name` of `tools/call` is missing"),
        (json!({"name": 7}), "must be a string"),
        (json!({"name": ""}), "is empty"),
        (json!({"name": "ecko"}), "did you mean `echo`?"),
        (json!({"name": "weather"}), "`tools/list` names the tools"),
        (json!({"name": "echo", "arguments": [1]}), "must be an object"),
        (json!({"name": "echo", "arguments": "text=x"}), "is text that is not JSON"),
    ] {
        let (id, code, message) = session.refusal(&request(1, "tools/call", &params).to_string()).await;
        assert_eq!((id, code), (json!(1), -32602), "{params}");
        assert!(message.contains(advice), "{message}");
    }
    assert_eq!(session.core.started.now(), 0);
}

#[tokio::test]
async fn a_failed_tool_is_a_result_the_model_can_read() {
    let mut session = Session::ready().await;
    session.call(1, "fail", &json!({})).await;
    let answer = session.message().await;
    assert_eq!(
        answer["result"],
        json!({"isError": true, "content": [{"type": "text", "text": "error[not-found]: nothing there"}]})
    );
}

#[tokio::test]
async fn a_panic_is_an_internal_error_and_the_server_lives() {
    let mut session = Session::ready().await;
    for id in 1..4 {
        session.call(id, "panic", &json!({})).await;
        let answer = session.message().await;
        assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(id), &json!(true)));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("error[internal]: `panic`"), "{text}");
    }
    session.expect_silence().await;
}

#[tokio::test]
async fn a_picture_is_sent_as_one() {
    let mut session = Session::ready().await;
    session.call(1, "image", &json!({})).await;
    assert_eq!(
        session.message().await["result"]["content"],
        json!([
            {"type": "text", "text": "a picture"},
            {"type": "image", "data": "aGk=", "mimeType": "image/png"},
        ])
    );
}

#[tokio::test]
async fn fifty_calls_at_once_are_all_answered_and_a_ping_does_not_wait_for_them() {
    let mut session = Session::ready().await;
    for id in 0..50 {
        session.call(id, "hold", &json!({})).await;
    }
    session.core.started.reaches(50).await;
    session.expect_silence().await;
    session.core.release.cancel();
    let mut answered = BTreeSet::new();
    for _ in 0..50 {
        let answer = session.message().await;
        assert_eq!(answer["result"]["content"][0]["text"], "released");
        assert!(answered.insert(answer["id"].as_u64().unwrap()), "{answer}");
    }
    assert_eq!(answered, (0..50).collect());
    session.expect_silence().await;
}

#[tokio::test]
async fn calls_beyond_the_bound_are_refused_until_others_end() {
    let mut session = Session::ready().await;
    for id in 0..256 {
        session.call(id, "hold", &json!({})).await;
    }
    let (id, code, message) =
        session.refusal(&request(256, "tools/call", &json!({"name": "echo"})).to_string()).await;
    assert_eq!((id, code), (json!(256), -32600));
    assert!(message.contains("wait for answers"), "{message}");
    cancel(&mut session, &json!(0)).await;
    session.call(257, "echo", &json!({})).await;
    assert_eq!(session.message().await["id"], 257);
}

#[tokio::test]
async fn a_cancelled_call_is_stopped_and_not_answered() {
    let mut session = Session::ready().await;
    for id in [json!("a"), json!(1), json!("")] {
        let before = session.core.cancelled.now();
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "hold"}});
        session.send(&call.to_string()).await;
        session.core.started.reaches(before + 1).await;
        cancel(&mut session, &id).await;
        session.core.cancelled.reaches(before + 1).await;
        session.expect_silence().await;
    }
}

#[tokio::test]
async fn cancelling_one_call_leaves_the_others_alone() {
    let mut session = Session::ready().await;
    session.call(1, "hold", &json!({})).await;
    session.call(2, "hold", &json!({})).await;
    session.core.started.reaches(2).await;
    cancel(&mut session, &json!(1)).await;
    cancel(&mut session, &json!("2")).await;
    session.core.cancelled.reaches(1).await;
    session.core.release.cancel();
    assert_eq!(session.message().await["id"], 2);
    session.expect_silence().await;
    assert_eq!(session.core.cancelled.now(), 1);
}

#[tokio::test]
async fn a_late_cancellation_does_not_touch_a_later_call_of_another_id() {
    let mut session = Session::ready().await;
    session.call(1, "echo", &json!({})).await;
    assert_eq!(session.message().await["id"], 1);
    cancel(&mut session, &json!(1)).await;
    session.call(2, "echo", &json!({})).await;
    assert_eq!(session.message().await["id"], 2);
}

#[tokio::test]
async fn a_client_that_does_not_read_is_still_heard() {
    let mut session = Session::ready().await;
    session.call(0, "hold", &json!({})).await;
    // More than a pipe holds: the answers wait in the server.
    let text = "x".repeat(100_000);
    for id in 1..=20 {
        session.call(id, "echo", &json!({"text": text})).await;
    }
    session.core.started.reaches(21).await;
    cancel(&mut session, &json!(0)).await;
    session.core.cancelled.reaches(1).await;
    let mut answered = BTreeSet::new();
    for _ in 1..=20 {
        answered.insert(session.message().await["id"].as_u64().unwrap());
    }
    assert_eq!(answered, (1..=20).collect());
    session.expect_silence().await;
}

#[tokio::test]
async fn a_call_whose_answer_still_waits_to_be_sent_can_be_cancelled() {
    let mut session = Session::ready().await;
    let text = "x".repeat(1_000_000);
    for id in 1..=7 {
        session.call(id, "echo", &json!({"text": text})).await;
    }
    session.core.started.reaches(7).await;
    for id in 1..=7 {
        cancel(&mut session, &json!(id)).await;
    }
    // Once this call has started, the cancellations before it have been dealt with.
    session.call(8, "hold", &json!({})).await;
    session.core.started.reaches(8).await;
    session.core.release.cancel();
    let mut sent_before = 0;
    while session.message().await["id"] != 8 {
        sent_before += 1;
    }
    assert!(sent_before <= 4, "{sent_before} answers were sent although 4 MiB may wait");
    session.expect_silence().await;
}
