//! The frames of one tab: same-process and out-of-process ones in one tree.

use std::collections::VecDeque;

use crate::browser::ids::DocumentId;

/// One frame.
#[derive(Debug, Clone)]
pub(in crate::browser) struct FrameState {
    pub(in crate::browser) id: String,
    pub(in crate::browser) parent: Option<String>,
    /// The session whose renderer shows the frame.
    pub(in crate::browser) session: String,
    pub(in crate::browser) url: String,
    pub(in crate::browser) name: String,
    /// Chrome's id of the committed document.
    pub(in crate::browser) loader: String,
    pub(in crate::browser) document: DocumentId,
    /// Unique id of the page's own execution context.
    pub(in crate::browser) main_world: Option<String>,
    /// Unique id of our isolated execution context.
    pub(in crate::browser) isolated_world: Option<String>,
    /// How far each document has loaded. A document's first lifecycle event comes before its commit, and the
    /// last ones of the previous document can come after it, so a few are kept.
    progress: VecDeque<(String, Reached)>,
}

/// How far a document has loaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::browser) struct Reached {
    pub(in crate::browser) dom_content_loaded: bool,
    pub(in crate::browser) load: bool,
    pub(in crate::browser) network_idle: bool,
}

impl FrameState {
    pub(in crate::browser) fn new(
        id: String,
        parent: Option<String>,
        session: String,
        document: DocumentId,
    ) -> Self {
        Self {
            id,
            parent,
            session,
            url: String::new(),
            name: String::new(),
            loader: String::new(),
            document,
            main_world: None,
            isolated_world: None,
            progress: VecDeque::new(),
        }
    }

    /// How far the committed document has loaded.
    pub(in crate::browser) fn reached(&self) -> Reached {
        self.progress
            .iter()
            .find(|(loader, _)| *loader == self.loader)
            .map_or_else(Reached::default, |(_, reached)| *reached)
    }

    /// The progress of a document, committed or about to be.
    pub(super) fn progress_of(&mut self, loader: &str) -> &mut Reached {
        const KEPT: usize = 4;
        let known = self.progress.iter().position(|(known, _)| known == loader);
        let at = known.unwrap_or_else(|| {
            if self.progress.len() == KEPT {
                self.progress.pop_front();
            }
            self.progress.push_back((loader.to_owned(), Reached::default()));
            self.progress.len() - 1
        });
        &mut self.progress[at].1
    }
}

/// The frames of a tab, in order of attachment. There is always a main frame.
#[derive(Debug)]
pub(in crate::browser) struct FrameTree {
    main: String,
    frames: Vec<FrameState>,
}

impl FrameTree {
    pub(super) fn new(main: FrameState) -> Self {
        Self { main: main.id.clone(), frames: vec![main] }
    }

    pub(in crate::browser) fn main_id(&self) -> &str {
        &self.main
    }

    pub(in crate::browser) fn main(&self) -> &FrameState {
        self.get(&self.main).expect("the main frame is replaced, never removed")
    }

    pub(in crate::browser) fn get(&self, id: &str) -> Option<&FrameState> {
        self.frames.iter().find(|frame| frame.id == id)
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut FrameState> {
        self.frames.iter_mut().find(|frame| frame.id == id)
    }

    /// Forgets an execution context that Chrome does not know.
    pub(in crate::browser) fn forget_context(&mut self, unique: &str) {
        for frame in &mut self.frames {
            for world in [&mut frame.main_world, &mut frame.isolated_world] {
                world.take_if(|known| known == unique);
            }
        }
    }

    /// Main frame first, each frame before its children.
    pub(in crate::browser) fn depth_first(&self) -> Vec<&FrameState> {
        let mut ordered = Vec::with_capacity(self.frames.len());
        let mut open = vec![self.main()];
        while let Some(frame) = open.pop() {
            ordered.push(frame);
            open.extend(self.frames.iter().rev().filter(|child| child.parent.as_deref() == Some(&frame.id)));
        }
        ordered
    }

    /// The frame at the top of a frame's process: itself or the nearest ancestor shown by another session.
    pub(in crate::browser) fn local_root<'t>(&'t self, frame: &'t FrameState) -> &'t FrameState {
        let mut root = frame;
        while let Some(parent) = root.parent.as_deref().and_then(|parent| self.get(parent))
            && parent.session == frame.session
        {
            root = parent;
        }
        root
    }

    /// Adds a frame, or replaces what is known of it.
    pub(super) fn insert(&mut self, frame: FrameState) {
        match self.get_mut(&frame.id) {
            Some(known) => *known = frame,
            None => self.frames.push(frame),
        }
    }

    /// Makes another frame the main one (a prerendered page took over); all others go.
    pub(super) fn replace_main(&mut self, main: FrameState) {
        self.main.clone_from(&main.id);
        self.frames = vec![main];
    }

    /// Removes a frame's descendants.
    pub(super) fn remove_children(&mut self, id: &str) {
        let mut doomed = vec![id.to_owned()];
        while let Some(parent) = doomed.pop() {
            self.frames.retain(|frame| {
                let goes = frame.parent.as_ref() == Some(&parent);
                if goes {
                    doomed.push(frame.id.clone());
                }
                !goes
            });
        }
    }

    /// Removes a frame and its descendants. The main frame stays.
    pub(super) fn remove(&mut self, id: &str) {
        self.remove_children(id);
        if id != self.main {
            self.frames.retain(|frame| frame.id != id);
        }
    }

    /// Removes the frames that a session showed.
    pub(super) fn remove_session(&mut self, session: &str) {
        while let Some(id) = self
            .frames
            .iter()
            .find(|frame| frame.session == session && frame.id != self.main)
            .map(|frame| frame.id.clone())
        {
            self.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(id: &str, parent: Option<&str>, session: &str) -> FrameState {
        FrameState::new(id.to_owned(), parent.map(ToOwned::to_owned), session.to_owned(), DocumentId(0))
    }

    fn tree() -> FrameTree {
        let mut tree = FrameTree::new(frame("main", None, "page"));
        tree.insert(frame("a", Some("main"), "page"));
        tree.insert(frame("b", Some("main"), "other"));
        tree.insert(frame("b1", Some("b"), "other"));
        tree.insert(frame("a1", Some("a"), "page"));
        tree
    }

    fn order(tree: &FrameTree) -> Vec<&str> {
        tree.depth_first().into_iter().map(|frame| frame.id.as_str()).collect()
    }

    #[test]
    fn frames_are_listed_depth_first_in_order_of_attachment() {
        assert_eq!(order(&tree()), ["main", "a", "a1", "b", "b1"]);
    }

    #[test]
    fn a_frame_goes_with_its_descendants_but_the_main_frame_stays() {
        let mut tree = tree();
        tree.remove("b");
        assert_eq!(order(&tree), ["main", "a", "a1"]);
        tree.remove("main");
        assert_eq!(order(&tree), ["main"]);
    }

    #[test]
    fn a_session_takes_its_frames_with_it() {
        let mut tree = tree();
        tree.remove_session("other");
        assert_eq!(order(&tree), ["main", "a", "a1"]);
    }

    #[test]
    fn the_local_root_is_the_top_frame_of_the_same_process() {
        let tree = tree();
        assert_eq!(tree.local_root(tree.get("b1").unwrap()).id, "b");
        assert_eq!(tree.local_root(tree.get("a1").unwrap()).id, "main");
    }

    #[test]
    fn progress_belongs_to_its_document() {
        let mut frame = frame("main", None, "page");
        frame.progress_of("next").load = true;
        assert!(!frame.reached().load);
        frame.loader = "next".to_owned();
        assert!(frame.reached().load);
        frame.progress_of("old").network_idle = true;
        assert!(frame.reached().load && !frame.reached().network_idle);
    }
}
