//! `browser_hover`: move the mouse over an element and leave it there.

use crate::error::{ErrorCode, ToolError};
use crate::session::{Answer, Call};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool, aimed};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_hover",
        title: "Hover",
        about: "Move the mouse over an element, for menus and hints that open below it.",
        effect: Effect::Input,
        arguments: &[ELEMENT, SELECTOR, Argument::optional("text", Kind::Text, ""), TIMEOUT],
        example: "{\"ref\": \"e3\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let (tab, target) = match aimed(call, &arguments, Some("text")).await {
        // Menus may open under a text that is no control.
        Err(error) if error.code == ErrorCode::NotFound && arguments.text("ref").is_none() => {
            let (Some(text), None) = (arguments.text("text"), arguments.text("selector")) else {
                return Err(error);
            };
            let tab = call.same_tab().await?;
            let target = call.resolve_visible(&tab, text).await?.ok_or(error)?;
            (tab, target)
        }
        aimed => aimed?,
    };
    call.hover(&tab, &target).await
}
