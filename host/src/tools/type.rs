//! `browser_type`: type into a field, and send it off when asked.

use crate::error::ToolError;
use crate::session::{Answer, Call, Naming, Typing};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_type",
        title: "Type",
        about: "Type text into a field by its ref; the field is cleared first. submit=true sends it, as for a search.",
        effect: Effect::Input,
        arguments: &[
            ELEMENT,
            Argument::required("text", Kind::TextOrEmpty, "").or(&["value", "input", "query", "content"]),
            Argument::optional("submit", Kind::Boolean, "Send it off").or(&["press_enter", "enter"]),
            SELECTOR,
            Argument::optional("text_label", Kind::Text, "Label of the field instead of ref")
                .or(&["label", "field", "name"]),
            Argument::optional("append", Kind::Boolean, "Keep what is in the field"),
            Argument::optional("slowly", Kind::Boolean, "One key at a time"),
            Argument::optional("confirm", Kind::Boolean, "").unlisted(),
            TIMEOUT,
        ],
        example: "{\"ref\": \"e1\", \"text\": \"kettle\", \"submit\": true}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    // Until the field is known to hold no secret, what is to be typed may be one.
    call.mark_sensitive(true);
    // The submit ladder may open several pages.
    call.limit(arguments.timeout(if arguments.flag("submit") { 90_000 } else { 20_000 }));
    let tab = call.same_tab().await?;
    let naming = Naming {
        reference: arguments.text("ref"),
        selector: arguments.text("selector"),
        text: arguments.text("text_label"),
    };
    let target = call.resolve_field(&tab, naming).await?;
    let typing = Typing {
        text: arguments.text("text").unwrap_or_default(),
        submit: arguments.flag("submit"),
        append: arguments.flag("append"),
        slowly: arguments.flag("slowly"),
    };
    call.type_text(&tab, target, typing).await
}
