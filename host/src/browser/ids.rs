//! Names of tabs, frames and documents.

use std::fmt;
use std::sync::Arc;

/// A tab of this browser, shown as `t1`. Never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabId(pub(super) u32);

impl fmt::Display for TabId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl std::str::FromStr for TabId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.strip_prefix('t').unwrap_or(text).parse().map(Self)
    }
}

/// A frame, by Chrome's own id: it survives navigations and moves between processes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(pub(super) Arc<str>);

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A committed document in a frame. A reloaded one gets a new id; one that comes back from the back/forward cache
/// keeps its own, because its nodes are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(pub(super) u64);

impl fmt::Display for DocumentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

#[cfg(test)]
impl From<&str> for FrameId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

#[cfg(test)]
impl From<u64> for DocumentId {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_id_reads_back_what_it_shows() {
        assert_eq!(TabId(7).to_string().parse(), Ok(TabId(7)));
        assert_eq!("3".parse(), Ok(TabId(3)));
        assert!("tab".parse::<TabId>().is_err());
    }
}
