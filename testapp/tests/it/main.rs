//! What the pages promise, checked without a browser.

mod client;
mod shops;
mod transport;
