//! What people and models write for a number, a date or a time, read into the form that HTML wants.
//!
//! A text may have several readings (3/4/2026); which of them a field takes, and whether that leaves one, is for the
//! caller to find out. Forms: HTML's "valid date string" and its neighbours, for `<input>` of those types.

mod clock;

use clock::{Date, dates, moments, months, times, weeks};

/// A form in which an input wants its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Number,
    Color,
    Date,
    Time,
    DateTime,
    Month,
    Week,
}

impl Format {
    /// By the type of an input; `None` for those that take any text.
    pub(super) fn of(input_type: &str) -> Option<Self> {
        Some(match input_type {
            "number" | "range" => Self::Number,
            "color" => Self::Color,
            "date" => Self::Date,
            "time" => Self::Time,
            "datetime-local" => Self::DateTime,
            "month" => Self::Month,
            "week" => Self::Week,
            _ => return None,
        })
    }

    /// What it is, and how it is written, with an example.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Number => ("number", "digits with a point for decimals, for example 12.5"),
            Self::Color => ("colour", "#RRGGBB, for example #336699, or a CSS colour such as teal"),
            Self::Date => ("date", "YYYY-MM-DD, for example 2026-12-31"),
            Self::Time => ("time", "HH:MM in 24 hours, for example 21:05"),
            Self::DateTime => ("date and time", "YYYY-MM-DDTHH:MM, for example 2026-12-31T21:05"),
            Self::Month => ("month", "YYYY-MM, for example 2026-12"),
            Self::Week => ("week", "YYYY-Www, for example 2026-W53"),
        }
    }

    /// Everything the text may mean, most usual first; empty where it means nothing.
    pub(super) fn readings(self, text: &str) -> Vec<String> {
        let text = text.trim();
        let mut readings = match self {
            Self::Number => numbers(text),
            Self::Color => vec![if is_hex(text) { format!("#{text}") } else { text.to_owned() }],
            Self::Date => dates(text).into_iter().map(Date::iso).collect(),
            Self::Time => times(text),
            Self::DateTime => moments(text),
            Self::Month => months(text),
            Self::Week => weeks(text),
        };
        let mut seen = Vec::new();
        readings.retain(|reading| {
            let is_new = !seen.contains(reading);
            seen.push(reading.clone());
            is_new
        });
        readings
    }
}

fn is_hex(text: &str) -> bool {
    text.len() == 6 && text.chars().all(|c| c.is_ascii_hexdigit())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Numbers with points or commas for decimals and between thousands, a currency sign around them.
fn numbers(text: &str) -> Vec<String> {
    let signs = ['$', '€', '£', '¥', '₺', '₹', '%'];
    let plain: String = text
        .trim_matches(|c: char| signs.contains(&c) || c.is_whitespace())
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '\'' | '’'))
        .collect();
    let (sign, digits) = match plain.strip_prefix(['-', '−']) {
        Some(rest) => ("-", rest),
        None => ("", plain.strip_prefix('+').unwrap_or(&plain)),
    };
    if digits.parse::<f64>().is_ok_and(f64::is_finite) && digits.starts_with(|c: char| c.is_ascii_digit()) {
        return vec![format!("{sign}{digits}")];
    }
    if !digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) {
        return Vec::new();
    }
    let decimal = |whole: &str, part: &str| {
        let whole = if whole.is_empty() { "0" } else { whole };
        (is_digits(whole) && is_digits(part)).then(|| format!("{sign}{whole}.{part}"))
    };
    let mut readings = Vec::new();
    for (mark, other) in [(',', '.'), ('.', ',')] {
        let Some((before, after)) = digits.rsplit_once(mark) else { continue };
        if after.contains(other) {
            continue;
        }
        // The last mark before decimals, the other one between thousands.
        if before.contains(other) {
            readings.extend(grouped(before, other).and_then(|whole| decimal(&whole, after)));
        } else if !before.contains(mark) {
            readings.extend(decimal(before, after));
        }
        if !before.contains(other) {
            readings.extend(grouped(digits, mark).map(|whole| format!("{sign}{whole}")));
        }
    }
    readings
}

/// Digits in groups of three.
fn grouped(text: &str, mark: char) -> Option<String> {
    let mut groups = text.split(mark);
    let first = groups.next()?;
    let fits = is_digits(first)
        && first.len() <= 3
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3 && is_digits(group));
    fits.then(|| text.replace(mark, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: Format, table: &[(&str, &[&str])]) {
        for (text, readings) in table {
            assert_eq!(format.readings(text), *readings, "{text}");
        }
    }

    #[test]
    fn numbers_are_read_with_either_mark() {
        check(
            Format::Number,
            &[
                ("12", &["12"]),
                (" 12.50 ", &["12.50"]),
                ("1e3", &["1e3"]),
                ("-3", &["-3"]),
                ("1,5", &["1.5"]),
                ("0,125", &["0.125"]),
                ("1,234", &["1.234", "1234"]),
                ("1.234,56", &["1234.56"]),
                ("1,234.56", &["1234.56"]),
                ("1.234.567", &["1234567"]),
                ("1 234,5", &["1234.5"]),
                ("1'234.50", &["1234.50"]),
                ("€ 9,99", &["9.99"]),
                ("₺1.250,00", &["1250.00"]),
                ("twelve", &[]),
                ("1.2,3.4", &[]),
                ("1,23,4", &[]),
                ("", &[]),
                ("inf", &[]),
            ],
        );
    }

    #[test]
    fn dates_are_read_where_they_are_clear() {
        check(
            Format::Date,
            &[
                ("2026-12-31", &["2026-12-31"]),
                ("2026/1/5", &["2026-01-05"]),
                ("20261231", &["2026-12-31"]),
                ("31.12.2026", &["2026-12-31"]),
                ("1.2.2026", &["2026-02-01"]),
                ("12/31/2026", &["2026-12-31"]),
                ("31/12/2026", &["2026-12-31"]),
                ("03/04/2026", &["2026-04-03", "2026-03-04"]),
                ("04/04/2026", &["2026-04-04"]),
                ("31 December 2026", &["2026-12-31"]),
                ("Dec 31, 2026", &["2026-12-31"]),
                ("Thursday, December 31st, 2026", &["2026-12-31"]),
                ("2026-12-31T00:00:00.000Z", &["2026-12-31"]),
                ("2026-12-31T10:00", &[]),
                ("29.02.2027", &[]),
                ("29.02.2028", &["2028-02-29"]),
                ("31.12.26", &[]),
                ("soon", &[]),
            ],
        );
    }

    #[test]
    fn times_are_read_from_both_clocks() {
        check(
            Format::Time,
            &[
                ("21:05", &["21:05"]),
                ("9:05", &["09:05"]),
                ("9:05 pm", &["21:05"]),
                ("9 PM", &["21:00"]),
                ("12:00 a.m.", &["00:00"]),
                ("12 pm", &["12:00"]),
                ("21h05", &["21:05"]),
                ("21.05", &["21:05"]),
                ("21:05:09", &["21:05:09"]),
                ("21:05:09.250", &["21:05:09.250"]),
                ("9", &[]),
                ("25:00", &[]),
                ("13 pm", &[]),
                ("9:5x", &[]),
            ],
        );
    }

    #[test]
    fn the_other_forms_are_read() {
        check(
            Format::DateTime,
            &[
                ("2026-12-31T21:05", &["2026-12-31T21:05"]),
                ("2026-12-31 21:05", &["2026-12-31T21:05"]),
                ("31.12.2026 9:05 pm", &["2026-12-31T21:05"]),
                ("Dec 31, 2026 at 9:05 pm", &["2026-12-31T21:05"]),
                ("3/4/2026, 10:00", &["2026-04-03T10:00", "2026-03-04T10:00"]),
                ("2026-12-31", &[]),
            ],
        );
        check(
            Format::Month,
            &[
                ("2026-12", &["2026-12"]),
                ("12/2026", &["2026-12"]),
                ("December 2026", &["2026-12"]),
                ("2026-12-31", &["2026-12"]),
                ("13/2026", &[]),
            ],
        );
        check(
            Format::Week,
            &[
                ("2026-W53", &["2026-W53"]),
                ("2027-W53", &[]),
                ("W5 2026", &["2026-W05"]),
                ("week 5, 2026", &["2026-W05"]),
                ("2026-12-31", &["2026-W53"]),
                ("2027-01-03", &["2026-W53"]),
                ("2024-12-30", &["2025-W01"]),
            ],
        );
        check(Format::Color, &[("336699", &["#336699"]), ("red", &["red"])]);
    }
}
