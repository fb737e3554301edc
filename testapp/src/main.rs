//! Serves the pages for people and scripts until it is interrupted.

use std::io::Write;

use anyhow::Context;
use clap::Parser;
use sekme_testapp::{Options, Server, sites, spawn_with};

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
    /// Print one line of JSON for programs instead of the list for people.
    #[arg(long)]
    json: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let options = Options { http_port: arguments.http_port, https_port: arguments.https_port };
    let server = spawn_with(options).await?;
    if arguments.json {
        print_json(&server)?;
    } else {
        print_list(&server)?;
    }
    tokio::signal::ctrl_c().await.context("could not wait for an interrupt")
}

fn print_json(server: &Server) -> anyhow::Result<()> {
    let line = serde_json::json!({
        "http": format!("http://{}", server.http_addr()),
        "https": format!("https://{}", server.https_addr()),
        "chrome_args": server.chrome_args(),
    });
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn print_list(server: &Server) -> anyhow::Result<()> {
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
    Ok(out.flush()?)
}
