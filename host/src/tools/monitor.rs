//! `browser_monitor`: watch requests, the console and errors.

use crate::error::ToolError;
use crate::session::{Answer, Call, Filter, Watching};

use super::arguments::{Argument, Arguments, Kind, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_monitor",
        title: "Watch the network",
        about: "Watch network requests, console and errors: start, then act, then check, or wait for the first that fits.",
        effect: Effect::ReadOnly,
        arguments: &[
            Argument::required("action", Kind::Choice(&["start", "check", "wait", "stop"]), ""),
            Argument::optional(
                "filter",
                Kind::Text,
                "Words: part of URL, method, 404, 4xx, xhr, console, failed",
            )
            .or(&["pattern", "url", "query", "text"]),
            TIMEOUT,
            Argument::optional("limit", Kind::Integer { min: 1, max: 200 }, "").or(&["max", "count"]),
        ],
        example: "{\"action\": \"start\"}",
        // A page that is stuck is a reason to look at its requests; a call that acts may be waited for.
        out_of_band: true,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Most lines of an answer, where the call names no number.
const LIMIT: usize = 20;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let default = u64::try_from(call.session().settings().wait.as_millis()).unwrap_or(u64::MAX);
    let watching = match arguments.text("action") {
        Some("check") => Watching::Check,
        Some("wait") => Watching::Wait,
        Some("stop") => Watching::Stop,
        _ => Watching::Start,
    };
    if watching == Watching::Wait {
        call.limit(arguments.timeout(default));
        call.give_way();
    }
    let filter = Filter::read(arguments.text("filter").unwrap_or_default());
    call.monitor(watching, &filter, arguments.size("limit").unwrap_or(LIMIT)).await
}
