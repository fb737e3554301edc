//! `journey`: a person's path with each language, timed: begin a plugin, change it, build, test and install it, and see a
//! server that runs all the while use it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;

use super::Task;
use super::build::{build_components, build_programs};
use super::demo::start_test_app;
use super::setup::Setup;
use crate::arguments::{Arguments, UsageError};
use crate::console;
use crate::report::{Cell, Table, markdown, milliseconds};
use crate::server::Server;
use crate::steps::{Steps, display, last_lines};
use crate::workspace::{Profile, Workspace};

pub(crate) static TASK: Task = Task {
    name: "journey",
    arguments: "[--release] [--lang LANGUAGE]",
    summary: "begins, changes, builds, tests and installs a plugin in each language, under a running server, and times it",
    run,
};

/// What the person wants the model to be told.
const NOTE: &str = "Prices are without tax.";
/// Once the folder is in its place, a server has so long to use it. It waits half a second for quiet.
const PATIENCE: Duration = Duration::from_secs(30);

/// A language and what a person changes in the plugin that `new` makes: file, what stands there, what comes in its place.
struct Language {
    name: &'static str,
    is_built: bool,
    grant: Option<&'static str>,
    changes: &'static [(&'static str, &'static str, &'static str)],
}

const LANGUAGES: &[Language] = &[
    Language {
        name: "declarative",
        is_built: false,
        grant: None,
        changes: &[
            ("site.toml", "*://*.example.com/*", "*://*/*"),
            (
                "site.toml",
                "\n[content]",
                "\n[[note]]\ntext = \"Prices are without tax.\"\nwhy = \"shown nowhere near the prices\"\nunverified = true\n\n[content]",
            ),
        ],
    },
    Language {
        name: "rust",
        is_built: true,
        grant: None,
        changes: &[
            ("plugin.toml", "*://*.example.com/*", "*://*/*"),
            (
                "src/lib.rs",
                "    fn ignore(",
                "    fn notes(_: &Context, _: &Page) -> Vec<String> {\n        vec![\"Prices are without tax.\".to_owned()]\n    }\n\n    fn ignore(",
            ),
        ],
    },
    Language {
        name: "js",
        is_built: true,
        grant: None,
        changes: &[
            ("plugin.toml", "*://*.example.com/*", "*://*/*"),
            ("plugin.js", "notes: []", "notes: [\"Prices are without tax.\"]"),
        ],
    },
    Language {
        name: "python",
        is_built: true,
        grant: Some("large"),
        changes: &[
            ("plugin.toml", "*://*.example.com/*", "*://*/*"),
            ("app.py", "notes=[]", "notes=[\"Prices are without tax.\"]"),
        ],
    },
];

/// The language and the steps that are timed.
const COLUMNS: &[(&str, &str)] = &[
    ("language", "language"),
    ("new_ms", "new, ms"),
    ("build_ms", "build, ms"),
    ("bless_ms", "test --bless, ms"),
    ("test_ms", "test, ms"),
    ("install_ms", "install, ms"),
    ("used_ms", "in use after, ms"),
];
const STEPS: usize = 6;

fn run(mut arguments: Arguments) -> Result<()> {
    let profile = Profile::from_flag(arguments.flag("--release"));
    let only = arguments.option("--lang")?;
    arguments.finish()?;
    if let Some(name) = &only
        && !LANGUAGES.iter().any(|language| language.name == name)
    {
        let known: Vec<&str> = LANGUAGES.iter().map(|language| language.name).collect();
        return Err(UsageError(format!("--lang is one of {}", known.join(", "))).into());
    }
    let workspace = Workspace::find()?;
    let mut steps = Steps::new(5, workspace.logs("journey"));
    let mut setup = Setup::new();
    let chrome = setup.chrome(&mut steps)?;
    let wasm = setup.wasm(&mut steps)?;
    build_components(&workspace, &wasm, &mut steps)?;
    let programs = build_programs(&workspace, profile, &["sekme", "sekme-testapp"], &mut steps)?;
    let app = start_test_app(&programs[1], &mut steps)?;
    let mut table = Table {
        key: "journey",
        title: "From an idea to a page",
        columns: COLUMNS,
        rows: Vec::new(),
        remarks: vec![
            "What a person types and waits for; thinking and typing come on top. The first build of a language \
             fetches and compiles what it needs."
                .to_owned(),
        ],
    };
    for language in
        LANGUAGES.iter().filter(|language| only.as_deref().is_none_or(|only| only == language.name))
    {
        let folder = workspace.temporary()?;
        let log = workspace.logs("journey").join(format!("{}.log", language.name));
        let walk = Walk { program: &programs[0], home: folder.path().to_owned(), language };
        let url = format!("{}/tasks/login", app.http);
        let times = walk.run(&chrome.program, &url, log).with_context(|| format!("in {}", language.name))?;
        let figures = times.map(|time| Cell::measure(time.map(milliseconds)));
        table.rows.push(std::iter::once(Cell::text(language.name)).chain(figures).collect());
    }
    console::line(&markdown(&[table]));
    Ok(())
}

/// One person on their way.
struct Walk<'a> {
    program: &'a Path,
    /// Holds everything that would otherwise be in the person's own folders.
    home: PathBuf,
    language: &'a Language,
}

impl Walk<'_> {
    fn run(&self, chrome: &Path, url: &str, log: PathBuf) -> Result<[Option<Duration>; STEPS]> {
        let mut server = self.server(chrome, log)?;
        let before = server.call("browser_navigate", &json!({ "url": url }))?.text;
        ensure!(!before.contains(NOTE), "the server says it before it can know");

        let id = format!("{}-note", self.language.name);
        let work = self.home.join("work");
        fs::create_dir_all(&work)?;
        let folder = work.join(&id);
        let new = self
            .sekme(&["plugin", "new", &id, "--hook", "quirk-after", "--lang", self.language.name], &work)?;
        for (file, from, to) in self.language.changes {
            change(&folder.join(file), from, to)?;
        }
        let build =
            if self.language.is_built { Some(self.sekme(&["plugin", "build", &id], &work)?) } else { None };
        let bless = self.sekme(&["plugin", "test", &id, "--bless"], &work)?;
        let test = self.sekme(&["plugin", "test", &id], &work)?;
        let mut install = vec!["plugin", "install", id.as_str()];
        install.extend(self.language.grant.iter().flat_map(|grant| ["--grant", grant]));
        let install = self.sekme(&install, &work)?;

        let started = Instant::now();
        loop {
            // Each look is at a document of its own: a note is said once of each.
            let text = server.call("browser_navigate", &json!({ "url": url }))?.text;
            if text.contains(NOTE) {
                break;
            }
            if started.elapsed() > PATIENCE {
                let status = server.call("browser_status", &json!({}))?.text;
                bail!("the running server does not use it:\n{text}\n{status}");
            }
            thread::sleep(Duration::from_millis(50));
        }
        let used = started.elapsed();
        server.stop()?;
        Ok([Some(new), build, Some(bless), Some(test), Some(install), Some(used)])
    }

    fn server(&self, chrome: &Path, log: PathBuf) -> Result<Server> {
        let mut command = Command::new(self.program);
        let mut artifacts = OsString::from("--artifact-dir=");
        artifacts.push(self.home.join("artifacts"));
        command.arg("serve").arg("--headless").arg("--chrome").arg(chrome).arg(artifacts);
        self.at_home(&mut command);
        Server::spawn(command, log)
    }

    /// Runs `sekme` and tells how long it took.
    fn sekme(&self, words: &[&str], folder: &Path) -> Result<Duration> {
        let mut command = Command::new(self.program);
        command.args(words).current_dir(folder);
        self.at_home(&mut command);
        let started = Instant::now();
        let output = command.output().with_context(|| format!("cannot start {}", display(&command)))?;
        let took = started.elapsed();
        let said =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        ensure!(
            output.status.success(),
            "{} ended with {}:\n{}",
            display(&command),
            output.status,
            last_lines(&said, 30)
        );
        Ok(took)
    }

    /// Plugins and settings of whoever runs this are left alone. Downloads of compilers stay where they are.
    fn at_home(&self, command: &mut Command) {
        command.env("XDG_DATA_HOME", self.home.join("data")).env("XDG_CONFIG_HOME", self.home.join("config"));
    }
}

fn change(file: &Path, from: &str, to: &str) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    ensure!(text.contains(from), "{} holds no {from:?}", file.display());
    fs::write(file, text.replacen(from, to, 1)).with_context(|| format!("cannot write {}", file.display()))
}
