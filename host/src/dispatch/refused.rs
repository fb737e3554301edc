//! Calls that the loop guard stops: what to do instead comes first, then a small view, so that it need not be asked
//! for. The more calls are refused in a row, the less is said.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::{Dispatch, Ending};
use crate::error::{ErrorCode, ToolError};
use crate::guard::{Asked, Doubt, Mark, Place, Slots, directive};
use crate::progress::Progress;
use crate::session::{Answer, ViewRequest};
use crate::tools::{Description, Effect};

/// Longest wait for the look that says whether the page is really the same.
const LOOK_LIMIT: Duration = Duration::from_secs(4);
/// How long a page is watched for what changes by itself: a little longer than a second hand needs.
const WATCH: Duration = Duration::from_millis(1_300);
/// Pause between two looks at it.
const PAUSE: Duration = Duration::from_millis(150);
/// Longest wait for pictures of the page.
const PICTURES: Duration = Duration::from_secs(2);
/// Elements and characters of text in the view of a first, second and later refusal.
const BUDGETS: [(usize, usize); 3] = [(12, 400), (8, 300), (4, 200)];

/// How a page looks before a call.
#[derive(Debug, Clone, Copy)]
pub(super) enum Look {
    /// Nobody needs to know.
    NotAsked,
    /// It does not stand still, or no picture could be taken.
    Moving,
    /// A hash of its picture.
    Still(u64),
}

impl Dispatch {
    /// The answer in place of a call that repeats itself. The page is looked at before that is decided: it may have
    /// changed by itself, or by a person's hand. `unreadable` is what is wrong with its arguments, if anything.
    pub(super) async fn refused(
        &self,
        description: &Description,
        asked: &Asked,
        given: &Map<String, Value>,
        unreadable: Option<&ToolError>,
        cancel: &CancellationToken,
    ) -> Option<(Answer, Ending)> {
        let known = self.session.sight().mark;
        let judged = self.guard().before(asked, known);
        let (mut repeat, is_doubted) = match judged {
            Some(repeat) => (repeat, false),
            None => (self.doubted(asked, cancel).await?.repeat, true),
        };
        let mut place =
            Place { header: self.session.sight().header, waits: self.session.waits(), ..Place::default() };
        let mut view = String::new();
        let mut decisions = Vec::new();
        let is_about_a_page = description.name != "browser_answer" && self.session.browser().is_some();
        if is_about_a_page
            && let Ok(mut call) = self.session.begin(LOOK_LIMIT, cancel.clone()).await
            && let Ok(tab) = call.waiting_tab().await
        {
            let (elements, text) = BUDGETS[repeat.refused.min(BUDGETS.len() - 1)];
            let request = ViewRequest {
                intent: "browse",
                max_elements: Some(elements),
                text_budget: Some(text),
                full: true,
                ..ViewRequest::default()
            };
            if let Ok(look) = call.look(&tab, &request).await {
                let now = self.session.sight();
                if !is_doubted {
                    repeat = self.guard().before(asked, now.mark)?;
                }
                let main = look.snapshot.main();
                let (_, at, height) = main.scroll;
                place.header = now.header;
                place.below = Some(height.saturating_sub(at.max(0).unsigned_abs() + main.viewport.1));
                let named = ["ref", "text", "selector", "text_label"]
                    .map(|name| given.get(name).and_then(Value::as_str));
                let named = if description.name == "browser_type" {
                    [named[0], None, named[2], named[3]]
                } else {
                    named
                };
                place.others = call.others(&look, &named, description.name == "browser_type");
                view = call.view(&look, &request);
                decisions = look.decisions;
            }
        }
        let said = directive(description.name, repeat, &place);
        // Where the arguments cannot be read, what is wrong with them is the best advice.
        let hint = unreadable.map_or(said.hint, |error| format!("{}; {}", error.message, error.hint));
        let error = ToolError::new(ErrorCode::LoopGuard, said.message, hint);
        let mut answer = Answer::body(self.surface.render_error(&error));
        if !view.is_empty() {
            answer.body.push_str(super::failed::PAGE_NOW);
            answer.body.push_str(&view);
        }
        answer.decisions = decisions;
        answer.decisions.push(format!("the loop guard stopped {}", description.name));
        let mut guard = self.guard();
        guard.refuse();
        self.session.tally().note_guard(guard.totals());
        drop(guard);
        let is_secret = description.effect == Effect::Input;
        Some((answer, Ending { outcome: "error", code: Some(ErrorCode::LoopGuard), is_secret }))
    }

    /// A call that seems to change something, where all of that changes without it too: a clock, a carousel.
    async fn doubted(&self, asked: &Asked, cancel: &CancellationToken) -> Option<Doubt> {
        let doubt = self.guard().doubted(asked)?;
        if self.change_by_themselves(&doubt.places, cancel).await? {
            return Some(doubt);
        }
        self.guard().trust(asked);
        None
    }

    /// Whether these parts of the page change while nothing is done; nothing where that cannot be found out.
    async fn change_by_themselves(&self, places: &BTreeSet<u64>, cancel: &CancellationToken) -> Option<bool> {
        let mut known = self.session.sight().slots;
        let mut call = self.session.begin(WATCH + LOOK_LIMIT, cancel.clone()).await.ok()?;
        let tab = call.same_tab().await.ok()?;
        let watch = call.progress().child(WATCH);
        let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
        let mut changed = BTreeSet::new();
        let mut is_last = false;
        loop {
            call.look(&tab, &request).await.ok()?;
            let now = self.session.sight().slots;
            changed.extend(known.differences(&now));
            known = now;
            if places.is_subset(&changed) {
                return Some(true);
            }
            if is_last {
                return Some(false);
            }
            // Looks can be slow, so the last one begins when the time is over: what changes within it is seen.
            is_last = watch.wait(PAUSE).await.is_err();
        }
    }

    /// How the page looks before a call that left it as it was the last time: its effect may be in what is drawn.
    pub(super) async fn picture_before(
        &self,
        asked: &Asked,
        page: Option<Mark>,
        cancel: &CancellationToken,
    ) -> Look {
        if !self.guard().was_idle(asked, page) {
            return Look::NotAsked;
        }
        let still = self.session.still_picture(&Progress::new(PICTURES, cancel.clone())).await;
        still.map_or(Look::Moving, Look::Still)
    }

    /// Whether the page may look otherwise than before. One that never stands still (a spinner, a film, a game) hides
    /// what is drawn on it, so that counts as a yes.
    async fn looks_otherwise(&self, before: Look, cancel: &CancellationToken) -> bool {
        let before = match before {
            Look::NotAsked => return false,
            Look::Moving => return true,
            Look::Still(before) => before,
        };
        let now = self.session.still_picture(&Progress::new(PICTURES, cancel.clone())).await;
        now != Some(before)
    }

    /// The same where the page still says what it said. Where it does not, what it says is what has changed: a clock
    /// that goes on meanwhile is no drawing.
    pub(super) async fn only_looks_otherwise(
        &self,
        before: Look,
        said: &Slots,
        cancel: &CancellationToken,
    ) -> bool {
        let says_the_same = || said.differences(&self.session.sight().slots).is_empty();
        if !says_the_same() || !self.looks_otherwise(before, cancel).await {
            return false;
        }
        self.look_again(cancel).await;
        says_the_same()
    }

    /// Reads the page once more, where it can be read.
    async fn look_again(&self, cancel: &CancellationToken) {
        let Ok(mut call) = self.session.begin(LOOK_LIMIT, cancel.clone()).await else { return };
        let Ok(tab) = call.same_tab().await else { return };
        let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
        // What was seen is noted by the look itself; a page that cannot be read stays as it is known.
        let _ = call.look(&tab, &request).await;
    }
}
