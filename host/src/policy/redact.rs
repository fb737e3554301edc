//! Replaces texts that policies name by JSON pointers. What cannot be replaced as asked is a denial: to go on without it
//! would show what was to be hidden.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::plugin::{PolicyRedaction, PolicyRefusal};

/// A redaction that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrong {
    by: String,
    what: String,
}

impl Wrong {
    pub(super) fn new(redaction: &PolicyRedaction, what: &str) -> Self {
        let pointer: String = redaction.pointer.chars().take(80).collect();
        Self { by: redaction.by.clone(), what: format!("redacts {pointer:?}, {what}") }
    }

    /// The tool cannot read the arguments any more.
    pub(super) fn unfit(redactions: &[PolicyRedaction]) -> Self {
        let first = redactions.first();
        let by = first.map(|redaction| redaction.by.clone()).unwrap_or_default();
        Self { by, what: "redacts the arguments so that the tool cannot read them".to_owned() }
    }

    pub(super) fn refusal(&self) -> PolicyRefusal {
        let id = self.by.split(' ').next().unwrap_or_default();
        PolicyRefusal {
            code: "policy-unavailable".to_owned(),
            message: format!("the policy {} {}", self.by, self.what),
            by: self.by.clone(),
            remedy: format!("this is a fault of the plugin {id}, for its author to mend"),
            is_failure: true,
        }
    }
}

/// The arguments with everything replaced.
pub(super) fn arguments(
    sent: &Map<String, Value>,
    redactions: &[PolicyRedaction],
) -> Result<Map<String, Value>, Wrong> {
    let mut whole = Value::Object(sent.clone());
    let mut done: BTreeMap<&str, &str> = BTreeMap::new();
    for redaction in redactions {
        let pointer = redaction.pointer.as_str();
        match done.get(pointer) {
            Some(known) if **known == redaction.replacement => continue,
            Some(_) => return Err(Wrong::new(redaction, "where another policy wants another text")),
            None => {}
        }
        let is_beside = |other: &&str| !contains(other, pointer) && !contains(pointer, other);
        if !done.keys().all(is_beside) {
            return Err(Wrong::new(redaction, "where another one replaces a part or the whole of it"));
        }
        let place = (!pointer.is_empty()).then(|| whole.pointer_mut(pointer)).flatten();
        let Some(place) = place else {
            return Err(Wrong::new(redaction, "which is not among the arguments"));
        };
        *place = Value::String(redaction.replacement.clone());
        done.insert(pointer, &redaction.replacement);
    }
    match whole {
        Value::Object(arguments) => Ok(arguments),
        _ => Ok(sent.clone()),
    }
}

/// Whether every redaction finds in the arguments what it would put there.
pub(super) fn stands_already(arguments: &str, redactions: &[PolicyRedaction]) -> Result<(), Wrong> {
    if redactions.is_empty() {
        return Ok(());
    }
    let whole: Value = serde_json::from_str(arguments).unwrap_or_default();
    let stands = |redaction: &&PolicyRedaction| {
        whole.pointer(&redaction.pointer).and_then(Value::as_str) == Some(redaction.replacement.as_str())
    };
    match redactions.iter().find(|redaction| !stands(redaction)) {
        None => Ok(()),
        Some(late) => {
            Err(Wrong::new(late, "after the element was found, which is too late: it must do so before"))
        }
    }
}

/// Whether `inner` points into what `outer` points at.
fn contains(outer: &str, inner: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn redaction(pointer: &str, replacement: &str) -> PolicyRedaction {
        PolicyRedaction {
            pointer: pointer.to_owned(),
            replacement: replacement.to_owned(),
            by: "rules 1.0".to_owned(),
        }
    }

    fn sent() -> Map<String, Value> {
        let Value::Object(sent) =
            json!({"ref": "e1", "text": "secret", "fields": [{"text": "a"}], "a/b": "x"})
        else {
            panic!("an object")
        };
        sent
    }

    fn made(redactions: &[(&str, &str)]) -> Result<Value, Wrong> {
        let all: Vec<_> = redactions.iter().map(|(pointer, text)| redaction(pointer, text)).collect();
        arguments(&sent(), &all).map(Value::Object)
    }

    #[test]
    fn texts_are_replaced_wherever_they_stand() {
        let both = made(&[("/text", "***"), ("/fields/0/text", "-"), ("/a~1b", "y"), ("/text", "***")]);
        assert_eq!(both, Ok(json!({"ref": "e1", "text": "***", "fields": [{"text": "-"}], "a/b": "y"})));
    }

    #[test]
    fn what_cannot_be_replaced_as_asked_is_an_error() {
        assert!(made(&[("/nothing", "x")]).is_err());
        assert!(made(&[("/fields/7/text", "x")]).is_err());
        assert!(made(&[("", "x")]).is_err());
        assert!(made(&[("/text", "a"), ("/text", "b")]).is_err());
        assert!(made(&[("/fields", "a"), ("/fields/0/text", "b")]).is_err());
        assert!(made(&[("/fields/0/text", "b"), ("/fields", "a")]).is_err());
        let refusal = made(&[("/nothing", "x")]).unwrap_err().refusal();
        assert_eq!(refusal.code, "policy-unavailable");
        assert_eq!(
            refusal.message,
            "the policy rules 1.0 redacts \"/nothing\", which is not among the arguments"
        );
    }

    #[test]
    fn a_redaction_that_was_made_may_be_asked_for_again() {
        let arguments = r#"{"text":"***"}"#;
        assert_eq!(stands_already(arguments, &[redaction("/text", "***")]), Ok(()));
        assert!(stands_already(arguments, &[redaction("/text", "---")]).is_err());
        assert!(stands_already(arguments, &[redaction("/other", "***")]).is_err());
    }
}
