//! Audit records: one versioned JSON line a tool call, for the people who answer for it.
//!
//! Written whatever the outcome, also when a call is denied, cancelled or panics. Secrets are masked and
//! long texts cut before anything reaches the disk.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::snapshot::text::cut;

/// Version of the record's shape.
const VERSION: u32 = 1;
/// Longest text kept of one argument, in graphemes.
const TEXT_LIMIT: usize = 200;
/// Longest name kept of an argument.
const NAME_LIMIT: usize = 60;
/// Arguments that name an element and never hold what is typed.
const NAMING: [&str; 9] =
    ["ref", "target", "uid", "element", "index", "selector", "css", "text_label", "timeout_ms"];
/// What stands in place of a secret.
const MASK: &str = "***";

/// One call.
#[derive(Debug, Clone, Serialize)]
pub struct AuditRecord {
    /// Version of this shape.
    pub version: u32,
    /// When the call ended, in UTC.
    pub time: String,
    /// Random id of the session.
    pub session: String,
    /// Number of the call in the session, from 1.
    pub call: u64,
    /// Tool name as sent.
    pub tool: String,
    /// What the tool may do.
    pub effect: &'static str,
    /// Arguments, secrets masked and long texts cut.
    pub arguments: Map<String, Value>,
    /// URL of the page before the call, without credentials and query.
    pub page: String,
    /// `allow`, `redact`, `ask` or `deny`: the strictest decision of all policies.
    pub policy: &'static str,
    /// The code of a denial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy_code: Option<String>,
    /// `ok`, `error`, `cancelled` or `panic`.
    pub outcome: &'static str,
    /// Error code, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// First line of the answer.
    pub receipt: String,
    /// Which plugin decided what.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    /// Milliseconds from call to answer.
    pub elapsed_ms: u64,
}

/// Writes records to `audit-YYYYMMDD.jsonl` in the artifact folder.
#[derive(Debug)]
pub struct Audit {
    dir: PathBuf,
    session: String,
    calls: std::sync::atomic::AtomicU64,
    file: Mutex<Option<(PathBuf, std::fs::File)>>,
}

impl Audit {
    /// Records go to this folder; the file is opened with the first one.
    pub fn new(dir: &Path) -> Self {
        Self {
            dir: dir.to_owned(),
            session: session_id(),
            calls: std::sync::atomic::AtomicU64::new(0),
            file: Mutex::default(),
        }
    }

    /// Number of the next call.
    pub fn next_call(&self) -> u64 {
        self.calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1
    }

    /// Appends a record. A record that cannot be written is logged as an error, never dropped in silence.
    pub fn write(&self, record: &AuditRecord) {
        if let Err(error) = self.append(record) {
            tracing::error!(%error, dir = %self.dir.display(), "an audit record could not be written");
        }
    }

    fn append(&self, record: &AuditRecord) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        let day: String = record.time.chars().take(10).filter(char::is_ascii_digit).collect();
        let path = self.dir.join(format!("audit-{day}.jsonl"));
        let mut slot = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.as_ref().is_none_or(|(open, _)| *open != path) {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(&path)?;
            *slot = Some((path, file));
        }
        match slot.as_mut() {
            // One write a line, so that lines of two servers in one file never mix.
            Some((_, file)) => file.write_all(&line),
            None => Ok(()),
        }
    }

    /// A record with the fields that every call has.
    pub fn record(&self, call: u64, tool: &str, effect: &'static str) -> AuditRecord {
        AuditRecord {
            version: VERSION,
            time: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string(),
            session: self.session.clone(),
            call,
            tool: cut(tool, 80),
            effect,
            arguments: Map::new(),
            page: String::new(),
            policy: "allow",
            policy_code: None,
            outcome: "ok",
            code: None,
            receipt: String::new(),
            by: Vec::new(),
            elapsed_ms: 0,
        }
    }
}

fn session_id() -> String {
    use std::hash::{BuildHasher as _, Hasher as _};
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("{random:016x}")
}

/// A URL as it may be shown and kept: without user name and password.
pub fn without_credentials(url: &str) -> String {
    match url::Url::parse(url) {
        Ok(mut parsed) if !parsed.username().is_empty() || parsed.password().is_some() => {
            // Cannot fail for a URL that has them.
            let _ = parsed.set_username("");
            let _ = parsed.set_password(None);
            parsed.to_string()
        }
        _ => url.to_owned(),
    }
}

/// Arguments as a record keeps them. `is_secret` leaves out every text but those that name an element. What stands
/// under a name that is not `known` is left out always: nothing says what it is.
pub fn masked(
    arguments: &Map<String, Value>,
    is_secret: bool,
    known: impl Fn(&str, &Value) -> bool,
) -> Map<String, Value> {
    arguments
        .iter()
        .map(|(name, value)| {
            let plain = name.to_lowercase();
            let name = cut(name, NAME_LIMIT);
            if !known(&name, value) {
                return (name, Value::String(MASK.to_owned()));
            }
            let is_masked = ["password", "passwd", "token", "secret", "api_key", "apikey", "authorization"]
                .iter()
                .any(|word| plain.contains(word))
                || (is_secret && !NAMING.contains(&plain.as_str()) && !value.is_boolean());
            (name, if is_masked { Value::String(MASK.to_owned()) } else { shortened(value) })
        })
        .collect()
}

/// A line without the texts that a call gave, but for those that name an element: an error may repeat them.
pub fn without_given(line: &str, arguments: &Map<String, Value>) -> String {
    let given = arguments.iter().filter(|(name, _)| !NAMING.contains(&name.to_lowercase().as_str()));
    let mut texts = Vec::new();
    given.for_each(|(_, value)| gather(value, &mut texts));
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts.iter().fold(line.to_owned(), |line, text| line.replace(text.as_str(), MASK))
}

/// The texts and numbers in a value, but for those too short to be told from parts of words.
fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if text.chars().count() > 2 => texts.push(text.clone()),
        Value::Number(number) if number.to_string().len() > 2 => texts.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(fields) => fields.values().for_each(|item| gather(item, texts)),
        _ => {}
    }
}

fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(cut(&without_credentials(text), TEXT_LIMIT)),
        Value::Array(items) => Value::Array(items.iter().take(20).map(shortened).collect()),
        Value::Object(fields) => Value::Object(masked(fields, false, |_, _| true)),
        other => other.clone(),
    }
}

/// A page's URL without credentials, query and fragment.
pub fn page_of(url: &str) -> String {
    match url::Url::parse(url) {
        Ok(mut url) if matches!(url.scheme(), "http" | "https") => {
            // Cannot fail for http and https.
            let _ = url.set_username("");
            let _ = url.set_password(None);
            url.set_query(None);
            url.set_fragment(None);
            url.to_string()
        }
        Ok(url) => format!("{}:", url.scheme()),
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(object) => object,
            other => panic!("{other} is no object"),
        }
    }

    #[test]
    fn secrets_never_reach_a_record() {
        let sent = object(
            json!({"ref": "e1", "text": "hunter2", "password": "hunter2", "nested": {"api_key": "k"}}),
        );
        assert_eq!(
            Value::Object(masked(&sent, false, |_, _| true)),
            json!({"ref": "e1", "text": "hunter2", "password": "***", "nested": {"api_key": "***"}})
        );
        let secret = Value::Object(masked(&sent, true, |_, _| true));
        assert_eq!(secret, json!({"ref": "e1", "text": "***", "password": "***", "nested": "***"}));
        let typo = object(json!({"txt": "hunter2", "submit": true}));
        assert_eq!(Value::Object(masked(&typo, true, |_, _| true)), json!({"txt": "***", "submit": true}));
        let unknown = masked(&typo, false, |name, _| name == "submit");
        assert_eq!(Value::Object(unknown), json!({"txt": "***", "submit": true}));
        let url = object(json!({"url": "https://ada:pw@x.example/a?q=1"}));
        assert_eq!(
            Value::Object(masked(&url, false, |_, _| true)),
            json!({"url": "https://x.example/a?q=1"})
        );
    }

    #[test]
    fn an_error_that_repeats_what_was_given_is_recorded_without_it() {
        let sent = object(json!({"ref": "e12", "text": {"value": ["hunter2"], "pin": 4711}}));
        let line = "`text` of e12 must be text, not {\"value\":[\"hunter2\"],\"pin\":4711}";
        assert_eq!(
            without_given(line, &sent),
            "`text` of e12 must be text, not {\"value\":[\"***\"],\"pin\":***}"
        );
    }

    #[test]
    fn a_page_is_recorded_without_credentials_and_query() {
        assert_eq!(page_of("https://ada:pw@x.example/a?token=1#b"), "https://x.example/a");
        assert_eq!(page_of("data:text/html,secret"), "data:");
    }

    #[test]
    fn a_record_is_one_line_of_json_in_the_day_s_file() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let audit = Audit::new(dir.path());
        let mut record = audit.record(audit.next_call(), "browser_click", "input");
        record.receipt = "Clicked\ne1".to_owned();
        audit.write(&record);
        audit.write(&audit.record(audit.next_call(), "browser_read", "read-only"));
        let files: Vec<_> = std::fs::read_dir(dir.path()).expect("readable").collect();
        assert_eq!(files.len(), 1);
        let text = std::fs::read_to_string(files[0].as_ref().expect("a file").path()).expect("text");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!((&lines[0]["call"], &lines[1]["call"]), (&json!(1), &json!(2)));
        assert_eq!(lines[0]["version"], json!(1));
    }
}
