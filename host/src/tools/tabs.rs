//! `browser_tabs`: list, switch, close or open tabs.

use crate::error::{ErrorCode, ToolError};
use crate::session::{Answer, Call, TabName};
use crate::snapshot::text::quoted;

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_tabs",
        title: "Tabs",
        about: "List the tabs, switch to one, close one (the current one unless named), or open a new one.",
        effect: Effect::Navigate,
        arguments: &[
            Argument::required("action", Kind::Choice(&["list", "switch", "close", "new"]), ""),
            Argument::optional("tab", Kind::Text, "Id such as t3")
                .or(&["id", "tab_id", "tabid", "page_id", "pageid"]),
            Argument::optional("index", Kind::Integer { min: 0, max: 100_000 }, "From 0"),
            Argument::optional("url", Kind::Url, "For new").or(&["link", "href"]),
        ],
        example: "{\"action\": \"switch\", \"tab\": \"t2\"}",
        out_of_band: false,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest opening of a page in a new tab.
const OPENING_MS: u64 = 30_000;

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let named = match (arguments.text("tab"), arguments.size("index")) {
        (Some(tab), _) => Some(TabName::read(tab).ok_or_else(|| {
            ToolError::new(
                ErrorCode::InvalidInput,
                format!("{} names no tab", quoted(tab, 40)),
                "use an id such as t2 from browser_tabs with action=list",
            )
        })?),
        (None, index) => index.map(TabName::Index),
    };
    match arguments.text("action") {
        Some("switch") => call.switch_tab(named).await,
        Some("close") => call.close_tab(named).await,
        Some("new") => super::navigate::open_new(call, arguments.text("url"), OPENING_MS).await,
        _ => Ok(call.list_tabs()),
    }
}
