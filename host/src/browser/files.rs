//! Files for pages: file inputs, choosers and drops.

use std::borrow::Cow;
use std::path::PathBuf;

use chromiumoxide::cdp::browser_protocol::dom::{BackendNodeId, SetFileInputFilesParams};
use chromiumoxide::cdp::browser_protocol::page::SetInterceptFileChooserDialogParams;
use chromiumoxide::types::{Command, Method, MethodId};
use serde::Serialize;
use url::Host;

use super::ids::{FrameId, TabId};
use super::link::Link;
use super::{Browser, BrowserError, Endpoint, Frame, Node, Point, Tab};
use crate::progress::Progress;

/// Words for a wait that ends late.
const WHAT: &str = "the page to take the files";

/// A file chooser that a page opened while it was watched for. Nobody sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChooser {
    /// The frame that opened it.
    pub frame: FrameId,
    /// Whether it asks for several files.
    pub multiple: bool,
    /// The `<input>` that opened it. `None` where script asked the system itself (`showOpenFilePicker`).
    pub node: Option<Node>,
}

/// Keeps Chrome from showing file choosers of a tab. It shows them again when this is dropped.
pub struct ChooserWatch {
    link: Link,
    tab: TabId,
}

impl std::fmt::Debug for ChooserWatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChooserWatch").field("tab", &self.tab).finish_non_exhaustive()
    }
}

impl Drop for ChooserWatch {
    fn drop(&mut self) {
        intercept(&self.link, self.tab, false, None);
    }
}

fn intercept(link: &Link, tab: TabId, enabled: bool, cancel: Option<bool>) {
    for session in link.read(|state| state.sessions_of(tab)) {
        link.send(Some(&session), &SetInterceptFileChooserDialogParams { enabled, cancel });
    }
}

/// `Input.dispatchDragEvent`; the generated command leaves an empty list of items out, which Chrome insists on.
#[derive(Debug, Serialize)]
struct DragFiles<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    x: f64,
    y: f64,
    data: DraggedFiles<'a>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DraggedFiles<'a> {
    items: [u8; 0],
    files: &'a [String],
    drag_operations_mask: u8,
}

impl Method for DragFiles<'_> {
    fn identifier(&self) -> MethodId {
        Cow::Borrowed("Input.dispatchDragEvent")
    }
}

impl Command for DragFiles<'_> {
    type Response = serde_json::Value;
}

impl Tab {
    /// From now on, until the watch is dropped, Chrome shows no file chooser of this tab; [`Self::take_choosers`] and
    /// [`Self::next_chooser`] tell of them. With `cancel`, the page hears at once that the person closed it.
    pub fn watch_choosers(&self, cancel: bool) -> ChooserWatch {
        self.link.write(|state| {
            if let Some(tab) = state.tabs.get_mut(&self.id) {
                tab.choosers.clear();
            }
        });
        intercept(&self.link, self.id, true, cancel.then_some(true));
        ChooserWatch { link: self.link.clone(), tab: self.id }
    }

    /// Hands out the choosers that opened while they were watched for, and forgets them.
    pub fn take_choosers(&self) -> Vec<FileChooser> {
        self.link.write(|state| match state.tabs.get_mut(&self.id) {
            Some(tab) => tab.choosers.drain(..).collect(),
            None => Vec::new(),
        })
    }

    /// Waits for a chooser.
    pub async fn next_chooser(&self, p: &Progress) -> Result<FileChooser, BrowserError> {
        let id = self.id;
        let look = |state: &super::state::State| state.tabs.get(&id)?.choosers.front().cloned();
        self.link.until("a file chooser", p, look).await
    }

    /// Drops files on a point of the tab's viewport, as from a file manager. Where the page does not take them, Chrome
    /// opens the first one instead of the page.
    pub async fn drop_files(&self, at: Point, files: &[PathBuf], p: &Progress) -> Result<(), BrowserError> {
        self.begin_action();
        let files = texts(files);
        for kind in ["dragEnter", "dragOver", "drop"] {
            // 1: they may be copied.
            let data = DraggedFiles { items: [], files: &files, drag_operations_mask: 1 };
            self.call(&DragFiles { kind, x: at.x, y: at.y, data }, WHAT, p).await?;
        }
        Ok(())
    }
}

impl Frame {
    /// Makes a file input of this frame hold these files, or with `webkitdirectory` this one folder; the page hears
    /// of it as of a person's choice. Chrome reads the files itself, where it runs.
    pub async fn set_files(&self, input: &Node, files: &[PathBuf], p: &Progress) -> Result<(), BrowserError> {
        self.tab().begin_action();
        let session = self.look(|frame| frame.session.clone())?;
        let set = SetFileInputFilesParams {
            backend_node_id: Some(BackendNodeId::new(input.backend)),
            ..SetFileInputFilesParams::new(texts(files))
        };
        self.link.call(Some(&session), &set, WHAT, p).await.map(drop)
    }
}

impl Browser {
    /// Whether it is a person's Chrome, which we only talk to.
    pub fn is_attached(&self) -> bool {
        self.about.endpoint.is_some()
    }

    /// The machine that a person's Chrome runs on, where that is not this one as far as its address tells.
    pub fn remote_host(&self) -> Option<String> {
        let (Endpoint::Http(url) | Endpoint::Ws(url)) = self.about.endpoint.as_ref()? else { return None };
        let is_here = match url.host()? {
            Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
            Host::Ipv4(address) => address.is_loopback(),
            Host::Ipv6(address) => address.is_loopback(),
        };
        (!is_here).then(|| url.host_str().unwrap_or_default().to_owned())
    }
}

fn texts(files: &[PathBuf]) -> Vec<String> {
    files.iter().map(|file| file.to_string_lossy().into_owned()).collect()
}
