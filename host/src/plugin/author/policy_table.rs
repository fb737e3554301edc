//! `policy.tests.toml`: what a policy decides, one row a call.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::bench::{Bench, Circumstances};
use super::fixture;
use super::runner::CaseReport;
use crate::plugin::hook::HookKind;
use crate::sites;

const TABLE: &str = "policy.tests.toml";
const POLICY: &str = "policy";

/// The table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    /// Of all rows.
    #[serde(default)]
    settings: toml::Table,
    /// Of all rows.
    #[serde(default)]
    now_ms: Option<u64>,
    #[serde(default, rename = "row")]
    rows: Vec<Row>,
}

/// One call and what is decided. With `content` it is judged after the call, without it before.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Row {
    #[serde(default)]
    name: String,
    tool: String,
    #[serde(default)]
    arguments: toml::Table,
    #[serde(default)]
    url: String,
    #[serde(default)]
    target_url: Option<String>,
    /// Further facts about the call.
    #[serde(default)]
    extra: std::collections::BTreeMap<String, String>,
    /// What the tool answered.
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    is_error: bool,
    #[serde(default)]
    settings: Option<toml::Table>,
    #[serde(default)]
    now_ms: Option<u64>,
    decision: Decision,
    /// Of a denial.
    #[serde(default)]
    code: Option<String>,
    /// Of a redaction.
    #[serde(default)]
    pointers: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Decision {
    Abstain,
    Allow,
    Redact,
    Ask,
    Deny,
}

impl Decision {
    fn as_str(self) -> &'static str {
        match self {
            Self::Abstain => "abstain",
            Self::Allow => "allow",
            Self::Redact => "redact",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// The rows of the table in `folder`; none without one.
pub(super) fn run(folder: &Path, bench: &Bench) -> Vec<CaseReport> {
    let file = folder.join(TABLE);
    let Some(hook) = HookKind::named(POLICY).filter(|_| file.exists()) else { return Vec::new() };
    let table = fixture::read(&file).and_then(|text| Ok(sites::parse_document::<Table>(TABLE, &text)?));
    match table {
        Ok(table) => {
            (1..).zip(&table.rows).map(|(number, row)| report(number, row, &table, bench, hook)).collect()
        }
        Err(error) => vec![case(TABLE.to_owned(), vec![error.to_string()])],
    }
}

fn report(number: usize, row: &Row, table: &Table, bench: &Bench, hook: HookKind) -> CaseReport {
    let name = if row.name.is_empty() { &row.tool } else { &row.name };
    let problem = judge(row, table, bench, hook).err();
    case(format!("{TABLE} row {number} ({name})"), problem.into_iter().collect())
}

fn case(case: String, problems: Vec<String>) -> CaseReport {
    CaseReport {
        case,
        hook: POLICY.to_owned(),
        problems,
        measures: None,
        mutations: 0,
        written: false,
        notes: Vec::new(),
    }
}

fn judge(row: &Row, table: &Table, bench: &Bench, hook: HookKind) -> Result<(), String> {
    let settings = row.settings.as_ref().unwrap_or(&table.settings);
    let circumstances = Circumstances {
        now_ms: row.now_ms.or(table.now_ms).unwrap_or(0),
        settings: serde_json::to_string(settings).map_err(|error| error.to_string())?,
        ..Circumstances::default()
    };
    let called = bench.call(hook, &input(row)?, &circumstances)?;
    let answer = called.answer?;
    let (decision, payload) = match &answer {
        Value::String(name) => (name.as_str(), &Value::Null),
        Value::Object(members) => {
            members.iter().next().map_or(("", &Value::Null), |(name, payload)| (name.as_str(), payload))
        }
        _ => ("", &Value::Null),
    };
    if decision != row.decision.as_str() {
        return Err(format!("expected {}, decided {answer}", row.decision.as_str()));
    }
    if let Some(code) = &row.code
        && payload.get("code").and_then(Value::as_str) != Some(code)
    {
        return Err(format!("expected the code {code}, decided {answer}"));
    }
    if let Some(pointers) = &row.pointers {
        let redactions = payload.as_array().into_iter().flatten();
        let found: Vec<&str> =
            redactions.filter_map(|redaction| redaction.get("pointer")?.as_str()).collect();
        if found != *pointers {
            return Err(format!("expected redactions at {pointers:?}, decided {answer}"));
        }
    }
    Ok(())
}

fn input(row: &Row) -> Result<Map<String, Value>, String> {
    let arguments = serde_json::to_string(&row.arguments).map_err(|error| error.to_string())?;
    let extra: Vec<(&String, &String)> = row.extra.iter().collect();
    let call = json!({
        "tool": row.tool,
        "arguments": arguments,
        "page-url": row.url,
        "target-url": row.target_url,
        "extra": extra,
    });
    let mut input = Map::from_iter([("call".to_owned(), call)]);
    if let Some(content) = &row.content {
        let outcome = json!({ "is-error": row.is_error, "content": content, "page-url": row.url });
        input.insert("res".to_owned(), outcome);
    }
    Ok(input)
}
