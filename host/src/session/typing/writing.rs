//! Putting text into a field that has the focus, and reading back what it holds.

use std::time::{Duration, Instant};

use unicode_segmentation::UnicodeSegmentation as _;

use crate::browser::{BrowserError, Frame, Tab};
use crate::error::{ErrorCode, ToolError};
use crate::inject;
use crate::snapshot::facts::{Checked, Fault, FieldKind};
use crate::snapshot::text::quoted;

use super::formats::Format;
use super::{Field, Typing};
use crate::session::Call;

/// Pause between two looks at a field that does not hold what was typed yet.
const PAUSE: Duration = Duration::from_millis(25);
/// How often a field is read before it counts as holding something else; editors draw their text some frames later.
const READS: u32 = 3;
const EDITOR_READS: u32 = 12;
/// What an editor for code closes or indents by itself while it is typed.
const COMPLETED: &[char] = &['\n', '\t', '(', '[', '{', '"', '\'', '`', '<', '/'];

/// What a field holds of what was typed into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::session) enum Outcome {
    /// All of it.
    Same,
    /// All of it in another form: a mask, capital letters.
    Rewritten,
    /// All of it and more.
    Completed,
    /// Nothing of it, because the page reacted to it and emptied the field: it may have sent it.
    Consumed,
    /// Something of it.
    Partly,
    /// Nothing of it.
    Lost,
}

/// A field after typing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::session) struct Written {
    pub(in crate::session) outcome: Outcome,
    /// What it holds; dots for a secret.
    pub(in crate::session) holds: String,
}

impl Written {
    /// Whether the field holds all of it.
    pub(in crate::session) fn is_taken(&self) -> bool {
        !matches!(self.outcome, Outcome::Partly | Outcome::Lost)
    }
}

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
        field: &Field,
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
        field: &Field,
        typing: Typing<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Written, ToolError> {
        let progress = self.progress.clone();
        let (frame, element) = (&field.target.frame, field.target.element);
        let mut text = typing.text.replace("\r\n", "\n");
        if !field.entered.multiline && text.contains('\n') {
            text = text.split('\n').collect::<Vec<_>>().join(" ");
            notes.push("the field takes one line, so line breaks were typed as spaces".to_owned());
        }
        let held = field.entered.held.clone().unwrap_or_default();
        let is_secret = field.entered.secret;
        // What a secret field holds is read as dots, so it can only be compared by its length.
        let dots = |text: &str| "•".repeat(text.encode_utf16().count());
        let typed = if is_secret { dots(&text) } else { text.clone() };
        let wanted = if typing.append { format!("{held}{typed}") } else { typed };
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
            self.press_keys(tab, Some((frame, element)), &text).await?;
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
            inject::focus(frame, element, true, &progress).await?;
            self.press_keys(tab, Some((frame, element)), &text).await?;
            written = self.read_reaction(tab, field, &mark, &text, &wanted).await?;
            by_keys = true;
        }
        if written.outcome == Outcome::Lost && (by_keys || text.is_empty()) {
            progress.log("the field did not take the keys; setting its value");
            inject::set_value(frame, element, &text, &progress).await?;
            written = self.read_back(field, &wanted, READS).await?;
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
        let outcome = judge(wanted, &holds, "", false);
        Ok(Written { outcome, holds })
    }

    /// A number, date, time or colour: read into the form that the field wants, checked against its limits.
    async fn write_value(
        &mut self,
        tab: &Tab,
        field: &Field,
        format: Format,
        typing: Typing<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Written, ToolError> {
        let progress = self.progress.clone();
        let (frame, element) = (&field.target.frame, field.target.element);
        let held = field.entered.held.clone().unwrap_or_default();
        let text = if typing.append { format!("{held}{}", typing.text) } else { typing.text.to_owned() };
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
            fitting(&field.target.label, &text, format, &readings, &checked)?
        };
        if !value.is_empty() && value != text.trim() {
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
        field: &Field,
        typing: Typing<'_>,
    ) -> Result<Written, ToolError> {
        let progress = self.progress.clone();
        let (frame, element) = (&field.target.frame, field.target.element);
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
        field: &Field,
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

    async fn read_back(&self, field: &Field, wanted: &str, reads: u32) -> Result<Written, ToolError> {
        let (frame, element) = (&field.target.frame, field.target.element);
        let before = field.entered.held.as_deref().unwrap_or_default();
        let is_document = matches!(field.entered.kind, FieldKind::Rich | FieldKind::Drawn);
        let mut left = reads;
        loop {
            let holds = inject::read_value(frame, element, &self.progress).await?.unwrap_or_default();
            let outcome = judge(wanted, &holds, before, is_document);
            let written = Written { outcome, holds };
            left -= 1;
            if left == 0 || written.is_taken() {
                return Ok(written);
            }
            self.progress.wait(PAUSE).await.map_err(BrowserError::from)?;
        }
    }
}

/// The one reading that the field takes.
fn fitting(
    label: &str,
    text: &str,
    format: Format,
    readings: &[String],
    checked: &Checked,
) -> Result<String, ToolError> {
    let (name, form) = format.words();
    let fits: Vec<&String> = checked
        .values
        .iter()
        .zip(&checked.problems)
        .filter(|(_, fault)| **fault == Fault::None)
        .map(|(value, _)| value)
        .collect();
    match fits.as_slice() {
        [only] => return Ok((*only).clone()),
        [first, second, ..] => {
            return Err(ToolError::new(
                ErrorCode::InvalidInput,
                format!("{} may be {first} or {second}", quoted(text, 40)),
                format!("send the one that is meant as {form}"),
            ));
        }
        [] => {}
    }
    let faults: Vec<(&String, Fault)> = readings.iter().zip(checked.problems.iter().copied()).collect();
    let Some((value, fault)) = faults.into_iter().find(|(_, fault)| *fault != Fault::Format) else {
        return Err(ToolError::new(
            ErrorCode::InvalidInput,
            format!("{} is no {name} that {label} takes", quoted(text, 40)),
            format!("write it as {form}"),
        ));
    };
    let Checked { min, max, step, .. } = checked;
    let why = match fault {
        Fault::Low => "below its least value",
        Fault::High => "above its greatest value",
        _ => "between its steps",
    };
    let mut limits = match (min.as_str(), max.as_str()) {
        ("", "") => String::new(),
        (min, "") => format!("at least {min}"),
        ("", max) => format!("at most {max}"),
        (min, max) => format!("{min} to {max}"),
    };
    let steps = match (step.as_str(), format) {
        ("", Format::Number) => "whole numbers".to_owned(),
        ("", Format::Time | Format::DateTime) => "whole minutes".to_owned(),
        ("", _) => String::new(),
        (step, Format::Time | Format::DateTime) => format!("steps of {step} s"),
        (step, _) => format!("steps of {step}"),
    };
    if fault == Fault::Step || !step.is_empty() {
        limits =
            [limits, steps].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", in ");
    }
    Err(ToolError::new(
        ErrorCode::InvalidInput,
        format!("{value} is {why} of {label}"),
        format!("it takes {limits}"),
    ))
}

/// Letters and digits, without regard to case.
fn core(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() || *c == '•').flat_map(char::to_lowercase).collect()
}

/// Text as a person sees it: an editor shows its paragraphs with empty lines, and its spaces as it likes.
fn plain(text: &str, is_document: bool) -> String {
    let text: String = text
        .chars()
        .filter(|c| !matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}'))
        .map(|c| if c == '\u{a0}' { ' ' } else { c })
        .collect();
    if is_document {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim().to_owned()
}

/// What a field holds of what it should hold; `before` is what it held.
fn judge(wanted: &str, holds: &str, before: &str, is_document: bool) -> Outcome {
    let (want, have) = (plain(wanted, is_document), plain(holds, is_document));
    if want == have {
        return Outcome::Same;
    }
    if have.is_empty() || want.is_empty() {
        return Outcome::Lost;
    }
    // Of a long text an editor draws the part that is in sight.
    if is_document && have.chars().count() > 200 && want.contains(&have) {
        return Outcome::Same;
    }
    if let (Ok(one), Ok(other)) = (want.parse::<f64>(), have.parse::<f64>())
        && (one - other).abs() < f64::EPSILON * one.abs().max(1.0)
    {
        return Outcome::Same;
    }
    let (want_core, have_core) = (core(&want), core(&have));
    if want_core == have_core {
        // Without a letter or digit nothing says that the signs are those that were typed.
        return if want_core.is_empty() { Outcome::Partly } else { Outcome::Rewritten };
    }
    let is_unchanged = plain(before, is_document) == have;
    let is_number = want_core.chars().all(|c| c.is_ascii_digit());
    let rest = have_core.strip_prefix(&want_core);
    // Decimals that a page adds, and a dialling code.
    if is_number && !want_core.is_empty() {
        let adds_zeros =
            holds.contains(['.', ',']) && rest.is_some_and(|rest| rest.chars().all(|c| c == '0'));
        let adds_code = holds.contains('+') && have_core.ends_with(&want_core);
        if (adds_zeros || adds_code) && !is_unchanged {
            return Outcome::Rewritten;
        }
    } else if rest.is_some() && !want_core.is_empty() && !is_unchanged {
        return Outcome::Completed;
    }
    let shares = want_core.chars().zip(have_core.chars()).take_while(|(one, other)| one == other).count();
    let is_part = !have_core.is_empty() && want_core.contains(&have_core);
    if shares > 0 || is_part { Outcome::Partly } else { Outcome::Lost }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_field_holds_is_told_from_what_was_typed() {
        for (wanted, holds, before, outcome) in [
            ("Ada", "Ada", "", Outcome::Same),
            ("Ada ", "Ada", "", Outcome::Same),
            ("1.50", "1.5", "", Outcome::Same),
            ("ada", "ADA", "", Outcome::Rewritten),
            ("5551234567", "(555) 123-4567", "", Outcome::Rewritten),
            ("5551234567", "+90 555 123 45 67", "", Outcome::Rewritten),
            ("1234", "1,234.00", "", Outcome::Rewritten),
            ("Ist", "Istanbul", "", Outcome::Completed),
            ("1", "10", "", Outcome::Partly),
            ("12ab", "12", "", Outcome::Partly),
            ("abcdef", "abc", "", Outcome::Partly),
            ("new", "old", "old", Outcome::Lost),
            ("abcdef", "abc", "abc", Outcome::Partly),
            ("o", "old", "old", Outcome::Partly),
            ("12", "34", "34", Outcome::Lost),
            ("new", "", "", Outcome::Lost),
            ("", "stays", "stays", Outcome::Lost),
            ("•••", "••", "", Outcome::Partly),
            ("日本", "日本", "", Outcome::Same),
        ] {
            assert_eq!(judge(wanted, holds, before, false), outcome, "{wanted} {holds}");
        }
        assert_eq!(judge("one\n\ntwo", "one\ntwo\n", "", true), Outcome::Same);
        assert_eq!(judge("a\nb", "a b", "", false), Outcome::Rewritten);
    }

    #[test]
    fn the_limits_of_a_field_choose_among_readings_or_are_told() {
        let readings = Format::Date.readings("03/04/2026");
        let mut checked = Checked {
            problems: vec![Fault::None, Fault::None],
            values: readings.clone(),
            min: "2026-03-20".to_owned(),
            ..Checked::default()
        };
        let both = fitting("e1", "03/04/2026", Format::Date, &readings, &checked).expect_err("two readings");
        assert_eq!(both.message, "\"03/04/2026\" may be 2026-04-03 or 2026-03-04");
        checked.problems[1] = Fault::Low;
        assert_eq!(fitting("e1", "03/04/2026", Format::Date, &readings, &checked).unwrap(), "2026-04-03");
        checked.problems[0] = Fault::Low;
        let low = fitting("e1", "03/04/2026", Format::Date, &readings, &checked).expect_err("too low");
        assert_eq!(low.hint, "it takes at least 2026-03-20");
        let none = fitting("e1", "soon", Format::Date, &[], &Checked::default()).expect_err("no date");
        assert!(none.hint.contains("2026-12-31"), "{}", none.hint);
    }
}
