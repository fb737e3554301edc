//! `browser_forward`: one entry forward in the history.

use crate::error::ToolError;
use crate::session::{Answer, Call, Travel};

use super::arguments::{Arguments, TIMEOUT};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_forward",
        title: "Go forward",
        about: "Go forward one entry in the tab's history.",
        effect: Effect::Navigate,
        arguments: &[TIMEOUT],
        example: "{}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    super::history::go(call, Travel::Forward, &arguments).await
}
