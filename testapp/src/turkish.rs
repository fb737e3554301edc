//! Letters and prices as Turkish writes them.

/// Lower case by Turkish rules: `I` becomes `ı` and `İ` becomes `i`.
pub(crate) fn lower(text: &str) -> String {
    text.chars()
        .flat_map(|character| match character {
            'I' => vec!['ı'],
            'İ' => vec!['i'],
            other => other.to_lowercase().collect(),
        })
        .collect()
}

/// Each word with a capital by Turkish rules: `i` becomes `İ`.
pub(crate) fn title_case(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| match first {
            'i' => "İ".to_owned(),
            other => other.to_uppercase().collect(),
        });
        format!("{}{}", first.unwrap_or_default(), lower(letters.as_str()))
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A price in kuruş as `1.234,56 TL`.
pub(crate) fn price(kurus: u64) -> String {
    format!("{},{:02} TL", thousands(kurus / 100), kurus % 100)
}

/// A number with a dot after every third digit.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('.');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dotted_and_dotless_i_keep_apart() {
        assert_eq!(title_case("ısıtıcı IŞIK istanbul İĞNE"), "Isıtıcı Işık İstanbul İğne");
    }

    #[test]
    fn prices_have_dots_and_a_comma() {
        assert_eq!(price(123_456), "1.234,56 TL");
        assert_eq!(price(5_797), "57,97 TL");
        assert_eq!(price(1_234_567_800), "12.345.678,00 TL");
    }
}
