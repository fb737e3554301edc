//! Downloads as Chrome reports them.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{State, decode};
use crate::browser::wire::RawEvent;
use crate::browser::{Download, DownloadState, Mode};

/// How many downloads are remembered.
const REMEMBERED: usize = 100;
/// How many files of one name are told apart.
const NAMES: u32 = 1_000;
/// Longest name of a file without its ending, in characters.
const LONGEST: usize = 120;

/// The newest downloads, oldest first.
#[derive(Debug, Default)]
pub(in crate::browser) struct Downloads {
    /// Where files are saved, when we chose the folder.
    pub(in crate::browser) dir: Option<PathBuf>,
    entries: VecDeque<Entry>,
    /// Downloads that have begun so far.
    begun: u64,
    /// Counts everything that happened to any of them.
    version: u64,
}

#[derive(Debug)]
struct Entry {
    guid: String,
    frame: String,
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
    #[serde(default)]
    total_bytes: f64,
    state: String,
    file_path: Option<PathBuf>,
}

impl State {
    pub(super) fn apply_download(&mut self, session: Option<&str>, event: &RawEvent) {
        let is_begin = event.method.ends_with(".downloadWillBegin");
        if is_begin {
            let Some(begun) = decode::<WillBegin>(event) else { return };
            // Chrome tells of every download; in a person's Chrome only those of our tabs are ours.
            let is_ours = session.is_some()
                || self.mode == Mode::Managed
                || self.tabs.values().any(|tab| tab.frames.get(&begun.frame_id).is_some());
            if is_ours {
                self.downloads.begin(begun);
            }
        } else if event.method.ends_with(".downloadProgress")
            && let Some(changed) = decode(event)
        {
            self.downloads.change(changed, session.is_some());
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
        self.version += 1;
        self.entries.push_back(Entry {
            guid: begun.guid,
            frame: begun.frame_id,
            download: Download {
                serial: self.begun,
                file_name: begun.suggested_filename,
                url: begun.url,
                state: DownloadState::InProgress,
                path: None,
                bytes: 0,
                total: None,
            },
        });
    }

    fn change(&mut self, changed: Changed, is_by_page: bool) {
        let Some(entry) = self.entries.iter_mut().find(|entry| entry.guid == changed.guid) else { return };
        // The browser's report names the file; the page's does not, and the two come in any order.
        if is_by_page && changed.state == "completed" {
            return;
        }
        self.version += 1;
        let download = &mut entry.download;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "counts of bytes as doubles"
        )]
        {
            download.bytes = changed.received_bytes as u64;
            download.total = Some(changed.total_bytes as u64).filter(|total| *total > 0).or(download.total);
        }
        download.state = match changed.state.as_str() {
            "completed" => DownloadState::Completed,
            "canceled" => DownloadState::Cancelled,
            _ => DownloadState::InProgress,
        };
        if download.state == DownloadState::Completed {
            download.path = match &self.dir {
                Some(dir) => {
                    let saved = changed.file_path.unwrap_or_else(|| dir.join(&changed.guid));
                    Some(give_name(&saved, dir, &download.file_name))
                }
                None => changed.file_path,
            };
            if let Some(name) = download.path.as_ref().and_then(|path| path.file_name()) {
                download.file_name = name.to_string_lossy().into_owned();
            }
        }
    }

    pub(in crate::browser) fn list(&self) -> Vec<Download> {
        self.entries.iter().map(|entry| entry.download.clone()).collect()
    }

    /// A count that differs whenever anything happened to a download.
    pub(in crate::browser) fn version(&self) -> u64 {
        self.version
    }

    /// Downloads that have begun so far; a mark for [`Self::begun_since`].
    pub(in crate::browser) fn begun(&self) -> u64 {
        self.begun
    }

    /// Whether a download of a frame has begun after the mark.
    pub(in crate::browser) fn begun_since(&self, mark: u64, frame: &str) -> bool {
        self.entries.iter().any(|entry| entry.download.serial > mark && entry.frame == frame)
    }
}

/// Gives a file that Chrome saved under a name of its own the one that was suggested, or the next free one like it.
/// Done here, at once, because whoever hears of the end looks for the file.
fn give_name(saved: &Path, dir: &Path, suggested: &str) -> PathBuf {
    let name = cleaned(suggested);
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, format!(".{ending}")),
        _ => (name.as_str(), String::new()),
    };
    for number in 0..NAMES {
        let name = if number == 0 { name.clone() } else { format!("{stem} ({number}){ending}") };
        let path = dir.join(name);
        // A link is made only where nothing is yet; a rename would replace what is there.
        match std::fs::hard_link(saved, &path) {
            Ok(()) => {
                let _ = std::fs::remove_file(saved);
                return path;
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            // A file system without links.
            Err(_) if !path.exists() && std::fs::rename(saved, &path).is_ok() => return path,
            Err(_) => break,
        }
    }
    saved.to_owned()
}

/// A name that is one file in one folder and looks like what it is.
fn cleaned(suggested: &str) -> String {
    let plain: String = suggested
        .chars()
        .map(|letter| {
            let turns = matches!(letter, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
            if turns || letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter }
        })
        .collect();
    let plain = plain.trim_matches(['.', ' ']);
    let (stem, ending) = plain.rsplit_once('.').unwrap_or((plain, ""));
    let short = |text: &str, most: usize| text.chars().take(most).collect::<String>();
    match (short(stem, LONGEST), short(ending, 16)) {
        (stem, _) if stem.is_empty() => "download".to_owned(),
        (stem, ending) if ending.is_empty() => stem,
        (stem, ending) => format!("{stem}.{ending}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        let long = format!("{}.txt", "x".repeat(400));
        for (suggested, name) in [
            ("report.pdf", "report.pdf"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("a\u{202e}fdp.exe", "a_fdp.exe"),
            ("line\nbreak.txt", "line_break.txt"),
            ("...", "download"),
            ("", "download"),
            ("Ağrı dağı 🏔️.txt", "Ağrı dağı 🏔️.txt"),
        ] {
            assert_eq!(cleaned(suggested), name, "{suggested:?}");
        }
        let cut = cleaned(&long);
        assert!(cut.len() < 160 && cut.strip_suffix(".txt").is_some(), "{cut}");
    }

    #[test]
    fn no_file_is_written_over() {
        let dir = tempfile::tempdir().unwrap();
        let save = |content: &str| {
            let saved = dir.path().join("guid");
            std::fs::write(&saved, content).unwrap();
            give_name(&saved, dir.path(), "a.txt")
        };
        let names: Vec<PathBuf> = ["one", "two", "three"].map(save).into();
        let expected = ["a.txt", "a (1).txt", "a (2).txt"].map(|name| dir.path().join(name));
        assert_eq!(names, expected);
        assert_eq!(std::fs::read_to_string(&names[1]).unwrap(), "two");
        assert!(!dir.path().join("guid").exists());
    }
}
