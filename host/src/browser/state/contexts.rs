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
pub(super) struct Contexts(HashMap<i64, String>);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Created {
    context: Description,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Description {
    id: i64,
    unique_id: String,
    name: String,
    #[serde(default)]
    aux_data: AuxData,
}

#[derive(Deserialize, Default)]
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
        let Some(frame) = tab.frames.get_mut(&context.aux_data.frame_id) else { return };
        let slot = match world {
            World::Main => &mut frame.main_world,
            World::Isolated => &mut frame.isolated_world,
        };
        *slot = Some(context.unique_id.clone());
        if let Some(session) = session.and_then(|session| self.sessions.get_mut(session)) {
            session.contexts.0.insert(context.id, context.unique_id);
        }
    }

    /// Forgets the contexts of a session that `which` picks.
    pub(super) fn drop_contexts(&mut self, session: Option<&str>, which: impl Fn(i64) -> bool) {
        let Some(session) = session.and_then(|session| self.sessions.get_mut(session)) else { return };
        let gone: Vec<String> =
            session.contexts.0.extract_if(|id, _| which(*id)).map(|(_, unique)| unique).collect();
        let Some(tab) = self.tabs.get_mut(&session.tab) else { return };
        for unique in gone {
            tab.frames.forget_context(&unique);
        }
    }

    /// The unique id of a context that `Page.createIsolatedWorld` has just answered with.
    pub(in crate::browser) fn unique_context(&self, session: &str, id: i64) -> Option<String> {
        self.sessions.get(session)?.contexts.0.get(&id).cloned()
    }
}
