//! Pressing keys, and saying where the keyboard is afterwards.

mod editing;

use crate::browser::{BrowserError, Editing, Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::Caret;

use super::receipt::Moment;
use super::{Answer, Call, Target, ViewRequest};
use editing::{Came, came_of};

impl Call {
    /// Presses a key or a chord `count` times, on the element when there is one, else where the keyboard is.
    pub async fn press_key(
        &mut self,
        tab: &Tab,
        target: Option<Target>,
        key: &str,
        count: u32,
    ) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        acting.awaits_effect = true;
        let mut on = String::new();
        let frame = target.as_ref().map(|target| target.frame.clone());
        if let Some(target) = target {
            acting.notes.extend(target.note.clone());
            acting.watch(&target.frame);
            // Where it has the keyboard, taking it again would move the caret and drop what is selected.
            let (frame, element) = (&target.frame, target.element);
            if !inject::holds_focus(frame, element, &self.progress).await?
                && !inject::focus(frame, element, false, &self.progress).await?
            {
                return Err(ToolError::new(
                    ErrorCode::NotActionable,
                    format!("{} does not take the focus, so no key was pressed", target.label),
                    "leave `ref` out to press the key on the page, or click the element first",
                ));
            }
            on = format!(" on {}", target.label);
        }
        let before = self.page().told.clone().or_else(|| self.page().shown.clone());
        let frame = frame.unwrap_or_else(|| keyboard_frame(tab, before.as_ref()));
        let caret = match Editing::of(key) {
            Some(editing) => inject::caret(&frame, &self.progress).await.ok().map(|caret| (editing, caret)),
            None => None,
        };
        let navigations = tab.activity().navigations;
        let mut pressed = 0;
        while pressed < count {
            match tab.press_key(key, &self.progress).await {
                Ok(()) | Err(BrowserError::DialogOpen(_)) => {}
                Err(error) => return Err(error.into()),
            }
            pressed += 1;
            if !tab.is_open() || tab.blocking_dialog().is_some() || tab.activity().navigations != navigations
            {
                break;
            }
        }
        let times = match pressed {
            1 => String::new(),
            times => format!(" {times} times"),
        };
        if pressed < count {
            acting.notes.push(format!(
                "only {pressed} of {count} presses were made: the page was left, or a dialog came up"
            ));
        }
        let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
        let done = format!("Pressed {}{times}{on}", key_label(key));
        let mut rested = match self.rest_or_dialog(acting, &done, &request).await? {
            Ok(rested) => rested,
            Err(answer) => return Ok(answer),
        };
        let now = rested.look.moment();
        let is_silent = rested.changes.is_empty();
        if let Some(focus) = now.focus_moved(before.as_ref()) {
            rested.changes.push(format!("the keyboard is on {focus} now"));
        }
        let came = match caret.filter(|_| is_silent) {
            Some((editing, before)) => self.caret_came_of(&frame, editing, before).await,
            None => None,
        };
        match came {
            Some(Came::Of(words)) => rested.changes.push(words),
            Some(Came::Nothing(why)) if rested.changes.is_empty() => rested.reason = Some(why),
            Some(Came::Nothing(why)) => rested.changes.push(why),
            None if !rested.changes.is_empty() => {}
            None => {
                rested.reason = Some(match (browser_shortcut(key), now.focused()) {
                    (Some(instead), _) => format!("keys do not reach Chrome itself; use {instead}"),
                    (None, Some(focused)) => format!("the keyboard is on {focused}"),
                    (None, None) => {
                        "no element has the keyboard; give `ref` to press the key on one".to_owned()
                    }
                });
            }
        }
        self.answer(rested, &done, &request)
    }

    async fn caret_came_of(&self, frame: &Frame, editing: Editing, before: Caret) -> Option<Came> {
        let after = inject::caret(frame, &self.progress).await.ok()?;
        came_of(editing, before, after)
    }
}

/// The frame that has the keyboard, as far as is known.
fn keyboard_frame(tab: &Tab, known: Option<&Moment>) -> Frame {
    let document = known.and_then(Moment::focused_document);
    let frames = document.map(|_| tab.frames()).unwrap_or_default();
    let frame = frames.into_iter().find(|frame| Some(frame.document()) == document);
    frame.unwrap_or_else(|| tab.main_frame())
}

/// A key as it was named, on one line.
fn key_label(key: &str) -> String {
    let line = crate::snapshot::text::one_line(key);
    if line.is_empty() { "Space".to_owned() } else { line }
}

/// The tool for what a shortcut does in a browser that a person uses.
fn browser_shortcut(key: &str) -> Option<&'static str> {
    let plain: String = key.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    let plain = plain.replace("ctrl", "control").replace("cmd", "control").replace("meta", "control");
    match plain.replace('-', "+").as_str() {
        "f5" | "control+r" | "control+shift+r" | "control+f5" => Some("browser_history action=reload"),
        "alt+arrowleft" | "alt+left" | "browserback" => Some("browser_history action=back"),
        "alt+arrowright" | "alt+right" | "browserforward" => Some("browser_history action=forward"),
        "control+t" | "control+n" => Some("browser_tabs action=new"),
        "control+w" | "control+f4" => Some("browser_tabs action=close"),
        "control+tab" | "control+shift+tab" | "control+pagedown" | "control+pageup" => {
            Some("browser_tabs action=switch")
        }
        "control+l" | "f6" | "alt+d" => Some("browser_navigate"),
        "control+f" | "f3" => Some("browser_find"),
        "control+p" | "control+s" => Some("browser_screenshot"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortcut_of_the_browser_names_the_tool_for_it() {
        assert_eq!(browser_shortcut("Ctrl + R"), Some("browser_history action=reload"));
        assert_eq!(browser_shortcut("Control-t"), Some("browser_tabs action=new"));
        assert_eq!(browser_shortcut("Control+B"), None);
    }
}
