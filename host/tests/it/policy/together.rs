//! Several policies, and policies that fail, asked by the plugin host itself.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use sekme::plugin::{PluginHost, PluginOptions, PolicyCall, PolicyOutcome, PolicyVerdict, Verdict};
use sekme::progress::Progress;
use tempfile::TempDir;

use super::{denier, policy, redactor, rule};
use crate::support::components::{
    ABSTAINS, ALLOWS, DECIDES_NONSENSE, EATS_MEMORY, Guest, LOGS, SLEEPS, SPINS, TRAPS, asks, denies,
};

/// No bad policy may hold an answer up longer than this, on however busy a machine.
const NO_HANG: Duration = Duration::from_secs(10);

async fn started(folder: &Path) -> PluginHost {
    let options = PluginOptions { dirs: vec![folder.to_owned()], ..PluginOptions::default() };
    let host = PluginHost::start(options);
    assert!(host.ready(&Progress::uncancelled(Duration::from_mins(2))).await, "loading did not end");
    host
}

fn call() -> PolicyCall {
    PolicyCall {
        tool: "browser_type".to_owned(),
        arguments: r#"{"ref":"e1","text":"hello"}"#.to_owned(),
        page_url: "https://shop.example/".to_owned(),
        ..PolicyCall::default()
    }
}

fn asker() -> Vec<u8> {
    policy(Guest::new().text("sure?"), &asks(5), ABSTAINS)
}

fn code(judged: &PolicyVerdict) -> &str {
    match &judged.verdict {
        Verdict::Deny(refusal) => &refusal.code,
        other => panic!("{other:?} is no denial"),
    }
}

async fn judged(rules: &[(&str, Vec<u8>)]) -> PolicyVerdict {
    let folder = TempDir::new().unwrap();
    for (id, wasm) in rules {
        rule(folder.path(), id, "", wasm);
    }
    let host = started(folder.path()).await;
    assert!(host.has_policy());
    host.before_call(&call()).await
}

#[tokio::test]
async fn the_strictest_of_two_that_disagree_counts() {
    let allower = || policy(Guest::new(), ALLOWS, ABSTAINS);
    let abstainer = || policy(Guest::new(), ABSTAINS, ABSTAINS);
    let masker = || redactor("/text", "***");
    assert_eq!(judged(&[("aa", abstainer()), ("bb", abstainer())]).await, PolicyVerdict::default());
    let allowed = judged(&[("aa", abstainer()), ("bb", allower())]).await;
    assert_eq!((allowed.verdict, allowed.by), (Verdict::Allow, vec!["bb 1.2.3: allow".to_owned()]));
    let masked = judged(&[("aa", allower()), ("bb", masker())]).await;
    assert_eq!(masked.redactions.len(), 1);
    assert_eq!(
        (masked.redactions[0].pointer.as_str(), masked.redactions[0].replacement.as_str()),
        ("/text", "***")
    );
    let asked = judged(&[("aa", asker()), ("bb", masker())]).await;
    let Verdict::Ask { why, by } = &asked.verdict else { panic!("{asked:?}") };
    assert_eq!(
        (why.as_slice(), by.as_str(), asked.redactions.len()),
        (&["sure?".to_owned()][..], "aa 1.2.3", 1)
    );
    for other in [abstainer(), allower(), masker(), asker()] {
        let denied = judged(&[("aa", other), ("bb", denier())]).await;
        assert_eq!(code(&denied), "no-way");
        assert!(denied.by.contains(&"bb 1.2.3: deny no-way".to_owned()), "{:?}", denied.by);
    }
}

#[tokio::test]
async fn a_policy_is_asked_about_its_tools_and_pages_alone() {
    let folder = TempDir::new().unwrap();
    rule(folder.path(), "typing", "tools = [\"type\"]\nurls = [\"https://shop.example/*\"]", &denier());
    let host = started(folder.path()).await;
    assert_eq!(code(&host.before_call(&call()).await), "no-way");
    let elsewhere = PolicyCall { page_url: "https://other.example/".to_owned(), ..call() };
    assert_eq!(host.before_call(&elsewhere).await.verdict, Verdict::Allow);
    let there = PolicyCall { target_url: Some("https://shop.example/x".to_owned()), ..elsewhere };
    assert_eq!(code(&host.before_call(&there).await), "no-way", "where it leads counts as well");
    let click = PolicyCall { tool: "browser_click".to_owned(), ..call() };
    assert_eq!(host.before_call(&click).await.verdict, Verdict::Allow);
}

#[tokio::test]
async fn whatever_fails_in_a_policy_denies_the_call_every_time() {
    let said = "no-way, whatever it is";
    for (body, cause) in [
        (TRAPS, "crashed"),
        (SPINS, "ran longer than"),
        (EATS_MEMORY, "MiB of memory"),
        (DECIDES_NONSENSE, "cannot be read"),
        (LOGS, "log lines"),
        (SLEEPS, "ran longer than"),
    ] {
        let folder = TempDir::new().unwrap();
        let mut guest = Guest::new().text(said);
        guest = if body == LOGS { guest.with_log() } else { guest };
        guest = if body == SLEEPS { guest.with_wasi() } else { guest };
        rule(folder.path(), "broken", "", &policy(guest, body, body));
        rule(folder.path(), "good", "", &policy(Guest::new(), ALLOWS, ALLOWS));
        let host = started(folder.path()).await;
        let start = Instant::now();
        // More often than a hook is paused after: a policy is never skipped.
        for _ in 0..5 {
            let judged = host.before_call(&call()).await;
            assert_eq!(code(&judged), "policy-unavailable", "{cause}");
            let Verdict::Deny(refusal) = judged.verdict else { panic!("a denial") };
            assert!(refusal.message.contains(cause), "{}", refusal.message);
            assert!(refusal.message.contains("broken 1.2.3") && refusal.is_failure);
            assert!(refusal.remedy.contains("sekme plugin disable broken"), "{}", refusal.remedy);
        }
        let outcome = PolicyOutcome { content: "[]".to_owned(), ..PolicyOutcome::default() };
        assert_eq!(code(&host.after_call(&call(), &outcome).await), "policy-unavailable", "{cause}");
        assert!(start.elapsed() < NO_HANG * 3, "{cause} took {:?}", start.elapsed());
    }
}

#[tokio::test]
async fn a_policy_that_cannot_be_loaded_denies_every_call() {
    let folder = TempDir::new().unwrap();
    rule(folder.path(), "broken", "tools = [\"click\"]", b"no component");
    rule(folder.path(), "good", "", &policy(Guest::new(), ALLOWS, ALLOWS));
    let host = started(folder.path()).await;
    assert!(host.has_policy());
    let judged = host.before_call(&call()).await;
    assert_eq!(code(&judged), "policy-unavailable");
    let Verdict::Deny(refusal) = judged.verdict else { panic!("a denial") };
    assert!(refusal.message.contains("the policy broken is not loaded"), "{}", refusal.message);

    let missing = TempDir::new().unwrap();
    rule(missing.path(), "broken", "", b"");
    fs::remove_file(missing.path().join("broken/plugin.wasm")).unwrap();
    let host = started(missing.path()).await;
    assert_eq!(code(&host.before_call(&call()).await), "policy-unavailable");
}

#[tokio::test]
async fn a_policy_that_is_still_being_loaded_is_waited_for() {
    let folder = TempDir::new().unwrap();
    rule(folder.path(), "rules", "", &denier());
    let options = PluginOptions { dirs: vec![folder.path().to_owned()], ..PluginOptions::default() };
    let host = PluginHost::start(options);
    assert!(host.has_policy(), "nobody knows yet that there is none");
    assert_eq!(code(&host.before_call(&call()).await), "no-way");
}

#[tokio::test]
async fn removing_the_file_of_a_policy_does_not_open_the_door() {
    let folder = TempDir::new().unwrap();
    rule(folder.path(), "rules", "", &denier());
    let host = started(folder.path()).await;
    fs::remove_dir_all(folder.path().join("rules")).unwrap();
    assert_eq!(code(&host.before_call(&call()).await), "no-way");
}

#[tokio::test]
async fn without_policies_nothing_is_judged() {
    let folder = TempDir::new().unwrap();
    crate::support::components::install(
        folder.path(),
        "ranks",
        &["ranker"],
        &Guest::new().ranker(crate::support::components::RANKS).build(),
    );
    let host = started(folder.path()).await;
    assert!(!host.has_policy());
    assert_eq!(host.before_call(&call()).await, PolicyVerdict::default());
}

#[tokio::test]
async fn a_question_about_an_answer_is_a_denial() {
    let folder = TempDir::new().unwrap();
    rule(folder.path(), "asks", "", &policy(Guest::new().text("sure?"), ABSTAINS, &asks(5)));
    let said = "late, since it has been done";
    rule(folder.path(), "hides", "", &policy(Guest::new().text(said), ABSTAINS, &denies(4, said.len())));
    let host = started(folder.path()).await;
    assert_eq!(host.before_call(&call()).await.verdict, Verdict::Allow);
    let outcome = PolicyOutcome { content: "[]".to_owned(), ..PolicyOutcome::default() };
    assert_eq!(code(&host.after_call(&call(), &outcome).await), "late");
    fs::remove_dir_all(folder.path().join("hides")).unwrap();
    let host = started(folder.path()).await;
    assert_eq!(code(&host.after_call(&call(), &outcome).await), "asked-too-late");
}
