//! Amounts on buttons that pay.

use crate::settings::Payment;

/// What a click on a button means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Paying {
    /// It does not pay.
    No,
    /// It pays that much, as far as it says.
    Amount(f64),
    /// It pays, and nothing says how much.
    Unknown,
}

/// Whether a button with this name pays, and how much. `context` is the text around it.
pub(crate) fn paying(rules: &Payment, name: &str, context: &str) -> Paying {
    if !rules.buttons.iter().any(|word| has_word(name, word)) {
        return Paying::No;
    }
    let amount = largest(name, &rules.currencies).or_else(|| largest(context, &rules.currencies));
    amount.map_or(Paying::Unknown, Paying::Amount)
}

/// Whether a text has a word, in any case of letters, and not as a part of another one.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(&word).any(|(at, _)| {
        let starts = !is_part(word.chars().next()) || !is_part(text[..at].chars().next_back());
        let ends = !is_part(word.chars().next_back()) || !is_part(text[at + word.len()..].chars().next());
        starts && ends
    })
}

/// The largest number beside a currency; without currencies, the largest of all.
fn largest(text: &str, currencies: &[String]) -> Option<f64> {
    let text = text.to_lowercase();
    let mut best: Option<f64> = None;
    for (start, number) in numbers(&text) {
        let before = text[..start].trim_end();
        let after = text[start + number.len()..].trim_start();
        let is_beside = |currency: &String| {
            let currency = currency.to_lowercase();
            before.ends_with(&currency) || after.starts_with(&currency)
        };
        if (currencies.is_empty() || currencies.iter().any(is_beside))
            && let Some(amount) = amount(number)
        {
            best = Some(best.map_or(amount, |best| best.max(amount)));
        }
    }
    best
}

/// Runs of digits with points, commas and apostrophes between them, and where they start.
fn numbers(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let goes_on = letter.is_ascii_digit()
            || (start.is_some()
                && matches!(letter, '.' | ',' | '\'')
                && text[at + 1..].starts_with(|next: char| next.is_ascii_digit()));
        match (start, goes_on) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                found.push((from, &text[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// `1.234,56`, `1,234.56`, `1234.5`, `1.234`. One or two digits after the last sign are a fraction.
fn amount(number: &str) -> Option<f64> {
    let last = number.rfind(['.', ',', '\'']);
    let fraction = last.map_or("", |at| &number[at + 1..]);
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let places = if (1..=2).contains(&fraction.len()) { fraction.len() } else { 0 };
    let (whole, part) = digits.split_at(digits.len() - places);
    format!("{whole}.{part}0").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Payment {
        serde_json::from_str(
            r#"{"limit": 500, "buttons": ["pay", "öde", "satın al"], "currencies": ["TL", "₺", "EUR", "$"]}"#,
        )
        .expect("valid")
    }

    #[test]
    fn amounts_are_read_as_they_are_written() {
        for (text, expected) in [
            ("1.234,56", 1234.56),
            ("1,234.56", 1234.56),
            ("1.234", 1234.0),
            ("1234", 1234.0),
            ("99,9", 99.9),
            ("1'000'000", 1_000_000.0),
        ] {
            assert_eq!(amount(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_button_that_pays_says_how_much_or_its_row_does() {
        let rules = rules();
        assert_eq!(paying(&rules, "Pay $1,250.00", ""), Paying::Amount(1250.0));
        assert_eq!(paying(&rules, "499 TL Öde", "3 items"), Paying::Amount(499.0));
        assert_eq!(paying(&rules, "Satın al", "Kettle 2 pieces 749,90 TL"), Paying::Amount(749.9));
        assert_eq!(paying(&rules, "Pay 3 bills", "total ₺ 80"), Paying::Amount(80.0));
        assert_eq!(paying(&rules, "Pay now", "3 items"), Paying::Unknown);
    }

    #[test]
    fn other_buttons_do_not_pay() {
        let rules = rules();
        for name in ["Paypal's history 900 TL", "Payments", "Display 900 TL", "Save"] {
            assert_eq!(paying(&rules, name, ""), Paying::No, "{name}");
        }
    }

    #[test]
    fn words_are_whole_words_in_any_case() {
        assert!(has_word("Please PAY.", "pay") && has_word("pay", "Pay"));
        assert!(!has_word("repay", "pay") && !has_word("payer", "pay"));
        assert!(has_word("100₺", "₺"));
    }
}
