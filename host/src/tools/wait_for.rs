//! `browser_wait_for`: wait for text, an element, an address, a download or time.

use std::time::{Duration, Instant};

use crate::error::{ErrorCode, ToolError};
use crate::session::{Answer, Call, Condition, ViewRequest};
use crate::snapshot::text::counted;

use super::arguments::{Argument, Arguments, Kind, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_wait_for",
        title: "Wait",
        about: "Wait until text or an element is there or gone, the URL has a part, a download ends, or time has passed.",
        effect: Effect::ReadOnly,
        arguments: &[
            Argument::optional(
                "type",
                Kind::Choice(&["text", "selector", "url", "gone", "count", "load", "download"]),
                "",
            )
            .or(&["kind", "for", "condition"]),
            Argument::optional("text", Kind::Text, "Visible text, or part of a file name"),
            Argument::optional("selector", Kind::Text, "").or(&["css"]),
            Argument::optional("value", Kind::Text, "Part of the URL, or the count").or(&["url", "count"]),
            Argument::optional("text_gone", Kind::Text, "").or(&["gone", "text_disappears"]),
            Argument::optional("time_ms", Kind::Integer { min: 1, max: 86_400_000 }, "")
                .or(&["time", "ms", "delay", "duration", "seconds", "wait"]),
            TIMEOUT,
        ],
        example: "{\"text\": \"Order placed\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest plain wait.
const LONGEST_MS: u64 = 30_000;
/// A plain wait up to this is meant in seconds: others name it so, and nobody waits for a few milliseconds.
const SECONDS: u64 = 30;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let mut notes = Vec::new();
    let conditions = conditions(&arguments, &mut notes)?;
    let default = u64::try_from(call.session().settings().wait.as_millis()).unwrap_or(u64::MAX);
    let limit = arguments.timeout(default);
    let tab = call.waiting_tab().await?;
    let start = Instant::now();
    let acting = call.begin_waiting(&tab);
    let words = match call.wait_for(&tab, &conditions, limit).await {
        Ok(words) => words,
        Err(error) => return Err(call.with_what_came(&acting, error).await),
    };
    let mut acting = acting;
    acting.notes.extend(notes);
    acting.known = Some("nothing else changed".to_owned());
    let done = format!("Waited {:.1} s: {}", start.elapsed().as_secs_f64(), words.join("; "));
    call.finish_acting(acting, &done, &ViewRequest { intent: "browse", ..ViewRequest::default() }).await
}

/// What is waited for, in order: what `type` or the other arguments name, then `text_gone`, then `time_ms`.
fn conditions(arguments: &Arguments, notes: &mut Vec<String>) -> Result<Vec<Condition>, ToolError> {
    let [text, selector, value] = ["text", "selector", "value"].map(|name| arguments.text(name));
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let number = |text: Option<&str>| text.and_then(|text| text.trim().parse::<u32>().ok());
    let kind = arguments.text("type").unwrap_or(match (selector, text, value) {
        (Some(_), _, value) if number(value).is_some() => "count",
        (Some(_), ..) => "selector",
        (None, Some(_), _) => "text",
        (None, None, Some(_)) => "url",
        (None, None, None) => "",
    });
    let mut all = Vec::new();
    match kind {
        "text" => match (text.or(value), selector) {
            (Some(text), Some(css)) => {
                all.push(Condition::Selector { css: css.to_owned(), text: Some(text.to_owned()) });
            }
            (Some(text), None) => all.push(Condition::Text(text.to_owned())),
            (None, Some(css)) => all.push(Condition::Selector { css: css.to_owned(), text: None }),
            // `text_gone` or `time_ms` alone, with the default type named.
            (None, None) if has_more(arguments) => {}
            (None, None) => return Err(missing("text", "{\"type\": \"text\", \"text\": \"Order placed\"}")),
        },
        "selector" => match (selector, value.or(text)) {
            (Some(css), _) => all.push(Condition::Selector { css: css.to_owned(), text: owned(text) }),
            (None, Some(css)) => all.push(Condition::Selector { css: css.to_owned(), text: None }),
            (None, None) => {
                return Err(missing("selector", "{\"type\": \"selector\", \"selector\": \"#results li\"}"));
            }
        },
        "gone" => match (selector, text.or(value)) {
            (Some(css), _) => all.push(Condition::Gone(css.to_owned())),
            (None, Some(text)) => all.push(Condition::TextGone(text.to_owned())),
            (None, None) if arguments.text("text_gone").is_some() => {}
            (None, None) => {
                return Err(missing("selector", "{\"type\": \"gone\", \"selector\": \".spinner\"}"));
            }
        },
        "count" => match (selector, value.or(text)) {
            (Some(css), count) => {
                let least = match count {
                    None => 1,
                    Some(_) => number(count).ok_or_else(|| {
                        missing("value", "{\"type\": \"count\", \"selector\": \".row\", \"value\": \"3\"}")
                    })?,
                };
                all.push(Condition::Count { css: css.to_owned(), least });
            }
            (None, _) => {
                return Err(missing(
                    "selector",
                    "{\"type\": \"count\", \"selector\": \".row\", \"value\": \"3\"}",
                ));
            }
        },
        "url" => match value.or(text) {
            Some(part) => all.push(Condition::Url(part.to_owned())),
            None => return Err(missing("value", "{\"type\": \"url\", \"value\": \"/checkout\"}")),
        },
        "load" => all.push(Condition::Load),
        "download" => all.push(Condition::Download(owned(text.or(value)))),
        _ => {}
    }
    all.extend(arguments.text("text_gone").map(|text| Condition::TextGone(text.to_owned())));
    if let Some(sent) = arguments.integer("time_ms") {
        let meant = if sent <= SECONDS { sent * 1_000 } else { sent };
        let time = meant.min(LONGEST_MS);
        if meant > LONGEST_MS {
            notes.push(format!("`time_ms` {sent} is too long; waited {LONGEST_MS} ms"));
        } else if sent != meant {
            notes.push(format!("`time_ms` {sent} read as {}", counted(sent, "second")));
        }
        all.push(Condition::Time(Duration::from_millis(time)));
    }
    if all.is_empty() {
        return Err(missing("text", TOOL.description.example));
    }
    Ok(all)
}

fn has_more(arguments: &Arguments) -> bool {
    arguments.text("text_gone").is_some() || arguments.integer("time_ms").is_some()
}

fn missing(name: &str, example: &str) -> ToolError {
    ToolError::new(
        ErrorCode::InvalidInput,
        format!("what to wait for is not said: `{name}` is missing"),
        format!("for example {example}; type=load waits for the page, time_ms for time"),
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(sent: Value) -> Result<(Vec<Condition>, Vec<String>), ToolError> {
        let Value::Object(sent) = sent else { panic!("an object") };
        let arguments = Arguments::read(TOOL.description.arguments, sent, TOOL.description.example)?;
        let mut notes = Vec::new();
        Ok((conditions(&arguments, &mut notes)?, notes))
    }

    #[test]
    fn the_type_follows_from_the_other_arguments() {
        let css = || ".row".to_owned();
        for (sent, expected) in [
            (json!({"text": "Done"}), vec![Condition::Text("Done".to_owned())]),
            (json!({"selector": ".row"}), vec![Condition::Selector { css: css(), text: None }]),
            (
                json!({"selector": ".row", "text": "Ada"}),
                vec![Condition::Selector { css: css(), text: Some("Ada".to_owned()) }],
            ),
            (json!({"selector": ".row", "value": 3}), vec![Condition::Count { css: css(), least: 3 }]),
            (json!({"value": "/done"}), vec![Condition::Url("/done".to_owned())]),
            (json!({"type": "url", "text": "/done"}), vec![Condition::Url("/done".to_owned())]),
            (json!({"type": "gone", "selector": ".row"}), vec![Condition::Gone(css())]),
            (json!({"type": "gone", "text": "Wait"}), vec![Condition::TextGone("Wait".to_owned())]),
            (json!({"type": "load"}), vec![Condition::Load]),
            (json!({"type": "download"}), vec![Condition::Download(None)]),
            (json!({"type": "text", "text_gone": "Wait"}), vec![Condition::TextGone("Wait".to_owned())]),
            (
                json!({"time_ms": 500, "text_gone": "Wait", "text": "Done"}),
                vec![
                    Condition::Text("Done".to_owned()),
                    Condition::TextGone("Wait".to_owned()),
                    Condition::Time(Duration::from_millis(500)),
                ],
            ),
        ] {
            assert_eq!(read(sent.clone()).expect("valid").0, expected, "{sent}");
        }
    }

    #[test]
    fn times_are_bounded_and_seconds_are_recognised() {
        let (conditions, notes) = read(json!({"time_ms": 90_000})).expect("valid");
        assert_eq!(conditions, [Condition::Time(Duration::from_secs(30))]);
        assert!(notes[0].contains("too long"), "{notes:?}");
        let (conditions, notes) = read(json!({"time": 2})).expect("valid");
        assert_eq!(conditions, [Condition::Time(Duration::from_secs(2))]);
        assert!(notes[0].contains("2 seconds"), "{notes:?}");
    }

    #[test]
    fn what_cannot_be_waited_for_is_refused_with_an_example() {
        for sent in [
            json!({}),
            json!({"type": "selector"}),
            json!({"type": "url"}),
            json!({"type": "gone"}),
            json!({"type": "count", "value": "2"}),
            json!({"type": "count", "selector": ".row", "value": "many"}),
        ] {
            let error = read(sent.clone()).expect_err("nothing to wait for");
            assert_eq!(error.code, ErrorCode::InvalidInput, "{sent}");
            assert!(error.hint.contains("for example {"), "{sent}");
        }
    }
}
