//! Acting: actionability, trusted input, then settle, receipt and view.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, ChooserWatch, DocumentId, Frame, Tab, TabId};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::plugin::Wait;
use crate::snapshot::facts::Watched;

use super::interstitial::Waited;
use super::receipt::{Happenings, NewTab, changes, news, receipt, untold};
use super::settle::{LOADING, Settled, settle, settle_and};
use super::{Answer, Call, Look, Moment, Target, ViewRequest, awaiting};

/// After this long, what a script sent is told although something else came of the action.
const SLOW: Duration = Duration::from_secs(2);
/// How often a page is read again that is replaced while it is read.
const RESTLESS: u32 = 4;
/// What is said of a page that was to be left for one that never came.
const STOPPED: &str =
    "the page that was to open did not answer, so loading it was stopped; this is the old page";
/// What is said where a file chooser opened.
const CHOOSER: &str =
    "a file chooser opened and was closed; use browser_upload with the same ref and the paths of files";
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
    began: Instant,
    pub(super) before: Option<Moment>,
    pub(super) tabs: Vec<TabId>,
    pub(super) downloads: u64,
    pub(super) failed: usize,
    pub(super) navigations: u64,
    pub(super) watching: Vec<(Frame, DocumentId)>,
    /// Where nothing happens at first, something is waited for as long as messages are gathered.
    pub awaits_effect: bool,
    /// Where a link that is clicked opens.
    pub(super) opens: Opens,
    /// What was pressed, for the reason why nothing came of it.
    pub(super) pressed: Option<Pressed>,
    /// Scripts without end that had been ended in the tab.
    ended_scripts: u64,
    /// Errors of the page's scripts before it.
    pub(super) script_errors: u64,
    /// The tab closed meanwhile: what is told of that.
    pub(super) closed: Option<String>,
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
    /// What a plugin wants waited for before the page is looked at.
    pub waits: Vec<Wait>,
}

/// Where a link opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opens {
    /// Where the page says.
    AsThePageSays,
    /// In a window of its own, which no page has opened then.
    InWindow,
    /// The same in a tab that stays in the background.
    InBackground,
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
    /// Why no click came of it, where none did.
    pub(super) unclicked: Option<&'static str>,
    /// The click went past it, since it moved while it was pressed.
    pub(super) slipped: bool,
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

    /// Whether a press came to a click where it was meant to, or there was none.
    fn is_clicked(&self) -> bool {
        self.pressed.as_ref().is_none_or(|pressed| !pressed.slipped && pressed.unclicked.is_none())
    }

    /// Lines of text that came with it, `seen` among them.
    fn news(&self, now: &Moment, seen: &[String]) -> Vec<String> {
        let before = self.before.as_ref().filter(|_| !self.is_opening);
        before.map(|before| news(before, now, seen)).unwrap_or_default()
    }

    /// Requests that failed since it began: status or reason, and URL.
    fn failed_since(&self, tab: &Tab) -> Vec<(String, String)> {
        let failed = tab.activity().failed;
        let known = if self.failed <= failed.len() { self.failed } else { 0 };
        let here = tab.url();
        let new = failed.into_iter().skip(known).filter(|request| request.url != here);
        new.map(|request| (request.status_or_reason, request.url)).collect()
    }

    /// What was sent meanwhile without the page being left, and has no answer yet. Where the page shows an effect, only
    /// what takes long is told: pages report on their visitors all the time.
    fn unanswered(&mut self, is_idle: bool) -> Option<String> {
        let sent = self.tab.unanswered_since(self.began)?;
        if !is_idle && sent.since.elapsed() < SLOW {
            return None;
        }
        self.notes.push(awaiting::ANSWER_COMES.to_owned());
        Some(awaiting::in_words(&sent))
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
    /// Lines of text that came.
    news: Vec<String>,
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

impl Rested {
    /// Tells what came beside other changes and neither they nor `view` show.
    pub fn tell_news(&mut self, view: &str) {
        if !self.changes.is_empty() {
            let told = format!("{}\n{view}", self.changes.join("\n"));
            self.changes.extend(untold(&self.news, &told));
        }
    }
}

impl Call {
    /// Notes what is there before an action, and begins to watch the page.
    pub fn begin_acting(&mut self, tab: &Tab) -> Acting {
        let browser = self.session.browser();
        // What came up before is not of this action's making.
        let earlier = self.session.take_news();
        tab.forget_dialog_run();
        // From here on, what they hold may be of this action's making.
        self.page().standing.clear();
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
            opens: Opens::AsThePageSays,
            pressed: None,
            ended_scripts: tab.ended_scripts(),
            script_errors: tab.script_errors(),
            closed: None,
            known: None,
            began: Instant::now(),
            notes: earlier,
            read_back: None,
            choosers: Some(tab.watch_choosers(true)),
            decisions: Vec::new(),
            waits: Vec::new(),
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

    /// A page that has come to rest, or the answer where a dialog, or a new tab that waits for its page, keeps it from
    /// that.
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
            Err(error) if error.code == ErrorCode::TimedOut => {
                let mut answer = self.unanswered_in_new_tab(&tab, done).ok_or(error)?;
                answer.notes.splice(0..0, notes);
                Ok(Err(answer))
            }
            rested => rested.map(Ok),
        }
    }

    /// The answer for a page that has come to rest.
    pub(super) fn answer(
        &mut self,
        mut rested: Rested,
        done: &str,
        request: &ViewRequest,
    ) -> Result<Answer, ToolError> {
        let body = self.view(&rested.look, request);
        rested.tell_news(&body);
        let mut answer =
            Answer::receipt(receipt(done, &rested.changes, rested.is_opening, rested.reason.as_deref()));
        answer.notes = rested.notes;
        answer.body = body;
        answer.decisions = rested.decisions;
        match rested.blocked {
            None => Ok(answer),
            Some(blocked) => Err(blocked),
        }
    }

    /// Waits for the page to settle after an action, follows a new tab, and finds out what changed.
    pub async fn rest(&mut self, mut acting: Acting, request: &ViewRequest) -> Result<Rested, ToolError> {
        let started = Instant::now();
        let seen = match Box::pin(self.settled(&mut acting, started, request)).await {
            Err(error) => {
                self.goes_on_elsewhere(&mut acting, error).await?;
                Watched::default()
            }
            seen => seen?,
        };
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
            repeated: seen.repeated,
            ..Happenings::default()
        };
        // Also gives a tab that opened for a download alone the time to close itself.
        let downloads = self.downloads_since(acting.downloads).await;
        for opened in self.opened(&acting) {
            match settle(&opened, LOADING, &self.progress).await {
                Err(BrowserError::TabClosed) => continue,
                settled => settled?,
            };
            let is_current = acting.opens != Opens::InBackground && beside.new_tabs.is_empty();
            beside.new_tabs.push(NewTab { id: opened.id().to_string(), url: opened.url(), is_current });
            if is_current {
                acting.before = None;
                self.page().tab = Some(opened.clone());
                acting.tab = opened;
            }
        }
        let waited = self.look_at_outcome(&mut acting, request).await?;
        let tab = acting.tab.clone();
        if let Some(browser) = &browser {
            let dialogs = browser.take_dialogs();
            beside.dialogs = super::dialogs::in_words(&dialogs);
            acting.notes.extend(super::dialogs::advice(&dialogs));
        }
        beside.downloads = downloads;
        beside.closed = acting.closed.take();
        beside.failed = acting.failed_since(&tab);
        self.beside |= beside.is_more_than_the_page_shows() || self.page().murmur.is_broken(&tab);
        let now = waited.look.moment();
        let mut words = changes(acting.before.as_ref(), &now, &beside);
        let news = acting.news(&now, &seen.texts);
        let mut reason = None;
        if let Some(read_back) = acting.read_back.take() {
            // The same was found by comparing.
            let plain = |words: &str| words.replace('"', "");
            let same = format!(" has {}", plain(&read_back));
            words.retain(|word| !plain(word).ends_with(&same));
            words.insert(0, read_back);
        }
        let awaited = self.awaited_in_words(&tab).or_else(|| acting.unanswered(words.is_empty()));
        if words.is_empty() && awaited.is_none() && acting.known.is_none() && !acting.is_opening {
            let late = self.late_downloads(acting.downloads).await;
            words.extend(late.iter().map(super::download_words));
        }
        if words.is_empty() && acting.is_clicked() && !seen.restyled.is_empty() {
            words.push("its look changed, and nothing else".to_owned());
        }
        if let Some(awaited) = &awaited {
            words.insert(0, awaited.clone());
        } else if words.is_empty() {
            match acting.known.take() {
                Some(known) => words.push(known),
                None => reason = self.reason(&acting, &waited.look).await,
            }
        } else if let Some(why) = acting.pressed.as_ref().and_then(|pressed| pressed.unclicked) {
            acting.notes.push(why.to_owned());
        }

        let mut notes = Answer::default();
        let warnings = waited.look.warnings.iter().map(|warning| format!("plugin warning: {warning}"));
        for note in acting.notes.into_iter().chain(waited.note).chain(warnings) {
            notes.note(note);
        }
        let mut decisions = acting.decisions;
        decisions.extend(waited.look.decisions.iter().cloned());
        self.page().told = Some(now);
        Ok(Rested {
            look: waited.look,
            changes: words,
            news,
            reason,
            notes: notes.notes,
            decisions,
            is_opening: acting.is_opening,
            blocked: waited.blocked,
        })
    }

    /// Waits for the page to settle; what was seen meanwhile.
    async fn settled(
        &mut self,
        acting: &mut Acting,
        started: Instant,
        request: &ViewRequest,
    ) -> Result<Watched, ToolError> {
        let settled = if self.awaited(&acting.tab).is_some() {
            // Known from an earlier call: it cannot be read, and need not be waited for again.
            Settled::Awaiting
        } else {
            let progress = self.progress.clone();
            let ahead = Box::pin(self.read_ahead(&acting.tab, request));
            Box::pin(settle_and(&acting.tab, acting.loading, &progress, ahead)).await?
        };
        let seen = match settled {
            Settled::Stuck => {
                acting.notes.push(STUCK.to_owned());
                Watched::default()
            }
            Settled::Stopped => {
                acting.notes.push(STOPPED.to_owned());
                Watched::default()
            }
            Settled::Awaiting => {
                acting.notes.extend(self.note_awaited(&acting.tab));
                Watched::default()
            }
            Settled::Quiet | Settled::Busy | Settled::Loading => self.seen(acting, started).await?,
        };
        acting.note_excess(settled);
        Ok(seen)
    }

    /// Waits for what a page shows late, reads it, and sees to its consent banner.
    async fn look_at_outcome(
        &mut self,
        acting: &mut Acting,
        request: &ViewRequest,
    ) -> Result<Waited, ToolError> {
        let is_new = acting.is_opening
            || !acting.tabs.contains(&acting.tab.id())
            || acting.tab.activity().navigations != acting.navigations;
        if is_new {
            let (tab, waits) = (acting.tab.clone(), std::mem::take(&mut acting.waits));
            acting.notes.extend(Box::pin(self.await_late(&tab, waits)).await);
        }
        let mut waited = match Box::pin(self.look_at_what_stays(&acting.tab.clone(), request)).await {
            Err(error) => {
                self.goes_on_elsewhere(acting, error).await?;
                Box::pin(self.look_at_what_stays(&acting.tab.clone(), request)).await?
            }
            waited => waited?,
        };
        let tab = acting.tab.clone();
        if waited.blocked.is_none()
            && let Some(refused) = Box::pin(self.refuse_consent(&tab, &waited.look)).await
        {
            acting.notes.push(refused.note);
            acting.decisions.push(refused.decision);
            let note = waited.note.take();
            waited = Box::pin(self.look_at_what_stays(&tab, request)).await?;
            waited.note = note.or(waited.note);
        }
        Ok(waited)
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
}
