//! `browser_status`: what runs, what is loaded, what was sent; never waits for the page.

use std::fmt::Write as _;

use crate::browser::{Browser, Mode};
use crate::error::ToolError;
use crate::plugin::{Closed, Pin, PluginStatus};
use crate::session::{Answer, Call, describe, download_words, how_to_answer, told};
use crate::snapshot::text::{cut, one_line};
use crate::snapshot::view::shown_url;

use super::arguments::Arguments;
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_status",
        title: "Show the state",
        about: "Show the state of browser, tabs, downloads and plugins. Answers at once, even while a page is stuck.",
        effect: Effect::ReadOnly,
        arguments: &[],
        example: "{}",
        out_of_band: true,
    },
    run: |call, arguments| Box::pin(run(call, arguments)),
};

/// Longest wait for plugins that are still loading.
const PLUGINS_LIMIT: std::time::Duration = std::time::Duration::from_secs(1);

/// Most tabs named: the newest.
const TABS: usize = 20;

async fn run(call: &mut Call, _arguments: Arguments) -> Result<Answer, ToolError> {
    // At the start the plugins are a moment away, and an answer without them misleads.
    call.session().plugins().ready(&call.progress().child(PLUGINS_LIMIT)).await;
    let session = call.session();
    let browser = session.browser();
    let mut text = browser_lines(browser.as_ref());
    text.push_str(&closed_lines(&session.plugins().closed()));
    text.push_str(&plugin_lines(&session.plugins().status()));
    text.push_str(&session.tally().lines());
    let _ = write!(text, "artifacts: {}", session.settings().artifact_dir.display());
    Ok(Answer::body(text))
}

fn browser_lines(browser: Option<&Browser>) -> String {
    let Some(browser) = browser else {
        return "browser: not running; browser_navigate starts it\n".to_owned();
    };
    let mut text = String::new();
    let mode = match browser.mode() {
        Mode::Managed => "managed (our own)",
        Mode::Attached => "attached (stays open when we leave)",
    };
    let pid = browser.pid().map(|pid| format!(", process {pid}")).unwrap_or_default();
    let _ = writeln!(text, "browser: {}, {mode}{pid}", one_line(browser.version()));
    for warning in browser.warnings() {
        let _ = writeln!(text, "browser warning: {}", one_line(&warning));
    }
    let tabs = browser.tabs();
    if tabs.len() > TABS {
        let _ = writeln!(text, "{} tabs, the newest are:", tabs.len());
    }
    for tab in tabs.iter().skip(tabs.len().saturating_sub(TABS)) {
        let state = if tab.crashed() { " (crashed)" } else { "" };
        let title = match cut(&one_line(&tab.title()), 60) {
            title if title.is_empty() => "(no title)".to_owned(),
            title => title,
        };
        let _ = writeln!(text, "tab {}: {title} — {}{state}", tab.id(), shown_url(&tab.url()));
        for dialog in tab.dialogs() {
            let _ = writeln!(text, "dialog: {}", told(&dialog));
        }
        if let Some(open) = tab.open_dialog() {
            let _ = writeln!(text, "dialog: {}; {}", describe(&open), how_to_answer(&open));
        }
    }
    for download in browser.downloads() {
        let _ = writeln!(text, "{}", download_words(&download));
    }
    text
}

fn closed_lines(closed: &[Closed]) -> String {
    let line = |closed: &Closed| {
        let Closed { id, code, reason, remedy } = closed;
        format!("{code}: {}: {} {remedy}\n", one_line(id), cut(&one_line(reason), 400))
    };
    closed.iter().map(line).collect()
}

fn plugin_lines(status: &PluginStatus) -> String {
    let loading = if status.loading > 0 { ", still loading the rest" } else { "" };
    let mut text =
        format!("plugins: {} loaded, {} failed{loading}\n", status.loaded.len(), status.failed.len());
    for plugin in &status.loaded {
        let unpinned = if plugin.pin == Pin::Unpinned { ", unpinned" } else { "" };
        let _ = writeln!(
            text,
            "  {} {} ({}{unpinned}): {}",
            plugin.id,
            plugin.version,
            plugin.source,
            plugin.hooks.join(", ")
        );
        if let Some(why) = &plugin.kept {
            let _ = writeln!(text, "    the version before; the new one: {}", cut(&one_line(why), 400));
        }
    }
    for disabled in &status.disabled {
        let _ = writeln!(text, "  disabled {}", cut(&one_line(disabled), 160));
    }
    for failed in &status.failed {
        let _ = writeln!(
            text,
            "  {} {}: {}",
            failed.state.as_str(),
            cut(&one_line(&failed.id_or_path), 160),
            cut(&one_line(&failed.problem), 400)
        );
    }
    for warning in &status.warnings {
        let _ = writeln!(text, "  warning: {}", one_line(warning));
    }
    text
}
