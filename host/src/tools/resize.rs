//! `browser_resize`: the size of what pages are drawn in.

use crate::error::ToolError;
use crate::session::{Answer, Call, Size};

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

/// Smallest and largest width and height.
const SIDE: Kind = Kind::Integer { min: 200, max: 4_000 };

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_resize",
        title: "Set the page's size",
        about: "Set the size of the page in CSS pixels; mobile=true draws it as on a phone.",
        effect: Effect::Lifecycle,
        arguments: &[
            Argument::required("width", SIDE, "").or(&["w"]),
            Argument::required("height", SIDE, "").or(&["h"]),
            Argument::optional("mobile", Kind::Boolean, ""),
        ],
        example: "{\"width\": 1280, \"height\": 800}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest call.
const LIMIT_OF_CALL: std::time::Duration = std::time::Duration::from_secs(20);

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(LIMIT_OF_CALL);
    let side = |name| arguments.integer(name).and_then(|side| u32::try_from(side).ok()).unwrap_or(800);
    let size = Size { width: side("width"), height: side("height"), mobile: arguments.flag("mobile") };
    let (tab, _) = call.any_tab().await?;
    call.resize(&tab, size).await
}
