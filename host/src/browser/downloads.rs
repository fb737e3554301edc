//! Downloads of our tabs.

use super::{Browser, BrowserError, Download};
use crate::progress::Progress;

impl Browser {
    /// Downloads so far, oldest first, at most the newest 100.
    pub fn downloads(&self) -> Vec<Download> {
        let mut downloads = self.link.read(|state| state.downloads.list());
        for download in &mut downloads {
            download.path.take_if(|path| !path.is_file());
        }
        downloads
    }

    /// How many downloads have begun so far: those that begin later have a greater [`Download::serial`].
    pub fn downloads_begun(&self) -> u64 {
        self.link.read(|state| state.downloads.begun())
    }

    /// Waits until `look` finds what it looks for among the downloads, which it is shown whenever anything happens.
    pub async fn until_download<T>(
        &self,
        what: &str,
        p: &Progress,
        mut look: impl FnMut(&[Download]) -> Option<T>,
    ) -> Result<T, BrowserError> {
        let mut seen = None;
        self.link
            .until(what, p, |state| {
                // Most of what happens is no download.
                let version = state.downloads.version();
                if seen.replace(version) == Some(version) {
                    return None;
                }
                look(&state.downloads.list())
            })
            .await
    }
}
