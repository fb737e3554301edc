//! What a field holds of what was typed into it, and which value of several it takes. Pure.

use crate::error::{ErrorCode, ToolError};
use crate::snapshot::facts::{Checked, Fault};
use crate::snapshot::text::quoted;

use super::formats::Format;

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

/// The one reading that the field takes.
pub(super) fn fitting(
    label: &str,
    text: &str,
    is_secret: bool,
    format: Format,
    readings: &[String],
    checked: &Checked,
) -> Result<String, ToolError> {
    let (name, form) = format.words();
    let told = if is_secret { "the secret".to_owned() } else { quoted(text, 40) };
    let fits: Vec<&String> = checked
        .values
        .iter()
        .zip(&checked.problems)
        .filter(|(_, fault)| **fault == Fault::None)
        .map(|(value, _)| value)
        .collect();
    match fits.as_slice() {
        [only] => return Ok((*only).clone()),
        [first, second, ..] if !is_secret => {
            return Err(ToolError::new(
                ErrorCode::InvalidInput,
                format!("{told} may be {first} or {second}"),
                format!("send the one that is meant as {form}"),
            ));
        }
        _ => {}
    }
    let faults: Vec<(&String, Fault)> = readings.iter().zip(checked.problems.iter().copied()).collect();
    let Some((value, fault)) = faults.into_iter().find(|(_, fault)| *fault != Fault::Format) else {
        return Err(ToolError::new(
            ErrorCode::InvalidInput,
            format!("{told} is no {name} that {label} takes"),
            format!("write it as {form}"),
        ));
    };
    let value = if is_secret { told } else { value.clone() };
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
        format!("{label} does not take {value}: it is {why}"),
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
pub(in crate::session) fn judge(wanted: &str, holds: &str, before: &str, is_document: bool) -> Outcome {
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
        let both =
            fitting("e1", "03/04/2026", false, Format::Date, &readings, &checked).expect_err("two readings");
        assert_eq!(both.message, "\"03/04/2026\" may be 2026-04-03 or 2026-03-04");
        checked.problems[1] = Fault::Low;
        assert_eq!(
            fitting("e1", "03/04/2026", false, Format::Date, &readings, &checked).unwrap(),
            "2026-04-03"
        );
        checked.problems[0] = Fault::Low;
        let low = fitting("e1", "03/04/2026", false, Format::Date, &readings, &checked).expect_err("too low");
        assert_eq!(low.hint, "it takes at least 2026-03-20");
        let secret =
            fitting("e1", "5", true, Format::Date, &["5".to_owned()], &checked).expect_err("too low");
        assert!(!secret.message.contains('5'), "{}", secret.message);
        let none = fitting("e1", "soon", false, Format::Date, &[], &Checked::default()).expect_err("no date");
        assert!(none.hint.contains("2026-12-31"), "{}", none.hint);
    }
}
