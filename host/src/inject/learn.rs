//! Learning: what Chrome knows of a document beyond what script can see, told to the page scripts.
//!
//! Listeners come from the debugger's own list, closed shadow roots from node descriptions, the role of a custom
//! element from the accessibility tree of that one element. All of it is a help: what cannot be learned is left
//! out, and the page is read without it.

use std::collections::{BTreeMap, HashMap};

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{MISSING, install};
use crate::browser::{BrowserError, Frame, NodeId, Semantics, World};
use crate::progress::Progress;

/// Runs in the page's own world, with effects forbidden.
const HANDLERS: &str = include_str!("handlers.js");

const LEARN: &str = "async function (options, ...nodes) {
  if (!Object.hasOwn(globalThis, '__sekme')) return 'sekme-missing';
  return globalThis.__sekme.learn(options, ...nodes);
}";

const SUSPECTS: &str = "globalThis.__sekme.suspects()";

/// Most nodes told in one look; the rest follow in the next. Each costs about a tenth of a millisecond.
const NODES: usize = 2_000;
/// Most elements whose role Chrome is asked for.
const CUSTOM: usize = 60;

/// What areas listen for that take what is dropped on them.
const DROP: &[&str] = &["drop", "dragover"];

/// The types of events that nodes listen for.
pub type Listeners = BTreeMap<NodeId, Vec<String>>;

/// What the nodes of each frame's own document listen for. Chrome lists a document together with the frames in it
/// that the same process renders. `None` where that could not be told apart or asked.
/// `with_drops` counts listeners for what is dropped, which are of no use where nothing can be dragged.
pub async fn listeners_of(frames: &[Frame], with_drops: bool, progress: &Progress) -> Vec<Option<Listeners>> {
    let mut listed = join_all(frames.iter().map(|frame| frame.listeners(progress))).await;
    if !with_drops {
        for types in listed.iter_mut().flatten().flat_map(BTreeMap::values_mut) {
            types.retain(|kind| !DROP.contains(&kind.as_str()));
        }
    }
    let own = frames.iter().zip(&listed).map(|(frame, all)| {
        let mut own = all.as_ref().ok()?.clone();
        for (_, inner) in frames.iter().zip(&listed).filter(|(other, _)| other.is_rendered_inside(frame)) {
            let inner = inner.as_ref().ok()?;
            own.retain(|node, _| !inner.contains_key(node));
        }
        Some(own)
    });
    own.collect()
}

/// What has been told about one document.
#[derive(Debug, Default)]
pub struct Learned {
    listeners: HashMap<NodeId, String>,
    /// Some listener stands for elements inside it, so that a framework may keep the handlers.
    delegates: bool,
    asked_handlers: bool,
    /// Custom elements that gave themselves a role.
    custom: Vec<NodeId>,
}

impl Learned {
    /// Whether there is something to tell of what the nodes of the document listen for, or to ask again.
    pub fn is_news(&self, now: &Listeners) -> bool {
        let is_told = |(node, types): (&NodeId, &Vec<String>)| {
            let words = words_of(types);
            self.listeners.get(node).map_or(words.is_empty(), |known| *known == words)
        };
        !self.custom.is_empty()
            || !now.iter().all(is_told)
            || !self.listeners.keys().all(|node| now.contains_key(node))
    }

    /// Tells the page scripts which elements have listeners, and what is new about known custom elements. `now` is
    /// what the nodes of this frame's document listen for; a node of another document among them would get the
    /// wrong prototypes in our world.
    pub async fn listeners(
        &mut self,
        frame: &Frame,
        now: &Listeners,
        progress: &Progress,
    ) -> Result<(), BrowserError> {
        let mut groups: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
        let mut room = NODES;
        for (node, types) in now {
            let words = words_of(types);
            let is_new = self.listeners.get(node).map_or(!words.is_empty(), |known| *known != words);
            if is_new && room > 0 {
                room -= 1;
                groups.entry(words).or_default().push(*node);
            }
        }
        let gone: Vec<NodeId> =
            self.listeners.keys().filter(|node| !now.contains_key(node)).copied().collect();
        groups.entry(String::new()).or_default().extend(&gone);
        for (words, nodes) in groups.into_iter().filter(|(_, nodes)| !nodes.is_empty()) {
            let options = json!({ "what": "listens", "words": words });
            let delegates = tell(frame, &options, &nodes, progress).await?;
            self.delegates |= delegates == Value::Bool(true);
            for node in nodes {
                if words.is_empty() {
                    self.listeners.remove(&node);
                } else {
                    self.listeners.insert(node, words.clone());
                }
            }
        }
        if self.delegates {
            self.handlers(frame, progress).await?;
        }
        if !self.custom.is_empty() {
            let nodes = self.custom.clone();
            self.semantics(frame, &nodes, progress).await?;
        }
        Ok(())
    }

    /// Handlers that a framework keeps in properties of the elements, where one listener at the root stands for all.
    pub async fn handlers(&mut self, frame: &Frame, progress: &Progress) -> Result<(), BrowserError> {
        if self.asked_handlers
            && tell(frame, &json!({ "what": "changed" }), &[], progress).await? == Value::Bool(false)
        {
            return Ok(());
        }
        self.asked_handlers = true;
        let listed = match frame.list(World::Main, HANDLERS, true, progress).await {
            Ok(listed) => listed,
            // The page stands in the way of being read without effect.
            Err(BrowserError::Script { .. }) => return Ok(()),
            Err(error) => return Err(error),
        };
        let options = json!({ "what": "handlers", "selectors": listed.values });
        tell(frame, &options, &listed.nodes, progress).await?;
        Ok(())
    }

    /// Asks about the elements that the last walk suspected to hold more than it saw. True when there is more to
    /// see now, so that another walk finds it.
    pub async fn hosts(&mut self, frame: &Frame, progress: &Progress) -> Result<bool, BrowserError> {
        let suspects = frame.list(World::Isolated, SUSPECTS, false, progress).await?.nodes;
        if suspects.is_empty() {
            return Ok(false);
        }
        let closed: Vec<NodeId> =
            frame.closed_roots(&suspects, progress).await?.into_iter().map(|(_, root)| root).collect();
        if !closed.is_empty() {
            tell(frame, &json!({ "what": "closed" }), &closed, progress).await?;
        }
        // Roots that were found are worth another walk, whatever becomes of the roles.
        let found = match self.roles(frame, &suspects, progress).await {
            Err(error) if closed.is_empty() => return Err(error),
            other => other.unwrap_or(false),
        };
        Ok(found || !closed.is_empty())
    }

    /// Asks for the roles of those suspects that may have given themselves one.
    async fn roles(
        &mut self,
        frame: &Frame,
        suspects: &[NodeId],
        progress: &Progress,
    ) -> Result<bool, BrowserError> {
        let worth = tell(frame, &json!({ "what": "ask" }), suspects, progress).await?;
        let asked: Vec<NodeId> = suspects
            .iter()
            .zip(worth.as_array().into_iter().flatten())
            .filter(|(_, is_worth)| **is_worth == Value::Bool(true))
            .map(|(node, _)| *node)
            .take(CUSTOM)
            .collect();
        self.semantics(frame, &asked, progress).await
    }

    /// Tells what custom elements say of themselves. True when one of them was not known to say anything.
    async fn semantics(
        &mut self,
        frame: &Frame,
        nodes: &[NodeId],
        progress: &Progress,
    ) -> Result<bool, BrowserError> {
        if nodes.is_empty() {
            return Ok(false);
        }
        let told = frame.semantics(nodes, progress).await?;
        let facts: Vec<Value> =
            told.iter().map(|semantics| semantics.as_ref().map_or(Value::Null, as_facts)).collect();
        let mut is_new = false;
        for (node, _) in nodes.iter().zip(&facts).filter(|(_, facts)| !facts.is_null()) {
            if !self.custom.contains(node) && self.custom.len() < CUSTOM {
                self.custom.push(*node);
                is_new = true;
            }
        }
        tell(frame, &json!({ "what": "internals", "facts": facts }), nodes, progress).await?;
        Ok(is_new)
    }
}

pub(super) async fn tell(
    frame: &Frame,
    options: &Value,
    nodes: &[NodeId],
    progress: &Progress,
) -> Result<Value, BrowserError> {
    let values = [options.clone()];
    let answer = frame.call_with_nodes(World::Isolated, LEARN, &values, nodes, progress).await?;
    if answer.as_str() != Some(MISSING) {
        return Ok(answer);
    }
    install(frame, progress).await?;
    frame.call_with_nodes(World::Isolated, LEARN, &values, nodes, progress).await
}

/// The words of `listensFor` for what a node listens for.
fn words_of(types: &[String]) -> String {
    const PRESS: &[&str] =
        &["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend"];
    const DRAG: &[&str] = &["dragstart", "drag"];
    const TYPE: &[&str] = &["keydown", "keypress", "keyup", "input", "beforeinput"];
    let has = |wanted: &[&str]| types.iter().any(|kind| wanted.contains(&kind.as_str()));
    [(PRESS, "press"), (DRAG, "drag"), (DROP, "drop"), (TYPE, "type")]
        .into_iter()
        .filter(|(kinds, _)| has(kinds))
        .map(|(_, word)| word)
        .collect::<Vec<_>>()
        .join(" ")
}

/// What the page scripts take; nothing for an element without a role of its own.
fn as_facts(semantics: &Semantics) -> Value {
    let is_role = !matches!(semantics.role.as_str(), "" | "generic" | "none" | "presentation")
        && semantics.role.chars().all(|character| character.is_ascii_lowercase());
    if !is_role {
        return Value::Null;
    }
    json!({ "role": semantics.role, "name": semantics.name, "states": semantics.states })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(types: &[&str]) -> String {
        words_of(&types.iter().map(|kind| (*kind).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn listeners_are_told_in_words() {
        assert_eq!(words(&["click"]), "press");
        assert_eq!(words(&["dragenter", "dragover"]), "drop");
        assert_eq!(words(&["scroll", "mouseenter"]), "");
        assert_eq!(words(&["keydown", "dragstart", "pointerdown"]), "press drag type");
    }

    #[test]
    fn only_a_role_of_its_own_is_worth_telling() {
        let semantics = |role: &str| Semantics { role: role.to_owned(), ..Semantics::default() };
        assert!(as_facts(&semantics("generic")).is_null());
        assert!(as_facts(&semantics("StaticText")).is_null());
        assert_eq!(as_facts(&semantics("checkbox"))["role"], "checkbox");
    }
}
