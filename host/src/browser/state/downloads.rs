//! Downloads as Chrome reports them.

use std::collections::VecDeque;
use std::path::PathBuf;

use serde::Deserialize;

use super::{State, decode};
use crate::browser::wire::RawEvent;
use crate::browser::{Download, DownloadState};

/// How many downloads are remembered.
const REMEMBERED: usize = 100;

/// The newest downloads, oldest first.
#[derive(Debug, Default)]
pub(in crate::browser) struct Downloads {
    /// Where files are saved, when we chose the folder.
    pub(in crate::browser) dir: Option<PathBuf>,
    entries: VecDeque<Entry>,
    /// Downloads that have begun so far.
    begun: u64,
}

#[derive(Debug)]
struct Entry {
    guid: String,
    frame: String,
    serial: u64,
    download: Download,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WillBegin {
    frame_id: String,
    guid: String,
    url: String,
    suggested_filename: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    guid: String,
    received_bytes: f64,
    state: String,
    file_path: Option<PathBuf>,
}

impl State {
    pub(super) fn apply_download(&mut self, event: &RawEvent) {
        let is_begin = event.method.ends_with(".downloadWillBegin");
        if is_begin {
            if let Some(begun) = decode(event) {
                self.downloads.begin(begun);
            }
        } else if event.method.ends_with(".downloadProgress")
            && let Some(changed) = decode(event)
        {
            self.downloads.change(changed);
        }
    }
}

impl Downloads {
    fn begin(&mut self, begun: WillBegin) {
        // Chrome reports a download to the browser and to the page; the first report counts.
        if self.entries.iter().any(|entry| entry.guid == begun.guid) {
            return;
        }
        if self.entries.len() == REMEMBERED {
            self.entries.pop_front();
        }
        self.begun += 1;
        self.entries.push_back(Entry {
            guid: begun.guid,
            frame: begun.frame_id,
            serial: self.begun,
            download: Download {
                file_name: begun.suggested_filename,
                url: begun.url,
                state: DownloadState::InProgress,
                path: None,
                bytes: 0,
            },
        });
    }

    fn change(&mut self, changed: Changed) {
        let Some(entry) = self.entries.iter_mut().find(|entry| entry.guid == changed.guid) else { return };
        let download = &mut entry.download;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count of bytes as a double"
        )]
        {
            download.bytes = changed.received_bytes as u64;
        }
        download.state = match changed.state.as_str() {
            "completed" => DownloadState::Completed,
            "canceled" => DownloadState::Cancelled,
            _ => DownloadState::InProgress,
        };
        if download.state == DownloadState::Completed {
            download.path = changed.file_path.or_else(|| Some(self.dir.as_ref()?.join(&download.file_name)));
            if let Some(name) = download.path.as_ref().and_then(|path| path.file_name()) {
                download.file_name = name.to_string_lossy().into_owned();
            }
        }
    }

    pub(in crate::browser) fn list(&self) -> Vec<Download> {
        self.entries.iter().map(|entry| entry.download.clone()).collect()
    }

    /// Downloads that have begun so far; a mark for [`Self::begun_since`].
    pub(in crate::browser) fn begun(&self) -> u64 {
        self.begun
    }

    /// Whether a download of a frame has begun after the mark.
    pub(in crate::browser) fn begun_since(&self, mark: u64, frame: &str) -> bool {
        self.entries.iter().any(|entry| entry.serial > mark && entry.frame == frame)
    }
}
