//! Settings: what the command line and the environment mean together.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use url::Url;

use crate::browser::{Endpoint, LaunchOptions};
use crate::cli::{Mode, ServeArgs};
use crate::plugin::PluginOptions;

/// Window of our own Chrome in CSS pixels.
const WINDOW: (u32, u32) = (1280, 800);

/// What is wrong with the settings, and how to mend it.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// `existing` needs an address.
    #[error(
        "--mode existing needs --port N or --cdp-url URL: the DevTools address of the Chrome to attach to"
    )]
    NoEndpoint,
    /// The address cannot be used.
    #[error("--cdp-url {url}: {problem}; use http://127.0.0.1:9222 or the ws:// URL that Chrome prints")]
    BadEndpoint {
        /// As given.
        url: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A plugin folder is not there.
    #[error("--plugins {dir}: no such folder", dir = dir.display())]
    NoPluginDir {
        /// As given.
        dir: PathBuf,
    },
    /// The artifact folder cannot be made.
    #[error("--artifact-dir {dir} cannot be used; name a folder that you may write to", dir = dir.display())]
    ArtifactDir {
        /// As given.
        dir: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// Resolved settings of one server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Who starts Chrome.
    pub mode: Mode,
    /// Where to attach, if anywhere.
    pub endpoint: Option<Endpoint>,
    /// How to start a Chrome of our own.
    pub launch: LaunchOptions,
    /// Where plugins come from.
    pub plugins: PluginOptions,
    /// Elements in a view.
    pub max_elements: usize,
    /// Characters of the element lines in a view.
    pub view_chars: usize,
    /// Characters of page text in a view.
    pub text_budget: usize,
    /// Folder of audit records, screenshots and downloads.
    pub artifact_dir: PathBuf,
    /// How long a bot check is waited out.
    pub challenge_wait: Duration,
    /// Scrolls that `browser_find` makes to load more.
    pub lazy_scrolls: u32,
    /// How long messages that a page shows for a moment are gathered after an action; zero does not wait.
    pub toast_wait: Duration,
    /// How long a tool waits for what it is told to wait for, where the call names no limit.
    pub wait: Duration,
    /// After how long a selector that matches nothing on a loaded page is refused.
    pub fail_fast: Duration,
    /// Folder of screenshots.
    pub screenshot_dir: PathBuf,
    /// Folders whose files may be uploaded.
    pub upload_dirs: Vec<PathBuf>,
    /// What to tell the person at start (a folder that had to be replaced, say).
    pub warnings: Vec<String>,
}

impl Settings {
    /// Resolves the flags of `serve`. Creates the artifact folder; a folder that was asked for and cannot
    /// be made is an error, the default one is replaced by a temporary folder with a warning.
    pub fn resolve(args: &ServeArgs) -> Result<Self, ConfigError> {
        let endpoint = match &args.cdp_url {
            Some(url) => Some(parse_endpoint(url)?),
            None => args.port.map(Endpoint::Port),
        };
        if args.mode == Mode::Existing && endpoint.is_none() {
            return Err(ConfigError::NoEndpoint);
        }
        if let Some(dir) = args.plugins.iter().find(|dir| !dir.is_dir()) {
            return Err(ConfigError::NoPluginDir { dir: dir.clone() });
        }
        let mut warnings = Vec::new();
        let artifact_dir = artifact_dir(args.artifact_dir.as_deref(), &mut warnings)?;
        let profile_dir = args.profile_dir.clone().unwrap_or_else(|| match args.port {
            Some(port) => artifact_dir.join(format!("chrome-profile-{port}")),
            None => artifact_dir.join("chrome-profile"),
        });
        let headless = match (args.headless, args.headed) {
            (Some(headless), _) => headless,
            (None, Some(headed)) => !headed,
            (None, None) => !has_display(),
        };
        Ok(Self {
            mode: args.mode,
            endpoint,
            launch: LaunchOptions {
                chrome: args.chrome.clone(),
                headless,
                profile_dir,
                extra_args: args.chrome_args.clone(),
                port: args.port,
                keep_open: args.keep_open,
                download_dir: artifact_dir.join("downloads"),
                window: WINDOW,
            },
            plugins: PluginOptions {
                dirs: args.plugins.clone(),
                user_dir: data_dir().map(|dir| dir.join("plugins")),
                exclude: args.no_bundled.clone(),
                cache_dir: cache_dir(),
                bundled: true,
            },
            max_elements: usize::from(args.max_elements),
            view_chars: usize::from(args.view_chars),
            text_budget: usize::from(args.text_budget),
            screenshot_dir: artifact_dir.join("screenshots"),
            artifact_dir,
            challenge_wait: Duration::from_secs(u64::from(args.challenge_wait)),
            lazy_scrolls: 8,
            toast_wait: Duration::from_millis(600),
            wait: Duration::from_secs(10),
            fail_fast: Duration::from_millis(1_250),
            upload_dirs: std::env::current_dir().into_iter().chain([std::env::temp_dir()]).collect(),
            warnings,
        })
    }
}

fn parse_endpoint(text: &str) -> Result<Endpoint, ConfigError> {
    let bad = |problem: String| ConfigError::BadEndpoint { url: text.to_owned(), problem };
    let url = Url::parse(text).map_err(|error| bad(error.to_string()))?;
    match url.scheme() {
        "http" => Ok(Endpoint::Http(url)),
        "ws" => Ok(Endpoint::Ws(url)),
        scheme => Err(bad(format!("`{scheme}://` is not supported"))),
    }
}

fn artifact_dir(asked: Option<&Path>, warnings: &mut Vec<String>) -> Result<PathBuf, ConfigError> {
    if let Some(dir) = asked {
        // Chrome needs absolute paths for its profile and downloads, whatever its working directory.
        let dir = std::path::absolute(dir)
            .map_err(|source| ConfigError::ArtifactDir { dir: dir.to_owned(), source })?;
        return match std::fs::create_dir_all(&dir) {
            Ok(()) => Ok(dir),
            Err(source) => Err(ConfigError::ArtifactDir { dir, source }),
        };
    }
    let fallback = std::env::temp_dir().join(format!("sekme-{}", nix::unistd::getuid()));
    let dir = state_dir().unwrap_or_else(|| fallback.clone());
    if std::fs::create_dir_all(&dir).is_ok() {
        return Ok(dir);
    }
    warnings.push(format!("{} cannot be written; using {}", dir.display(), fallback.display()));
    std::fs::create_dir_all(&fallback)
        .map(|()| fallback.clone())
        .map_err(|source| ConfigError::ArtifactDir { dir: fallback, source })
}

fn has_display() -> bool {
    cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

fn strategy() -> Option<etcetera::base_strategy::Xdg> {
    etcetera::base_strategy::Xdg::new().ok()
}

fn data_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    strategy().map(|dirs| dirs.data_dir().join("sekme"))
}

fn state_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    strategy().and_then(|dirs| dirs.state_dir()).map(|dir| dir.join("sekme"))
}

fn cache_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    strategy().map(|dirs| dirs.cache_dir().join("sekme"))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::Cli;

    fn resolve(flags: &[&str]) -> Result<Settings, ConfigError> {
        let cli = Cli::parse_from(std::iter::once("sekme").chain(flags.iter().copied()));
        Settings::resolve(&cli.serve)
    }

    #[test]
    fn existing_mode_needs_an_address() {
        assert!(matches!(resolve(&["--mode", "existing"]), Err(ConfigError::NoEndpoint)));
    }

    #[test]
    fn an_address_of_another_kind_is_refused_with_advice() {
        let error = resolve(&["--cdp-url", "https://127.0.0.1:9222"]).expect_err("https is not supported");
        assert!(error.to_string().contains("use http://127.0.0.1:9222"), "{error}");
    }

    #[test]
    fn each_port_has_its_own_profile() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let at = dir.path().to_str().expect("a UTF-8 path");
        let profile = |port: &str| {
            resolve(&["--port", port, "--artifact-dir", at]).expect("valid settings").launch.profile_dir
        };
        assert_ne!(profile("19417"), profile("19419"));
    }

    #[test]
    fn a_missing_plugin_folder_is_named() {
        let error = resolve(&["--plugins", "no/such/folder"]).expect_err("it is not there");
        assert_eq!(error.to_string(), "--plugins no/such/folder: no such folder");
    }

    #[test]
    fn headed_and_headless_are_understood() {
        assert!(resolve(&["--headless"]).expect("valid").launch.headless);
        assert!(!resolve(&["--headed"]).expect("valid").launch.headless);
        assert!(resolve(&["--headless=1"]).expect("valid").launch.headless);
        assert!(!resolve(&["--headless=no"]).expect("valid").launch.headless);
    }
}
