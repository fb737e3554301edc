//! What is known of documents before they are read: what was learned of them, and what the last read saw.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::browser::{DocumentId, Frame, FrameId};
use crate::inject::{self, Learned};
use crate::progress::Progress;
use crate::session::Call;
use crate::snapshot::facts::FrameFacts;

use super::FRAME_LIMIT;

/// How long a page that seems unchanged is not read again: what leaves no trace is seen after this at the latest.
const TRUSTED: Duration = Duration::from_secs(2);

/// What is known of documents beyond their facts, kept while they live.
#[derive(Debug, Default)]
pub(crate) struct Known {
    learned: HashMap<(FrameId, DocumentId), Learned>,
    /// The element that holds a frame, by frame and the document around it.
    pub(super) owners: HashMap<(FrameId, DocumentId), u32>,
    /// The facts of the last read, as long as a frame is as it was then.
    read: HashMap<(FrameId, DocumentId), (Instant, Arc<FrameFacts>)>,
    /// The main text of the last read.
    text: Option<KeptText>,
}

impl Known {
    /// Forgets the main text, for another one of the same document.
    pub(in crate::session) fn forget_text(&mut self) {
        self.text = None;
    }

    /// Takes note of a frame that was read, or could not be.
    pub(super) fn note(
        &mut self,
        key: (FrameId, DocumentId),
        before: Before,
        facts: Option<&Arc<FrameFacts>>,
    ) {
        self.learned.insert(key.clone(), before.learned);
        let Some(facts) = facts.filter(|facts| facts.stamp != 0) else { return };
        let is_same = before.read.filter(|(stamp, _)| *stamp == facts.stamp);
        let when = is_same.map_or_else(Instant::now, |(_, when)| when);
        self.read.insert(key, (when, Arc::clone(facts)));
    }
}

/// Main text, with all that it depends on.
#[derive(Debug, Clone)]
struct KeptText {
    document: DocumentId,
    stamp: u32,
    budget: usize,
    text: String,
}

/// What is known of a frame before it is read.
#[derive(Default)]
pub(super) struct Before {
    pub(super) learned: Learned,
    /// Its facts when it was read last.
    pub(super) facts: Option<Arc<FrameFacts>>,
    /// Stamp of those facts, and when they were read.
    read: Option<(u32, Instant)>,
    pub(super) owner: Option<u32>,
}

impl Call {
    /// What is known of each frame; of those that are gone all is forgotten.
    pub(super) fn known_before(&mut self, frames: &[Frame], living: &[(FrameId, DocumentId)]) -> Vec<Before> {
        let known = &mut self.page().known;
        known.learned.retain(|key, _| living.contains(key));
        known.owners.retain(|(_, document), _| living.iter().any(|(_, living)| living == document));
        let mut read = std::mem::take(&mut known.read);
        let mut before: Vec<Before> = living
            .iter()
            .map(|key| {
                let read = read.remove(key).filter(|(when, _)| when.elapsed() < TRUSTED);
                Before {
                    learned: known.learned.remove(key).unwrap_or_default(),
                    read: read.as_ref().map(|(when, facts)| (facts.stamp, *when)),
                    facts: read.map(|(_, facts)| facts),
                    owner: None,
                }
            })
            .collect();
        for (before, frame) in before.iter_mut().zip(frames) {
            before.owner = self.known_owner(frames, frame);
        }
        before
    }

    /// Main text of the page; nothing where it cannot be read, since a view without it is still a view.
    pub(in crate::session) async fn main_text(
        &mut self,
        frame: &Frame,
        document: DocumentId,
        stamp: u32,
        budget: usize,
        progress: &Progress,
    ) -> Option<String> {
        if let Some(kept) = &self.page().known.text
            && stamp != 0
            && (kept.document, kept.stamp, kept.budget) == (document, stamp, budget)
        {
            return Some(kept.text.clone());
        }
        let text = self.text_of(frame, budget, &progress.child(FRAME_LIMIT)).await?;
        self.page().known.text = Some(KeptText { document, stamp, budget, text: text.clone() });
        Some(text)
    }

    fn known_owner(&mut self, frames: &[Frame], frame: &Frame) -> Option<u32> {
        let parent = frames.iter().find(|parent| Some(parent.id()) == frame.parent())?;
        self.page().known.owners.get(&(frame.id(), parent.document())).copied()
    }
}

/// Whether a frame is as it was when its facts were read. What cannot be told counts as changed.
pub(super) async fn is_unchanged(frame: &Frame, before: &Before, progress: &Progress) -> bool {
    match &before.facts {
        Some(facts) => inject::is_unchanged(frame, facts.stamp, progress).await.unwrap_or(false),
        None => false,
    }
}
