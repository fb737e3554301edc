//! Native dialogs: answered at once, since Chrome answers nothing else of the page while one is open.

use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::page::HandleJavaScriptDialogParams;
use serde::Deserialize;

use super::{Effects, State, decode};
use crate::browser::ids::TabId;
use crate::browser::wire::RawEvent;
use crate::browser::{DialogKind, DialogRecord, Mode};

/// How many dialogs a tab remembers; a page that opens them endlessly must not fill the memory.
const REMEMBERED: usize = 50;

/// A dialog that opens this long after our last action in a person's Chrome is the person's own.
const OURS: Duration = Duration::from_secs(10);

/// A dialog that nobody has answered yet.
#[derive(Debug, Clone)]
pub(super) struct OpenDialog {
    session: String,
    kind: DialogKind,
    message: String,
    default_prompt: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opening {
    message: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    default_prompt: String,
}

impl State {
    pub(super) fn apply_dialog(&mut self, session: Option<&str>, event: &RawEvent, effects: &mut Effects) {
        let Some(session) = session else { return };
        match event.method.as_ref() {
            "Page.javascriptDialogOpening" => {
                let Some(Opening { message, kind, default_prompt }) = decode(event) else { return };
                let kind = match kind.as_str() {
                    "confirm" => DialogKind::Confirm,
                    "prompt" => DialogKind::Prompt,
                    "beforeunload" => DialogKind::BeforeUnload,
                    _ => DialogKind::Alert,
                };
                let managed = self.mode == Mode::Managed;
                let Some((id, tab)) = self.tab_of(Some(session)) else { return };
                tab.open_dialog =
                    Some(OpenDialog { session: session.to_owned(), kind, message, default_prompt });
                if managed || tab.last_action.is_some_and(|last| last.elapsed() < OURS) {
                    self.answer_dialog(id, effects);
                }
            }
            "Page.javascriptDialogClosed" => {
                if let Some((_, tab)) = self.tab_of(Some(session)) {
                    tab.open_dialog = None;
                }
            }
            _ => {}
        }
    }

    /// Notes that we act in a tab, and answers a dialog that was left to the person: it would block us.
    pub(in crate::browser) fn begin_action(&mut self, id: TabId) -> Effects {
        let mut effects = Effects::default();
        if let Some(tab) = self.tabs.get_mut(&id) {
            tab.last_action = Some(Instant::now());
            self.answer_dialog(id, &mut effects);
        }
        effects
    }

    fn answer_dialog(&mut self, id: TabId, effects: &mut Effects) {
        let accept_by_rule = self.accept_dialogs;
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        tab.last_dialog = tab.open_dialog.as_ref().map(|_| Instant::now()).or(tab.last_dialog);
        let Some(OpenDialog { session, kind, message, default_prompt }) = tab.open_dialog.take() else {
            return;
        };
        // An alert has one button; refusing a beforeunload would hang the navigation or closing that caused it.
        let accepted = match kind {
            DialogKind::Alert | DialogKind::BeforeUnload => true,
            DialogKind::Confirm | DialogKind::Prompt => accept_by_rule,
        };
        let prompt_text = (kind == DialogKind::Prompt && accepted).then_some(default_prompt);
        effects.send(Some(&session), &HandleJavaScriptDialogParams { accept: accepted, prompt_text });
        if tab.dialogs.len() == REMEMBERED {
            tab.dialogs.pop_front();
        }
        tab.dialogs.push_back(DialogRecord { kind, message, accepted });
    }
}
