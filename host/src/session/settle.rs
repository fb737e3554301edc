//! Settling: waiting until a page has answered an action, and no longer.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Tab};
use crate::inject;
use crate::progress::{Interrupted, Progress};
use crate::snapshot::facts::Sample;

/// Pause between two looks at the page.
const PAUSE: Duration = Duration::from_millis(40);
/// Longest wait for a page that goes on changing.
const CEILING: Duration = Duration::from_millis(900);
/// Longest wait for a document that is still loading.
pub(super) const LOADING: Duration = Duration::from_secs(10);
/// Longest wait for one sample; a page that takes longer is kept busy by its own scripts.
const SAMPLE: Duration = Duration::from_secs(14);

/// After this many documents, and this long, a page that opens itself again and again is not waited for.
const DOCUMENTS: u64 = 6;
const RESTLESS: Duration = Duration::from_secs(2);

/// How a wait for the page to settle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// Two equal samples, nothing under way.
    Quiet,
    /// Still changing when the ceiling was reached.
    Busy,
    /// The document was still loading when the limit was reached.
    Loading,
    /// The page did not answer: a script on it runs without end.
    Stuck,
    /// The page did not answer while requests of it were under way; loading was stopped.
    Stopped,
    /// The page that is to replace this one has not answered.
    Awaiting,
}

/// Waits until two samples of the interactive count agree while no request of the page is under way
/// (ceiling 0.9 s), or, where a document is loading, until it has loaded or `loading` has passed.
pub(super) async fn settle(
    tab: &Tab,
    loading: Duration,
    progress: &Progress,
) -> Result<Settled, BrowserError> {
    settle_and(tab, loading, progress, async {}).await
}

/// [`settle`], and `meanwhile` in the first pause after the document is there: what is likely to be wanted next.
pub(super) async fn settle_and(
    tab: &Tab,
    loading: Duration,
    progress: &Progress,
    meanwhile: impl Future<Output = ()>,
) -> Result<Settled, BrowserError> {
    let mut meanwhile = Some(meanwhile);
    let start = Instant::now();
    let documents = tab.activity().navigations;
    let mut last: Option<Sample> = None;
    loop {
        let sample = match inject::sample(&tab.main_frame(), &progress.child(SAMPLE)).await {
            Ok(sample) => Some(sample),
            Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
                // Chrome holds a page's answers back while the page it is left for has not answered.
                if tab.activity().requests_in_flight == 0 {
                    return Ok(Settled::Stuck);
                }
                if start.elapsed() > loading || progress.check("").is_err() {
                    if tab.awaited().is_some() {
                        return Ok(Settled::Awaiting);
                    }
                    tab.stop_loading().await;
                    return Ok(Settled::Stopped);
                }
                last = None;
                continue;
            }
            // The document is being replaced.
            Err(BrowserError::FrameGone) => None,
            Err(error) => return Err(error),
        };
        let is_loading = sample.as_ref().is_none_or(|sample| sample.ready == "loading");
        let is_quiet = tab.activity().requests_in_flight == 0;
        match (&last, &sample) {
            (Some(before), Some(now))
                if !is_loading
                    && is_quiet
                    && before.interactive == now.interactive
                    && before.url == now.url =>
            {
                return Ok(Settled::Quiet);
            }
            _ => {}
        }
        let waited = start.elapsed();
        if tab.activity().navigations > documents + DOCUMENTS && waited > RESTLESS {
            return Ok(Settled::Loading);
        }
        if is_loading && waited > loading {
            return Ok(Settled::Loading);
        }
        if !is_loading && waited > CEILING {
            return Ok(Settled::Busy);
        }
        last = sample;
        let pause = progress.wait(PAUSE);
        let waited = match meanwhile.take_if(|_| !is_loading) {
            Some(meanwhile) => tokio::join!(pause, meanwhile).0,
            None => pause.await,
        };
        match waited {
            Ok(()) => {}
            Err(Interrupted::TimedOut { .. }) => return Ok(Settled::Busy),
            Err(cancelled @ Interrupted::Cancelled) => return Err(cancelled.into()),
        }
    }
}
