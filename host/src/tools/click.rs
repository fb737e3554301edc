//! `browser_click`: click an element named by ref, selector or text.

use crate::browser::{Clicking, Modifiers, MouseButton};
use crate::error::ToolError;
use crate::session::{Answer, Call};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, MODIFIERS, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool, aimed};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_click",
        title: "Click",
        about: "Click an element by its ref from the view. Answers with what changed and the new view.",
        effect: Effect::Input,
        arguments: &[
            ELEMENT,
            SELECTOR,
            Argument::optional("text", Kind::Text, "Visible text instead of ref; narrows a selector"),
            Argument::optional("button", Kind::Choice(&["left", "right", "middle"]), ""),
            Argument::optional("count", Kind::Integer { min: 1, max: 2 }, "2 for a double click"),
            Argument::optional("confirm", Kind::Boolean, "").unlisted(),
            MODIFIERS,
            TIMEOUT,
        ],
        example: "{\"ref\": \"e3\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let holding = Modifiers::named(&arguments.texts("modifiers"))?;
    let (tab, target) = aimed(call, &arguments, Some("text")).await?;
    let how = Clicking {
        button: match arguments.text("button") {
            Some("right") => MouseButton::Right,
            Some("middle") => MouseButton::Middle,
            _ => MouseButton::Left,
        },
        count: if arguments.integer("count") == Some(2) { 2 } else { 1 },
        holding,
    };
    call.click(&tab, &target, how).await
}
