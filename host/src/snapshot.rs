//! What was read from a page and how it is shown: pure, data in and data out.
//!
//! [`Snapshot`] joins the facts of all frames of a tab. [`view`] renders the ranked elements within a
//! budget, [`refs`] names them, [`shown`] remembers them,
//! [`text`] keeps page text from imitating ours.

pub mod facts;
pub mod refs;
pub mod script;
pub mod shown;
pub mod text;
pub mod view;

use std::collections::HashMap;
use std::sync::Arc;

use crate::browser::{DocumentId, FrameId};
use crate::plugin::{Bounds, ElementFlags, ElementInput, FactValue, PageInput};

use facts::{Current, ElementFacts, Fact, FrameFacts, ListFacts, Tri};

/// One frame as it was read.
#[derive(Debug, Clone)]
pub struct FrameSnapshot {
    /// Frame that was read.
    pub frame: FrameId,
    /// Its document when it was read; refs are bound to it.
    pub document: DocumentId,
    /// What the walker found. Shared, since what was read is kept for the next read as well.
    pub facts: Arc<FrameFacts>,
}

/// All frames of a tab at one moment, the main frame first.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The frames that could be read.
    pub frames: Vec<FrameSnapshot>,
    /// What could not be read and why, in words for the view.
    pub missing: Vec<String>,
    /// HTTP status of the main document; 0 when unknown (cached, `about:blank`).
    pub http_status: u16,
}

/// An element with the place it came from. The index into [`Snapshot::elements`] is the element's id for
/// plugins.
#[derive(Debug, Clone, Copy)]
pub struct Placed<'a> {
    /// Number of the frame in the snapshot, 0 for the main frame.
    pub frame: usize,
    /// The element's facts.
    pub element: &'a ElementFacts,
}

impl Snapshot {
    /// Facts of the main frame.
    ///
    /// # Panics
    /// Never: a snapshot is only made with a main frame.
    pub fn main(&self) -> &FrameFacts {
        &self.frames.first().expect("a snapshot has a main frame").facts
    }

    /// Every element of every frame, main frame first, in document order.
    pub fn elements(&self) -> Vec<Placed<'_>> {
        self.frames
            .iter()
            .enumerate()
            .flat_map(|(frame, read)| {
                read.facts.elements.iter().map(move |element| Placed { frame, element })
            })
            .collect()
    }

    /// The page as plugins see it.
    pub fn page_input(&self) -> PageInput {
        let main = self.main();
        let mut offset = 0;
        let mut elements = Vec::new();
        for (frame, read) in self.frames.iter().enumerate() {
            let ids: HashMap<u32, u32> =
                read.facts.elements.iter().zip(offset..).map(|(element, id)| (element.id, id)).collect();
            for element in &read.facts.elements {
                elements.push(element_input(element, ids[&element.id], frame, &ids));
            }
            offset += u32::try_from(read.facts.elements.len()).unwrap_or(u32::MAX);
        }
        let mut extra = vec![
            ("viewport".to_owned(), format!("{}x{}", main.viewport.0, main.viewport.1)),
            ("text".to_owned(), main.text.clone()),
            ("scroll".to_owned(), format!("{},{},{}", main.scroll.0, main.scroll.1, main.scroll.2)),
        ];
        if let Some(modal) = &main.modal {
            let name = if modal.is_empty() { "1" } else { modal };
            extra.push(("modal".to_owned(), name.to_owned()));
        }
        extra.extend(main.alerts.iter().map(|alert| ("alert".to_owned(), alert.clone())));
        let partial = self.frames.iter().flat_map(|read| read.facts.lists.iter().filter(|list| list.more));
        extra.extend(partial.map(|list| ("list".to_owned(), extent(list))));
        PageInput {
            url: main.url.clone(),
            title: main.title.clone(),
            lang: main.lang.clone(),
            http_status: self.http_status,
            elements,
            facts: self.answers(),
            truncated: self.frames.iter().any(|read| read.facts.truncated),
            extra,
        }
    }

    /// What the probes found in the main frame.
    fn answers(&self) -> Vec<(String, FactValue)> {
        let main = &self.frames[0].facts;
        let ids: HashMap<u32, u32> = main.elements.iter().map(|element| element.id).zip(0..).collect();
        main.facts.iter().map(|(probe, fact)| (probe.clone(), fact_value(fact, &ids))).collect()
    }
}

/// `20 of 5000 Results`.
fn extent(list: &ListFacts) -> String {
    let total = list.total.map_or_else(|| "?".to_owned(), |total| total.to_string());
    format!("{} of {total} {}", list.loaded, list.name).trim_end().to_owned()
}

/// `ids` gives the elements of the frame their numbers in the snapshot.
fn fact_value(fact: &Fact, ids: &HashMap<u32, u32>) -> FactValue {
    match fact {
        Fact::Elements(elements) => {
            FactValue::Elements(elements.iter().filter_map(|element| ids.get(element).copied()).collect())
        }
        Fact::Absent => FactValue::Absent,
        Fact::Count(count) => FactValue::Count(*count),
        Fact::Text(text) => FactValue::Text(text.clone()),
    }
}

fn element_input(element: &ElementFacts, id: u32, frame: usize, ids: &HashMap<u32, u32>) -> ElementInput {
    let mut extra = element.extra.clone();
    if frame > 0 {
        extra.push(("frame".to_owned(), frame.to_string()));
    }
    extra.extend(states(element));
    ElementInput {
        id,
        parent: element.parent.and_then(|parent| ids.get(&parent).copied()),
        tag: element.tag.clone(),
        role: element.role.clone(),
        name: element.name.clone(),
        value: element.value.clone(),
        href: element.href.clone(),
        flags: ElementFlags {
            visible: element.visible,
            interactive: true,
            disabled: element.states.disabled,
            editable: element.states.editable,
            in_viewport: element.in_viewport,
            in_main: element.in_main,
            in_dialog: element.in_dialog,
            occluded: element.covered_by.is_some(),
        },
        bounds: Some(bounds(element.rect)),
        extra,
    }
}

/// The states that apply, by their ARIA names, for plugins.
fn states(element: &ElementFacts) -> impl Iterator<Item = (String, String)> {
    let states = &element.states;
    let word = |is_set: bool| if is_set { "true" } else { "false" };
    let level = states.level.map(|level| level.to_string());
    let present = [
        ("checked", states.checked.map(Tri::as_str)),
        ("pressed", states.pressed.map(Tri::as_str)),
        ("selected", states.selected.map(word)),
        ("expanded", states.expanded.map(word)),
        ("current", states.current.map(Current::as_str)),
        ("level", level.as_deref()),
        ("required", states.required.then_some("true")),
        ("invalid", states.invalid.then_some("true")),
        ("readonly", states.readonly.then_some("true")),
        ("busy", states.busy.then_some("true")),
        ("focused", states.focused.then_some("true")),
        ("covered-by", element.covered_by.as_deref()),
    ];
    let owned = present.map(|(name, value)| value.map(|value| (name.to_owned(), value.to_owned())));
    owned.into_iter().flatten()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels, clamped first")]
fn bounds([x, y, w, h]: [f64; 4]) -> Bounds {
    let place = |value: f64| value.clamp(-1e9, 1e9) as i32;
    let size = |value: f64| value.clamp(0.0, 1e9) as u32;
    Bounds { x: place(x), y: place(y), w: size(w), h: size(h) }
}

impl Current {
    /// The word shown and sent to plugins (`aria-current`).
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Step => "step",
            Self::Location => "location",
            Self::Date => "date",
            Self::Time => "time",
            Self::True => "true",
        }
    }
}

impl Tri {
    /// The word shown and sent to plugins.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Mixed => "mixed",
        }
    }
}
