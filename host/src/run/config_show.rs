//! `sekme config show`: every setting, and who said what it is.

use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use anyhow::Context as _;
use serde_json::{Map, Value, json};

use crate::browser::DialogRule;
use crate::cli::ShowArgs;
use crate::config::{SETTINGS, Settings, Source};
use crate::surface::Surface;

const SET: Style = Style::new().bold();
const SOURCE: Style = AnsiColor::BrightBlack.on_default();

/// Prints each setting with its source. Settings that depend on others show what they come to.
pub fn config_show(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let settings = Settings::resolve(&args.serve).context("the settings cannot be used")?;
    Surface::new(settings.tools, &settings.with).context("the settings cannot be used")?;
    for warning in &settings.warnings {
        anstream::eprintln!("warning: {warning}");
    }
    if args.json {
        let all: Map<String, Value> = SETTINGS
            .iter()
            .map(|setting| {
                let (value, source) = shown(&settings, setting.name);
                (setting.key(), json!({"value": value, "source": source.to_string()}))
            })
            .collect();
        anstream::println!("{}", serde_json::to_string_pretty(&all)?);
        return Ok(ExitCode::SUCCESS);
    }
    for setting in SETTINGS {
        let (value, source) = shown(&settings, setting.name);
        let style = if source == Source::Default { Style::new() } else { SET };
        let value = match value {
            Value::Null => "(none)".to_owned(),
            Value::String(text) => text,
            other => other.to_string(),
        };
        anstream::println!("{style}{:<15} {value}{style:#}  {SOURCE}{source}{SOURCE:#}", setting.key());
    }
    Ok(ExitCode::SUCCESS)
}

/// The value in force: as it was given, or what it follows from where nobody gave it.
fn shown(settings: &Settings, name: &str) -> (Value, Source) {
    let launch = &settings.launch;
    let path = |path: &std::path::Path| json!(path.display().to_string());
    let raw = settings.given.raw(name);
    let source = raw.map_or(Source::Default, |(_, source)| source.clone());
    let value = match name {
        "mode" => json!(match settings.mode {
            crate::cli::Mode::Managed => "managed",
            crate::cli::Mode::Existing => "existing",
            crate::cli::Mode::Auto => "auto",
        }),
        "dialogs" => json!(match settings.dialogs {
            Some(DialogRule::Accept) => "accept",
            Some(DialogRule::Dismiss) => "dismiss",
            Some(DialogRule::Ask) => "ask",
            None => match settings.mode {
                crate::cli::Mode::Managed => "accept",
                crate::cli::Mode::Existing => "dismiss",
                crate::cli::Mode::Auto => "accept in our own Chrome, dismiss in an attached one",
            },
        }),
        "headless" => json!(launch.headless),
        "headed" => json!(!launch.headless),
        "keep-open" => json!(launch.keep_open),
        "allow-data" => json!(settings.allow_data),
        "allow-file" => json!(settings.allow_file),
        "profile-dir" => path(&launch.profile_dir),
        "download-dir" => path(&launch.download_dir),
        "screenshot-dir" => path(&settings.screenshot_dir),
        "artifact-dir" => path(&settings.artifact_dir),
        "upload-dir" => json!(settings.upload_dirs),
        _ => match raw {
            None => Value::Null,
            Some((values, _)) if crate::config::is_list(name) => json!(values),
            Some((values, _)) => json!(values.join(" ")),
        },
    };
    (value, source)
}
