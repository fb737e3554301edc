//! Putting text into a field that has the focus, and reading back what it holds.

use std::time::{Duration, Instant};

use unicode_segmentation::UnicodeSegmentation as _;

use crate::browser::{BrowserError, Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::FieldKind;
use crate::snapshot::text::quoted;

use super::formats::Format;
use super::judging::{Outcome, Written, fitting, judge};
use super::{Field, Typing};
use crate::session::Call;

/// Pause between two looks at a field that does not hold what was typed yet.
const PAUSE: Duration = Duration::from_millis(25);
/// How often a field is read before it counts as holding something else; editors draw their text some frames later.
const READS: u32 = 3;
const EDITOR_READS: u32 = 12;
/// What an editor for code closes or indents by itself while it is typed.
const COMPLETED: &[char] = &['\n', '\t', '(', '[', '{', '"', '\'', '`', '<', '/'];

/// A tab before it was typed into.
struct Reaction {
    begun: Instant,
    sends: u64,
    navigations: u64,
}

impl Reaction {
    fn begin(tab: &Tab) -> Self {
        let activity = tab.activity();
        Self { begun: Instant::now(), sends: activity.sends, navigations: activity.navigations }
    }

    /// Whether the page has sent something or opened another page since.
    fn has_sent(&self, tab: &Tab) -> bool {
        let activity = tab.activity();
        activity.sends != self.sends || activity.navigations != self.navigations
    }
}

impl Call {
    /// Types into a field that was entered, and reads back what it holds.
    pub(in crate::session) async fn write(
        &mut self,
        tab: &Tab,
        field: &mut Field,
        typing: Typing<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Written, ToolError> {
        match (Format::of(&field.entered.input_type), field.entered.kind) {
            (_, FieldKind::Rich | FieldKind::Drawn) => self.write_document(tab, field, typing).await,
            (Some(format), _) => self.write_value(tab, field, format, typing, notes).await,
            (None, _) => self.write_text(tab, field, typing, notes).await,
        }
    }

    async fn write_text(
        &mut self,
        tab: &Tab,
        field: &mut Field,
        typing: Typing<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Written, ToolError> {
        let progress = self.progress.clone();
        let frame = &field.target.frame.clone();
        let mut text = typing.text.replace("\r\n", "\n");
        if !field.entered.multiline && text.contains('\n') {
            text = text.split('\n').collect::<Vec<_>>().join(" ");
            notes.push("the field takes one line, so line breaks were typed as spaces".to_owned());
        }
        let held = field.entered.held.clone().unwrap_or_default();
        let wanted = if typing.append { format!("{held}{text}") } else { text.clone() };
        if field.entered.series.len() > 1 && !typing.append && text.chars().count() > 1 {
            return self.write_series(tab, field, &text, &wanted).await;
        }
        let mut by_keys = typing.slowly || field.entered.masked;
        let mark = Reaction::begin(tab);
        if text.is_empty() {
            if !typing.append && !held.is_empty() {
                tab.press_key("Delete", &progress).await?;
            }
        } else if by_keys {
            self.press_keys(tab, Some((frame, field.target.element)), &text).await?;
        } else {
            tab.insert_text(&text, &progress).await?;
        }
        let mut written = self.read_reaction(tab, field, &mark, &text, &wanted).await?;
        let is_cut = field.entered.max_length.is_some_and(|limit| {
            wanted.encode_utf16().count() > limit as usize
                && written.holds.encode_utf16().count() <= limit as usize
        });
        if written.is_taken() || is_cut || typing.append {
            return Ok(written);
        }
        if !by_keys && !text.is_empty() {
            progress.log("the field did not take the text at once; typing it key by key");
            let element = field.target.element;
            inject::focus(frame, element, true, &progress).await?;
            self.press_keys(tab, Some((frame, element)), &text).await?;
            written = self.read_reaction(tab, field, &mark, &text, &wanted).await?;
            by_keys = true;
        }
        if written.outcome == Outcome::Lost && (by_keys || text.is_empty()) {
            progress.log("the field did not take the keys; setting its value");
            inject::set_value(frame, field.target.element, &text, &progress).await?;
            written = self.read_back(field, &wanted, READS).await?;
            if written.is_taken() {
                notes.push("the field took no keys, so its value was set by script".to_owned());
            }
        }
        Ok(written)
    }

    /// A code in a row of fields of one character each: every character goes into its own field by a key, whether or not
    /// the page moves on by itself.
    async fn write_series(
        &mut self,
        tab: &Tab,
        field: &Field,
        text: &str,
        wanted: &str,
    ) -> Result<Written, ToolError> {
        let progress = self.progress.clone();
        let frame = &field.target.frame;
        let signs: Vec<&str> = text.graphemes(true).filter(|sign| !sign.trim().is_empty()).collect();
        for (element, sign) in field.entered.series.iter().zip(&signs) {
            inject::focus(frame, *element, true, &progress).await?;
            self.press_keys(tab, None, sign).await?;
        }
        let mut holds = String::new();
        for element in &field.entered.series {
            holds.push_str(&inject::read_value(frame, *element, &progress).await?.unwrap_or_default());
        }
        let (wanted, holds) =
            if field.entered.secret { (dots(wanted), dots(&holds)) } else { (wanted.to_owned(), holds) };
        let outcome = judge(&wanted, &holds, "", false);
        Ok(Written { outcome, holds })
    }

    /// A number, date, time or colour: read into the form that the field wants, checked against its limits.
    async fn write_value(
        &mut self,
        tab: &Tab,
        field: &mut Field,
        format: Format,
        typing: Typing<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Written, ToolError> {
        let progress = self.progress.clone();
        let (frame, element) = (&field.target.frame.clone(), field.target.element);
        let is_secret = field.entered.secret;
        let held = field.entered.held.clone().unwrap_or_default();
        let text = if typing.append && !is_secret {
            format!("{held}{}", typing.text)
        } else {
            typing.text.to_owned()
        };
        let value = if text.trim().is_empty() {
            if matches!(field.entered.kind, FieldKind::Range | FieldKind::Color) {
                return Err(ToolError::new(
                    ErrorCode::InvalidInput,
                    format!("{} always holds a value and cannot be cleared", field.target.label),
                    format!("give a {}: {}", format.words().0, format.words().1),
                ));
            }
            String::new()
        } else {
            let readings = format.readings(&text);
            let checked =
                inject::check_values(frame, element, &readings, &progress).await?.unwrap_or_default();
            fitting(&field.target.label, &text, is_secret, format, &readings, &checked)?
        };
        if !value.is_empty() && value != text.trim() && !is_secret {
            notes.push(format!("{} read as {value}", quoted(&text, 40)));
        }
        if field.entered.kind != FieldKind::Number {
            inject::set_value(frame, element, &value, &progress).await?;
        } else if !value.is_empty() {
            if typing.slowly {
                inject::focus(frame, element, true, &progress).await?;
                self.press_keys(tab, Some((frame, element)), &value).await?;
            } else {
                if typing.append {
                    inject::focus(frame, element, true, &progress).await?;
                }
                tab.insert_text(&value, &progress).await?;
            }
        } else if !held.is_empty() {
            tab.press_key("Delete", &progress).await?;
        }
        let mut written = self.read_back(field, &value, READS).await?;
        if !written.is_taken() && field.entered.kind == FieldKind::Number {
            inject::set_value(frame, element, &value, &progress).await?;
            written = self.read_back(field, &value, READS).await?;
        }
        Ok(written)
    }

    /// A document that is edited: everything in it is selected by keys, which its editor knows about.
    async fn write_document(
        &mut self,
        tab: &Tab,
        field: &mut Field,
        typing: Typing<'_>,
    ) -> Result<Written, ToolError> {
        let progress = self.progress.clone();
        let (frame, element) = (&field.target.frame.clone(), field.target.element);
        let text = typing.text.replace("\r\n", "\n");
        let held = field.entered.held.clone().unwrap_or_default();
        let mark = Reaction::begin(tab);
        if typing.append {
            tab.press_key(
                if cfg!(target_os = "macos") { "Meta+ArrowDown" } else { "Control+End" },
                &progress,
            )
            .await?;
        } else {
            tab.press_key("ControlOrMeta+A", &progress).await?;
        }
        let wanted = if typing.append { format!("{held}{text}") } else { text.clone() };
        if text.is_empty() {
            if !typing.append {
                tab.press_key("Delete", &progress).await?;
            }
        } else {
            let is_pasted = field.entered.code
                && !typing.slowly
                && text.contains(COMPLETED)
                && inject::paste_text(frame, element, &text, &progress).await?;
            if !is_pasted {
                self.write_lines(tab, field, &text, typing.slowly).await?;
            }
        }
        let mut written = self.read_back(field, &wanted, EDITOR_READS).await?;
        if mark.has_sent(tab) && !text.is_empty() && written.holds.trim().is_empty() {
            return Ok(Written { outcome: Outcome::Consumed, ..written });
        }
        if !written.is_taken() && !typing.append {
            progress.log("the editor holds something else; handing it the text as a paste");
            inject::focus(frame, element, false, &progress).await?;
            tab.press_key("ControlOrMeta+A", &progress).await?;
            let is_taken = if text.is_empty() {
                tab.press_key("Backspace", &progress).await?;
                true
            } else {
                inject::paste_text(frame, element, &text, &progress).await?
            };
            if is_taken {
                written = self.read_back(field, &wanted, EDITOR_READS).await?;
            }
        }
        if written.outcome == Outcome::Lost && field.entered.kind == FieldKind::Rich && !typing.append {
            inject::set_value(frame, element, &text, &progress).await?;
            written = self.read_back(field, &wanted, READS).await?;
        }
        Ok(written)
    }

    /// Rich editors take a line break as a key, and lose it in inserted text.
    async fn write_lines(
        &mut self,
        tab: &Tab,
        field: &Field,
        text: &str,
        slowly: bool,
    ) -> Result<(), ToolError> {
        let progress = self.progress.clone();
        // Where a control sends messages, Enter alone may send the first line.
        let line_break = if field.entered.sends { "Shift+Enter" } else { "Enter" };
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                tab.press_key(line_break, &progress).await?;
            }
            if slowly {
                self.press_keys(tab, None, line).await?;
            } else if !line.is_empty() {
                tab.insert_text(line, &progress).await?;
            }
        }
        Ok(())
    }

    /// What a field holds after a text was typed into it. Where the page reacted to the text and emptied the field,
    /// typing it again may send it again.
    async fn read_reaction(
        &self,
        tab: &Tab,
        field: &mut Field,
        mark: &Reaction,
        text: &str,
        wanted: &str,
    ) -> Result<Written, ToolError> {
        let written = self.read_back(field, wanted, READS).await?;
        if text.is_empty() || !written.holds.is_empty() {
            return Ok(written);
        }
        let has_reacted = mark.has_sent(tab) || {
            let seen = inject::watched(&field.target.frame, &self.progress).await;
            seen.ok().flatten().is_some_and(|seen| u128::from(seen.idle) <= mark.begun.elapsed().as_millis())
        };
        Ok(if has_reacted { Written { outcome: Outcome::Consumed, ..written } } else { written })
    }

    /// Types one key at a time. What no key types is inserted: line breaks and tabs as well, since their keys send
    /// messages and leave fields. It stops where the element loses the focus: what follows is for no other field.
    async fn press_keys(&self, tab: &Tab, field: Option<(&Frame, u32)>, text: &str) -> Result<(), ToolError> {
        for (number, grapheme) in text.graphemes(true).enumerate() {
            if let Some((frame, element)) = field.filter(|_| number > 0)
                && !inject::holds_focus(frame, element, &self.progress).await?
            {
                self.progress.log(format!("the focus left the field after {number} keys"));
                return Ok(());
            }
            let typed = match grapheme {
                "\n" | "\t" => tab.insert_text(grapheme, &self.progress).await,
                key => match tab.press_key(key, &self.progress).await {
                    Err(BrowserError::UnknownKey { .. }) => tab.insert_text(key, &self.progress).await,
                    pressed => pressed,
                },
            };
            typed?;
        }
        Ok(())
    }

    /// What the field holds, read until it is what it should be. Where the page drew the field anew, the one in its
    /// place is read, and is the field from then on.
    async fn read_back(&self, field: &mut Field, wanted: &str, reads: u32) -> Result<Written, ToolError> {
        let frame = &field.target.frame;
        let before = field.entered.held.as_deref().unwrap_or_default();
        let is_document = matches!(field.entered.kind, FieldKind::Rich | FieldKind::Drawn);
        let is_secret = field.entered.secret;
        // What a secret field holds is read as dots, so it can only be compared by its length.
        let wanted = if is_secret { dots(wanted) } else { wanted.to_owned() };
        let mut left = reads;
        loop {
            let mut holds = inject::read_value(frame, field.target.element, &self.progress).await?;
            if holds.is_none()
                && let Some(next) = inject::successor(frame, field.target.element, &self.progress).await?
            {
                self.progress.log("the page drew the field anew");
                field.target.element = next;
                holds = inject::read_value(frame, next, &self.progress).await?;
            }
            let holds = holds.unwrap_or_default();
            let holds = if is_secret { dots(&holds) } else { holds };
            let outcome = judge(&wanted, &holds, before, is_document);
            let written = Written { outcome, holds };
            left -= 1;
            if left == 0 || written.is_taken() {
                return Ok(written);
            }
            self.progress.wait(PAUSE).await.map_err(BrowserError::from)?;
        }
    }
}

/// As many dots as a text has UTF-16 units.
fn dots(text: &str) -> String {
    "•".repeat(text.encode_utf16().count())
}
