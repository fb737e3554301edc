//! Looking for an option: among those that are drawn, by a text that narrows them down, down the whole list.

use std::time::Duration;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::browser::{BrowserError, Point, Tab};
use crate::error::ToolError;
use crate::inject;
use crate::progress::Interrupted;
use crate::session::{Call, Target};
use crate::snapshot::facts::{Offered, OptionsShown};

use super::matching::{self, Found, meant};
use super::{Control, LATE, PAUSE};

/// Longest wait for the options of an opened list.
const OPENING: Duration = Duration::from_secs(2);
/// How long the options must stay the same after a text was typed to narrow them down.
const STEADY: u32 = 6;
/// Least wait for options that a text brings: fields wait a moment before they ask their server.
const ASKED: Duration = Duration::from_millis(900);
/// The same where none have come at all, and nothing says that they are under way.
const UNHEARD: Duration = Duration::from_secs(2);
/// Longest wait for what a field proposes before it is typed into, and for what a panel with a field in it shows.
const UNTYPED: Duration = Duration::from_millis(250);
const UNFILTERED: Duration = Duration::from_millis(750);
/// Steps down a list at once.
const STEPS: u32 = 8;
/// How often in a row the end must be reached: a list that loads more there has had the time to.
const RESTS: u32 = 3;
/// Most time on the way down a list.
const SWEEP: Duration = Duration::from_secs(15);

/// An option that is drawn now, or what was found instead among all that were seen.
pub(super) type Sought = Result<Offered, (Found, Vec<Offered>)>;

impl Call {
    /// Options that are there twice in a row, as many; an empty list where none come.
    pub(super) async fn await_options(
        &mut self,
        tab: &Tab,
        control: &Control,
        present: bool,
    ) -> Result<OptionsShown, ToolError> {
        let limit = self.session.settings().wait;
        let (opening, patience) =
            (self.progress.child(if present { LATE } else { OPENING }), self.progress.child(limit));
        let quiet = if control.facts.editable { UNTYPED } else { UNFILTERED };
        let mut last: Option<usize> = None;
        loop {
            let shown = self.read_shown(control, present).await?;
            let count = shown.options.len();
            if count > 0 && last == Some(count) && !shown.busy {
                return Ok(shown);
            }
            last = Some(count);
            let is_loading = shown.busy || tab.activity().requests_in_flight > 0;
            // A field that proposes nothing by itself waits for a text.
            let is_quiet = count == 0 && shown.filter.is_some() && !is_loading;
            let is_over = opening.check("").is_err() && !is_loading;
            if is_over || (is_quiet && opening.remaining() < OPENING.saturating_sub(quiet)) {
                return Ok(shown);
            }
            match patience.wait(PAUSE).await {
                Ok(()) => {}
                Err(Interrupted::TimedOut { .. }) => return Ok(shown),
                Err(cancelled @ Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&cancelled, ""));
                }
            }
        }
    }

    /// Looks for an option among those that are drawn, then where the control can be narrowed down by a text, then all
    /// the way down its list.
    pub(super) async fn seek(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &str,
        present: bool,
    ) -> Result<Sought, ToolError> {
        let shown = self.await_options(tab, control, present).await?;
        let mut seen = shown.options.clone();
        let found = if shown.partial || shown.filtered {
            matching::named(wanted, &shown.options)
        } else {
            meant(wanted, &shown.options)
        };
        match found {
            Found::One(place) => return Ok(Ok(shown.options[place].clone())),
            Found::Several(_) | Found::Disabled(_) if !shown.partial => return Ok(Err((found, seen))),
            _ => {}
        }
        if let Some(filter) = shown.filter.filter(|_| !present) {
            let held = inject::read_value(&control.frame, filter, &self.progress).await?.unwrap_or_default();
            if let Some(option) = self.narrow_down(tab, control, filter, wanted, &mut seen).await? {
                return Ok(Ok(option));
            }
            inject::focus(&control.frame, filter, true, &self.progress).await?;
            tab.press_key("Delete", &self.progress).await?;
            if !held.is_empty() {
                tab.insert_text(&held, &self.progress).await?;
            }
            // What the old text brings says nothing of the wanted one.
            let found = meant(wanted, &seen);
            if matches!(found, Found::Several(_) | Found::Disabled(_)) {
                return Ok(Err((found, seen)));
            }
            self.await_options(tab, control, present).await?;
        }
        if let Some(roller) = shown.roller
            && let Some(option) = self.roll(tab, control, roller, wanted, present, &mut seen).await?
        {
            return Ok(Ok(option));
        }
        let now = self.read_shown(control, present).await?;
        let found =
            if now.filtered { matching::named(wanted, &now.options) } else { meant(wanted, &now.options) };
        if let Found::One(place) = found {
            return Ok(Ok(now.options[place].clone()));
        }
        let found = match meant(wanted, &seen) {
            Found::One(_) => Found::None,
            other => other,
        };
        Ok(Err((found, seen)))
    }

    /// The same for a list that takes back what script scrolls, but not what the wheel does.
    async fn roll_by_wheel(
        &mut self,
        tab: &Tab,
        control: &Control,
        (roller, (point, height)): (u32, (Point, f64)),
        wanted: &str,
        present: bool,
        seen: &mut Vec<Offered>,
    ) -> Result<Option<Offered>, ToolError> {
        self.progress.log("turned the wheel over the list of options");
        let patience = self.progress.child(SWEEP);
        let mut rests = 0;
        while rests < RESTS && patience.check("").is_ok() {
            tab.wheel(point, 0.0, (height * 0.85).max(20.0), &self.progress).await?;
            let rolled = inject::roll_options(&control.frame, roller, None, 0, &self.progress).await?;
            let Some(rolled) = rolled else { return Ok(None) };
            let known = seen.len();
            add(seen, &rolled.options);
            rests = if seen.len() == known { rests + 1 } else { 0 };
            if matching::named(wanted, &rolled.options) != Found::None {
                let now = self.read_shown(control, present).await?;
                if let Found::One(place) = matching::named(wanted, &now.options) {
                    return Ok(Some(now.options[place].clone()));
                }
            }
        }
        Ok(None)
    }

    /// Types a text into the field that narrows the options down, and waits for the one that it names.
    async fn narrow_down(
        &mut self,
        tab: &Tab,
        control: &Control,
        filter: u32,
        wanted: &str,
        seen: &mut Vec<Offered>,
    ) -> Result<Option<Offered>, ToolError> {
        self.progress.log("typed the text to narrow the options down");
        if !inject::focus(&control.frame, filter, true, &self.progress).await? {
            return Ok(None);
        }
        // The last letter as a key: some fields only listen for keys.
        let last = wanted.graphemes(true).next_back().unwrap_or_default();
        let head = &wanted[..wanted.len() - last.len()];
        if !head.is_empty() {
            tab.insert_text(head, &self.progress).await?;
        }
        match tab.press_key(last, &self.progress).await {
            Err(BrowserError::UnknownKey { .. }) => tab.insert_text(last, &self.progress).await?,
            other => other?,
        }
        let limit = self.session.settings().wait;
        let (asked, patience) = (self.progress.child(ASKED), self.progress.child(limit));
        let unheard = self.progress.child(UNHEARD);
        let (mut before, mut steady) = (Vec::new(), 0);
        loop {
            let shown = self.read_shown(control, false).await?;
            add(seen, &offered(&shown.options, wanted));
            let is_loading = shown.busy || tab.activity().requests_in_flight > 0;
            let labels: Vec<String> = shown.options.iter().map(|option| option.label.clone()).collect();
            steady = if labels == before { steady + 1 } else { 0 };
            before = labels;
            if let Found::One(place) = matching::named(wanted, &shown.options)
                && steady > 0
            {
                return Ok(Some(shown.options[place].clone()));
            }
            let waited = if shown.options.is_empty() { &unheard } else { &asked };
            if steady >= STEADY && !is_loading && waited.check("").is_err() {
                return Ok(match meant(wanted, &shown.options) {
                    Found::One(place) => Some(shown.options[place].clone()),
                    _ => None,
                });
            }
            match patience.wait(PAUSE).await {
                Ok(()) => {}
                Err(Interrupted::TimedOut { .. }) => return Ok(None),
                Err(cancelled @ Interrupted::Cancelled) => {
                    return Err(ToolError::interrupted(&cancelled, ""));
                }
            }
        }
    }

    /// Moves the mouse over a list, as whoever scrolls it has it there: some lists go back to the option that the
    /// keyboard is at otherwise. Answers with that point, and the height of the list.
    async fn point_at(
        &mut self,
        tab: &Tab,
        control: &Control,
        roller: u32,
    ) -> Result<(Point, f64), ToolError> {
        let located = inject::locate(&control.frame, roller, false, &self.progress).await?;
        let role = located.role.clone();
        let frame = control.frame.clone();
        let target =
            Target { frame, element: roller, role, label: String::new(), note: None, reference: None };
        let point = self.point_in_tab(&target, &located).await?;
        for aside in [0.0, 3.0] {
            tab.mouse_move(Point { x: point.x + aside, ..point }, &self.progress).await?;
        }
        Ok((point, located.rect[3]))
    }

    /// Goes down a list from its top until the option has been drawn or the end is reached, and back to it. Bounded.
    async fn roll(
        &mut self,
        tab: &Tab,
        control: &Control,
        roller: u32,
        wanted: &str,
        present: bool,
        seen: &mut Vec<Offered>,
    ) -> Result<Option<Offered>, ToolError> {
        self.progress.log("went down the list of options");
        let over = self.point_at(tab, control, roller).await?;
        let patience = self.progress.child(SWEEP);
        let (mut from, mut rests) = (Some(0.0), 0);
        // A part of a text counts once the whole list was seen.
        let mut found = Found::None;
        while found == Found::None && rests < RESTS && patience.check("").is_ok() {
            let rolled = inject::roll_options(&control.frame, roller, from.take(), STEPS, &self.progress);
            let Some(rolled) = rolled.await? else { return Ok(None) };
            let known = seen.len();
            add(seen, &rolled.options);
            found = matching::named(wanted, seen);
            if found == Found::None && !rolled.end && seen.len() == known {
                return self.roll_by_wheel(tab, control, (roller, over), wanted, present, seen).await;
            }
            rests = if rolled.end { rests + 1 } else { 0 };
        }
        if found == Found::None {
            found = meant(wanted, seen);
        }
        let Found::One(place) = found else { return Ok(None) };
        let (label, at) = (seen[place].label.clone(), seen[place].at);
        inject::roll_options(&control.frame, roller, Some(at), 0, &self.progress).await?;
        let now = self.read_shown(control, present).await?;
        Ok(match matching::named(&label, &now.options) {
            Found::One(place) => Some(now.options[place].clone()),
            _ => None,
        })
    }

    /// An entry of a menu in a menu, named as `Entry > Inner entry`: the outer one is pressed to show the inner one.
    pub(super) async fn seek_inside(
        &mut self,
        tab: &Tab,
        control: &Control,
        wanted: &str,
        present: bool,
    ) -> Result<Option<Offered>, ToolError> {
        let Some((outer, inner)) = wanted.split_once('>') else { return Ok(None) };
        let shown = self.read_shown(control, present).await?;
        let Found::One(place) = matching::named(outer, &shown.options) else { return Ok(None) };
        let outer = &shown.options[place];
        self.press_part(tab, &control.frame, outer.id, outer.label.clone()).await?;
        Ok(self.seek(tab, control, inner, present).await?.ok())
    }
}

/// The options among what a text brought. What a list says when it has nothing to offer is none: it stands alone, has no
/// role of one, and nothing of the text.
fn offered(shown: &[Offered], wanted: &str) -> Vec<Offered> {
    let wanted = matching::plain(wanted);
    let is_offer = |option: &Offered| {
        shown.len() > 1 || is_option(option) || matching::plain(&option.label).contains(&wanted)
    };
    let has_options = shown.iter().any(is_option);
    shown
        .iter()
        .filter(|option| if has_options { is_option(option) } else { is_offer(option) })
        .cloned()
        .collect()
}

/// Adds options that were not seen yet.
fn add(seen: &mut Vec<Offered>, options: &[Offered]) {
    for option in options {
        let is_known = |other: &Offered| {
            other.label == option.label && other.value == option.value && other.group == option.group
        };
        if !seen.iter().any(is_known) {
            seen.push(option.clone());
        }
    }
}

/// Whether its role says that it is an option.
pub(super) fn is_option(option: &Offered) -> bool {
    matches!(option.role.as_str(), "option" | "radio" | "tab" | "treeitem")
        || option.role.starts_with("menuitem")
}
