//! The folder Chrome keeps its profile in: one Chrome at a time may use it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use nix::errno::Errno;
use nix::sys::signal;
use nix::sys::utsname;
use nix::unistd::Pid;

use super::BrowserError;

/// How many numbered neighbours of a profile are tried.
const NEIGHBOURS: u32 = 20;

/// A profile that is ours until this is dropped.
#[derive(Debug)]
pub(super) struct Profile {
    pub(super) dir: PathBuf,
    /// Locked by the operating system: it cannot go stale.
    _lock: File,
}

/// Whose a profile is, by Chrome's own lock in it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Holder {
    Nobody,
    /// A lock whose process is gone.
    Dead,
    /// A running process on this machine.
    Process(u32),
    /// Another machine; whether it runs cannot be known.
    Elsewhere,
}

/// Takes the profile, or the first free of `<dir>-2`, `<dir>-3` … `first` numbers the first one to try.
pub(super) fn claim(
    dir: &Path,
    first: u32,
    warnings: &mut Vec<String>,
) -> Result<(Profile, u32), BrowserError> {
    for number in first..=NEIGHBOURS {
        let candidate = numbered(dir, number);
        let failed = |error: io::Error| BrowserError::LaunchFailed {
            reason: format!("the profile folder `{}` cannot be used: {error}", candidate.display()),
            log: Vec::new(),
        };
        fs::create_dir_all(&candidate).map_err(failed)?;
        let lock = File::create(candidate.join("sekme.lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => continue,
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        match holder(&candidate) {
            Holder::Nobody => {}
            Holder::Dead => {
                // Chrome would ask a person what to do about it.
                for name in ["SingletonLock", "SingletonSocket", "SingletonCookie"] {
                    let _ = fs::remove_file(candidate.join(name));
                }
            }
            Holder::Process(_) | Holder::Elsewhere => continue,
        }
        if number > 1 {
            warnings.push(format!(
                "the profile `{}` is in use by another Chrome; using `{}` instead, so logins of the first are not there",
                dir.display(),
                candidate.display()
            ));
        }
        return Ok((Profile { dir: candidate, _lock: lock }, number));
    }
    Err(BrowserError::ProfileInUse { dir: dir.display().to_string() })
}

/// `dir` for 1, else `dir-2`, `dir-3` …
fn numbered(dir: &Path, number: u32) -> PathBuf {
    if number <= 1 {
        return dir.to_path_buf();
    }
    let mut name = dir.file_name().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    dir.with_file_name(name)
}

/// Reads Chrome's lock: a symbolic link to `<host name>-<pid>`.
pub(super) fn holder(dir: &Path) -> Holder {
    let Ok(target) = fs::read_link(dir.join("SingletonLock")) else { return Holder::Nobody };
    let target = target.to_string_lossy();
    let Some((host, pid)) = target.rsplit_once('-') else { return Holder::Dead };
    if utsname::uname().is_ok_and(|name| name.nodename() != host) {
        return Holder::Elsewhere;
    }
    match pid.parse::<i32>() {
        Ok(pid) if pid > 0 && is_browser(pid) => Holder::Process(pid.unsigned_abs()),
        _ => Holder::Dead,
    }
}

/// Whether a process runs and can be a Chrome. Its number may have been given to something else since.
fn is_browser(pid: i32) -> bool {
    let runs = !matches!(signal::kill(Pid::from_raw(pid), None), Err(Errno::ESRCH));
    let command = fs::read_to_string(format!("/proc/{pid}/comm"));
    runs && command.map_or(true, |name| name.to_lowercase().contains("chrom"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn host() -> String {
        utsname::uname().unwrap().nodename().to_string_lossy().into_owned()
    }

    #[test]
    fn a_stale_lock_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        // Larger than any pid Linux or macOS hands out.
        symlink(format!("{}-999999999", host()), dir.path().join("SingletonLock")).unwrap();
        assert_eq!(holder(dir.path()), Holder::Dead);
        let (profile, _) = claim(dir.path(), 1, &mut Vec::new()).unwrap();
        assert_eq!(profile.dir, dir.path());
        assert_eq!(holder(dir.path()), Holder::Nobody);
    }

    #[test]
    fn a_reused_process_number_is_not_a_chrome() {
        let dir = tempfile::tempdir().unwrap();
        symlink(format!("{}-{}", host(), std::process::id()), dir.path().join("SingletonLock")).unwrap();
        if cfg!(target_os = "linux") {
            assert_eq!(holder(dir.path()), Holder::Dead);
        }
    }

    #[test]
    fn a_lock_of_another_machine_is_left_alone() {
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().join("profile");
        fs::create_dir(&dir).unwrap();
        symlink("some-other-host-42", dir.join("SingletonLock")).unwrap();
        let mut warnings = Vec::new();
        let (profile, number) = claim(&dir, 1, &mut warnings).unwrap();
        assert_eq!((profile.dir, number), (root.path().join("profile-2"), 2));
        assert_eq!(warnings.len(), 1);
    }

    #[test]
    fn two_claims_get_two_profiles_and_a_dropped_one_is_free_again() {
        let root = tempfile::tempdir().unwrap();
        let dir = root.path().join("profile");
        let (first, _) = claim(&dir, 1, &mut Vec::new()).unwrap();
        let (second, _) = claim(&dir, 1, &mut Vec::new()).unwrap();
        assert_eq!(second.dir, root.path().join("profile-2"));
        drop(first);
        let (third, _) = claim(&dir, 1, &mut Vec::new()).unwrap();
        assert_eq!(third.dir, dir);
    }
}
