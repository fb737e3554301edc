//! `browser_history`: back, forward, reload.

use futures_util::future::BoxFuture;

use crate::error::ToolError;
use crate::session::{Answer, Call, Travel};

use super::arguments::{Argument, Arguments, Kind, TIMEOUT};
use super::{Description, Effect, Tool};

const DESCRIPTION: Description = Description {
    name: "browser_history",
    title: "Back, forward, reload",
    about: "Go back or forward in the tab's history, or reload the page.",
    effect: Effect::Navigate,
    arguments: &[
        Argument::required("action", Kind::Choice(&["back", "forward", "reload"]), "").or(&["direction"]),
        TIMEOUT,
    ],
    example: "{\"action\": \"back\"}",
    out_of_band: false,
};

/// Longest way to a page unless the call names another.
pub(super) const DEFAULT_TIMEOUT_MS: u64 = 30_000;

pub(super) struct History;

impl Tool for History {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn run<'a>(
        &'a self,
        call: &'a mut Call,
        arguments: Arguments,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move {
            let travel = match arguments.text("action") {
                Some("forward") => Travel::Forward,
                Some("reload") => Travel::Reload,
                _ => Travel::Back,
            };
            go(call, travel, &arguments).await
        })
    }
}

/// Goes there.
pub(super) async fn go(call: &mut Call, travel: Travel, arguments: &Arguments) -> Result<Answer, ToolError> {
    let tab = call.same_tab().await?;
    call.travel(&tab, travel, arguments.timeout(DEFAULT_TIMEOUT_MS)).await
}
