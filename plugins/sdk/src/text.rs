//! Comparing words across languages and letter cases: what a plugin needs instead of a regular expression.

use std::cmp::Ordering;

/// The text in lower case, with every dotted and dotless i alike.
///
/// Turkish pairs I with ı and İ with i, most other languages I with i. A page does not always say which it speaks,
/// so all four become `i`: `ARA`, `SIRALA`, `Sırala` and `GİRİŞ` meet their lower-case spellings in any language.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        push_folded(&mut folded, character);
    }
    folded
}

/// The folded words of a text with one space between them and no punctuation: `Add to cart!` → `add to cart`.
pub fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    let mut gap = false;
    if text.is_ascii() {
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() {
                if gap && !words.is_empty() {
                    words.push(' ');
                }
                gap = false;
                words.push(char::from(byte.to_ascii_lowercase()));
            } else if byte != b'\'' {
                gap = true;
            }
        }
        return words;
    }
    for character in text.chars() {
        if character.is_alphanumeric() || is_mark(character) {
            if gap && !words.is_empty() {
                words.push(' ');
            }
            gap = false;
            push_folded(&mut words, character);
        } else if !is_apostrophe(character) {
            gap = true;
        }
    }
    words
}

/// The folded words of an identifier, `camelCase` taken apart: `sortSelect_main` → `sort select main`.
pub fn identifier_words(identifier: &str) -> String {
    let mut spaced = String::with_capacity(identifier.len() + 8);
    let mut after_small = false;
    for character in identifier.chars() {
        if after_small && character.is_uppercase() {
            spaced.push(' ');
        }
        after_small = character.is_lowercase();
        spaced.push(character);
    }
    words(&spaced)
}

fn push_folded(text: &mut String, character: char) {
    match character {
        'A'..='Z' => text.push(character.to_ascii_lowercase()),
        '\0'..='\x7f' => text.push(character),
        'ı' | 'İ' => text.push('i'),
        // The dot that İ leaves behind where something else made it lower case.
        '\u{307}' => {}
        _ => text.extend(character.to_lowercase()),
    }
}

fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

/// `don't` is one word, however the apostrophe is written.
fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '’' | 'ʼ')
}

/// Number of words in the result of [`words`].
pub fn count(words: &str) -> usize {
    if words.is_empty() { 0 } else { words.matches(' ').count() + 1 }
}

/// A set of phrases that is looked up in words, sorted when it is compiled.
///
/// Phrases are spelt as [`words`] spells: lower case, no punctuation, ı as i. [`Phrases::misspelt`] finds the others.
#[derive(Debug)]
pub struct Phrases<const N: usize> {
    sorted: [&'static str; N],
}

impl<const N: usize> Phrases<N> {
    /// The phrases of several lists, such as one for each language. `N` is their total number ([`total`]).
    pub const fn new(lists: &[&[&'static str]]) -> Self {
        let mut sorted = [""; N];
        let mut length = 0;
        let mut list = 0;
        while list < lists.len() {
            let mut item = 0;
            while item < lists[list].len() {
                let phrase = lists[list][item];
                let mut at = length;
                while at > 0 && comes_before(phrase.as_bytes(), sorted[at - 1].as_bytes()) {
                    sorted[at] = sorted[at - 1];
                    at -= 1;
                }
                sorted[at] = phrase;
                length += 1;
                item += 1;
            }
            list += 1;
        }
        Self { sorted }
    }

    /// The longest phrase that the words begin with.
    pub fn at_start_of(&self, words: &str) -> Option<&'static str> {
        longest_at_start(&self.sorted, words)
    }

    /// The first phrase that stands anywhere in the words.
    pub fn find_in(&self, words: &str) -> Option<&'static str> {
        first_anywhere(&self.sorted, words)
    }

    /// Whether the words are one of the phrases.
    pub fn is_one(&self, words: &str) -> bool {
        longest_at_start(&self.sorted, words).is_some_and(|phrase| phrase.len() == words.len())
    }

    /// Phrases that can never match because they are not spelt as [`words`] spells, for a test of the vocabulary.
    pub fn misspelt(&self) -> Vec<&'static str> {
        self.sorted.iter().filter(|phrase| phrase.is_empty() || words(phrase) != **phrase).copied().collect()
    }
}

// Not methods: they would be compiled anew for every length of a table.

fn longest_at_start(sorted: &[&'static str], words: &str) -> Option<&'static str> {
    let words = words.as_bytes();
    let from = sorted.partition_point(|phrase| compare_first_words(phrase.as_bytes(), words).is_lt());
    sorted[from..]
        .iter()
        .take_while(|phrase| compare_first_words(phrase.as_bytes(), words).is_eq())
        .filter(|phrase| begins_with(words, phrase.as_bytes()))
        .max_by_key(|phrase| phrase.len())
        .copied()
}

fn first_anywhere(sorted: &[&'static str], words: &str) -> Option<&'static str> {
    let starts = std::iter::once(0).chain(words.match_indices(' ').map(|(space, _)| space + 1));
    starts.map(|start| &words[start..]).find_map(|rest| longest_at_start(sorted, rest))
}

/// Number of phrases in all lists together.
pub const fn total(lists: &[&[&'static str]]) -> usize {
    let mut total = 0;
    let mut list = 0;
    while list < lists.len() {
        total += lists[list].len();
        list += 1;
    }
    total
}

/// Order of the first words alone.
fn compare_first_words(left: &[u8], right: &[u8]) -> Ordering {
    let mut at = 0;
    loop {
        let one = left.get(at).filter(|byte| **byte != b' ');
        let other = right.get(at).filter(|byte| **byte != b' ');
        match (one, other) {
            (None, None) => return Ordering::Equal,
            (one, other) if one == other => at += 1,
            (one, other) => return one.cmp(&other),
        }
    }
}

fn begins_with(words: &[u8], phrase: &[u8]) -> bool {
    words.strip_prefix(phrase).is_some_and(|rest| matches!(rest, [] | [b' ', ..]))
}

/// Order of the first words, then of the bytes: a space sorts before every letter, so equal first words are neighbours.
const fn comes_before(left: &[u8], right: &[u8]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return left[at] < right[at];
        }
        at += 1;
    }
    left.len() < right.len()
}

/// The text as a form would send it: UTF-8 in percent signs, spaces as plus signs.
pub fn encode_query(text: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut encoded = String::with_capacity(text.len() + 8);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'*' => {
                encoded.push(char::from(byte));
            }
            b' ' => encoded.push('+'),
            _ => {
                encoded.push('%');
                encoded.push(char::from(DIGITS[usize::from(byte >> 4)]));
                encoded.push(char::from(DIGITS[usize::from(byte & 15)]));
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTS: &[&[&str]] = &[&["save", "add to cart", "add"], &["sirala", "in den warenkorb"]];
    static PHRASES: Phrases<{ total(LISTS) }> = Phrases::new(LISTS);

    #[test]
    fn turkish_capitals_meet_their_small_letters() {
        assert_eq!(fold("SIRALA"), fold("sırala"));
        assert_eq!(fold("GİRİŞ"), fold("giriş"));
        assert_eq!(fold("İNDİRİM"), fold("i\u{307}ndirim"));
        assert_eq!(fold("FILTER"), "filter");
    }

    #[test]
    fn words_lose_punctuation_and_keep_letters() {
        assert_eq!(words("  Add to cart! "), "add to cart");
        assert_eq!(words("Sepete-Ekle | 57,97 TL"), "sepete ekle 57 97 tl");
        assert_eq!(words("Don’t"), "dont");
        assert_eq!(words("…"), "");
    }

    #[test]
    fn identifiers_come_apart_at_capitals_and_punctuation() {
        assert_eq!(identifier_words("sortSelect_main"), "sort select main");
        assert_eq!(identifier_words("btn--primary AddToCart"), "btn primary add to cart");
        assert_eq!(identifier_words("URLBox"), "urlbox");
    }

    #[test]
    fn a_phrase_is_found_by_whole_words_only() {
        assert_eq!(PHRASES.find_in("please add to cart now"), Some("add to cart"));
        assert_eq!(PHRASES.find_in("artikel in den warenkorb"), Some("in den warenkorb"));
        assert_eq!(PHRASES.find_in("address"), None);
        assert_eq!(PHRASES.find_in("unsave"), None);
        assert_eq!(PHRASES.find_in(""), None);
    }

    #[test]
    fn the_longest_phrase_at_the_start_wins() {
        assert_eq!(PHRASES.at_start_of("add to cart now"), Some("add to cart"));
        assert_eq!(PHRASES.at_start_of("add another"), Some("add"));
        assert_eq!(PHRASES.at_start_of("now add"), None);
    }

    #[test]
    fn a_misspelt_phrase_is_named() {
        static WRONG: Phrases<3> = Phrases::new(&[&["ok", "Save", "sırala"]]);
        assert_eq!(WRONG.misspelt(), ["Save", "sırala"]);
        assert!(PHRASES.misspelt().is_empty());
    }

    #[test]
    fn words_are_counted() {
        assert_eq!(count(""), 0);
        assert_eq!(count("one"), 1);
        assert_eq!(count("one two three"), 3);
    }

    #[test]
    fn text_is_encoded_as_a_form_does() {
        assert_eq!(encode_query("a b&c=d/é+ı"), "a+b%26c%3Dd%2F%C3%A9%2B%C4%B1");
        assert_eq!(encode_query("AZ-09_.*~"), "AZ-09_.*%7E");
    }
}
