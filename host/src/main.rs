//! The `sekme` program: reads the command line, starts logging, calls the library.

use std::process::ExitCode;

use clap::Parser as _;
use sekme::cli::{Cli, Command, ConfigCommand};

fn main() -> ExitCode {
    sekme::memory::share_one_arena();
    run()
}

#[tokio::main]
async fn run() -> ExitCode {
    let cli = Cli::parse();
    let outcome = match cli.command {
        Some(Command::Try(args)) => sekme::run::try_page(*args).await,
        Some(Command::Explain(args)) => sekme::run::explain(*args).await,
        Some(Command::Approve(args)) => sekme::run::approve(&args),
        Some(Command::Config(ConfigCommand::Show(args))) => sekme::run::config_show(&args),
        Some(Command::Plugin(command)) => sekme::run::plugin::plugin(command).await,
        Some(Command::Serve(args)) => sekme::run::serve(*args, true).await,
        None => sekme::run::serve(cli.serve, false).await,
    };
    let code = outcome.unwrap_or_else(|error| {
        anstream::eprintln!("error: {error:#}");
        ExitCode::from(2)
    });
    sekme::logging::flush(std::time::Duration::from_millis(200));
    code
}
