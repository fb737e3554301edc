//! Working hours.

use crate::settings::{Hours, Minute};

const DAY: i64 = 24 * 60;
/// The first day of 1970 was a Thursday, day 4 of the week.
const FIRST_DAY: i64 = 3;

/// Whether a moment, in milliseconds since 1970, is within the hours.
pub(crate) fn is_within(hours: &Hours, now_ms: u64) -> bool {
    let minutes = i64::try_from(now_ms / 60_000).unwrap_or(i64::MAX / 2) + hours.utc_offset_minutes;
    let (day, minute) = (minutes.div_euclid(DAY), minutes.rem_euclid(DAY));
    let (Minute(from), Minute(to)) = (hours.from, hours.to);
    let (from, to) = (i64::from(from), i64::from(to));
    let begins = |day: i64| {
        let weekday = (day + FIRST_DAY).rem_euclid(7) + 1;
        hours.days.iter().any(|known| i64::from(*known) == weekday)
    };
    if from < to {
        return begins(day) && (from..to).contains(&minute);
    }
    // Over midnight: what began yesterday counts until `to`.
    (begins(day) && minute >= from) || (begins(day - 1) && minute < to)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monday, 1 December 2025, 00:00 UTC.
    const MONDAY: u64 = 1_764_547_200_000;

    fn hours(from: u32, to: u32, offset: i64) -> Hours {
        Hours { from: Minute(from), to: Minute(to), days: vec![1, 2, 3, 4, 5], utc_offset_minutes: offset }
    }

    fn at(day: u64, hour: u64, minute: u64) -> u64 {
        MONDAY + (day * DAY as u64 + hour * 60 + minute) * 60_000
    }

    #[test]
    fn hours_begin_and_end_on_the_minute_and_rest_at_the_weekend() {
        let hours = hours(9 * 60, 18 * 60, 0);
        assert!(!is_within(&hours, at(0, 8, 59)));
        assert!(is_within(&hours, at(0, 9, 0)));
        assert!(is_within(&hours, at(4, 17, 59)));
        assert!(!is_within(&hours, at(4, 18, 0)));
        assert!(!is_within(&hours, at(5, 12, 0)), "a Saturday");
    }

    #[test]
    fn they_are_given_in_the_clock_of_their_place() {
        let istanbul = hours(9 * 60, 18 * 60, 180);
        assert!(is_within(&istanbul, at(0, 6, 0)));
        assert!(!is_within(&istanbul, at(0, 15, 0)));
        let before = hours(9 * 60, 18 * 60, -600);
        assert!(!is_within(&before, at(0, 9, 0)), "still Sunday there");
    }

    #[test]
    fn they_may_go_over_midnight() {
        let night = hours(22 * 60, 6 * 60, 0);
        assert!(is_within(&night, at(0, 23, 0)));
        assert!(is_within(&night, at(5, 5, 59)), "it began on Friday");
        assert!(!is_within(&night, at(0, 5, 0)), "it would have begun on Sunday");
        assert!(!is_within(&night, at(0, 12, 0)));
    }
}
