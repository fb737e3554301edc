//! The search box of a site, where a pack or plugin names it, and the control that sends it.

use std::time::Duration;

use super::Before;
use super::effect::{PATIENCE, Sign};
use crate::browser::{BrowserError, Clicking, Tab};
use crate::error::ToolError;
use crate::inject;
use crate::session::actionable::Need;
use crate::session::typing::Field;
use crate::session::{Call, Target};
use crate::snapshot::text::{NAME_LIMIT, named};

/// Longest wait for the page to take the click.
const CLICK: Duration = Duration::from_secs(4);

impl Call {
    /// Whether a field is the search box that a pack or plugin names.
    pub(in crate::session) async fn is_search_box(&self, field: &Target) -> bool {
        let advice = self.advice_at_hand(&field.frame);
        let Some(css) = advice.search_input.as_ref().filter(|_| field.frame.is_main()) else { return false };
        Self::found_in(&field.frame, css, &self.progress).await.0.contains(&field.element)
    }

    /// Sends a search by the control that is named for it: in words, and the sign of it. `tried` says what had none.
    pub(super) async fn by_search_control(
        &mut self,
        tab: &Tab,
        field: &Field,
        before: &Before,
        tried: &mut Vec<String>,
    ) -> Result<Option<(String, Sign)>, ToolError> {
        let Some(what) = self.press_search_control(tab, field).await? else { return Ok(None) };
        let how = format!("clicking {what}");
        if let Some(sign) = self.effect(tab, &field.target, before, PATIENCE).await? {
            return Ok(Some((format!("{how} (Enter had no effect)"), sign)));
        }
        tried.push(format!("{how}: no effect"));
        Ok(None)
    }

    /// Clicks the control that is named for the search box; which one that was. Nothing where none is, or it cannot be
    /// clicked.
    async fn press_search_control(&mut self, tab: &Tab, field: &Field) -> Result<Option<String>, ToolError> {
        let frame = &field.target.frame;
        let advice = self.advice_at_hand(frame);
        let Some(css) = &advice.search_submit else { return Ok(None) };
        if !self.is_search_box(&field.target).await {
            return Ok(None);
        }
        let (ids, seen) = Self::found_in(frame, css, &self.progress).await;
        let Some(element) = ids.first().copied().filter(|_| seen > 0) else { return Ok(None) };
        let Ok(located) = inject::locate(frame, element, false, &self.progress).await else {
            return Ok(None);
        };
        let role = if located.role.is_empty() { &located.tag } else { &located.role };
        let label = named(role, &located.name, NAME_LIMIT);
        let target = Target {
            frame: frame.clone(),
            element,
            role: role.clone(),
            label: label.clone(),
            note: None,
            reference: None,
        };
        let (_, point, _) = match self.aimed(tab, &target, Need::Press, true).await {
            Ok(aimed) => aimed,
            Err(error) => {
                self.progress.log(error.message);
                return Ok(None);
            }
        };
        match tab.click(point, Clicking::LEFT, true, &self.progress.child(CLICK)).await {
            Ok(()) | Err(BrowserError::DialogOpen(_)) => Ok(Some(label)),
            Err(error) => Err(error.into()),
        }
    }
}
