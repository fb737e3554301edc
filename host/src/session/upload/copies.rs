//! Copies of what was checked: Chrome opens a path when the page reads the file, which may be minutes later, and by
//! then another file may stand there. So it is given a copy, made from the file that was opened and checked.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;

/// Largest file, or folder of files, that is copied; a larger one is given by its own path.
const COPIED: u64 = 16 * 1024 * 1024;
/// What the names of folders with copies begin with; the process that made one follows.
pub(super) const PREFIX: &str = "sekme-upload-";
/// Most that the copies of a session hold together.
const TOGETHER: u64 = 256 * 1024 * 1024;

/// The copies of one session: a folder that nobody else may enter, removed with the session.
#[derive(Debug, Default)]
pub(in crate::session) struct Copies {
    folder: Option<tempfile::TempDir>,
    number: u32,
    bytes: u64,
}

impl Copies {
    /// A new place for a copy of so many bytes; `None` where there is too much to copy.
    pub(super) fn place(&mut self, size: u64) -> std::io::Result<Option<PathBuf>> {
        if size > COPIED || self.bytes + size > TOGETHER {
            return Ok(None);
        }
        let folder = match &mut self.folder {
            Some(folder) => folder,
            none => {
                sweep();
                let prefix = format!("{PREFIX}{}-", std::process::id());
                // Made so that only its owner may enter it.
                none.insert(tempfile::Builder::new().prefix(&prefix).tempdir()?)
            }
        };
        self.number += 1;
        self.bytes += size;
        let place = folder.path().join(self.number.to_string());
        std::fs::create_dir(&place)?;
        Ok(Some(place))
    }
}

/// Removes what processes left behind that were ended before they could.
fn sweep() {
    for entry in std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse().ok());
        let is_gone = |process: i32| kill(Pid::from_raw(process), None) == Err(Errno::ESRCH);
        if maker.is_some_and(is_gone) {
            // Of another user, or being removed by another process: theirs to remove.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// A file that was opened, and is the one that was checked.
#[derive(Debug)]
pub(super) struct Opened {
    file: File,
    pub(super) size: u64,
    /// It has more names than this one, which may lie anywhere.
    pub(super) has_other_names: bool,
}

/// Opens a file by its real path. `None` where it is no file, or where another one stood there when it was opened.
pub(super) fn open(real: &Path) -> std::io::Result<Option<Opened>> {
    // A pipe would be waited for; a link that was put here since is not followed.
    let flags = nix::libc::O_NOFOLLOW | nix::libc::O_NONBLOCK | nix::libc::O_CLOEXEC;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(real)?;
    let facts = file.metadata()?;
    let is_there = real.canonicalize().is_ok_and(|now| now == real)
        && real.symlink_metadata().is_ok_and(|now| (now.dev(), now.ino()) == (facts.dev(), facts.ino()));
    if !facts.is_file() || !is_there {
        return Ok(None);
    }
    Ok(Some(Opened { file, size: facts.len(), has_other_names: facts.nlink() > 1 }))
}

impl Opened {
    /// Copies the file to a path that is free.
    pub(super) fn copy_to(self, path: &Path) -> std::io::Result<()> {
        let mut copy = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        // A file that grows meanwhile is cut where it ended when it was checked.
        std::io::copy(&mut (&self.file).take(self.size), &mut copy)?;
        if let Ok(modified) = self.file.metadata().and_then(|facts| facts.modified()) {
            // Pages may show it; a wrong one does no harm.
            let _ = copy.set_modified(modified);
        }
        Ok(())
    }
}
