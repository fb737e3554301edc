//! Which option is meant by a text, value or index: pure.
//!
//! The first of these that any option answers to decides: the exact text, the exact value, `Group > Text`, the same
//! without regard to case and accents, the same without punctuation, the only option that contains the text, the index
//! from 0. Where several answer, it is refused: nothing is chosen on a guess.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::snapshot::facts::Offered;
use crate::snapshot::text::{folded, one_line, quoted};

/// Most options told when none is the wanted one.
pub(super) const TOLD: usize = 15;
/// Longest label told.
const LABEL: usize = 60;
/// Longest text that is compared letter by letter, in bytes.
const LONG: usize = 200;
/// Least likeness of what is told as near.
const ALIKE: f64 = 0.75;

/// What was found for one wanted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// The option at this place.
    One(usize),
    /// Options at these places, any of which may be meant.
    Several(Vec<usize>),
    /// The option at this place, which cannot be chosen.
    Disabled(usize),
    /// Nothing.
    None,
}

/// Case and accents make no difference.
pub(super) fn plain(text: &str) -> String {
    let letters = folded(text);
    letters
        .nfd()
        .filter(|letter| !is_combining_mark(*letter))
        .flat_map(|letter| match letter {
            'ß' => vec!['s', 's'],
            'ø' => vec!['o'],
            'ł' => vec!['l'],
            'đ' => vec!['d'],
            'æ' => vec!['a', 'e'],
            'œ' => vec!['o', 'e'],
            other => vec![other],
        })
        .collect()
}

/// Letters and digits alone.
fn bare(text: &str) -> String {
    plain(text).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// `Group > Label` where there is a group.
fn path(option: &Offered) -> String {
    if option.group.is_empty() {
        option.label.clone()
    } else {
        format!("{} > {}", option.group, option.label)
    }
}

/// The option that a text names beyond doubt: by its whole text or value.
pub(super) fn named(wanted: &str, options: &[Offered]) -> Found {
    let exact = one_line(wanted);
    let (soft, letters) = (plain(wanted), bare(wanted));
    let tests: [&dyn Fn(&Offered) -> bool; 6] = [
        &|option| one_line(&option.label) == exact,
        &|option| !option.value.is_empty() && option.value == wanted,
        &|option| !option.group.is_empty() && one_line(&path(option)) == exact,
        &|option| plain(&option.label) == soft,
        &|option| plain(&option.value) == soft || plain(&path(option)) == soft,
        &|option| {
            bare(&option.label) == letters || (!option.group.is_empty() && bare(&path(option)) == letters)
        },
    ];
    if letters.is_empty() && exact.is_empty() {
        return Found::None;
    }
    for (step, test) in tests.into_iter().enumerate() {
        // Text of signs alone is compared as it stands.
        if step == 5 && letters.is_empty() {
            continue;
        }
        let found = decide(options, test);
        if found != Found::None {
            return found;
        }
    }
    Found::None
}

/// The option that a text means: by its whole text or value, by a part of its text, by its index.
pub(super) fn meant(wanted: &str, options: &[Offered]) -> Found {
    let found = named(wanted, options);
    if found != Found::None {
        return found;
    }
    let soft = plain(wanted);
    let number = soft.parse::<usize>().ok();
    let words = |text: &str| {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    let part = decide(options, &|option| match number {
        Some(_) => words(&plain(&option.label)).contains(&soft),
        None => !soft.is_empty() && plain(&option.label).contains(&soft),
    });
    match (part, number.and_then(|number| options.get(number).map(|option| (number, option)))) {
        (Found::One(place), _) => Found::One(place),
        (_, Some((place, option))) if option.disabled => Found::Disabled(place),
        (_, Some((place, option))) if !option.hidden => Found::One(place),
        (part, _) => part,
    }
}

fn decide(options: &[Offered], test: &dyn Fn(&Offered) -> bool) -> Found {
    let all: Vec<usize> =
        (0..options.len()).filter(|at| !options[*at].hidden && test(&options[*at])).collect();
    let free: Vec<usize> = all.iter().copied().filter(|at| !options[*at].disabled).collect();
    match (free.as_slice(), all.first()) {
        ([], None) => Found::None,
        ([], Some(first)) => Found::Disabled(*first),
        ([only], _) => Found::One(*only),
        ([first, ..], _) => {
            let same = |at: &usize| {
                path(&options[*at]) == path(&options[*first])
                    && options[*at].value == options[*first].value
                    && !options[*first].value.is_empty()
            };
            if free.iter().all(same) { Found::One(*first) } else { Found::Several(free) }
        }
    }
}

/// The places of all wanted options, or of what is wrong with one of them: its text, and what was found for it. One
/// text that names none may be a list of names with commas.
pub(super) fn all(
    wanted: &[String],
    options: &[Offered],
    multiple: bool,
) -> Result<Vec<usize>, (String, Found)> {
    let places = |texts: &mut dyn Iterator<Item = &str>| {
        let mut places = Vec::new();
        for text in texts {
            match meant(text, options) {
                Found::One(place) if places.contains(&place) => {}
                Found::One(place) => places.push(place),
                other => return Err((text.to_owned(), other)),
            }
        }
        Ok(places)
    };
    let found = places(&mut wanted.iter().map(String::as_str));
    match (&found, wanted) {
        (Err(_), [only]) if multiple && only.contains([',', ';', '\n']) => places(&mut parts(only)).or(found),
        _ => found,
    }
}

/// The names in a text that lists them.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', '\n']).map(str::trim).filter(|part| !part.is_empty())
}

/// `3 options: "Ankara", "Berlin", "Cairo"`; of many, those that are most like the wanted text, else the first.
pub(super) fn told(options: &[Offered], wanted: &str) -> String {
    let shown: Vec<&Offered> =
        options.iter().filter(|option| !option.hidden && !option.label.is_empty()).collect();
    if shown.is_empty() {
        return "no options".to_owned();
    }
    if shown.len() > TOLD {
        let soft = plain(wanted);
        let scored = shown.iter().map(|option| (likeness(&soft, &plain(&option.label)), *option));
        let mut near: Vec<(f64, &Offered)> = scored.filter(|(likeness, _)| *likeness > ALIKE).collect();
        near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let near: Vec<&Offered> = near.into_iter().map(|(_, option)| option).collect();
        if !near.is_empty() {
            return told_of(&near, shown.len(), ", the nearest");
        }
    }
    told_of(&shown, shown.len(), "")
}

fn told_of(shown: &[&Offered], total: usize, order: &str) -> String {
    let labels: Vec<String> = shown
        .iter()
        .take(TOLD)
        .map(|option| {
            let state = if option.disabled { " (disabled)" } else { "" };
            format!("{}{state}", quoted(&option.label, LABEL))
        })
        .collect();
    let more = match total - labels.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let noun = if total == 1 { "option" } else { "options" };
    format!("{total} {noun}{order}: {}{more}", labels.join(", "))
}

/// How much a label is like a wanted text: each word that both have counts 1, one that starts like another half, and
/// the likeness of the whole texts is added. Both are [`plain`].
fn likeness(wanted: &str, label: &str) -> f64 {
    if wanted.len() > LONG || label.len() > LONG {
        return 0.0;
    }
    let words = |text: &str| {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    let has = words(label);
    let shared: f64 = words(wanted)
        .iter()
        .map(|word| {
            let starts = |other: &String| {
                let (short, long) = if word.len() < other.len() { (word, other) } else { (other, word) };
                short.chars().count() >= 3 && long.starts_with(short.as_str())
            };
            if has.contains(word) {
                1.0
            } else if has.iter().any(starts) {
                0.5
            } else {
                0.0
            }
        })
        .sum();
    shared + strsim::jaro_winkler(wanted, label)
}

/// `"Rome > Centre" (index 3)`: how each of several options can be named alone.
pub(super) fn candidates(options: &[Offered], places: &[usize]) -> String {
    let lines: Vec<String> = places
        .iter()
        .take(5)
        .map(|place| {
            let option = &options[*place];
            let value = if option.value.is_empty() || option.value == option.label {
                String::new()
            } else {
                format!(", value {}", quoted(&option.value, LABEL))
            };
            format!("{} (index {place}{value})", quoted(&path(option), LABEL))
        })
        .collect();
    lines.join(", ")
}

/// The option whose text is most like the wanted one, if one is like it at all.
pub(super) fn nearest<'o>(wanted: &str, options: &'o [Offered]) -> Option<&'o Offered> {
    let soft = plain(wanted);
    options
        .iter()
        .filter(|option| !option.hidden && !option.disabled)
        .map(|option| (likeness(&soft, &plain(&option.label)), option))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, option)| option)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(label: &str, value: &str) -> Offered {
        Offered { label: label.to_owned(), value: value.to_owned(), ..Offered::default() }
    }

    fn grouped(group: &str, label: &str) -> Offered {
        Offered { group: group.to_owned(), ..option(label, &format!("{group}-{label}").to_lowercase()) }
    }

    fn cities() -> Vec<Offered> {
        vec![
            option("Ankara", "ank"),
            option("İzmir", "izm"),
            option("New York", "7"),
            option("New Orleans", "no"),
            Offered { disabled: true, ..option("Atlantis", "atl") },
            Offered { hidden: true, ..option("Secret", "sec") },
            option("Zürich – Nord", "zn"),
            option("Room 12", "r12"),
        ]
    }

    #[test]
    fn an_option_is_named_by_text_value_or_index() {
        for (wanted, place) in [
            ("Ankara", 0),
            ("ank", 0),
            ("ANKARA", 0),
            ("  izmir ", 1),
            ("IZMIR", 1),
            ("new york", 2),
            ("7", 2),
            ("Orleans", 3),
            ("zurich-nord", 6),
            ("12", 7),
            ("0", 0),
            ("3", 3),
        ] {
            assert_eq!(meant(wanted, &cities()), Found::One(place), "{wanted}");
        }
    }

    #[test]
    fn nothing_is_chosen_on_a_guess() {
        assert_eq!(meant("New", &cities()), Found::Several(vec![2, 3]));
        assert_eq!(meant("Atlantis", &cities()), Found::Disabled(4));
        assert_eq!(meant("4", &cities()), Found::Disabled(4));
        for absent in ["Secret", "Ankar a b", "", "99", "5", "?!"] {
            assert_eq!(meant(absent, &cities()), Found::None, "{absent}");
        }
    }

    #[test]
    fn a_label_that_repeats_is_named_with_its_group() {
        let options = [grouped("Rome", "Centre"), grouped("Oslo", "Centre"), grouped("Oslo", "East")];
        assert_eq!(meant("Centre", &options), Found::Several(vec![0, 1]));
        assert_eq!(meant("Oslo > Centre", &options), Found::One(1));
        assert_eq!(meant("oslo>centre", &options), Found::One(1));
        assert_eq!(meant("East", &options), Found::One(2));
        assert!(candidates(&options, &[0, 1]).starts_with("\"Rome > Centre\" (index 0"));
    }

    #[test]
    fn one_text_may_list_several_where_several_can_be_chosen() {
        let wanted = ["Ankara, izmir".to_owned()];
        assert_eq!(all(&wanted, &cities(), true), Ok(vec![0, 1]));
        assert_eq!(all(&wanted, &cities(), false), Err((wanted[0].clone(), Found::None)));
        let missing = ["Ankara".to_owned(), "Paris".to_owned()];
        assert_eq!(all(&missing, &cities(), true), Err(("Paris".to_owned(), Found::None)));
    }

    #[test]
    fn a_miss_tells_the_options_and_the_nearest() {
        assert_eq!(nearest("Ankera", &cities()).map(|option| option.label.as_str()), Some("Ankara"));
        assert_eq!(nearest("qqq", &cities()), None);
        let many: Vec<Offered> = (0..40).map(|number| option(&format!("Row {number}"), "")).collect();
        let first = told(&many, "");
        assert!(
            first.starts_with("40 options: \"Row 0\"") && first.ends_with("\"Row 14\" and 25 more"),
            "{first}"
        );
        let near = told(&many, "row 33 seat");
        assert!(
            near.starts_with("40 options, the nearest: \"Row 33\"") && near.ends_with("and 25 more"),
            "{near}"
        );
    }
}
