//! The program as a process: what ends with what, what survives what, and what is cancelled.

use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use sekme_testapp::spawn;
use serde_json::json;

use crate::support::components::{self, Guest, install};
use crate::support::mcp::soon;
use crate::support::sekme::{Sekme, command, gone, group, is_running};

fn end(pid: i32) {
    kill(Pid::from_raw(pid), Signal::SIGKILL).expect("the process is ours and runs");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_chrome_is_told_at_once_and_started_again() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let view = sekme.open(&pages.url("/tasks/login")).await;
    let button = view.reference(&["Sign in"]);
    let chrome = sekme.chrome().await;
    end(chrome);
    gone(&[chrome]).await;
    let told = sekme.fails("browser_click", json!({"ref": button}), "browser-gone").await;
    told.has("Chrome ended (").has(&pages.url("/tasks/login"));
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");

    let chrome = sekme.chrome().await;
    let call = sekme.post("browser_navigate", &json!({"url": pages.url("/chaos/silent")})).await;
    while !pages.requests().iter().any(|request| request.target == "/chaos/silent") {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    end(chrome);
    let told = sekme.answer(call).await;
    assert!(told.is_error, "{}", told.text);
    told.has("error[browser-gone]");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crashed_page_is_told_and_the_next_one_works() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let crash = json!({"url": pages.url("/chaos/crash")});
    let mut answer = sekme.call("browser_navigate", crash).await;
    while !answer.is_error {
        answer = sekme.call("browser_snapshot", json!({})).await;
    }
    answer.has("error[page-crashed]");
    sekme.open(&pages.url("/chaos/calm")).await.has("Calm");
}

#[tokio::test(flavor = "multi_thread")]
async fn chrome_ends_with_a_killed_server() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/calm")).await;
    let chrome = group(sekme.chrome().await);
    assert!(chrome.len() > 2, "Chrome has several processes: {chrome:?}");
    sekme.child.start_kill().unwrap();
    gone(&chrome).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_end_with_the_input_and_with_a_signal() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/calm")).await;
    let chrome = group(sekme.chrome().await);
    assert!(sekme.end().await.success());
    gone(&chrome).await;

    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/calm")).await;
    let chrome = group(sekme.chrome().await);
    let server = i32::try_from(sekme.child.id().unwrap()).unwrap();
    kill(Pid::from_raw(server), Signal::SIGTERM).unwrap();
    assert!(soon(sekme.child.wait()).await.unwrap().success());
    gone(&chrome).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_navigation_stops_and_is_not_answered() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/chaos/calm")).await;
    let call = sekme.post("browser_navigate", &json!({"url": pages.url("/chaos/silent")})).await;
    while !pages.requests().iter().any(|request| request.target == "/chaos/silent") {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let params = json!({"requestId": call});
    let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    sekme.client.send(&message.to_string()).await;
    sekme.ok("browser_snapshot", json!({})).await.has("Calm");
    let records = sekme.audit();
    assert!(records.iter().any(|record| record["outcome"] == "cancelled"), "{records:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_calls_at_once_are_all_answered() {
    let pages = spawn().await;
    let mut sekme = Sekme::start::<&str>([]).await;
    sekme.open(&pages.url("/tasks/login")).await;
    let mut open: Vec<u64> = Vec::new();
    for number in 0..50 {
        let tool = ["browser_snapshot", "browser_status", "browser_read"][number % 3];
        open.push(sekme.post(tool, &json!({})).await.into());
    }
    while !open.is_empty() {
        let message = sekme.client.message().await;
        let id = message["id"].as_u64().unwrap();
        assert!(message["result"]["content"][0]["text"].is_string(), "{message}");
        open.retain(|other| *other != id);
    }
}

/// Components that misbehave, and what the status says of each.
fn hostile() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let runs = |body: &str| Guest::new().ranker(body).submit_scheme(body).bot_check(body).build();
    let good = Guest::new().ranker(components::RANKS);
    let other = Guest::new().with_wit("@0.1.0", "@0.2.0").ranker(components::TRAPS).build();
    let whole = good.build();
    vec![
        ("loops-for-ever", runs(components::SPINS), "ran longer than"),
        ("eats-memory", runs(components::EATS_MEMORY), "MiB of memory"),
        ("traps", runs(components::TRAPS), "crashed"),
        ("returns-10-mb", runs(components::RETURNS_10_MB), "cannot be read"),
        ("other-wit", other, "built for plugin API 0.2.0"),
        ("truncated", whole[..whole.len() / 2].to_vec(), "damaged, cut short"),
        ("core-module", good.core(), "core module"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn each_hostile_component_costs_a_named_warning_and_the_call_succeeds() {
    let pages = spawn().await;
    for (id, wasm, problem) in hostile() {
        let folder = tempfile::tempdir().unwrap();
        install(folder.path(), id, &["ranker", "submit-scheme", "bot-check"], &wasm);
        let mut sekme = Sekme::start([format!("--plugins={}", folder.path().display())]).await;
        let view = sekme.open(&pages.url("/tasks/login")).await;
        view.has("e1 textbox \"User name\"");
        let again = sekme.ok("browser_snapshot", json!({})).await;
        eprintln!("{id}: a snapshot beside it took {:?}", again.elapsed);
        let status = sekme.ok("browser_status", json!({})).await;
        let named = status.text.lines().any(|line| line.contains(id) && line.contains(problem));
        assert!(named, "{id}: {}", status.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_where_nothing_listens_is_explained() {
    let mut sekme = Sekme::start(["--mode", "existing", "--port", "9"]).await;
    let told = sekme.fails("browser_navigate", json!({"url": "http://127.0.0.1/"}), "browser-gone").await;
    told.has("--remote-debugging-port");
}

#[tokio::test(flavor = "multi_thread")]
async fn flags_that_cannot_be_used_end_the_program_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    for (flags, advice) in [
        (vec!["--mode", "existing"], "--port N or --cdp-url URL"),
        (vec!["--plugins", "no/such/folder"], "no such folder"),
        (vec!["--cdp-url", "https://x.example"], "http://127.0.0.1:9222"),
        (vec!["--no-such-flag"], "--help"),
    ] {
        let output = soon(command(folder.path()).args(&flags).output()).await.unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {said}");
        assert!(said.contains(advice), "{flags:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

/// A Chrome that outlives the program, but not a test that fails.
struct EndsWithTheTest(i32);

impl Drop for EndsWithTheTest {
    fn drop(&mut self) {
        // It has gone where the test came to its end.
        let _ = nix::sys::signal::killpg(Pid::from_raw(self.0), Signal::SIGKILL);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attached_chrome_is_left_running() {
    let pages = spawn().await;
    let folder = tempfile::tempdir().unwrap();
    let mut first = Sekme::start(["--keep-open", "--port", "0"]).await;
    first.open(&pages.url("/tasks/login")).await;
    let chrome = first.chrome().await;
    let port_file = first.artifacts.path().join("chrome-profile-0").join("DevToolsActivePort");
    let port = std::fs::read_to_string(port_file).unwrap().lines().next().unwrap().to_owned();
    // Its folders hold the profile of the Chrome that lives on.
    let artifacts = first.artifacts.path().to_owned();
    std::mem::forget(std::mem::replace(&mut first.artifacts, folder));
    let _end = EndsWithTheTest(chrome);
    assert!(first.end().await.success());
    assert!(is_running(chrome), "kept open");
    let mut second = Sekme::start(["--mode", "existing", "--port", &port]).await;
    second.ok("browser_snapshot", json!({})).await.has("Sign in");
    assert!(second.end().await.success());
    assert!(is_running(chrome), "only let go");
    let rest = group(chrome);
    end(chrome);
    gone(&rest).await;
    let _ = std::fs::remove_dir_all(artifacts);
}
