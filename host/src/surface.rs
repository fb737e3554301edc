//! Surfaces: which tools a client is offered, under which names and schemas, and how answers are laid out.
//!
//! There is one implementation of each tool in [`crate::tools`]. A surface is a table over them; to add one, write
//! `surface/<name>.rs` with its rows and add it to [`Surface::new`].

use serde_json::{Map, Value};

use crate::cli;
use crate::config::Settings;
use crate::error::{ErrorCode, ToolError};
use crate::server::ToolSpec;
use crate::session::Answer;
use crate::tools::arguments::{Argument, Repair, RepairKind, nearest, schema};
use crate::tools::{Effect, TOOLS, Tool, tool};

mod aliases;
mod all;
mod browser;
mod lite;
#[cfg(test)]
mod tests;
mod vew;
mod wording;

/// A tool that `--with` names and that there is not.
#[derive(Debug, thiserror::Error)]
#[error("--with {name}: no such tool{}; there are {}", nearest.map(|near| format!(", did you mean {near}?")).unwrap_or_default(), all_names())]
pub struct UnknownTool {
    /// As given.
    pub name: String,
    /// What was probably meant.
    pub nearest: Option<&'static str>,
}

/// The names of all tools.
fn all_names() -> String {
    TOOLS.iter().map(|tool| tool.description.name).collect::<Vec<_>>().join(", ")
}

/// One tool as a surface shows it.
struct Row {
    tool: &'static Tool,
    about: &'static str,
    /// What the schema shows. Other arguments of the tool are understood as well.
    arguments: Vec<Argument>,
}

/// What one client is offered.
pub struct Surface {
    kind: cli::Surface,
    rows: Vec<Row>,
}

impl std::fmt::Debug for Surface {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Surface").field("kind", &self.kind).field("tools", &self.rows.len()).finish()
    }
}

/// What the name in a call means.
pub(crate) enum Found {
    /// This tool, with arguments that the name stands for and what to say of it.
    Tool {
        /// The tool.
        tool: &'static Tool,
        /// Arguments that the name implies, for those the call does not give.
        implied: &'static [(&'static str, &'static str)],
        /// The name was another one.
        repair: Option<Repair>,
    },
    /// A tool that is not offered here; the advice names one that is.
    NotOffered(ToolError),
    /// Nothing.
    Unknown,
}

impl Surface {
    /// The surface that was asked for, with further tools by name.
    pub fn new(kind: cli::Surface, with: &[String]) -> Result<Self, UnknownTool> {
        let mut rows = match kind {
            cli::Surface::Browser => browser::rows(),
            cli::Surface::Lite => lite::rows(),
            cli::Surface::Vew => vew::rows(),
            cli::Surface::All => all::rows(),
        };
        for name in with {
            let name = name.trim();
            let found = tool(name).or_else(|| tool(&format!("browser_{name}")));
            let Some(found) = found else {
                let names = TOOLS.iter().map(|tool| tool.description.name);
                return Err(UnknownTool { name: name.to_owned(), nearest: nearest(name, names) });
            };
            if !rows.iter().any(|row| row.tool.description.name == found.description.name) {
                rows.push(whole(found));
            }
        }
        Ok(Self { kind, rows })
    }

    /// The tools as they are listed.
    pub fn specs(&self) -> Vec<ToolSpec> {
        let spec = |row: &Row| {
            let description = &row.tool.description;
            ToolSpec {
                name: description.name.to_owned(),
                title: description.title.to_owned(),
                description: row.about.to_owned(),
                input_schema: schema(&row.arguments),
                read_only: description.effect == Effect::ReadOnly,
                destructive: description.effect == Effect::Input,
                open_world: true,
            }
        };
        self.rows.iter().map(spec).collect()
    }

    /// What the model is told at the start.
    pub fn instructions(&self) -> &'static str {
        match self.kind {
            cli::Surface::Browser | cli::Surface::All => browser::INSTRUCTIONS,
            cli::Surface::Lite => lite::INSTRUCTIONS,
            cli::Surface::Vew => vew::INSTRUCTIONS,
        }
    }

    /// The text of an answer.
    pub fn render(&self, answer: &Answer) -> String {
        let answer = self.worded(answer);
        if self.kind == cli::Surface::Vew { vew::arranged(&answer) } else { answer.render() }
    }

    /// The text of a failure.
    pub fn render_error(&self, error: &ToolError) -> String {
        let message = wording::lines(&error.message, &|name| self.arguments_of(name));
        self.render_as_it_is(&ToolError { hint: self.advice(&error.hint), message, ..error.clone() })
    }

    /// The text of a failure whose words were chosen for this surface, and which names what the client asked for.
    pub fn render_as_it_is(&self, error: &ToolError) -> String {
        if self.kind == cli::Surface::Vew { vew::plain(error) } else { error.render() }
    }

    /// Advice that names only tools that are offered, with the arguments that they have here.
    fn advice(&self, text: &str) -> String {
        wording::advice(text, &|name| self.arguments_of(name))
    }

    /// The answer in words that name only what is offered.
    fn worded(&self, answer: &Answer) -> Answer {
        let lines = |text: &str| wording::lines(text, &|name| self.arguments_of(name));
        Answer {
            directive: lines(&answer.directive),
            receipt: lines(&answer.receipt),
            notes: answer.notes.iter().map(|note| lines(note)).collect(),
            body: lines(&answer.body),
            picture: None,
            decisions: Vec::new(),
        }
    }

    fn arguments_of(&self, name: &str) -> Option<&[Argument]> {
        let row = self.rows.iter().find(|row| row.tool.description.name == name)?;
        Some(&row.arguments)
    }

    /// What the name in a call means.
    pub(crate) fn find(&self, name: &str, arguments: &Map<String, Value>) -> Found {
        if let Some(tool) = self.offered(name) {
            return Found::Tool { tool, implied: &[], repair: None };
        }
        for (meant, implied) in aliases::meanings(name, arguments) {
            if let Some(tool) = self.offered(meant) {
                let words = format!("`{}` read as {meant}", aliases::shown(name));
                let repair = Some(Repair::new(RepairKind::Tool, words));
                return Found::Tool { tool, implied, repair };
            }
        }
        let plain = aliases::plain(name);
        if let Some(hidden) = tool(&format!("browser_{plain}")) {
            return Found::NotOffered(self.not_offered(hidden.description.name));
        }
        if let Some((meant, _)) = aliases::meanings(name, arguments).first() {
            return Found::NotOffered(self.not_offered(meant));
        }
        let names: Vec<&str> = self.rows.iter().map(|row| row.tool.description.name).collect();
        let bare = |name: &str| name.trim_start_matches("browser_").to_owned();
        let near = |most: usize| {
            let is_near = |name: &&&str| strsim::damerau_levenshtein(&plain, &bare(name)) <= most;
            let mut near = names.iter().filter(is_near);
            near.next().copied().filter(|_| near.next().is_none())
        };
        let one_letter = if plain.len() >= 4 { near(1) } else { None };
        if let Some(tool) = one_letter.and_then(|meant| self.offered(meant)) {
            let words = format!("`{}` read as {}", aliases::shown(name), tool.description.name);
            return Found::Tool { tool, implied: &[], repair: Some(Repair::new(RepairKind::Tool, words)) };
        }
        // Only names that were meant for a browser's tool are answered with advice; anything else is no tool at all.
        if !aliases::is_ours(name) && near(2).is_none() {
            return Found::Unknown;
        }
        let hint = match near(2).or_else(|| nearest(&format!("browser_{plain}"), names.iter().copied())) {
            Some(near) => format!("call {near} instead; tools: {}", names.join(", ")),
            None => format!("tools: {}", names.join(", ")),
        };
        let message = format!("there is no tool {}", aliases::shown(name));
        Found::NotOffered(ToolError::new(ErrorCode::InvalidInput, message, hint))
    }

    /// Whether calls of the name can be answered.
    pub fn knows(&self, name: &str) -> bool {
        !matches!(self.find(name, &Map::new()), Found::Unknown)
    }

    fn offered(&self, name: &str) -> Option<&'static Tool> {
        self.rows.iter().map(|row| row.tool).find(|tool| tool.description.name == name)
    }

    /// The advice for a tool that there is, but not here.
    fn not_offered(&self, name: &str) -> ToolError {
        let instead = aliases::instead(name).iter().copied().find(|instead| self.offered(instead).is_some());
        let hint = if let Some(instead) = instead {
            format!("use {instead} instead")
        } else {
            let names: Vec<&str> = self.rows.iter().map(|row| row.tool.description.name).collect();
            format!("use one of: {}", names.join(", "))
        };
        ToolError::new(ErrorCode::InvalidInput, format!("{name} is not among the tools offered here"), hint)
    }
}

/// Whether a tool is offered with these settings.
pub fn offers(settings: &Settings, name: &str) -> bool {
    Surface::new(settings.tools, &settings.with).is_ok_and(|surface| surface.offered(name).is_some())
}

/// The settings with the budgets of the surface, where nobody asked for others.
pub fn fitted(mut settings: Settings) -> Settings {
    if settings.tools == cli::Surface::Vew {
        let is_free = |name: &str| settings.given.rank(name).is_none();
        let free = ["max-elements", "view-chars", "text-budget"].map(is_free);
        let budgets = [&mut settings.max_elements, &mut settings.view_chars, &mut settings.text_budget];
        let fitting = [vew::MAX_ELEMENTS, vew::VIEW_CHARS, vew::TEXT_BUDGET];
        for ((budget, fitting), _) in budgets.into_iter().zip(fitting).zip(free).filter(|(_, free)| *free) {
            *budget = fitting;
        }
    }
    settings
}

/// A tool as it describes itself.
fn whole(tool: &'static Tool) -> Row {
    let description = &tool.description;
    Row { tool, about: description.about, arguments: description.arguments.to_vec() }
}
