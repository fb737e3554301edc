//! What is known about single sites, as data: URL patterns, search templates, selectors, bot-check marks.
//!
//! Everything here is pure. A pack is one `site.toml`; it cannot run code, and what it names is
//! checked when it is read, with the file, line and key of each mistake.

mod advice;
mod check;
mod css;
mod document;
mod entries;
mod matcher;
mod pack;
mod steps;
mod template;

pub use advice::{Consent, Note, SiteAdvice, Wait};
pub use check::{Condition, Evidence, Glob};
pub use css::Css;
pub use document::DocumentError;
pub use entries::{
    BotCheckRule, ConsentRule, Content, Detect, HintRule, NoteRule, SearchBox, SubmitRule, Verify, WaitRule,
};
pub use matcher::{MatchPattern, PatternError};
pub use pack::{FactValue, Lift, PackId, SitePack};
pub use steps::{Deed, Step};
pub use template::{Template, TemplateError, encode_query};

pub(crate) use document::{at_key, parse as parse_document, patterns_match};
pub(crate) use pack::MAX_PROBES;
pub(crate) use steps::{MAX_PAUSE, MAX_STEPS};
