//! `browser_select`: choose options of a drop-down, list or group, whatever it is made of.

use crate::error::ToolError;
use crate::session::{Answer, Call, Naming};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_select",
        title: "Choose an option",
        about: "Choose an option of a drop-down, list, menu or radio group by its text. Opens it first where needed.",
        effect: Effect::Input,
        arguments: &[
            ELEMENT.or(&["target", "uid", "element", "element_ref", "id"]),
            Argument::required("option", Kind::OneOrMore, "Its text, value or index; a list for several")
                .or(&["value", "values", "options", "text", "label", "choice", "index"]),
            SELECTOR,
            Argument::optional("confirm", Kind::Boolean, "").unlisted(),
            TIMEOUT,
        ],
        example: "{\"ref\": \"e4\", \"option\": \"Berlin\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(arguments.timeout(30_000));
    let tab = call.same_tab().await?;
    let naming =
        Naming { reference: arguments.text("ref"), selector: arguments.text("selector"), text: None };
    let target = call.resolve(&tab, naming).await?;
    call.choose(&tab, &target, &arguments.texts("option")).await
}
