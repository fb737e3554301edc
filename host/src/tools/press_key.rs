//! `browser_press_key`: press a key or a chord.

use crate::browser::Modifiers;
use crate::error::ToolError;
use crate::session::{Answer, Call, Naming};

use super::arguments::{Argument, Arguments, Kind, MODIFIERS, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_press_key",
        title: "Press a key",
        about: "Press a key or chord, e.g. Enter, Escape, ArrowDown, Control+A.",
        effect: Effect::Input,
        arguments: &[
            Argument::optional("ref", Kind::Element, "Element to focus first").or(&[
                "target",
                "uid",
                "element",
                "element_ref",
            ]),
            Argument::required("key", Kind::Text, "").or(&["keys", "name", "shortcut", "combination"]),
            Argument::optional("count", Kind::Integer { min: 1, max: 100 }, "").or(&["times", "repeat"]),
            Argument { also: &["modifier", "modifier_keys", "hold", "holding", "held_keys"], ..MODIFIERS },
            TIMEOUT,
        ],
        example: "{\"key\": \"Enter\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(arguments.timeout(20_000));
    let tab = call.same_tab().await?;
    let target = match arguments.text("ref") {
        None => None,
        reference => Some(call.resolve(&tab, Naming { reference, ..Naming::default() }).await?),
    };
    let held = Modifiers::named(&arguments.texts("modifiers"))?;
    let key = held.chord(arguments.text("key").unwrap_or_default());
    let count = arguments.integer("count").and_then(|count| u32::try_from(count).ok()).unwrap_or(1);
    call.press_key(&tab, target, &key, count).await
}
