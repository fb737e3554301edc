//! `browser_check`: bring a checkbox, radio or switch into a state.

use crate::error::ToolError;
use crate::session::{Answer, Call};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool, aimed};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_check",
        title: "Check",
        about: "Check a checkbox, radio or switch, or uncheck it with checked=false.",
        effect: Effect::Input,
        arguments: &[
            ELEMENT,
            SELECTOR,
            Argument::optional("checked", Kind::Boolean, "").or(&["value", "state", "on"]),
            TIMEOUT,
        ],
        example: "{\"ref\": \"e3\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let (tab, target) = aimed(call, &arguments, None).await?;
    call.set_checked(&tab, target, arguments.optional_flag("checked").unwrap_or(true)).await
}
