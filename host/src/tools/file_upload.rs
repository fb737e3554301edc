//! `browser_file_upload`: `browser_upload` under the name and with the arguments of another server.

use futures_util::future::BoxFuture;

use crate::error::ToolError;
use crate::session::{Answer, Call};

use super::arguments::{Argument, Arguments, ELEMENT, Kind, TIMEOUT};
use super::upload::upload;
use super::{Description, Effect, Tool};

const DESCRIPTION: Description = Description {
    name: "browser_file_upload",
    title: "Upload files",
    about: "Set local files on a file input by its ref.",
    effect: Effect::Input,
    arguments: &[
        ELEMENT,
        Argument::required("paths", Kind::Texts, "").or(&["path", "file", "files", "file_paths"]),
        TIMEOUT,
    ],
    example: "{\"ref\": \"e4\", \"paths\": [\"report.pdf\"]}",
    out_of_band: false,
};

pub(super) struct FileUpload;

impl Tool for FileUpload {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn run<'a>(
        &'a self,
        call: &'a mut Call,
        arguments: Arguments,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(upload(call, arguments))
    }
}
