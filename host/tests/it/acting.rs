//! Acting on pages: what an element must be before it is acted on, and what is said of the action.

mod actionability;
mod awaiting;
mod clicks;
mod receipts;
