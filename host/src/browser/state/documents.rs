//! Frames coming, going and committing documents.

use std::collections::VecDeque;

use serde::Deserialize;
use serde_json::Value;

use chromiumoxide::cdp::browser_protocol::page::GetFrameTreeParams;
use chromiumoxide::cdp::browser_protocol::target::{GetTargetInfoParams, TargetId};

use super::{Effects, Followup, FrameState, Reached, State, TabState, decode};
use crate::browser::ids::{DocumentId, TabId};
use crate::browser::wire::RawEvent;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameInfo {
    id: String,
    parent_id: Option<String>,
    loader_id: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    url_fragment: String,
    unreachable_url: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameTreeInfo {
    frame: FrameInfo,
    #[serde(default)]
    child_frames: Vec<Self>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    frame_id: String,
    parent_frame_id: String,
}

#[derive(Deserialize)]
struct Navigated {
    frame: FrameInfo,
    #[serde(rename = "type", default)]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MovedWithin {
    frame_id: String,
    url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detached {
    frame_id: String,
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lifecycle {
    frame_id: String,
    loader_id: String,
    name: String,
}

impl State {
    pub(super) fn apply_page(&mut self, session: Option<&str>, event: &RawEvent, effects: &mut Effects) {
        let Some(session) = session else { return };
        match event.method.as_ref() {
            "Page.frameAttached" => {
                if let Some(attached) = decode(event) {
                    self.frame_attached(session, attached);
                }
            }
            "Page.frameNavigated" => {
                if let Some(Navigated { frame, kind }) = decode(event) {
                    self.frame_navigated(session, frame, &kind, effects);
                }
            }
            "Page.navigatedWithinDocument" => {
                if let Some(moved) = decode(event) {
                    self.moved_within_document(session, moved, effects);
                }
            }
            "Page.frameDetached" => {
                if let Some(Detached { frame_id, reason }) = decode(event)
                    && let Some((_, tab)) = self.tab_of(Some(session))
                {
                    // On a swap the frame lives on in another process, whose session takes it over.
                    if reason != "swap" {
                        tab.frames.remove(&frame_id);
                    }
                }
            }
            "Page.lifecycleEvent" => {
                if let Some(lifecycle) = decode(event) {
                    self.lifecycle(session, &lifecycle, effects);
                }
            }
            "Page.downloadWillBegin" | "Page.downloadProgress" => {
                self.apply_download(Some(session), event);
            }
            _ => {}
        }
    }

    fn frame_attached(&mut self, session: &str, attached: Attached) {
        let document = self.next_document();
        let Some((_, tab)) = self.tab_of(Some(session)) else { return };
        // A frame that comes back from another process keeps what is known of it until its next commit.
        if let Some(known) = tab.frames.get_mut(&attached.frame_id) {
            session.clone_into(&mut known.session);
            return;
        }
        let parent = Some(attached.parent_frame_id);
        tab.frames.insert(FrameState::new(attached.frame_id, parent, session.to_owned(), document));
    }

    fn frame_navigated(&mut self, session: &str, info: FrameInfo, kind: &str, effects: &mut Effects) {
        let is_restored = kind == "BackForwardCacheRestore";
        let known = if is_restored { self.loaders.get(&info.loader_id) } else { None };
        let document = known.unwrap_or_else(|| self.next_document());
        self.loaders.note(&info.loader_id, document);
        let Some((_, tab)) = self.tab_of(Some(session)) else { return };
        let is_main = ensure(tab, session, &info, document);
        tab.frames.remove_children(&info.id);
        let frame = tab.frames.get_mut(&info.id).expect("the frame was just inserted");
        frame.document = document;
        describe(frame, session, &info);
        if is_restored {
            // A restored page is as it was left: neither its lifecycle events nor its child frames are told again.
            *frame.progress_of(&info.loader_id) =
                Reached { dom_content_loaded: true, load: true, network_idle: true };
        }
        if is_main {
            tab.url = format!("{}{}", info.url, info.url_fragment);
            tab.crashed = false;
            tab.commit(&info.loader_id, false, info.unreachable_url);
            tab.traffic.committed(&info.loader_id);
            self.recovered(session);
        }
        if is_restored {
            effects.ask(
                Some(session),
                &GetFrameTreeParams::default(),
                Followup::FrameTree { session: session.to_owned() },
            );
            self.adopt_contexts(session);
        }
    }

    fn moved_within_document(&mut self, session: &str, moved: MovedWithin, effects: &mut Effects) {
        let Some((id, tab)) = self.tab_of(Some(session)) else { return };
        let Some(frame) = tab.frames.get_mut(&moved.frame_id) else { return };
        frame.url.clone_from(&moved.url);
        let loader = frame.loader.clone();
        if tab.frames.main_id() == moved.frame_id {
            tab.url = moved.url;
            tab.commit(&loader, true, None);
            self.ask_title(id, effects);
        }
    }

    fn lifecycle(&mut self, session: &str, event: &Lifecycle, effects: &mut Effects) {
        let Some((id, tab)) = self.tab_of(Some(session)) else { return };
        let Some(frame) = tab.frames.get_mut(&event.frame_id) else { return };
        let reached = frame.progress_of(&event.loader_id);
        match event.name.as_str() {
            "DOMContentLoaded" => reached.dom_content_loaded = true,
            "load" => reached.load = true,
            "networkIdle" => reached.network_idle = true,
            _ => return,
        }
        if tab.frames.main_id() == event.frame_id {
            self.ask_title(id, effects);
        }
    }

    /// Fills in the frames of a session as `Page.getFrameTree` lists them.
    pub(super) fn seed_frames(&mut self, session: &str, tree: &Value) {
        match FrameTreeInfo::deserialize(&tree["frameTree"]) {
            Ok(tree) => {
                self.seed(session, &tree);
                self.adopt_contexts(session);
            }
            Err(error) => tracing::warn!(%error, "a frame tree of Chrome cannot be read"),
        }
    }

    fn seed(&mut self, session: &str, tree: &FrameTreeInfo) {
        let info = &tree.frame;
        let document = self.loaders.get(&info.loader_id).unwrap_or_else(|| self.next_document());
        self.loaders.note(&info.loader_id, document);
        let Some((_, tab)) = self.tab_of(Some(session)) else { return };
        let is_main = ensure(tab, session, info, document);
        // Events that came first know better.
        if let Some(frame) = tab.frames.get_mut(&info.id)
            && (frame.session != session || frame.loader.is_empty())
        {
            describe(frame, session, info);
        }
        if is_main && tab.url.is_empty() {
            tab.url = format!("{}{}", info.url, info.url_fragment);
        }
        for child in &tree.child_frames {
            self.seed(session, child);
        }
    }

    /// Asks for a tab's title: Chrome has no event for a changed one.
    pub(super) fn ask_title(&self, id: TabId, effects: &mut Effects) {
        if let Some(tab) = self.tabs.get(&id) {
            let command = GetTargetInfoParams { target_id: Some(TargetId::new(tab.target.clone())) };
            effects.ask(None, &command, Followup::Title { tab: id });
        }
    }

    pub(in crate::browser) fn note_title(&mut self, id: TabId, answer: &Value) {
        if let Some(tab) = self.tabs.get_mut(&id)
            && let Some(title) = answer["targetInfo"]["title"].as_str()
        {
            title.clone_into(&mut tab.title);
        }
    }
}

/// Which document Chrome's loader ids stand for: a document that comes back from the back/forward cache is the one
/// it was, with its script worlds and its nodes.
#[derive(Debug, Default)]
pub(super) struct Loaders(VecDeque<(String, DocumentId)>);

impl Loaders {
    const KEPT: usize = 256;

    fn get(&self, loader: &str) -> Option<DocumentId> {
        self.0.iter().find(|(known, _)| known == loader).map(|(_, document)| *document)
    }

    fn note(&mut self, loader: &str, document: DocumentId) {
        self.0.retain(|(known, _)| known != loader);
        self.0.push_back((loader.to_owned(), document));
        if self.0.len() > Self::KEPT {
            self.0.pop_front();
        }
    }
}

/// Sees to it that a described frame is in the tree, and tells whether it is the main one.
fn ensure(tab: &mut TabState, session: &str, info: &FrameInfo, document: DocumentId) -> bool {
    // The top frame of another process has a parent too, whether that process knows it or not.
    let is_main = info.parent_id.is_none() && tab.session.as_deref() == Some(session);
    let fresh = |parent| FrameState::new(info.id.clone(), parent, session.to_owned(), document);
    if is_main && tab.frames.main_id() != info.id {
        tab.frames.replace_main(fresh(None));
    } else if tab.frames.get(&info.id).is_none() {
        let parent = info.parent_id.clone().unwrap_or_else(|| tab.frames.main_id().to_owned());
        tab.frames.insert(fresh(Some(parent)));
    }
    is_main
}

fn describe(frame: &mut FrameState, session: &str, info: &FrameInfo) {
    session.clone_into(&mut frame.session);
    frame.url = format!("{}{}", info.url, info.url_fragment);
    frame.name.clone_from(&info.name);
    frame.loader.clone_from(&info.loader_id);
}
