//! An answer as policies are given it, and what is left of it: line by line, so that several policies can each hide
//! lines of their own.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::redact::Wrong;
use crate::plugin::PolicyRedaction;

/// What stands where two policies want different things in place of one line.
const REDACTED: &str = "[redacted]";

/// An answer.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// Its text.
    pub text: &'a str,
    /// MIME type of its picture.
    pub picture: Option<&'a str>,
}

/// What may be shown of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The text.
    pub text: String,
    /// Whether the picture may be shown.
    pub keeps_picture: bool,
}

impl Shown<'_> {
    /// The answer as JSON: `[{"type": "text", "lines": [...]}, {"type": "image", "mime-type": ...}]`.
    pub(super) fn as_json(self) -> String {
        let lines: Vec<&str> = self.text.split('\n').collect();
        let mut parts = vec![json!({"type": "text", "lines": lines})];
        parts.extend(self.picture.map(|mime| json!({"type": "image", "mime-type": mime})));
        Value::Array(parts).to_string()
    }

    /// The answer with everything replaced. A pointer names a line (`/0/lines/3`) or the picture (`/1`).
    pub(super) fn redacted(self, redactions: &[PolicyRedaction]) -> Result<Redacted, Wrong> {
        let mut lines: Vec<&str> = self.text.split('\n').collect();
        let mut replaced: BTreeMap<usize, &str> = BTreeMap::new();
        let mut without_picture = None;
        for redaction in redactions {
            match redaction.pointer.strip_prefix("/0/lines/") {
                Some(number) => {
                    let line = number.parse().ok().filter(|line| *line < lines.len() && is_index(number));
                    let Some(line) = line else {
                        return Err(Wrong::new(redaction, "which is no line of the answer"));
                    };
                    let known = replaced.entry(line).or_insert(&redaction.replacement);
                    if *known != redaction.replacement {
                        *known = REDACTED;
                    }
                }
                None if redaction.pointer == "/1" && self.picture.is_some() => {
                    without_picture = Some(redaction.replacement.as_str());
                }
                None => return Err(Wrong::new(redaction, "which is no line of the answer")),
            }
        }
        for (line, text) in replaced {
            lines[line] = text;
        }
        let mut text = lines.join("\n");
        if let Some(words) = without_picture {
            text.push('\n');
            text.push_str(words);
        }
        Ok(Redacted { text, keeps_picture: without_picture.is_none() })
    }
}

/// Whether it is written as indexes of JSON pointers are: no sign, no leading zero.
fn is_index(number: &str) -> bool {
    number.bytes().all(|byte| byte.is_ascii_digit()) && (number == "0" || !number.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: Shown<'static> = Shown { text: "one\ntwo\nthree", picture: Some("image/png") };

    fn redacted(pairs: &[(&str, &str)]) -> Result<Redacted, Wrong> {
        let of = |(pointer, replacement): &(&str, &str)| PolicyRedaction {
            pointer: (*pointer).to_owned(),
            replacement: (*replacement).to_owned(),
            by: "rules 1.0".to_owned(),
        };
        ANSWER.redacted(&pairs.iter().map(of).collect::<Vec<_>>())
    }

    #[test]
    fn an_answer_is_given_line_by_line() {
        assert_eq!(
            ANSWER.as_json(),
            r#"[{"type":"text","lines":["one","two","three"]},{"type":"image","mime-type":"image/png"}]"#
        );
    }

    #[test]
    fn lines_and_pictures_are_replaced() {
        let some = redacted(&[("/0/lines/0", "-"), ("/0/lines/2", "x")]).expect("valid");
        assert_eq!((some.text.as_str(), some.keeps_picture), ("-\ntwo\nx", true));
        let none = redacted(&[("/1", "no picture")]).expect("valid");
        assert_eq!((none.text.as_str(), none.keeps_picture), ("one\ntwo\nthree\nno picture", false));
    }

    #[test]
    fn two_who_want_different_texts_get_neither() {
        let both = redacted(&[("/0/lines/1", "a"), ("/0/lines/1", "b")]).expect("valid");
        assert_eq!(both.text, "one\n[redacted]\nthree");
    }

    #[test]
    fn what_is_no_line_is_an_error() {
        for pointer in
            ["/0/lines/3", "/0/lines/+1", "/0/lines/01", "/0/lines/", "/0", "", "/2", "/0/lines/1/x"]
        {
            assert!(redacted(&[(pointer, "x")]).is_err(), "{pointer}");
        }
    }
}
