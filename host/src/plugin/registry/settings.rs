//! Settings of plugins: `[plugin.ID]` tables, checked against the schema of each plugin.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::super::problem::LoadProblem;
use super::trust::Trust;
use crate::sites;

/// Settings by plugin id.
pub(in crate::plugin) type SettingsTables = BTreeMap<String, Value>;

/// Beside an organisation's plugins. Settings of a policy must not be the user's to choose.
const ORGANISATION_FILE: &str = "settings.toml";
const MAX_BYTES: u64 = 256 * 1024;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    plugin: BTreeMap<String, toml::Table>,
}

/// The settings of an organisation's plugins; none when it has no such file.
pub(in crate::plugin) fn of_organisation(folder: &Path, trust: Trust) -> Result<SettingsTables, LoadProblem> {
    let bytes = match trust.read(folder, ORGANISATION_FILE, MAX_BYTES) {
        Err(LoadProblem::NoFile { .. }) => return Ok(SettingsTables::new()),
        read => read?,
    };
    let text = String::from_utf8(bytes).map_err(|_| LoadProblem::Unreadable {
        path: folder.join(ORGANISATION_FILE),
        reason: "it is no UTF-8 text".to_owned(),
    })?;
    let document: Document = sites::parse_document(ORGANISATION_FILE, &text)?;
    Ok(document.plugin.into_iter().map(|(id, table)| (id, json(toml::Value::Table(table)))).collect())
}

/// The same value in JSON; days and times become texts.
pub fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => Value::from(number),
        toml::Value::Float(number) => Value::from(number),
        toml::Value::Boolean(yes) => Value::Bool(yes),
        toml::Value::Datetime(time) => Value::String(time.to_string()),
        toml::Value::Array(values) => Value::Array(values.into_iter().map(json).collect()),
        toml::Value::Table(table) => {
            Value::Object(table.into_iter().map(|(key, value)| (key, json(value))).collect())
        }
    }
}

/// The settings of plugin `id` as JSON text: `{}` for one that takes none. `file` names where they stand.
pub(in crate::plugin) fn checked(
    id: &str,
    schema: Option<&str>,
    given: Option<&Value>,
    file: &str,
) -> Result<String, LoadProblem> {
    let wrong = |reason: String| LoadProblem::Settings { id: id.to_owned(), file: file.to_owned(), reason };
    let Some(schema) = schema else {
        return match given {
            None => Ok("{}".to_owned()),
            Some(_) => Err(wrong("the plugin takes no settings".to_owned())),
        };
    };
    let bad_schema = |reason: String| LoadProblem::SettingsSchema { reason };
    let schema: Value = serde_json::from_str(schema).map_err(|error| bad_schema(error.to_string()))?;
    let validator = jsonschema::options()
        // Without look-arounds a pattern takes no longer than the text is long.
        .with_pattern_options(jsonschema::PatternOptions::regex())
        .build(&schema)
        .map_err(|error| bad_schema(error.to_string()))?;
    let nothing = Value::Object(serde_json::Map::new());
    let given = given.unwrap_or(&nothing);
    let mistakes: Vec<String> = validator
        .iter_errors(given)
        .take(3)
        .map(|error| {
            let key = error.instance_path().to_string();
            let key = key.trim_start_matches('/').replace('/', ".");
            if key.is_empty() { error.to_string() } else { format!("{key}: {error}") }
        })
        .collect();
    if mistakes.is_empty() { Ok(given.to_string()) } else { Err(wrong(mistakes.join("; "))) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SCHEMA: &str = r#"{
        "type": "object",
        "required": ["hosts"],
        "additionalProperties": false,
        "properties": {
            "hosts": { "type": "array", "items": { "type": "string", "pattern": "^[a-z.]+$" } },
            "hours": { "type": "object", "properties": { "from": { "type": "integer", "minimum": 0 } } }
        }
    }"#;

    #[test]
    fn settings_are_checked_and_the_key_is_named() {
        let check = |given: Option<Value>| {
            checked("org-policy", Some(SCHEMA), given.as_ref(), "sekme.toml")
                .map_err(|error| error.to_string())
        };
        assert_eq!(
            check(Some(json!({ "hosts": ["a.example"] }))),
            Ok(r#"{"hosts":["a.example"]}"#.to_owned())
        );
        let said = |given: Value| check(Some(given)).unwrap_err();
        assert!(
            said(json!({ "hosts": [3] })).contains("[plugin.org-policy] of sekme.toml: hosts.0: 3 is not")
        );
        assert!(said(json!({ "hosts": [], "hours": { "from": -1 } })).contains("hours.from: -1"));
        assert!(said(json!({ "hosts": [], "host": 1 })).contains("host"));
        assert!(check(None).unwrap_err().contains("hosts"));
    }

    #[test]
    fn a_plugin_without_a_schema_takes_no_settings() {
        let check = |given: Option<&Value>| checked("x", None, given, "sekme.toml");
        assert_eq!(check(None).unwrap(), "{}");
        assert!(check(Some(&json!({}))).unwrap_err().to_string().contains("takes no settings"));
    }

    #[test]
    fn a_schema_that_is_none_or_reaches_out_is_refused() {
        for schema in ["{", r#"{ "type": 3 }"#, r#"{ "$ref": "https://schemas.example/x.json" }"#] {
            let error = checked("x", Some(schema), None, "sekme.toml").unwrap_err();
            assert!(error.to_string().contains("schema"), "{error}");
        }
    }
}
