//! What the pack of hepsiburada.com beside this crate cannot say: addresses are rewritten by rule, and the content is
//! looked for in another way where the selectors of the pack find nothing.
//!
//! Nobody has seen it work on the live site yet.

mod address;
mod bindings;
mod layout;

use bindings::exports::sekme::plugin::{quirk_after, quirk_before};
use bindings::sekme::plugin::types::{Context, FactValue, Page};

/// The component.
#[derive(Debug)]
pub struct Hepsiburada;

impl quirk_before::Guest for Hepsiburada {
    fn before_navigate(_: Context, url: String) -> Result<quirk_before::Advice, String> {
        Ok(quirk_before::Advice { url: address::canonical(&url), wait: Vec::new() })
    }
}

impl quirk_after::Guest for Hepsiburada {
    fn after_navigate(_: Context, view: Page) -> Result<quirk_after::Advice, String> {
        let count = |probe: &str| match view.facts.iter().find(|fact| fact.probe == probe)?.value {
            FactValue::Count(count) => Some(count),
            FactValue::Absent | FactValue::Text(_) => None,
        };
        let seen = layout::Seen {
            list: count("list").unwrap_or(0),
            listed: count("listed").unwrap_or(0),
            product: count("product").unwrap_or(0),
        };
        Ok(quirk_after::Advice {
            main_content: layout::content(&view.url, seen).iter().map(|css| (*css).to_owned()).collect(),
            ignore: Vec::new(),
            consent: Vec::new(),
            search: None,
            notes: Vec::new(),
        })
    }
}
