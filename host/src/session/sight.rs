//! The page as it was last seen, as far as the loop guard compares it, and elements to try instead.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use crate::browser::{ScreenshotOptions, Tab, TabId};
use crate::guard::{Mark, Slots};
use crate::progress::Progress;
use crate::snapshot::Snapshot;
use crate::snapshot::facts::{ElementFacts, Tri};
use crate::snapshot::refs::Ref;
use crate::snapshot::view::header;

use super::{Call, Look, Session};

/// Most requests that are known to be made without an action.
const MURMURS: usize = 100;
/// Longest wait for pictures of a page.
const PICTURE_LIMIT: Duration = Duration::from_secs(1);
/// Pictures that are taken to find two alike, one after the other.
const PICTURES: usize = 4;
/// Width of such a picture in pixels.
const PICTURE_WIDTH: u32 = 640;

/// What was last seen of the page that tools act on.
#[derive(Debug, Clone, Default)]
pub struct Sight {
    /// The page, once one was looked at.
    pub mark: Option<Mark>,
    /// How often pages were looked at.
    pub looks: u64,
    /// Title and address; empty before the first look.
    pub header: String,
    /// The page part by part.
    pub slots: Arc<Slots>,
    /// How often the page was lost.
    pub losses: u64,
}

/// What scripts of a tab ask for between actions: when they ask for it again, no action has brought that about.
#[derive(Debug, Default)]
pub(crate) struct Murmur {
    tab: Option<TabId>,
    /// Requests so far at the end of the last action.
    mark: u64,
    known: BTreeSet<String>,
}

impl Murmur {
    /// Notes what was asked for since the last action.
    pub(super) fn listen(&mut self, tab: &Tab) {
        if self.tab != Some(tab.id()) || self.known.len() > MURMURS {
            *self = Self { tab: Some(tab.id()), mark: tab.asked_since(0).1, ..Self::default() };
        }
        let (asked, mark) = tab.asked_since(self.mark);
        self.known.extend(asked);
        self.mark = mark;
    }

    /// Whether an action brought a request about that is not made anyway. Ends it.
    pub(super) fn is_broken(&mut self, tab: &Tab) -> bool {
        let (asked, mark) = tab.asked_since(self.mark);
        self.mark = mark;
        self.tab == Some(tab.id()) && asked.iter().any(|what| !self.known.contains(what))
    }
}

impl Session {
    /// What was last seen.
    pub fn sight(&self) -> Sight {
        self.sight.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes that the page was lost, with Chrome, its process or its tab: what was seen of it counts no more.
    pub(super) fn note_loss(&self) {
        let mut sight = self.sight.lock().unwrap_or_else(PoisonError::into_inner);
        *sight = Sight { looks: sight.looks, losses: sight.losses + 1, ..Sight::default() };
    }

    /// Notes a loss that no call has met yet.
    pub fn note_silent_loss(&self) {
        let is_crashed = || self.current_tab().is_some_and(|tab| tab.crashed());
        if self.sight().mark.is_some()
            && ((self.browser().is_none() && self.chrome.has_ended()) || is_crashed())
        {
            self.note_loss();
        }
    }

    pub(super) fn current_tab(&self) -> Option<Tab> {
        let id = self.current_tab_id()?;
        self.browser()?.tabs().into_iter().find(|tab| tab.id() == id)
    }

    /// Whether the page is to be left for one that has not answered yet.
    pub fn waits(&self) -> bool {
        self.current_tab().is_some_and(|tab| tab.awaited().is_some())
    }

    /// How the page looks, as a hash; nothing where it does not stand still.
    pub async fn still_picture(&self, progress: &Progress) -> Option<u64> {
        let tab = self.current_tab().filter(|tab| tab.is_open() && tab.blocking_dialog().is_none())?;
        let options = ScreenshotOptions { max_width: Some(PICTURE_WIDTH), ..ScreenshotOptions::default() };
        let limit = progress.child(PICTURE_LIMIT);
        let mut last = None;
        for _ in 0..PICTURES {
            let bytes = tab.screenshot(&options, &limit).await.ok()?;
            let mut hasher = DefaultHasher::new();
            bytes.hash(&mut hasher);
            let picture = Some(hasher.finish());
            if picture == last {
                return picture;
            }
            last = picture;
        }
        None
    }
}

impl Call {
    /// Takes note of what is seen.
    pub(super) fn note_sight(&self, snapshot: &Snapshot) {
        let main = snapshot.main();
        let mut sight = self.session.sight.lock().unwrap_or_else(PoisonError::into_inner);
        sight.mark = Some(mark(snapshot));
        sight.slots = Arc::new(slots(snapshot));
        sight.looks += 1;
        sight.header = header(&main.title, &main.url);
    }

    /// Whether the call did something that the page itself does not show.
    pub fn acted_beside_the_page(&self) -> bool {
        self.beside
    }

    /// Other elements that may be meant by what named one, likeliest first, as `e5 button "Next"`: those that share
    /// words with it, else those of its role. None is better than one that has nothing to do with it.
    pub fn others(&mut self, look: &Look, named: &[Option<&str>], for_typing: bool) -> Vec<String> {
        let elements = look.snapshot.elements();
        let mut wanted = HashSet::new();
        let mut refs = Vec::new();
        let mut role = String::new();
        for named in named.iter().flatten() {
            let Ok(reference) = named.parse::<Ref>() else {
                wanted.extend(telling(named));
                continue;
            };
            refs.push(reference.to_string());
            if let Some(target) = self.page().refs.target(reference) {
                wanted.extend(telling(&target.name));
                role.clone_from(&target.role);
            }
        }
        let mut others = Vec::new();
        for placed in look.order.iter().filter_map(|id| elements.get(*id).copied()) {
            let states = &placed.element.states;
            if states.disabled || placed.element.name.is_empty() || (for_typing && !states.editable) {
                continue;
            }
            let shared = telling(&placed.element.name).filter(|word| wanted.contains(word)).count();
            let is_alike = placed.element.role == role;
            if shared == 0 && !is_alike {
                continue;
            }
            let label = crate::snapshot::view::row(&self.line(&look.snapshot, placed)).label;
            if !refs.iter().any(|named| label.split(' ').next() == Some(named)) {
                others.push((Reverse((shared, is_alike)), label));
            }
        }
        others.sort_by_key(|(likeness, _)| *likeness);
        let best = others.first().map_or(0, |(Reverse((shared, _)), _)| *shared);
        others.retain(|(Reverse((shared, _)), _)| *shared > 0 || best == 0);
        others.into_iter().take(3).map(|(_, label)| label).collect()
    }
}

/// The words of a name that can tell it from others.
fn telling(name: &str) -> impl Iterator<Item = String> {
    let words = super::claims::words(name);
    let words: Vec<String> =
        words.split(' ').filter(|word| word.chars().count() > 2).map(str::to_owned).collect();
    words.into_iter()
}

/// A page without what is no change of it: numbers of documents and elements, boxes, what lies over what.
fn mark(snapshot: &Snapshot) -> Mark {
    let (mut content, mut posture) = (DefaultHasher::new(), DefaultHasher::new());
    for (place, frame) in snapshot.frames.iter().enumerate() {
        let facts = &frame.facts;
        (place, &facts.url, &facts.title, &facts.modal, &facts.alerts, &facts.text, facts.rest)
            .hash(&mut content);
        (place, facts.scroll.0, facts.scroll.1).hash(&mut posture);
        for (number, element) in facts.elements.iter().enumerate() {
            told_of(element).hash(&mut content);
            if element.states.focused {
                (place, number).hash(&mut posture);
            }
        }
    }
    let mut address = DefaultHasher::new();
    snapshot.main().url.hash(&mut address);
    Mark { content: content.finish(), posture: posture.finish(), address: address.finish() }
}

/// The same part by part.
fn slots(snapshot: &Snapshot) -> Slots {
    let mut slots = Slots::default();
    for (place, frame) in snapshot.frames.iter().enumerate() {
        let facts = &frame.facts;
        slots.put((place, "address"), &facts.url);
        slots.put((place, "title"), &facts.title);
        slots.put((place, "over it"), (&facts.modal, &facts.alerts));
        slots.put((place, "further down"), facts.rest);
        for (number, line) in facts.text.lines().enumerate() {
            slots.put((place, "line", number), line);
        }
        for (number, element) in facts.elements.iter().enumerate() {
            slots.put((place, "element", number), told_of(element));
        }
    }
    slots
}

/// What an element says and in which state it is.
fn told_of(element: &ElementFacts) -> impl std::hash::Hash + '_ {
    let states = &element.states;
    let flags = [states.disabled, states.invalid, states.readonly, states.busy];
    let tri = [states.checked, states.pressed].map(|state| state.map(Tri::as_str));
    (&element.role, &element.name, &element.value, states.selected, states.expanded, flags, tri)
}
