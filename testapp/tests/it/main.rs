//! What the pages promise, checked without a browser.

mod client;
mod scenarios;
mod searching;
mod shops;
mod transport;
