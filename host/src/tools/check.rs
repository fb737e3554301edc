//! `browser_check`: bring a checkbox, radio or switch into a state.

use crate::error::ToolError;
use crate::session::{Answer, Call, Naming};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool};

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
    call.limit(arguments.timeout(20_000));
    call.be_patient(arguments.patience());
    let tab = call.same_tab().await?;
    let naming = Naming {
        reference: arguments.text("ref"),
        selector: arguments.text("selector"),
        ..Naming::default()
    };
    let target = call.resolve(&tab, naming).await?;
    call.set_checked(&tab, target, arguments.optional_flag("checked").unwrap_or(true)).await
}
