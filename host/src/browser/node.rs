//! Nodes of a document under Chrome's own number, which means the same in every script world of its process.

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, DescribeNodeParams, ResolveNodeParams};
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, ExecutionContextId, ReleaseObjectGroupParams, RemoteObjectId,
};
use serde_json::Value;

use super::script::evaluated;
use super::{BrowserError, Frame, FrameId, World};
use crate::progress::Progress;

/// The group of every object that is held in a page for a moment.
pub(super) const GROUP: &str = "sekme";

/// A node of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Chrome's number of it.
    pub(super) backend: i64,
    /// The frame that it shows, if it is an `<iframe>` or the like.
    pub content: Option<FrameId>,
}

impl Frame {
    /// The node that a function of our world (`(a, b) => …`) answers with; `None` where it answers with anything
    /// else.
    pub async fn node(
        &self,
        function: &str,
        args: &[Value],
        p: &Progress,
    ) -> Result<Option<Node>, BrowserError> {
        let document = self.document();
        let (session, context) = self.context(World::Isolated, p).await?;
        let call = CallFunctionOnParams {
            unique_context_id: Some(context),
            arguments: Some(args.iter().map(argument).collect()),
            object_group: Some(GROUP.to_owned()),
            silent: Some(true),
            ..CallFunctionOnParams::new(function)
        };
        let answer = p.race("the page to answer", self.link.start(Some(&session), &call).raw()).await?;
        let answer = answer.map_err(|error| self.judge(error, &session, document, p))?;
        let object = answer["result"]["objectId"].as_str();
        let Some(object) = object.filter(|_| answer.get("exceptionDetails").is_none()) else {
            return Ok(None);
        };
        let describe = DescribeNodeParams {
            object_id: Some(RemoteObjectId::new(object)),
            ..DescribeNodeParams::builder().build()
        };
        let described = self.link.start(Some(&session), &describe).raw();
        self.link.send(Some(&session), &ReleaseObjectGroupParams::new(GROUP));
        let described = p.race("the page to answer", described).await?;
        let described = described.map_err(|error| self.judge(error, &session, document, p))?;
        let node = &described["node"];
        Ok(node["backendNodeId"]
            .as_i64()
            .map(|backend| Node { backend, content: node["frameId"].as_str().map(|id| FrameId(id.into())) }))
    }

    /// Calls a function with the node, seen from our world, as `this`; returns a copy of its value. A node of
    /// another document is an error.
    pub async fn call_on_node(
        &self,
        node: &Node,
        function: &str,
        p: &Progress,
    ) -> Result<Value, BrowserError> {
        let (session, object) = self.hold(node, World::Isolated, p).await?;
        let document = self.document();
        let call = CallFunctionOnParams {
            object_id: Some(object),
            return_by_value: Some(true),
            silent: Some(true),
            ..CallFunctionOnParams::new(function)
        };
        let answer = self.link.start(Some(&session), &call).raw();
        self.link.send(Some(&session), &ReleaseObjectGroupParams::new(GROUP));
        let answer = p.race("the page to answer", answer).await?;
        evaluated(answer.map_err(|error| self.judge(error, &session, document, p))?)
    }

    /// The node as an object of a world of this frame, and the session that knows it. Held until [`GROUP`] is
    /// released.
    pub(super) async fn hold(
        &self,
        node: &Node,
        world: World,
        p: &Progress,
    ) -> Result<(String, RemoteObjectId), BrowserError> {
        let document = self.document();
        let (session, context) = self.context(world, p).await?;
        let number = self.link.read(|state| state.numeric_context(&session, &context));
        let resolve = ResolveNodeParams {
            backend_node_id: Some(BackendNodeId::new(node.backend)),
            execution_context_id: number.map(ExecutionContextId::new),
            object_group: Some(GROUP.to_owned()),
            ..ResolveNodeParams::builder().build()
        };
        let answer = p.race("the page to answer", self.link.start(Some(&session), &resolve).raw()).await?;
        let answer = answer.map_err(|error| self.judge(error, &session, document, p))?;
        match answer["object"]["objectId"].as_str() {
            Some(object) => Ok((session, RemoteObjectId::new(object))),
            None => Err(BrowserError::FrameGone),
        }
    }
}

/// Plain data as an argument of a function.
pub(super) fn argument(value: &Value) -> CallArgument {
    CallArgument { value: Some(value.clone()), unserializable_value: None, object_id: None }
}
