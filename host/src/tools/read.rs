//! `browser_read`: the main content as text, then a status line that says what is left.

use crate::browser::{BrowserError, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject::{self, ReadOptions};
use crate::session::{Answer, Call};
use crate::snapshot::facts::ReadResult;
use crate::snapshot::text::{counted, cut, fenced, one_line, quoted, window};
use crate::snapshot::view::header;

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_read",
        title: "Read the page",
        about: "Read the page's main text: results, prices, article. The last line says how much is left and how to go on.",
        effect: Effect::ReadOnly,
        arguments: &[
            Argument::optional("max", Kind::Integer { min: 50, max: 50_000 }, "Characters (2000)").or(&[
                "max_chars",
                "limit",
                "text_budget",
                "length",
            ]),
            Argument::optional("from", Kind::Integer { min: 0, max: 50_000_000 }, "Where to go on")
                .or(&["offset", "start"]),
            Argument::optional("selector", Kind::Text, "CSS selector of a part").or(&["css"]),
        ],
        example: "{}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// What is said at the end of what was read of a page that is too large to be read whole.
const LARGE: &str =
    "the page is too large to be read further: name a part with selector, or use browser_find";

/// Characters of one answer unless the call asks for another.
const DEFAULT_MAX: usize = 2_000;

/// Longest call.
pub(super) const LIMIT_OF_CALL: std::time::Duration = std::time::Duration::from_secs(15);

/// Longest wait for a frame that may hold the content.
const FRAME_LIMIT: std::time::Duration = std::time::Duration::from_secs(4);

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let tab = match call.same_tab().await {
        Ok(tab) => tab,
        Err(error) => return Call::report_dialog(error),
    };
    let frame = tab.main_frame();
    let advice = call.site_advice(&tab).await;
    let from = arguments.size("from").unwrap_or(0);
    let max = arguments.size("max").unwrap_or(DEFAULT_MAX);
    let options = ReadOptions {
        selectors: advice.main.clone(),
        ignore: advice.ignore.clone(),
        selector: arguments.text("selector").map(str::to_owned),
        max_chars: None,
    };
    let read = read(call, &tab, &options).await?;
    if let Some(selector) = &options.selector
        && (read.source.is_empty() || read.invalid.is_some())
    {
        let problem = read.invalid.unwrap_or_else(|| "nothing matches it".to_owned());
        return Err(ToolError::new(
            ErrorCode::NotFound,
            format!("{} cannot be read: {}", quoted(selector, 80), cut(&one_line(&problem), 120)),
            "leave `selector` out to read the main content",
        ));
    }
    let total = read.text.chars().count();
    let (part, next) = window(&read.text, from, max);
    let mut status = Vec::new();
    if let Some(items) = read.items {
        status.push(counted(items, "item"));
    }
    let until = next.unwrap_or(total);
    let least = if read.cut { "more than " } else { "" };
    status.push(format!("characters {}–{until} of {least}{total}", from.min(total)));
    if let Some(next) = next {
        status.push(format!("go on with from={next}"));
    } else {
        status.push(if read.cut { LARGE } else { "this is the end of the text" }.to_owned());
    }
    if read.scroll_remaining_px > 0 {
        status.push(format!("{} px of the page are below the window", read.scroll_remaining_px));
    }
    let body = if part.trim().is_empty() {
        match total {
            0 => "(no text)".to_owned(),
            _ => format!("(nothing after character {from}: the text has {total})"),
        }
    } else {
        // The budget was kept when the part was cut; fencing may add to it.
        fenced(part, usize::MAX)
    };
    let mut answer = Answer::body(format!(
        "{}\n{body}\nstatus: {}",
        header(&read.title, &frame.url()),
        status.join(" · ")
    ));
    answer.decisions = advice.by.iter().map(|by| format!("{by} said where the content is")).collect();
    answer.decisions.push(format!("content read from {}", cut(&one_line(&read.source), 80)));
    Ok(answer)
}

/// Reads the page, and after it what its visible frames say; a selector is looked for in all of them.
async fn read(call: &mut Call, tab: &Tab, options: &ReadOptions) -> Result<ReadResult, BrowserError> {
    let main = tab.main_frame();
    let mut read = match inject::read_main(&main, options, call.progress()).await {
        Err(BrowserError::FrameGone) => inject::read_main(&tab.main_frame(), options, call.progress()).await,
        other => other,
    }?;
    let is_found = options.selector.is_some() && !read.source.is_empty();
    if is_found || read.invalid.is_some() || tab.frames().len() < 2 {
        return Ok(read);
    }
    let wants_one = options.selector.is_some();
    for inner in inner_frames(call, tab, options, |_| wants_one).await {
        if wants_one || (read.frames_hold_text && inner.text.len() > read.text.len()) {
            read = ReadResult { title: read.title, ..inner };
        } else {
            read.text.push('\n');
            read.text.push_str(&inner.text);
        }
    }
    Ok(read)
}

/// What the frames inside the page say that a person can see, in order; reading ends with the first one after which
/// it is `enough`. A frame that says nothing or does not answer is left out.
pub(super) async fn inner_frames(
    call: &mut Call,
    tab: &Tab,
    options: &ReadOptions,
    mut enough: impl FnMut(&ReadResult) -> bool,
) -> Vec<ReadResult> {
    let mut found = Vec::new();
    let frames = call.visible_frames(tab).await.unwrap_or_default();
    for frame in frames.iter().filter(|frame| !frame.is_main()) {
        let limit = call.progress().child(FRAME_LIMIT);
        match inject::read_main(frame, options, &limit).await {
            Ok(inner) if !inner.text.trim().is_empty() => {
                let is_enough = enough(&inner);
                found.push(inner);
                if is_enough {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}
