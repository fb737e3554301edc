//! What policies judge within a call: the element that is acted on, what plugins ask for, and each page before anything
//! of it is shown.

use std::time::Duration;

use crate::browser::{Frame, FrameId, Tab, WaitUntil};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::policy::Case;
use crate::progress::Progress;
use crate::snapshot::facts::ElementFacts;
use crate::snapshot::refs::Ref;
use crate::snapshot::view::shown_url;

use super::reading::Reading;
use super::{Call, PageState, Session, Target};

/// Longest leaving of a page that must not be shown.
const LEAVING: Duration = Duration::from_secs(5);
/// In place of the title of a page that policies deny.
const HIDDEN: &str = "(denied by policy)";
/// The page that takes its place.
const BLANK: &str = "about:blank";

impl Session {
    /// What is known of an element by its ref, without waiting for a call that holds the page.
    pub fn seen_element(&self, reference: &str) -> Option<Vec<(String, String)>> {
        let reference: Ref = reference.parse().ok()?;
        seen(&*self.page.try_lock().ok()?, reference)
    }

    /// The address of the tab that tools act on, as the browser knows it now.
    pub fn page_url(&self) -> String {
        self.current_tab().map_or_else(|| self.current_url(), |tab| tab.url())
    }

    /// Judges the page that is there at the end of a call, whatever the call has read. True when a part of it must not
    /// be shown; the error where that is all of it.
    pub async fn judge_page(&self, case: &Case) -> Result<bool, ToolError> {
        let Some(tab) = self.current_tab().filter(|_| case.is_judged()) else { return Ok(false) };
        if let Err(error) = case.may_show(&tab.url()).await {
            return Err(leave(&tab, error, &Progress::uncancelled(LEAVING)).await);
        }
        let mut is_partial = false;
        for frame in tab.frames() {
            is_partial |= case.may_show(&frame.url()).await.is_err();
        }
        Ok(is_partial)
    }
}

impl Call {
    /// Lets policies judge what this call does, as part of that case.
    pub fn belongs_to(&mut self, case: &Case) {
        self.case = case.clone();
    }

    /// Judges an address that a plugin wants opened.
    pub(super) async fn may_go_by(&self, plugin: &str, url: &str) -> Result<(), ToolError> {
        self.case.may_step(plugin, "navigate", url).await
    }

    /// Judges a step that a plugin wants done in a frame.
    pub(super) async fn may_step_by(
        &self,
        plugin: &str,
        step: &str,
        css: &str,
        frame: &Frame,
    ) -> Result<(), ToolError> {
        self.case.may_show(&frame.url()).await?;
        self.case.may_step(plugin, step, css).await
    }

    /// Judges the element that the call is about to act on.
    pub(super) async fn may_act(&mut self, target: &Target) -> Result<(), ToolError> {
        if !self.case.is_judged() {
            return Ok(());
        }
        let case = self.case.clone();
        case.may_show(&target.frame.url()).await?;
        let reference = target.reference.map(|reference| reference.to_string());
        let element = if let Some(facts) = self.looked_at(target) {
            facts
        } else {
            let located = inject::locate(&target.frame, target.element, false, &self.progress).await?;
            let role = if located.role.is_empty() { located.tag } else { located.role };
            described(&role, &located.name, &located.context, &target.frame.url(), None)
        };
        case.may_act(reference.as_deref(), element).await
    }

    fn looked_at(&mut self, target: &Target) -> Option<Vec<(String, String)>> {
        let (id, document) = (target.frame.id(), target.frame.document());
        let look = self.page().last.as_ref()?;
        let frame =
            look.snapshot.frames.iter().find(|frame| frame.frame == id && frame.document == document)?;
        let facts = frame.facts.elements.iter().find(|facts| facts.id == target.element)?;
        Some(of_facts(facts, &frame.facts.url))
    }

    /// Judges the other tabs, whose titles are shown as well.
    pub async fn judge_tabs(&self) {
        if !self.case.is_judged() {
            return;
        }
        for tab in self.session.browser().map(|browser| browser.tabs()).unwrap_or_default() {
            // What is denied is asked about again where its title would be shown.
            let _ = self.case.may_show(&tab.url()).await;
        }
    }

    /// The title of a tab, as far as it may be shown.
    pub(super) fn title_of(&self, tab: &Tab) -> String {
        let url = tab.url();
        if self.case.hides(&url) {
            return HIDDEN.to_owned();
        }
        // Chrome tells the title of a page that was left a moment longer than its address.
        if self.case.is_judged() && url == BLANK { String::new() } else { tab.title() }
    }

    /// What may be shown of a page that was read. One that may not be is left.
    pub(super) async fn permitted(&mut self, tab: &Tab, mut reading: Reading) -> Result<Reading, ToolError> {
        if !self.case.is_judged() {
            return Ok(reading);
        }
        let case = self.case.clone();
        if let Err(error) = case.may_show(&reading.snapshot.main().url).await {
            return Err(leave(tab, error, &self.progress.child(LEAVING)).await);
        }
        let mut hidden: Vec<FrameId> = Vec::new();
        for (frame, read) in reading.frames.iter().zip(&reading.snapshot.frames).skip(1) {
            let is_inside = frame.parent().is_some_and(|parent| hidden.contains(&parent));
            let denied = if is_inside { None } else { case.may_show(&read.facts.url).await.err() };
            if let Some(error) = &denied {
                let notice = format!("FRAME {} is not shown: {}", shown_url(&read.facts.url), error.message);
                reading.snapshot.missing.push(notice);
            }
            if is_inside || denied.is_some() {
                hidden.push(frame.id());
                if !read.facts.text.is_empty() {
                    reading.text = reading.text.replacen(&format!("\n{}", read.facts.text), "", 1);
                }
            }
        }
        if !hidden.is_empty() {
            reading.frames.retain(|frame| !hidden.contains(&frame.id()));
            reading.snapshot.frames.retain(|read| !hidden.contains(&read.frame));
        }
        self.judge_tabs().await;
        Ok(reading)
    }
}

/// Leaves a page of which nothing may be shown.
async fn leave(tab: &Tab, error: ToolError, progress: &Progress) -> ToolError {
    let is_left = tab.navigate(BLANK, WaitUntil::Commit, progress).await.is_ok();
    let state =
        if is_left { "the page was left: the tab is empty now" } else { "nothing of the page is shown" };
    let hint = if error.code == ErrorCode::ApprovalNeeded {
        error.hint.replacen("nothing was done", state, 1)
    } else {
        format!("{state}; {}", error.hint)
    };
    ToolError { hint, ..error }.alone()
}

fn seen(page: &PageState, reference: Ref) -> Option<Vec<(String, String)>> {
    let target = page.refs.target(reference)?;
    let look = page.last.as_ref();
    let facts = look.and_then(|look| {
        let is_its = |frame: &&crate::snapshot::FrameSnapshot| {
            frame.frame == target.frame && frame.document == target.document
        };
        let frame = look.snapshot.frames.iter().find(is_its)?;
        frame.facts.elements.iter().find(|facts| facts.id == target.element)
    });
    // Role and name are those that the model was shown; a page that has changed them since is refused by the ref.
    Some(described(&target.role, &target.name, &target.context, &target.url, facts))
}

fn of_facts(facts: &ElementFacts, url: &str) -> Vec<(String, String)> {
    described(&facts.role, &facts.name, facts.hint("context").unwrap_or_default(), url, Some(facts))
}

/// An element in the vocabulary of `wit/hooks.wit`, interface `policy`.
fn described(
    role: &str,
    name: &str,
    context: &str,
    url: &str,
    facts: Option<&ElementFacts>,
) -> Vec<(String, String)> {
    let href = facts.and_then(|facts| facts.href.as_deref()).unwrap_or_default();
    let kind = facts.and_then(|facts| facts.hint("type")).unwrap_or_default();
    let shows = facts.and_then(|facts| facts.hint("shows")).unwrap_or_default();
    [
        ("element-role", role),
        ("element-name", name),
        ("element-context", context),
        ("element-url", url),
        ("element-href", href),
        ("element-type", kind),
        ("element-shows", shows),
    ]
    .into_iter()
    .filter(|(_, value)| !value.is_empty())
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .collect()
}
