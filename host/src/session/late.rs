//! What a page shows late, as packs and plugins know: waited for before the page is looked at.

use std::time::{Duration, Instant};

use crate::browser::Tab;
use crate::plugin::Wait;

use super::Call;

/// Longest wait for everything together.
const ALL: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);
/// Less time than this is left to the call itself.
const REST: Duration = Duration::from_secs(2);

impl Call {
    /// Waits for what packs say that the page still lacks, and for `more`. Says what must have come and did not.
    pub(super) async fn await_late(&mut self, tab: &Tab, more: Vec<Wait>) -> Vec<String> {
        let url = tab.url();
        let mut waits = self.session.plugins.waits(&url);
        waits.extend(more);
        let is_error = tab.activity().last_status.is_some_and(|status| status >= 400);
        if waits.is_empty() || is_error || self.awaited(tab).is_some() {
            return Vec::new();
        }
        let started = Instant::now();
        let limit = self.progress.child(ALL.min(self.progress.remaining().saturating_sub(REST)));
        let mut failed = Vec::new();
        loop {
            let main = tab.main_frame();
            let mut left = Vec::new();
            for wait in waits {
                let is_there = Self::found_in(&main, &wait.css, &limit).await.1 > 0;
                if is_there != wait.gone {
                    continue;
                }
                if started.elapsed() >= wait.most {
                    failed.push(wait);
                } else {
                    left.push(wait);
                }
            }
            waits = left;
            if waits.is_empty() || limit.wait(PAUSE).await.is_err() {
                break;
            }
        }
        failed.extend(waits);
        for wait in &failed {
            self.progress.log(format!("by=plugin:{} waited for {} in vain", wait.by, wait.css));
        }
        let must = failed.iter().filter(|wait| !wait.optional);
        must.map(|wait| {
            let what = if wait.gone { "did not go away" } else { "did not come" };
            format!(
                "plugin warning: {}: `{}` {what} within {:.1} s",
                wait.by,
                wait.css,
                started.elapsed().as_secs_f64()
            )
        })
        .collect()
    }
}
