//! Downloads: in words, given a moment to end, and waited for.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::browser::{Download, DownloadState};
use crate::error::{ErrorCode, ToolError};
use crate::progress::{Interrupted, Progress};
use crate::snapshot::text::{folded, quoted};

use super::Call;

/// How long a download may take to be told as finished by the action that began it.
const QUICK: Duration = Duration::from_millis(700);
/// How long a download may take to begin.
const LATE: Duration = Duration::from_millis(300);
/// Most running or earlier downloads named in an error.
const NAMED: usize = 3;

/// What the model knows of downloads.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Downloads that had begun before the last action.
    pub(super) mark: u64,
    /// Those that were told as ended.
    ended: BTreeSet<u64>,
}

/// `1.2 MB`.
pub fn size(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one digit after the point is shown")]
    let amount = bytes as f64;
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} KB", amount / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", amount / 1e6),
        _ => format!("{:.1} GB", amount / 1e9),
    }
}

/// How far a download is: `1.2 MB of 5.0 MB`.
fn progress_of(download: &Download) -> String {
    match download.total {
        Some(total) => format!("{} of {}", size(download.bytes), size(total)),
        None => format!("{} so far", size(download.bytes)),
    }
}

/// A download in words: name, state, path, size.
pub fn download_words(download: &Download) -> String {
    let name = quoted(&download.file_name, 80);
    match (&download.state, &download.path) {
        (DownloadState::Completed, Some(path)) => {
            format!("downloaded {name} to {} ({})", path.display(), size(download.bytes))
        }
        (DownloadState::Completed, None) => format!("downloaded {name}, but the file is not there any more"),
        (DownloadState::Cancelled, _) => format!("download {name} was cancelled or failed"),
        (DownloadState::InProgress, _) => format!(
            "download {name} is under way ({}); browser_wait_for type=download waits for its end",
            progress_of(download)
        ),
    }
}

impl Call {
    /// Downloads that began after the mark, with a moment for them to end.
    pub(super) async fn downloads_since(&mut self, mark: u64) -> Vec<Download> {
        let Some(browser) = self.session.browser() else { return Vec::new() };
        if browser.downloads_begun() > mark {
            let quick = self.progress.child(QUICK);
            let ended = browser.until_download("a download to end", &quick, |downloads| {
                let runs = |download: &Download| {
                    download.serial > mark && download.state == DownloadState::InProgress
                };
                (!downloads.iter().any(runs)).then_some(())
            });
            // One that takes longer is told as running.
            let _ = ended.await;
        }
        let since: Vec<Download> =
            browser.downloads().into_iter().filter(|download| download.serial > mark).collect();
        self.told(&since);
        since
    }

    /// Where an action has shown no effect: downloads that begin a moment later, as those that scripts start do.
    pub(super) async fn late_downloads(&mut self, mark: u64) -> Vec<Download> {
        let Some(browser) = self.session.browser() else { return Vec::new() };
        let late = self.progress.child(LATE);
        let begins = browser.until_download("a download to begin", &late, |downloads| {
            downloads.iter().any(|download| download.serial > mark).then_some(())
        });
        match begins.await {
            Ok(()) => self.downloads_since(mark).await,
            Err(_) => Vec::new(),
        }
    }

    fn told(&mut self, downloads: &[Download]) {
        let ended = downloads.iter().filter(|download| download.state != DownloadState::InProgress);
        self.page().downloads.ended.extend(ended.map(|download| download.serial));
    }

    /// Waits for the end of a download whose name has `name`: one that runs, one that began since the last action, or
    /// one whose end was not told yet; else one that begins now. Says what became of it.
    pub(super) async fn wait_for_download(
        &mut self,
        name: Option<&str>,
        progress: &Progress,
    ) -> Result<String, ToolError> {
        let browser = self.session.browser().ok_or_else(|| {
            ToolError::new(ErrorCode::NotFound, "no page is open yet", "call browser_navigate first")
        })?;
        let wanted = name.map(folded);
        let fits = |download: &Download| {
            wanted.as_ref().is_none_or(|wanted| folded(&download.file_name).contains(wanted.as_str()))
        };
        let told = &self.page().downloads;
        let (mark, ended) = (told.mark, told.ended.clone());
        let now = browser.downloads_begun();
        let counts = |download: &Download| {
            fits(download)
                && (download.serial > mark.min(now)
                    || download.state == DownloadState::InProgress
                    || !ended.contains(&download.serial))
        };
        let found = browser.until_download("the download to end", progress, |downloads| {
            let mut counted: Vec<&Download> = downloads.iter().filter(|one| counts(one)).collect();
            // All that run must end; of those that ended the newest tells.
            if counted.iter().any(|one| one.state == DownloadState::InProgress) {
                return None;
            }
            counted.sort_by_key(|one| one.serial);
            let serials: Vec<u64> = counted.iter().map(|one| one.serial).collect();
            (!serials.is_empty()).then_some(serials)
        });
        let found = found.await;
        let all = browser.downloads();
        let serials = match found {
            Ok(serials) => serials,
            Err(crate::browser::BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
                return Err(missing(name, &all, &fits));
            }
            Err(error) => return Err(error.into()),
        };
        let counted: Vec<Download> = all.into_iter().filter(|one| serials.contains(&one.serial)).collect();
        self.told(&counted);
        let words: Vec<String> = counted.iter().map(download_words).collect();
        let words = words.join("; ");
        if counted.iter().all(|one| one.state == DownloadState::Cancelled) {
            return Err(ToolError::new(
                ErrorCode::NotFound,
                words,
                "nothing was saved; start the download once more, or tell the person",
            ));
        }
        Ok(words)
    }
}

/// What there is instead of the download that was waited for.
fn missing(name: Option<&str>, all: &[Download], fits: &dyn Fn(&Download) -> bool) -> ToolError {
    let what = name.map_or_else(
        || "no download".to_owned(),
        |name| format!("no download with {} in its name", quoted(name, 60)),
    );
    let running: Vec<&Download> =
        all.iter().filter(|download| download.state == DownloadState::InProgress).collect();
    if running.iter().any(|download| fits(download)) {
        let words: Vec<String> = running
            .iter()
            .filter(|download| fits(download))
            .take(NAMED)
            .map(|download| format!("{} is at {}", quoted(&download.file_name, 60), progress_of(download)))
            .collect();
        return ToolError::new(
            ErrorCode::TimedOut,
            format!("the download has not ended: {}", words.join("; ")),
            "call browser_wait_for with type=download once more, with a larger timeout_ms",
        );
    }
    let others: Vec<String> = match running.as_slice() {
        [] => all.iter().rev().take(NAMED).map(download_words).collect(),
        running => running.iter().take(NAMED).map(|download| download_words(download)).collect(),
    };
    let others = if others.is_empty() {
        "none began so far".to_owned()
    } else {
        format!("before that: {}", others.join("; "))
    };
    ToolError::new(
        ErrorCode::TimedOut,
        format!("{what} began; {others}"),
        "click what starts the download first; leave `text` out to wait for any",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn download(state: DownloadState) -> Download {
        Download {
            serial: 1,
            file_name: "a\nb.csv".to_owned(),
            url: "https://x.example/a".to_owned(),
            state,
            path: None,
            bytes: 1_234,
            total: Some(5_000_000),
        }
    }

    #[test]
    fn a_download_is_told_with_how_far_it_is() {
        assert_eq!(
            download_words(&download(DownloadState::InProgress)),
            "download \"a b.csv\" is under way (1.2 KB of 5.0 MB); browser_wait_for type=download waits for its end"
        );
    }

    #[test]
    fn sizes_are_short() {
        let told: Vec<String> = [12, 1_500, 2_000_000, 3_100_000_000].map(size).into();
        assert_eq!(told, ["12 bytes", "1.5 KB", "2.0 MB", "3.1 GB"]);
    }

    #[test]
    fn a_download_that_never_began_is_told_apart_from_one_that_runs() {
        let running = [download(DownloadState::InProgress)];
        let none = missing(Some("other"), &running, &|_| false);
        assert!(none.message.starts_with("no download with \"other\" in its name began"), "{}", none.message);
        let runs = missing(None, &running, &|_| true);
        assert!(runs.message.contains("is at 1.2 KB of 5.0 MB"), "{}", runs.message);
    }
}
