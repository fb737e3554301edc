//! `sekme serve`: the MCP server, or a word to a person who started it without a client.

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use tokio_util::sync::CancellationToken;

use crate::cli::ServeArgs;
use crate::config::Settings;
use crate::dispatch::Dispatch;
use crate::session::Session;

/// Longest orderly end after a signal.
const LAST_RESORT: std::time::Duration = std::time::Duration::from_secs(8);

const EXPLANATION: &str = "\
sekme is an MCP server: an MCP client (LM Studio, Claude Desktop, llama.cpp, …) starts it and talks to it
over standard input and output. There is no client here, so there is nothing to do.

Put this into the client's configuration:

  {
    \"mcpServers\": {
            \"sekme\": { \"command\": \"{program}\", \"args\": [\"serve\"] }
    }
  }

To see what a model would see of a page:

    {program} try https://example.com

To speak JSON-RPC by hand: {program} serve. All flags: {program} serve --help.";

/// Serves until standard input ends. On a terminal without an explicit `serve`, explains itself instead.
pub async fn serve(args: ServeArgs, is_explicit: bool) -> anyhow::Result<ExitCode> {
    if std::io::stdin().is_terminal() && !is_explicit {
        let program = std::env::current_exe().map_or("sekme".to_owned(), |path| path.display().to_string());
        anstream::eprintln!("{}", EXPLANATION.replace("{program}", &program));
        return Ok(ExitCode::SUCCESS);
    }
    let settings = Settings::resolve(&args).context("the settings cannot be used")?;
    crate::logging::start(&settings.log);
    for warning in &settings.warnings {
        tracing::warn!("{warning}");
    }
    let session = Session::start(settings);
    let dispatch = Arc::new(Dispatch::new(session).context("the settings cannot be used")?);
    let shutdown = CancellationToken::new();
    tokio::spawn(end_on_signal(shutdown.clone()));
    let end = crate::server::serve(dispatch, tokio::io::stdin(), tokio::io::stdout(), shutdown).await;
    tracing::info!(?end, "the server ended");
    // Tokio's reader of standard input blocks a thread that nothing can interrupt; leaving by return
    // would wait for it after a signal.
    flush_and_exit()
}

#[expect(clippy::exit, reason = "the thread that reads standard input cannot be joined")]
fn flush_and_exit() -> ! {
    crate::logging::flush(std::time::Duration::from_millis(200));
    std::process::exit(0)
}

async fn end_on_signal(shutdown: CancellationToken) {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut terminate), Ok(mut interrupt), Ok(mut hangup)) =
        (signal(SignalKind::terminate()), signal(SignalKind::interrupt()), signal(SignalKind::hangup()))
    else {
        tracing::warn!("signals cannot be watched; end the server by closing its standard input");
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = hangup.recv() => {}
    }
    // Whatever holds the orderly end up (a client that reads neither answers nor logs), this ends it.
    std::thread::spawn(|| {
        std::thread::sleep(LAST_RESORT);
        flush_and_exit()
    });
    shutdown.cancel();
}
