//! Asks every plugin that answers for a page, at the same time, and gathers what goes wrong.

mod bot_check;
pub(super) mod policy;
mod quirk_after;
pub(super) mod quirk_before;
mod ranker;
pub(super) mod submit_scheme;
pub(super) mod tool_provider;

use std::cmp::Reverse;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use url::Url;
use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre};

use super::author::{Arguments, Record};
use super::bindings::types;
use super::component::{Plugin, SharedPlugin};
use super::convert::{PageViews, context};
use super::hook::HookKind;
use super::runtime::{CallFailure, Failed, Runtime};
use super::store::CallState;
use super::{Inner, PageInput};

/// Every hook.
pub(super) const HOOKS: &[HookKind] = &[
    ranker::HOOK,
    submit_scheme::HOOK,
    bot_check::HOOK,
    quirk_before::HOOK,
    quirk_after::HOOK,
    policy::HOOK,
    tool_provider::HOOK,
];

/// The hook that is asked after a navigation.
pub(super) const QUIRK_AFTER: HookKind = quirk_after::HOOK;

/// The hook that judges calls.
pub(super) const POLICY: HookKind = policy::HOOK;

/// What one plugin gave before it ended or failed.
struct Given<T> {
    answers: Vec<T>,
    failed: Option<Failed>,
}

impl<T> From<Result<T, Failed>> for Given<T> {
    fn from(result: Result<T, Failed>) -> Self {
        match result {
            Ok(answer) => Self { answers: vec![answer], failed: None },
            Err(failed) => Self { answers: Vec::new(), failed: Some(failed) },
        }
    }
}

/// Calls a hook that takes a page alone. The inner error is the plugin's own words.
type PageCall<T> = fn(
    &InstancePre<CallState>,
    &mut Store<CallState>,
    &Instance,
    &types::Context,
    &types::Page,
) -> wasmtime::Result<Result<T, String>>;

/// Answers in the order of precedence, and warnings.
struct Asked<T> {
    answers: Vec<(SharedPlugin, T)>,
    warnings: Vec<String>,
}

impl Inner {
    /// Asks the plugins whose hook `kind` covers `url`.
    async fn ask<T, F: Future<Output = Given<T>>>(
        &self,
        kind: HookKind,
        url: &Url,
        mut call: impl FnMut(Arc<Runtime>, SharedPlugin) -> F,
    ) -> Asked<T> {
        let set = self.set.load_full();
        let mut asked = Asked { answers: Vec::new(), warnings: Vec::new() };
        if !set.settled {
            asked.warnings.push(format!("plugins are still being loaded; not all were asked for `{kind}`"));
        }
        let Some(runtime) = &set.runtime else { return asked };
        let covers = |plugin: &&SharedPlugin| plugin.manifest.hook_for(kind, url).is_some();
        let mut plugins: Vec<&SharedPlugin> = set.plugins.iter().filter(covers).collect();
        plugins.sort_by_key(|plugin| precedence(plugin, kind, url));
        let calls = plugins.iter().map(|plugin| call(Arc::clone(runtime), Arc::clone(plugin)));
        for (plugin, given) in plugins.iter().zip(join_all(calls).await) {
            asked.answers.extend(given.answers.into_iter().map(|answer| (Arc::clone(plugin), answer)));
            if let Some(failed) = given.failed {
                asked.warnings.extend(self.warn_of_failure(plugin, kind, &failed));
            }
        }
        asked
    }

    /// Asks about a page, which each plugin is shown as it may see it.
    async fn ask_about<T: Send + 'static>(
        &self,
        kind: HookKind,
        page: &PageInput,
        url: &Url,
        work: PageCall<T>,
    ) -> Asked<T> {
        let (session, now) = (self.session(), reading());
        let mut views = PageViews::new(page);
        self.ask(kind, url, |runtime, plugin| {
            let (view, context) = (views.view_for(&plugin), context(&plugin, &session, now));
            self.record(&runtime, &plugin, kind, now, || Arguments::default().with("view", &*view));
            async move {
                let asked = Arc::clone(&plugin);
                let call = runtime.call(&plugin, kind, now, move |store, instance| {
                    work(&asked.instances, store, instance, &context, &view)
                });
                call.await.into()
            }
        })
        .await
    }

    /// Makes a test case of a call, beside it, when cases are wanted.
    fn record(
        &self,
        runtime: &Arc<Runtime>,
        plugin: &SharedPlugin,
        kind: HookKind,
        now: Duration,
        arguments: impl FnOnce() -> Arguments,
    ) {
        let Some(record) = self.record.as_ref().filter(|record| record.wants(plugin.id(), kind)) else {
            return;
        };
        let (record, runtime, plugin) = (Arc::clone(record), Arc::clone(runtime), Arc::clone(plugin));
        let arguments = arguments();
        let task = tokio::task::spawn_blocking(move || {
            let label = plugin.label();
            let written = record.write(&runtime, &plugin, kind, now, arguments);
            match &written {
                Ok(Some(kept)) => tracing::info!(target: "sekme::plugin", "{label}: recorded {kept}"),
                Ok(None) => {}
                Err(reason) => {
                    tracing::warn!(target: "sekme::plugin", "{label}: a call of `{kind}` is not recorded: {reason}");
                }
            }
            written
        });
        let mut recordings = self.recordings.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever wants one case waits for what is said of it; a server only goes on.
        if !matches!(self.record.as_deref(), Some(Record::One { .. })) {
            recordings.retain(|task| !task.is_finished());
        }
        recordings.push(task);
    }

    /// Words a failure, keeps it for the status, and hands it back for this answer.
    fn warn_of_failure(&self, plugin: &Plugin, kind: HookKind, failed: &Failed) -> Vec<String> {
        let (label, fallback) = (plugin.label(), kind.definition().fallback);
        if failed.failure == CallFailure::Paused {
            return Vec::new();
        }
        let mut warnings = vec![format!("{label}: {} in `{kind}`; {fallback}", failed.failure)];
        if let Some(pause) = failed.pause {
            let minutes = pause.as_secs().div_ceil(60);
            warnings.push(format!(
                "{label}: skipped for the next {minutes} min after repeated failures in `{kind}`; {fallback}"
            ));
        }
        for warning in &warnings {
            self.warn(warning);
        }
        warnings
    }

    /// Words a fault in an answer that is otherwise used.
    fn warn_of_fault(&self, plugin: &Plugin, kind: HookKind, fault: &str) -> String {
        let warning = format!("{}: {fault} in `{kind}`", plugin.label());
        self.warn(&warning);
        warning
    }
}

/// Folders of the command line first, then the user's, then bundled ones; then priority, then name.
fn precedence(plugin: &Plugin, kind: HookKind, url: &Url) -> impl Ord + use<> {
    let priority = plugin.manifest.hook_for(kind, url).map(|hook| hook.priority);
    (Reverse((plugin.source.clone(), priority)), plugin.id().to_owned())
}

/// The clock reading that all calls of one set get.
fn reading() -> Duration {
    super::runtime::now()
}
