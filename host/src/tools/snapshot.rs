//! `browser_snapshot`: show the page, or a further part of it.

use crate::error::ToolError;
use crate::session::{Answer, Call, ViewRequest};

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_snapshot",
        title: "Show the page",
        about: "Show the current page again: elements with refs, then text. `page` shows the next part.",
        effect: Effect::ReadOnly,
        arguments: &[
            Argument::optional("page", Kind::Integer { min: 1, max: 1_000 }, "Part of the element list"),
            Argument::optional("max_elements", Kind::Integer { min: 1, max: 500 }, ""),
            Argument::optional(
                "text_budget",
                Kind::Integer { min: 0, max: 50_000 },
                "Characters of page text",
            ),
            Argument::optional("full", Kind::Boolean, ""),
        ],
        example: "{}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest call.
const LIMIT_OF_CALL: std::time::Duration = std::time::Duration::from_secs(15);

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let tab = match call.waiting_tab().await {
        Ok(tab) => tab,
        Err(error) => return Call::report_dialog(error),
    };
    let request = ViewRequest {
        intent: "browse",
        query: String::new(),
        max_elements: arguments.size("max_elements"),
        text_budget: arguments.size("text_budget"),
        part: arguments.size("page").unwrap_or(1),
        insists: true,
        // Who names a budget wants to see that much.
        full: arguments.flag("full")
            || arguments.size("max_elements").is_some()
            || arguments.size("text_budget").is_some(),
    };
    let (look, refused) = call.look_without_banner(&tab, &request).await?;
    call.look_after_fields(&tab).await;
    let mut answer = Answer::body(call.view(&look, &request));
    answer.notes.extend(refused);
    for warning in &look.warnings {
        answer.note(format!("plugin warning: {warning}"));
    }
    answer.decisions = look.decisions;
    Ok(answer)
}
