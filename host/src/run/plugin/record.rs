//! `sekme plugin record`: makes a test case of a real call. The only verb that opens Chrome.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anstream::println;
use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::json;

use crate::cli::ServeArgs;
use crate::config::Settings;
use crate::dispatch::Dispatch;
use crate::plugin::HookKind;
use crate::plugin::author::{self, Record};
use crate::progress::Progress;
use crate::run::try_page::{run, search_field, text_of};
use crate::server::Core as _;
use crate::session::Session;

/// Longest wait for plugins to load; one made from Python may have to be compiled.
const PLUGINS_LIMIT: Duration = Duration::from_mins(2);

/// Flags of `plugin record`.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// Page to open.
    pub url: String,
    /// The hook whose call is recorded.
    #[arg(long, value_parser = super::new::hook)]
    pub hook: HookKind,
    /// Folder of the case, `<plugin>/fixtures/<case>`.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Folder of the plugin; else that in which `fixtures` stands.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Text to search for on that page.
    #[arg(long, value_name = "TEXT")]
    pub search: Option<String>,
    /// Print JSON instead.
    #[arg(long)]
    pub json: bool,
    /// Flags of the server.
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Opens the page as the server would and prints what was kept of the call.
pub async fn record(args: RecordArgs) -> anyhow::Result<ExitCode> {
    let folder = match &args.dir {
        Some(folder) => folder.clone(),
        None => plugin_of(&args.output)?,
    };
    let plugin = author::id_of_component(&folder)?;
    let mut settings = Settings::resolve(&args.serve).context("the settings cannot be used")?;
    crate::logging::start(&settings.log);
    settings.plugins.dirs.push(folder.clone());
    settings.plugins.record = Some(Record::One { case: args.output.clone(), plugin, hook: args.hook });
    let session = Session::start(settings);
    session.plugins().ready(&Progress::uncancelled(PLUGINS_LIMIT)).await;
    let dispatch = Dispatch::new(Arc::clone(&session)).context("the settings cannot be used")?;
    let visited = visit(&dispatch, &args).await;
    let said = session.plugins().recorded().await;
    let status = session.plugins().status();
    dispatch.shutdown().await;
    visited?;
    let kept = said.iter().rev().find_map(|said| said.as_ref().ok());
    let reasons: Vec<&String> = said.iter().filter_map(|said| said.as_ref().err()).collect();
    if args.json {
        println!("{}", json!({ "kept": kept, "problems": reasons }));
    } else if let Some(kept) = kept {
        println!("{kept}");
    }
    if kept.is_some() {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(reason) = reasons.first() {
        bail!("nothing was recorded: {reason}");
    }
    if let Some(failed) = status.failed.first() {
        bail!("nothing was recorded: {}: {}", failed.id_or_path, failed.problem);
    }
    bail!("nothing was recorded: `{}` was not asked; its `urls` may not cover {}", args.hook, args.url)
}

async fn visit(dispatch: &Dispatch, args: &RecordArgs) -> anyhow::Result<()> {
    let opened = run(dispatch, "browser_navigate", json!({ "url": args.url })).await;
    if opened.is_error {
        bail!("{}", text_of(&opened));
    }
    if let Some(query) = &args.search {
        let Some(field) = search_field(&text_of(&opened)) else {
            bail!("the view shows no field to search in; the page may open it elsewhere");
        };
        let typed = json!({ "ref": field, "text": query, "submit": true });
        let searched = run(dispatch, "browser_type", typed).await;
        if searched.is_error {
            anstream::eprintln!("{}", text_of(&searched));
        }
    }
    Ok(())
}

/// The folder in which the `fixtures` of a case stand.
fn plugin_of(case: &Path) -> anyhow::Result<PathBuf> {
    let case = std::path::absolute(case)?;
    let fixtures = case.parent().filter(|parent| parent.ends_with("fixtures"));
    let plugin = fixtures.and_then(Path::parent).map(Path::to_owned);
    plugin.with_context(|| {
        format!("{} is not below a folder fixtures/; name the plugin with --dir", case.display())
    })
}
