//! `sekme plugin …`: one variant a verb; what each is given is defined beside what it does.

use clap::Subcommand;

use crate::run::plugin::list::ListArgs;

/// What to do with plugins.
#[derive(Debug, Subcommand)]
pub enum PluginCommand {
    /// List plugins and packs: what is in use, what is not and why.
    List(ListArgs),
}
