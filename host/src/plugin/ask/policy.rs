//! `policy`: whether a call may run and what of its answer may be shown. Every plugin that covers the call is asked;
//! the strictest answer counts, and no answer is a denial.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use url::Url;

use super::super::Inner;
use super::super::answer::{
    PolicyCall, PolicyOutcome, PolicyRedaction, PolicyRefusal, PolicyVerdict, Verdict,
};
use super::super::bindings::policy::{self, Decision, ToolCall};
use super::super::component::{Plugin, SharedPlugin};
use super::super::convert::context;
use super::super::hook::{Budget, Definition, HookKind};
use super::super::runtime::{CallFailure, Failed, PATIENCE};
use super::super::set::{Closed, PluginSet};
use super::super::text::plain;
use super::reading;

/// Longest wait for a policy that is being loaded.
const LOAD_LIMIT: Duration = Duration::from_secs(30);
/// Wall clock that all policies together have for 100 ms, on a machine that has other things to do, at the same rate as
/// [`Budget::wall`].
const ALL: Duration = Duration::from_secs(1);
/// Redactions, bytes of a pointer and of one plugin's words.
const MOST_REDACTIONS: usize = 512;
const POINTER_BYTES: usize = 1024;
const MESSAGE_BYTES: usize = 300;
const CODE_BYTES: usize = 40;

/// The hook `policy`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "policy",
    fallback: "the call is denied",
    ceiling: Budget::new(20, 32, 32),
    fits: |pre, store, instance| policy::GuestIndices::new(pre)?.load(store, instance).map(drop),
});

impl Inner {
    /// Whether any policy is to be asked, or should be and cannot. Without one, nothing of this costs anything.
    pub(in super::super) fn has_policy(&self) -> bool {
        let set = self.set.load();
        !set.closed.is_empty() || set.plugins.iter().any(|plugin| plugin.manifest.has(HOOK))
    }

    /// What all policies together say of a call before it runs.
    pub(in super::super) async fn before_call(&self, call: &PolicyCall) -> PolicyVerdict {
        let room = call.arguments.len();
        self.judge(call, room, |guest, store, context, call| guest.call_before_call(store, context, call))
            .await
    }

    /// What all policies together say of the answer to a call; there is nothing left to ask about.
    pub(in super::super) async fn after_call(
        &self,
        call: &PolicyCall,
        outcome: &PolicyOutcome,
    ) -> PolicyVerdict {
        let given = Arc::new(policy::Outcome {
            is_error: outcome.is_error,
            content: outcome.content.clone(),
            page_url: outcome.page_url.clone(),
        });
        let room = given.content.len();
        let mut judged = self
            .judge(call, room, move |guest, store, context, call| {
                guest.call_after_call(store, context, call, &given)
            })
            .await;
        if let Verdict::Ask { why, by } = judged.verdict {
            judged.verdict = Verdict::Deny(PolicyRefusal {
                message: format!(
                    "it can only be asked about before a call, and this is its answer: {}",
                    why.join("; ")
                ),
                code: "asked-too-late".to_owned(),
                by,
                remedy: String::new(),
                is_failure: false,
            });
        }
        judged
    }

    async fn judge(
        &self,
        call: &PolicyCall,
        room: usize,
        ask: impl Fn(
            &policy::Guest,
            &mut wasmtime::Store<super::super::store::CallState>,
            &super::super::bindings::types::Context,
            &ToolCall,
        ) -> wasmtime::Result<Decision>
        + Clone
        + Send
        + 'static,
    ) -> PolicyVerdict {
        let set = match self.open_set().await {
            Ok(set) => set,
            Err(closed) => return PolicyVerdict::closed(&closed),
        };
        let plugins = asked(&set, call);
        if plugins.is_empty() {
            return PolicyVerdict::default();
        }
        let Some(runtime) = &set.runtime else {
            let closed = Closed::unavailable("", "components cannot run, so no policy can be asked");
            return PolicyVerdict::closed(&closed);
        };
        let now = reading();
        let given = Arc::new(tool_call(call));
        let until = tokio::time::Instant::now() + ALL * PATIENCE;
        let calls = plugins.iter().map(|plugin| {
            let (shared, given, context, ask) =
                (Arc::clone(plugin), Arc::clone(&given), context(plugin, &runtime.session, now), ask.clone());
            let call = runtime.call(plugin, HOOK, now, move |store, instance| {
                store.set_hostcall_fuel(HOOK.definition().ceiling.output + room);
                let guest = policy::GuestIndices::new(&shared.instances)?.load(&mut *store, instance)?;
                Ok(Ok(ask(&guest, store, &context, &given)?))
            });
            async move {
                tokio::time::timeout_at(until, call).await.unwrap_or(Err(CallFailure::AllTooLong.into()))
            }
        });
        let answers = join_all(calls).await;
        let opinions = plugins
            .iter()
            .zip(answers)
            .map(|(plugin, answer)| (plugin.label(), self.opinion(plugin, answer)));
        compose(opinions.collect())
    }

    /// The set in force once every policy is loaded; waits for those that are being loaded, but not for ever.
    async fn open_set(&self) -> Result<Arc<PluginSet>, Closed> {
        let until = Instant::now() + LOAD_LIMIT;
        let mut changed = self.revision.subscribe();
        loop {
            let set = self.set.load_full();
            let Some(closed) = set.closed.iter().max_by_key(|closed| closed.code == Closed::UNAVAILABLE)
            else {
                return Ok(set);
            };
            if closed.code != Closed::LOADING {
                return Err(closed.clone());
            }
            let left = until.saturating_duration_since(Instant::now());
            if !matches!(tokio::time::timeout(left, changed.changed()).await, Ok(Ok(()))) {
                let reason = format!("{} after {} s", closed.reason, LOAD_LIMIT.as_secs());
                return Err(Closed::unavailable(&closed.id, reason));
            }
        }
    }

    /// What one plugin decides; a failure is a denial.
    fn opinion(&self, plugin: &Plugin, answer: Result<Decision, Failed>) -> Opinion {
        let answer = answer.map_err(|failed| {
            let _ = self.warn_of_failure(plugin, HOOK, &failed);
            failed.failure.to_string()
        });
        answer.and_then(checked).unwrap_or_else(|cause| {
            let closed = Closed::unavailable(plugin.id(), "");
            Opinion::Deny(PolicyRefusal {
                code: Closed::UNAVAILABLE.to_owned(),
                message: format!("the policy {} {cause}", plugin.label()),
                by: plugin.label(),
                remedy: closed.remedy,
                is_failure: true,
            })
        })
    }
}

/// The plugins that judge the call, in the order of precedence.
fn asked(set: &PluginSet, call: &PolicyCall) -> Vec<SharedPlugin> {
    let addresses = [Some(&call.page_url), call.target_url.as_ref()];
    let pages: Vec<Option<Url>> = addresses
        .into_iter()
        .flatten()
        .filter(|address| !address.is_empty())
        .map(|address| Url::parse(address).ok())
        .collect();
    let judges = |plugin: &&SharedPlugin| plugin.manifest.judges(&call.tool, &pages);
    let mut plugins: Vec<SharedPlugin> = set.plugins.iter().filter(judges).cloned().collect();
    plugins.sort_by_key(|plugin| {
        (Reverse((plugin.source.clone(), plugin.manifest.priority(HOOK))), plugin.id().to_owned())
    });
    plugins
}

fn tool_call(call: &PolicyCall) -> ToolCall {
    ToolCall {
        tool: call.tool.clone(),
        arguments: call.arguments.clone(),
        page_url: call.page_url.clone(),
        target_url: call.target_url.clone(),
        extra: call.extra.clone(),
    }
}

/// What one plugin decides, once it is checked.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Opinion {
    Abstain,
    Allow,
    Redact(Vec<(String, String)>),
    Ask(String),
    Deny(PolicyRefusal),
}

/// The decision, if it can be one; the error says what is wrong with it.
fn checked(decision: Decision) -> Result<Opinion, String> {
    Ok(match decision {
        Decision::Abstain => Opinion::Abstain,
        Decision::Allow => Opinion::Allow,
        Decision::Redact(given) if given.len() > MOST_REDACTIONS => {
            return Err(format!("gave {} redactions, of {MOST_REDACTIONS} at most", given.len()));
        }
        Decision::Redact(given) => {
            let strange = |pointer: &str| {
                pointer.len() > POINTER_BYTES || !(pointer.is_empty() || pointer.starts_with('/'))
            };
            if let Some(bad) = given.iter().find(|redaction| strange(&redaction.pointer)) {
                return Err(format!("gave a redaction that is no JSON pointer: {}", plain(&bad.pointer, 60)));
            }
            let pairs = given.into_iter().map(|redaction| (redaction.pointer, redaction.replacement));
            let pairs: Vec<_> = pairs.collect();
            if pairs.is_empty() { Opinion::Allow } else { Opinion::Redact(pairs) }
        }
        Decision::Ask(why) => Opinion::Ask(plain(&why, MESSAGE_BYTES)),
        Decision::Deny(refusal) => {
            let code = plain(&refusal.code, CODE_BYTES).to_lowercase();
            let is_code = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            Opinion::Deny(PolicyRefusal {
                code: if code.is_empty() || !code.chars().all(is_code) { "denied".to_owned() } else { code },
                message: plain(&refusal.message, MESSAGE_BYTES),
                by: String::new(),
                remedy: String::new(),
                is_failure: false,
            })
        }
    })
}

/// deny > ask > redact > allow > abstain. Redactions are joined; of equal decisions the first one speaks.
fn compose(opinions: Vec<(String, Opinion)>) -> PolicyVerdict {
    let mut by = Vec::new();
    let (mut denied, mut why, mut asks, mut redactions) = (None, Vec::new(), Vec::new(), Vec::new());
    for (label, opinion) in opinions {
        match opinion {
            Opinion::Abstain => {}
            Opinion::Allow => by.push(format!("{label}: allow")),
            Opinion::Redact(pairs) => {
                by.push(format!("{label}: redact {}", pairs.len()));
                redactions.extend(pairs.into_iter().map(|(pointer, replacement)| PolicyRedaction {
                    pointer,
                    replacement,
                    by: label.clone(),
                }));
            }
            Opinion::Ask(reason) => {
                by.push(format!("{label}: ask"));
                why.push(reason);
                asks.push(label);
            }
            Opinion::Deny(refusal) => {
                by.push(format!("{label}: deny {}", refusal.code));
                denied.get_or_insert(PolicyRefusal { by: label, ..refusal });
            }
        }
    }
    let verdict = match denied {
        Some(refusal) => Verdict::Deny(refusal),
        None if !asks.is_empty() => Verdict::Ask { why, by: asks.join(", ") },
        None if !redactions.is_empty() => Verdict::Redact(redactions.clone()),
        None => Verdict::Allow,
    };
    // A person who says yes does not say yes to what would have been redacted.
    let redactions = if matches!(verdict, Verdict::Deny(_)) { Vec::new() } else { redactions };
    PolicyVerdict { verdict, redactions, by }
}

impl PolicyVerdict {
    fn closed(closed: &Closed) -> Self {
        let refusal = PolicyRefusal {
            code: closed.code.to_owned(),
            message: closed.reason.clone(),
            by: closed.id.clone(),
            remedy: closed.remedy.clone(),
            is_failure: true,
        };
        let by = if closed.id.is_empty() {
            Vec::new()
        } else {
            vec![format!("{}: deny {}", closed.id, closed.code)]
        };
        Self { verdict: Verdict::Deny(refusal), redactions: Vec::new(), by }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::bindings::policy::{Redaction, Refusal};
    use super::*;

    fn deny(code: &str, message: &str) -> Decision {
        Decision::Deny(Refusal { code: code.to_owned(), message: message.to_owned() })
    }

    fn redact(pointer: &str) -> Decision {
        Decision::Redact(vec![Redaction { pointer: pointer.to_owned(), replacement: "x".to_owned() }])
    }

    fn together(decisions: Vec<Decision>) -> PolicyVerdict {
        let labels = ["a 1", "b 1", "c 1", "d 1", "e 1"].map(str::to_owned);
        compose(
            labels
                .into_iter()
                .zip(decisions.into_iter().map(|decision| checked(decision).unwrap()))
                .collect(),
        )
    }

    #[test]
    fn the_strictest_decision_counts_whoever_gives_it() {
        let ladder = || {
            [
                Decision::Abstain,
                Decision::Allow,
                redact("/a"),
                Decision::Ask("sure?".to_owned()),
                deny("no", "No."),
            ]
        };
        let rank = |verdict: &Verdict| match verdict {
            Verdict::Allow => 0,
            Verdict::Redact(_) => 2,
            Verdict::Ask { .. } => 3,
            Verdict::Deny(_) => 4,
        };
        for (first, one) in ladder().into_iter().enumerate() {
            for (second, other) in ladder().into_iter().enumerate() {
                let verdict = together(vec![one.clone(), other]).verdict;
                let expected = if first.max(second) < 2 { 0 } else { first.max(second) };
                assert_eq!(rank(&verdict), expected, "{first} and {second}: {verdict:?}");
            }
        }
    }

    #[test]
    fn redactions_are_joined_and_survive_a_question_but_not_a_denial() {
        let judged = together(vec![redact("/a"), redact("/b"), Decision::Ask("sure?".to_owned())]);
        assert_eq!(judged.redactions.len(), 2);
        assert!(matches!(judged.verdict, Verdict::Ask { ref by, .. } if by == "c 1"));
        assert_eq!(judged.by, ["a 1: redact 1", "b 1: redact 1", "c 1: ask"]);
        assert!(together(vec![redact("/a"), deny("no", "")]).redactions.is_empty());
    }

    #[test]
    fn what_a_plugin_says_is_cut_and_made_plain() {
        let Opinion::Deny(refusal) = checked(deny("Too Late\n", &"a\u{1b}".repeat(400))).unwrap() else {
            panic!("a denial")
        };
        assert_eq!(refusal.code, "denied", "no code has a space");
        assert!(refusal.message.len() <= MESSAGE_BYTES && !refusal.message.contains('\u{1b}'));
        assert!(checked(redact("text")).is_err());
        assert!(checked(redact(&"/x".repeat(600))).is_err());
        assert_eq!(checked(Decision::Redact(Vec::new())), Ok(Opinion::Allow));
    }
}
