//! `sekme explain`.

use std::collections::BTreeSet;
use std::process::Output;

use sekme_testapp::spawn;
use serde_json::Value;
use tempfile::TempDir;
use tokio::process::Command;

use crate::support::sekme::in_folders;

async fn explain(arguments: &[&str]) -> Output {
    let artifacts = TempDir::new().expect("a temporary folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sekme"));
    command.arg("explain").args(arguments);
    in_folders(&mut command, artifacts.path());
    command.output().await.expect("it runs")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_element_is_listed_with_its_points_and_why() {
    let pages = spawn().await;
    let url = pages.url("/gen/elements?n=60");
    let output = explain(&[&url, "--max", "70", "--max-elements", "10"]).await;
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("60 elements; a view shows the first 10"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let end = lines.iter().position(|line| *line == "---- here a view of 10 elements ends ----");
    let end = end.unwrap_or_else(|| panic!("{text}"));
    assert!(lines[end - 2].starts_with("  10 e"), "{text}");
    // A view shows a card's elements side by side, whatever their points, so its refs count in another order.
    let reference = |line: &&str| line.split_whitespace().nth(1)?.strip_prefix('e')?.parse::<u32>().ok();
    let above: BTreeSet<u32> = lines[..end].iter().filter_map(reference).collect();
    assert_eq!(above, (1..=10).collect(), "{text}");
    assert!(lines[end - 1].contains(" · rank +"), "{text}");
    assert!(lines[end + 1].starts_with("  11 e11 "), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_json_has_what_the_text_has() {
    let pages = spawn().await;
    let url = pages.url("/tasks/dialog?open");
    let output = explain(&[&url, "--json", "--query", "settings", "--intent", "search"]).await;
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON alone");
    let ranking = json["ranking"].as_array().unwrap();
    assert_eq!(json["left_out"], 2);
    assert_eq!(ranking.len(), 5);
    assert_eq!(ranking[0]["position"], 1);
    assert_eq!(ranking[0]["shown"], true);
    let points = |row: &Value| row["points"].as_i64().unwrap();
    assert!(ranking.windows(2).all(|pair| points(&pair[0]) >= points(&pair[1])), "{json}");
    let last = &ranking[4];
    assert_eq!((&last["position"], &last["shown"]), (&Value::Null, &Value::Bool(false)));
    assert_eq!(last["why"][0]["by"], "rank");
    assert!(!last["why"][0]["why"].as_str().unwrap().is_empty(), "{json}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_does_not_open_is_a_failure() {
    let output = explain(&["http://127.0.0.1:1/"]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[navigation-failed]"));
}
