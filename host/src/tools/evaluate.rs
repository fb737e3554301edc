//! `browser_evaluate`: run script in the page and answer with its value.

use std::collections::HashMap;
use std::time::Duration;

use crate::browser::{BrowserError, Evaluation, Frame, Node, NodeValue, Outcome, ScriptValue, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::session::{Answer, Call, Look, Naming, ViewRequest};
use crate::snapshot::script::{json, nodes};
use crate::snapshot::text::{cut, one_line, quoted, window};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_evaluate",
        title: "Run script",
        about: "Run JavaScript in the page and get its value as JSON. With ref, the element is `element`.",
        effect: Effect::Input,
        arguments: &[
            ELEMENT,
            Argument::required("expression", Kind::Text, "").or(&[
                "function",
                "script",
                "code",
                "js",
                "javascript",
            ]),
            TIMEOUT,
        ],
        example: "{\"expression\": \"document.title\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest value shown, in characters.
const BUDGET: usize = 8_000;
/// Longest script when the call says nothing else, in milliseconds.
const LIMIT: u64 = 10_000;
/// Time for finding out what the script changed.
const AFTERWARDS: Duration = Duration::from_secs(20);
/// What is said where a page forbids scripts.
const BESIDE: &str = "the frame allows no scripts, so it ran without the variables of the page";
/// Most nodes of a value that are described like elements of a view.
const NODES: usize = 40;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let limit = arguments.timeout(LIMIT);
    call.limit(limit + AFTERWARDS);
    let tab = call.same_tab().await?;
    let (source, repair) = source_of(arguments.text("expression").unwrap_or_default());
    let mut frame = tab.main_frame();
    let mut element = None;
    let mut notes: Vec<String> = repair.map(ToOwned::to_owned).into_iter().collect();
    if let Some(reference) = arguments.text("ref") {
        let naming = Naming { reference: Some(reference), ..Naming::default() };
        let target = call.resolve(&tab, naming).await?;
        element = inject::node_of(&target.frame, target.element, call.progress()).await?;
        if element.is_none() {
            return Err(BrowserError::FrameGone.into());
        }
        frame = target.frame;
        notes.extend(target.note);
    }
    let progress = call.progress().child(limit);
    if element.is_none()
        && let Some(ran) = inject::evaluate_without_effect(&frame, source, &progress)
            .await
            .map_err(|error| failed(error, limit))?
    {
        return glanced(call, &tab, &frame, ran, notes).await;
    }
    let acting = call.begin_acting(&tab);
    let ran = inject::evaluate(&frame, source, element.as_ref(), &progress).await;
    let ran = ran.map_err(|error| failed(error, limit))?;
    notes.extend(ran.beside.then(|| BESIDE.to_owned()));
    let value = match ran.outcome {
        Outcome::Value(value) => Some(value),
        Outcome::Left => None,
        Outcome::Threw { message, place } => {
            return Err(threw(&message, place.as_deref(), element.is_some()));
        }
    };
    let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
    let mut rested = match call.rest(acting, &request).await {
        Ok(rested) => rested,
        // The value is what was asked for; the page may be busy with what the script began.
        Err(error) if !error.cancelled => {
            notes.push(format!("what changed is not known: {}", error.message));
            let body = value.map_or_else(String::new, |value| shown(&value, &HashMap::new()));
            return Ok(Answer { notes, body, ..Answer::default() });
        }
        Err(error) => return Err(error),
    };
    if let Some(blocked) = rested.blocked {
        return Err(blocked);
    }
    let mut answer = Answer::default();
    rested.tell_news("");
    if !rested.changes.is_empty() {
        answer.receipt = format!("Evaluated → {}", rested.changes.join("; "));
    }
    if let Some(value) = &value {
        let lines = lines(call, &rested.look, &frame, value).await;
        answer.body = shown(value, &lines);
    } else {
        notes.push("the page was left before the script ended, so it has no value".to_owned());
    }
    for note in notes.into_iter().chain(rested.notes) {
        answer.note(note);
    }
    answer.decisions = rested.decisions;
    Ok(answer)
}

/// The answer to a script that changed nothing: the page is only looked at where the value holds elements.
async fn glanced(
    call: &mut Call,
    tab: &Tab,
    frame: &Frame,
    ran: Evaluation,
    notes: Vec<String>,
) -> Result<Answer, ToolError> {
    let mut answer = Answer::default();
    for note in notes.into_iter().chain(ran.beside.then(|| BESIDE.to_owned())) {
        answer.note(note);
    }
    let Outcome::Value(value) = ran.outcome else { return Ok(answer) };
    let mut known = HashMap::new();
    if !nodes(&value, 1).is_empty() {
        let look = call.look(tab, &ViewRequest { text_budget: Some(0), ..ViewRequest::default() }).await?;
        known = lines(call, &look, frame, &value).await;
        answer.decisions = look.decisions;
    }
    answer.body = shown(&value, &known);
    Ok(answer)
}

/// What a small model puts around a script is no part of it.
fn source_of(text: &str) -> (&str, Option<&'static str>) {
    let source = text.trim();
    if let Some(fenced) = source.strip_prefix("```").and_then(|rest| rest.strip_suffix("```")) {
        let inner = match fenced.split_once('\n') {
            Some((language, code)) if language.chars().all(char::is_alphabetic) => code,
            _ => fenced,
        };
        return (inner.trim(), Some("the fence around the script was dropped"));
    }
    match source.strip_prefix("javascript:") {
        Some(rest) => (rest, Some("`javascript:` was dropped")),
        None => (source, None),
    }
}

/// The view's lines for the nodes of a value, by node.
async fn lines(call: &mut Call, look: &Look, frame: &Frame, value: &ScriptValue) -> HashMap<String, String> {
    let mut known: Vec<(&NodeValue, u32)> = Vec::new();
    for node in nodes(value, NODES).into_iter().filter(|node| node.kind == 1) {
        // A node of another document has no line: it keeps its tag and classes.
        if let Ok(id) = inject::element_of(frame, &node.node, call.progress()).await {
            known.push((node, id));
        }
    }
    let ids: Vec<u32> = known.iter().map(|(_, id)| *id).collect();
    let lines: HashMap<u32, String> =
        call.lines_of(look, frame, &ids).await.unwrap_or_default().into_iter().collect();
    known.into_iter().filter_map(|(node, id)| Some((key(&node.node), lines.get(&id)?.clone()))).collect()
}

fn key(node: &Node) -> String {
    format!("{node:?}")
}

fn describe(node: &NodeValue, lines: &HashMap<String, String>) -> String {
    match lines.get(&key(&node.node)) {
        Some(line) => line.clone(),
        None if node.kind == 3 => format!("text {}", quoted(&node.label, 120)),
        None => cut(&one_line(&node.label), 120),
    }
}

/// The value within the budget. Elements alone are lines like those of a view.
fn shown(value: &ScriptValue, lines: &HashMap<String, String>) -> String {
    let text = match value {
        ScriptValue::Node(node) => describe(node, lines),
        ScriptValue::List(items, 0)
            if !items.is_empty() && items.iter().all(|item| matches!(item, ScriptValue::Node(_))) =>
        {
            let described = nodes(value, NODES).into_iter().map(|node| describe(node, lines));
            let mut described: Vec<String> = described.collect();
            if items.len() > NODES {
                described.push(format!("+{} more nodes", items.len() - NODES));
            }
            described.join("\n")
        }
        _ => json(value, &|node| describe(node, lines)),
    };
    let (kept, next) = window(&text, 0, BUDGET);
    match next {
        None => text,
        Some(_) => format!(
            "{kept}…\ncut at {BUDGET} of {} characters: ask for less, for example with slice or map",
            text.chars().count()
        ),
    }
}

fn threw(message: &str, place: Option<&str>, has_element: bool) -> ToolError {
    let place = place.map(|place| format!(" ({})", cut(&one_line(place), 160))).unwrap_or_default();
    let hint = if message.starts_with("ReferenceError: element is not defined") && !has_element {
        "give `ref` as well: then `element` is that element"
    } else if message.starts_with("SyntaxError") {
        "send one expression, a function, or statements with `return`"
    } else {
        "mend the expression; what it did before the error stays done, so look before it runs again"
    };
    let message = cut(&one_line(message), 400);
    ToolError::new(ErrorCode::InvalidInput, format!("the script failed: {message}{place}"), hint).alone()
}

fn failed(error: BrowserError, limit: Duration) -> ToolError {
    match error {
        BrowserError::Interrupted(Interrupted::TimedOut { .. }) => ToolError::new(
            ErrorCode::TimedOut,
            format!("the script did not end within {} ms and was stopped", limit.as_millis()),
            "a loop without end, or a promise that never settles? wait for less, or give a larger timeout_ms",
        ),
        other => ToolError::from(other).alone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_and_prefixes_of_models_are_dropped() {
        assert_eq!(source_of("```js\n1 + 1\n```").0, "1 + 1");
        assert_eq!(source_of("```1 + 1```").0, "1 + 1");
        assert_eq!(source_of("javascript:alert(1)").0, "alert(1)");
        assert_eq!(source_of(" `a` "), ("`a`", None));
    }

    #[test]
    fn a_long_value_is_cut_and_says_how_long_it_is() {
        let text = shown(&ScriptValue::Text("é".repeat(9_000)), &HashMap::new());
        assert!(text.contains("cut at 8000 of 9002 characters"), "{}", &text[text.len() - 200..]);
        assert!(text.chars().count() < 8_200);
    }
}
