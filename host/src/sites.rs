//! What is known about single sites, as data: URL patterns, search templates, selectors, bot-check marks.
//!
//! Everything here is pure. A pack is one `site.toml`; it cannot run code, and what it names is
//! checked when it is read, with the file, line and key of each mistake.

mod check;
mod document;
mod matcher;
mod pack;
mod template;

pub use check::{Condition, Evidence, Glob};
pub use document::DocumentError;
pub use matcher::{MatchPattern, PatternError};
pub use pack::{
    BotCheckRule, Content, Css, FactValue, PackId, Probe, ProbeRead, SearchBox, SiteAdvice, SitePack,
    SubmitRule, Verify,
};
pub use template::{Template, TemplateError, encode_query};

pub(crate) use document::{at_key, parse as parse_document, patterns_match};
pub(crate) use pack::MAX_PROBES;
