//! `browser_find`: look for text on the whole page, scrolling on where it loads as one scrolls.

use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;

use crate::browser::{BrowserError, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::session::{Answer, Call, ViewRequest};
use crate::snapshot::facts::ScrollTo;
use crate::snapshot::text::{cut, one_line, quoted};
use crate::snapshot::view::render_line;

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

const DESCRIPTION: Description = Description {
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
};

/// Longest call, scrolls included.
const LIMIT_OF_CALL: Duration = Duration::from_secs(45);
/// Most lines of an answer.
const LIMIT: usize = 10;
/// Longest wait after a scroll for the page to grow.
const GROWTH: Duration = Duration::from_millis(700);
/// Pause between two looks at a page that may grow.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) struct Find;

impl Tool for Find {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn run<'a>(
        &'a self,
        call: &'a mut Call,
        arguments: Arguments,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move {
            call.limit(LIMIT_OF_CALL);
            let tab = call.same_tab().await?;
            let text = arguments.text("text").unwrap_or_default().to_owned();
            let scrolls = if arguments.optional_flag("scroll") == Some(false) {
                0
            } else {
                call.session().settings().lazy_scrolls
            };
            let mut scrolled = 0;
            loop {
                let lines = find(call, &tab, &text).await?;
                if !lines.is_empty() {
                    let how = if scrolled > 0 { format!(" after {scrolled} scrolls") } else { String::new() };
                    return Ok(Answer {
                        receipt: format!("Found {} {} times{how}", quoted(&text, 60), lines.len()),
                        body: lines.join("\n"),
                        ..Answer::default()
                    });
                }
                if scrolled >= scrolls || !scroll_on(call, &tab).await? {
                    break;
                }
                scrolled += 1;
            }
            let searched = match (scrolled, scrolls) {
                (_, 0) => "what is loaded now was searched, without scrolling".to_owned(),
                (0, _) => "the whole page was searched".to_owned(),
                (scrolled, limit) if scrolled == limit => {
                    format!("{scrolled} scrolls down were searched; there may be more below")
                }
                (scrolled, _) => format!("the whole page was searched, {scrolled} scrolls down to its end"),
            };
            Err(ToolError::new(
                ErrorCode::NotFound,
                format!("{} is not on the page; {searched}", quoted(&text, 80)),
                "try a shorter or another wording, or browser_read to see what the page says",
            ))
        })
    }
}

async fn find(call: &mut Call, tab: &Tab, text: &str) -> Result<Vec<String>, ToolError> {
    let mut hits = Vec::new();
    for frame in tab.frames() {
        match inject::find_text(&frame, text, LIMIT, call.progress()).await {
            Ok(found) => hits.extend(found.into_iter().map(|hit| (frame.id(), hit))),
            Err(BrowserError::FrameGone) => {}
            Err(error) if frame.is_main() => return Err(error.into()),
            Err(_) => {}
        }
    }
    if hits.is_empty() {
        return Ok(Vec::new());
    }
    let look = call.look(tab, &ViewRequest { text_budget: Some(0), ..ViewRequest::default() }).await?;
    let elements = look.snapshot.elements();
    let mut lines = Vec::new();
    for (frame, hit) in hits.into_iter().take(LIMIT) {
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
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    Ok(lines)
}

/// Scrolls to the end of what is loaded and waits for the page to grow. False where it does not grow.
async fn scroll_on(call: &Call, tab: &Tab) -> Result<bool, ToolError> {
    let frame = tab.main_frame();
    let before = inject::sample(&frame, call.progress()).await?;
    let moved = inject::scroll(&frame, None, ScrollTo::Bottom, None, call.progress()).await?.moved;
    let start = Instant::now();
    loop {
        let now = inject::sample(&frame, call.progress()).await?;
        if now.text_len != before.text_len || now.interactive != before.interactive {
            return Ok(true);
        }
        let is_loading = tab.activity().requests_in_flight > 0;
        if start.elapsed() > if is_loading { GROWTH * 3 } else { GROWTH } {
            return Ok(moved);
        }
        call.progress().wait(PAUSE).await.map_err(BrowserError::from)?;
    }
}
