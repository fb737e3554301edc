//! `sekme plugin …`: one file a verb.

pub mod accept;
pub mod build;
pub mod check;
pub mod disable;
pub mod enable;
pub mod explain;
pub mod info;
pub mod install;
pub mod list;
pub mod new;
pub mod record;
pub mod remove;
pub mod test;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::cli::{PluginCommand, ServeArgs};
use crate::config::Settings;
use crate::plugin::{Grant, Installed, PluginHost, PluginOptions, Registry, Toggled};
use crate::progress::Progress;

/// Longest wait for plugins to load.
const LOAD_LIMIT: Duration = Duration::from_mins(1);

/// Does what was asked for.
pub async fn plugin(command: PluginCommand) -> anyhow::Result<ExitCode> {
    match command {
        PluginCommand::List(args) => list::list(args).await,
        PluginCommand::Check(args) => check::check(&args),
        PluginCommand::New(args) => new::new(&args),
        PluginCommand::Build(args) => build::build(&args),
        PluginCommand::Record(args) => record::record(args).await,
        PluginCommand::Test(args) => test::test(&args),
        PluginCommand::Info(args) => info::info(args).await,
        PluginCommand::Explain(args) => explain::explain(args).await,
        PluginCommand::Install(args) => install::install(&args),
        PluginCommand::Accept(args) => accept::accept(&args),
        PluginCommand::Enable(args) => enable::enable(&args),
        PluginCommand::Disable(args) => disable::disable(&args),
        PluginCommand::Remove(args) => remove::remove(&args),
        PluginCommand::CompileChild => Ok(ExitCode::from(crate::plugin::compile_child())),
    }
}

/// One plugin or pack, of the user's or of the organisation's.
#[derive(Debug, Args)]
pub struct Chosen {
    /// The plugin or pack.
    pub id: String,
    /// It is in the organisation's folder.
    #[arg(long)]
    pub org: bool,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

impl Chosen {
    fn registry(&self) -> anyhow::Result<Registry> {
        registry(&self.serve, self.org)
    }

    /// Switches it and says whether that changed anything.
    fn switch(&self, enabled: bool) -> anyhow::Result<ExitCode> {
        let changed = self.registry()?.set_enabled(&self.id, enabled)? == Toggled::Changed;
        if self.json {
            anstream::println!("{}", json!({ "id": self.id, "enabled": enabled, "changed": changed }));
        } else {
            let state = if enabled { "on" } else { "off" };
            anstream::println!("{} is {state}{}", self.id, if changed { " now" } else { " already" });
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What can be granted on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GrantArg {
    /// Values of form controls, never passwords.
    PageValues,
    /// A small memory of its own that ends with the server.
    Kv,
    /// The budget of a guest written in JavaScript or Python.
    Large,
}

impl From<GrantArg> for Grant {
    fn from(grant: GrantArg) -> Self {
        match grant {
            GrantArg::PageValues => Self::PageValues,
            GrantArg::Kv => Self::Kv,
            GrantArg::Large => Self::Large,
        }
    }
}

/// Where plugins are, by the settings; these commands look once and do not watch.
fn options(args: &ServeArgs) -> anyhow::Result<PluginOptions> {
    let settings = Settings::resolve(args).context("the settings cannot be used")?;
    crate::logging::start(&settings.log);
    Ok(PluginOptions { watch: false, ..settings.plugins })
}

/// The user's plugins, or the organisation's.
fn registry(args: &ServeArgs, organisation: bool) -> anyhow::Result<Registry> {
    Ok(Registry::open(options(args)?, organisation)?)
}

/// Loads everything as the server would.
async fn host(options: PluginOptions) -> PluginHost {
    let host = PluginHost::start(options);
    host.ready(&Progress::uncancelled(LOAD_LIMIT)).await;
    host
}

fn words<T: ToString>(things: &[T]) -> String {
    things.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// ` 1.2.3`, or nothing for what has no version.
fn version(version: &str) -> String {
    if version.is_empty() { String::new() } else { format!(" {version}") }
}

/// What something got, for people.
fn print_given(installed: &Installed) {
    anstream::println!("  answers: {}", words(&installed.hooks));
    anstream::println!(
        "  pages:   {}",
        if installed.hosts.is_empty() { "all".to_owned() } else { words(&installed.hosts) }
    );
    if !installed.granted.is_empty() {
        anstream::println!("  has:     {}", words(&installed.granted));
    }
    if !installed.refused.is_empty() {
        anstream::println!(
            "  has not: {} (it asks for that; --grant {} gives it)",
            words(&installed.refused),
            installed.refused.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
        );
    }
}

fn given_json(installed: &Installed) -> Value {
    json!({
        "id": installed.id, "version": installed.version, "replaced": installed.replaced,
        "folder": installed.folder, "hooks": installed.hooks, "hosts": installed.hosts,
        "granted": installed.granted, "refused": installed.refused,
    })
}
