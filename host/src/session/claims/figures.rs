//! Numbers of a text, so that `899 TL` is found where a page says `899,00 TL`.

/// One number, amount or part of a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Figure {
    /// As it stands in the text.
    pub(crate) shown: String,
    /// What it may mean, without empty decimals and separators: `1.299` is `1299` or `1.299`.
    pub(crate) values: Vec<String>,
}

/// The numbers of a text. Those that are part of a word (`e12`, `H2O`) are none; a unit or currency may stand close
/// (`900EUR`, `5km`, `€900`). A number in groups (`1 299`) is followed by its parts.
pub(crate) fn figures(text: &str) -> Vec<Figure> {
    let letters: Vec<char> = text.chars().collect();
    let mut found: Vec<(usize, usize, Figure)> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if !letters[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        let is_digit = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
        while is_digit(at) || (matches!(letters.get(at), Some('.' | ',' | '\'' | '’')) && is_digit(at + 1))
        {
            at += 1;
        }
        let is_in_word = letters[..start].last().is_some_and(|before| before.is_alphabetic())
            && !is_unit(letters[..start].iter().rev().take_while(|c| c.is_alphabetic()).count());
        if is_in_word {
            continue;
        }
        let shown: String = letters[start..at].iter().collect();
        found.extend(read(&shown).into_iter().map(|figure| (start, at, figure)));
    }
    let mut figures = grouped(&letters, &found);
    figures.extend(found.into_iter().map(|(.., figure)| figure));
    figures
}

/// Whether so many letters right before a number may be a currency: `EUR900`, `Rs900`, but not `e12`.
fn is_unit(letters: usize) -> bool {
    (2..=3).contains(&letters)
}

/// Digits with separators, as one number, or as several where they are a date or a version.
fn read(shown: &str) -> Vec<Figure> {
    let separators: Vec<char> = shown.chars().filter(|c| !c.is_ascii_digit()).collect();
    let parts: Vec<&str> = shown.split(|c: char| !c.is_ascii_digit()).collect();
    let one = |values: Vec<String>| vec![Figure { shown: shown.to_owned(), values }];
    let is_thousands = |parts: &[&str]| parts[0].len() <= 3 && parts[1..].iter().all(|part| part.len() == 3);
    match (separators.as_slice(), parts.as_slice()) {
        ([], _) => one(vec![whole(shown)]),
        ([only], [left, right]) => {
            let mut values = Vec::new();
            if is_thousands(&parts) {
                values.push(whole(&parts.concat()));
            }
            if matches!(only, '.' | ',') {
                values.push(decimal(left, right));
            }
            one(values)
        }
        ([first, rest @ ..], _) if rest.iter().all(|other| other == first) && is_thousands(&parts) => {
            one(vec![whole(&parts.concat())])
        }
        ([left @ .., last], [whole_parts @ .., right])
            if left.iter().all(|other| other == &left[0] && other != last) && is_thousands(whole_parts) =>
        {
            one(vec![decimal(&whole_parts.concat(), right)])
        }
        _ => {
            parts.iter().map(|part| Figure { shown: (*part).to_owned(), values: vec![whole(part)] }).collect()
        }
    }
}

/// Numbers in groups of three that spaces part: `1 299`, `12 500 000`.
fn grouped(letters: &[char], found: &[(usize, usize, Figure)]) -> Vec<Figure> {
    let mut joined = Vec::new();
    let mut first = 0;
    while first < found.len() {
        let mut last = first;
        while let Some((start, end, next)) = found.get(last + 1)
            && *start == found[last].1 + 1
            && letters[found[last].1].is_whitespace()
            && found[last].2.shown.chars().all(|c| c.is_ascii_digit())
            && next.shown.chars().take_while(char::is_ascii_digit).count() == 3
            && (last > first || found[first].2.shown.len() <= 3)
        {
            let _ = end;
            last += 1;
        }
        if last > first {
            let shown: String = letters[found[first].0..found[last].1].iter().collect();
            let plain: String = shown.chars().filter(|c| !c.is_whitespace()).collect();
            let values = match plain.split_once(['.', ',']) {
                Some((left, right)) => vec![decimal(left, right)],
                None => vec![whole(&plain)],
            };
            joined.push(Figure { shown, values });
        }
        first = last + 1;
    }
    joined
}

/// Without leading zeros.
fn whole(digits: &str) -> String {
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        rest => rest.to_owned(),
    }
}

/// Without empty decimals.
fn decimal(left: &str, right: &str) -> String {
    match right.trim_end_matches('0') {
        "" => whole(left),
        rest => format!("{}.{rest}", whole(left)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_the_ways_they_are_written() {
        for (text, expected) in [
            ("1.299,00 TL", vec!["1299"]),
            ("$1,299.50", vec!["1299.5"]),
            ("1.299", vec!["1299|1.299"]),
            ("1'299'000", vec!["1299000"]),
            ("1 299,00 €", vec!["1299", "1", "299"]),
            ("899,00 and 899.5", vec!["899", "899.5"]),
            ("12.05.2026", vec!["12", "5", "2026"]),
            ("2026-05-12 at 09:30", vec!["2026", "5", "12", "9", "30"]),
            ("900EUR, EUR900, €900, 5km, 3rd", vec!["900", "900", "900", "5", "3"]),
            ("e12 t3 H2O v1.95", vec![]),
            ("version 1.2.3", vec!["1", "2", "3"]),
            ("In 2026, 12 of 24.", vec!["2026", "12", "24"]),
        ] {
            let read: Vec<String> = figures(text).iter().map(|figure| figure.values.join("|")).collect();
            assert_eq!(read, expected, "{text}");
        }
    }
}
