//! The ranker's share of a look, on pages of many elements.
