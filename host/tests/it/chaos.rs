//! Nothing hangs: pages that fight the browser, and a Chrome that is lost, page by page and at random.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod kills;
mod recovery;
mod stuck;
mod table;
