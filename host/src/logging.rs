//! Logging to standard error; standard output belongs to the protocol.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// Starts logging. A filter that does not parse is replaced by `warn`, and said.
pub fn start(filter: &str) {
    // What is said of the engine comes last and so wins, unless the filter asks for it.
    let engine = crate::server::LOG_DIRECTIVE;
    let is_asked = engine.split('=').next().is_some_and(|name| filter.contains(name));
    let filter = if is_asked { filter.to_owned() } else { format!("{filter},{engine}") };
    let (filter, problem) = match EnvFilter::try_new(filter) {
        Ok(parsed) => (parsed, None),
        Err(error) => (EnvFilter::new("warn"), Some(error)),
    };
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .try_init();
    if let (Ok(()), Some(error)) = (started, problem) {
        tracing::warn!(%error, "the log filter does not parse; logging warnings only");
    }
}
