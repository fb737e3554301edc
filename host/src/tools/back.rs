//! `browser_back`: one entry back in the history.

use futures_util::future::BoxFuture;

use crate::error::ToolError;
use crate::session::{Answer, Call, Travel};

use super::arguments::{Arguments, TIMEOUT};
use super::{Description, Effect, Tool};

const DESCRIPTION: Description = Description {
    name: "browser_back",
    title: "Go back",
    about: "Go back one entry in the tab's history.",
    effect: Effect::Navigate,
    arguments: &[TIMEOUT],
    example: "{}",
    out_of_band: false,
};

pub(super) struct Back;

impl Tool for Back {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn run<'a>(
        &'a self,
        call: &'a mut Call,
        arguments: Arguments,
    ) -> BoxFuture<'a, Result<Answer, ToolError>> {
        Box::pin(async move { super::history::go(call, Travel::Back, &arguments).await })
    }
}
