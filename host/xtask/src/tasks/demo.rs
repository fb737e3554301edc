//! `demo`: set-up, build, then searches on three shops (or a site of the user's choice) over MCP, with a transcript.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::Task;
use super::build::{build_components, build_programs};
use super::setup::Setup;
use crate::arguments::{Arguments, UsageError};
use crate::clients;
use crate::console::{self, Paint};
use crate::server::{Launch, Server};
use crate::steps::Steps;
use crate::testapp::TestApp;
use crate::transcript;
use crate::walkthrough::{self, Search};
use crate::workspace::{Profile, Workspace};

pub(crate) static TASK: Task = Task {
    name: "demo",
    arguments: "[--release] [--url URL --search TEXT] [-- SERVE-FLAGS]",
    summary: "set-up, build, then searches over MCP with a transcript and screenshots",
    run,
};

/// Home pages of the test application, what is searched there, and what only an address of results has.
const SHOPS: &[(&str, &str, &str)] = &[
    ("https://www.n11.com/", "bluetooth kulaklık", "/arama?q="),
    ("https://www.trendyol.com/", "spor ayakkabı", "/sr?q="),
    ("https://www.hepsiburada.com/", "tükenmez kalem", "/ara?q="),
];

fn run(mut arguments: Arguments) -> Result<()> {
    let more_flags = arguments.after_separator();
    let profile = Profile::from_flag(arguments.flag("--release"));
    let site = match (arguments.option("--url")?, arguments.option("--search")?) {
        (Some(url), Some(text)) => Some((url, text)),
        (None, None) => None,
        _ => return Err(UsageError("--url and --search go together".to_owned()).into()),
    };
    arguments.finish()?;

    let workspace = Workspace::find()?;
    let mut steps = Steps::new(if site.is_none() { 6 } else { 5 }, workspace.logs("demo"));
    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let wasm = setup.wasm(&mut steps)?;
    build_components(&workspace, &wasm, &mut steps)?;

    let mut names = vec!["sekme"];
    names.extend(site.is_none().then_some("sekme-testapp"));
    let programs = build_programs(&workspace, profile, &names, &mut steps)?;
    let artifacts = workspace.root.join("artifacts").join("demo");
    remove_folder(&artifacts)?;
    let profile_folder = workspace.temporary()?;

    let mut flags = ServeFlags::new(&chrome.program, profile_folder.path(), &artifacts);
    let test_app = if site.is_none() { Some(start_test_app(&programs[1], &mut steps)?) } else { None };
    if let Some(app) = &test_app {
        flags.alone("--headless").chrome_args(app);
    }
    flags.0.extend(more_flags.into_iter().map(OsString::from));

    let step = steps.begin("starting sekme as an MCP server");
    let log = workspace.logs("demo").join("sekme.log");
    let mut server = Server::start(Launch { program: &programs[0], flags: &flags.0, cache: None, log })?;
    step.finish(&format!("initialize answered after {} ms", server.ready_after.as_millis()));

    let searches: Vec<(String, String, Option<&str>)> = match site {
        Some((url, text)) => vec![(url, text, None)],
        None => SHOPS
            .iter()
            .map(|(url, text, part)| ((*url).to_owned(), (*text).to_owned(), Some(*part)))
            .collect(),
    };
    let failures = run_searches(&searches, &mut server, &artifacts);
    let ended = server.stop();
    drop(test_app);

    console::line(&format!("\n{}", clients::configuration(&programs[0])));
    if profile == Profile::Debug {
        console::line("\nThis is the debug build; cargo xtask build --release makes the fast one.");
    }
    if !failures.is_empty() {
        bail!("{} of {} searches failed:\n{}", failures.len(), searches.len(), failures.join("\n"));
    }
    ended
}

/// Runs every search and says how each ended; answers the failures.
fn run_searches(
    searches: &[(String, String, Option<&str>)],
    server: &mut Server,
    artifacts: &Path,
) -> Vec<String> {
    let paint = Paint::stdout();
    let mut failures = Vec::new();
    for (url, text, results) in searches {
        console::line(&transcript::heading(paint, &format!("{text:?} on {url}")));
        let screenshot = screenshot_name(url);
        // A relative path is inside this folder of the artifacts.
        let file = artifacts.join("screenshots").join(&screenshot);
        let search = Search { url, text, results: *results, screenshot: &screenshot };
        let found = walkthrough::run(&search, server, &mut |tool, arguments, answer| {
            console::line(&transcript::entry(paint, tool, arguments, answer));
        });
        match found {
            Ok(_) if !file.is_file() => failures.push(format!("{url}: there is no {}", file.display())),
            Ok(found) => {
                console::line(&format!("\n  {} {}", paint.good("✓ results:"), found.address));
                let first = found.first_result.unwrap_or(found.first_line);
                console::line(&format!("  {} {first}", paint.good("✓ first result:")));
                console::line(&format!("  {} {}", paint.good("✓ screenshot:"), file.display()));
            }
            Err(error) => {
                console::line(&format!("\n  {} {error:#}", paint.bad("✗")));
                failures.push(format!("{url}: {error:#}"));
            }
        }
    }
    failures
}

/// Nothing of an earlier run is taken for something of this one.
fn remove_folder(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Starts the test application.
pub(crate) fn start_test_app(program: &Path, steps: &mut Steps) -> Result<TestApp> {
    let step = steps.begin("starting the test shops");
    let app = TestApp::start(program)?;
    step.finish("");
    Ok(app)
}

/// Flags of `sekme serve`.
#[derive(Debug, Default)]
pub(crate) struct ServeFlags(pub(crate) Vec<OsString>);

impl ServeFlags {
    /// The Chrome to start, and the folders for what it and the server keep.
    pub(crate) fn new(chrome: &Path, profile: &Path, artifacts: &Path) -> Self {
        let mut flags = Self::default();
        flags.pair("--chrome", chrome).pair("--profile-dir", profile).pair("--artifact-dir", artifacts);
        flags
    }

    /// The same without a window, everything in one folder: for measurements.
    pub(crate) fn unseen(chrome: &Path, folder: &Path) -> Self {
        let mut flags = Self::new(chrome, &folder.join("profile"), &folder.join("artifacts"));
        flags.alone("--headless");
        flags
    }

    /// What lets Chrome find the test app under the names that its shops imitate.
    pub(crate) fn chrome_args(&mut self, app: &TestApp) -> &mut Self {
        for flag in &app.chrome_args {
            self.alone(&format!("--chrome-arg={flag}"));
        }
        self
    }

    pub(crate) fn alone(&mut self, flag: &str) -> &mut Self {
        self.0.push(flag.into());
        self
    }

    pub(crate) fn pair(&mut self, name: &str, value: &Path) -> &mut Self {
        self.0.extend([OsString::from(name), PathBuf::from(value).into_os_string()]);
        self
    }
}

/// `https://www.shop.example/x` → `www.shop.example.png`
fn screenshot_name(url: &str) -> String {
    let host = url.split("://").last().unwrap_or(url).split(['/', '?', '#']).next().unwrap_or(url);
    let name: String = host.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { '-' }).collect();
    format!("{name}.png")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screenshots_are_named_after_the_host() {
        assert_eq!(screenshot_name("https://www.n11.com/"), "www.n11.com.png");
        assert_eq!(screenshot_name("localhost:8080/a?b"), "localhost-8080.png");
    }

    #[test]
    fn an_address_without_something_to_search_is_refused() {
        let arguments = Arguments::new(vec!["--url".to_owned(), "https://a.example/".to_owned()]);
        let error = run(arguments).unwrap_err();
        assert!(error.is::<UsageError>(), "{error}");
    }
}
