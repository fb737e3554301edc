//! Settings: what the command line, the environment and `sekme.toml` mean together.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum as _;
use url::Url;

use crate::browser::{DialogRule, Endpoint, LaunchOptions, has_display};
use crate::cli::{Mode, ServeArgs, Surface};
use crate::plugin::author::Record;
use crate::plugin::{ORGANISATION_DIR, PluginOptions};

mod given;
mod table;
mod value;

pub use given::{Given, Source, environment, environment_names};
pub use table::{Kind, SETTINGS, Setting, is_list};

/// Window of our own Chrome in CSS pixels.
const WINDOW: (u32, u32) = (1280, 800);
/// Lets plugins add tools.
const TOOL_PROVIDER: &str = "tool-provider";
/// What `--unstable` can switch on.
const UNSTABLE: [&str; 1] = [TOOL_PROVIDER];

/// What is wrong with the settings, and how to mend it.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// `existing` needs an address.
    #[error(
        "--mode existing needs --port N or --cdp-url URL: the DevTools address of the Chrome to attach to"
    )]
    NoEndpoint,
    /// An address to attach to, and the wish to start a Chrome.
    #[error(
        "--mode managed starts a Chrome of its own, and {given} names one to attach to; leave one of them out"
    )]
    ManagedAddress {
        /// Who named the address.
        given: String,
    },
    /// With and without a window.
    #[error("{headless} and {headed} contradict each other; leave one of them out")]
    Window {
        /// Who asked for none.
        headless: String,
        /// Who asked for one.
        headed: String,
    },
    /// A value that its setting cannot hold.
    #[error("{name}={value}: {allowed}")]
    BadValue {
        /// The flag, variable or key as it was spelled.
        name: String,
        /// As given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// The settings file cannot be used.
    #[error("the settings file {path} cannot be used: {problem}", path = path.display())]
    File {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A protection that is asked for and not there.
    #[error(
        "{name}={value} {meaning}, which this server does not do; remove {name} to start without that protection"
    )]
    Unenforced {
        /// The variable.
        name: &'static str,
        /// As given.
        value: String,
        /// What it is for.
        meaning: &'static str,
    },
    /// A variable that is meant for us and that no setting has.
    #[error("there is no setting {name}; did you mean {nearest}? Unset {name} to start")]
    UnknownVariable {
        /// The variable.
        name: String,
        /// The variable of the setting that resembles it most.
        nearest: String,
    },
    /// The address cannot be used.
    #[error(
        "{name}={url}: {problem}; use http://127.0.0.1:9222, the ws:// URL that Chrome prints, or the path of its DevToolsActivePort file"
    )]
    BadEndpoint {
        /// The flag, variable or key as it was spelled.
        name: String,
        /// As given.
        url: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A part that there is not.
    #[error("--unstable {name}: no such feature; there is {}", UNSTABLE.join(", "))]
    UnknownFeature {
        /// As given.
        name: String,
    },
    /// A plugin folder is not there.
    #[error("--plugins {dir}: no such folder", dir = dir.display())]
    NoPluginDir {
        /// As given.
        dir: PathBuf,
    },
    /// The artifact folder cannot be made.
    #[error("{name}={dir} cannot be used; name a folder that you may write to", dir = dir.display())]
    ArtifactDir {
        /// The flag, variable or key as it was spelled.
        name: String,
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
    /// Where each one comes from.
    pub given: Given,
    /// Who starts Chrome. A named endpoint makes it `existing`.
    pub mode: Mode,
    /// Where to attach, if anywhere.
    pub endpoint: Option<Endpoint>,
    /// How to start a Chrome of our own.
    pub launch: LaunchOptions,
    /// Longest attempt to attach.
    pub attach_timeout: Duration,
    /// What happens to dialogs, unless it is as usual for that Chrome.
    pub dialogs: Option<DialogRule>,
    /// Which set of tools is offered.
    pub tools: Surface,
    /// Where plugins come from.
    pub plugins: PluginOptions,
    /// Parts that may still change and are switched on.
    pub unstable: Vec<String>,
    /// Folder of what this user's runs remember; none without a home.
    pub state_dir: Option<PathBuf>,
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
    /// Whether consent banners are refused where somebody knows how.
    pub consent: bool,
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
    /// Further tools by name.
    pub with: Vec<String>,
    /// Whether `data:` addresses may be opened.
    pub allow_data: bool,
    /// Whether `file:` addresses may be opened.
    pub allow_file: bool,
    /// What is logged.
    pub log: String,
    /// What to tell the person at start (a folder that had to be replaced, say).
    pub warnings: Vec<String>,
}

impl Settings {
    /// Whether plugins may add tools of their own.
    pub fn provides_tools(&self) -> bool {
        self.unstable.iter().any(|name| name == TOOL_PROVIDER)
    }

    /// Resolves the settings of this process.
    pub fn resolve(args: &ServeArgs) -> Result<Self, ConfigError> {
        let mut settings = Self::of(Given::gather(
            args,
            &environment,
            &environment_names(),
            config_dir().map(|dir| dir.join("sekme.toml")),
        )?)?;
        settings.plugins.compiler = this_program();
        Ok(settings)
    }

    /// What the settings mean together. Creates the artifact folder; a folder that was asked for and cannot be made
    /// is an error, the default one is replaced by a temporary folder with a warning.
    pub fn of(given: Given) -> Result<Self, ConfigError> {
        let choice = |name: &str| given.text(name).map(str::to_lowercase).unwrap_or_default();
        let mut mode = Mode::from_str(&choice("mode"), true).unwrap_or_default();
        let port: Option<u16> = given.port("port");
        let endpoint = match given.text("cdp-url") {
            Some(_) if mode == Mode::Managed => {
                return Err(ConfigError::ManagedAddress { given: given.spelling("cdp-url") });
            }
            // Who names one Chrome does not want another.
            Some(url) => {
                mode = Mode::Existing;
                Some(parse_endpoint(url, &given.spelling("cdp-url"))?)
            }
            None => port.filter(|port| *port != 0).map(Endpoint::Port),
        };
        if mode == Mode::Existing && endpoint.is_none() {
            return Err(ConfigError::NoEndpoint);
        }
        let plugin_dirs = given.paths("plugins");
        if let Some(dir) = plugin_dirs.iter().find(|dir| !dir.is_dir()) {
            return Err(ConfigError::NoPluginDir { dir: dir.clone() });
        }
        let unstable = given.texts("unstable");
        if let Some(name) = unstable.iter().find(|name| !UNSTABLE.contains(&name.as_str())) {
            return Err(ConfigError::UnknownFeature { name: name.clone() });
        }
        let mut warnings = Vec::new();
        let artifact_dir = artifact_dir(&given, &mut warnings)?;
        let of_port = |name: &str| match port {
            Some(port) => artifact_dir.join(format!("{name}-{port}")),
            None => artifact_dir.join(name),
        };
        let folder = |name: &str| given.path(name).map(absolute);
        let uploads = given.paths("upload-dir");
        Ok(Self {
            mode,
            endpoint,
            launch: LaunchOptions {
                chrome: given.path("chrome"),
                headless: headless(&given)?,
                profile_dir: folder("profile-dir").unwrap_or_else(|| of_port("chrome-profile")),
                extra_args: given.texts("chrome-arg"),
                port,
                keep_open: given.switch("keep-open").unwrap_or_default(),
                download_dir: folder("download-dir").unwrap_or_else(|| of_port("downloads")),
                window: WINDOW,
            },
            attach_timeout: given.seconds("attach-timeout"),
            dialogs: match choice("dialogs").as_str() {
                "accept" => Some(DialogRule::Accept),
                "dismiss" => Some(DialogRule::Dismiss),
                "ask" => Some(DialogRule::Ask),
                _ => None,
            },
            tools: Surface::from_str(&choice("tools"), true).unwrap_or_default(),
            with: given.texts("with"),
            plugins: PluginOptions {
                dirs: plugin_dirs,
                user_dir: data_dir().map(|dir| dir.join("plugins")),
                org_dir: Some(PathBuf::from(ORGANISATION_DIR)),
                org_dirs: given.paths("org-plugins").into_iter().map(absolute).collect(),
                exclude: given.texts("no-bundled"),
                settings: given.plugins(),
                cache_dir: cache_dir(),
                compiler: None,
                bundled: true,
                record: folder("record").map(Record::All),
                watch: true,
            },
            unstable,
            state_dir: state_dir(),
            max_elements: given.whole("max-elements"),
            view_chars: given.whole("view-chars"),
            text_budget: given.whole("text-budget"),
            screenshot_dir: folder("screenshot-dir").unwrap_or_else(|| artifact_dir.join("screenshots")),
            artifact_dir,
            challenge_wait: given.seconds("challenge-wait"),
            consent: choice("consent") != "off",
            lazy_scrolls: given.whole("lazy-scrolls"),
            toast_wait: given.seconds("toast-wait"),
            wait: given.seconds("wait"),
            fail_fast: given.seconds("fail-fast"),
            upload_dirs: if uploads.is_empty() {
                let working = std::env::current_dir().ok().filter(|folder| !is_everything(folder));
                working.into_iter().chain([std::env::temp_dir()]).collect()
            } else {
                uploads.into_iter().map(absolute).collect()
            },
            allow_data: given.switch("allow-data").unwrap_or_default(),
            allow_file: given.switch("allow-file").unwrap_or_default(),
            log: given.text("log").unwrap_or_default().to_owned(),
            warnings,
            given,
        })
    }
}

/// Whether a folder holds all that a person has. A client may start servers there without a thought.
fn is_everything(folder: &Path) -> bool {
    folder.parent().is_none() || std::env::home_dir().is_some_and(|home| home.starts_with(folder))
}

/// Whether Chrome runs without a window. The stronger word of two counts; two equally strong ones must agree.
fn headless(given: &Given) -> Result<bool, ConfigError> {
    let headless = given.switch("headless").zip(given.rank("headless"));
    let headed = given.switch("headed").zip(given.rank("headed"));
    match (headless, headed) {
        (Some((without, a)), Some((with, b))) if a == b && without == with => Err(ConfigError::Window {
            headless: given.spelling("headless"),
            headed: given.spelling("headed"),
        }),
        (Some((without, a)), Some((_, b))) if a <= b => Ok(without),
        (_, Some((with, _))) => Ok(!with),
        (Some((without, _)), None) => Ok(without),
        (None, None) => Ok(!has_display()),
    }
}

fn parse_endpoint(text: &str, name: &str) -> Result<Endpoint, ConfigError> {
    if let Some(path) =
        text.strip_prefix("file://").or_else(|| text.starts_with(['/', '.', '~']).then_some(text))
    {
        return Ok(Endpoint::File(absolute(given::home(path))));
    }
    let bad =
        |problem: String| ConfigError::BadEndpoint { name: name.to_owned(), url: text.to_owned(), problem };
    let url = Url::parse(text).map_err(|error| bad(error.to_string()))?;
    match url.scheme() {
        "http" => Ok(Endpoint::Http(url)),
        "ws" => Ok(Endpoint::Ws(url)),
        scheme => Err(bad(format!("`{scheme}://` is not supported"))),
    }
}

/// Chrome needs absolute paths for its profile and downloads, whatever its working directory.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

fn artifact_dir(given: &Given, warnings: &mut Vec<String>) -> Result<PathBuf, ConfigError> {
    const NAME: &str = "artifact-dir";
    let asked = given.path(NAME).map(absolute);
    if let (Some(dir), Some(_)) = (&asked, given.rank(NAME)) {
        return match std::fs::create_dir_all(dir) {
            Ok(()) => Ok(dir.clone()),
            Err(source) => {
                Err(ConfigError::ArtifactDir { name: given.spelling(NAME), dir: dir.clone(), source })
            }
        };
    }
    let fallback = std::env::temp_dir().join(format!("sekme-{}", nix::unistd::getuid()));
    for dir in [asked, state_dir()].into_iter().flatten() {
        if std::fs::create_dir_all(&dir).is_ok() && is_writable(&dir) {
            return Ok(dir);
        }
        warnings.push(format!("{} cannot be written to, so another folder is used", dir.display()));
    }
    std::fs::create_dir_all(&fallback).map(|()| fallback.clone()).map_err(|source| ConfigError::ArtifactDir {
        name: given.spelling(NAME),
        dir: fallback,
        source,
    })
}

fn is_writable(dir: &Path) -> bool {
    let probe = dir.join(format!(".sekme-{}", std::process::id()));
    let is_writable = std::fs::File::create(&probe).is_ok();
    // One that was never made need not be removed.
    let _ = std::fs::remove_file(&probe);
    is_writable
}

/// The program that runs, whatever stands at its path by now.
fn this_program() -> Option<PathBuf> {
    const RUNNING: &str = "/proc/self/exe";
    if Path::new(RUNNING).exists() { Some(PathBuf::from(RUNNING)) } else { std::env::current_exe().ok() }
}

fn strategy() -> Option<etcetera::base_strategy::Xdg> {
    etcetera::base_strategy::Xdg::new().ok()
}

fn data_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    strategy().map(|dirs| dirs.data_dir().join("sekme"))
}

/// Folder of what this user's runs remember; none without a home.
pub fn state_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    strategy().and_then(|dirs| dirs.state_dir()).map(|dir| dir.join("sekme"))
}

fn config_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    strategy().map(|dirs| dirs.config_dir().join("sekme"))
}

pub(crate) fn cache_dir() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    strategy().map(|dirs| dirs.cache_dir().join("sekme"))
}

#[cfg(test)]
mod tests;
