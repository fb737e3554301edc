//! Reading: the facts of every frame of a tab, joined as a person sees the frames: one page.

mod known;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;

use crate::browser::{BrowserError, DocumentId, Frame, FrameId, Tab};
use crate::error::ToolError;
use crate::inject::{self, Listeners, WalkOptions};
use crate::progress::Progress;
use crate::snapshot::facts::{FrameBox, FrameFacts};
use crate::snapshot::text::quoted;
use crate::snapshot::{FrameSnapshot, Snapshot};

use super::{Call, ViewRequest};

pub(crate) use known::Known;
use known::{Before, is_unchanged};

/// Longest wait for one frame. A frame that takes longer is named in the view instead of read.
const FRAME_LIMIT: Duration = Duration::from_secs(4);
/// Longest read ahead of need.
const AHEAD_LIMIT: Duration = Duration::from_secs(2);
/// Most frames of a page that are read, the outermost ones first.
const FRAMES: usize = 60;
/// Longest wait for what Chrome knows beyond script.
const LEARN_LIMIT: Duration = Duration::from_millis(1_500);
/// Most elements read from one frame.
const WALK_LIMIT: usize = 20_000;
/// Characters of visible text read for detectors.
const TEXT_CHARS: usize = 3_000;
/// Shadow roots inside closed ones that are looked into.
const DEPTH: usize = 4;
/// How often a page is read again that a framework drew anew between learning and reading.
const REDRAWN: usize = 4;
/// Most elements of a frame that are asked whether something of an outer frame covers them.
const POINTS: usize = 300;

/// What was read of a tab.
pub(super) struct Reading {
    /// The frames that could be read, in the order of the snapshot.
    pub(super) frames: Vec<Frame>,
    pub(super) snapshot: Snapshot,
    /// Main text of the page.
    pub(super) text: String,
}

/// One frame before the frames are joined.
struct Walked {
    frame: Frame,
    document: DocumentId,
    facts: Arc<FrameFacts>,
    /// The element around it, in its parent.
    owner: Option<u32>,
}

impl Call {
    /// Reads every frame that a person can see.
    pub(super) async fn read_frames(
        &mut self,
        tab: &Tab,
        request: &ViewRequest,
        progress: &Progress,
    ) -> Result<Reading, BrowserError> {
        let main = tab.main_frame();
        let url = main.url();
        let options = WalkOptions {
            max_elements: WALK_LIMIT,
            text_chars: TEXT_CHARS,
            probes: self.session.plugins.probes(&url),
        };
        let (frames, spared) = outermost(tab.frames());
        let living: Vec<(FrameId, DocumentId)> =
            frames.iter().map(|frame| (frame.id(), frame.document())).collect();
        let mut before = self.known_before(&frames, &living);
        let text_budget = request.text_budget.unwrap_or(self.session.settings.text_budget);
        let wants_text = request.part <= 1 && text_budget > 0;
        // A little more than is shown, so that the view can tell that there is more.
        let budget = text_budget.saturating_mul(2);
        let learning = progress.child(LEARN_LIMIT);
        let with_drops = crate::surface::offers(&self.session.settings, "browser_drag");
        let (listeners, unchanged) = tokio::join!(
            inject::listeners_of(&frames, with_drops, &learning),
            join_all(
                frames.iter().zip(&before).map(|(frame, before)| is_unchanged(frame, before, &learning))
            )
        );
        let walks = join_all(frames.iter().zip(&mut before).zip(listeners.iter().zip(unchanged)).map(
            |((frame, before), (listeners, is_unchanged))| {
                let (frames, options) = (&frames, &options);
                async move {
                    let limit = progress.child(FRAME_LIMIT);
                    let limit = if frame.is_main() { progress } else { &limit };
                    let facts = walk(frame, before, listeners.as_ref(), is_unchanged, options, limit).await;
                    let owner = match before.owner {
                        None if facts.is_ok() => ask_owner(frames, frame, limit).await,
                        known => known,
                    };
                    (facts, owner)
                }
            },
        ))
        .await;
        // After the walks, which bring closed shadow roots to light.
        let text = match walks.first() {
            Some((Ok(facts), _)) if wants_text => {
                self.main_text(&main, living[0].1, facts.stamp, budget, progress).await
            }
            _ => None,
        };
        for ((key, before), (facts, _)) in living.iter().cloned().zip(before).zip(&walks) {
            self.page().known.note(key, before, facts.as_ref().ok());
        }
        let mut read = Vec::new();
        let mut missing = Vec::new();
        for ((frame, (walked, owner)), (_, document)) in frames.iter().zip(walks).zip(living) {
            match walked {
                Ok(_) if document != frame.document() && frame.is_main() => {
                    return Err(BrowserError::FrameGone);
                }
                Ok(facts) => read.push(Walked { frame: frame.clone(), document, facts, owner }),
                Err(error) if frame.is_main() => return Err(error),
                Err(BrowserError::FrameGone | BrowserError::TabClosed) => {
                    missing.push(format!("FRAME {} went away while it was read", shown(&frame.url())));
                }
                Err(error) => {
                    missing.push(format!("FRAME {} could not be read: {error}", shown(&frame.url())));
                }
            }
        }
        for one in &read {
            if let (Some(owner), Some(parent)) = (one.owner, parent_of(&read, one)) {
                self.page().known.owners.insert((one.frame.id(), parent.document), owner);
            }
        }
        if spared > 0 {
            missing.push(format!("{spared} more FRAMES, inside of others, were not read"));
        }
        let read = join(read, &mut missing, &progress.child(FRAME_LIMIT)).await;
        let fallback = || read.first().map(|one| one.facts.text.clone()).unwrap_or_default();
        let mut text = text.unwrap_or_else(fallback);
        for inner in read.iter().skip(1).filter(|inner| wants_text && !inner.facts.text.is_empty()) {
            if text.chars().count() >= budget {
                break;
            }
            text.push('\n');
            text.push_str(&inner.facts.text);
        }
        let http_status = tab.activity().last_status.unwrap_or(0);
        let frames = read.iter().map(|one| one.frame.clone()).collect();
        let snapshots = read
            .into_iter()
            .map(|one| FrameSnapshot { frame: one.frame.id(), document: one.document, facts: one.facts })
            .collect();
        Ok(Reading { frames, snapshot: Snapshot { frames: snapshots, missing, http_status }, text })
    }

    /// Reads a page that seems to rest: if it does, the view that follows costs little.
    pub(super) async fn read_ahead(&mut self, tab: &Tab, request: &ViewRequest) {
        let progress = self.progress.child(AHEAD_LIMIT);
        // What fails now fails again, and is told, when it is needed.
        let _ = self.read_frames(tab, request, &progress).await;
    }

    /// The frames that a person can see, the main one first.
    pub async fn visible_frames(&mut self, tab: &Tab) -> Result<Vec<Frame>, ToolError> {
        let progress = self.progress.clone();
        let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
        let reading = self.read_frames(tab, &request, &progress).await?;
        Ok(self.permitted(tab, reading).await?.frames)
    }
}

/// As many frames as are read, in their order, each with the frame around it; and how many are left out.
fn outermost(frames: Vec<Frame>) -> (Vec<Frame>, usize) {
    if frames.len() <= FRAMES {
        return (frames, 0);
    }
    let mut depths: HashMap<FrameId, usize> = HashMap::new();
    for frame in &frames {
        let around = frame.parent().and_then(|parent| depths.get(&parent).copied());
        depths.insert(frame.id(), around.map_or(0, |depth| depth + 1));
    }
    let mut order: Vec<usize> = (0..frames.len()).collect();
    order.sort_by_key(|at| depths.get(&frames[*at].id()).copied());
    let kept: HashSet<usize> = order.into_iter().take(FRAMES).collect();
    let spared = frames.len() - FRAMES;
    let frames = frames.into_iter().enumerate().filter(|(at, _)| kept.contains(at));
    (frames.map(|(_, frame)| frame).collect(), spared)
}

/// Reads one frame: what Chrome knows beyond script first, then the facts, again as long as there turn out to be
/// closed shadow roots. What is unchanged is not read again.
async fn walk(
    frame: &Frame,
    before: &mut Before,
    listeners: Option<&Listeners>,
    is_unchanged: bool,
    options: &WalkOptions,
    progress: &Progress,
) -> Result<Arc<FrameFacts>, BrowserError> {
    let learned = &mut before.learned;
    if is_unchanged
        && listeners.is_some_and(|listeners| !learned.is_news(listeners))
        && let Some(facts) = before.facts.take()
    {
        return Ok(facts);
    }
    if let Some(listeners) = listeners
        && let Err(error) = learned.listeners(frame, listeners, &progress.child(LEARN_LIMIT)).await
    {
        tracing::debug!(%error, url = frame.url(), "listeners could not be told");
    }
    let mut facts = inject::walk(frame, options, progress).await?;
    for _ in 0..REDRAWN {
        if !facts.redrawn || learned.handlers(frame, &progress.child(LEARN_LIMIT)).await.is_err() {
            break;
        }
        facts = inject::walk(frame, options, progress).await?;
    }
    for _ in 0..DEPTH {
        if facts.suspects == 0 {
            break;
        }
        match learned.hosts(frame, &progress.child(LEARN_LIMIT)).await {
            Ok(true) => facts = inject::walk(frame, options, progress).await?,
            Ok(false) => break,
            Err(error) => {
                tracing::debug!(%error, "closed shadow roots could not be learned");
                break;
            }
        }
    }
    Ok(Arc::new(facts))
}

async fn ask_owner(frames: &[Frame], frame: &Frame, progress: &Progress) -> Option<u32> {
    let parent = frames.iter().find(|parent| Some(parent.id()) == frame.parent())?;
    inject::owner_of(parent, frame, progress).await.ok()
}

fn parent_of<'a>(read: &'a [Walked], child: &Walked) -> Option<&'a Walked> {
    let parent = child.frame.parent()?;
    read.iter().find(|one| one.frame.id() == parent)
}

fn box_of(read: &[Walked], child: &Walked) -> Option<FrameBox> {
    let owner = child.owner?;
    parent_of(read, child)?.facts.frames.iter().find(|known| known.id == owner).cloned()
}

/// Leaves out what stands in frames that nobody sees, moves the boxes of the others into the page's viewport, and
/// marks what a frame around them covers or has scrolled away. Frames come with their parents first.
async fn join(read: Vec<Walked>, missing: &mut Vec<String>, progress: &Progress) -> Vec<Walked> {
    let mut joined: Vec<Walked> = Vec::with_capacity(read.len());
    let mut corners: HashMap<FrameId, (f64, f64)> = HashMap::new();
    let boxes: Vec<Option<FrameBox>> = read.iter().map(|one| box_of(&read, one)).collect();
    for (mut one, place) in read.into_iter().zip(boxes) {
        let Some(parent) = one.frame.parent() else {
            corners.insert(one.frame.id(), (0.0, 0.0));
            joined.push(one);
            continue;
        };
        // A frame inside one that is left out goes with it.
        let Some(outer) = corners.get(&parent).copied() else { continue };
        let Some(place) = place else {
            corners.insert(one.frame.id(), outer);
            joined.push(one);
            continue;
        };
        if !place.visible {
            continue;
        }
        if let Some(notice) = not_loaded(&one, &place) {
            missing.push(notice);
        }
        let around = joined.iter().position(|known| known.frame.id() == parent);
        if let Some(around) = around {
            mark_covered(&mut one, &joined[around], &place, progress).await;
        }
        let corner = (outer.0 + place.origin.0, outer.1 + place.origin.1);
        for element in &mut Arc::make_mut(&mut one.facts).elements {
            element.rect[0] += corner.0;
            element.rect[1] += corner.1;
        }
        corners.insert(one.frame.id(), corner);
        joined.push(one);
    }
    joined
}

/// A frame that still shows nothing although it should show something.
fn not_loaded(one: &Walked, place: &FrameBox) -> Option<String> {
    if !place.src.starts_with("http") {
        return None;
    }
    let url = one.frame.url();
    if url.starts_with("chrome-error:") {
        return Some(format!("FRAME {} did not load", shown(&place.src)));
    }
    let is_blank = url.is_empty() || url == "about:blank";
    (is_blank && one.facts.elements.is_empty() && one.facts.text.is_empty())
        .then(|| format!("FRAME {} has not loaded yet; what it holds is missing here", shown(&place.src)))
}

async fn mark_covered(one: &mut Walked, around: &Walked, place: &FrameBox, progress: &Progress) {
    let Some([left, top, right, bottom]) = place.shown else {
        for element in &mut Arc::make_mut(&mut one.facts).elements {
            element.in_viewport = false;
        }
        return;
    };
    let mut asked = Vec::new();
    let mut points = Vec::new();
    for (index, element) in Arc::make_mut(&mut one.facts).elements.iter_mut().enumerate() {
        let [x, y, width, height] = element.rect;
        let middle = (place.origin.0 + x + width / 2.0, place.origin.1 + y + height / 2.0);
        let is_shown = (left..right).contains(&middle.0) && (top..bottom).contains(&middle.1);
        element.in_viewport &= is_shown;
        if element.in_viewport && element.covered_by.is_none() && points.len() < POINTS {
            asked.push(index);
            points.push(middle);
        }
    }
    if points.is_empty() {
        return;
    }
    let limit = progress.child(FRAME_LIMIT);
    let Ok(covers) = inject::covers_over(&around.frame, place.id, &points, &limit).await else { return };
    for (index, cover) in asked.into_iter().zip(covers) {
        Arc::make_mut(&mut one.facts).elements[index].covered_by = cover;
    }
}

fn shown(url: &str) -> String {
    quoted(&crate::snapshot::view::shown_url(url), 80)
}
