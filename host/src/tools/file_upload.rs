//! `browser_file_upload`: `browser_upload` under the name and with the arguments of another server.

use crate::error::ToolError;
use crate::session::{Answer, Call};

use super::arguments::{Arguments, ELEMENT, TIMEOUT};
use super::upload::{PATHS, upload};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_file_upload",
        title: "Upload files",
        about: "Set local files on a file input by its ref.",
        effect: Effect::Input,
        arguments: &[ELEMENT, PATHS, TIMEOUT],
        example: "{\"ref\": \"e4\", \"paths\": [\"report.pdf\"]}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    upload(call, arguments).await
}
