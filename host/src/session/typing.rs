//! Typing: open what hides the field, type with trusted input, read the value back, submit.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::browser::{BrowserError, MouseButton, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::Placed;
use crate::snapshot::facts::Located;
use crate::snapshot::text::{NAME_LIMIT, named, quoted};

use super::{Answer, Call, Look, Target, ViewRequest};

/// What to type and how.
#[derive(Debug, Clone, Copy)]
pub struct Typing<'a> {
    /// The text; empty clears the field.
    pub text: &'a str,
    /// Send it off afterwards.
    pub submit: bool,
    /// Keep what the field holds and add to it.
    pub append: bool,
    /// One key at a time.
    pub slowly: bool,
}

/// A field that is open for typing.
struct Field {
    target: Target,
    located: Located,
}

impl Field {
    fn is_secret(&self) -> bool {
        self.located.secret || self.located.input_type.eq_ignore_ascii_case("password")
    }
}

impl Call {
    /// Types into the element, or into the field that it opens.
    pub async fn type_text(
        &mut self,
        tab: &Tab,
        target: Target,
        typing: Typing<'_>,
    ) -> Result<Answer, ToolError> {
        let mut acting = self.begin_acting(tab);
        acting.notes.extend(target.note.clone());
        let field = self.open_field(tab, target, &mut acting.notes).await?;
        let is_secret = field.is_secret();
        if is_secret {
            self.keep_secret(typing.text);
        } else {
            self.mark_sensitive(false);
        }
        if self.fill(tab, &field, typing, &mut acting.notes).await? {
            acting.known = Some("the field holds it".to_owned());
        }
        let label = &field.target.label;
        let mut done = if typing.text.is_empty() && !typing.append {
            acting.known = acting.known.map(|_| "the field is empty".to_owned());
            format!("Cleared {label}")
        } else if is_secret {
            format!("Typed {} characters into {label}", typing.text.graphemes(true).count())
        } else {
            format!("Typed {} into {label}", quoted(typing.text, 60))
        };
        if !typing.submit {
            let request = ViewRequest { intent: "browse", ..ViewRequest::default() };
            return self.finish_acting(acting, &done, &request).await;
        }
        let submitted = self.submit(tab, &field.target, &field.located, typing.text, is_secret).await?;
        acting.decisions.extend(submitted.decisions);
        acting.notes.extend(submitted.notes);
        let request =
            ViewRequest { intent: "search", query: typing.text.to_owned(), ..ViewRequest::default() };
        match submitted.outcome {
            Ok(how) => {
                done.push_str("; submitted by ");
                done.push_str(&how);
                self.finish_acting(acting, &done, &request).await
            }
            Err(failure) => Err(failure),
        }
    }

    /// The element itself where it can be typed into. Where it is gated by a cover (`pointer-events: none`
    /// under another node) or is a button that opens the real field, clicks first and takes the field that
    /// appears.
    async fn open_field(
        &mut self,
        tab: &Tab,
        target: Target,
        notes: &mut Vec<String>,
    ) -> Result<Field, ToolError> {
        let located = inject::locate(&target.frame, target.element, true, &self.progress).await?;
        if !located.attached {
            return Err(ToolError::new(
                ErrorCode::StaleRef,
                format!("{} is no longer on the page", target.label),
                "call browser_snapshot and use a new ref",
            ));
        }
        let is_gated = located.pointer_events_none && located.covered_by.is_some();
        let is_field = located.editable || matches!(located.tag.as_str(), "input" | "textarea" | "select");
        if !located.enabled && is_field {
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{} is disabled or read-only", target.label),
                "fill in what comes before it first, or choose another field",
            ));
        }
        if let Some(cover) = located.covered_by.as_ref().filter(|_| !is_gated && !is_field) {
            return Err(ToolError::new(
                ErrorCode::Covered,
                format!("{} is no text field, and is covered by {}", target.label, quoted(cover, 80)),
                "close what covers it first, or choose a text field",
            ));
        }
        if located.editable && located.enabled && !is_gated {
            return Ok(Field { target, located });
        }
        let before = self.look(tab, &ViewRequest::default()).await?;
        let point = self.point_in_tab(&target, &located).await?;
        self.progress.log(format!("clicked {} to open the field", target.label));
        tab.mouse_click(point, MouseButton::Left, 1, &self.progress).await?;
        super::settle::settle(tab, super::settle::LOADING, &self.progress).await?;
        let after = self.look(tab, &ViewRequest::default()).await?;
        let Some(found) = opened_field(&before, &after, &target, &located) else {
            return Err(self.no_field(&after, &target));
        };
        let line = self.line(&after.snapshot, found);
        let label =
            format!("{} {}", line.reference, named(&found.element.role, &found.element.name, NAME_LIMIT));
        notes.push(match &located.covered_by {
            Some(cover) if is_gated => {
                format!(
                    "{} was under {}; clicked that and typed into {label}",
                    target.label,
                    quoted(cover, 60)
                )
            }
            _ => format!("{} is no text field; clicked it and typed into {label}", target.label),
        });
        let target = Target {
            frame: after.frames[found.frame].clone(),
            element: found.element.id,
            label,
            note: None,
            reference: None,
        };
        let located = inject::locate(&target.frame, target.element, true, &self.progress).await?;
        if located.attached && located.editable && located.enabled {
            return Ok(Field { target, located });
        }
        Err(self.no_field(&after, &target))
    }

    fn no_field(&mut self, look: &Look, target: &Target) -> ToolError {
        let fields: Vec<String> = look
            .snapshot
            .elements()
            .into_iter()
            .filter(|placed| placed.element.states.editable)
            .take(3)
            .map(|placed| {
                format!(
                    "{} {}",
                    self.line(&look.snapshot, placed).reference,
                    named(&placed.element.role, &placed.element.name, NAME_LIMIT)
                )
            })
            .collect();
        ToolError::new(
            ErrorCode::NotActionable,
            format!("{} is no text field, and clicking it opened none", target.label),
            match fields.as_slice() {
                [] => "the page shows no text field; look for a search or edit button first".to_owned(),
                fields => format!("fields on this page: {}", fields.join(", ")),
            },
        )
    }

    /// Types and reads back; false, with a note, where the field holds something else.
    async fn fill(
        &mut self,
        tab: &Tab,
        field: &Field,
        typing: Typing<'_>,
        notes: &mut Vec<String>,
    ) -> Result<bool, ToolError> {
        let progress = self.progress.clone();
        let Field { target, .. } = field;
        let (frame, element) = (&target.frame, target.element);
        if !inject::focus(frame, element, !typing.append, &progress).await? {
            // Keys would go to whatever has the focus instead.
            return Err(ToolError::new(
                ErrorCode::NotActionable,
                format!("{} does not take the focus, so nothing was typed", target.label),
                "click it first, or type into the field that the page puts in its place",
            ));
        }
        let held = inject::read_value(frame, element, &progress).await?.unwrap_or_default();
        if typing.text.is_empty() {
            if !typing.append && !held.is_empty() {
                tab.press_key("Delete", &progress).await?;
            }
        } else if typing.slowly {
            for grapheme in typing.text.graphemes(true) {
                match tab.press_key(grapheme, &progress).await {
                    Ok(()) => {}
                    Err(BrowserError::UnknownKey { .. }) => tab.insert_text(grapheme, &progress).await?,
                    Err(error) => return Err(error.into()),
                }
            }
        } else if matches!(field.located.tag.as_str(), "input" | "textarea") {
            tab.insert_text(typing.text, &progress).await?;
        } else {
            // Rich editors take a line break as a key, and lose it in inserted text.
            for (number, line) in typing.text.split('\n').enumerate() {
                if number > 0 {
                    tab.press_key("Enter", &progress).await?;
                }
                if !line.is_empty() {
                    tab.insert_text(line, &progress).await?;
                }
            }
        }
        let is_secret = field.is_secret();
        // What a secret field holds is read as dots, so it can only be compared by its length.
        let dots = |text: &str| "•".repeat(text.encode_utf16().count());
        let typed = if is_secret { dots(typing.text) } else { typing.text.to_owned() };
        let wanted = if typing.append { held + &typed } else { typed };
        if self.holds(field, &wanted).await? {
            return Ok(true);
        }
        if !(is_secret && typing.append) {
            progress.log("the field did not take the keys; setting its value");
            let value = if is_secret { typing.text } else { &wanted };
            inject::set_value(frame, element, value, &progress).await?;
            if self.holds(field, &wanted).await? {
                return Ok(true);
            }
        }
        let now = inject::read_value(frame, element, &progress).await?.unwrap_or_default();
        notes.push(if is_secret {
            "the field does not hold what was typed".to_owned()
        } else {
            format!("the field now holds {}, not what was typed", quoted(&now, 80))
        });
        Ok(false)
    }

    /// Whether the field holds the text. White space at the ends does not count, nor do empty lines: an
    /// editor shows its paragraphs with them.
    async fn holds(&self, field: &Field, wanted: &str) -> Result<bool, ToolError> {
        let value = inject::read_value(&field.target.frame, field.target.element, &self.progress).await?;
        let plain = |text: &str| {
            let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
            lines.join("\n").replace('\u{a0}', " ").trim().to_owned()
        };
        Ok(value.is_some_and(|value| plain(&value) == plain(wanted)))
    }
}

/// The field that a click opened: the focused one, else the same element now open, else the only new one.
fn opened_field<'a>(
    before: &Look,
    after: &'a Look,
    target: &Target,
    located: &Located,
) -> Option<Placed<'a>> {
    let fields: Vec<Placed<'a>> = after
        .snapshot
        .elements()
        .into_iter()
        .filter(|placed| placed.element.states.editable && !placed.element.states.disabled)
        .collect();
    let is_open = |placed: &Placed<'_>| placed.element.hint("gated").is_none();
    if let Some(focused) = fields.iter().find(|placed| placed.element.states.focused && is_open(placed)) {
        return Some(*focused);
    }
    let same = fields.iter().find(|placed| {
        after.frames[placed.frame].id() == target.frame.id()
            && (placed.element.id == target.element
                || (!located.name.is_empty() && placed.element.name == located.name))
            && is_open(placed)
    });
    if let Some(same) = same {
        return Some(*same);
    }
    let known: Vec<(crate::browser::DocumentId, u32)> = before
        .snapshot
        .elements()
        .iter()
        .map(|placed| (before.snapshot.frames[placed.frame].document, placed.element.id))
        .collect();
    let new: Vec<&Placed<'a>> = fields
        .iter()
        .filter(|placed| {
            let key = (after.snapshot.frames[placed.frame].document, placed.element.id);
            !known.contains(&key) && is_open(placed)
        })
        .collect();
    match new.as_slice() {
        [only] => Some(**only),
        _ => None,
    }
}
