//! The subcommands: what `main` calls.

mod config_show;
mod explain;
pub mod plugin;
mod serve;
mod try_page;

pub use config_show::config_show;
pub use explain::explain;
pub use serve::serve;
pub use try_page::try_page;
