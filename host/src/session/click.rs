//! Clicking and hovering: trusted input that reaches what was meant, or nothing.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, Clicking, Modifiers, MouseButton, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::{ClickWent, Landed, Landing, OptionFacts};
use crate::snapshot::text::{NAME_LIMIT, named, quoted};

use super::act::{Opens, Pressed};
use super::actionable::{Need, shown_cover};
use super::{Acting, Answer, Call, Moment, Target, ViewRequest};

/// Longest wait for the page to take a click.
const CLICK: Duration = Duration::from_secs(4);
/// Longest wait for the page to say where a click went; one that is being left says nothing.
const LANDING: Duration = Duration::from_secs(1);
/// How often a click is aimed again at once that something else would have taken.
const TRIES: u32 = 8;
/// How long it is aimed again after that, and how long a page may rest in between.
const BETWEEN: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(50);
/// Why no click came of a press.
const REPLACED: &str = "no click came of it, since the page took the element away while it was pressed";
const MOVED: &str =
    "no click came of it, since the page takes the element out and puts it back when the mouse is on it";

impl Clicking {
    pub(super) const LEFT: Self = Self { button: MouseButton::Left, count: 1, holding: Modifiers::NONE };

    /// Where Chrome opens a link that is clicked so.
    fn opens(self) -> Opens {
        if self.button == MouseButton::Middle || self.holding.opens_in_background() {
            Opens::InBackground
        } else if self.holding.opens_elsewhere() {
            Opens::InWindow
        } else {
            Opens::AsThePageSays
        }
    }

    fn verb(self) -> &'static str {
        match (self.count, self.button) {
            (2, _) => "Double-clicked",
            (_, MouseButton::Right) => "Right-clicked",
            (_, MouseButton::Middle) => "Middle-clicked",
            _ => "Clicked",
        }
    }
}

/// Why no click came of a press, where the page saw to that.
fn unclicked(landed: &Landed) -> Option<&'static str> {
    match landed {
        Landed { verdict: Landing::Reached, click: ClickWent::Nowhere, gone: true, .. } => Some(REPLACED),
        Landed { verdict: Landing::Reached, click: ClickWent::Nowhere, moved: true, .. } => Some(MOVED),
        _ => None,
    }
}

impl Call {
    /// Clicks an element with trusted input and answers with receipt and view. An option of a native list, which no
    /// click reaches, is chosen.
    pub async fn click(&mut self, tab: &Tab, target: &Target, how: Clicking) -> Result<Answer, ToolError> {
        if let Some(option) = self.option_meant(target).await? {
            return self.choose_option(tab, target, &option).await;
        }
        let mut acting = self.begin_acting(tab);
        acting.awaits_effect = true;
        acting.opens = how.opens();
        let target = match self.press(&mut acting, target, how).await {
            // A banner that came since the last look takes the place of what is meant.
            Err(error) if error.code == ErrorCode::Covered => {
                let Some(note) = Box::pin(self.uncover(tab)).await else { return Err(error) };
                acting.notes.push(note);
                self.press(&mut acting, target, how).await?
            }
            pressed => pressed?,
        };
        let is_clicked = acting.pressed.as_ref().is_none_or(|pressed| pressed.unclicked.is_none());
        let verb = if is_clicked { how.verb() } else { "Pressed the mouse on" };
        let done = format!("{verb} {}{}", target.label, how.holding);
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &done, &request).await
    }

    /// Aims, presses, and aims again where something else would have taken the press. Answers with the element that
    /// was pressed, which is another one than the target when the page drew it anew.
    pub(super) async fn press(
        &mut self,
        acting: &mut Acting,
        target: &Target,
        how: Clicking,
    ) -> Result<Target, ToolError> {
        acting.notes.extend(target.note.clone());
        acting.watch(&target.frame);
        let mut target = target.clone();
        let tab = acting.tab.clone();
        let between = self.progress.child(BETWEEN);
        let mut once_more = Some(());
        let mut stays = false;
        for tries in 1.. {
            let (aimed, point, located) = self.aimed(&tab, &target, Need::Press, true).await?;
            if aimed.note != target.note {
                acting.notes.extend(aimed.note.clone());
            }
            target = aimed;
            let patience = self.progress.child(CLICK);
            match tab.click(point, how, !stays, &patience).await {
                Ok(()) => {}
                // The click arrived: what it started keeps the page from saying so.
                Err(BrowserError::DialogOpen(_)) => break,
                Err(BrowserError::Interrupted(Interrupted::TimedOut { .. })) => {
                    let started = Instant::now();
                    if !tab.end_endless_script(&self.progress).await? {
                        let seconds = (CLICK + started.elapsed()).as_secs();
                        acting.notes.push(format!("the page was busy with the click for {seconds} s"));
                    }
                    break;
                }
                Err(error) => return Err(error.into()),
            }
            let landed = self.landed(&tab, &target).await?;
            if landed.verdict == Landing::Missed {
                let why = landed.by.as_deref().map_or_else(
                    || "it moves away from under the mouse".to_owned(),
                    |by| format!("{} comes in between", shown_cover(by)),
                );
                self.progress.log(format!("{why}; aiming again"));
                // A page that is still being built moves what is aimed at for a while.
                if tries >= TRIES && between.wait(PAUSE).await.is_err() {
                    return Err(ToolError::new(
                        ErrorCode::Covered,
                        format!("{} was not clicked: {why} each time", target.label),
                        "close or wait for what comes in between (browser_wait_for), then try again",
                    )
                    .with_log(self.progress.call_log()));
                }
                continue;
            }
            let slipped = landed.verdict == Landing::Reached
                && landed.click == ClickWent::Elsewhere
                && !landed.gone
                && landed.instead.is_none();
            if slipped && !located.stable && tries < TRIES {
                self.progress.log("it moved away while it was pressed; aiming again");
                continue;
            }
            let unclicked = unclicked(&landed);
            if unclicked.is_some() && once_more.take().is_some() {
                if !landed.gone {
                    // Perhaps it was the move of the mouse that the page answered.
                    stays = true;
                    continue;
                }
                if let Some(redrawn) = Box::pin(self.only_redrawn(&tab, &target)).await? {
                    target = redrawn;
                    continue;
                }
            }
            acting.pressed = Some(Pressed {
                target: target.clone(),
                sends: matches!(located.input_type.as_str(), "submit" | "image"),
                instead: landed.instead,
                unclicked,
                slipped,
            });
            break;
        }
        Ok(target)
    }

    /// The element that the page put in the place of one, where that is all that changed on the page: then the press
    /// has done nothing, and may be made once more.
    async fn only_redrawn(&mut self, tab: &Tab, target: &Target) -> Result<Option<Target>, ToolError> {
        let Some(reference) = target.reference else { return Ok(None) };
        let Some(before) = self.page().told.clone().or_else(|| self.page().shown.clone()) else {
            return Ok(None);
        };
        let progress = self.progress.child(CLICK);
        let request = ViewRequest { text_budget: Some(0), ..ViewRequest::default() };
        let Ok(now) = Box::pin(self.read_frames(tab, &request, &progress)).await else { return Ok(None) };
        if !Moment::of(&now.snapshot).reads_like(&before) {
            return Ok(None);
        }
        Ok(self.resolve_ref(tab, reference).await.ok())
    }

    /// Where a click went; nothing is known where it opened another page or a dialog.
    async fn landed(&self, tab: &Tab, target: &Target) -> Result<Landed, ToolError> {
        if !tab.is_open() {
            return Ok(Landed::default());
        }
        match inject::landed(&target.frame, &self.progress.child(LANDING)).await {
            Err(BrowserError::Interrupted(Interrupted::Cancelled)) => {
                Err(ToolError::interrupted(&Interrupted::Cancelled, ""))
            }
            landed => Ok(landed.unwrap_or_default()),
        }
    }

    async fn option_meant(&self, target: &Target) -> Result<Option<OptionFacts>, ToolError> {
        if target.role != "option" {
            return Ok(None);
        }
        Ok(inject::option_of(&target.frame, target.element, &self.progress).await?)
    }

    /// Chooses an option of a native list.
    async fn choose_option(
        &mut self,
        tab: &Tab,
        target: &Target,
        option: &OptionFacts,
    ) -> Result<Answer, ToolError> {
        let list = named(&option.role, &option.name, NAME_LIMIT);
        let label = quoted(&option.label, NAME_LIMIT);
        if !option.enabled {
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("option {label} of {list} is disabled"),
                "choose another option; browser_select names them",
            ));
        }
        let mut acting = self.begin_acting(tab);
        acting.notes.extend(target.note.clone());
        let place = usize::try_from(option.index).unwrap_or_default();
        let chosen = inject::select_options(&target.frame, option.select, &[place], &self.progress).await?;
        let now = inject::option_of(&target.frame, target.element, &self.progress).await?;
        let held = chosen.is_some() && now.is_none_or(|now| now.selected);
        acting.known = held.then(|| format!("{list} holds it"));
        if !held {
            acting.notes.push(format!("{list} does not hold that option now"));
        }
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &format!("Chose option {label} of {list}"), &request).await
    }

    /// Moves the mouse over an element and leaves it there, so that what opens stays open.
    pub async fn hover(&mut self, tab: &Tab, target: &Target) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        acting.awaits_effect = true;
        acting.watch(&target.frame);
        acting.notes.extend(target.note.clone());
        let (aimed, point, _) = self.aimed(tab, target, Need::Hover, false).await?;
        let title = inject::tooltip(&aimed.frame, aimed.element, &self.progress).await.unwrap_or_default();
        match tab.mouse_move(point, &self.progress.child(CLICK)).await {
            Ok(()) | Err(BrowserError::DialogOpen(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let mut done = format!("Hovered {}", aimed.label);
        if !title.is_empty() && !aimed.label.ends_with(&quoted(&title, NAME_LIMIT)) {
            // Chrome draws it over the page, where nothing of the page shows it.
            done = format!("{done}, title: {}", quoted(&title, 200));
            acting.known = Some("the page itself is as it was".to_owned());
        }
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &done, &request).await
    }
}
