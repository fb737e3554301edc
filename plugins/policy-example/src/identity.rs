//! Numbers that say who somebody is: told from other numbers by their check digits.

use crate::settings::Kind;

/// Digits of a Turkish identity number, of payment cards, and signs of an IBAN.
const TR_ID: usize = 11;
const CARD: std::ops::RangeInclusive<usize> = 13..=19;
const IBAN: std::ops::RangeInclusive<usize> = 15..=34;

/// The line without them; `None` where there are none.
pub(crate) fn without(line: &str, kinds: &[Kind]) -> Option<String> {
    let signs: Vec<(usize, char)> = line.char_indices().collect();
    let (mut kept, mut at, mut found) = (String::new(), 0, false);
    while at < signs.len() {
        let hit =
            starts_here(&signs, at).then(|| kinds.iter().find_map(|kind| hit(&signs[at..], *kind))).flatten();
        if let Some((length, label)) = hit {
            kept.push_str(label);
            at += length;
            found = true;
        } else {
            kept.push(signs[at].1);
            at += 1;
        }
    }
    found.then_some(kept)
}

/// A number does not start in the middle of a word or of another number.
fn starts_here(signs: &[(usize, char)], at: usize) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric();
    is_part(signs[at].1) && (at == 0 || !is_part(signs[at - 1].1))
}

/// How many signs a number of that kind takes here, and what stands in its place.
fn hit(signs: &[(usize, char)], kind: Kind) -> Option<(usize, &'static str)> {
    let (lengths, label) = match kind {
        Kind::TrId => (TR_ID..=TR_ID, "[identity number]"),
        Kind::Card => (CARD, "[card number]"),
        Kind::Iban => (IBAN, "[IBAN]"),
    };
    let may_be_grouped = kind != Kind::TrId;
    let mut text = String::new();
    let mut best = None;
    for (place, (_, letter)) in signs.iter().enumerate() {
        let fits = if kind == Kind::Iban { letter.is_ascii_alphanumeric() } else { letter.is_ascii_digit() };
        if !fits {
            let goes_on = signs.get(place + 1).is_some_and(|(_, next)| next.is_ascii_alphanumeric());
            if may_be_grouped && matches!(letter, ' ' | '-' | '\u{a0}') && goes_on && !text.is_empty() {
                continue;
            }
            break;
        }
        text.push(letter.to_ascii_uppercase());
        if text.len() > *lengths.end() {
            break;
        }
        let ends = signs.get(place + 1).is_none_or(|(_, next)| !next.is_alphanumeric());
        if ends && lengths.contains(&text.len()) && is_valid(&text, kind) {
            best = Some((place + 1, label));
        }
    }
    best
}

fn is_valid(text: &str, kind: Kind) -> bool {
    match kind {
        Kind::TrId => is_tr_id(text),
        Kind::Card => is_card(text),
        Kind::Iban => is_iban(text),
    }
}

fn digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|digit| digit.to_digit(10)).collect()
}

/// The tenth and the eleventh digit follow from those before them.
fn is_tr_id(text: &str) -> bool {
    let digits = digits(text);
    if digits.len() != TR_ID || digits[0] == 0 {
        return false;
    }
    let odd: u32 = digits[..9].iter().step_by(2).sum();
    let even: u32 = digits[1..8].iter().step_by(2).sum();
    let total: u32 = digits[..10].iter().sum();
    (odd * 7 + 100 - even) % 10 == digits[9] && total % 10 == digits[10]
}

/// Luhn's formula; card numbers begin with 2 to 6.
fn is_card(text: &str) -> bool {
    let digits = digits(text);
    let weighed = digits.iter().rev().enumerate().map(|(place, digit)| match (place % 2, digit * 2) {
        (0, _) => *digit,
        (_, double) if double > 9 => double - 9,
        (_, double) => double,
    });
    matches!(digits.first(), Some(2..=6)) && weighed.sum::<u32>() % 10 == 0
}

/// ISO 13616: moved round and read as a number, it leaves 1 when it is divided by 97.
fn is_iban(text: &str) -> bool {
    let (head, rest) = text.split_at(4);
    let letters = |part: &str| part.chars().all(|letter| letter.is_ascii_uppercase());
    if !letters(&head[..2]) || !head[2..].chars().all(|digit| digit.is_ascii_digit()) {
        return false;
    }
    let value = |letter: char| letter.to_digit(36).unwrap_or_default();
    let step = |left: u32, letter: char| match value(letter) {
        digit @ 0..10 => (left * 10 + digit) % 97,
        letter => (left * 100 + letter) % 97,
    };
    rest.chars().chain(head.chars()).fold(0, step) == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Kind; 3] = [Kind::TrId, Kind::Iban, Kind::Card];

    fn shown(line: &str) -> String {
        without(line, &ALL).unwrap_or_else(|| line.to_owned())
    }

    #[test]
    fn numbers_with_right_check_digits_are_taken_out() {
        assert_eq!(shown("TC: 10000000146, doğum 1980"), "TC: [identity number], doğum 1980");
        assert_eq!(shown("pay to TR330006100519786457841326."), "pay to [IBAN].");
        assert_eq!(shown("TR33 0006 1005 1978 6457 8413 26 now"), "[IBAN] now");
        assert_eq!(shown("tr33 0006 1005 1978 6457 8413 26"), "[IBAN]");
        assert_eq!(
            shown("card 4111 1111 1111 1111 / 5500-0000-0000-0004"),
            "card [card number] / [card number]"
        );
        assert_eq!(shown("> \"10000000146\""), "> \"[identity number]\"");
    }

    #[test]
    fn other_numbers_stay() {
        for line in [
            "order 10000000145",
            "4111 1111 1111 1112",
            "TR340006100519786457841326",
            "A10000000146",
            "100000001467",
            "1234567890123 items",
            "e12 link \"90 555 123 45 67\"",
            "",
        ] {
            assert_eq!(without(line, &ALL), None, "{line}");
        }
    }

    #[test]
    fn only_the_kinds_that_are_set_count() {
        assert_eq!(without("10000000146", &[Kind::Card]), None);
        assert_eq!(without("10000000146", &[]), None);
    }
}
