//! Questions that hooks ask of a page and its elements.

use crate::{Element, ElementFlags, FactValue, Page};

impl Page {
    /// Value of a key of `extra`.
    pub fn extra(&self, key: &str) -> Option<&str> {
        lookup(&self.extra, key)
    }

    /// First 3,000 characters of the visible text, or nothing.
    pub fn text(&self) -> &str {
        self.extra("text").unwrap_or_default()
    }

    /// The answer to a probe of the manifest.
    pub fn fact(&self, probe: &str) -> Option<&FactValue> {
        self.facts.iter().find(|fact| fact.probe == probe).map(|fact| &fact.value)
    }

    /// Accessible name of the open modal dialog (`1` when it has none), if there is one.
    pub fn modal(&self) -> Option<&str> {
        self.extra("modal").filter(|name| !name.is_empty())
    }
}

impl Element {
    /// Value of a key of `extra`.
    pub fn extra(&self, key: &str) -> Option<&str> {
        lookup(&self.extra, key)
    }

    /// Whether a key of `extra` that says yes or no says yes.
    pub fn is(&self, key: &str) -> bool {
        self.extra(key) == Some("1")
    }

    /// Whether all of these states are set.
    pub fn has(&self, flags: ElementFlags) -> bool {
        self.state.contains(flags)
    }

    /// Area of its box in square CSS pixels; 0 without a box.
    pub fn area(&self) -> u64 {
        self.bounds.map_or(0, |bounds| u64::from(bounds.w) * u64::from(bounds.h))
    }
}

fn lookup<'a>(extras: &'a [(String, String)], key: &str) -> Option<&'a str> {
    extras.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}
