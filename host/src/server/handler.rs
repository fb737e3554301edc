//! The protocol engine's side of the core: its tools, calls and introduction as MCP types.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    InitializeRequestParams, InitializeResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ServerCapabilities, ServerConfig, Tool, ToolAnnotations, ToolsCapability,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

use super::envelope::excerpt;
use super::{Content, Core, Person, ToolAnswer, ToolSpec};
use crate::error::{ErrorCode, ToolError};
use crate::turn::Turn;

/// Every protocol version that is served, oldest first.
const VERSIONS: &[ProtocolVersion] = &[
    ProtocolVersion::V_2024_11_05,
    ProtocolVersion::V_2025_03_26,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

/// Serves one client from the core.
pub(super) struct Handler {
    core: Arc<dyn Core>,
    config: ServerConfig,
    tools: OnceCell<Vec<Tool>>,
    end: End,
}

/// How the session ends for calls that are still running.
#[derive(Debug, Clone, Default)]
pub(super) struct End {
    /// Calls are cancelled and should answer soon.
    pub(super) over: CancellationToken,
    /// Calls that are still running are dropped.
    pub(super) abandon: CancellationToken,
}

impl Handler {
    pub(super) fn new(core: Arc<dyn Core>, end: End) -> Self {
        let mut capabilities = ServerCapabilities::default();
        let mut listing = ToolsCapability::default();
        listing.list_changed = Some(false);
        capabilities.tools = Some(listing);
        let config = ServerConfig::new(capabilities)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
            .with_server_info(Implementation::new("sekme", env!("CARGO_PKG_VERSION")).with_title("Sekme"))
            .with_instructions(core.instructions());
        Self { core, config, tools: OnceCell::new(), end }
    }

    /// The tools, which are the same from the first time on.
    async fn tools(&self) -> &[Tool] {
        let ask = async {
            self.core.prepare().await;
            self.core.tools().into_iter().map(ToolSpec::into_tool).collect()
        };
        self.tools.get_or_init(|| ask).await
    }

    fn unknown_tool(name: &str, tools: &[Tool]) -> ErrorData {
        let advice = match &nearest(name, tools.iter().map(|tool| &*tool.name))[..] {
            [] => "`tools/list` names the tools".to_owned(),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        ErrorData::invalid_params(format!("unknown tool `{}`: {advice}", excerpt(name)), None)
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(VERSIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let result = self.negotiate_initialize(&request)?;
        // The version of the session is the one agreed on, not the one asked for.
        context.peer.set_peer_info(request.with_protocol_version(result.protocol_version.clone()));
        Ok(result)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools().await.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let name = request.name.into_owned();
        let tools = self.tools().await;
        if !tools.iter().any(|tool| tool.name == name) && !self.core.understands(&name) {
            return Err(Self::unknown_tool(&name, tools));
        }
        let turn = context.extensions.get::<Turn>().cloned().unwrap_or_else(Turn::alone);
        let cancel = self.end.over.child_token();
        let person = Person::behind(&context.peer);
        let call = {
            let (core, name, cancel) = (Arc::clone(&self.core), name.clone(), cancel.clone());
            async move { core.call(name, request.arguments.unwrap_or_default(), turn, cancel, person).await }
        };
        let mut call = std::pin::pin!(AssertUnwindSafe(call).catch_unwind());
        let answer = tokio::select! {
            answer = &mut call => answer,
            () = context.ct.cancelled() => {
                cancel.cancel();
                tokio::select! {
                    answer = &mut call => answer,
                    () = self.end.abandon.cancelled() => Ok(abandoned(&name)),
                }
            }
            () = self.end.abandon.cancelled() => Ok(abandoned(&name)),
        };
        let answer = answer.unwrap_or_else(|panic| panicked(&name, &*panic));
        Ok(answer.into_result().into())
    }
}

impl ToolSpec {
    /// The tool as it is listed. Hints that say what holds without them are left out: every client puts the list
    /// before its model.
    fn into_tool(self) -> Tool {
        let mut hints = ToolAnnotations::new();
        hints.read_only_hint = self.read_only.then_some(true);
        hints.destructive_hint = (!self.read_only && !self.destructive).then_some(false);
        hints.open_world_hint = (!self.open_world).then_some(false);
        let tool = Tool::new(self.name, self.description, self.input_schema).with_title(self.title);
        if hints == ToolAnnotations::new() { tool } else { tool.with_annotations(hints) }
    }
}

impl ToolAnswer {
    fn into_result(self) -> CallToolResult {
        let content = self
            .content
            .into_iter()
            .map(|content| match content {
                Content::Text(text) => ContentBlock::text(text),
                Content::Image { mime, base64 } => ContentBlock::image(base64, mime),
            })
            .collect();
        let mut result =
            if self.is_error { CallToolResult::error(content) } else { CallToolResult::success(content) };
        if !self.meta.is_empty() {
            result.meta = Some(rmcp::model::MetaObject(self.meta));
        }
        result
    }
}

fn panicked(tool: &str, panic: &(dyn std::any::Any + Send)) -> ToolAnswer {
    let reason = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given");
    tracing::error!(tool, reason, "a tool panicked");
    internal(
        format!("`{tool}` broke off by a fault of ours: {}", excerpt(reason)),
        "the server goes on; look at the page again before repeating the call",
    )
}

fn abandoned(tool: &str) -> ToolAnswer {
    internal(format!("`{tool}` did not end before the server did"), "start the server again")
}

fn internal(message: String, hint: &str) -> ToolAnswer {
    let error = ToolError::new(ErrorCode::Internal, message, hint);
    ToolAnswer { content: vec![Content::Text(error.render())], is_error: true, meta: serde_json::Map::new() }
}

/// Up to three names a caller may have meant, the likeliest first.
fn nearest<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    const MOST: usize = 3;
    const LEAST_LIKENESS: u32 = 600;
    // Likeness takes time by the product of the lengths, and nothing that long was meant for a name.
    const LONGEST_NAME: usize = 100;
    if wanted.len() > LONGEST_NAME {
        return Vec::new();
    }
    let wanted = wanted.trim().to_lowercase();
    let mut near: Vec<_> = names
        .map(|name| (Reverse(likeness(&wanted, name)), name))
        .filter(|(Reverse(likeness), _)| *likeness >= LEAST_LIKENESS)
        .collect();
    near.sort_by_key(|(likeness, _)| *likeness);
    near.into_iter().take(MOST).map(|(_, name)| format!("`{name}`")).collect()
}

/// Likeness of two names in thousandths. A name without its prefix, or with one too many, is very like it.
fn likeness(wanted: &str, name: &str) -> u32 {
    const CONTAINED: u32 = 900;
    const SHORTEST_PART: usize = 4;
    if wanted.len() >= SHORTEST_PART && (name.contains(wanted) || wanted.contains(name)) {
        return CONTAINED;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 1000")]
    let thousandths = (strsim::normalized_damerau_levenshtein(wanted, name) * 1000.0) as u32;
    thousandths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_of_a_tool_name_names_the_tool() {
        let names = ["browser_navigate", "browser_snapshot", "browser_click", "browser_close"];
        let near = |wanted| nearest(wanted, names.into_iter());
        assert_eq!(near("navigate"), ["`browser_navigate`"]);
        assert_eq!(near("browser_clik")[0], "`browser_click`");
        assert_eq!(near("mcp__sekme__browser_snapshot"), ["`browser_snapshot`"]);
        assert!(near("weather").is_empty());
    }
}
