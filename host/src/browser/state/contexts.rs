//! Execution contexts: which script world of which frame answers to which id.

use std::collections::HashMap;

use serde::Deserialize;

use super::{State, decode};
use crate::browser::World;
use crate::browser::wire::RawEvent;

/// The name of our isolated world.
pub(in crate::browser) const WORLD_NAME: &str = "sekme";

/// The unique ids of a session's contexts by their numeric ones, which mean something to its current process only.
#[derive(Debug, Default)]
pub(super) struct Contexts {
    unique: HashMap<i64, String>,
    /// Contexts of frames that are not known yet: a restored page tells its contexts before its frames.
    orphans: Vec<Description>,
}

/// Most contexts kept for frames that are not known.
const ORPHANS: usize = 1_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    context: Description,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Description {
    id: i64,
    unique_id: String,
    name: String,
    #[serde(default)]
    aux_data: AuxData,
}

#[derive(Debug, Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct AuxData {
    is_default: bool,
    frame_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Destroyed {
    execution_context_id: i64,
}

impl State {
    pub(super) fn apply_runtime(&mut self, session: Option<&str>, event: &RawEvent) {
        match event.method.as_ref() {
            "Runtime.executionContextCreated" => {
                if let Some(Created { context }) = decode(event) {
                    self.add_context(session, context);
                }
            }
            "Runtime.executionContextDestroyed" => {
                if let Some(Destroyed { execution_context_id }) = decode(event) {
                    self.drop_contexts(session, |id| id == execution_context_id);
                }
            }
            "Runtime.executionContextsCleared" => self.drop_contexts(session, |_| true),
            _ => {}
        }
    }

    fn add_context(&mut self, session: Option<&str>, context: Description) {
        let world = match context.name.as_str() {
            _ if context.aux_data.is_default => World::Main,
            WORLD_NAME => World::Isolated,
            _ => return,
        };
        let Some((_, tab)) = self.tab_of(session) else { return };
        let Some(frame) = tab.frames.get_mut(&context.aux_data.frame_id) else {
            if let Some(session) = session.and_then(|session| self.sessions.get_mut(session))
                && session.contexts.orphans.len() < ORPHANS
            {
                session.contexts.orphans.push(context);
            }
            return;
        };
        let slot = match world {
            World::Main => &mut frame.main_world,
            World::Isolated => &mut frame.isolated_world,
        };
        *slot = Some(context.unique_id.clone());
        if let Some(session) = session.and_then(|session| self.sessions.get_mut(session)) {
            session.contexts.unique.insert(context.id, context.unique_id);
        }
    }

    /// Gives contexts that were told before their frames to the frames that are known by now.
    pub(super) fn adopt_contexts(&mut self, session: &str) {
        let Some(state) = self.sessions.get_mut(session) else { return };
        for context in std::mem::take(&mut state.contexts.orphans) {
            self.add_context(Some(session), context);
        }
    }

    /// Forgets the contexts of a session that `which` picks.
    pub(super) fn drop_contexts(&mut self, session: Option<&str>, which: impl Fn(i64) -> bool) {
        let Some(session) = session.and_then(|session| self.sessions.get_mut(session)) else { return };
        session.contexts.orphans.retain(|orphan| !which(orphan.id));
        let gone: Vec<String> =
            session.contexts.unique.extract_if(|id, _| which(*id)).map(|(_, unique)| unique).collect();
        let Some(tab) = self.tabs.get_mut(&session.tab) else { return };
        for unique in gone {
            tab.frames.forget_context(&unique);
        }
    }

    /// The numeric id of a context, which some commands want, by its unique one.
    pub(in crate::browser) fn numeric_context(&self, session: &str, unique: &str) -> Option<i64> {
        let contexts = &self.sessions.get(session)?.contexts.unique;
        contexts.iter().find(|(_, known)| *known == unique).map(|(id, _)| *id)
    }

    /// The unique id of a context that `Page.createIsolatedWorld` has just answered with.
    pub(in crate::browser) fn unique_context(&self, session: &str, id: i64) -> Option<String> {
        self.sessions.get(session)?.contexts.unique.get(&id).cloned()
    }
}
