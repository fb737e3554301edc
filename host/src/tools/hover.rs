//! `browser_hover`: move the mouse over an element and leave it there.

use crate::error::ToolError;
use crate::session::{Answer, Call, Naming};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool};

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
    call.limit(arguments.timeout(20_000));
    call.be_patient(arguments.patience());
    let tab = call.same_tab().await?;
    let naming = Naming {
        reference: arguments.text("ref"),
        selector: arguments.text("selector"),
        text: arguments.text("text"),
    };
    let target = call.resolve(&tab, naming).await?;
    call.hover(&tab, &target).await
}
