//! Looking: read every frame, let the plugins rank, render a view.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;

use crate::browser::{BrowserError, Frame, Tab};
use crate::error::ToolError;
use crate::inject::{self, ReadOptions, WalkOptions};
use crate::plugin::{BotVerdict, RankRequest};
use crate::progress::Progress;
use crate::snapshot::facts::ElementFacts;
use crate::snapshot::refs::RefTarget;
use crate::snapshot::view::{Line, TabLine, ViewInput, render};
use crate::snapshot::{FrameSnapshot, Placed, Snapshot};

use super::{Call, Moment};

/// Longest wait for one frame. A frame that takes longer is named in the view instead of read.
const FRAME_LIMIT: Duration = Duration::from_secs(4);
/// Longest wait for plugins that are still being compiled.
const PLUGINS_LIMIT: Duration = Duration::from_secs(10);
/// Most elements read from one frame.
const WALK_LIMIT: usize = 20_000;
/// Characters of visible text read for detectors.
const TEXT_CHARS: usize = 3_000;
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
}

/// A page as it was read, and what the plugins said of it.
#[derive(Debug)]
pub struct Look {
    /// The tab that was read.
    pub tab: Tab,
    /// The frames that could be read, in the order of the snapshot.
    pub frames: Vec<Frame>,
    /// The facts.
    pub snapshot: Snapshot,
    /// Indexes into the snapshot's elements, best first; what is left out is not among them.
    pub order: Vec<usize>,
    /// Elements left out by the rankers.
    pub left_out: usize,
    /// Main text of the page.
    pub main_text: String,
    /// Whether this is a bot check.
    pub verdict: BotVerdict,
    /// Which plugin decided what.
    pub decisions: Vec<String>,
    /// What went wrong in plugins.
    pub warnings: Vec<String>,
}

impl Look {
    /// The page at this moment, for receipts.
    pub fn moment(&self) -> Moment {
        Moment::of(&self.snapshot)
    }
}

impl Call {
    /// Reads the current page.
    pub async fn look(&mut self, tab: &Tab, request: &ViewRequest) -> Result<Look, ToolError> {
        let progress = self.progress.clone();
        let session = Arc::clone(&self.session);
        session.plugins.ready(&progress.child(PLUGINS_LIMIT)).await;
        let (frames, snapshot, main_text) = match read(self, tab, request, &progress).await {
            // The document was replaced while it was read: the new one is what the model needs.
            Err(BrowserError::FrameGone) => read(self, tab, request, &progress).await?,
            other => other?,
        };
        self.note_page(tab, &snapshot.main().url);
        let page = Arc::new(snapshot.page_input());
        let want = request.max_elements.unwrap_or(session.settings.max_elements);
        let rank = RankRequest {
            intent: request.intent.to_owned(),
            query: request.query.clone(),
            want: u32::try_from(want).unwrap_or(u32::MAX),
        };
        let (ranked, checked) =
            tokio::join!(session.plugins.rank(&page, &rank), session.plugins.bot_check(&page));
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
        Ok(Look {
            tab: tab.clone(),
            frames,
            left_out: page.elements.len() - order.len(),
            order,
            snapshot,
            main_text,
            verdict: checked.value,
            decisions,
            warnings,
        })
    }

    /// Renders what was read within the budget, gives refs to what is shown, and remembers it as shown.
    pub fn view(&mut self, look: &Look, request: &ViewRequest) -> String {
        let session = Arc::clone(&self.session);
        let budget = request.max_elements.unwrap_or(session.settings.max_elements).max(1);
        let part = request.part.max(1);
        let elements = look.snapshot.elements();
        let skipped = budget.saturating_mul(part - 1);
        let shown: Vec<Placed<'_>> = look
            .order
            .iter()
            .skip(skipped)
            .take(budget)
            .filter_map(|id| elements.get(*id).copied())
            .collect();
        let lines: Vec<Line<'_>> = shown.iter().map(|placed| self.line(&look.snapshot, *placed)).collect();
        let main = look.snapshot.main();
        let tabs = self.tab_lines(&look.tab);
        let mut notices = look.snapshot.missing.clone();
        if let Some(notice) = bot_check_notice(&look.verdict) {
            notices.insert(0, notice);
        }
        let status = look.snapshot.http_status;
        let text = render(&ViewInput {
            title: &main.title,
            url: &main.url,
            status: (status != 0 && !(200..300).contains(&status) && status != 304).then_some(status),
            tabs: &tabs,
            modal: main.modal.as_deref(),
            alerts: &main.alerts,
            notices: &notices,
            lines: &lines,
            remaining: look.order.len().saturating_sub(skipped + shown.len()),
            behind_dialog: look.left_out,
            part,
            text: if part == 1 { &look.main_text } else { "" },
            text_budget: request.text_budget.unwrap_or(session.settings.text_budget),
        });
        self.page().shown = Some(look.moment());
        text
    }

    /// The ref and facts of one element.
    pub(crate) fn line<'a>(&mut self, snapshot: &Snapshot, placed: Placed<'a>) -> Line<'a> {
        let frame = &snapshot.frames[placed.frame];
        let reference = self.page().refs.assign(RefTarget {
            frame: frame.frame.clone(),
            document: frame.document,
            element: placed.element.id,
            role: placed.element.role.clone(),
            name: placed.element.name.clone(),
            context: context(placed.element).to_owned(),
            is_unique: !snapshot.elements().iter().any(|other| {
                (other.frame, other.element.id) != (placed.frame, placed.element.id)
                    && is_twin(other.element, placed.element)
            }),
        });
        Line { reference, element: placed.element }
    }

    fn tab_lines(&self, current: &Tab) -> Vec<TabLine> {
        let tabs = self.session.browser().map(|browser| browser.tabs()).unwrap_or_default();
        tabs.iter()
            .filter(|tab| tab.is_open())
            .map(|tab| {
                let title = tab.title();
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

fn is_twin(one: &ElementFacts, other: &ElementFacts) -> bool {
    one.role == other.role && one.name == other.name && context(one) == context(other)
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

async fn read(
    call: &Call,
    tab: &Tab,
    request: &ViewRequest,
    progress: &Progress,
) -> Result<(Vec<Frame>, Snapshot, String), BrowserError> {
    let session = &call.session;
    let main = tab.main_frame();
    let url = main.url();
    let options = WalkOptions {
        max_elements: WALK_LIMIT,
        text_chars: TEXT_CHARS,
        probes: session.plugins.probes(&url),
    };
    let wants_text = request.part <= 1 && request.text_budget.unwrap_or(session.settings.text_budget) > 0;
    let frames = tab.frames();
    let document_before: HashMap<_, _> = frames.iter().map(|frame| (frame.id(), frame.document())).collect();
    let (walks, text) = tokio::join!(
        join_all(frames.iter().map(|frame| async {
            let limit = progress.child(FRAME_LIMIT);
            inject::walk(frame, &options, if frame.is_main() { progress } else { &limit }).await
        })),
        async { if wants_text { main_text(call, &main, progress).await } else { None } }
    );
    let mut read = Vec::new();
    let mut missing = Vec::new();
    let mut kept = Vec::new();
    for (frame, walked) in frames.into_iter().zip(walks) {
        match walked {
            Ok(facts) => {
                let document = document_before[&frame.id()];
                if document != frame.document() && frame.is_main() {
                    return Err(BrowserError::FrameGone);
                }
                read.push(FrameSnapshot { frame: frame.id(), document, facts });
                kept.push(frame);
            }
            Err(error) if frame.is_main() => return Err(error),
            Err(BrowserError::FrameGone | BrowserError::TabClosed) => {}
            Err(error) => missing.push(format!("FRAME {} could not be read: {error}", shown(&frame))),
        }
    }
    let fallback = || read.first().map(|frame: &FrameSnapshot| frame.facts.text.clone()).unwrap_or_default();
    let text = text.unwrap_or_else(fallback);
    let http_status = tab.activity().last_status.unwrap_or(0);
    Ok((kept, Snapshot { frames: read, missing, http_status }, text))
}

fn shown(frame: &Frame) -> String {
    crate::snapshot::text::quoted(&frame.url(), 80)
}

/// Main text of the page; nothing where it cannot be read, since a view without it is still a view.
async fn main_text(call: &Call, frame: &Frame, progress: &Progress) -> Option<String> {
    let advice = call.session.plugins.site(&frame.url());
    let options = ReadOptions { selectors: advice.main, ignore: advice.ignore, selector: None };
    inject::read_main(frame, &options, &progress.child(FRAME_LIMIT)).await.ok().map(|read| read.text)
}
