//! Tools of plugins (`tool-provider`): the plugin says what is to be done, and the session does it as any other action.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::error::{ErrorCode, ToolError};
use crate::plugin::{ProvidedTool, ToolReply, fenced};
use crate::server::ToolSpec;
use crate::session::{Answer, Call, ViewRequest};

use super::arguments::Arguments;
use super::{Description, Effect, Tool};

/// How often a tool is asked within one call.
const MOST_ROUNDS: u32 = 4;

/// A tool of a plugin as dispatch calls it.
#[derive(Debug)]
pub struct Provided {
    /// What the plugin says of it.
    pub facts: Arc<ProvidedTool>,
    /// The tool.
    pub tool: &'static Tool,
}

impl Provided {
    /// Made once for each tool when the server starts, and there until it ends.
    pub fn new(facts: ProvidedTool) -> Self {
        let leaked = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        let description = Description {
            name: leaked(&facts.name),
            title: leaked(&facts.own_name),
            about: leaked(&facts.description),
            effect: if facts.read_only { Effect::ReadOnly } else { Effect::Input },
            arguments: &[],
            example: "{}",
            out_of_band: false,
        };
        let tool =
            Box::leak(Box::new(Tool { description, run: |call, arguments| Box::pin(run(call, arguments)) }));
        Self { facts: Arc::new(facts), tool }
    }

    /// The tool as it is listed.
    pub fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: self.facts.name.clone(),
            title: self.facts.own_name.clone(),
            description: self.facts.description.clone(),
            input_schema: listed(&self.facts.schema),
            read_only: self.facts.read_only,
            destructive: !self.facts.read_only,
            open_world: true,
        }
    }
}

/// The schema with what every client expects of one.
fn listed(schema: &Map<String, Value>) -> Map<String, Value> {
    let mut schema = schema.clone();
    schema.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    schema
}

async fn run(call: &mut Call, arguments: Arguments) -> Result<Answer, ToolError> {
    let Some(tool) = call.provided() else {
        return Err(ToolError::new(ErrorCode::Internal, "this tool is of no plugin", "see tools/list"));
    };
    let session = Arc::clone(call.session());
    let arguments = Value::Object(arguments.values().clone()).to_string();
    let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
    let failed = |said: String| {
        let hint = format!("this tool is the plugin {}'s; go on with the browser's own tools", tool.by);
        ToolError::new(ErrorCode::PluginFailed, said, hint)
    };
    let tab = if session.browser().is_some() { Some(call.same_tab().await?) } else { None };
    let mut has_acted = false;
    for round in 0..MOST_ROUNDS {
        let look = match &tab {
            Some(tab) => Some(call.look(tab, &request).await?),
            None => None,
        };
        let page = look.as_ref().map(|look| look.snapshot.page_input());
        match session.plugins().call_tool(&tool, &arguments, page.as_ref(), round).await.map_err(&failed)? {
            ToolReply::Done(text) => {
                let mut answer = Answer::receipt(format!("{} answered (plugin {}):", tool.name, tool.by));
                answer.body = fenced(&text, session.settings().view_chars);
                if let Some(look) = look.filter(|_| has_acted) {
                    answer.body.push_str("\nThe page now:\n");
                    answer.body.push_str(&call.view(&look, &request));
                }
                answer.decisions.push(format!("by=plugin:{} answered {}", tool.by, tool.own_name));
                return Ok(answer);
            }
            ToolReply::Fail(words) => return Err(failed(format!("{}: {words}", tool.by))),
            ToolReply::Run(steps) => {
                let Some(tab) = &tab else {
                    return Err(failed(format!("{}: wants to act, and no page is open", tool.by)));
                };
                let stepped = call.run_steps(tab, &tool.by, None, &steps).await;
                has_acted |= !stepped.done.is_empty();
                if let Some(why) = stepped.stopped {
                    let done =
                        if stepped.done.is_empty() { "nothing".to_owned() } else { stepped.done.join(", ") };
                    return Err(failed(format!("{}: its steps stopped: {why} (done: {done})", tool.by)));
                }
            }
        }
    }
    Err(failed(format!("{}: wanted more than {MOST_ROUNDS} rounds of steps", tool.by)))
}
