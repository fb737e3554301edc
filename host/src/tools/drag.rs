//! `browser_drag`: drag an element onto another one, or by some pixels.

use crate::error::{ErrorCode, ToolError};
use crate::session::{Answer, Call, Dragging, Naming};
use crate::snapshot::refs::Ref;

use super::arguments::{Argument, Arguments, Kind, TIMEOUT};
use super::{Description, Effect, Tool, aimed};

/// Farthest drag in CSS pixels.
const FAR: i64 = 10_000;

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_drag",
        title: "Drag",
        about: "Drag an element onto another one (to_ref), or by dx and dy pixels, as for a slider.",
        effect: Effect::Input,
        arguments: &[
            Argument::optional("ref", Kind::Element, "").or(&[
                "from_ref",
                "starttarget",
                "start_target",
                "startref",
                "start_ref",
                "from_uid",
                "from",
                "source",
                "target",
                "uid",
                "element",
            ]),
            Argument::optional("to_ref", Kind::Element, "").or(&[
                "endtarget",
                "end_target",
                "endref",
                "end_ref",
                "to_uid",
                "to",
                "destination",
            ]),
            Argument::optional("selector", Kind::Text, "").or(&["from_selector", "css"]),
            Argument::optional("to_selector", Kind::Text, ""),
            Argument::optional("dx", Kind::Integer { min: -FAR, max: FAR }, "").or(&["x", "delta_x"]),
            Argument::optional("dy", Kind::Integer { min: -FAR, max: FAR }, "").or(&["y", "delta_y"]),
            TIMEOUT,
        ],
        example: "{\"ref\": \"e3\", \"to_ref\": \"e7\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let (tab, from) = aimed(call, &arguments, None).await?;
    let to = Naming {
        reference: arguments.text("to_ref"),
        selector: arguments.text("to_selector"),
        ..Naming::default()
    };
    let dragging = if to.reference.is_some() || to.selector.is_some() {
        let words = to.reference.filter(|words| to.selector.is_none() && words.parse::<Ref>().is_err());
        Dragging::To(match (call.resolve(&tab, to).await, words) {
            // What takes a drop may be no control.
            (Err(error), Some(text)) if error.code == ErrorCode::NotFound => {
                call.resolve_visible(&tab, text).await?.ok_or(error)?
            }
            (found, _) => found?,
        })
    } else {
        let [dx, dy] = ["dx", "dy"].map(|name| arguments.signed(name).unwrap_or_default());
        if dx == 0 && dy == 0 {
            return Err(ToolError::new(
                ErrorCode::InvalidInput,
                "nothing says where to drag it",
                "give `to_ref` of the element to drop it on, or `dx` and `dy` in pixels",
            ));
        }
        let pixels = |by: i64| f64::from(i32::try_from(by).unwrap_or_default());
        Dragging::By(pixels(dx), pixels(dy))
    };
    call.drag(&tab, &from, &dragging).await
}
