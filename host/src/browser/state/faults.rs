//! Errors of the page's scripts that nothing caught.

use std::collections::VecDeque;

use serde::Deserialize;
use serde_json::Value;

use super::{State, decode};
use crate::browser::wire::RawEvent;

/// How many are remembered.
const REMEMBERED: usize = 20;
/// Characters of one that are kept.
const KEPT: usize = 300;

/// The errors of one tab.
#[derive(Debug, Default)]
pub(in crate::browser) struct Faults {
    count: u64,
    newest: VecDeque<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    exception_details: Details,
}

#[derive(Deserialize)]
struct Details {
    #[serde(default)]
    text: String,
    exception: Option<Value>,
}

impl State {
    pub(super) fn apply_fault(&mut self, session: Option<&str>, event: &RawEvent) {
        if event.method == "Runtime.exceptionThrown"
            && let Some((_, tab)) = self.tab_of(session)
            && let Some(Thrown { exception_details }) = decode(event)
        {
            tab.faults.add(&exception_details);
        }
    }
}

impl Faults {
    fn add(&mut self, details: &Details) {
        self.count += 1;
        if self.newest.len() == REMEMBERED {
            self.newest.pop_front();
        }
        let exception = details.exception.as_ref();
        let description = exception.and_then(|thrown| thrown["description"].as_str());
        // What is no error object has a value instead: `throw "no"`.
        let value = exception.and_then(|thrown| thrown.get("value")).map(Value::to_string);
        let said = description.map(str::to_owned).or(value).unwrap_or_else(|| details.text.clone());
        self.newest.push_back(said.lines().next().unwrap_or_default().chars().take(KEPT).collect());
    }

    pub(in crate::browser) fn count(&self) -> u64 {
        self.count
    }

    pub(in crate::browser) fn first_since(&self, mark: u64) -> Option<String> {
        let new = usize::try_from(self.count.saturating_sub(mark)).unwrap_or(usize::MAX);
        let spared = self.newest.len().saturating_sub(new);
        self.newest.get(spared).filter(|_| new > 0).cloned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_error_after_a_mark_is_told_by_its_first_line() {
        let mut faults = Faults::default();
        let mut add = |details: Value| {
            faults.add(&serde_json::from_value(details).unwrap());
            faults.count()
        };
        let mark = add(json!({"text": "Uncaught", "exception": {"description": "Error: old"}}));
        add(
            json!({"text": "Uncaught", "exception": {"description": "TypeError: x is null\n at f (a.js:1)"}}),
        );
        add(json!({"text": "Uncaught", "exception": {"value": "no"}}));
        assert_eq!(faults.first_since(mark).as_deref(), Some("TypeError: x is null"));
        assert_eq!(faults.first_since(mark + 1).as_deref(), Some("\"no\""));
        assert_eq!(faults.first_since(mark + 2), None);
        for _ in 0..50 {
            faults.add(&serde_json::from_value(json!({"text": "again"})).unwrap());
        }
        assert_eq!(faults.first_since(0).as_deref(), Some("again"), "the oldest that is remembered");
    }
}
