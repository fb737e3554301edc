//! Whose files are read: nothing that others could have written is used.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use super::super::problem::LoadProblem;

/// What a folder's owner and permissions must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::plugin) enum Trust {
    /// Named on the command line: whoever wrote it.
    Named,
    /// The user's folder: theirs or the system's, and not writable by everybody.
    User,
    /// A further organisation's folder: theirs or the system's, and writable by the owner alone.
    NamedOrganisation,
    /// The machine's organisation folder: the system's, and writable by the owner alone.
    Organisation,
}

const ROOT: u32 = 0;

impl Trust {
    /// True for the folders of organisations.
    pub(in crate::plugin) fn is_organisation(self) -> bool {
        matches!(self, Self::Organisation | Self::NamedOrganisation)
    }

    /// Checks a folder before anything in it is looked at.
    pub(in crate::plugin) fn check_folder(self, folder: &Path) -> Result<(), LoadProblem> {
        let metadata = fs::metadata(folder).map_err(|error| unreadable(folder, &error))?;
        self.check(folder, &metadata)?;
        // Whoever may write to the folder above can put another one in its place.
        match folder.parent() {
            Some(above) if self == Self::Organisation => {
                self.check(above, &fs::metadata(above).map_err(|error| unreadable(above, &error))?)
            }
            _ => Ok(()),
        }
    }

    /// Reads a regular file of at most `most` bytes that lies in `folder`.
    pub(in crate::plugin) fn read(
        self,
        folder: &Path,
        name: &str,
        most: u64,
    ) -> Result<Vec<u8>, LoadProblem> {
        let path = folder.join(name);
        let place = self.place(folder, &path)?;
        // Without waiting for somebody to write into a pipe.
        let file = File::options()
            .read(true)
            .custom_flags(nix::libc::O_NONBLOCK | nix::libc::O_CLOEXEC)
            .open(&place)
            .map_err(|error| missing_or_unreadable(&path, &error))?;
        let metadata = file.metadata().map_err(|error| unreadable(&path, &error))?;
        if !metadata.is_file() {
            return Err(LoadProblem::Unreadable { path, reason: "it is no regular file".to_owned() });
        }
        self.check(&path, &metadata)?;
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&path, &error))?;
        if bytes.len() as u64 > most {
            return Err(LoadProblem::TooLarge { path, size: metadata.len().max(most + 1), most });
        }
        Ok(bytes)
    }

    /// Where `path` really is; refused when a link leads out of `folder`.
    fn place(self, folder: &Path, path: &Path) -> Result<PathBuf, LoadProblem> {
        if self == Self::Named {
            return Ok(path.to_owned());
        }
        let place = path.canonicalize().map_err(|error| missing_or_unreadable(path, &error))?;
        let folder = folder.canonicalize().map_err(|error| unreadable(folder, &error))?;
        if place.starts_with(&folder) {
            Ok(place)
        } else {
            Err(LoadProblem::Outside { path: path.to_owned() })
        }
    }

    /// Checks that the folder `inside` really lies in `folder`, and who owns it.
    pub(in crate::plugin) fn check_inside(self, folder: &Path, inside: &Path) -> Result<(), LoadProblem> {
        let place = self.place(folder, inside)?;
        self.check(inside, &fs::metadata(&place).map_err(|error| unreadable(inside, &error))?)
    }

    fn check(self, path: &Path, metadata: &Metadata) -> Result<(), LoadProblem> {
        let user = nix::unistd::geteuid().as_raw();
        let (owners, others): (&[u32], u32) = match self {
            Self::Named => return Ok(()),
            Self::User => (&[user, ROOT], 0o002),
            Self::NamedOrganisation => (&[user, ROOT], 0o022),
            Self::Organisation => (&[ROOT], 0o022),
        };
        if !owners.contains(&metadata.uid()) {
            let wanted = if self == Self::Organisation { "root" } else { "you or root" };
            return Err(LoadProblem::Owner { path: path.to_owned(), owner: metadata.uid(), wanted });
        }
        let open = metadata.mode() & others;
        if open == 0 {
            return Ok(());
        }
        let (who, remedy) =
            if open & 0o002 == 0 { ("its group", "chmod g-w") } else { ("everybody", "chmod go-w") };
        Err(LoadProblem::Open { path: path.to_owned(), who, remedy })
    }
}

fn missing_or_unreadable(path: &Path, error: &io::Error) -> LoadProblem {
    if error.kind() == io::ErrorKind::NotFound {
        return LoadProblem::NoFile { file: shown(path) };
    }
    unreadable(path, error)
}

fn unreadable(path: &Path, error: &io::Error) -> LoadProblem {
    LoadProblem::Unreadable { path: path.to_owned(), reason: error.to_string() }
}

/// The file with its folder: short, and enough to find it.
pub(super) fn shown(path: &Path) -> String {
    let folder = path.parent().and_then(Path::file_name);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    folder.map_or_else(|| file.to_string(), |folder| format!("{}/{file}", folder.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn what_others_could_have_written_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plugin.toml");
        fs::write(&file, "x").unwrap();
        for (trust, bits, said) in [
            (Trust::User, 0o664, None),
            (Trust::User, 0o646, Some("chmod go-w")),
            (Trust::NamedOrganisation, 0o664, Some("chmod g-w")),
            (Trust::NamedOrganisation, 0o644, None),
            (Trust::Named, 0o666, None),
        ] {
            mode(&file, bits);
            let read = trust.read(folder.path(), "plugin.toml", 10).map_err(|problem| problem.to_string());
            match said {
                None => assert_eq!(read, Ok(b"x".to_vec()), "{trust:?} {bits:o}"),
                Some(said) => assert!(read.unwrap_err().contains(said), "{trust:?} {bits:o}"),
            }
        }
        mode(folder.path(), 0o777);
        let said = Trust::User.check_folder(folder.path()).unwrap_err().to_string();
        assert!(said.contains("can be written to by everybody") && said.contains("chmod go-w"), "{said}");
        mode(folder.path(), 0o775);
        assert!(Trust::User.check_folder(folder.path()).is_ok());
        assert!(Trust::NamedOrganisation.check_folder(folder.path()).is_err());
    }

    #[test]
    fn a_link_that_leads_out_of_the_folder_is_refused() {
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(outside.path().join("secret"), "x").unwrap();
        symlink(outside.path().join("secret"), folder.path().join("plugin.toml")).unwrap();
        symlink(outside.path(), folder.path().join("linked")).unwrap();
        let read = Trust::User.read(folder.path(), "plugin.toml", 10).unwrap_err().to_string();
        assert!(read.contains("leads out of"), "{read}");
        assert!(Trust::User.check_inside(folder.path(), &folder.path().join("linked")).is_err());
        assert!(Trust::Named.read(folder.path(), "plugin.toml", 10).is_ok());
    }

    #[test]
    fn neither_a_pipe_nor_a_huge_file_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        nix::unistd::mkfifo(&folder.path().join("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        let said = Trust::Named.read(folder.path(), "pipe", 10).unwrap_err().to_string();
        assert!(said.contains("no regular file"), "{said}");
        fs::write(folder.path().join("huge"), [0; 11]).unwrap();
        assert!(matches!(
            Trust::Named.read(folder.path(), "huge", 10),
            Err(LoadProblem::TooLarge { most: 10, .. })
        ));
        assert!(matches!(Trust::Named.read(folder.path(), "none", 10), Err(LoadProblem::NoFile { .. })));
    }
}
