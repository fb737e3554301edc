//! What is answered while a page is stuck, and by a server that is told to end.

use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sekme_testapp::spawn;
use serde_json::json;

use crate::support::mcp::soon;
use crate::support::sekme::{Sekme, command, gone, group};

/// A call that waits for a page that never answers, while others are made.
#[tokio::test(flavor = "multi_thread")]
async fn status_and_close_are_answered_while_a_page_is_stuck() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/calm")).await;
    let endless = json!({"expression": "for (;;);", "timeout_ms": 100_000});
    let stuck = sekme.post("browser_evaluate", &endless).await;
    let status = sekme.ok("browser_status", json!({})).await;
    status.has("Calm");
    assert!(status.elapsed < Duration::from_secs(5), "{:?}", status.elapsed);
    let chrome = group(sekme.chrome().await);
    let close = sekme.post("browser_close", &json!({})).await;
    let mut left = vec![stuck, close];
    while !left.is_empty() {
        let message = sekme.client.message().await;
        let id = u32::try_from(message["id"].as_u64().unwrap()).unwrap();
        left.retain(|other| *other != id);
        let text = message["result"]["content"][0]["text"].as_str().unwrap();
        if id == stuck {
            assert!(text.starts_with("error[browser-gone]"), "{text}");
        } else {
            assert!(text.starts_with("Closed the browser"), "{text}");
        }
    }
    gone(&chrome).await;
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_call_on_a_stuck_page_leaves_the_page_to_the_next() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/calm")).await;
    let stuck =
        sekme.post("browser_evaluate", &json!({"expression": "for (;;);", "timeout_ms": 100_000})).await;
    sekme.ok("browser_status", json!({})).await;
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": stuck}});
    sekme.client.send(&cancel.to_string()).await;
    sekme.ok("browser_snapshot", json!({})).await.has("All scenarios");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_signal_and_no_end_of_input_leaves_a_chrome_behind_while_a_page_is_stuck() {
    let pages = spawn().await;
    for signal in [Some(Signal::SIGTERM), Some(Signal::SIGINT), Some(Signal::SIGKILL), None] {
        let mut sekme = Sekme::start::<&str>([]).await;
        sekme.open(&pages.url("/chaos/calm")).await;
        let chrome = group(sekme.chrome().await);
        assert!(chrome.len() > 2, "{chrome:?}");
        sekme.post("browser_evaluate", &json!({"expression": "for (;;);", "timeout_ms": 100_000})).await;
        sekme.ok("browser_status", json!({})).await;
        match signal {
            Some(signal) => {
                let server = i32::try_from(sekme.child.id().unwrap()).unwrap();
                kill(Pid::from_raw(server), signal).unwrap();
            }
            None => sekme.client.close_input(),
        }
        let status = soon(sekme.child.wait()).await.unwrap();
        assert!(status.success() || signal == Some(Signal::SIGKILL), "{signal:?}: {status}");
        gone(&chrome).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_certificate_is_told_and_the_next_page_opens() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let url = format!("https://{}/chaos/calm", pages.https_addr());
    let told = sekme.fails("browser_navigate", json!({"url": url}), "navigation-failed").await;
    told.has("net::ERR_CERT_").has("tell the person");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_nobody_reads_holds_nothing_up() {
    use std::process::Stdio;

    let pages = spawn().await;
    let folder = tempfile::tempdir().unwrap();
    let mut child = command(folder.path())
        .arg("--log=trace")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut client =
        crate::support::mcp::Client::over(child.stdin.take().unwrap(), child.stdout.take().unwrap());
    client.ask(&crate::support::mcp::initialize("2025-11-25")).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    // A pipe holds 64 KiB; each of these logs more than a tenth of that.
    for number in 1..=30 {
        let url = pages.url("/chaos/calm");
        client.call(number, "browser_navigate", &json!({"url": url})).await;
        let answer = client.message().await;
        assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("Calm"), "{answer}");
    }
    let asked = Instant::now();
    client.close_input();
    assert!(soon(child.wait()).await.unwrap().success());
    assert!(asked.elapsed() < Duration::from_secs(15), "{:?}", asked.elapsed());
}
