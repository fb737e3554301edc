//! What plugins say before an address is opened: another address in its place, and what is waited for there.

use std::time::Duration;

use url::Url;

use crate::plugin::{Detour, Outcome, Wait};
use crate::snapshot::view::shown_url;

use super::Call;

/// Longest wait for plugins that are still being compiled.
const PLUGINS: Duration = Duration::from_secs(10);

/// Where a navigation leads.
#[derive(Debug)]
pub struct Way {
    /// The address to open.
    pub url: Url,
    /// What is waited for there.
    pub waits: Vec<Wait>,
    /// For the answer.
    pub notes: Vec<String>,
    /// For people.
    pub decisions: Vec<String>,
}

impl Call {
    /// Asks plugins about an address that is to be opened. It is rewritten once at most, and what it is rewritten to
    /// must be allowed as well.
    pub async fn detour(&mut self, url: &Url) -> Way {
        let mut way = Way { url: url.clone(), waits: Vec::new(), notes: Vec::new(), decisions: Vec::new() };
        if !matches!(url.scheme(), "http" | "https") {
            return way;
        }
        self.session.plugins.ready(&self.progress.child(PLUGINS)).await;
        let Outcome { value: Detour { rewrite, waits }, warnings, .. } =
            self.session.plugins.before_navigate(url).await;
        way.waits = waits;
        way.notes.extend(warnings.into_iter().map(|warning| format!("plugin warning: {warning}")));
        if let Some(rewrite) = rewrite {
            let (from, to) = (shown_url(url.as_str()), shown_url(rewrite.url.as_str()));
            match self.may_go_by(&rewrite.by, rewrite.url.as_str()).await {
                Ok(()) => {
                    way.notes.push(format!("by=plugin:{}: opened {to} in place of {from}", rewrite.by));
                    way.decisions.push(format!("by=plugin:{} rewrote {from} to {to}", rewrite.by));
                    way.url = rewrite.url;
                }
                Err(why) => {
                    let by = rewrite.by;
                    way.notes.push(format!("plugin warning: {by}: {to} is not opened: {}", why.message));
                }
            }
        }
        way
    }
}
