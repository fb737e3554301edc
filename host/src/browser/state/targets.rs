//! Tabs and out-of-process frames coming and going: attachment, set-up, crashes, detachment.

use std::collections::BTreeSet;

use chromiumoxide::cdp::browser_protocol::emulation::SetFocusEmulationEnabledParams;
use chromiumoxide::cdp::browser_protocol::inspector;
use chromiumoxide::cdp::browser_protocol::log;
use chromiumoxide::cdp::browser_protocol::network;
use chromiumoxide::cdp::browser_protocol::page::{
    self, CrashParams, GetFrameTreeParams, SetLifecycleEventsEnabledParams,
};
use chromiumoxide::cdp::browser_protocol::target::{
    AttachToTargetParams, CloseTargetParams, FilterEntry, SetAutoAttachParams, TargetFilter, TargetId,
};
use chromiumoxide::cdp::js_protocol::runtime::{self, RunIfWaitingForDebuggerParams};
use serde::Deserialize;

use super::{Effects, Followup, FrameState, PageTarget, Session, State, TabState, decode};
use crate::browser::Mode;
use crate::browser::error::CallError;
use crate::browser::ids::TabId;
use crate::browser::wire::RawEvent;

/// How many windows of one page may be open at once. Those beyond are closed as they come.
const WINDOWS: usize = 10;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TargetInfo {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    url: String,
    opener_id: Option<String>,
    parent_frame_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AttachedToTarget {
    session_id: String,
    target_info: TargetInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Discovered {
    target_info: TargetInfo,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfSession {
    session_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OfTarget {
    target_id: String,
}

/// Attachment to targets of one type only: workers and browser windows would be paused and never resumed.
pub(in crate::browser) fn only(kind: &str) -> TargetFilter {
    let entry = |kind: Option<&str>, exclude| FilterEntry {
        exclude: Some(exclude),
        r#type: kind.map(ToOwned::to_owned),
    };
    TargetFilter::new(vec![entry(Some(kind), false), entry(None, true)])
}

impl State {
    pub(super) fn apply_target(&mut self, session: Option<&str>, event: &RawEvent, effects: &mut Effects) {
        match event.method.as_ref() {
            "Target.attachedToTarget" => {
                if let Some(attached) = decode(event) {
                    self.attached(session, attached, effects);
                }
            }
            "Target.detachedFromTarget" => {
                if let Some(OfSession { session_id }) = decode(event) {
                    self.detached(&session_id, effects);
                }
            }
            "Target.targetCreated" | "Target.targetInfoChanged" => {
                if let Some(Discovered { target_info }) = decode(event) {
                    self.discovered(target_info, effects);
                }
            }
            "Target.targetDestroyed" => {
                if let Some(OfTarget { target_id }) = decode(event) {
                    self.pages.remove(&target_id);
                }
            }
            "Target.targetCrashed" => {
                if let Some(OfTarget { target_id }) = decode(event) {
                    let crashed: Vec<String> = self
                        .sessions
                        .iter()
                        .filter(|(_, session)| session.target == target_id)
                        .map(|(id, _)| id.clone())
                        .collect();
                    for session in crashed {
                        self.crashed(&session, effects);
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn apply_inspector(&mut self, session: Option<&str>, event: &RawEvent, effects: &mut Effects) {
        let Some(session) = session else { return };
        match event.method.as_ref() {
            "Inspector.targetCrashed" => self.crashed(session, effects),
            "Inspector.targetReloadedAfterCrash" => self.recovered(session),
            _ => {}
        }
    }

    fn attached(&mut self, parent: Option<&str>, attached: AttachedToTarget, effects: &mut Effects) {
        let AttachedToTarget { session_id, target_info } = attached;
        if target_info.kind == "page" && parent.is_none() && self.is_surplus(&target_info, effects) {
            let target = TargetId::new(target_info.target_id);
            // A paused window of the same process would keep its opener from running.
            effects.send(Some(&session_id), &RunIfWaitingForDebuggerParams::default());
            effects.send(None, &CloseTargetParams::new(target));
            return;
        }
        let tab = match (target_info.kind.as_str(), parent) {
            ("page", None) => self.add_tab(&session_id, &target_info),
            ("iframe", Some(parent)) => self.add_process(parent, &session_id, &target_info),
            _ => None,
        };
        let Some(tab) = tab else {
            // Whatever it is, it must not stay paused because of us.
            effects.send(Some(&session_id), &RunIfWaitingForDebuggerParams::default());
            return;
        };
        let session = Session {
            tab,
            target: target_info.target_id,
            parent: parent.map(ToOwned::to_owned),
            crashed: false,
            rescuing: false,
            scripts: BTreeSet::new(),
            last_script: 0,
            contexts: super::Contexts::default(),
        };
        let is_page = session.parent.is_none();
        self.sessions.insert(session_id.clone(), session);
        if let Some(viewport) = self.viewport.filter(|_| is_page) {
            let (metrics, touch) = viewport.commands();
            effects.send(Some(&session_id), &metrics);
            effects.send(Some(&session_id), &touch);
        }
        if self.is_watching() {
            effects.send(Some(&session_id), &log::EnableParams::default());
        }
        set_up(&session_id, effects);
    }

    /// Whether a page opened more windows than anybody can look at; counts it with the page. One that goes on all the
    /// same is ended with its process, as each window holds Chrome up and nothing else stops it.
    fn is_surplus(&mut self, info: &TargetInfo, effects: &mut Effects) -> bool {
        let Some(opener) = info.opener_id.as_deref().and_then(|opener| self.tab_with_target(opener)) else {
            return false;
        };
        let opener = opener.0;
        let open =
            self.tabs.values().filter(|tab| tab.opener == Some(opener) && tab.session.is_some()).count();
        if open < WINDOWS {
            return false;
        }
        if let Some(tab) = self.tabs.get_mut(&opener) {
            tab.surplus += 1;
            if tab.surplus == WINDOWS * 2 {
                effects.send(tab.session.as_deref(), &CrashParams::default());
                // They share its process.
                for opened in self.tabs.values().filter(|tab| tab.opener == Some(opener)) {
                    let target = TargetId::new(opened.target.clone());
                    effects.send(None, &CloseTargetParams::new(target));
                }
            }
        }
        true
    }

    fn add_tab(&mut self, session: &str, info: &TargetInfo) -> Option<TabId> {
        if self.tab_with_target(&info.target_id).is_some() {
            return None;
        }
        let opener =
            info.opener_id.as_deref().and_then(|opener| self.tab_with_target(opener)).map(|(id, _)| id);
        let id = TabId(self.tabs.last_key_value().map_or(1, |(last, _)| last.0 + 1));
        let document = self.next_document();
        let mut tab = TabState::new(info.target_id.clone(), session.to_owned(), document);
        tab.url.clone_from(&info.url);
        tab.title.clone_from(&info.title);
        tab.opener = opener;
        self.tabs.insert(id, tab);
        Some(id)
    }

    /// A frame of a tab went to a process of its own.
    fn add_process(&mut self, parent: &str, session: &str, info: &TargetInfo) -> Option<TabId> {
        let document = self.next_document();
        let (id, tab) = self.tab_of(Some(parent))?;
        let above = info.parent_frame_id.clone();
        if let Some(frame) = tab.frames.get_mut(&info.target_id) {
            session.clone_into(&mut frame.session);
            frame.loader.clear();
            frame.main_world = None;
            frame.isolated_world = None;
        } else {
            let above = above.unwrap_or_else(|| tab.frames.main_id().to_owned());
            let frame = FrameState::new(info.target_id.clone(), Some(above), session.to_owned(), document);
            tab.frames.insert(frame);
        }
        Some(id)
    }

    fn detached(&mut self, session: &str, effects: &mut Effects) {
        effects.fail.push((session.to_owned(), CallError::Detached));
        let Some(gone) = self.sessions.remove(session) else { return };
        let below: Vec<String> = self
            .sessions
            .iter()
            .filter(|(_, other)| other.parent.as_deref() == Some(session))
            .map(|(id, _)| id.clone())
            .collect();
        for session in below {
            self.detached(&session, effects);
        }
        let Some(tab) = self.tabs.get_mut(&gone.tab) else { return };
        if tab.session.as_deref() == Some(session) {
            tab.session = None;
            tab.traffic.clear();
        } else {
            tab.traffic.session_ended(session);
            tab.frames.remove_session(session);
        }
    }

    fn discovered(&mut self, info: TargetInfo, effects: &mut Effects) {
        if info.kind != "page" {
            return;
        }
        let known = self.pages.get(&info.target_id).map(|page| page.number);
        let is_new = known.is_none();
        self.last_page += u64::from(is_new);
        let page = PageTarget {
            opener: info.opener_id,
            number: known.unwrap_or(self.last_page),
            title: info.title,
            url: info.url,
        };
        self.pages.insert(info.target_id.clone(), page);
        // In a person's Chrome only popups of our tabs are ours; a managed Chrome attaches all pages by itself.
        let opener = self.pages[&info.target_id].opener.as_deref();
        if is_new
            && self.mode == Mode::Attached
            && opener.is_some_and(|opener| self.tab_with_target(opener).is_some())
        {
            effects.send(None, &attach_to(&info.target_id));
        }
    }

    fn crashed(&mut self, session: &str, effects: &mut Effects) {
        let Some(state) = self.sessions.get_mut(session) else { return };
        // Chrome tells it twice, for the session and for the target, and a navigation may be under way already.
        if std::mem::replace(&mut state.crashed, true) {
            return;
        }
        effects.fail.push((session.to_owned(), CallError::Crashed));
        let id = state.tab;
        self.drop_contexts(Some(session), |_| true);
        if let Some(tab) = self.tabs.get_mut(&id)
            && tab.session.as_deref() == Some(session)
        {
            tab.crashed = true;
            tab.crashes += 1;
            tab.traffic.clear();
        }
    }

    /// A crashed session has a living renderer again.
    pub(super) fn recovered(&mut self, session: &str) {
        if let Some(session) = self.sessions.get_mut(session) {
            session.crashed = false;
            // Also the tab: between the new renderer and its first commit calls are answered again.
            if session.parent.is_none()
                && let Some(tab) = self.tabs.get_mut(&session.tab)
            {
                tab.crashed = false;
            }
        }
    }

    /// Whether the frame's process crashed.
    pub(in crate::browser) fn is_crashed(&self, session: &str) -> bool {
        self.sessions.get(session).is_some_and(|session| session.crashed)
    }

    /// Whether nobody ends an unresponsive script of this session yet; from now on the caller does.
    pub(in crate::browser) fn begin_rescue(&mut self, session: &str) -> bool {
        self.sessions.get_mut(session).is_some_and(|session| !std::mem::replace(&mut session.rescuing, true))
    }

    /// Notes a script of ours that a session begins to run.
    pub(in crate::browser) fn begin_script(&mut self, session: &str) -> u64 {
        let Some(session) = self.sessions.get_mut(session) else { return 0 };
        session.last_script += 1;
        session.scripts.insert(session.last_script);
        session.last_script
    }

    /// The script ended, or nobody waits for it any more.
    pub(in crate::browser) fn end_script(&mut self, session: &str, serial: u64) {
        if let Some(session) = self.sessions.get_mut(session) {
            session.scripts.remove(&serial);
        }
    }

    /// Whether a session still runs a script of ours that began before another one.
    pub(in crate::browser) fn runs_script_before(&self, session: &str, serial: u64) -> bool {
        let scripts = self.sessions.get(session).map(|session| &session.scripts);
        scripts.and_then(|scripts| scripts.first()).is_some_and(|first| *first < serial)
    }

    /// Whether a session runs a script of ours.
    pub(in crate::browser) fn runs_script(&self, session: &str) -> bool {
        self.sessions.get(session).is_some_and(|session| !session.scripts.is_empty())
    }

    /// Whether a page that says nothing may do so for a better reason than a script: it crashed, a dialog is open, or
    /// it is being left for a page that has not answered yet, for which Chrome holds its answers back.
    pub(in crate::browser) fn may_be_silent(&self, session: &str) -> bool {
        let Some(Session { tab, crashed, .. }) = self.sessions.get(session) else { return true };
        let is_held = |tab: &TabState| {
            let main = tab.frames.main();
            tab.open_dialog.is_some() || tab.traffic.is_leaving(&main.id, &main.loader)
        };
        *crashed || self.tabs.get(tab).is_none_or(is_held)
    }

    /// How many documents the tab of a session has opened.
    pub(in crate::browser) fn documents_of(&self, session: &str) -> Option<u64> {
        let tab = self.sessions.get(session)?.tab;
        self.tabs.get(&tab).map(|tab| tab.navigations)
    }

    /// Notes that a script without end was ended.
    pub(in crate::browser) fn note_ended_script(&mut self, session: &str) {
        if let Some((_, tab)) = self.tab_of(Some(session)) {
            tab.ended_scripts += 1;
        }
    }

    /// The sessions of a tab: its page and the frames in processes of their own.
    pub(in crate::browser) fn sessions_of(&self, tab: TabId) -> Vec<String> {
        let sessions = self.sessions.iter().filter(|(_, session)| session.tab == tab);
        sessions.map(|(id, _)| id.clone()).collect()
    }

    pub(in crate::browser) fn end_rescue(&mut self, session: &str) {
        if let Some(session) = self.sessions.get_mut(session) {
            session.rescuing = false;
        }
    }

    pub(super) fn mark_ready(&mut self, session: &str, effects: &mut Effects) {
        if let Some((id, tab)) = self.tab_of(Some(session))
            && tab.session.as_deref() == Some(session)
        {
            tab.ready = true;
            self.ask_title(id, effects);
        }
    }
}

/// The command that attaches to a page.
pub(in crate::browser) fn attach_to(target: &str) -> AttachToTargetParams {
    AttachToTargetParams { target_id: TargetId::new(target.to_owned()), flatten: Some(true) }
}

/// The command that has requests told. Only the events are used: no bodies are kept.
pub(in crate::browser) fn listening() -> network::EnableParams {
    network::EnableParams {
        max_total_buffer_size: Some(64 * 1024),
        max_resource_buffer_size: Some(64 * 1024),
        ..network::EnableParams::default()
    }
}

/// Everything a new session needs, sent in one go; the target may be paused until the last command.
fn set_up(session: &str, effects: &mut Effects) {
    let s = Some(session);
    effects.send(s, &inspector::EnableParams::default());
    effects.send(s, &page::EnableParams::default());
    effects.ask(s, &GetFrameTreeParams::default(), Followup::FrameTree { session: session.to_owned() });
    effects.send(s, &SetLifecycleEventsEnabledParams::new(true));
    effects.send(s, &runtime::EnableParams::default());
    effects.send(s, &listening());
    // Without this a tab in the background takes seconds for a click.
    effects.send(s, &SetFocusEmulationEnabledParams::new(true));
    let children = SetAutoAttachParams {
        auto_attach: true,
        wait_for_debugger_on_start: true,
        flatten: Some(true),
        filter: Some(only("iframe")),
    };
    effects.send(s, &children);
    effects.ask(
        s,
        &RunIfWaitingForDebuggerParams::default(),
        Followup::SetUp { session: session.to_owned() },
    );
}
