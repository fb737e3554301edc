//! Serves the pages for people and scripts until it is interrupted.

use std::io::Write;

use anyhow::Context;
use clap::Parser;
use sekme_testapp::{Options, sites, spawn_with};

/// Serves Sekme's test pages on 127.0.0.1 and prints how to reach them.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Port for http; 0 takes a free one.
    #[arg(long, default_value_t = 8765)]
    http_port: u16,
    /// Port for https; 0 takes a free one.
    #[arg(long, default_value_t = 8766)]
    https_port: u16,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let options = Options { http_port: arguments.http_port, https_port: arguments.https_port };
    let server = spawn_with(options).await?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "All scenarios: {}", server.url("/"))?;
    for site in sites() {
        writeln!(
            out,
            "{}: https://{}/ or {}",
            site.family,
            site.host,
            server.url(&format!("/sites/{}/", site.host))
        )?;
    }
    writeln!(out, "\nChrome with these flags and a --user-data-dir of its own finds the https addresses:")?;
    for flag in server.chrome_args() {
        writeln!(out, "  '{flag}'")?;
    }
    out.flush()?;
    drop(out);
    tokio::signal::ctrl_c().await.context("could not wait for an interrupt")
}
