//! Odd answers: what is not on the page, leads elsewhere, is too much or steers terminals never comes through.

use super::{Heard, NO_HANG, ask, ask_all, policy_call, told, tool};

use sekme::plugin::{ToolReply, Verdict};

/// Letters that no text from a plugin may hold when it comes out.
fn is_clean(heard: &Heard) {
    // `{:?}` writes control characters as escapes, a quotation mark of ours stays one.
    for escape in [r"\u{1b}", r"\u{7}", r"\n", r"\u{202e}", r"\0"] {
        assert!(!heard.text.contains(escape), "{}: {escape} in {}", heard.hook, heard.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_megabytes_are_not_read_in_any_hook() {
    for what in ["giant", "much"] {
        let (_folder, host) = told(what).await;
        for heard in ask_all(&host).await {
            let Heard { hook, warnings, answered, took, .. } = &heard;
            eprintln!("{what}: {hook} took {took:?}");
            let [warning, ..] = warnings.as_slice() else { panic!("{what}: {hook} says nothing") };
            assert!(warning.starts_with("hostile ") && warning.contains(hook), "{what}: {warning}");
            // Making them takes memory and time as well.
            let causes = ["answer that cannot be read", "MiB of memory", "ran longer than"];
            assert!(causes.iter().any(|cause| warning.contains(cause)), "{what}: {warning}");
            assert_eq!(*answered, *hook == "policy", "{what}: {hook}");
            assert!(*took < NO_HANG, "{what}: {hook} took {took:?}");
        }
        assert!(host.call_tool(&tool(), "{}", None, 0).await.is_err(), "{what}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn elements_and_places_that_are_not_there_are_dropped() {
    let (_folder, host) = told("strangers").await;
    let ranking = ask(&host, "ranker").await;
    assert!(!ranking.answered);
    assert!(ranking.warnings[0].contains("50 element(s) that are not on the page"), "{:?}", ranking.warnings);
    // A pointer to nothing is a redaction that did not happen: the call must not run.
    let judged = host.before_call(&policy_call()).await;
    assert!(matches!(judged.verdict, Verdict::Deny(_) | Verdict::Redact(_)), "{judged:?}");
    let tools = ask(&host, "tool-provider").await;
    assert!(!tools.answered && !tools.warnings.is_empty(), "{tools:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_elsewhere_are_dropped() {
    let (_folder, host) = told("off-host").await;
    for hook in ["submit-scheme", "quirk-before"] {
        let heard = ask(&host, hook).await;
        assert!(!heard.answered, "{heard:?}");
        assert!(heard.warnings[0].contains("dropped"), "{:?}", heard.warnings);
        assert!(!heard.text.contains("elsewhere.example"), "{}", heard.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_past_the_limits_are_not_run() {
    let (_folder, host) = told("steps").await;
    let after = ask(&host, "quirk-after").await;
    assert!(!after.answered, "{after:?}");
    assert!(after.warnings[0].contains("steps"), "{:?}", after.warnings);
    let refused = host.call_tool(&tool(), "{}", None, 0).await;
    match refused {
        Err(failed) => assert!(failed.contains("steps"), "{failed}"),
        Ok(ToolReply::Run(steps)) => panic!("{} steps came through", steps.len()),
        Ok(other) => panic!("{other:?}"),
    }
    let before = ask(&host, "quirk-before").await;
    let waits = before.text.matches("#never").count();
    assert!(waits <= 4, "{waits} waits came through");
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_steer_terminals_and_readers_do_not_come_through() {
    let (_folder, host) = told("control").await;
    for heard in ask_all(&host).await {
        is_clean(&heard);
        for warning in &heard.warnings {
            assert!(!warning.chars().any(char::is_control), "{warning:?}");
        }
    }
    for warning in host.status().warnings {
        assert!(!warning.chars().any(char::is_control), "{warning:?}");
    }
}
