//! Asks every plugin that answers for a page, at the same time, and gathers what goes wrong.

mod bot_check;
mod ranker;
mod submit_scheme;

use std::time::Duration;

use futures_util::future::join_all;
use url::Url;
use wasmtime::Store;
use wasmtime::component::Instance;

use super::Inner;
use super::component::{Plugin, SharedPlugin};
use super::hook::HookKind;
use super::runtime::{CallFailure, Failed};
use super::store::CallState;

/// One call, ready to run on a thread of its own. The inner error is the plugin's own words.
type Work<T> =
    Box<dyn FnOnce(&mut Store<CallState>, &Instance) -> wasmtime::Result<Result<T, String>> + Send>;

/// Answers in the order of precedence, and warnings.
struct Asked<T> {
    answers: Vec<(SharedPlugin, T)>,
    warnings: Vec<String>,
}

impl Inner {
    /// Asks the plugins whose hook `kind` covers `url`.
    async fn ask<T: Send + 'static>(
        &self,
        kind: HookKind,
        url: &Url,
        mut work: impl FnMut(&SharedPlugin) -> Option<Work<T>>,
    ) -> Asked<T> {
        let set = self.set.load();
        let mut warnings = Vec::new();
        if set.loading > 0 {
            warnings.push(format!(
                "{} plugins are still being loaded and were not asked for `{kind}`",
                set.loading
            ));
        }
        let Some(runtime) = &set.runtime else { return Asked { answers: Vec::new(), warnings } };
        let mut asked: Vec<&SharedPlugin> =
            set.plugins.iter().filter(|plugin| plugin.manifest.hook_for(kind, url).is_some()).collect();
        asked.sort_by_key(|plugin| precedence(plugin, kind, url));
        let calls = asked.into_iter().filter_map(|plugin| {
            let work = work(plugin)?;
            Some(async move { (plugin, runtime.call(plugin, kind, work).await) })
        });
        let mut answers = Vec::new();
        for (plugin, answer) in join_all(calls).await {
            match answer {
                Ok(answer) => answers.push((SharedPlugin::clone(plugin), answer)),
                Err(Failed { failure: CallFailure::Paused, .. }) => {}
                Err(failed) => warnings.extend(self.warn_about(plugin, kind, &failed)),
            }
        }
        Asked { answers, warnings }
    }

    /// Words a failure, keeps it for the status, and hands it back for this answer.
    fn warn_about(&self, plugin: &Plugin, kind: HookKind, failed: &Failed) -> Vec<String> {
        let label = plugin.label();
        let mut warnings = vec![format!("{label}: {} in `{kind}`; {}", failed.failure, kind.fallback())];
        if let Some(pause) = failed.pause {
            let minutes = pause.as_secs().div_ceil(60);
            warnings.push(format!(
                "{label}: skipped for the next {minutes} min after repeated failures in `{kind}`; {}",
                kind.fallback()
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
    (std::cmp::Reverse((plugin.source.clone(), priority)), plugin.id().to_owned())
}

/// The clock reading that all calls of one set get.
fn reading() -> Duration {
    super::runtime::now()
}
