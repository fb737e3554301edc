//! The command line: what was typed, before it means anything.

use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// A browser for language models that run on your own machine: an MCP server that owns Chrome.
#[derive(Debug, Parser)]
#[command(name = "sekme", version, about, propagate_version = true, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// What to do; without one, `serve`.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Flags of `serve`, so that `sekme --headless` works too.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve MCP on standard input and output (the default).
    Serve(Box<ServeArgs>),
    /// Show a person what a model would see of a page.
    Try(Box<TryArgs>),
    /// Show a person why each element of a page stands where it stands.
    Explain(Box<ExplainArgs>),
}

/// What a model is taken to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Intent {
    /// Look around and act.
    Browse,
    /// Search.
    Search,
    /// Read.
    Read,
}

impl Intent {
    /// The word that rankers are given.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Browse => "browse",
            Self::Search => "search",
            Self::Read => "read",
        }
    }
}

/// Who starts Chrome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Mode {
    /// Start a Chrome of our own with a profile of its own.
    Managed,
    /// Attach to a Chrome that runs already (`--port` or `--cdp-url`), and never close it.
    Existing,
    /// Attach when `--cdp-url` or an open `--port` is there, start one otherwise.
    #[default]
    Auto,
}

/// Which set of tools is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Surface {
    /// The `browser_*` tools.
    #[default]
    Browser,
}

/// Flags of `serve`; each has its `SEKME_*` variable.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// Who starts Chrome.
    #[arg(long, env = "SEKME_MODE", value_enum, default_value_t)]
    pub mode: Mode,
    /// DevTools port: the one to attach to, or to open on a Chrome of our own.
    #[arg(long, env = "SEKME_PORT", value_name = "N")]
    pub port: Option<u16>,
    /// DevTools endpoint to attach to: `http://127.0.0.1:9222` or a `ws://` URL.
    #[arg(long, env = "SEKME_CDP_URL", value_name = "URL")]
    pub cdp_url: Option<String>,
    /// Run Chrome without a window (the default where there is no display).
    #[arg(long, env = "SEKME_HEADLESS", value_parser = BoolishValueParser::new(), conflicts_with = "headed", num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    pub headless: Option<bool>,
    /// Run Chrome with a window.
    #[arg(long, env = "SEKME_HEADED", value_parser = BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", require_equals = true, value_name = "BOOL")]
    pub headed: Option<bool>,
    /// Profile folder of our own Chrome.
    #[arg(long, env = "SEKME_PROFILE_DIR", value_name = "DIR")]
    pub profile_dir: Option<PathBuf>,
    /// Chrome or Chromium program to start.
    #[arg(long, env = "SEKME_CHROME", value_name = "PATH")]
    pub chrome: Option<PathBuf>,
    /// One more argument for Chrome (repeatable; several in the variable are separated by line breaks).
    #[arg(
        long = "chrome-arg",
        env = "SEKME_CHROME_ARG",
        value_name = "ARG",
        value_delimiter = '\n',
        allow_hyphen_values = true
    )]
    pub chrome_args: Vec<String>,
    /// Leave Chrome running when the server ends; it is found again by its `--port`.
    #[arg(long, env = "SEKME_KEEP_OPEN", value_parser = BoolishValueParser::new(), num_args = 0..=1, default_missing_value = "true", default_value_t = false, require_equals = true, action = clap::ArgAction::Set, value_name = "BOOL")]
    pub keep_open: bool,
    /// Folder with plugins or site packs, or one such folder (repeatable; `:` separates in the variable).
    #[arg(long = "plugins", env = "SEKME_PLUGINS", value_name = "DIR", value_delimiter = ':')]
    pub plugins: Vec<PathBuf>,
    /// Leave out one bundled plugin or site pack by its id (repeatable; `,` separates in the variable).
    #[arg(long = "no-bundled", env = "SEKME_NO_BUNDLED", value_name = "NAME", value_delimiter = ',')]
    pub no_bundled: Vec<String>,
    /// Which set of tools is offered.
    #[arg(long = "tools", env = "SEKME_TOOLS", value_enum, default_value_t, value_name = "SURFACE")]
    pub tools: Surface,
    /// Elements in a view (1–500); 20–40 suits small models.
    #[arg(long, env = "SEKME_MAX_ELEMENTS", value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub max_elements: u16,
    /// Characters of the element lines in a view (200–60000); what does not fit is paged.
    #[arg(long, env = "SEKME_VIEW_CHARS", value_name = "N", default_value_t = 6_000, value_parser = clap::value_parser!(u16).range(200..=60_000))]
    pub view_chars: u16,
    /// Characters of page text in a view (0–50000).
    #[arg(long, env = "SEKME_TEXT_BUDGET", value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u16).range(0..=50_000))]
    pub text_budget: u16,
    /// Folder for audit records, screenshots, downloads and Chrome profiles.
    #[arg(long, env = "SEKME_ARTIFACT_DIR", value_name = "DIR")]
    pub artifact_dir: Option<PathBuf>,
    /// Seconds to wait for a bot check to clear; 0 does not wait.
    #[arg(long, env = "SEKME_CHALLENGE_WAIT", value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u16).range(0..=600))]
    pub challenge_wait: u16,
    /// What to log to standard error, for example `info` or `sekme=debug`.
    #[arg(long, env = "SEKME_LOG", value_name = "FILTER", default_value = "warn")]
    pub log: String,
}

/// Flags of `try`.
#[derive(Debug, Args)]
pub struct TryArgs {
    /// Page to open.
    pub url: String,
    /// Text to search for on that page, as `browser_type` with `submit` would.
    #[arg(long, value_name = "TEXT")]
    pub search: Option<String>,
    /// Save a screenshot with the refs drawn.
    #[arg(long, value_name = "FILE")]
    pub screenshot: Option<PathBuf>,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Flags of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Page to open.
    pub url: String,
    /// Rank as for a search for this text.
    #[arg(long, value_name = "TEXT")]
    pub query: Option<String>,
    /// What the model is taken to do; `search` with `--query`, else `browse`.
    #[arg(long, value_enum)]
    pub intent: Option<Intent>,
    /// Elements to list.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub max: usize,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}
