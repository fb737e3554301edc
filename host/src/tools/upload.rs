//! `browser_upload`: give files to an input, to the button that asks for them, or to an area to drop them on.

use crate::error::ToolError;
use crate::session::{Answer, Call, Naming};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, SELECTOR, TIMEOUT};
use super::{Description, Effect, Tool};

/// The files, by any of the names that models give them.
pub(super) const PATHS: Argument =
    Argument::required("paths", Kind::Texts, "").or(&["path", "file", "files", "file_paths"]);

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_upload",
        title: "Upload files",
        about: "Give local files to a file input, the button that opens it, or a drop area.",
        effect: Effect::Input,
        arguments: &[
            ELEMENT,
            PATHS,
            SELECTOR,
            Argument::optional("confirm", Kind::Boolean, "").unlisted(),
            TIMEOUT,
        ],
        example: "{\"ref\": \"e4\", \"paths\": [\"report.pdf\"]}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    upload(call, arguments).await
}

/// Also behind `browser_file_upload`, which has fewer arguments.
pub(super) async fn upload(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    call.limit(arguments.timeout(30_000));
    // Files that may not be given are refused before the page is touched.
    let files = call.check_files(&arguments.texts("paths"))?;
    let tab = call.same_tab().await?;
    let naming =
        Naming { reference: arguments.text("ref"), selector: arguments.text("selector"), text: None };
    let target = call.resolve(&tab, naming).await?;
    call.upload(&tab, &target, &files).await
}
