//! What class, id and test id say of an element: English words of markup, the same all over the world.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use sekme_plugin_sdk::text::{Phrases, identifier_words};

use crate::vocabulary::{ACTION_HINT, CONSENT_HINT, PAGER_HINT, SORT_HINT, TOOL_HINT};

/// A set of what markup speaks of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Marks(u8);

impl Marks {
    pub(crate) const SORT: Self = Self(1);
    pub(crate) const ACTION: Self = Self(2);
    pub(crate) const TOOL: Self = Self(4);
    pub(crate) const PAGER: Self = Self(8);
    pub(crate) const CONSENT: Self = Self(16);
    pub(crate) const SEARCH: Self = Self(32);
    pub(crate) const FACET: Self = Self(64);
    pub(crate) const BUTTON: Self = Self(128);

    pub(crate) fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Parts of words count for searching, but research is not search.
    fn of(identifier: &str) -> Self {
        let words = identifier_words(identifier);
        let mut marks = Self::default();
        let is_search = |word: &str| word.contains("search") && !word.contains("research") || word == "srch";
        let one = |is_set: bool, mark: Self| if is_set { mark } else { Self::default() };
        marks.add(one(
            words.split(' ').any(is_search) || words.contains("suggestion placeholder"),
            Self::SEARCH,
        ));
        marks.add(one(words.contains("facet"), Self::FACET));
        marks.add(one(words.split(' ').any(|word| matches!(word, "btn" | "button")), Self::BUTTON));
        marks.add(one(is_in(&SORT_HINT, &words), Self::SORT));
        marks.add(one(is_in(&ACTION_HINT, &words), Self::ACTION));
        marks.add(one(is_in(&TOOL_HINT, &words), Self::TOOL));
        marks.add(one(is_in(&PAGER_HINT, &words), Self::PAGER));
        marks.add(one(is_in(&CONSENT_HINT, &words), Self::CONSENT));
        marks
    }
}

fn is_in<const N: usize>(phrases: &Phrases<N>, words: &str) -> bool {
    phrases.find_in(words).is_some()
}

/// Marks by the text they were read from: most elements of a page share theirs with others.
#[derive(Debug, Default)]
pub(crate) struct Known<'a>(HashMap<&'a str, Marks, BuildHasherDefault<Fnv>>);

impl<'a> Known<'a> {
    pub(crate) fn marks(&mut self, identifier: &'a str) -> Marks {
        *self.0.entry(identifier).or_insert_with(|| Marks::of(identifier))
    }
}

/// FNV-1a. Its keys are short and come from one page, for which one call is all there is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    /// Eight bytes at a time; the rotation brings the high bits down to where the next ones are mixed in.
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            self.mix(u64::from_le_bytes(*eight));
        }
        for byte in rest {
            self.mix(u64::from(*byte));
        }
    }
}

impl Fnv {
    fn mix(&mut self, bits: u64) {
        self.0 = (self.0 ^ bits).wrapping_mul(0x100_0000_01b3).rotate_left(29);
    }

    /// One number for a text.
    pub(crate) fn of(text: &str) -> u64 {
        let mut hash = Self::default();
        hash.write(text.as_bytes());
        hash.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_words_of_identifiers() {
        assert!(Marks::of("headerSearchBtn").has(Marks::SEARCH));
        assert!(!Marks::of("research-papers").has(Marks::SEARCH));
        assert!(Marks::of("product__add-to-cart btn").has(Marks::ACTION));
        assert!(Marks::of("js-cookie-accept").has(Marks::CONSENT));
        assert_eq!(Marks::of("text-sm px-4 py-2"), Marks::default());
        assert_eq!(Marks::of(""), Marks::default());
    }

    #[test]
    fn what_was_read_once_is_known() {
        let mut known = Known::default();
        assert_eq!(known.marks("cart-icon"), known.marks("cart-icon"));
        assert!(known.marks("cart-icon").has(Marks::TOOL));
    }
}
