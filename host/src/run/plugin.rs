//! `sekme plugin …`: one file a verb.

pub mod build;
pub mod check;
pub mod list;
pub mod new;
pub mod record;
pub mod test;

use std::process::ExitCode;

use crate::cli::PluginCommand;

/// Does what was asked for.
pub async fn plugin(command: PluginCommand) -> anyhow::Result<ExitCode> {
    match command {
        PluginCommand::List(args) => list::list(args).await,
        PluginCommand::Check(args) => check::check(&args),
        PluginCommand::New(args) => new::new(&args),
        PluginCommand::Build(args) => build::build(&args),
        PluginCommand::Record(args) => record::record(args).await,
        PluginCommand::Test(args) => test::test(&args),
    }
}
