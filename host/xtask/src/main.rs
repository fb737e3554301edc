//! Tasks of this repository: `cargo xtask` lists them.

mod arguments;
mod clients;
mod components;
mod console;
mod mcp;
mod needs;
mod platform;
mod report;
mod server;
mod steps;
mod tally;
mod tasks;
mod testapp;
mod tokens;
mod transcript;
mod view;
mod walkthrough;
mod workspace;

use std::process::ExitCode;

use arguments::{Arguments, UsageError};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(name) = words.next() else {
        console::line(&tasks::list());
        return ExitCode::SUCCESS;
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        console::line(&tasks::list());
        return ExitCode::SUCCESS;
    }
    let Some(task) = tasks::find(&name) else {
        console::note(&tasks::unknown(&name));
        return ExitCode::from(2);
    };
    let arguments = Arguments::new(words.collect());
    if arguments.asks_for_help() {
        console::line(&task.help());
        return ExitCode::SUCCESS;
    }
    match (task.run)(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            console::error(&error);
            if error.is::<UsageError>() {
                console::note(&format!("\n{}", task.help()));
                return ExitCode::from(2);
            }
            ExitCode::FAILURE
        }
    }
}
