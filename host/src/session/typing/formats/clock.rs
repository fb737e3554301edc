//! Dates, times, months and weeks.

use super::is_digits;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_date = (1000..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_of(year, month)).contains(&day);
        is_date.then_some(Self { year, month, day })
    }

    pub(super) fn iso(self) -> String {
        format!("{}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// The number of the day in its year, from 1.
    fn ordinal(self) -> u32 {
        (1..self.month).map(|month| days_of(self.year, month)).sum::<u32>() + self.day
    }

    /// The day of the week, 1 for Monday.
    fn weekday(self) -> u32 {
        let before = self.year - 1;
        let days = before * 365 + before / 4 - before / 100 + before / 400 + self.ordinal();
        (days + 6) % 7 + 1
    }

    /// The week of ISO 8601.
    pub(super) fn week(self) -> String {
        let week = (self.ordinal() + 10 - self.weekday()) / 7;
        match week {
            0 => format!("{}-W{:02}", self.year - 1, weeks_of(self.year - 1)),
            week if week > weeks_of(self.year) => format!("{}-W01", self.year + 1),
            week => format!("{}-W{week:02}", self.year),
        }
    }
}

fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A year has 53 weeks when it ends on a Thursday, or on a Friday after a Thursday began it.
fn weeks_of(year: u32) -> u32 {
    let ends = |year: u32| Date { year, month: 12, day: 31 }.weekday();
    if ends(year) == 4 || ends(year - 1) == 3 { 53 } else { 52 }
}

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

fn month_named(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    let place = MONTHS.iter().position(|month| word.starts_with(month))?;
    let full = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let fits = full[place].starts_with(&word) || word == "sept";
    fits.then(|| u32::try_from(place).unwrap_or(0) + 1)
}

fn number(text: &str) -> Option<u32> {
    if is_digits(text) && text.len() <= 4 { text.parse().ok() } else { None }
}

fn year(text: &str) -> Option<u32> {
    number(text).filter(|_| text.len() == 4)
}

/// The parts of a date, and whether points stand between them.
fn parts(text: &str) -> (Vec<&str>, bool) {
    let is_mark = |c: char| c.is_whitespace() || matches!(c, '.' | '/' | '-' | ',');
    (text.split(is_mark).filter(|part| !part.is_empty()).collect(), text.contains('.'))
}

pub(super) fn dates(text: &str) -> Vec<Date> {
    // A date with a clock at midnight is what scripts print.
    let text = text.split_once('T').map_or(text, |(date, clock)| {
        let is_midnight = clock.trim_end_matches('Z').chars().all(|c| matches!(c, '0' | ':' | '.'));
        if is_midnight && clock.len() >= 5 { date } else { text }
    });
    if text.len() == 8 && is_digits(text) {
        let at = |from: usize, to: usize| text[from..to].parse().unwrap_or(0);
        return Date::new(at(0, 4), at(4, 6), at(6, 8)).into_iter().collect();
    }
    let (mut parts, has_points) = parts(text);
    let is_weekday = |word: &str| {
        let word = word.to_lowercase();
        word.len() >= 3
            && ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
                .iter()
                .any(|day| day.starts_with(&word))
    };
    parts.retain(|part| !is_weekday(part) && !part.eq_ignore_ascii_case("of"));
    let [first, second, third] = parts[..] else { return Vec::new() };
    let day = |text: &str| {
        let text = text.to_lowercase();
        number(text.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']))
    };
    let one = |year: Option<u32>, month: Option<u32>, day: Option<u32>| Date::new(year?, month?, day?);
    if year(first).is_some() {
        let month = month_named(second).or_else(|| number(second));
        return one(year(first), month, day(third)).into_iter().collect();
    }
    if let Some(month) = month_named(second) {
        return one(year(third), Some(month), day(first)).into_iter().collect();
    }
    if let Some(month) = month_named(first) {
        return one(year(third), Some(month), day(second)).into_iter().collect();
    }
    let day_first = one(year(third), number(second), number(first));
    let month_first = one(year(third), number(first), number(second));
    // Points are written where the day comes first.
    match day_first {
        Some(date) if has_points => vec![date],
        day_first => day_first.into_iter().chain(month_first).collect(),
    }
}

pub(super) fn times(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace("a.m.", "am").replace("p.m.", "pm");
    let lower = lower.trim();
    let (clock, half) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(clock), _) => (clock.trim_end(), Some(0)),
        (_, Some(clock)) => (clock.trim_end(), Some(12)),
        _ => (lower, None),
    };
    let (whole, fraction) = match clock.split_once('.') {
        Some((whole, fraction)) if whole.matches(':').count() == 2 => (whole, Some(fraction)),
        _ => (clock, None),
    };
    let parts: Vec<&str> = whole.split([':', '.', 'h']).filter(|part| !part.is_empty()).collect();
    let part =
        |place: usize| parts.get(place).map_or(Some(0), |part| number(part).filter(|_| part.len() <= 2));
    let (Some(hour), Some(minute), Some(second)) = (part(0), part(1), part(2)) else { return Vec::new() };
    let is_clock = half.is_some() || parts.len() > 1 || whole.ends_with('h');
    let is_hour = match half {
        Some(_) => (1..=12).contains(&hour),
        None => hour < 24,
    };
    let is_fraction = fraction.is_none_or(|part| is_digits(part) && part.len() <= 3);
    if parts.is_empty()
        || parts.len() > 3
        || !is_clock
        || !is_hour
        || minute > 59
        || second > 59
        || !is_fraction
    {
        return Vec::new();
    }
    let hour = half.map_or(hour, |half| hour % 12 + half);
    vec![match (second, fraction) {
        (_, Some(fraction)) if fraction.bytes().any(|byte| byte != b'0') => {
            format!("{hour:02}:{minute:02}:{second:02}.{fraction}")
        }
        (0, _) => format!("{hour:02}:{minute:02}"),
        (second, _) => format!("{hour:02}:{minute:02}:{second:02}"),
    }]
}

pub(super) fn moments(text: &str) -> Vec<String> {
    let splits = text.char_indices().filter(|(_, c)| c.is_whitespace() || matches!(c, 'T' | ','));
    for (at, mark) in splits {
        let (date, clock) = (&text[..at], &text[at + mark.len_utf8()..]);
        let clock = clock.trim().trim_start_matches("at ").trim();
        if let [clock] = times(clock).as_slice() {
            return dates(date.trim()).into_iter().map(|date| format!("{}T{clock}", date.iso())).collect();
        }
    }
    Vec::new()
}

pub(super) fn months(text: &str) -> Vec<String> {
    let (parts, _) = parts(text);
    let month = match parts[..] {
        [first, second] if year(first).is_some() => {
            year(first).zip(month_named(second).or_else(|| number(second)))
        }
        [first, second] => year(second).zip(month_named(first).or_else(|| number(first))),
        _ => None,
    };
    match month {
        Some((year, month)) if (1..=12).contains(&month) => vec![format!("{year}-{month:02}")],
        Some(_) => Vec::new(),
        None => dates(text).into_iter().map(|date| format!("{}-{:02}", date.year, date.month)).collect(),
    }
}

pub(super) fn weeks(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace("week", "w");
    let words =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty() && *part != "w");
    let numbers: Vec<&str> = words.map(|part| part.trim_start_matches('w')).collect();
    let week = match numbers[..] {
        [first, second] if year(first).is_some() => year(first).zip(number(second)),
        [first, second] => year(second).zip(number(first)),
        _ => None,
    };
    match week {
        Some((year, week)) if (1..=weeks_of(year.max(1))).contains(&week) => {
            vec![format!("{year}-W{week:02}")]
        }
        Some(_) => Vec::new(),
        None => dates(text).into_iter().map(Date::week).collect(),
    }
}
