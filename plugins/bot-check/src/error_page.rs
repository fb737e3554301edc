//! Recognises pages that say that there is nothing at their address, whatever their HTTP status says.
//!
//! Such a page is no bot check; the verdict stays clear and only its kind tells. The server needs it to judge
//! whether a guessed address shows search results.

use sekme_plugin_sdk::text::words;
use sekme_plugin_sdk::{Level, Page, Verdict};

use crate::signs::contains;
use crate::vocabulary::ERROR_PAGE;

/// An error page says so at its top.
const TOP_CHARACTERS: usize = 400;

/// The verdict on an error page, or none.
pub(crate) fn detect(page: &Page) -> Option<Verdict> {
    let title = words(&page.title);
    let top: String = page.text().chars().take(TOP_CHARACTERS).collect();
    let top = words(&top);
    let phrase = ERROR_PAGE
        .iter()
        .copied()
        .flatten()
        .find(|phrase| contains(&title, phrase) || contains(&top, phrase))
        .copied();
    let evidence = match (page.http_status, phrase) {
        (404 | 410 | 500..=502 | 504, _) => format!("HTTP {}", page.http_status),
        (_, Some(phrase)) => format!("says “{phrase}” at its top"),
        (_, None) => return None,
    };
    Some(Verdict {
        level: Level::Clear,
        kind: "error-page".to_owned(),
        confidence: 80,
        evidence: vec![evidence],
    })
}
