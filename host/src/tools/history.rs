//! `browser_history`: back, forward, reload.

use crate::error::ToolError;
use crate::session::{Answer, Call, Travel};

use super::arguments::{Argument, Arguments, Kind, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_history",
        title: "Back, forward, reload",
        about: "Go back or forward in the tab's history, or reload the page.",
        effect: Effect::Navigate,
        arguments: &[
            Argument::required("action", Kind::Choice(&["back", "forward", "reload"]), "").or(&["direction"]),
            TIMEOUT,
            Argument::optional("confirm", Kind::Boolean, "").unlisted(),
        ],
        example: "{\"action\": \"back\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest way to a page unless the call names another.
pub(super) const DEFAULT_TIMEOUT_MS: u64 = 30_000;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let travel = match arguments.text("action") {
        Some("forward") => Travel::Forward,
        Some("reload") => Travel::Reload,
        _ => Travel::Back,
    };
    go(call, travel, &arguments).await
}

/// Goes there.
pub(super) async fn go(call: &mut Call, travel: Travel, arguments: &Arguments) -> Result<Answer, ToolError> {
    let tab = call.waiting_tab().await?;
    call.travel(&tab, travel, arguments.flag("confirm"), arguments.timeout(DEFAULT_TIMEOUT_MS)).await
}
