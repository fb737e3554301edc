//! `browser_forward`: one entry forward in the history.

use futures_util::future::BoxFuture;

use crate::error::ToolError;
use crate::session::{Answer, Call, Travel};

use super::arguments::{Arguments, TIMEOUT};
use super::{Description, Effect, Tool};

const DESCRIPTION: Description = Description {
    name: "browser_forward",
    title: "Go forward",
    about: "Go forward one entry in the tab's history.",
    effect: Effect::Navigate,
    arguments: &[TIMEOUT],
    example: "{}",
    out_of_band: false,
};

pub(super) struct Forward;

impl Tool for Forward {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn run<'a>(
        &'a self,
        call: &'a mut Call,
        arguments: Arguments,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move { super::history::go(call, Travel::Forward, &arguments).await })
    }
}
