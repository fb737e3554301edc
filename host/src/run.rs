//! The subcommands: what `main` calls.

mod serve;
mod try_page;

pub use serve::serve;
pub use try_page::try_page;
