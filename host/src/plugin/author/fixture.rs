//! One case below `fixtures/`: the arguments of one call of a hook, and the expected answer.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use super::AuthorError;
use crate::plugin::hook::HookKind;
use crate::sites;

/// The folder of cases inside a plugin's folder.
pub(super) const FIXTURES: &str = "fixtures";
const CASE: &str = "case.toml";
const INPUT: &str = "input.json";
const PAGE: &str = "page.html";
const EXPECT: &str = "expect.json";
const BUDGET: &str = "budget-instructions";
/// A day in October 2025: cases that do not care for the time all see the same one.
const NOW_MS: u64 = 1_760_000_000_000;
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// How an answer is compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Matching {
    /// What is expected must be there; there may be more.
    #[default]
    Subset,
    /// The answer is the expected one and nothing else.
    Exact,
}

/// Which part of a folder with a component and a pack is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    Component,
    Pack,
}

/// `case.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CaseFile {
    pub(super) hook: HookKind,
    /// For people.
    #[serde(default, rename = "about")]
    _about: String,
    /// Version of the contract that it was written for; for people.
    #[serde(default, rename = "api")]
    _api: String,
    #[serde(default)]
    pub(super) by: Option<By>,
    #[serde(default = "default_now")]
    pub(super) now_ms: u64,
    #[serde(default)]
    pub(super) settings: toml::Table,
    #[serde(default)]
    pub(super) kv: std::collections::BTreeMap<String, String>,
    #[serde(default, rename = "match")]
    pub(super) matching: Matching,
    #[serde(default)]
    pub(super) budget_instructions: Option<u64>,
    /// Of `page.html`.
    #[serde(default)]
    pub(super) url: Option<String>,
    #[serde(default)]
    pub(super) title: Option<String>,
    #[serde(default)]
    pub(super) status: Option<u16>,
    #[serde(default)]
    pub(super) lang: Option<String>,
}

fn default_now() -> u64 {
    NOW_MS
}

/// Where the arguments come from.
#[derive(Debug, Clone)]
pub(super) enum Input {
    /// The parameters by name.
    Arguments(Map<String, Value>),
    /// A page that somebody wrote by hand, and further parameters.
    Html { text: String, more: Map<String, Value> },
}

/// A case, read.
#[derive(Debug, Clone)]
pub(super) struct Fixture {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    pub(super) case: CaseFile,
    pub(super) input: Input,
    /// Absent until it is blessed.
    pub(super) expect: Option<Value>,
}

impl Fixture {
    /// Reads the case in `folder`.
    pub(super) fn read(folder: &Path) -> Result<Self, AuthorError> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = read(&folder.join(CASE))?;
        let case: CaseFile = sites::parse_document(&format!("{FIXTURES}/{name}/{CASE}"), &text)?;
        let (input, page) = (folder.join(INPUT), folder.join(PAGE));
        let arguments = if input.exists() { Some(object(&input)?) } else { None };
        let input = match (arguments, page.exists()) {
            (more, true) => Input::Html { text: read(&page)?, more: more.unwrap_or_default() },
            (Some(arguments), false) => Input::Arguments(arguments),
            (None, false) => {
                return Err(AuthorError::Unreadable {
                    path: folder.to_owned(),
                    reason: format!("it has neither {INPUT} nor {PAGE}"),
                });
            }
        };
        let expect = folder.join(EXPECT);
        let expect = if expect.exists() { Some(json(&expect)?) } else { None };
        Ok(Self { name, folder: folder.to_owned(), case, input, expect })
    }

    /// Settings as the JSON text that a plugin gets.
    pub(super) fn settings(&self) -> String {
        serde_json::to_string(&self.case.settings).unwrap_or_else(|_| "{}".to_owned())
    }

    /// Writes the answer as the expected one.
    pub(super) fn bless(&self, answer: &Value) -> Result<(), AuthorError> {
        write(&self.folder.join(EXPECT), &pretty(answer))
    }

    /// Writes `instructions` as the budget of the case and leaves the rest of the file as it is.
    pub(super) fn set_budget(&self, instructions: u64) -> Result<(), AuthorError> {
        let file = self.folder.join(CASE);
        let text = read(&file)?;
        let entry = format!("{BUDGET} = {instructions}");
        let is_budget = |line: &&str| line.split('=').next().is_some_and(|key| key.trim() == BUDGET);
        let mut lines: Vec<&str> = text.lines().collect();
        if let Some(at) = lines.iter().position(is_budget) {
            lines[at] = &entry;
        } else {
            // Before the first table, for the key would belong to that.
            let at = lines.iter().position(|line| line.trim_start().starts_with('['));
            lines.insert(at.unwrap_or(lines.len()), &entry);
        }
        write(&file, &(lines.join("\n") + "\n"))
    }
}

/// The cases of the plugin in `folder`, by name.
pub(super) fn folders(folder: &Path) -> Result<Vec<PathBuf>, AuthorError> {
    let fixtures = folder.join(FIXTURES);
    if !fixtures.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(&fixtures).map_err(|error| AuthorError::unreadable(&fixtures, &error))?;
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

/// Reads a text of at most 4 MiB.
pub(super) fn read(path: &Path) -> Result<String, AuthorError> {
    let unreadable = |error: std::io::Error| AuthorError::unreadable(path, &error);
    if fs::metadata(path).map_err(unreadable)?.len() > MAX_BYTES {
        return Err(AuthorError::Unreadable {
            path: path.to_owned(),
            reason: "it is larger than 4 MiB".to_owned(),
        });
    }
    fs::read_to_string(path).map_err(unreadable)
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), AuthorError> {
    fs::write(path, text)
        .map_err(|error| AuthorError::Unwritable { path: path.to_owned(), reason: error.to_string() })
}

fn json(path: &Path) -> Result<Value, AuthorError> {
    serde_json::from_str(&read(path)?)
        .map_err(|error| AuthorError::Unreadable { path: path.to_owned(), reason: error.to_string() })
}

fn object(path: &Path) -> Result<Map<String, Value>, AuthorError> {
    match json(path)? {
        Value::Object(members) => Ok(members),
        _ => Err(AuthorError::Unreadable {
            path: path.to_owned(),
            reason: "it must be an object whose members are the parameters of the hook".to_owned(),
        }),
    }
}

/// JSON for people, with a line break at the end.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The first difference between what was expected and what came, and where.
pub(super) fn difference(expected: &Value, found: &Value, matching: Matching) -> Option<String> {
    differ("", expected, found, matching == Matching::Exact)
}

fn differ(place: &str, expected: &Value, found: &Value, exactly: bool) -> Option<String> {
    let within = |step: &str| if place.is_empty() { step.to_owned() } else { format!("{place}.{step}") };
    match (expected, found) {
        (Value::Object(wanted), Value::Object(given)) => {
            for (name, value) in wanted {
                let found = given.get(name).unwrap_or(&Value::Null);
                if let Some(difference) = differ(&within(name), value, found, exactly) {
                    return Some(difference);
                }
            }
            let more = given.iter().find(|(name, value)| !value.is_null() && !wanted.contains_key(*name));
            more.filter(|_| exactly)
                .map(|(name, value)| format!("{}: not expected: {}", within(name), short(value)))
        }
        (Value::Array(wanted), Value::Array(given)) if exactly || wanted.is_empty() => {
            let pairs = wanted.iter().zip(given).enumerate();
            let mut differences = pairs
                .filter_map(|(at, (wanted, given))| differ(&within(&at.to_string()), wanted, given, exactly));
            differences.next().or_else(|| {
                (wanted.len() != given.len()).then(|| {
                    at(
                        place,
                        &format!("expected {} items, found {}: {}", wanted.len(), given.len(), short(found)),
                    )
                })
            })
        }
        (Value::Array(wanted), Value::Array(given)) => {
            let mut rest = given.iter();
            for (number, item) in wanted.iter().enumerate() {
                if !rest.any(|candidate| differ("", item, candidate, false).is_none()) {
                    return Some(at(
                        &within(&number.to_string()),
                        &format!("expected {}, in this order; found {}", short(item), short(found)),
                    ));
                }
            }
            None
        }
        _ if expected == found => None,
        _ => Some(at(place, &format!("expected {}, found {}", short(expected), short(found)))),
    }
}

fn at(place: &str, problem: &str) -> String {
    if place.is_empty() { problem.to_owned() } else { format!("{place}: {problem}") }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    let start = crate::plugin::text::cut(&text, 200);
    if start.len() < text.len() { format!("{start}…") } else { text }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_subset_allows_more_and_exactly_does_not() {
        let found = json!({ "url": "a", "wait": [{ "css": "x", "optional": false }, { "css": "y", "optional": true }], "x": null });
        let subset = |expected| difference(&expected, &found, Matching::Subset);
        assert_eq!(subset(json!({ "wait": [{ "css": "y" }] })), None);
        assert_eq!(subset(json!({ "url": "a", "more": null })), None);
        assert!(subset(json!({ "wait": [] })).unwrap().contains("expected 0 items, found 2"));
        assert!(subset(json!({ "wait": [{ "css": "y" }, { "css": "x" }] })).unwrap().starts_with("wait.1: "));
        assert_eq!(subset(json!({ "url": "b" })), Some("url: expected \"b\", found \"a\"".to_owned()));
        let exact = |expected| difference(&expected, &found, Matching::Exact);
        assert!(exact(json!({ "url": "a" })).unwrap().starts_with("wait: not expected"));
        assert_eq!(exact(found.clone()), None);
    }

    #[test]
    fn a_budget_is_written_before_the_first_table_and_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let case = "hook = \"ranker\"\n# why\n[settings]\na = 1\n";
        fs::write(folder.path().join(CASE), case).unwrap();
        fs::write(folder.path().join(INPUT), "{}").unwrap();
        Fixture::read(folder.path()).unwrap().set_budget(7).unwrap();
        let fixture = Fixture::read(folder.path()).unwrap();
        assert_eq!((fixture.case.budget_instructions, fixture.settings().as_str()), (Some(7), "{\"a\":1}"));
        fixture.set_budget(9).unwrap();
        let text = read(&folder.path().join(CASE)).unwrap();
        assert_eq!(text, "hook = \"ranker\"\n# why\nbudget-instructions = 9\n[settings]\na = 1\n");
    }
}
