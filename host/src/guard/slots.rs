//! What of a page a call changed, part by part, so that a clock on the page is told from the effect of a call.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher as _};

/// A call that changed more parts than this did something.
const FEW: usize = 6;

/// The parts of a page by their place: its address, its title, each line of text, each element.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slots(HashMap<u64, u64>);

/// The parts in which two looks differ.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Changed {
    /// Too many to be a clock, or not known.
    #[default]
    Much,
    /// Only these; none where nothing changed.
    Little(BTreeSet<u64>),
}

impl Slots {
    /// Notes what stands in a place.
    pub fn put(&mut self, place: impl Hash, holds: impl Hash) {
        self.0.insert(hash(place), hash(holds));
    }

    /// The places that hold something else in `now`.
    pub fn differences(&self, now: &Self) -> BTreeSet<u64> {
        let gone = self.0.keys().filter(|place| !now.0.contains_key(place));
        let other = now.0.iter().filter(|(place, holds)| self.0.get(place) != Some(holds));
        gone.chain(other.map(|(place, _)| place)).copied().collect()
    }

    /// The same, as far as it is little.
    pub fn changed(&self, now: &Self) -> Changed {
        let places = self.differences(now);
        if places.len() > FEW { Changed::Much } else { Changed::Little(places) }
    }
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}
