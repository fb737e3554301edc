//! Acting: actionability, trusted input, then settle, receipt and view.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, ChooserWatch, DocumentId, Frame, Tab, TabId};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::Watched;

use super::interstitial::Waited;
use super::receipt::{Happenings, NewTab, changes, receipt};
use super::settle::{LOADING, Settled, settle};
use super::{Answer, Call, Look, Moment, Target, ViewRequest};

/// Longest wait for what was seen while a page was watched.
const SEEN: Duration = Duration::from_secs(1);
/// A page whose text changed so recently is still changing.
const STIRRING: u32 = 30;
/// Pause between two looks at a page that is still changing.
const PAUSE: Duration = Duration::from_millis(60);
/// How often a page is read again that is replaced while it is read.
const RESTLESS: u32 = 4;
/// What is said of a page that was to be left for one that never came.
const STOPPED: &str =
    "the page that was to open did not answer, so loading it was stopped; this is the old page";
/// What is said where a file chooser opened.
const CHOOSER: &str =
    "a file chooser opened and was closed: use browser_upload with the same ref and the paths of files";
/// What is said of a page whose script had to be stopped.
const STUCK: &str =
    "a script of the page kept it busy and came to no end, so it was stopped; the page may not work any more";

/// An action under way: what was there before it.
#[derive(Debug)]
pub struct Acting {
    /// Tab that is acted on.
    pub tab: Tab,
    /// The action is to open a page, and what was done says where it led.
    pub is_opening: bool,
    /// Longest wait for a document that is still loading.
    pub loading: Duration,
    before: Option<Moment>,
    tabs: Vec<TabId>,
    downloads: u64,
    failed: usize,
    navigations: u64,
    watching: Vec<(Frame, DocumentId)>,
    /// Where nothing happens at first, something is waited for as long as messages are gathered.
    pub awaits_effect: bool,
    /// A tab that it opens stays in the background.
    pub(super) in_background: bool,
    /// What was pressed, for the reason why nothing came of it.
    pub(super) pressed: Option<Pressed>,
    /// Scripts without end that had been ended in the tab.
    ended_scripts: u64,
    /// What is known to have happened where the page shows no change (a secret field was filled).
    pub known: Option<String>,
    /// What was read back of the thing acted on (`value "Berlin"`): told before what else changed.
    pub read_back: Option<String>,
    /// File choosers that the action opens are closed unseen and told.
    pub choosers: Option<ChooserWatch>,
    /// Notes to pass on in the answer.
    pub notes: Vec<String>,
    /// Plugin decisions to pass on in the answer.
    pub decisions: Vec<String>,
}

/// A press that reached the page.
#[derive(Debug)]
pub(super) struct Pressed {
    /// The element it was meant for.
    pub(super) target: Target,
    /// That one sends a form.
    pub(super) sends: bool,
    /// The element that got it where the target takes none.
    pub(super) instead: Option<u32>,
}

impl Acting {
    /// Notes what had to be done against a page without measure.
    fn note_excess(&mut self, settled: Settled) {
        if self.tab.ended_scripts() > self.ended_scripts && settled != Settled::Stuck {
            self.notes.push(STUCK.to_owned());
        }
        let surplus = self.tab.take_surplus();
        if surplus > 0 {
            self.notes.push(format!("the page opened {surplus} more windows, which were closed at once"));
        }
    }

    /// Watches a frame's document, too, for messages and changes.
    pub(super) fn watch(&mut self, frame: &Frame) {
        let document = frame.document();
        if !self.watching.iter().any(|(_, known)| *known == document) {
            inject::watch(frame);
            self.watching.push((frame.clone(), document));
        }
    }
}

/// A page that has come to rest after an action.
#[derive(Debug)]
pub struct Rested {
    /// The page.
    pub look: Look,
    /// What changed, in words; empty when nothing did.
    pub changes: Vec<String>,
    /// Notes for the answer.
    pub notes: Vec<String>,
    /// Plugin decisions for the answer.
    pub decisions: Vec<String>,
    /// Why nothing changed, where that is known.
    pub reason: Option<String>,
    /// The action was to open a page.
    pub is_opening: bool,
    /// The page is a bot check that did not clear.
    pub blocked: Option<ToolError>,
}

impl Call {
    /// Notes what is there before an action, and begins to watch the page.
    pub fn begin_acting(&mut self, tab: &Tab) -> Acting {
        let browser = self.session.browser();
        // What came up before is not of this action's making.
        let earlier = self.session.take_news();
        tab.forget_dialog_run();
        let activity = tab.activity();
        let downloads = browser.as_ref().map_or(0, crate::browser::Browser::downloads_begun);
        self.page().downloads.mark = downloads;
        self.page().murmur.listen(tab);
        let mut acting = Acting {
            tab: tab.clone(),
            is_opening: false,
            loading: LOADING,
            before: self.page().told.clone().or_else(|| self.page().shown.clone()),
            tabs: browser.iter().flat_map(crate::browser::Browser::tabs).map(|tab| tab.id()).collect(),
            downloads,
            failed: activity.failed.len(),
            navigations: activity.navigations,
            watching: Vec::new(),
            awaits_effect: false,
            in_background: false,
            pressed: None,
            ended_scripts: tab.ended_scripts(),
            known: None,
            notes: earlier,
            read_back: None,
            choosers: Some(tab.watch_choosers(true)),
            decisions: Vec::new(),
        };
        acting.watch(&tab.main_frame());
        acting
    }

    /// Waits for the page to settle, follows a new tab, and answers with receipt and view.
    pub async fn finish_acting(
        &mut self,
        acting: Acting,
        done: &str,
        request: &ViewRequest,
    ) -> Result<Answer, ToolError> {
        match self.rest_or_dialog(acting, done, request).await? {
            Ok(rested) => self.answer(rested, done, request),
            Err(answer) => Ok(answer),
        }
    }

    /// A page that has come to rest, or the answer where a dialog keeps it from that.
    pub(super) async fn rest_or_dialog(
        &mut self,
        acting: Acting,
        done: &str,
        request: &ViewRequest,
    ) -> Result<Result<Rested, Answer>, ToolError> {
        let (tab, notes) = (acting.tab.clone(), acting.notes.clone());
        match self.rest(acting, request).await {
            Err(error) if error.code == ErrorCode::DialogOpen => {
                let Some(open) = tab.blocking_dialog() else { return Err(error) };
                let mut answer = self.interrupted_by_dialog(done, &open);
                answer.notes.extend(notes);
                Ok(Err(answer))
            }
            rested => rested.map(Ok),
        }
    }

    /// The answer for a page that has come to rest.
    pub(super) fn answer(
        &mut self,
        rested: Rested,
        done: &str,
        request: &ViewRequest,
    ) -> Result<Answer, ToolError> {
        let mut answer =
            Answer::receipt(receipt(done, &rested.changes, rested.is_opening, rested.reason.as_deref()));
        answer.notes = rested.notes;
        answer.body = self.view(&rested.look, request);
        answer.decisions = rested.decisions;
        match rested.blocked {
            None => Ok(answer),
            Some(blocked) => Err(blocked),
        }
    }

    /// Waits for the page to settle after an action, follows a new tab, and finds out what changed.
    pub async fn rest(&mut self, mut acting: Acting, request: &ViewRequest) -> Result<Rested, ToolError> {
        let started = Instant::now();
        let settled = settle(&acting.tab, acting.loading, &self.progress).await?;
        let seen = match settled {
            Settled::Stuck => {
                acting.notes.push(STUCK.to_owned());
                Watched::default()
            }
            Settled::Stopped => {
                acting.notes.push(STOPPED.to_owned());
                Watched::default()
            }
            Settled::Quiet | Settled::Busy | Settled::Loading => self.seen(&acting, started).await?,
        };
        acting.note_excess(settled);
        if !acting.tab.take_choosers().is_empty() {
            acting.notes.push(CHOOSER.to_owned());
        }
        acting.choosers = None;
        let browser = self.session.browser();
        let mut beside = Happenings {
            is_opening: acting.is_opening,
            refused: self.refused(&acting, &seen.refused),
            scrolled: seen.scrolled,
            messages: seen.messages,
            ..Happenings::default()
        };
        // Also gives a tab that opened for a download alone the time to close itself.
        let downloads = self.downloads_since(acting.downloads).await;
        for opened in self.opened(&acting) {
            match settle(&opened, LOADING, &self.progress).await {
                Err(BrowserError::TabClosed) => continue,
                settled => settled?,
            };
            let is_current = !acting.in_background && beside.new_tabs.is_empty();
            beside.new_tabs.push(NewTab { id: opened.id().to_string(), url: opened.url(), is_current });
            if is_current {
                acting.before = None;
                self.page().tab = Some(opened.clone());
                acting.tab = opened;
            }
        }
        let tab = acting.tab.clone();
        let waited = self.look_at_what_stays(&tab, request).await?;
        if let Some(browser) = &browser {
            let dialogs = browser.take_dialogs();
            beside.dialogs = super::dialogs::in_words(&dialogs);
            acting.notes.extend(super::dialogs::advice(&dialogs));
        }
        beside.downloads = downloads;
        let failed = tab.activity().failed;
        let known = if acting.failed <= failed.len() { acting.failed } else { 0 };
        let here = tab.url();
        beside.failed = failed
            .into_iter()
            .skip(known)
            .filter(|request| request.url != here)
            .map(|request| (request.status_or_reason, request.url))
            .collect();
        self.beside |= beside.is_more_than_the_page_shows() || self.page().murmur.is_broken(&tab);
        let mut words = changes(acting.before.as_ref(), &waited.look.moment(), &beside);
        let mut reason = None;
        if let Some(read_back) = acting.read_back.take() {
            // The same was found by comparing.
            words.retain(|word| !word.ends_with(&format!(" has {read_back}")));
            words.insert(0, read_back);
        }
        if words.is_empty() && acting.known.is_none() && !acting.is_opening {
            let late = self.late_downloads(acting.downloads).await;
            words.extend(late.iter().map(super::download_words));
        }
        if words.is_empty() && !seen.restyled.is_empty() {
            words.push("its look changed, and nothing else".to_owned());
        }
        if words.is_empty() {
            match acting.known.take() {
                Some(known) => words.push(known),
                None => reason = self.reason(&acting, &waited.look).await,
            }
        }

        let mut notes = Answer::default();
        let warnings = waited.look.warnings.iter().map(|warning| format!("plugin warning: {warning}"));
        for note in acting.notes.into_iter().chain(waited.note).chain(warnings) {
            notes.note(note);
        }
        let mut decisions = acting.decisions;
        decisions.extend(waited.look.decisions.iter().cloned());
        self.page().told = Some(waited.look.moment());
        Ok(Rested {
            look: waited.look,
            changes: words,
            reason,
            notes: notes.notes,
            decisions,
            is_opening: acting.is_opening,
            blocked: waited.blocked,
        })
    }

    /// Reads the page, again where it opened another one before it was read.
    async fn look_at_what_stays(&mut self, tab: &Tab, request: &ViewRequest) -> Result<Waited, ToolError> {
        for _ in 0..RESTLESS {
            match self.look_past_interstitial(tab, request).await {
                Err(error) if error.code == ErrorCode::StaleRef => {
                    settle(tab, LOADING, &self.progress).await?;
                }
                waited => return waited,
            }
        }
        self.look_past_interstitial(tab, request).await
    }

    /// Open tabs that the action opened, oldest first.
    fn opened(&self, acting: &Acting) -> Vec<Tab> {
        let browser = self.session.browser();
        let tabs = browser.iter().flat_map(crate::browser::Browser::tabs);
        tabs.filter(|tab| {
            let opener = tab.opener();
            let is_ours = opener == Some(acting.tab.id()) || (acting.in_background && opener.is_none());
            tab.is_open() && is_ours && !acting.tabs.contains(&tab.id())
        })
        .collect()
    }

    /// What was seen while the page was watched. Where a message may still come, because the page is changing or
    /// because nothing has happened at all, the rest of the time for messages is waited.
    async fn seen(&self, acting: &Acting, started: Instant) -> Result<Watched, ToolError> {
        let window = self.session.settings.toast_wait;
        let mut seen = self.watched(acting).await?;
        let has_happened = |seen: &Watched| seen.changes > 0 || self.has_left(acting);
        if acting.awaits_effect && !has_happened(&seen) {
            let left = window.saturating_sub(started.elapsed());
            let limit = u64::try_from(left.as_millis()).unwrap_or_default();
            let watched = acting.watching.last().filter(|_| limit > 0);
            if let Some((frame, _)) = watched {
                let progress = self.progress.child(left + SEEN);
                match inject::await_change(frame, limit, &progress).await {
                    Err(BrowserError::Interrupted(Interrupted::Cancelled)) => {
                        return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                    }
                    Ok(false) => {}
                    // Something has come, or the page is being left.
                    Ok(true) | Err(_) => {
                        settle(&acting.tab, acting.loading, &self.progress).await?;
                        seen = self.watched(acting).await?;
                    }
                }
            }
        }
        while seen.idle < STIRRING && started.elapsed() < window && !self.has_left(acting) {
            if self.progress.wait(PAUSE).await.is_err() {
                break;
            }
            seen = self.watched(acting).await?;
        }
        for (frame, _) in &acting.watching {
            inject::unwatch(frame);
        }
        Ok(seen)
    }

    /// Whether something happened that needs no look at the page.
    fn has_left(&self, acting: &Acting) -> bool {
        let activity = acting.tab.activity();
        activity.navigations != acting.navigations
            || activity.failed.len() != acting.failed
            || activity.requests_in_flight > 0
            || !acting.tab.dialogs().is_empty()
            || !self.opened(acting).is_empty()
            || self.session.browser().is_some_and(|browser| browser.downloads_begun() != acting.downloads)
    }

    /// What the watched documents saw that are still there, as one.
    async fn watched(&self, acting: &Acting) -> Result<Watched, ToolError> {
        let mut all = Watched { idle: u32::MAX, ..Watched::default() };
        for (frame, document) in &acting.watching {
            if frame.document() != *document {
                continue;
            }
            let seen = match inject::watched(frame, &self.progress.child(SEEN)).await {
                Ok(Some(seen)) => seen,
                Err(BrowserError::Interrupted(Interrupted::Cancelled)) => {
                    return Err(ToolError::interrupted(&Interrupted::Cancelled, ""));
                }
                // Never looked at, left meanwhile, or busy: then it has nothing to tell.
                Ok(None) | Err(_) => continue,
            };
            all.changes += seen.changes;
            all.idle = all.idle.min(seen.idle);
            all.messages.extend(seen.messages);
            all.refused.extend(seen.refused);
            let is_pressed = |id: &u32| {
                acting.pressed.as_ref().is_some_and(|pressed| {
                    pressed.target.frame.id() == frame.id() && pressed.target.element == *id
                })
            };
            all.restyled.extend(seen.restyled.into_iter().filter(is_pressed));
            all.scrolled += seen.scrolled;
        }
        Ok(all)
    }
}
