//! What people who write plugins need: fixtures, checks, templates, builds and the recorder.
//!
//! Nothing here runs in the server, but for the recorder.

mod bench;
mod build;
mod check;
mod contract;
mod faults;
mod fixture;
mod html;
mod invoke;
mod mutation;
mod pack;
mod policy_table;
mod project;
mod record;
mod runner;
mod scrub;
mod serial;
mod template;
mod value;

use std::path::{Path, PathBuf};

use crate::sites::DocumentError;

pub use build::{BuildError, Built, build};
pub use check::{CheckReport, Finding, check};
pub use project::{id_of_component, projects};
pub(super) use record::Arguments;
pub use record::Record;
pub use runner::{CaseReport, Measures, TestOptions, TestReport, page_of_html, test};
pub use template::{Created, Language, NewError, create};

/// Why a plugin's folder could not be worked on.
#[derive(Debug, thiserror::Error)]
pub enum AuthorError {
    /// A manifest, pack or case has a mistake.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A file or folder cannot be read.
    #[error("{} cannot be read: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system or the parser said.
        reason: String,
    },
    /// A file cannot be written.
    #[error("{} cannot be written: {reason}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The folder holds nothing to work on.
    #[error("{} holds neither plugin.toml nor site.toml, and no folder inside it does\n  Begin one: sekme plugin new my-plugin --hook ranker", .0.display())]
    NoPlugin(PathBuf),
    /// The component is not there yet.
    #[error("{}: there is no {file}\n  Build it: sekme plugin build {}", folder.display(), folder.display())]
    NotBuilt {
        /// The plugin's folder.
        folder: PathBuf,
        /// The component.
        file: String,
    },
    /// The component would not be loaded by the server.
    #[error("{label}: {problem}")]
    Load {
        /// Id and version.
        label: String,
        /// What the server says of it.
        problem: String,
    },
    /// Plugins cannot run here.
    #[error("components cannot run on this machine: {0}")]
    NoEngine(String),
}

impl AuthorError {
    fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), reason: error.to_string() }
    }
}
