//! `sekme try`: what a model would see of a page, for people.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use base64::Engine as _;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::cli::TryArgs;
use crate::config::Settings;
use crate::dispatch::Dispatch;
use crate::progress::Progress;
use crate::server::{Content, Core as _, Person, ToolAnswer};
use crate::session::Session;
use crate::snapshot::text::{FENCE, estimated_tokens};
use crate::turn::Turn;

/// Longest wait for plugins to load, so that what is wrong with one is said before the page.
const PLUGINS_LIMIT: Duration = Duration::from_secs(20);
const HEAD: Style = Style::new().bold();
const REF: Style = AnsiColor::Cyan.on_default().bold();
const PAGE_TEXT: Style = AnsiColor::BrightBlack.on_default();
const SIZE: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();

/// Opens the page, searches if asked, and prints the answers with their sizes.
pub async fn try_page(args: TryArgs) -> anyhow::Result<ExitCode> {
    let settings = Settings::resolve(&args.serve).context("the settings cannot be used")?;
    crate::logging::start(&settings.log);
    for warning in &settings.warnings {
        anstream::eprintln!("warning: {warning}");
    }
    let session = Session::start(settings);
    session.plugins().ready(&Progress::uncancelled(PLUGINS_LIMIT)).await;
    let dispatch = Dispatch::new(Arc::clone(&session)).context("the settings cannot be used")?;
    let code = show(&dispatch, &args).await;
    dispatch.shutdown().await;
    code
}

async fn show(dispatch: &Dispatch, args: &TryArgs) -> anyhow::Result<ExitCode> {
    let opened = call(dispatch, "browser_navigate", json!({"url": args.url})).await;
    if opened.is_error {
        return Ok(ExitCode::FAILURE);
    }
    let mut code = ExitCode::SUCCESS;
    if let Some(query) = &args.search {
        let view = text_of(&opened);
        let Some(field) = search_field(&view) else {
            anyhow::bail!("the view shows no field to search in; the page may open it elsewhere");
        };
        let typed = json!({"ref": field, "text": query, "submit": true});
        let searched = call(dispatch, "browser_type", typed).await;
        if searched.is_error {
            code = ExitCode::FAILURE;
        } else {
            call(dispatch, "browser_read", json!({})).await;
        }
    }
    if let Some(file) = &args.screenshot {
        save(dispatch, file).await?;
    }
    Ok(code)
}

async fn save(dispatch: &Dispatch, file: &Path) -> anyhow::Result<()> {
    let is_jpeg = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jpg"));
    let format = if is_jpeg { "jpeg" } else { "png" };
    let answer = run(dispatch, "browser_screenshot", json!({"annotate": true, "format": format})).await;
    anyhow::ensure!(!answer.is_error, "{}", text_of(&answer));
    let picture = answer.content.iter().find_map(|content| match content {
        Content::Image { base64, .. } => Some(base64),
        Content::Text(_) => None,
    });
    let bytes = base64::engine::general_purpose::STANDARD.decode(picture.context("there is no picture")?)?;
    std::fs::write(file, bytes).with_context(|| format!("{} cannot be written", file.display()))?;
    print(&format!("saved a picture with the refs drawn to {}", file.display()));
    Ok(())
}

/// Ref of the field a person would search in: the view is ranked, so it is the first one to type into.
pub(super) fn search_field(view: &str) -> Option<String> {
    let line = |roles: &[&str]| {
        view.lines().find_map(|line| {
            let mut words = line.split(' ');
            let reference =
                words.next().filter(|word| word.starts_with('e') && word[1..].parse::<u32>().is_ok())?;
            roles.contains(&words.next()?).then(|| reference.to_owned())
        })
    };
    line(&["searchbox"]).or_else(|| line(&["textbox", "combobox"])).or_else(|| line(&["button"]))
}

pub(super) async fn run(dispatch: &Dispatch, tool: &str, arguments: Value) -> ToolAnswer {
    let arguments = match arguments {
        Value::Object(arguments) => arguments,
        _ => Map::new(),
    };
    dispatch.call(tool.to_owned(), arguments, Turn::alone(), CancellationToken::new(), Person::nobody()).await
}

async fn call(dispatch: &Dispatch, tool: &str, arguments: Value) -> ToolAnswer {
    let start = Instant::now();
    let sent = arguments.to_string();
    let answer = run(dispatch, tool, arguments).await;
    let elapsed = start.elapsed().as_millis();
    let text = text_of(&answer);
    let style = if answer.is_error { BAD } else { HEAD };
    print(&format!("{style}▶ {tool} {sent}{style:#}"));
    for line in text.lines() {
        print(&coloured(line));
    }
    print(&format!(
        "{SIZE}{elapsed} ms · {} characters · about {} tokens{SIZE:#}",
        text.chars().count(),
        estimated_tokens(&text)
    ));
    if let Some(Value::Array(decisions)) = answer.meta.get("sekme/decisions") {
        for decision in decisions.iter().filter_map(Value::as_str) {
            print(&format!("{SIZE}by: {decision}{SIZE:#}"));
        }
    }
    print("");
    answer
}

fn coloured(line: &str) -> String {
    if let Some(text) = line.strip_prefix(FENCE) {
        return format!("{PAGE_TEXT}{FENCE}{text}{PAGE_TEXT:#}");
    }
    match line.split_once(' ') {
        Some((reference, rest))
            if reference.strip_prefix('e').is_some_and(|number| number.parse::<u32>().is_ok()) =>
        {
            format!("{REF}{reference}{REF:#} {rest}")
        }
        _ => line.to_owned(),
    }
}

pub(super) fn text_of(answer: &ToolAnswer) -> String {
    answer
        .content
        .iter()
        .filter_map(|content| match content {
            Content::Text(text) => Some(text.as_str()),
            Content::Image { .. } => None,
        })
        .collect::<Vec<_>>()
        .join("\n")
}

/// Prints for a person; `try` is the only subcommand that owns standard output.
fn print(line: &str) {
    anstream::println!("{line}");
}
