//! What no script in a page's document can see and Chrome knows: listeners, closed shadow roots, semantics that a
//! custom element gave itself.

use std::collections::BTreeMap;

use chromiumoxide::cdp::browser_protocol::accessibility::{self, GetPartialAxTreeParams};
use chromiumoxide::cdp::browser_protocol::dom::{
    BackendNodeId, DescribeNodeParams, GetFrameOwnerParams, ResolveNodeParams,
};
use chromiumoxide::cdp::browser_protocol::dom_debugger::GetEventListenersParams;
use chromiumoxide::cdp::browser_protocol::page;
use chromiumoxide::cdp::js_protocol::runtime::{
    CallArgument, CallFunctionOnParams, EvaluateParams, ExecutionContextId, GetPropertiesParams,
    ReleaseObjectGroupParams, RemoteObjectId,
};
use futures_util::future::join_all;
use serde_json::Value;

use super::link::Pending;
use super::{BrowserError, Frame, World};
use crate::progress::Progress;

/// Objects of one reading are let go together.
const GROUP: &str = "sekme-nodes";
/// Ends "timed out waiting for …".
const WHAT: &str = "the page to answer";

/// A node of a document as Chrome numbers it: never used for another node while the node's process lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(i64);

/// What a function returned as a list.
#[derive(Debug, Clone, Default)]
pub struct Listed {
    /// Plain values, in order.
    pub values: Vec<Value>,
    /// Nodes, in order.
    pub nodes: Vec<NodeId>,
}

/// What Chrome tells assistive technology about an element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Semantics {
    /// ARIA role.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// States by the protocol's names (`checked`, `expanded`, `disabled` …), as words.
    pub states: BTreeMap<String, String>,
}

impl Frame {
    /// The types of events that each node of the document listens for, nodes in all shadow trees included, listeners
    /// of every script included, and nodes of frames inside it that the same process renders. Listeners of `window`
    /// are not among them.
    pub async fn listeners(&self, p: &Progress) -> Result<BTreeMap<NodeId, Vec<String>>, BrowserError> {
        if self.look(|frame| frame.main_world.is_none())? {
            // Where no script of the page runs, nobody listens.
            return Ok(BTreeMap::new());
        }
        // Not our world's document: Chrome would hand the page's listeners wrappers of the wrong world, after which
        // its own scripts fail and later commands hang or crash the page (seen with Chromium 156).
        let document = self.object(World::Main, "document", p).await?;
        let ask = GetEventListenersParams { object_id: document.id, depth: Some(-1), pierce: Some(true) };
        let answer = self.link.start(Some(&document.session), &ask).raw();
        let answer =
            p.race(WHAT, answer).await?.map_err(|error| error.of("DOMDebugger.getEventListeners"))?;
        let mut found: BTreeMap<NodeId, Vec<String>> = BTreeMap::new();
        for listener in answer["listeners"].as_array().into_iter().flatten() {
            let (Some(node), Some(kind)) = (listener["backendNodeId"].as_i64(), listener["type"].as_str())
            else {
                continue;
            };
            let kinds = found.entry(NodeId(node)).or_default();
            if !kinds.iter().any(|known| known == kind) {
                kinds.push(kind.to_owned());
            }
        }
        Ok(found)
    }

    /// Evaluates an expression whose value is a list; nodes in it are returned by number. With `untouched`, Chrome
    /// ends the script before it can change anything, whatever functions of the page it may run into.
    pub async fn list(
        &self,
        world: World,
        expression: &str,
        untouched: bool,
        p: &Progress,
    ) -> Result<Listed, BrowserError> {
        let list = self.evaluated_object(world, expression, untouched, p).await?;
        let ask = GetPropertiesParams { own_properties: Some(true), ..GetPropertiesParams::new(list.id) };
        let answer = self.link.start(Some(&list.session), &ask).raw();
        let answer = p.race(WHAT, answer).await?.map_err(|error| error.of("Runtime.getProperties"))?;
        let mut listed = Listed::default();
        let mut open = Vec::new();
        for item in answer["result"].as_array().into_iter().flatten() {
            if item["name"].as_str().is_none_or(|name| name.parse::<u32>().is_err()) {
                continue;
            }
            let value = &item["value"];
            match value["objectId"].as_str() {
                Some(id) if value["subtype"] == "node" => {
                    let describe = DescribeNodeParams {
                        object_id: Some(RemoteObjectId::new(id)),
                        ..DescribeNodeParams::default()
                    };
                    open.push(self.link.start(Some(&list.session), &describe));
                }
                _ => listed.values.push(value["value"].clone()),
            }
        }
        for described in all(open, p).await? {
            listed.nodes.push(NodeId(*described.node.backend_node_id.inner()));
        }
        self.let_go(&list.session);
        Ok(listed)
    }

    /// Calls a function of a world with plain values and then nodes. A node that is gone is `null`. The answer is
    /// a copy of its value, awaited.
    pub async fn call_with_nodes(
        &self,
        world: World,
        function: &str,
        values: &[Value],
        nodes: &[NodeId],
        p: &Progress,
    ) -> Result<Value, BrowserError> {
        let this = self.object(world, "globalThis", p).await?;
        let context = self.link.read(|state| state.numeric_context(&this.session, &this.context));
        let Some(context) = context else { return Err(BrowserError::FrameGone) };
        let open = nodes.iter().map(|node| {
            let resolve = ResolveNodeParams {
                backend_node_id: Some(BackendNodeId::new(node.0)),
                execution_context_id: Some(ExecutionContextId::new(context)),
                object_group: Some(GROUP.to_owned()),
                ..ResolveNodeParams::default()
            };
            self.link.start(Some(&this.session), &resolve).raw()
        });
        let objects = p.race(WHAT, join_all(open)).await?;
        let plain =
            values.iter().map(|value| CallArgument { value: Some(value.clone()), ..CallArgument::default() });
        let live = objects.iter().map(|answer| {
            let id = answer.as_ref().ok().and_then(|answer| answer["object"]["objectId"].as_str());
            let value = id.is_none().then_some(Value::Null);
            CallArgument { object_id: id.map(RemoteObjectId::new), value, ..CallArgument::default() }
        });
        let call = CallFunctionOnParams {
            object_id: Some(this.id),
            arguments: Some(plain.chain(live).collect()),
            return_by_value: Some(true),
            await_promise: Some(true),
            silent: Some(true),
            ..CallFunctionOnParams::new(function)
        };
        let answer = self.link.start(Some(&this.session), &call).raw();
        let answer = p.race(WHAT, answer).await?;
        self.let_go(&this.session);
        super::script::evaluated(
            answer.map_err(|error| self.judge(error, &this.session, self.document(), p))?,
        )
    }

    /// The element of the document around it that holds this frame.
    pub async fn owner(&self, p: &Progress) -> Result<NodeId, BrowserError> {
        let parent = self.parent().ok_or(BrowserError::FrameGone)?;
        let session = self.tab().look(|tab| tab.frames.get(&parent.0).map(|frame| frame.session.clone()));
        let session = session.ok_or(BrowserError::FrameGone)?;
        let ask = GetFrameOwnerParams { frame_id: page::FrameId::new(self.id.to_string()) };
        let answer = p.race(WHAT, self.link.start(Some(&session), &ask).raw()).await?;
        let owner = answer.map_err(|_| BrowserError::FrameGone)?;
        owner["backendNodeId"].as_i64().map(NodeId).ok_or(BrowserError::FrameGone)
    }

    /// The closed shadow root of each node that has one, as pairs of host and root.
    pub async fn closed_roots(
        &self,
        nodes: &[NodeId],
        p: &Progress,
    ) -> Result<Vec<(NodeId, NodeId)>, BrowserError> {
        let session = self.look(|frame| frame.session.clone())?;
        let open = nodes.iter().map(|node| {
            let describe = DescribeNodeParams {
                backend_node_id: Some(BackendNodeId::new(node.0)),
                ..DescribeNodeParams::default()
            };
            self.link.start(Some(&session), &describe).raw()
        });
        let described = p.race(WHAT, join_all(open)).await?;
        let pairs = nodes.iter().zip(described).filter_map(|(host, answer)| {
            let answer = answer.ok()?;
            let roots = answer["node"]["shadowRoots"].as_array()?;
            let closed = roots.iter().find(|root| root["shadowRootType"] == "closed")?;
            Some((*host, NodeId(closed["backendNodeId"].as_i64()?)))
        });
        Ok(pairs.collect())
    }

    /// What Chrome tells assistive technology about each node. `None` for a node that it leaves out, or that is gone.
    pub async fn semantics(
        &self,
        nodes: &[NodeId],
        p: &Progress,
    ) -> Result<Vec<Option<Semantics>>, BrowserError> {
        let session = self.look(|frame| frame.session.clone())?;
        // Without this, Chrome builds the page's accessibility tree anew for each question.
        self.link.send(Some(&session), &accessibility::EnableParams::default());
        let open = nodes.iter().map(|node| {
            let ask = GetPartialAxTreeParams {
                backend_node_id: Some(BackendNodeId::new(node.0)),
                fetch_relatives: Some(false),
                ..GetPartialAxTreeParams::default()
            };
            self.link.start(Some(&session), &ask).raw()
        });
        let answers = p.race(WHAT, join_all(open)).await;
        self.link.send(Some(&session), &accessibility::DisableParams::default());
        let answers = answers?;
        Ok(answers.into_iter().map(|answer| read_semantics(&answer.ok()?)).collect())
    }

    /// Lets go of what was held for a reading.
    fn let_go(&self, session: &str) {
        self.link.send(Some(session), &ReleaseObjectGroupParams::new(GROUP));
    }

    /// A thing of a world that an expression without effect names.
    async fn object(&self, world: World, name: &str, p: &Progress) -> Result<Held, BrowserError> {
        self.evaluated_object(world, name, false, p).await
    }

    async fn evaluated_object(
        &self,
        world: World,
        expression: &str,
        untouched: bool,
        p: &Progress,
    ) -> Result<Held, BrowserError> {
        let (session, context) = self.context(world, p).await?;
        let params = EvaluateParams {
            silent: Some(true),
            object_group: Some(GROUP.to_owned()),
            throw_on_side_effect: Some(untouched),
            unique_context_id: Some(context.clone()),
            ..EvaluateParams::new(expression)
        };
        let answer = p.race(WHAT, self.link.start(Some(&session), &params).raw()).await?;
        let answer = answer.map_err(|error| {
            if error.context_loss().is_some() {
                self.forget_context(&context);
            }
            BrowserError::FrameGone
        })?;
        match answer["result"]["objectId"].as_str() {
            Some(id) if answer.get("exceptionDetails").is_none() => {
                Ok(Held { id: RemoteObjectId::new(id), session, context })
            }
            _ => super::script::evaluated(answer)
                .and_then(|_| Err(BrowserError::Script { message: "the value is no object".to_owned() })),
        }
    }
}

/// An object of a page that we hold.
struct Held {
    id: RemoteObjectId,
    session: String,
    context: String,
}

async fn all<C: chromiumoxide::Command>(
    open: Vec<Pending<C>>,
    p: &Progress,
) -> Result<Vec<C::Response>, BrowserError> {
    let mut answers = Vec::with_capacity(open.len());
    for pending in open {
        answers.push(pending.wait(WHAT, p).await?);
    }
    Ok(answers)
}

fn read_semantics(answer: &Value) -> Option<Semantics> {
    let node = answer["nodes"].as_array()?.first()?;
    if node["ignored"] == true {
        return None;
    }
    let word = |value: &Value| match &value["value"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let states = node["properties"].as_array().into_iter().flatten();
    Some(Semantics {
        role: word(&node["role"]),
        name: word(&node["name"]),
        states: states
            .filter_map(|state| Some((state["name"].as_str()?.to_owned(), word(&state["value"]))))
            .collect(),
    })
}
