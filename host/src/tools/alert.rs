//! `browser_alert`: what a native dialog says, and its answer, now or the next time. Never waits for the page.

use crate::browser::DialogAnswer;
use crate::error::ToolError;
use crate::session::{Answer, Call};
use crate::snapshot::text::folded;

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_alert",
        title: "Answer a dialog",
        about: "Answer an open alert, confirm or prompt; with none open, accept and dismiss decide the next one. Without action: read and close.",
        effect: Effect::Input,
        arguments: &[
            Argument::optional("action", Kind::Choice(&["read", "accept", "dismiss", "peek", "arm"]), ""),
            Argument::optional("text", Kind::Text, "Prompt answer").or(&["prompt_text", "prompt", "value"]),
        ],
        example: "{\"action\": \"accept\"}",
        out_of_band: true,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let text = arguments.text("text");
    // With `text` alone, its words are actions, as the servers before this one had them.
    let (action, text) = match (arguments.text("action"), text) {
        (Some(action), text) => (action, text),
        (None, Some("peek")) => ("peek", None),
        (None, Some("accept" | "ok")) => ("accept", None),
        (None, Some("dismiss" | "cancel")) => ("dismiss", None),
        (None, None | Some("text" | "read")) => ("read", None),
        (None, text) => ("accept", text),
    };
    let accept = |text: Option<&str>| DialogAnswer { accept: true, text: text.map(str::to_owned) };
    match action {
        "peek" => call.peek_dialog(),
        "arm" => {
            let dismisses = text.is_some_and(|text| matches!(folded(text).as_str(), "dismiss" | "cancel"));
            let word = text.filter(|text| !matches!(folded(text).as_str(), "accept" | "ok"));
            call.arm_dialog(if dismisses { dismissed() } else { accept(word) })
        }
        "accept" => call.answer_dialog(accept(text)).await,
        "dismiss" => call.answer_dialog(dismissed()).await,
        _ => call.read_dialog().await,
    }
}

fn dismissed() -> DialogAnswer {
    DialogAnswer { accept: false, text: None }
}
