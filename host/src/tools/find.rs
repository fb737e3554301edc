//! `browser_find`: look for text on the whole page, scrolling on where it loads as one scrolls.

use std::time::Duration;

use crate::browser::{BrowserError, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Answer, Call, ViewRequest};
use crate::snapshot::text::{cut, one_line, quoted};
use crate::snapshot::view::render_line;

use super::arguments::{Argument, Arguments, Kind};
use super::sweep::Sweep;
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_find",
        title: "Find text",
        about: "Find text anywhere on the page, also outside the view; answers with lines and refs to act on.",
        effect: Effect::ReadOnly,
        arguments: &[
            Argument::required("text", Kind::Text, "").or(&["query", "q", "search", "value"]),
            Argument::optional("scroll", Kind::Boolean, "Load more by scrolling (true)"),
        ],
        example: "{\"text\": \"kettle\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest call, scrolls included.
const LIMIT_OF_CALL: Duration = Duration::from_secs(45);
/// Most lines of an answer.
const LIMIT: usize = 10;
/// Most places that are counted.
const COUNTED: usize = 200;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let tab = call.same_tab().await?;
    let text = arguments.text("text").unwrap_or_default().to_owned();
    let scrolls = if arguments.optional_flag("scroll") == Some(false) {
        0
    } else {
        call.session().settings().lazy_scrolls
    };
    let mut sweep = Sweep::new(scrolls);
    loop {
        let (lines, truncated) = find(call, &tab, &text).await?;
        sweep.truncated |= truncated;
        if !lines.is_empty() {
            let how_often = match lines.len() {
                1 => "once".to_owned(),
                count if count >= COUNTED => format!("at least {count} times"),
                count => format!("{count} times"),
            };
            let shown = match lines.len() {
                count if count > LIMIT => format!("; the first {LIMIT} are"),
                _ => String::new(),
            };
            return Ok(Answer {
                receipt: format!("Found {} {how_often}{}{shown}", quoted(&text, 60), sweep.so_far()),
                body: lines[..lines.len().min(LIMIT)].join("\n"),
                ..Answer::default()
            });
        }
        if !sweep.on(call, &tab).await? {
            break;
        }
    }
    Err(ToolError::new(
        ErrorCode::NotFound,
        format!("{} is not on the page; {}", quoted(&text, 80), sweep.told()),
        "try a shorter or another wording, or browser_read to see what the page says",
    ))
}

/// The lines that show the text, and whether the page holds more than was looked at.
async fn find(call: &mut Call, tab: &Tab, text: &str) -> Result<(Vec<String>, bool), ToolError> {
    let mut hits = Vec::new();
    let mut truncated = false;
    // Only what a person can see of the frames is read, and so only that is searched.
    let look = call.look(tab, &ViewRequest { text_budget: Some(0), ..ViewRequest::default() }).await?;
    for frame in &look.frames {
        match inject::find_text(frame, text, COUNTED, call.progress()).await {
            Ok(found) => {
                truncated |= found.truncated;
                hits.extend(found.hits.into_iter().map(|hit| (frame.id(), hit)));
            }
            Err(BrowserError::FrameGone) => {}
            Err(error) if frame.is_main() => return Err(error.into()),
            Err(_) => {}
        }
    }
    let elements = look.snapshot.elements();
    let mut lines = Vec::new();
    for (frame, hit) in hits.into_iter().take(COUNTED) {
        let placed = hit.element.and_then(|id| {
            elements
                .iter()
                .copied()
                .find(|placed| placed.element.id == id && look.snapshot.frames[placed.frame].frame == frame)
        });
        let said = cut(&one_line(&hit.line), 160);
        let line = match placed {
            Some(placed) => {
                let line = render_line(&call.line(&look.snapshot, placed));
                let known = line.contains(&said.replace('"', "'"));
                if known { line } else { format!("{line} | near {}", quoted(&said, 160)) }
            }
            None => format!("text {}", quoted(&said, 160)),
        };
        let line = match hit.at.filter(|_| hit.opens) {
            Some(at) => {
                let reference = call.assign_text(tab, &frame, at, &hit.line);
                let also = placed.map(|_| format!("; {line}")).unwrap_or_default();
                format!("{reference} text {} (opens when hovered){also}", quoted(&said, 160))
            }
            None => line,
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    Ok((lines, truncated))
}
