//! The command line: what was typed, before it means anything.

mod plugin;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches, Parser, Subcommand, ValueEnum};

pub use plugin::PluginCommand;

use crate::config::{Kind, SETTINGS, Setting};

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
    /// Allow a call that a policy wants a person's word for, once.
    Approve(ApproveArgs),
    /// Look at the settings.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Write, test, install and look after plugins and site packs.
    #[command(subcommand)]
    Plugin(PluginCommand),
}

/// What to approve.
#[derive(Debug, Args)]
pub struct ApproveArgs {
    /// The code that the call was answered with.
    pub code: String,
    /// Show what waits under the code, and approve nothing.
    #[arg(long)]
    pub show: bool,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
}

/// What to do with the settings.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print each setting and where it comes from: flag, variable, file or default.
    Show(Box<ShowArgs>),
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
    /// The 23 `browser_*` tools.
    #[default]
    Browser,
    /// Twelve of them with few arguments, for the smallest models.
    Lite,
    /// The 15 names, schemas and the layout of vew-mcp.
    Vew,
    /// Every tool there is.
    All,
}

/// Flags of `serve`, one for each setting of the table. What they mean is `config`'s matter.
#[derive(Debug, Clone, Default)]
pub struct ServeArgs(BTreeMap<&'static str, Vec<String>>);

impl ServeArgs {
    /// What was typed for a setting.
    pub fn given(&self, name: &str) -> Option<&[String]> {
        self.0.get(name).map(Vec::as_slice)
    }
}

impl Args for ServeArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        SETTINGS.iter().fold(command, |command, setting| command.arg(flag(setting)))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ServeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for setting in SETTINGS {
            if let Some(values) = matches.get_many::<String>(setting.name) {
                self.0.insert(setting.name, values.cloned().collect());
            }
        }
        Ok(())
    }
}

/// The flag of a setting. Values stay texts: wherever they come from, one place checks them.
fn flag(setting: &'static Setting) -> Arg {
    let mut help = setting.about.trim_end_matches('.').to_owned();
    if !setting.default.is_empty() {
        help = format!("{help} [default: {}]", setting.default);
    }
    help = format!("{help} [{}]", setting.variable());
    let arg = Arg::new(setting.name).long(setting.name).value_name(setting.placeholder).help(help);
    match setting.kind {
        Kind::Switch => {
            arg.num_args(0..=1).require_equals(true).default_missing_value("true").action(ArgAction::Set)
        }
        Kind::Paths => arg.action(ArgAction::Append),
        Kind::Texts(_) => arg.action(ArgAction::Append).allow_hyphen_values(true),
        Kind::Text | Kind::Choice(_) | Kind::Whole { .. } | Kind::Seconds { .. } | Kind::Path => {
            arg.action(ArgAction::Set)
        }
    }
}

/// Flags of `config show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
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
