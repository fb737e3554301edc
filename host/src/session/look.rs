//! Looking: read every frame, let the plugins rank, render a view.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::browser::{BrowserError, DocumentId, DownloadState, Frame, Tab, TabId};
use crate::error::{ErrorCode, ToolError};
use crate::plugin::{BotVerdict, RankRequest, Ranking, SiteAdvice};
use crate::progress::Progress;
use crate::snapshot::facts::{ElementFacts, ListFacts};
use crate::snapshot::refs::{Ref, RefTarget};
use crate::snapshot::shown::{Head, Row};
use crate::snapshot::text::quoted;
use crate::snapshot::view::{
    Line, TabLine, ViewInput, look, part_of, render, render_vew, row, with_cards_together,
};
use crate::snapshot::{Placed, Snapshot};
use crate::timing::took;

use super::reading::Reading;
use super::{Call, Moment};

/// Longest wait for plugins that are still being compiled.
const PLUGINS_LIMIT: Duration = Duration::from_secs(10);
/// Longest look at a page, whatever time the call has.
const LIMIT: Duration = Duration::from_secs(30);
/// Pause before a page is read again that was replaced while it was read.
const AGAIN: Duration = Duration::from_millis(100);
/// After this long, and this many documents, a page that is replaced before it can be read is held still.
const RESTLESS: Duration = Duration::from_secs(3);
const DOCUMENTS: u64 = 6;
/// Points at or below which an element is left out of the view (`wit/`, interface `ranker`).
const LEFT_OUT: i32 = -1_000;

/// What a view is wanted for.
#[derive(Debug, Clone, Default)]
pub struct ViewRequest {
    /// What the model is doing, for rankers: `browse`, `search` or `read`.
    pub intent: &'static str,
    /// Text the model searches for, if any.
    pub query: String,
    /// Elements to show, when not the setting.
    pub max_elements: Option<usize>,
    /// Characters of page text to show, when not the setting.
    pub text_budget: Option<usize>,
    /// Part of the list, from 1.
    pub part: usize,
    /// The whole view, also where the difference to the last one would be shorter.
    pub full: bool,
    /// Asked for to see the page, not as the answer to something else: the same twice is shown whole.
    pub insists: bool,
}

/// A page as it was read, and what the plugins said of it.
#[derive(Debug, Clone)]
pub struct Look {
    /// The tab that was read.
    pub tab: Tab,
    /// The frames that could be read, in the order of the snapshot.
    pub frames: Vec<Frame>,
    /// The facts.
    pub snapshot: Arc<Snapshot>,
    /// Indexes into the snapshot's elements, best first; what is left out is not among them.
    pub order: Vec<usize>,
    /// What the rankers gave each element, by the same indexes.
    pub rankings: HashMap<u32, Ranking>,
    /// Elements left out by the rankers.
    pub left_out: usize,
    /// Main text of the page.
    pub main_text: String,
    /// Whether this is a bot check.
    pub verdict: BotVerdict,
    /// Where its content, search box and banners are, as far as packs and plugins know.
    pub advice: Arc<SiteAdvice>,
    /// Which plugin decided what.
    pub decisions: Vec<String>,
    /// What went wrong in plugins.
    pub warnings: Vec<String>,
}

impl Look {
    /// Whether it is one at a document of a tab.
    pub(super) fn shows(&self, tab: TabId, document: DocumentId) -> bool {
        self.tab.id() == tab && self.snapshot.frames.first().is_some_and(|main| main.document == document)
    }

    /// The page at this moment, for receipts.
    pub fn moment(&self) -> Moment {
        Moment::of(&self.snapshot)
    }
}

impl Call {
    /// Reads the current page. One that is being left cannot be read: it is as it was then.
    pub async fn look(&mut self, tab: &Tab, request: &ViewRequest) -> Result<Look, ToolError> {
        if let Some(again) = self.look_again(tab) {
            return again;
        }
        if let Some(note) = self.note_silence(tab).await
            && let Some(again) = self.look_again(tab)
        {
            self.said.extend(Some(note).filter(|_| again.is_ok()));
            return again;
        }
        let look = match Box::pin(self.read_and_rank(tab, request)).await {
            Err(error) if error.code == ErrorCode::TimedOut => {
                let note = self.note_awaited(tab);
                let Some(again) = self.look_again(tab) else { return Err(error) };
                self.said.extend(note.filter(|_| again.is_ok()));
                return again;
            }
            look => look?,
        };
        self.page().last = Some(Box::new(look.clone()));
        Ok(look)
    }

    async fn read_and_rank(&mut self, tab: &Tab, request: &ViewRequest) -> Result<Look, ToolError> {
        let progress = self.progress.child(LIMIT);
        let session = Arc::clone(&self.session);
        session.plugins.ready(&progress.child(PLUGINS_LIMIT)).await;
        let started = Instant::now();
        let reading = self.read_patiently(tab, request, &progress).await?;
        let Reading { frames, snapshot, mut text } = self.permitted(tab, reading).await?;
        took("read", started);
        self.note_page(tab, &snapshot.main().url);
        self.note_sight(&snapshot);
        let started = Instant::now();
        let page = Arc::new(snapshot.page_input());
        let want = request.max_elements.unwrap_or(session.settings.max_elements);
        let rank = RankRequest {
            intent: request.intent.to_owned(),
            query: request.query.clone(),
            want: u32::try_from(want).unwrap_or(u32::MAX),
        };
        let rank = async {
            let ranked = session.plugins.rank(&page, &rank).await;
            took("rank", started);
            ranked
        };
        let document = snapshot.frames[0].document;
        let known = self.advice_known(document, &page);
        let is_known = known.is_some();
        let advise = async {
            match known {
                Some(known) => Ok(known),
                None => Err(session.plugins.advise(&page).await),
            }
        };
        let (ranked, checked, advised) = tokio::join!(rank, session.plugins.bot_check(&page), advise);
        let (advice, faults) = match advised {
            Ok(known) => (known, Vec::new()),
            Err(said) => self.keep_advice(&frames[0], document, &page, said).await,
        };
        if !is_known && self.reads_otherwise(&advice, &page.url) {
            text = self.text_again(tab, request, &progress).await.unwrap_or(text);
        }
        let points = |id: usize| {
            u32::try_from(id).ok().and_then(|id| ranked.value.get(&id)).map_or(0, |ranking| ranking.points)
        };
        let mut order: Vec<usize> = (0..page.elements.len()).filter(|id| points(*id) > LEFT_OUT).collect();
        order.sort_by_key(|id| std::cmp::Reverse(points(*id)));
        let mut decisions: Vec<String> =
            ranked.by.iter().map(|by| format!("{by} ranked {} elements", page.elements.len())).collect();
        if !checked.by.is_empty() {
            decisions.push(format!(
                "{} judged the page: {}",
                checked.by.join(", "),
                checked.value.level.as_str()
            ));
        }
        let mut warnings = ranked.warnings;
        warnings.extend(checked.warnings);
        warnings.extend(faults);
        Ok(Look {
            tab: tab.clone(),
            frames,
            left_out: page.elements.len() - order.len(),
            order,
            rankings: ranked.value,
            snapshot: Arc::new(snapshot),
            main_text: text,
            verdict: checked.value,
            advice,
            decisions,
            warnings,
        })
    }

    /// Whether the main text is another one with what plugins say, which is not known when a page is read first.
    fn reads_otherwise(&self, advice: &SiteAdvice, url: &str) -> bool {
        let packs = self.session.plugins.site(url);
        (&packs.main, &packs.ignore) != (&advice.main, &advice.ignore)
    }

    /// The text of a page that was read just now, with what is known of it since.
    async fn text_again(&mut self, tab: &Tab, request: &ViewRequest, progress: &Progress) -> Option<String> {
        if request.part > 1 || request.text_budget == Some(0) {
            return None;
        }
        self.page().known.forget_text();
        let reading = self.read_frames(tab, request, progress).await.ok()?;
        self.permitted(tab, reading).await.ok().map(|reading| reading.text)
    }

    /// Reads the frames. Where the document was replaced meanwhile, the new one is what the model needs; a page that
    /// is replaced again and again is held still.
    async fn read_patiently(
        &mut self,
        tab: &Tab,
        request: &ViewRequest,
        progress: &Progress,
    ) -> Result<Reading, ToolError> {
        let started = Instant::now();
        let documents = tab.activity().navigations;
        let mut is_held = false;
        loop {
            match self.read_frames(tab, request, progress).await {
                Err(BrowserError::FrameGone) if tab.is_open() && !tab.crashed() => {}
                other => return Ok(other?),
            }
            let times = tab.activity().navigations - documents;
            let is_endless = (started.elapsed() > RESTLESS && times > DOCUMENTS)
                || (started.elapsed() > RESTLESS * 2 && times > 1);
            if is_endless && !is_held {
                is_held = true;
                tab.hold_still();
                self.say("the page keeps opening itself again, so its scripts were switched off: it can be read; open another page to go on");
            } else if started.elapsed() > RESTLESS * 3 {
                return Err(BrowserError::FrameGone.into());
            }
            progress.wait(AGAIN).await.map_err(BrowserError::from)?;
        }
    }

    /// Renders what was read within the budget, gives refs to what is shown, and remembers it as shown. Where the
    /// model was shown this document before, only the difference is rendered if it is shorter.
    pub fn view(&mut self, look: &Look, request: &ViewRequest) -> String {
        let started = Instant::now();
        let session = Arc::clone(&self.session);
        let settings = &session.settings;
        let part = request.part.max(1);
        let elements = look.snapshot.elements();
        let ranked: Vec<Placed<'_>> = look.order.iter().filter_map(|id| elements.get(*id).copied()).collect();
        let facts: Vec<&ElementFacts> = ranked.iter().map(|placed| placed.element).collect();
        let budget = request.max_elements.unwrap_or(settings.max_elements);
        let range = part_of(&facts, part, budget, settings.view_chars);
        let remaining = ranked.len() - range.end;
        let card = |id: usize| {
            let placed = elements.get(id)?;
            Some((placed.frame, placed.element.card?))
        };
        let shown = with_cards_together(&look.order[range], card);
        let placed: Vec<Placed<'_>> = shown.iter().map(|id| elements[*id]).collect();
        let lines = self.lines(&look.snapshot, &placed);
        let rows: Vec<Row> =
            lines.iter().zip(shown).map(|(line, place)| Row { place, ..row(line) }).collect();
        let main = look.snapshot.main();
        let tabs = self.tab_lines(&look.tab);
        let mut notices = self.notices(look);
        notices.extend(self.site_notes(look, request.full));
        let status = look.snapshot.http_status;
        let document = look.snapshot.frames[0].document;
        let alive = self.living_refs(&look.snapshot);
        let is_alive = |reference| alive.contains(&reference);
        let shown = &self.page().view;
        let text_budget = request.text_budget.unwrap_or(settings.text_budget);
        let text = if part == 1 { folded_to(&look.main_text, text_budget) } else { "" };
        let head = Head { text, is_cut: text.len() < look.main_text.len() };
        let (alerts, old_alerts) = shown.told_apart(document, &main.alerts);
        let whole = ViewInput {
            title: &main.title,
            url: &main.url,
            status: (status != 0 && !(200..300).contains(&status) && status != 304).then_some(status),
            tabs: &tabs,
            modal: main.modal.as_deref(),
            alerts: &alerts,
            old_alerts: &old_alerts,
            notices: &notices,
            turnover: if part == 1 { shown.turnover(document, &rows, is_alive) } else { (0, 0) },
            rows: &rows,
            remaining,
            behind_dialog: look.left_out,
            part,
            budget: request.max_elements,
            text: if part == 1 { &look.main_text } else { "" },
            text_budget,
            difference: None,
        };
        let is_vew = settings.tools == crate::cli::Surface::Vew;
        let difference = if part > 1 || request.full || is_vew {
            None
        } else {
            shown.difference(document, &rows, head, is_alive, request.insists)
        };
        let mut view = if is_vew { render_vew(&whole) } else { render(&whole) };
        let difference = difference.filter(|difference| {
            let short = render(&ViewInput { difference: Some(difference), ..whole.clone() });
            let is_shorter = short.len() < view.len();
            if is_shorter {
                view = short;
            }
            is_shorter
        });
        let shown_text = (part == 1 && text_budget > 0).then_some(text);
        self.page().view.note(document, &rows, shown_text, difference.as_ref(), is_alive);
        self.page().view.note_alerts(document, &main.alerts);
        self.page().shown = Some(look.moment());
        self.page().told = None;
        took("render", started);
        view
    }

    /// Refs of everything in the snapshot that has one.
    fn living_refs(&mut self, snapshot: &Snapshot) -> HashSet<Ref> {
        let refs = &self.page().refs;
        let frames = snapshot.frames.iter().flat_map(|frame| {
            frame.facts.elements.iter().map(move |element| (&frame.frame, frame.document, element.id))
        });
        frames.filter_map(|(frame, document, element)| refs.of(frame, document, element)).collect()
    }

    /// Lines of facts that matter now, beside the elements.
    fn notices(&mut self, look: &Look) -> Vec<String> {
        let mut notices: Vec<String> = self.awaited_notice(&look.tab).into_iter().collect();
        notices.extend(bot_check_notice(&look.verdict));
        notices.extend(look.snapshot.missing.iter().cloned());
        for frame in look.snapshot.frames.iter().filter(|frame| frame.facts.truncated) {
            let count = frame.facts.elements.len();
            notices.push(format!(
                "LARGE PAGE: only its first {count} elements were read; browser_find looks further"
            ));
        }
        for frame in &look.snapshot.frames {
            notices.extend(frame.facts.lists.iter().filter(|list| list.more).map(list_notice));
        }
        notices.extend(self.drag_notice(&look.snapshot));
        let downloads = self.session.browser().map(|browser| browser.downloads()).unwrap_or_default();
        notices.extend(downloads.iter().filter(|download| download.state == DownloadState::InProgress).map(
            |download| {
                let name = quoted(&download.file_name, 60);
                format!("DOWNLOAD {name} is running, {} KiB so far", download.bytes / 1024)
            },
        ));
        notices
    }

    /// What dragging needs, told once, where something can be dragged and no tool for it is offered.
    fn drag_notice(&mut self, snapshot: &Snapshot) -> Option<String> {
        let mut elements = snapshot.frames.iter().flat_map(|frame| &frame.facts.elements);
        if self.page().told_drag || !elements.any(|element| element.hint("draggable").is_some()) {
            return None;
        }
        self.page().told_drag = true;
        (!crate::surface::offers(self.session.settings(), "browser_drag"))
            .then(|| "DRAG: no tool for dragging is offered; a person adds it with --with drag".to_owned())
    }

    /// The refs and facts of elements.
    fn lines<'a>(&mut self, snapshot: &Snapshot, placed: &[Placed<'a>]) -> Vec<Line<'a>> {
        let mut twins: HashMap<(&str, &str, &str), usize> = HashMap::new();
        for other in snapshot.elements() {
            *twins.entry(identity(other.element)).or_default() += 1;
        }
        placed
            .iter()
            .map(|placed| {
                let is_unique = twins.get(&identity(placed.element)).is_none_or(|count| *count < 2);
                let frame = &snapshot.frames[placed.frame];
                let reference = self.page().refs.assign(RefTarget {
                    frame: frame.frame.clone(),
                    document: frame.document,
                    element: placed.element.id,
                    role: placed.element.role.clone(),
                    name: placed.element.name.clone(),
                    context: context(placed.element).to_owned(),
                    url: frame.facts.url.clone(),
                    is_unique,
                });
                self.page().refs.note_look(reference, look(placed.element));
                Line { reference, element: placed.element }
            })
            .collect()
    }

    /// The ref and facts of one element.
    pub(crate) fn line<'a>(&mut self, snapshot: &Snapshot, placed: Placed<'a>) -> Line<'a> {
        self.lines(snapshot, &[placed])[0]
    }

    fn tab_lines(&self, current: &Tab) -> Vec<TabLine> {
        let tabs = self.session.browser().map(|browser| browser.tabs()).unwrap_or_default();
        tabs.iter()
            .filter(|tab| tab.is_open())
            .map(|tab| {
                let title = self.title_of(tab);
                TabLine {
                    id: tab.id().to_string(),
                    title: if title.is_empty() { tab.url() } else { title },
                    is_current: tab.id() == current.id(),
                }
            })
            .collect()
    }
}

/// Row or card of an element, as far as it tells it from others of the same name.
pub(super) fn context(element: &ElementFacts) -> &str {
    element.hint("context").unwrap_or_default()
}

/// What a person tells an element by.
fn identity(element: &ElementFacts) -> (&str, &str, &str) {
    (&element.role, &element.name, context(element))
}

/// The lines of a text that a block of `budget` characters shows, or nearly: the last one whole, if it is not most of it.
fn folded_to(text: &str, budget: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(budget) else { return text };
    let head = &text[..end];
    head.rfind('\n').filter(|line| *line > end / 2).map_or(head, |line| &head[..line])
}

/// `LIST "Results": 20 of about 5000 rows are loaded`.
fn list_notice(list: &ListFacts) -> String {
    let name = if list.name.is_empty() { String::new() } else { format!(" {}", quoted(&list.name, 60)) };
    let what = if list.columns { "columns" } else { "rows" };
    let about = if list.estimated { "about " } else { "" };
    match list.total {
        Some(total) => {
            format!(
                "LIST{name}: {} of {about}{total} {what} are loaded; browser_find scrolls it",
                list.loaded
            )
        }
        None => format!(
            "LIST{name}: {} {what} are loaded and there are more; browser_find scrolls it",
            list.loaded
        ),
    }
}

fn bot_check_notice(verdict: &BotVerdict) -> Option<String> {
    use crate::plugin::BotLevel;
    match verdict.level {
        BotLevel::Clear => None,
        BotLevel::Suspected => Some(format!("BOT CHECK? this may be a bot check ({})", verdict.kind)),
        BotLevel::Confirmed => {
            Some(format!("BOT CHECK: this page is a bot check ({}), not the page asked for", verdict.kind))
        }
    }
}
