//! The page as it was last seen, as far as the loop guard compares it, and elements to try instead.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::PoisonError;

use crate::guard::Mark;
use crate::snapshot::Snapshot;
use crate::snapshot::facts::Tri;
use crate::snapshot::view::header;

use super::{Call, Look, Session};

/// What was last seen of the page that tools act on.
#[derive(Debug, Clone, Default)]
pub struct Sight {
    /// The page, once one was looked at.
    pub mark: Option<Mark>,
    /// How often pages were looked at.
    pub looks: u64,
    /// Title and address; empty before the first look.
    pub header: String,
}

impl Session {
    /// What was last seen.
    pub fn sight(&self) -> Sight {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Call {
    /// Takes note of what is seen.
    pub(super) fn note_sight(&self, snapshot: &Snapshot) {
        let main = snapshot.main();
        let mut sight = self.session.sight.lock().unwrap_or_else(PoisonError::into_inner);
        sight.mark = Some(mark(snapshot));
        sight.looks += 1;
        sight.header = header(&main.title, &main.url);
    }

    /// Whether the call did something that the page itself does not show.
    pub fn acted_beside_the_page(&self) -> bool {
        self.beside
    }

    /// Other elements to act on than the one that was named, best first, as `e5 button "Next"`.
    pub fn others(&mut self, look: &Look, named: Option<&str>, for_typing: bool) -> Vec<String> {
        let elements = look.snapshot.elements();
        let mut others = Vec::new();
        for placed in look.order.iter().filter_map(|id| elements.get(*id).copied()) {
            let states = &placed.element.states;
            if states.disabled || placed.element.name.is_empty() || (for_typing && !states.editable) {
                continue;
            }
            let label = crate::snapshot::view::row(&self.line(&look.snapshot, placed)).label;
            let is_named = named.is_some_and(|named| label.split(' ').next() == Some(named));
            if !is_named {
                others.push(label);
            }
            if others.len() == 3 {
                break;
            }
        }
        others
    }
}

/// A page without what is no change of it: numbers of documents and elements, boxes, what lies over what.
fn mark(snapshot: &Snapshot) -> Mark {
    let (mut content, mut posture) = (DefaultHasher::new(), DefaultHasher::new());
    for (place, frame) in snapshot.frames.iter().enumerate() {
        let facts = &frame.facts;
        (place, &facts.url, &facts.title, &facts.modal, &facts.alerts, &facts.text).hash(&mut content);
        (place, facts.scroll.0, facts.scroll.1).hash(&mut posture);
        for (number, element) in facts.elements.iter().enumerate() {
            let states = &element.states;
            (&element.role, &element.name, &element.value).hash(&mut content);
            let flags = [states.disabled, states.invalid, states.readonly, states.busy];
            (states.selected, states.expanded, flags).hash(&mut content);
            let tri = [states.checked, states.pressed].map(|state| state.map(Tri::as_str));
            tri.hash(&mut content);
            if states.focused {
                (place, number).hash(&mut posture);
            }
        }
    }
    Mark { content: content.finish(), posture: posture.finish() }
}
