//! Which files of this machine may be given to a page.
//!
//! Only files in the allowed folders, by their real path: `..` and links out of a folder lead nowhere, and a file with
//! a second name, which may lie anywhere, is none of them. Whether a file outside exists is not told.

use std::path::{Component, Path, PathBuf};

use url::Url;

use super::copies::{self, Copies};
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::text::quoted;

/// Largest file that is given to a page.
const LARGEST: u64 = 100 * 1024 * 1024;
/// Most entries of a folder.
const ENTRIES: usize = 5_000;
/// Longest path told.
const TOLD: usize = 200;

/// A file, or a folder of files, that may be given to a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalFile {
    /// Where Chrome finds it: a copy, or the real path of one that is not copied.
    pub(super) path: PathBuf,
    /// Name without folders.
    pub(super) name: String,
    /// Size in bytes; of a folder, that of its files together.
    pub(super) size: u64,
    /// Names and sizes of the files in a folder, however deep; `None` for a file.
    pub(super) inside: Option<Vec<(String, u64)>>,
}

/// Where files may be given from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Folders<'a> {
    /// Files in these may.
    pub(super) allowed: &'a [PathBuf],
    /// What the program keeps for itself, wherever it lies: Chrome's profile, records.
    pub(super) kept: &'a [PathBuf],
    /// What of that may be given all the same: downloads, pictures.
    pub(super) open: &'a [PathBuf],
}

/// The same by real paths.
struct RealFolders {
    allowed: Vec<PathBuf>,
    kept: Vec<PathBuf>,
    open: Vec<PathBuf>,
}

impl RealFolders {
    fn of(folders: &Folders<'_>) -> Self {
        let real = |folders: &[PathBuf]| folders.iter().filter_map(|one| one.canonicalize().ok()).collect();
        Self { allowed: real(folders.allowed), kept: real(folders.kept), open: real(folders.open) }
    }

    fn hold(&self, path: &Path) -> bool {
        let is_in = |folders: &[PathBuf]| folders.iter().any(|folder| path.starts_with(folder));
        let is_copy = path.iter().any(|part| part.to_string_lossy().starts_with(copies::PREFIX));
        is_in(&self.allowed) && !is_copy && (!is_in(&self.kept) || is_in(&self.open))
    }
}

/// Checks what a model named: relative to the working folder, below the home folder (`~/`), or as a `file://` URL. With
/// `copies`, what was checked is copied.
pub(super) fn check(
    asked: &str,
    folders: &Folders<'_>,
    home: Option<&Path>,
    copies: Option<&mut Copies>,
) -> Result<LocalFile, ToolError> {
    let path = read(asked.trim(), home)?;
    let allowed = folders.allowed;
    let real = RealFolders::of(folders);
    let is_inside = |path: &Path| real.hold(path);
    let told = quoted(asked, TOLD);
    let hint = || format!("files may be given from {}", words_of(allowed));
    let outside = || {
        ToolError::new(
            ErrorCode::PolicyDenied,
            format!("{told} is in no folder that files may be given from"),
            hint(),
        )
        .alone()
    };
    let Ok(real) = path.canonicalize() else {
        let flat = flattened(&path);
        if !is_inside(&flat) && !allowed.iter().any(|folder| flat.starts_with(folder)) {
            return Err(outside());
        }
        return Err(ToolError::new(
            ErrorCode::NotFound,
            format!("there is no file {told}"),
            format!("check the path; relative ones start at the working folder. {}", hint()),
        )
        .alone());
    };
    if !is_inside(&real) {
        return Err(outside());
    }
    let name = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let unreadable = |error: &std::io::Error| {
        ToolError::new(
            ErrorCode::InvalidInput,
            format!("{told} cannot be read: {}", error.kind()),
            "a person must make it readable, or name another file",
        )
        .alone()
    };
    let refused = |problem: Problem| match problem {
        Problem::Unreadable(error) => unreadable(&error),
        Problem::Outside => outside(),
        Problem::Linked(name) => ToolError::new(
            ErrorCode::PolicyDenied,
            format!("{} has a second name, which may be that of a file elsewhere", quoted(&name, TOLD)),
            "a person must copy it to a file of its own first",
        )
        .alone(),
        Problem::TooMany => ToolError::new(
            ErrorCode::InvalidInput,
            format!("the folder {told} holds more than {ENTRIES} files"),
            "give a smaller folder",
        )
        .alone(),
    };
    if real.is_dir() {
        let mut found = Vec::new();
        gather(&real, &is_inside, &mut found).map_err(refused)?;
        let size = found.iter().map(|one| one.size).sum();
        let inside = found.iter().map(|one| (one.name.clone(), one.size)).collect();
        let file = small_enough(LocalFile { path: real.clone(), name, size, inside: Some(inside) }, &told)?;
        let path = copied(copies, &file, |place| {
            for one in found {
                let to = place.join(one.path.strip_prefix(&real).unwrap_or(&one.path));
                std::fs::create_dir_all(to.parent().unwrap_or(place))?;
                // Not kept open, since there may be thousands.
                checked(&one.real).map_err(|_| std::io::ErrorKind::PermissionDenied)?.copy_to(&to)?;
            }
            Ok(())
        });
        return path.map(|path| LocalFile { path, ..file }).map_err(|error| unreadable(&error));
    }
    if !real.is_file() {
        return Err(ToolError::new(
            ErrorCode::InvalidInput,
            format!("{told} is no file"),
            "give the path of a file",
        )
        .alone());
    }
    let opened = checked(&real).map_err(refused)?;
    let file = small_enough(LocalFile { path: real, name, size: opened.size, inside: None }, &told)?;
    copied(copies, &file, |place| opened.copy_to(place))
        .map(|path| LocalFile { path, ..file.clone() })
        .map_err(|error| unreadable(&error))
}

/// A file that is opened, and has no name but this one.
fn checked(real: &Path) -> Result<copies::Opened, Problem> {
    let opened = copies::open(real).map_err(Problem::Unreadable)?.ok_or(Problem::Outside)?;
    if opened.has_other_names {
        return Err(Problem::Linked(real.file_name().unwrap_or_default().to_string_lossy().into_owned()));
    }
    Ok(opened)
}

/// Where Chrome is to find it: the copy that `copy` makes, or the file itself where none is made.
fn copied(
    copies: Option<&mut Copies>,
    file: &LocalFile,
    copy: impl FnOnce(&Path) -> std::io::Result<()>,
) -> std::io::Result<PathBuf> {
    let place = match copies {
        Some(copies) => copies.place(file.size)?,
        None => None,
    };
    let Some(place) = place else { return Ok(file.path.clone()) };
    let path = place.join(&file.name);
    if file.inside.is_some() {
        std::fs::create_dir(&path)?;
    }
    copy(&path)?;
    Ok(path)
}

fn small_enough(file: LocalFile, told: &str) -> Result<LocalFile, ToolError> {
    if file.size <= LARGEST {
        return Ok(file);
    }
    Err(ToolError::new(
        ErrorCode::InvalidInput,
        format!("{told} has {}, more than the {} that are given to a page", bytes(file.size), bytes(LARGEST)),
        "give a smaller file, or ask the person to upload it",
    )
    .alone())
}

/// A path as a model writes it.
fn read(asked: &str, home: Option<&Path>) -> Result<PathBuf, ToolError> {
    let bad = |why: &str| {
        let hint = "give the path of a file, for example report.pdf";
        ToolError::new(ErrorCode::InvalidInput, format!("{} {why}", quoted(asked, TOLD)), hint).alone()
    };
    if asked.contains('\0') {
        return Err(bad("is no path"));
    }
    if asked.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:")) {
        let url = Url::parse(asked).map_err(|_| bad("is no file:// address"))?;
        return url.to_file_path().map_err(|()| bad("names a file of another machine"));
    }
    if asked.starts_with("http://") || asked.starts_with("https://") {
        return Err(bad("is a page's address, not a file of this machine"));
    }
    if let Some(rest) = asked.strip_prefix("~/") {
        return home
            .map(|home| home.join(rest))
            .ok_or_else(|| bad("cannot be found: there is no home folder"));
    }
    std::path::absolute(asked).map_err(|_| bad("is no path"))
}

enum Problem {
    Unreadable(std::io::Error),
    Outside,
    Linked(String),
    TooMany,
}

/// A file in a folder.
struct Found {
    path: PathBuf,
    real: PathBuf,
    name: String,
    size: u64,
}

/// The files below a folder. A link out of the allowed folders is refused: Chrome follows links.
fn gather(folder: &Path, is_inside: &dyn Fn(&Path) -> bool, found: &mut Vec<Found>) -> Result<(), Problem> {
    let mut open = vec![folder.to_owned()];
    let mut count = 0;
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).map_err(Problem::Unreadable)? {
            let path = entry.map_err(Problem::Unreadable)?.path();
            let real = path.canonicalize().map_err(Problem::Unreadable)?;
            count += 1;
            if !is_inside(&real) {
                return Err(Problem::Outside);
            }
            if count > ENTRIES {
                return Err(Problem::TooMany);
            }
            let facts = path.symlink_metadata().map_err(Problem::Unreadable)?;
            if facts.is_dir() {
                open.push(path);
            } else if real.is_file() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let size = checked(&real)?.size;
                found.push(Found { path, real, name, size });
            }
        }
    }
    Ok(())
}

/// A path without `.` and `..`, whether or not it exists.
fn flattened(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                flat.pop();
            }
            Component::CurDir => {}
            other => flat.push(other),
        }
    }
    flat
}

fn words_of(folders: &[PathBuf]) -> String {
    let words: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    if words.is_empty() { "no folder: a person must allow one".to_owned() } else { words.join(" and ") }
}

/// A size in words: `12 bytes`, `3.4 KB`.
pub(super) fn bytes(size: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
    let in_unit = |unit: u64| size as f64 / unit as f64;
    match size {
        1 => "1 byte".to_owned(),
        0..1024 => format!("{size} bytes"),
        1024..1_048_576 => format!("{:.1} KB", in_unit(1024)),
        _ => format!("{:.1} MB", in_unit(1_048_576)),
    }
}

/// Whether an input that asks for certain types (`accept`) asks for a file of this name; `None` where its ending does
/// not tell.
pub(super) fn is_asked_for(accept: &str, name: &str) -> Option<bool> {
    let ending = Path::new(name).extension()?.to_string_lossy().to_lowercase();
    let mime = mime_of(&ending);
    let mut is_known = true;
    for token in accept.split(',').map(|token| token.trim().to_lowercase()).filter(|token| !token.is_empty())
    {
        if let Some(wanted) = token.strip_prefix('.') {
            if wanted == ending || ending.ends_with(wanted) {
                return Some(true);
            }
        } else if let Some(mime) = mime {
            let family = token.strip_suffix("/*");
            if token == mime || token == "*/*" || family.is_some_and(|family| mime.starts_with(family)) {
                return Some(true);
            }
        } else {
            is_known = false;
        }
    }
    is_known.then_some(accept.trim().is_empty())
}

/// MIME type by file ending, for the types that inputs ask for.
fn mime_of(ending: &str) -> Option<&'static str> {
    Some(match ending {
        "csv" => "text/csv",
        "doc" => "application/msword",
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "gif" => "image/gif",
        "htm" | "html" => "text/html",
        "jpeg" | "jpg" => "image/jpeg",
        "json" => "application/json",
        "mp3" => "audio/mpeg",
        "mp4" => "video/mp4",
        "pdf" => "application/pdf",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain",
        "wav" => "audio/wav",
        "webm" => "video/webm",
        "webp" => "image/webp",
        "xls" => "application/vnd.ms-excel",
        "xlsx" => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "xml" => "application/xml",
        "zip" => "application/zip",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Disk {
        allowed: tempfile::TempDir,
        other: tempfile::TempDir,
    }

    impl Disk {
        fn new() -> Self {
            let folders = Self {
                allowed: tempfile::tempdir().expect("a folder"),
                other: tempfile::tempdir().expect("a folder"),
            };
            std::fs::write(folders.allowed.path().join("a.txt"), "hello").expect("writable");
            std::fs::create_dir_all(folders.allowed.path().join("photos/old")).expect("writable");
            std::fs::write(folders.allowed.path().join("photos/old/b.png"), "1234567").expect("writable");
            std::fs::write(folders.other.path().join("secret.txt"), "x").expect("writable");
            folders
        }

        fn check(&self, asked: &str) -> Result<LocalFile, ToolError> {
            let allowed = [self.allowed.path().to_owned()];
            check(asked, &only(&allowed), Some(self.allowed.path()), None)
        }

        fn at(&self, name: &str) -> String {
            self.allowed.path().join(name).display().to_string()
        }
    }

    fn only(allowed: &[PathBuf]) -> Folders<'_> {
        Folders { allowed, kept: &[], open: &[] }
    }

    #[test]
    fn what_the_program_keeps_for_itself_is_not_given() {
        let disk = Disk::new();
        let root = disk.allowed.path();
        let at = |name: &str| root.join(name);
        for folder in ["artifacts/profile", "artifacts/downloads", "sekme-upload-1-x"] {
            std::fs::create_dir_all(at(folder)).expect("writable");
            std::fs::write(at(folder).join("f"), "x").expect("writable");
        }
        std::fs::write(at("artifacts/audit.jsonl"), "x").expect("writable");
        let (allowed, kept) = ([root.to_owned()], [at("artifacts")]);
        let open = [at("artifacts/downloads")];
        let folders = Folders { allowed: &allowed, kept: &kept, open: &open };
        let given = |name: &str| check(&at(name).display().to_string(), &folders, None, None);
        for name in ["artifacts/profile/f", "artifacts/audit.jsonl", "artifacts", "sekme-upload-1-x/f", "."] {
            assert_eq!(given(name).expect_err(name).code, ErrorCode::PolicyDenied, "{name}");
        }
        given("artifacts/downloads/f").expect("downloads may be given");
        given("a.txt").expect("allowed");
    }

    #[test]
    fn a_file_is_named_by_path_home_or_address() {
        let folders = Disk::new();
        let address = Url::from_file_path(folders.allowed.path().join("a.txt")).expect("a path").to_string();
        for asked in [folders.at("a.txt"), "~/a.txt".to_owned(), address, folders.at("photos/../a.txt")] {
            let file = folders.check(&asked).expect("allowed");
            assert_eq!((file.name.as_str(), file.size, file.inside), ("a.txt", 5, None), "{asked}");
        }
    }

    #[test]
    fn what_lies_outside_is_refused_whether_or_not_it_exists() {
        let folders = Disk::new();
        let secret = folders.other.path().join("secret.txt");
        std::os::unix::fs::symlink(&secret, folders.allowed.path().join("link.txt")).expect("a link");
        let up = format!("../{}/secret.txt", folders.other.path().file_name().expect("a name").display());
        for asked in [
            secret.display().to_string(),
            folders.other.path().join("absent.txt").display().to_string(),
            folders.at("link.txt"),
            folders.at(&up),
            "/etc/passwd".to_owned(),
        ] {
            let refused = folders.check(&asked).expect_err("outside");
            assert_eq!(refused.code, ErrorCode::PolicyDenied, "{asked}");
            assert!(refused.hint.contains(&folders.allowed.path().display().to_string()), "{}", refused.hint);
        }
    }

    #[test]
    fn what_is_missing_or_no_file_says_so() {
        let folders = Disk::new();
        assert_eq!(folders.check(&folders.at("absent.txt")).expect_err("missing").code, ErrorCode::NotFound);
        for asked in ["https://x.example/a.pdf", "file://host/a.txt", "a\0b"] {
            assert_eq!(folders.check(asked).expect_err("no file").code, ErrorCode::InvalidInput, "{asked}");
        }
        let large = std::fs::File::create(folders.allowed.path().join("large.bin")).expect("writable");
        large.set_len(LARGEST + 1).expect("a sparse file");
        let refused = folders.check(&folders.at("large.bin")).expect_err("too large");
        assert!(refused.message.contains("100.0 MB"), "{}", refused.message);
    }

    #[test]
    fn a_folder_is_given_with_its_files_unless_one_leads_outside() {
        let folders = Disk::new();
        let folder = folders.check(&folders.at("photos")).expect("allowed");
        assert_eq!(folder.inside, Some(vec![("b.png".to_owned(), 7)]));
        let secret = folders.other.path().join("secret.txt");
        std::os::unix::fs::symlink(secret, folders.allowed.path().join("photos/link")).expect("a link");
        let refused = folders.check(&folders.at("photos")).expect_err("a link leads outside");
        assert_eq!(refused.code, ErrorCode::PolicyDenied);
    }

    #[test]
    fn chrome_gets_a_copy_of_what_was_checked() {
        let folders = Disk::new();
        let mut copies = Copies::default();
        let allowed = [folders.allowed.path().to_owned()];
        let mut copy = |asked: &str| check(asked, &only(&allowed), None, Some(&mut copies)).expect("allowed");
        let (one, two) = (copy(&folders.at("a.txt")), copy(&folders.at("a.txt")));
        assert!(one.path != two.path && one.path.ends_with("a.txt"), "{one:?} {two:?}");
        let folder = copy(&folders.at("photos"));
        std::fs::remove_file(folders.allowed.path().join("a.txt")).expect("removable");
        std::os::unix::fs::symlink("/etc/passwd", folders.allowed.path().join("a.txt")).expect("a link");
        assert_eq!(std::fs::read_to_string(&one.path).expect("a copy"), "hello");
        assert_eq!(std::fs::read_to_string(folder.path.join("old/b.png")).expect("a copy"), "1234567");
        let large = std::fs::File::create(folders.allowed.path().join("large.bin")).expect("writable");
        large.set_len(LARGEST).expect("a sparse file");
        let real = folders.allowed.path().canonicalize().expect("there");
        assert_eq!(copy(&folders.at("large.bin")).path, real.join("large.bin"));
    }

    #[test]
    fn a_file_with_a_second_name_is_refused() {
        let folders = Disk::new();
        let secret = folders.other.path().join("secret.txt");
        std::fs::hard_link(&secret, folders.allowed.path().join("photos/hard.png")).expect("a link");
        for asked in ["photos/hard.png", "photos"] {
            let refused = folders.check(&folders.at(asked)).expect_err("a second name");
            assert_eq!(refused.code, ErrorCode::PolicyDenied);
            assert!(refused.message.contains("second name"), "{}", refused.message);
        }
    }

    #[test]
    fn the_type_of_a_file_is_compared_with_what_the_input_asks_for() {
        for (accept, name, asked) in [
            ("image/*,.pdf", "a.PDF", Some(true)),
            ("image/*,.pdf", "a.png", Some(true)),
            ("image/*,.pdf", "a.txt", Some(false)),
            (".csv", "a.txt", Some(false)),
            ("application/x-strange", "a.strange", None),
            ("", "a.txt", Some(true)),
            (".csv", "noending", None),
        ] {
            assert_eq!(is_asked_for(accept, name), asked, "{accept} {name}");
        }
    }
}
