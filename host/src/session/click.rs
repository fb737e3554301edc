//! Clicking and hovering: trusted input that reaches what was meant, or nothing.

use std::time::{Duration, Instant};

use crate::browser::{BrowserError, MouseButton, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::progress::Interrupted;
use crate::snapshot::facts::{Landed, Landing, OptionFacts};
use crate::snapshot::text::{NAME_LIMIT, named, quoted};

use super::act::Pressed;
use super::actionable::{Need, shown_cover};
use super::{Acting, Answer, Call, Target, ViewRequest};

/// Longest wait for the page to take a click.
const CLICK: Duration = Duration::from_secs(4);
/// Longest wait for the page to say where a click went; one that is being left says nothing.
const LANDING: Duration = Duration::from_secs(1);
/// How often a click is aimed again that something else would have taken.
const TRIES: u32 = 8;

/// Which click.
#[derive(Debug, Clone, Copy)]
pub struct Clicking {
    /// Mouse button.
    pub button: MouseButton,
    /// 1, or 2 for a double click.
    pub count: u8,
}

impl Clicking {
    pub(super) const LEFT: Self = Self { button: MouseButton::Left, count: 1 };

    fn verb(self) -> &'static str {
        match (self.count, self.button) {
            (2, _) => "Double-clicked",
            (_, MouseButton::Right) => "Right-clicked",
            (_, MouseButton::Middle) => "Middle-clicked",
            _ => "Clicked",
        }
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
        acting.in_background = how.button == MouseButton::Middle;
        let target = self.press(&mut acting, target, how).await?;
        let done = format!("{} {}", how.verb(), target.label);
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
        for tries in 1.. {
            let (aimed, point, located) = self.aimed(&tab, &target, Need::Press, true).await?;
            if aimed.note != target.note {
                acting.notes.extend(aimed.note.clone());
            }
            target = aimed;
            match tab.mouse_click(point, how.button, how.count, &self.progress.child(CLICK)).await {
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
                let by = landed.by.as_deref().map_or_else(|| "nothing of it".to_owned(), shown_cover);
                self.progress.log(format!("{by} would have taken the click; aiming again"));
                if tries >= TRIES {
                    return Err(ToolError::new(
                        ErrorCode::Covered,
                        format!("{} was not clicked: {by} comes in between each time", target.label),
                        "close or wait for what comes in between (browser_wait_for), then try again",
                    )
                    .with_log(self.progress.call_log()));
                }
                continue;
            }
            acting.pressed = Some(Pressed {
                target: target.clone(),
                sends: matches!(located.input_type.as_str(), "submit" | "image"),
                instead: landed.instead,
            });
            break;
        }
        Ok(target)
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
        match tab.mouse_move(point, &self.progress.child(CLICK)).await {
            Ok(()) | Err(BrowserError::DialogOpen(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        self.finish_acting(acting, &format!("Hovered {}", aimed.label), &request).await
    }
}
