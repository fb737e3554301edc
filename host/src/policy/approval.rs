//! What a person approved from outside: one-time codes, kept as files of the user's own until they are taken or old.
//!
//! A question that a client cannot ask its person gets a code. `sekme approve CODE` answers it, and the next call that is
//! the same in every respect (tool, arguments, host of the page) takes the answer with it.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::snapshot::text::{cut, one_line};

/// How long a question may be answered, and its answer taken, in minutes.
pub const CODE_MINUTES: u64 = 10;
/// Signs of a code that are not taken for one another when read aloud.
const SIGNS: &[u8] = b"ABCDEFGHJKMNPQRSTVWXYZ23456789";
const CODE_SIGNS: usize = 8;
/// What anybody but the owner may do with a folder.
const OTHERS: u32 = 0o077;
/// Questions that are kept at one time: a model that asks without end must not fill a disk.
const MOST: usize = 100;
/// Longest text of an argument that a person is shown.
const SHOWN: usize = 200;

/// The questions of this user, and their answers.
#[derive(Debug)]
pub struct Approvals {
    folder: Option<PathBuf>,
}

/// Why a code cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ApproveError {
    /// There is no folder of the user's own.
    #[error("there is no folder for what is approved: neither XDG_STATE_HOME nor HOME is set")]
    NoFolder,
    /// The folder cannot be used.
    #[error("{} cannot be used: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// Nothing waits under that code.
    #[error(
        "no call waits for {code}: it was approved and taken, is older than {CODE_MINUTES} minutes, or was never given\n  Let the model make its call again; it is answered with a new code"
    )]
    Unknown {
        /// As it was typed.
        code: String,
    },
    /// Too many questions wait.
    #[error("{MOST} calls wait for an approval already; the oldest ends within {CODE_MINUTES} minutes")]
    TooMany,
}

/// A call that a person is to decide on.
#[derive(Debug, Clone)]
pub(super) struct Question<'a> {
    pub(super) tool: &'a str,
    /// The arguments as the client sent them.
    pub(super) sent: &'a Map<String, Value>,
    /// The same without secrets.
    pub(super) kept: &'a Map<String, Value>,
    pub(super) page_url: &'a str,
    /// The page that the call has led to, where that is what is asked about.
    pub(super) arrived: Option<&'a str>,
    /// The element that is meant, in words.
    pub(super) element: Option<String>,
    pub(super) why: &'a [String],
    pub(super) by: &'a str,
}

/// A question as it is kept, and what a person is shown of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Approve {
    /// Stands for tool, arguments, host and element.
    key: String,
    /// Seconds since 1970.
    asked_at: i64,
    is_approved: bool,
    /// The tool.
    pub tool: String,
    /// Its arguments, secrets masked.
    pub arguments: Map<String, Value>,
    /// The element that is meant, in words.
    #[serde(default)]
    pub element: Option<String>,
    /// The page.
    pub page: String,
    /// Who asks.
    pub by: String,
    /// Why, in the plugin's words.
    pub why: Vec<String>,
}

impl Question<'_> {
    fn key(&self) -> String {
        let host = |url: &str| Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let parts = [
            self.tool.to_owned(),
            Value::Object(self.sent.clone()).to_string(),
            host(self.page_url).unwrap_or_default(),
            self.arrived.and_then(host).unwrap_or_default(),
            self.element.clone().unwrap_or_default(),
        ];
        let digest = Sha256::digest(Value::from(parts.to_vec()).to_string().as_bytes());
        digest.iter().fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// The question as a person is asked it.
    pub(super) fn words(&self) -> String {
        let mut words = format!("{} asks before this call runs: {}\n", self.by, self.why.join("; "));
        let _ = write!(words, "Tool: {}", self.tool);
        for (name, value) in self.sent {
            let _ = write!(words, "\n  {name}: {}", shown(value));
        }
        if let Some(element) = &self.element {
            let _ = write!(words, "\nElement: {element}");
        }
        if !self.page_url.is_empty() {
            let _ = write!(words, "\nPage: {}", cut(self.page_url, SHOWN));
        }
        if let Some(arrived) = self.arrived {
            let _ = write!(words, "\nIt has led to: {}", cut(arrived, SHOWN));
        }
        words
    }

    fn entry(&self) -> Approve {
        Approve {
            key: self.key(),
            asked_at: now(),
            is_approved: false,
            tool: self.tool.to_owned(),
            arguments: self.kept.clone(),
            element: self.element.clone(),
            page: cut(self.arrived.unwrap_or(self.page_url), SHOWN),
            by: self.by.to_owned(),
            why: self.why.to_vec(),
        }
    }
}

/// A value on one line, cut.
pub fn shown(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    cut(&one_line(&text), SHOWN)
}

impl Approvals {
    /// What is kept below `state`, a folder of the user's own.
    pub fn new(state: Option<PathBuf>) -> Self {
        Self { folder: state.map(|state| state.join("approvals")) }
    }

    /// A code for the question: the one it has, or a new one.
    pub(super) fn request(&self, question: &Question<'_>) -> Result<String, ApproveError> {
        let folder = self.folder.as_deref().ok_or(ApproveError::NoFolder)?;
        let failed = |source| ApproveError::Folder { folder: folder.to_owned(), source };
        private_folder(folder).map_err(failed)?;
        let entry = question.entry();
        let waiting = entries(folder);
        if let Some((path, _)) = waiting.iter().find(|(_, known)| known.key == entry.key) {
            return Ok(code_of(path));
        }
        if waiting.len() >= MOST {
            return Err(ApproveError::TooMany);
        }
        let code = new_code(&entry.key);
        write(&file(folder, &code), &entry).map_err(failed)?;
        Ok(code)
    }

    /// Whether the question was answered with yes; then it is taken, so that it counts once.
    pub(super) fn take(&self, question: &Question<'_>) -> bool {
        let Some(folder) = self.folder.as_deref().filter(|folder| is_private(folder)) else { return false };
        let key = question.key();
        let approved = entries(folder).into_iter().find(|(_, known)| known.is_approved && known.key == key);
        // Whoever removes the file has it; of two calls at once only one can.
        approved.is_some_and(|(path, _)| fs::remove_file(path).is_ok())
    }

    /// What waits under a code.
    pub fn waiting(&self, code: &str) -> Result<Approve, ApproveError> {
        self.find(code).map(|(_, entry)| entry)
    }

    /// Answers a question with yes.
    pub fn approve(&self, code: &str) -> Result<Approve, ApproveError> {
        let (path, entry) = self.find(code)?;
        let entry = Approve { is_approved: true, ..entry };
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        write(&path, &entry).map_err(|source| ApproveError::Folder { folder, source })?;
        Ok(entry)
    }

    fn find(&self, code: &str) -> Result<(PathBuf, Approve), ApproveError> {
        let folder = self.folder.as_deref().ok_or(ApproveError::NoFolder)?;
        let plain: String =
            code.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase();
        let found = is_private(folder)
            .then(|| entries(folder).into_iter().find(|(path, _)| code_of(path).replace('-', "") == plain))
            .flatten();
        found.ok_or_else(|| ApproveError::Unknown { code: cut(&one_line(code), 40) })
    }
}

/// What waits or is approved and not too old; older files are removed.
fn entries(folder: &Path) -> Vec<(PathBuf, Approve)> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let mut known = Vec::new();
    for path in files.filter_map(|file| Some(file.ok()?.path())) {
        if path.extension().is_none_or(|end| end != "json") {
            continue;
        }
        let entry = fs::read(&path).ok().and_then(|text| serde_json::from_slice::<Approve>(&text).ok());
        let limit = i64::try_from(Duration::from_mins(CODE_MINUTES).as_secs()).unwrap_or(i64::MAX);
        match entry {
            Some(entry) if (0..=limit).contains(&(now() - entry.asked_at)) => known.push((path, entry)),
            _ => {
                // What cannot be removed now is tried again the next time.
                let _ = fs::remove_file(&path);
            }
        }
    }
    known
}

fn write(path: &Path, entry: &Approve) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    // Readable and writable by this user only, and there as a whole or not at all.
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(&serde_json::to_vec(entry)?)?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn file(folder: &Path, code: &str) -> PathBuf {
    folder.join(format!("{code}.json"))
}

fn code_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// `ABCD-2345`.
fn new_code(seed: &str) -> String {
    use std::hash::{BuildHasher as _, RandomState};
    let mut left = RandomState::new().hash_one((seed, now()));
    let mut code = String::new();
    for place in 0..CODE_SIGNS {
        if place == CODE_SIGNS / 2 {
            code.push('-');
        }
        let count = SIGNS.len() as u64;
        code.push(char::from(SIGNS[usize::try_from(left % count).unwrap_or_default()]));
        left /= count;
    }
    code
}

fn now() -> i64 {
    Timestamp::now().as_second()
}

/// Makes the folder, and fails when anybody else could put files into it.
fn private_folder(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    if is_private(folder) {
        return Ok(());
    }
    Err(io::Error::new(
        io::ErrorKind::PermissionDenied,
        "the folder must belong to this user alone (mode 0700)",
    ))
}

fn is_private(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|metadata| {
        metadata.is_dir()
            && metadata.uid() == nix::unistd::geteuid().as_raw()
            && metadata.mode() & OTHERS == 0
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(object) => object,
            other => panic!("{other} is no object"),
        }
    }

    fn question<'a>(sent: &'a Map<String, Value>, page_url: &'a str) -> Question<'a> {
        Question {
            tool: "browser_click",
            sent,
            kept: sent,
            page_url,
            arrived: None,
            element: None,
            why: &[],
            by: "rules 1.0",
        }
    }

    #[test]
    fn an_approval_is_taken_once_and_by_the_same_call_alone() {
        let state = tempfile::tempdir().expect("a temporary folder");
        let approvals = Approvals::new(Some(state.path().to_owned()));
        let (sent, other) = (object(json!({"ref": "e1"})), object(json!({"ref": "e2"})));
        let asked = question(&sent, "https://shop.example/a");
        let code = approvals.request(&asked).expect("a code");
        assert_eq!(approvals.request(&asked).expect("the same"), code);
        assert!(!approvals.take(&asked), "nobody has approved it");
        let typed = code.to_lowercase().replace('-', " ");
        assert_eq!(approvals.approve(&typed).expect("it waits").tool, "browser_click");
        assert!(!approvals.take(&question(&other, "https://shop.example/a")));
        assert!(!approvals.take(&question(&sent, "https://other.example/a")));
        let elsewhere = question(&sent, "https://shop.example/b");
        assert!(approvals.take(&elsewhere), "another page of the same host");
        assert!(!approvals.take(&asked), "once");
        assert!(matches!(approvals.approve(&code), Err(ApproveError::Unknown { .. })));
    }

    #[test]
    fn an_old_question_and_a_folder_of_others_are_not_used() {
        let state = tempfile::tempdir().expect("a temporary folder");
        let approvals = Approvals::new(Some(state.path().to_owned()));
        let sent = object(json!({}));
        let asked = question(&sent, "");
        let code = approvals.request(&asked).expect("a code");
        let folder = state.path().join("approvals");
        let old = Approve { asked_at: now() - 601, is_approved: true, ..asked.entry() };
        write(&file(&folder, &code), &old).expect("writable");
        assert!(!approvals.take(&asked));
        assert!(approvals.waiting(&code).is_err());

        let code = approvals.request(&asked).expect("a code");
        approvals.approve(&code).expect("it waits");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o777)).expect("it is ours");
        assert!(!approvals.take(&asked), "anybody may have put it there");
        assert!(matches!(approvals.request(&asked), Err(ApproveError::Folder { .. })));
    }

    #[test]
    fn nobody_can_approve_where_nothing_can_be_kept() {
        let sent = object(json!({}));
        assert!(matches!(Approvals::new(None).request(&question(&sent, "")), Err(ApproveError::NoFolder)));
    }
}
