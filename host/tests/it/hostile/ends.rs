//! What ends a call: each way in each hook costs a warning that names it, or denies.

use super::{Heard, NO_HANG, ask_all, policy_call, started, told, tool};
use crate::support::components::{self, Guest, install};

use std::time::Instant;

use sekme::plugin::{PluginHost, PluginOptions, PolicyOutcome, Verdict};
use tempfile::TempDir;

/// What its log lines say.
const SAYS: &str = "hostile";

/// Each hook with a `body`, beside nothing else.
fn everywhere(guest: Guest, body: &str) -> Vec<u8> {
    super::HOOKS.iter().fold(guest, |guest, hook| guest.hook(hook, body)).build()
}

async fn hosted(wasm: &[u8]) -> (TempDir, PluginHost) {
    let folder = TempDir::new().unwrap();
    install(folder.path(), "hostile", &super::HOOKS, wasm);
    let options = PluginOptions { dirs: vec![folder.path().to_owned()], ..PluginOptions::default() };
    let host = started(options).await;
    (folder, host)
}

/// No hook answered, and each said why.
fn all_fell_back(what: &str, heard: &[Heard], causes: &[&str]) {
    for Heard { hook, warnings, answered, took, .. } in heard {
        eprintln!("{what}: {hook} took {took:?}");
        let [warning, ..] = warnings.as_slice() else { panic!("{what}: {hook} says nothing") };
        assert!(warning.starts_with("hostile "), "{what}: {warning}");
        assert!(warning.contains(&format!("`{hook}`")), "{what}: {warning}");
        let is_named = causes.iter().any(|cause| warning.contains(cause));
        assert!(is_named, "{what}: {hook} names none of {causes:?}: {warning}");
        // A policy that failed is heard as a denial.
        assert_eq!(*answered, *hook == "policy", "{what}: {hook}");
        assert!(*took < NO_HANG, "{what}: {hook} took {took:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_end_of_a_small_component_is_named_in_each_hook() {
    let deep = "(call $deep (i32.const 0))";
    let cases: [(&str, Guest, &str, &[&str]); 7] = [
        ("endless loop", Guest::new(), components::SPINS, &["ran longer than"]),
        ("deep recursion", Guest::new().with_helper(
            "(func $deep (param i32) (result i32) (i32.add (call $deep (i32.add (local.get 0) (i32.const 1))) (i32.const 1)))",
        ), deep, &["stack"]),
        ("allocation bomb", Guest::new(), components::EATS_MEMORY, &["MiB of memory"]),
        ("trap", Guest::new(), components::TRAPS, &["crashed"]),
        ("sleep through WASI", Guest::new().with_wasi(), components::SLEEPS, &["ran longer than"]),
        ("100,000 log lines", Guest::new().with_log().text(SAYS), components::LOGS, &["log lines"]),
        ("trap in realloc", Guest::new().with_realloc("unreachable"), components::ABSTAINS, &["crashed"]),
    ];
    for (what, guest, body, causes) in cases {
        let (_folder, host) = hosted(&everywhere(guest, body)).await;
        assert_eq!(host.status().failed, [], "{what}");
        all_fell_back(what, &ask_all(&host).await, causes);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_without_end_is_not_read_in_any_hook() {
    let mut guest = Guest::new();
    for hook in super::HOOKS {
        guest = match hook {
            "policy" => guest.hook(hook, components::DENIES_10_MB),
            "tool-provider" => guest.function(hook, "tools", components::LISTS_10_MB).function(
                hook,
                "call",
                components::DOES_10_MB,
            ),
            _ => guest.hook(hook, components::RETURNS_10_MB),
        };
    }
    let (_folder, host) = hosted(&guest.build()).await;
    assert_eq!(host.status().failed, []);
    all_fell_back("10 MB", &ask_all(&host).await, &["answer that cannot be read"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_even_start_is_not_loaded_and_a_policy_among_it_denies() {
    let whole =
        || super::HOOKS.iter().fold(Guest::new(), |guest, hook| guest.hook(hook, components::ABSTAINS));
    for (what, wasm, named) in [
        ("trap on start", whole().at_start("unreachable").build(), "fails while starting"),
        ("loop on start", whole().at_start("(loop $l (br $l))").build(), "ran longer than"),
        ("wrong types", whole().with_wit("truncated: bool,", "truncated: u32,").build(), "different types"),
        ("truncated file", whole().build()[..4000].to_vec(), "damaged"),
        ("core module", whole().core(), "core module"),
    ] {
        let start = Instant::now();
        let (_folder, host) = hosted(&wasm).await;
        let status = host.status();
        eprintln!("{what}: refused after {:?}", start.elapsed());
        assert_eq!(status.loaded, [], "{what}");
        let [failed] = status.failed.as_slice() else { panic!("{what}: {status:?}") };
        assert!(failed.problem.contains(named), "{what}: {}", failed.problem);
        let judged = host.before_call(&policy_call()).await;
        let Verdict::Deny(refusal) = &judged.verdict else { panic!("{what} opens the door: {judged:?}") };
        assert_eq!((refusal.code.as_str(), refusal.is_failure), ("policy-unavailable", true), "{what}");
        assert!(refusal.message.contains("hostile") || refusal.by.contains("hostile"), "{what}: {refusal:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_end_of_a_guest_in_rust_is_named_in_each_hook() {
    let cases: [(&str, &[&str]); 8] = [
        ("spin", &["ran longer than"]),
        ("recurse", &["stack", "crashed", "ran longer than"]),
        ("allocate", &["MiB of memory"]),
        ("sleep", &["ran longer than"]),
        ("poll", &["ran longer than"]),
        ("trap", &["crashed"]),
        ("panic", &["crashed"]),
        ("log", &["log lines"]),
    ];
    for (what, causes) in cases {
        let (_folder, host) = told(what).await;
        all_fell_back(what, &ask_all(&host).await, causes);
        let start = Instant::now();
        let failed = host.call_tool(&tool(), "{}", None, 0).await.unwrap_err();
        assert!(failed.contains("hostile"), "{what}: {failed}");
        assert!(causes.iter().any(|cause| failed.contains(cause)), "{what}: {failed}");
        let outcome = PolicyOutcome { content: "[]".to_owned(), ..PolicyOutcome::default() };
        let after = host.after_call(&policy_call(), &outcome).await;
        assert!(matches!(&after.verdict, Verdict::Deny(refusal) if refusal.is_failure), "{what}: {after:?}");
        assert!(start.elapsed() < NO_HANG, "{what}");
    }
}
