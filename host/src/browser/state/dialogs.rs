//! Native dialogs. Chrome answers nothing else of a page while one is open, so each is answered at once by the rule,
//! or else everything that waits for the page is told so at once.

use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::page::HandleJavaScriptDialogParams;
use chromiumoxide::cdp::browser_protocol::target::{CloseTargetParams, CreateTargetParams, TargetId};
use chromiumoxide::cdp::js_protocol::runtime::TerminateExecutionParams;
use serde::Deserialize;

use super::{Effects, Going, State, TabState, decode};
use crate::browser::error::CallError;
use crate::browser::ids::TabId;
use crate::browser::wire::RawEvent;
use crate::browser::{
    DialogAnswer, DialogFacts, DialogFlood, DialogKind, DialogRecord, DialogRule, DialogWord, Mode,
};

/// How many dialogs a tab remembers; a page that opens them endlessly must not fill the memory.
const REMEMBERED: usize = 50;
/// A dialog that opens this long after our last command in a person's Chrome is the person's own. While a call is
/// under way it looks at the page many times a second.
const OURS: Duration = Duration::from_secs(2);
/// Dialogs that open this soon after the one before are one run: the page has not rested.
const REST: Duration = Duration::from_secs(1);
/// How many dialogs of one run are answered.
const RUN: u32 = 20;
/// How long a run may take, once it has some dialogs.
const RUN_TIME: Duration = Duration::from_secs(10);
/// After how many equal questions of a run the answer is No: the page asks until it gets another one.
const SAME: u32 = 10;

/// A dialog that nobody has answered yet.
#[derive(Debug, Clone)]
pub(super) struct OpenDialog {
    session: String,
    facts: DialogFacts,
}

/// Dialogs that follow each other without rest.
#[derive(Debug, Clone, Default)]
pub(super) struct DialogRun {
    count: u32,
    same: u32,
    message: String,
    began: Option<Instant>,
    last: Option<Instant>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opening {
    message: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    default_prompt: String,
    #[serde(default)]
    url: String,
}

#[derive(Deserialize)]
struct Closed {
    result: bool,
}

/// What is done about a dialog.
enum Verdict {
    Answer(DialogAnswer, DialogWord),
    Leave,
    Close,
}

impl State {
    pub(super) fn apply_dialog(&mut self, session: Option<&str>, event: &RawEvent, effects: &mut Effects) {
        let Some(session) = session else { return };
        match event.method.as_ref() {
            "Page.javascriptDialogOpening" => {
                if let Some(opening) = decode(event) {
                    self.dialog_opened(session, opening, effects);
                }
            }
            "Page.javascriptDialogClosed" => {
                let Some((_, tab)) = self.tab_of(Some(session)) else { return };
                // Ours are taken out when they are answered.
                if let (Some(open), Some(Closed { result })) = (tab.open_dialog.take(), decode(event)) {
                    tab.note_dialog(open.facts, result, DialogWord::Person);
                }
            }
            _ => {}
        }
    }

    fn dialog_opened(&mut self, session: &str, opening: Opening, effects: &mut Effects) {
        let Opening { message, kind, default_prompt, url } = opening;
        let kind = match kind.as_str() {
            "confirm" => DialogKind::Confirm,
            "prompt" => DialogKind::Prompt,
            "beforeunload" => DialogKind::BeforeUnload,
            _ => DialogKind::Alert,
        };
        let managed = self.mode == Mode::Managed;
        let Some((id, tab)) = self.tab_of(Some(session)) else { return };
        let is_ours = managed
            || tab.going != Going::Nowhere
            || tab.last_action.is_some_and(|last| last.elapsed() < OURS);
        if tab.flood.is_some() {
            // It is being closed; what its page still says is of no interest.
            let dismiss =
                HandleJavaScriptDialogParams { accept: kind == DialogKind::BeforeUnload, prompt_text: None };
            effects.send(Some(session), &dismiss);
            return;
        }
        tab.run.add(&message);
        let is_elsewhere = !url.is_empty() && origin(&url) != origin(&tab.url);
        let origin = is_elsewhere.then(|| origin(&url).to_owned()).filter(|origin| !origin.is_empty());
        let facts = DialogFacts { tab: id, kind, message, default_prompt, origin, is_ours };
        tab.open_dialog = Some(OpenDialog { session: session.to_owned(), facts });
        match self.verdict(id) {
            Verdict::Answer(answer, word) => {
                self.answer_dialog(id, answer, word, effects);
            }
            Verdict::Leave => self.block(id, effects),
            Verdict::Close => self.flood(id, effects),
        }
    }

    fn verdict(&mut self, id: TabId) -> Verdict {
        let (managed, rule) = (self.mode == Mode::Managed, self.dialog_rule);
        let Some(tab) = self.tabs.get(&id) else { return Verdict::Leave };
        let Some(open) = &tab.open_dialog else { return Verdict::Leave };
        let kind = open.facts.kind;
        let is_leaving = tab.going == Going::Leaving;
        let answer = |accept| DialogAnswer { accept, text: None };
        if is_leaving && kind == DialogKind::BeforeUnload {
            // Refusing would hang the navigation or closing that we were told to make.
            return Verdict::Answer(answer(true), DialogWord::Leaving);
        }
        let is_endless = tab.run.is_endless();
        if is_endless && managed {
            return Verdict::Close;
        }
        if is_leaving && (is_endless || rule == DialogRule::Ask) {
            return Verdict::Answer(answer(kind == DialogKind::Alert), DialogWord::Leaving);
        }
        if is_endless {
            // A person's page is not closed; Chrome offers them to stop it.
            return Verdict::Leave;
        }
        let (is_ours, asked_again) = (open.facts.is_ours, tab.run.same > SAME);
        if let Some(armed) = self.armed_dialog.take() {
            return Verdict::Answer(armed, DialogWord::Armed);
        }
        if !is_ours {
            return Verdict::Leave;
        }
        let is_question = matches!(kind, DialogKind::Confirm | DialogKind::Prompt);
        match rule {
            DialogRule::Accept => Verdict::Answer(answer(!(is_question && asked_again)), DialogWord::Rule),
            // An alert has one button.
            DialogRule::Dismiss => Verdict::Answer(answer(kind == DialogKind::Alert), DialogWord::Rule),
            DialogRule::Ask => Verdict::Leave,
        }
    }

    /// Counts a tab's dialogs anew.
    pub(in crate::browser) fn forget_dialog_run(&mut self, id: TabId) {
        if let Some(tab) = self.tabs.get_mut(&id) {
            tab.run = DialogRun::default();
        }
    }

    /// A command of ours is under way in the tab of a session.
    pub(in crate::browser) fn is_at_work(&mut self, session: &str) {
        if let Some((_, tab)) = self.tab_of(Some(session)) {
            tab.last_action = Some(Instant::now());
        }
    }

    /// Notes that we act in a tab: a dialog that opens now is not the person's own.
    pub(in crate::browser) fn begin_action(&mut self, id: TabId) {
        if let Some(tab) = self.tabs.get_mut(&id) {
            tab.last_action = Some(Instant::now());
        }
    }

    /// Notes whether we are about to leave the page that a tab shows: then it is not asked what it thinks of it.
    pub(in crate::browser) fn set_leaving(&mut self, id: TabId, leaving: bool) {
        if let Some(tab) = self.tabs.get_mut(&id) {
            tab.going = if leaving { Going::Leaving } else { Going::Nowhere };
        }
    }

    /// Answers the open dialog of a tab, if there is one.
    pub(in crate::browser) fn answer_dialog(
        &mut self,
        id: TabId,
        answer: DialogAnswer,
        word: DialogWord,
        effects: &mut Effects,
    ) -> Option<DialogRecord> {
        let tab = self.tabs.get_mut(&id)?;
        let OpenDialog { session, facts } = tab.open_dialog.take()?;
        tab.last_dialog = Some(Instant::now());
        let DialogAnswer { accept, text } = answer;
        let prompt_text = (facts.kind == DialogKind::Prompt && accept)
            .then(|| text.unwrap_or_else(|| facts.default_prompt.clone()));
        effects.send(Some(&session), &HandleJavaScriptDialogParams { accept, prompt_text });
        Some(tab.note_dialog(facts, accept, word))
    }

    /// The dialog that keeps a tab's page from answering: its own, or that of a tab which it opened or which opened
    /// it, for those share a process.
    pub(in crate::browser) fn blocking_dialog(&self, id: TabId) -> Option<&DialogFacts> {
        self.family(id).into_iter().find_map(|id| {
            let tab = self.tabs.get(&id)?;
            tab.session.as_ref()?;
            tab.open_dialog.as_ref().map(|open| &open.facts)
        })
    }

    /// The dialog that blocks a session's page.
    pub(super) fn dialog_before(&self, session: &str) -> Option<&DialogFacts> {
        self.blocking_dialog(self.sessions.get(session)?.tab)
    }

    /// The tab, then those that opened each other with it.
    fn family(&self, id: TabId) -> Vec<TabId> {
        let mut family = vec![id];
        let mut at = 0;
        while let Some(&member) = family.get(at) {
            at += 1;
            let opener = self.tabs.get(&member).and_then(|tab| tab.opener);
            let opened = self.tabs.iter().filter(|(_, tab)| tab.opener == Some(member)).map(|(id, _)| *id);
            let related: Vec<TabId> = opener.into_iter().chain(opened).collect();
            for other in related {
                if !family.contains(&other) {
                    family.push(other);
                }
            }
        }
        family
    }

    /// A dialog stays open: whatever waits for the page would wait for the person.
    fn block(&mut self, id: TabId, effects: &mut Effects) {
        let Some(open) = self.tabs.get(&id).and_then(|tab| tab.open_dialog.as_ref()) else { return };
        let facts = open.facts.clone();
        let family = self.family(id);
        let blocked = self.sessions.iter().filter(|(_, session)| family.contains(&session.tab));
        let error = CallError::Dialog(Box::new(facts));
        effects.fail.extend(blocked.map(|(session, _)| (session.clone(), error.clone())));
    }

    /// Closes a tab whose page opens one dialog after the other.
    fn flood(&mut self, id: TabId, effects: &mut Effects) {
        // A page that was closed for the same reason may take its time to go.
        let going: Vec<&String> =
            self.tabs.values().filter(|tab| tab.flood.is_some()).map(|tab| &tab.target).collect();
        let is_last = self.pages().filter(|(target, _)| !going.contains(target)).count() <= 1;
        let sessions: Vec<String> = self
            .sessions
            .iter()
            .filter(|(_, session)| session.tab == id)
            .map(|(session, _)| session.clone())
            .collect();
        let Some(tab) = self.tabs.get_mut(&id) else { return };
        let Some(OpenDialog { session, facts }) = tab.open_dialog.take() else { return };
        let flood = DialogFlood {
            tab: id,
            url: tab.url.clone(),
            count: tab.run.count,
            kind: facts.kind,
            message: facts.message,
        };
        tab.flood = Some(flood.clone());
        tab.untold_flood = Some(flood.clone());
        tab.session = None;
        tab.dialogs.clear();
        tab.traffic.clear();
        let target = TargetId::new(tab.target.clone());
        if is_last {
            // Chrome would end with its last page.
            effects.send(None, &CreateTargetParams::new("about:blank"));
        }
        effects.send(Some(&session), &TerminateExecutionParams::default());
        let dismiss = HandleJavaScriptDialogParams { accept: false, prompt_text: None };
        effects.send(Some(&session), &dismiss);
        effects.send(None, &CloseTargetParams::new(target));
        let error = CallError::Flood(Box::new(flood));
        effects.fail.extend(sessions.into_iter().map(|session| (session, error.clone())));
    }
}

impl TabState {
    /// The dialog that is open in this tab.
    pub(in crate::browser) fn dialog(&self) -> Option<&DialogFacts> {
        self.open_dialog.as_ref().map(|open| &open.facts)
    }

    fn note_dialog(&mut self, facts: DialogFacts, accepted: bool, word: DialogWord) -> DialogRecord {
        let DialogFacts { kind, message, origin, .. } = facts;
        let record = DialogRecord { kind, message, accepted, word, origin };
        if self.dialogs.len() == REMEMBERED {
            self.dialogs.pop_front();
        }
        self.dialogs.push_back(record.clone());
        self.newest_dialog = Some(record.clone());
        record
    }
}

impl DialogRun {
    fn add(&mut self, message: &str) {
        let now = Instant::now();
        if self.last.is_none_or(|last| now.duration_since(last) > REST) {
            *self = Self::default();
        }
        self.began.get_or_insert(now);
        self.last = Some(now);
        self.count += 1;
        self.same = if self.message == message { self.same + 1 } else { 1 };
        message.clone_into(&mut self.message);
    }

    fn is_endless(&self) -> bool {
        let is_long = self.began.is_some_and(|began| began.elapsed() > RUN_TIME);
        self.count > RUN || is_long && self.count > RUN / 4
    }
}

/// Scheme, host and port of an address.
fn origin(url: &str) -> &str {
    let from = url.find("://").map_or(0, |at| at + 3);
    url[from..].find('/').map_or(url, |at| &url[..from + at])
}
