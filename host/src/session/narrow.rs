//! One frame of a page instead of all.

use crate::browser::{Frame, Tab};
use crate::error::ToolError;
use crate::inject::{self, ReadOptions};
use crate::progress::Progress;
use crate::snapshot::Placed;
use crate::snapshot::shown::Row;
use crate::snapshot::text::{counted, quoted};
use crate::snapshot::view::{ViewInput, render, row, shown_url};

use super::{Call, Look};

/// Longest wait for the text of a frame.
const TEXT_LIMIT: std::time::Duration = std::time::Duration::from_secs(4);

impl Call {
    /// The view of one frame that was read: its elements in the order of the page's ranking, then its text. `title`
    /// says which frame it is.
    pub async fn view_of_frame(&mut self, look: &Look, place: usize, notice: String) -> String {
        let settings = self.session.settings();
        let (budget, text_budget) = (settings.max_elements.max(1), settings.text_budget);
        let elements = look.snapshot.elements();
        let inside = |id: &usize| elements.get(*id).is_some_and(|placed| placed.frame == place);
        let ranked = look.order.iter().copied().filter(inside);
        // What the page leaves out, because a dialog lies over it, is asked for here.
        let rest = (0..elements.len()).filter(inside).filter(|id| !look.order.contains(id));
        let ids: Vec<usize> = ranked.chain(rest).collect();
        let shown: Vec<Placed<'_>> = ids.iter().take(budget).map(|id| elements[*id]).collect();
        let rows: Vec<Row> = shown.iter().map(|placed| row(&self.line(&look.snapshot, *placed))).collect();
        let facts = &look.snapshot.frames[place].facts;
        let progress = self.progress.child(TEXT_LIMIT);
        let text = self.text_of(&look.frames[place], text_budget, &progress).await;
        let text = text.unwrap_or_else(|| facts.text.clone());
        let mut notices = vec![notice];
        if ids.len() > shown.len() {
            notices.push(format!(
                "+{} in this frame: browser_dom with q finds them",
                counted(ids.len() - shown.len(), "more element")
            ));
        }
        render(&ViewInput {
            title: &facts.title,
            url: &facts.url,
            modal: facts.modal.as_deref(),
            alerts: &facts.alerts,
            notices: &notices,
            rows: &rows,
            part: 1,
            text: &text,
            text_budget,
            ..ViewInput::default()
        })
    }

    /// Main text of a frame, found with what packs and plugins say of it.
    pub(super) async fn text_of(&self, frame: &Frame, budget: usize, progress: &Progress) -> Option<String> {
        let advice = self.advice_at_hand(frame);
        let options = ReadOptions {
            selectors: advice.main.clone(),
            ignore: advice.ignore.clone(),
            selector: None,
            max_chars: Some(budget),
        };
        let read = inject::read_main(frame, &options, progress).await;
        read.ok().map(|read| read.text)
    }
}

/// The frames of a tab without the main one, depth first: a line each, numbered from 0.
pub fn frame_lines(tab: &Tab, look: Option<&Look>) -> Vec<String> {
    let frames = tab.frames();
    let number = |id: &crate::browser::FrameId| frames.iter().skip(1).position(|frame| frame.id() == *id);
    let line = |(index, frame): (usize, &Frame)| {
        let name = match frame.name() {
            name if name.is_empty() => String::new(),
            name => format!(" {}", quoted(&name, 40)),
        };
        let place = look.and_then(|look| look.frames.iter().position(|read| read.id() == frame.id()));
        let size = match look.zip(place).map(|(look, place)| look.snapshot.frames[place].facts.viewport) {
            Some((width, height)) => format!(" {width}x{height}"),
            None if look.is_some() => " (could not be read)".to_owned(),
            None => String::new(),
        };
        let around = frame.parent().and_then(|parent| number(&parent));
        let around = around.map(|parent| format!(" in {parent}")).unwrap_or_default();
        let url = match frame.url() {
            url if url.is_empty() => "nothing has loaded in it yet".to_owned(),
            url => shown_url(&url),
        };
        format!("{index}{name}{size}{around} — {url}")
    };
    frames.iter().skip(1).enumerate().map(line).collect()
}

impl Call {
    /// What to look at when one frame was asked for: all frames, without text.
    pub async fn look_at_frames(&mut self, tab: &Tab) -> Result<Look, ToolError> {
        let request = super::ViewRequest { text_budget: Some(0), ..super::ViewRequest::default() };
        self.look(tab, &request).await
    }
}
