//! TOML documents written by contributors: errors carry file and line, unknown keys are errors.

use serde::de::DeserializeOwned;
use url::Url;

use super::matcher::MatchPattern;

/// A mistake in a manifest or pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct DocumentError {
    /// The file as the person who wrote it would name it.
    pub file: String,
    /// Line of the mistake, from 1.
    pub line: usize,
    /// What is wrong, naming the key.
    pub message: String,
}

/// Reads `text` as a `T`. `file` only names the document in errors.
pub(crate) fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DocumentError> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count();
        DocumentError { file: file.to_owned(), line, message: describe(text, start, error.message()) }
    })
}

/// Adds the key of the line at `start` where the message of the parser does not name one.
fn describe(text: &str, start: usize, message: &str) -> String {
    let message = message.trim().replace('\n', " ");
    let from = text.as_bytes().iter().take(start).rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = text.get(from..).and_then(|rest| rest.lines().next()).unwrap_or("");
    match line.split_once('=') {
        Some((key, _)) if !message.contains(key.trim()) && !key.trim().is_empty() => {
            format!("{}: {message}", key.trim())
        }
        _ => message,
    }
}

/// An error about `key`, at the first line that begins with it.
pub(crate) fn at_key(file: &str, text: &str, key: &str, message: String) -> DocumentError {
    let line = text.lines().position(|line| line.trim_start().starts_with(key)).map_or(1, |at| at + 1);
    DocumentError { file: file.to_owned(), line, message }
}

/// An error about `key` in the `number`th (from 0) entry that begins with the header `entry`.
pub(crate) fn at_entry(
    file: &str,
    text: &str,
    entry: &str,
    number: usize,
    key: &str,
    message: &str,
) -> DocumentError {
    let mut headers = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with(entry));
    let start = headers.nth(number).map_or(0, |(at, _)| at);
    let own = text.lines().enumerate().skip(start + 1);
    let mut own = own.take_while(|(_, line)| !line.trim_start().starts_with('['));
    let is_key = |line: &str| {
        line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let at = own.find(|(_, line)| is_key(line)).map_or(start, |(at, _)| at);
    DocumentError { file: file.to_owned(), line: at + 1, message: format!("{entry}: {message}") }
}

/// True when one of `patterns` covers `url`.
pub(crate) fn patterns_match(patterns: &[MatchPattern], url: &Url) -> bool {
    patterns.iter().any(|pattern| pattern.matches(url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Document {
        #[expect(dead_code, reason = "only parsed")]
        urls: Vec<MatchPattern>,
    }

    #[test]
    fn an_unknown_key_is_named_with_file_and_line() {
        let error = parse::<Document>("a/site.toml", "urls = []\n\nurl = 3\n").unwrap_err();
        assert_eq!((error.file.as_str(), error.line), ("a/site.toml", 3));
        assert!(error.message.contains("`url`"), "{error}");
    }

    #[test]
    fn a_bad_value_names_its_key_and_line() {
        let error = parse::<Document>("site.toml", "\nurls = [\"example.com\"]\n").unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.to_string().starts_with("site.toml:2: urls: "), "{error}");
    }

    #[test]
    fn broken_toml_is_an_error_and_not_a_panic() {
        assert!(parse::<Document>("x", "urls = [").is_err());
        assert!(parse::<Document>("x", "").is_err());
    }
}
