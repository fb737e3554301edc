//! File choosers that pages open while we watch for them: Chrome shows none and tells us instead.

use serde::Deserialize;

use super::{State, decode};
use crate::browser::ids::FrameId;
use crate::browser::wire::RawEvent;
use crate::browser::{FileChooser, Node};

/// How many choosers a tab remembers.
const REMEMBERED: usize = 8;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opened {
    frame_id: String,
    mode: String,
    /// Only where an `<input>` opened it: `showOpenFilePicker()` has none.
    backend_node_id: Option<i64>,
}

impl State {
    pub(super) fn apply_chooser(&mut self, session: Option<&str>, event: &RawEvent) {
        if event.method != "Page.fileChooserOpened" {
            return;
        }
        let Some(Opened { frame_id, mode, backend_node_id }) = decode(event) else { return };
        let Some((_, tab)) = self.tab_of(session) else { return };
        if tab.choosers.len() == REMEMBERED {
            tab.choosers.pop_front();
        }
        tab.choosers.push_back(FileChooser {
            frame: FrameId(frame_id.into()),
            multiple: mode == "selectMultiple",
            node: backend_node_id.map(|backend| Node { backend, content: None }),
        });
    }
}
