//! `sekme plugin build`: runs what the plugin's language builds with, and leaves `plugin.wasm` in its folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sekme_guestbuild::Wasm;

use super::project::Project;
use super::{AuthorError, fixture};

/// What was built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// Id and version.
    pub plugin: String,
    /// The component.
    pub file: PathBuf,
    /// Its bytes.
    pub size: u64,
    /// Bytes of the core module that it was made of; absent where a tool of the language makes the component.
    pub core: Option<u64>,
}

/// Why nothing was built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The folder is not one of a plugin, or cannot be read.
    #[error(transparent)]
    Author(#[from] AuthorError),
    /// Packs are used as they are.
    #[error("{0}: a site pack is not built; try it with `sekme plugin test`")]
    OnlyPack(String),
    /// None of the languages.
    #[error("{}: there is no Cargo.toml (Rust), package.json (JavaScript) or requirements.txt (Python)", .0.display())]
    NoLanguage(PathBuf),
    /// A program is not installed.
    #[error("`{program}` cannot be run: {reason}\n  {remedy}")]
    Missing {
        /// The program.
        program: String,
        /// What the system said.
        reason: String,
        /// What to type.
        remedy: &'static str,
    },
    /// There is no compiler for WebAssembly.
    #[error("{0}")]
    NoCompiler(String),
    /// A program ended with an error; it has said which.
    #[error("`{command}` failed ({status}); its own words stand above{remedy}")]
    Failed {
        /// The command.
        command: String,
        /// How it ended.
        status: String,
        /// What may help, on a line of its own.
        remedy: &'static str,
    },
    /// What came out is no component.
    #[error("{file} is no component of the plugin package: {reason}")]
    NoComponent {
        /// What was built.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
}

const NPM: &str = "Install Node.js 20 or later with npm, for example: apt-get install nodejs npm";
const PYTHON: &str = "Install Python 3.10 or later, for example: apt-get install python3 python3-venv";
const CARGO: &str = "Install Rust, for example: apt-get install cargo";

/// Builds the plugin in `folder`. What its tools print goes to standard error. Compiling Rust's standard library takes
/// minutes, so where that is needed it is done once for all plugins, below `shared`.
pub fn build(folder: &Path, shared: Option<&Path>) -> Result<Built, BuildError> {
    let project = Project::read(folder)?;
    let Some(manifest) = &project.manifest else { return Err(BuildError::OnlyPack(project.label())) };
    // Programs run in that folder, so ways that begin elsewhere would not lead there.
    let folder = &folder.canonicalize().map_err(|error| AuthorError::unreadable(folder, &error))?;
    let file = folder.join(manifest.wasm.as_str());
    let core = if folder.join("Cargo.toml").exists() {
        Some(rust(folder, &file, shared)?)
    } else if folder.join("package.json").exists() {
        javascript(folder)?;
        None
    } else if folder.join("requirements.txt").exists() {
        python(folder, &file)?;
        None
    } else {
        return Err(BuildError::NoLanguage(folder.clone()));
    };
    let size = fs::metadata(&file).map_err(|error| AuthorError::unreadable(&file, &error))?.len();
    Ok(Built { plugin: project.label(), file, size, core })
}

fn rust(folder: &Path, file: &Path, shared: Option<&Path>) -> Result<u64, BuildError> {
    let wasm = Wasm::find().map_err(|error| BuildError::NoCompiler(format!("{error:#}")))?;
    let target = match (&wasm, shared) {
        (Wasm::FromSource { .. }, Some(shared)) => shared.join("guests"),
        _ => folder.join("target"),
    };
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--release", "--target-dir"]).arg(&target);
    wasm.apply(&mut cargo);
    run(cargo.current_dir(folder), CARGO, "")?;
    let made = target.join(wasm.target()).join("release").join(format!("{}.wasm", library(folder)?));
    let bytes = fs::read(&made).map_err(|error| AuthorError::unreadable(&made, &error))?;
    let core = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let component = wasm.component(bytes).map_err(|error| BuildError::NoComponent {
        file: made.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        reason: format!("{error:#}"),
    })?;
    replace(file, &component)?;
    Ok(core)
}

/// The name of the library as cargo writes it into file names.
fn library(folder: &Path) -> Result<String, BuildError> {
    let path = folder.join("Cargo.toml");
    let text = fixture::read(&path)?;
    let named = |cargo: &toml::Table, table: &str| {
        cargo.get(table).and_then(|table| table.get("name")).and_then(toml::Value::as_str).map(str::to_owned)
    };
    let cargo: toml::Table = toml::from_str(&text).map_err(|error| AuthorError::Unreadable {
        path: path.clone(),
        reason: error.message().to_owned(),
    })?;
    let name = named(&cargo, "lib").or_else(|| named(&cargo, "package"));
    let name = name.ok_or(AuthorError::Unreadable { path, reason: "it names no package".to_owned() })?;
    Ok(name.replace('-', "_"))
}

fn javascript(folder: &Path) -> Result<(), BuildError> {
    if !folder.join("node_modules").exists() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund"]);
        run(npm.current_dir(folder), NPM, "\n  Without a network nothing can be installed")?;
    }
    run(Command::new("npm").args(["run", "build", "--silent"]).current_dir(folder), NPM, "")
}

fn python(folder: &Path, file: &Path) -> Result<(), BuildError> {
    let programs = folder.join(".venv/bin");
    let componentize = programs.join("componentize-py");
    if !componentize.exists() {
        let no_venv = "\n  Debian needs: apt-get install python3-venv";
        run(Command::new("python3").args(["-m", "venv", ".venv"]).current_dir(folder), PYTHON, no_venv)?;
        let mut pip = Command::new(programs.join("pip"));
        pip.args(["install", "--quiet", "--requirement", "requirements.txt"]);
        run(pip.current_dir(folder), PYTHON, "\n  Without a network nothing can be installed")?;
    }
    let mut build = Command::new(componentize);
    build.args([
        "--quiet",
        "--wit-path",
        "wit",
        "--world",
        "plugin",
        "componentize",
        "--stub-wasi",
        "app",
        "--output",
    ]);
    run(build.arg(file).current_dir(folder), PYTHON, "")
}

/// Runs a program; what it prints goes to standard error, since ours may be JSON.
fn run(command: &mut Command, install: &'static str, remedy: &'static str) -> Result<(), BuildError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let words = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let status = command.stdin(Stdio::null()).stdout(io::stderr()).status().map_err(|error| {
        BuildError::Missing { program: program.clone(), reason: error.to_string(), remedy: install }
    })?;
    if status.success() {
        return Ok(());
    }
    let program = Path::new(&program).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let command = format!("{program} {}", words.join(" "));
    Err(BuildError::Failed { command, status: status.to_string(), remedy })
}

/// A running server may be reading the old one.
fn replace(file: &Path, bytes: &[u8]) -> Result<(), AuthorError> {
    let draft = file.with_extension("wasm.new");
    fs::write(&draft, bytes)
        .and_then(|()| fs::rename(&draft, file))
        .map_err(|error| AuthorError::Unwritable { path: file.to_owned(), reason: error.to_string() })
}
