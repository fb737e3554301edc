//! `browser_scroll`: scroll the page, something in it, or to an element.

use crate::error::ToolError;
use crate::session::{Answer, Call, Naming, Scrolling};
use crate::snapshot::facts::ScrollTo;

use super::arguments::{Argument, Arguments, ELEMENT, Kind, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_scroll",
        title: "Scroll",
        about: "Scroll the page, or with ref that list, or to that element. To find text use browser_find instead.",
        effect: Effect::Input,
        arguments: &[
            ELEMENT,
            Argument::required(
                "direction",
                Kind::Choice(&["down", "up", "top", "bottom", "left", "right"]),
                "",
            )
            .or(&["to", "dir"]),
            Argument::optional(
                "amount",
                Kind::Integer { min: 1, max: 1_000_000 },
                "Pixels; one screen without",
            )
            .or(&["pixels", "distance", "px", "delta"]),
            TIMEOUT,
        ],
        example: "{\"direction\": \"down\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest call unless it names another limit.
const DEFAULT_TIMEOUT_MS: u64 = 20_000;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(arguments.timeout(DEFAULT_TIMEOUT_MS));
    let tab = call.same_tab().await?;
    let target = match arguments.text("ref") {
        Some(reference) => {
            let naming = Naming { reference: Some(reference), ..Naming::default() };
            Some(call.resolve(&tab, naming).await?)
        }
        None => None,
    };
    let to = match arguments.text("direction") {
        Some("up") => ScrollTo::Up,
        Some("top") => ScrollTo::Top,
        Some("bottom") => ScrollTo::Bottom,
        Some("left") => ScrollTo::Left,
        Some("right") => ScrollTo::Right,
        _ => ScrollTo::Down,
    };
    let amount = arguments.integer("amount").and_then(|amount| u32::try_from(amount).ok());
    call.scroll(&tab, &Scrolling { to, target, amount }).await
}
