//! The servers: how each is started, and how it says and is told the same steps.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::needs::node::Node;

/// What starting a server takes.
#[derive(Debug)]
pub(super) struct Tools<'a> {
    pub(super) sekme: &'a Path,
    pub(super) chrome: &'a Path,
    pub(super) node: &'a Node,
    /// The `node_modules` of the others.
    pub(super) packages: &'a Path,
    /// For profiles, logs and caches; gone after the run.
    pub(super) folder: &'a Path,
}

/// A server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Sekme,
    Playwright,
    DevTools,
    AgentBrowser,
}

/// A tool and its arguments.
pub(super) type Call = (&'static str, Value);

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Sekme, Self::Playwright, Self::DevTools, Self::AgentBrowser];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Sekme => "sekme",
            Self::Playwright => "@playwright/mcp",
            Self::DevTools => "chrome-devtools-mcp",
            Self::AgentBrowser => "agent-browser",
        }
    }

    /// Without it there is nothing to compare.
    pub(super) fn is_needed(self) -> bool {
        matches!(self, Self::Sekme | Self::Playwright)
    }

    /// How it is started; its folder is the working folder, since some write files there.
    pub(super) fn command(self, tools: &Tools<'_>) -> Command {
        let folder = tools.own(self.name());
        let mut command = match self {
            Self::Sekme => {
                let mut command = Command::new(tools.sekme);
                command.args(["serve", "--headless", "--chrome"]).arg(tools.chrome);
                command.arg("--artifact-dir").arg(folder.join("artifacts"));
                command
            }
            Self::Playwright => {
                let mut command = tools.node.node();
                command.arg(tools.script("@playwright/mcp/cli.js"));
                command.args(["--headless", "--isolated", "--no-sandbox", "--executable-path"]);
                command.arg(tools.chrome);
                command
            }
            Self::DevTools => {
                let mut command = tools.node.node();
                command.arg(tools.script("chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"));
                command.args(["--headless", "--isolated", "--chromeArg=--no-sandbox"]);
                command.args(["--no-usage-statistics", "--no-performance-crux", "--executablePath"]);
                command.arg(tools.chrome);
                command
            }
            Self::AgentBrowser => {
                // As its package starts it; what the program inside takes alone is a remark.
                let mut command = tools.node.node();
                command.arg(tools.script("agent-browser/bin/agent-browser.js")).arg("mcp");
                command.env("AGENT_BROWSER_EXECUTABLE_PATH", tools.chrome);
                command.env("AGENT_BROWSER_ARGS", "--no-sandbox");
                command.env("AGENT_BROWSER_SESSION", format!("compare-{}", std::process::id()));
                command
            }
        };
        // Best effort: where it cannot be made, starting fails with the same reason.
        let _ = std::fs::create_dir_all(&folder);
        command.current_dir(folder);
        command
    }

    pub(super) fn navigate(self, url: &str) -> Vec<Call> {
        match self {
            Self::Sekme | Self::Playwright => vec![("browser_navigate", json!({"url": url}))],
            Self::DevTools => vec![("navigate_page", json!({"pageId": 1, "url": url}))],
            Self::AgentBrowser => vec![("agent_browser_open", json!({"url": url}))],
        }
    }

    pub(super) fn snapshot(self) -> Call {
        match self {
            Self::Sekme => ("browser_snapshot", json!({"full": true})),
            Self::Playwright => ("browser_snapshot", json!({})),
            Self::DevTools => ("take_snapshot", json!({"pageId": 1})),
            Self::AgentBrowser => ("agent_browser_snapshot", json!({})),
        }
    }

    /// What must be called after an action to see the page; nothing where the action answers with it.
    pub(super) fn view(self) -> Option<Call> {
        (self != Self::Sekme).then(|| self.snapshot())
    }

    pub(super) fn click(self, reference: &str) -> Vec<Call> {
        match self {
            Self::Sekme => vec![("browser_click", json!({"ref": reference}))],
            Self::Playwright => vec![("browser_click", json!({"target": reference}))],
            Self::DevTools => vec![("click", json!({"pageId": 1, "uid": reference}))],
            Self::AgentBrowser => {
                vec![("agent_browser_click", json!({"selector": format!("@{reference}")}))]
            }
        }
    }

    pub(super) fn type_and_submit(self, reference: &str, text: &str) -> Vec<Call> {
        match self {
            Self::Sekme => {
                vec![("browser_type", json!({"ref": reference, "text": text, "submit": true}))]
            }
            Self::Playwright => {
                vec![("browser_type", json!({"target": reference, "text": text, "submit": true}))]
            }
            Self::DevTools => vec![
                ("fill", json!({"pageId": 1, "uid": reference, "value": text})),
                ("press_key", json!({"pageId": 1, "key": "Enter"})),
            ],
            Self::AgentBrowser => vec![
                ("agent_browser_fill", json!({"selector": format!("@{reference}"), "text": text})),
                ("agent_browser_press", json!({"key": "Enter"})),
                // It answers before the new page comes.
                ("agent_browser_wait_for_text", json!({"text": "Results for"})),
            ],
        }
    }

    /// What must be said before the input closes, so that no browser stays.
    pub(super) fn farewell(self) -> Option<Call> {
        (self == Self::AgentBrowser).then(|| ("agent_browser_close", json!({})))
    }

    /// The handle of the first element with that role and name in a view.
    pub(super) fn reference(self, view: &str, role: &str, name: &str) -> Option<String> {
        let wanted = format!("{role} \"{name}\"");
        let line = view.lines().find(|line| line.contains(&wanted))?.trim_start();
        match self {
            Self::Sekme => line.split(' ').next().map(str::to_owned),
            Self::DevTools => line.strip_prefix("uid=")?.split(' ').next().map(str::to_owned),
            Self::Playwright | Self::AgentBrowser => {
                line.split_once("ref=")?.1.split([']', ',', ' ']).next().map(str::to_owned)
            }
        }
    }
}

/// The program that agent-browser's package starts.
pub(super) fn agent_alone(tools: &Tools<'_>) -> Command {
    let processor = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let system = if cfg!(target_os = "macos") { "darwin" } else { "linux" };
    let mut command =
        Command::new(tools.script(&format!("agent-browser/bin/agent-browser-{system}-{processor}")));
    command.arg("mcp").current_dir(tools.folder);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_handle_is_found_in_each_servers_own_words() {
        let views = [
            (Kind::Sekme, "e12 button \"Buy\" | 3,00"),
            (Kind::Playwright, "  - button \"Buy\" [ref=e12] [cursor=pointer]"),
            (Kind::DevTools, "  uid=e12 button \"Buy\" focusable"),
            (Kind::AgentBrowser, "- button \"Buy\" [disabled, ref=e12]"),
        ];
        for (kind, line) in views {
            let view = format!("title\n{line}\n{line}x");
            assert_eq!(kind.reference(&view, "button", "Buy").as_deref(), Some("e12"), "{kind:?}");
            assert_eq!(kind.reference(&view, "button", "Sell"), None, "{kind:?}");
        }
    }
}
