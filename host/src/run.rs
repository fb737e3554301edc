//! The subcommands: what `main` calls.

mod explain;
mod serve;
mod try_page;

pub use explain::explain;
pub use serve::serve;
pub use try_page::try_page;
