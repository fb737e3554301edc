//! The subcommands: what `main` calls.

mod approve;
mod config_show;
mod explain;
pub mod plugin;
mod serve;
mod try_page;

pub use approve::approve;
pub use config_show::config_show;
pub use explain::explain;
pub use serve::serve;
pub use try_page::try_page;
