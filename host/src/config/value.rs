//! Values of settings: the same words are allowed wherever they come from.

use std::time::Duration;

use super::table::Kind;

/// Words for yes.
const YES: &[&str] = &["true", "1", "yes", "on", "y", "t"];
/// Words for no.
const NO: &[&str] = &["false", "0", "no", "off", "n", "f"];

/// Checks one value; the error says what is allowed.
pub(super) fn check(kind: Kind, text: &str) -> Result<(), String> {
    let is_valid = match kind {
        Kind::Switch => switch(text).is_some(),
        Kind::Whole { min, max } => text.parse().is_ok_and(|number: u64| (min..=max).contains(&number)),
        Kind::Seconds { max } => seconds(text).is_some_and(|time| time <= Duration::from_secs(max.into())),
        Kind::Choice(words) => words.contains(&text.to_lowercase().as_str()),
        Kind::Text | Kind::Path | Kind::Paths | Kind::Texts(_) => !text.trim().is_empty(),
    };
    if is_valid { Ok(()) } else { Err(allowed(kind)) }
}

/// What a setting may hold, in words.
fn allowed(kind: Kind) -> String {
    match kind {
        Kind::Switch => "it must be true or false".to_owned(),
        Kind::Whole { min, max } => format!("it must be a whole number from {min} to {max}"),
        Kind::Seconds { max } => format!("it must be a number of seconds from 0 to {max}, such as 1.25"),
        Kind::Choice(words) => format!("it must be one of {}", words.join(", ")),
        Kind::Text | Kind::Path | Kind::Paths | Kind::Texts(_) => "it must not be empty".to_owned(),
    }
}

/// A yes or a no.
pub(super) fn switch(text: &str) -> Option<bool> {
    let text = text.to_lowercase();
    match text.as_str() {
        yes if YES.contains(&yes) => Some(true),
        no if NO.contains(&no) => Some(false),
        _ => None,
    }
}

/// Seconds, fractions allowed.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.trim().parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_may_be_fractions_and_never_nonsense() {
        let kind = Kind::Seconds { max: 60 };
        for good in ["0", "0.6", "1.25", "60", "13"] {
            assert!(check(kind, good).is_ok(), "{good}");
        }
        for bad in ["-1", "61", "NaN", "inf", "1,5", "soon", ""] {
            let error = check(kind, bad).expect_err(bad);
            assert_eq!(error, "it must be a number of seconds from 0 to 60, such as 1.25");
        }
    }

    #[test]
    fn the_words_for_yes_and_no_are_the_usual_ones() {
        assert_eq!(["TRUE", "1", "on"].map(switch), [Some(true); 3]);
        assert_eq!(["False", "0", "no"].map(switch), [Some(false); 3]);
        assert_eq!(switch("maybe"), None);
    }
}
