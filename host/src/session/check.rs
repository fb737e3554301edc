//! Checking and unchecking: a state is asked for, not a click, and it is read back.

use std::time::{Duration, Instant};

use crate::browser::{Clicking, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::{Toggle, Tri};

use super::{Answer, Call, Target, ViewRequest};

/// Pause between two looks at the state.
const PAUSE: Duration = Duration::from_millis(40);
/// How long a page may take to show the state that a click asked for.
const PATIENCE: Duration = Duration::from_secs(1);

impl Call {
    /// Brings a checkbox, radio or switch into a state.
    pub async fn set_checked(
        &mut self,
        tab: &Tab,
        target: Target,
        wanted: bool,
    ) -> Result<Answer, ToolError> {
        let toggle = self.toggle(&target).await?;
        let Some(state) = toggle.state else { return Err(no_toggle(&target)) };
        let target = Target { element: toggle.element, ..target };
        let word = if wanted { "checked" } else { "unchecked" };
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        let mut acting = self.begin_acting(tab);
        if is(state, wanted) {
            acting.notes.extend(target.note.clone());
            acting.known = Some("nothing had to be done".to_owned());
            return self
                .finish_acting(acting, &format!("{} is {word} already", target.label), &request)
                .await;
        }
        if !wanted && toggle.role.ends_with("radio") {
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{} is a radio button, which cannot be unchecked", target.label),
                "check another one of its group instead",
            ));
        }
        let target = match self.press(&mut acting, &target, Clicking::LEFT).await {
            Ok(target) => target,
            Err(error)
                if error.code == ErrorCode::NotActionable && error.message.ends_with("not visible") =>
            {
                // Drawn by the page in a way that leads back to it by no label: only script reaches it.
                inject::js_click(&target.frame, target.element, &self.progress).await?;
                acting.notes.push(format!("{} is not visible, so it was clicked by script", target.label));
                target
            }
            Err(error) => return Err(error),
        };
        let mut now = self.toggle_state(&target, wanted).await?;
        if now == Some(Tri::Mixed) {
            // From partly to wholly may take two clicks.
            self.press(&mut acting, &target, Clicking::LEFT).await?;
            now = self.toggle_state(&target, wanted).await?;
        }
        acting.pressed = None;
        match now {
            Some(state) if !is(state, wanted) => Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{} was clicked and is still not {word}", target.label),
                "something else must be done first; look at the messages in the view",
            )),
            None => {
                acting.known = Some("it is gone now, so its state is not known".to_owned());
                self.finish_acting(acting, &format!("Clicked {}", target.label), &request).await
            }
            Some(_) => {
                acting.known = Some(format!("it is {word}"));
                let verb = if wanted { "Checked" } else { "Unchecked" };
                self.finish_acting(acting, &format!("{verb} {}", target.label), &request).await
            }
        }
    }

    async fn toggle(&self, target: &Target) -> Result<Toggle, ToolError> {
        let toggle = inject::toggle_of(&target.frame, target.element, &self.progress).await?;
        toggle.ok_or_else(|| {
            ToolError::new(
                ErrorCode::StaleRef,
                format!("{} is no longer on the page", target.label),
                "call browser_snapshot and use a new ref",
            )
        })
    }

    /// The state once it is as wanted, or when it will not be; `None` when the control has gone.
    async fn toggle_state(&self, target: &Target, wanted: bool) -> Result<Option<Tri>, ToolError> {
        let started = Instant::now();
        loop {
            let toggle = inject::toggle_of(&target.frame, target.element, &self.progress).await;
            let state = match toggle {
                Ok(toggle) => toggle.and_then(|toggle| toggle.state),
                Err(crate::browser::BrowserError::FrameGone) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
            match state {
                Some(state) if !is(state, wanted) && started.elapsed() < PATIENCE => {}
                state => return Ok(state),
            }
            self.progress.wait(PAUSE).await.map_err(crate::browser::BrowserError::from)?;
        }
    }
}

fn is(state: Tri, wanted: bool) -> bool {
    state == if wanted { Tri::True } else { Tri::False }
}

fn no_toggle(target: &Target) -> ToolError {
    ToolError::new(
        ErrorCode::NotActionable,
        format!("{} cannot be checked: it is no checkbox, radio button or switch", target.label),
        "use a checkbox, radio or switch of the view, or browser_click for anything else",
    )
}

/// Whether a box is to be checked. Its own name means that it is, as with radio buttons.
pub(super) fn wanted_state(text: &str, name: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "true" | "yes" | "on" | "1" | "checked" | "check" | "x" => Some(true),
        "false" | "no" | "off" | "0" | "unchecked" | "uncheck" | "" => Some(false),
        text if text == name.trim().to_lowercase() => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_checked_by_yes_or_by_its_own_name() {
        assert_eq!(wanted_state("true", "Terms"), Some(true));
        assert_eq!(wanted_state("Off", "Terms"), Some(false));
        assert_eq!(wanted_state("express", "Express"), Some(true));
        assert_eq!(wanted_state("maybe", "Terms"), None);
    }
}
