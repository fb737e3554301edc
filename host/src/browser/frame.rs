//! A frame of a tab, wherever Chrome renders it.

use chromiumoxide::cdp::browser_protocol::dom::{GetBoxModelParams, GetFrameOwnerParams};
use chromiumoxide::cdp::browser_protocol::page;

use super::ids::{DocumentId, FrameId, TabId};
use super::link::Link;
use super::state::FrameState;
use super::{BrowserError, Point, Tab};
use crate::progress::Progress;

/// A frame. A cheap handle: it follows the frame through navigations and between processes.
#[derive(Debug, Clone)]
pub struct Frame {
    pub(super) link: Link,
    pub(super) tab: TabId,
    pub(super) id: FrameId,
}

impl Frame {
    /// Chrome's id of the frame.
    pub fn id(&self) -> FrameId {
        self.id.clone()
    }

    /// The tab that the frame is in.
    pub fn tab(&self) -> Tab {
        Tab::new(self.link.clone(), self.tab)
    }

    /// The frame around this one. `None` for the main frame.
    pub fn parent(&self) -> Option<FrameId> {
        self.look(|frame| frame.parent.clone()).ok()?.map(|parent| FrameId(parent.into()))
    }

    /// The document's address; empty once the frame is gone.
    pub fn url(&self) -> String {
        self.look(|frame| frame.url.clone()).unwrap_or_default()
    }

    /// The frame's name as its document was told; empty once the frame is gone.
    pub fn name(&self) -> String {
        self.look(|frame| frame.name.clone()).unwrap_or_default()
    }

    /// The committed document. Once the frame is gone, an id that no document has.
    pub fn document(&self) -> DocumentId {
        self.look(|frame| frame.document).unwrap_or(DocumentId(0))
    }

    /// Whether this is the tab's main frame.
    pub fn is_main(&self) -> bool {
        self.tab().look(|tab| tab.frames.main_id() == &*self.id.0)
    }

    /// Whether another process than the main frame's renders it.
    pub fn is_out_of_process(&self) -> bool {
        self.tab().look(|tab| {
            let frame = tab.frames.get(&self.id.0);
            frame.is_some_and(|frame| Some(&frame.session) != tab.session.as_ref())
        })
    }

    /// Whether this frame stands somewhere inside another one that the same process renders.
    pub fn is_rendered_inside(&self, outer: &Self) -> bool {
        self.tab().look(|tab| {
            let mut at = tab.frames.get(&self.id.0);
            while let Some(frame) = at {
                let parent = frame.parent.as_deref().and_then(|parent| tab.frames.get(parent));
                at = parent.filter(|parent| parent.session == frame.session);
                if at.is_some_and(|parent| *parent.id == *outer.id.0) {
                    return true;
                }
            }
            false
        })
    }

    /// Where the frame's content begins in the tab's viewport, through all frames around it.
    pub async fn offset(&self, p: &Progress) -> Result<Point, BrowserError> {
        let what = "the frame's position";
        let mut at = Point::default();
        let mut frame = self.id.0.to_string();
        loop {
            // Chrome measures an element against the top frame of its process, not against its own frame.
            let step = self.tab().look(|tab| {
                let frame = tab.frames.get(&frame)?;
                let Some(parent) = frame.parent.as_deref() else { return Some(None) };
                let parent = tab.frames.get(parent)?;
                Some(Some((parent.session.clone(), tab.frames.local_root(parent).id.clone())))
            });
            let Some((session, root)) = step.ok_or(BrowserError::FrameGone)? else { return Ok(at) };
            let owner = GetFrameOwnerParams { frame_id: page::FrameId::new(frame) };
            let owner = self.link.call(Some(&session), &owner, what, p).await.map_err(gone)?;
            let box_model = GetBoxModelParams {
                backend_node_id: Some(owner.backend_node_id),
                ..GetBoxModelParams::default()
            };
            let model = self.link.call(Some(&session), &box_model, what, p).await.map_err(gone)?.model;
            let corner: &[f64] = model.content.inner();
            at.x += corner.first().copied().unwrap_or_default();
            at.y += corner.get(1).copied().unwrap_or_default();
            frame = root;
        }
    }

    /// Looks at the frame's state.
    pub(super) fn look<T>(&self, look: impl FnOnce(&FrameState) -> T) -> Result<T, BrowserError> {
        self.link.read(|state| {
            if let Some(reason) = &state.gone {
                return Err(BrowserError::Gone { reason: reason.clone() });
            }
            let tab = state.tabs.get(&self.tab).ok_or(BrowserError::TabClosed)?;
            if tab.session.is_none() {
                return Err(BrowserError::TabClosed);
            }
            tab.frames.get(&self.id.0).map(look).ok_or(BrowserError::FrameGone)
        })
    }
}

/// A session that ended under a frame means that the frame went, not the tab; so does a node that is not found.
fn gone(error: BrowserError) -> BrowserError {
    match error {
        BrowserError::TabClosed | BrowserError::Protocol { .. } => BrowserError::FrameGone,
        other => other,
    }
}
