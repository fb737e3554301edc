//! `browser_handle_dialog`: the answer to an open native dialog or to the next one. Without arguments it only reports.

use crate::browser::DialogAnswer;
use crate::error::ToolError;
use crate::session::{Answer, Call};

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_handle_dialog",
        title: "Handle a dialog",
        about: "Accept or dismiss the open or else the next native dialog. Without arguments: report the last one.",
        effect: Effect::Input,
        arguments: &[
            Argument::optional("accept", Kind::Boolean, ""),
            Argument::optional("prompt_text", Kind::TextOrEmpty, "Prompt answer").or(&["text", "promptText"]),
        ],
        example: "{\"accept\": true}",
        out_of_band: true,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let text = arguments.text("prompt_text").map(str::to_owned);
    match arguments.optional_flag("accept") {
        // A look must not accept anything in a person's browser.
        None if text.as_deref().unwrap_or_default().is_empty() => call.peek_dialog(),
        Some(false) => call.answer_dialog(DialogAnswer { accept: false, text: None }).await,
        Some(true) | None => call.answer_dialog(DialogAnswer { accept: true, text }).await,
    }
}
