//! `browser_get_text`: all text that a person can see, without elements.

use crate::error::ToolError;
use crate::inject::{self, ReadOptions};
use crate::session::{Answer, Call};
use crate::snapshot::facts::ReadResult;
use crate::snapshot::text::{fenced, window};
use crate::snapshot::view::header;

use super::arguments::{Argument, Arguments, Kind};
use super::read::{LIMIT_OF_CALL, inner_frames};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_get_text",
        title: "Get the text",
        about: "Get all readable text of the page, without the list of elements.",
        effect: Effect::ReadOnly,
        arguments: &[Argument::optional(
            "text_budget",
            Kind::Integer { min: 50, max: 200_000 },
            "Characters (8000)",
        )
        .or(&["max", "max_chars", "limit"])],
        example: "{}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Characters of an answer unless the call asks for another number.
const DEFAULT_BUDGET: usize = 8_000;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let tab = call.same_tab().await?;
    let budget = arguments.size("text_budget").unwrap_or(DEFAULT_BUDGET);
    let options = ReadOptions {
        selector: Some("body".to_owned()),
        max_chars: Some(budget.saturating_mul(2)),
        ..ReadOptions::default()
    };
    let main = inject::read_main(&tab.main_frame(), &options, call.progress()).await?;
    let mut texts = vec![main.text];
    let mut length = texts[0].chars().count();
    if length <= budget && tab.frames().len() > 1 {
        let enough = |inner: &ReadResult| {
            length += inner.text.chars().count();
            length > budget
        };
        texts.extend(inner_frames(call, &tab, &options, enough).await.into_iter().map(|inner| inner.text));
    }
    texts.retain(|text| !text.is_empty());
    let text = texts.join("\n");
    let (part, rest) = window(text.trim_end(), 0, budget);
    let body = if part.is_empty() { "(no text)".to_owned() } else { fenced(part, usize::MAX) };
    let more = match rest {
        Some(_) => format!("\nmore text: browser_read, or text_budget above {budget}"),
        None => String::new(),
    };
    Ok(Answer::body(format!("{}\n{body}{more}", header(&main.title, &tab.url()))))
}
