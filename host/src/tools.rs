//! Tools: one file each, joined by [`TOOLS`]. To add one, write `tools/<name>.rs` and add a row.

use futures_util::future::BoxFuture;

use crate::browser::Tab;
use crate::error::ToolError;
use crate::session::{Answer, Call, Naming, Target};

mod alert;
mod answer;
pub mod arguments;
mod back;
mod check;
mod click;
mod close;
mod dom;
mod drag;
mod evaluate;
mod file_upload;
mod fill;
mod find;
mod forward;
mod frame;
mod get_text;
mod handle_dialog;
mod history;
mod hover;
mod monitor;
mod navigate;
mod press_key;
pub mod provided;
mod read;
mod resize;
mod screenshot;
mod scroll;
mod select;
mod snapshot;
mod status;
mod sweep;
mod tabs;
mod r#type;
mod upload;
mod wait_for;

use arguments::{Argument, Arguments};

/// What a call may do, for annotations, policy and audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Reads only.
    ReadOnly,
    /// Opens another page.
    Navigate,
    /// Acts on the page.
    Input,
    /// Ends something of ours.
    Lifecycle,
}

impl Effect {
    /// The word in audit records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read-only",
            Self::Navigate => "navigate",
            Self::Input => "input",
            Self::Lifecycle => "lifecycle",
        }
    }
}

/// What a tool is, apart from what it does.
#[derive(Debug, Clone, Copy)]
pub struct Description {
    /// Name in `tools/list`.
    pub name: &'static str,
    /// Short title for people.
    pub title: &'static str,
    /// Short description for the model.
    pub about: &'static str,
    /// What a call may do.
    pub effect: Effect,
    /// Arguments, the most important first.
    pub arguments: &'static [Argument],
    /// A valid call's arguments, shown when a call is refused.
    pub example: &'static str,
    /// Answered even while another call holds the page.
    pub out_of_band: bool,
}

/// One tool.
#[derive(Debug)]
pub struct Tool {
    /// What it is.
    pub description: Description,
    /// Runs it. Deadline and cancellation are in the call.
    pub run: for<'a> fn(&'a mut Call, Arguments) -> BoxFuture<'a, Result<Answer, ToolError>>,
}

/// Longest action on an element unless the call names another limit.
const ACTION_MS: u64 = 20_000;

/// The tab, and the element in it that `ref`, `selector` or the argument `text` names, for a call that acts on it.
async fn aimed(
    call: &mut Call,
    arguments: &Arguments,
    text: Option<&str>,
) -> Result<(Tab, Target), ToolError> {
    call.limit(arguments.timeout(ACTION_MS));
    call.be_patient(arguments.patience());
    let tab = call.same_tab().await?;
    let naming = Naming {
        reference: arguments.text("ref"),
        selector: arguments.text("selector"),
        text: text.and_then(|name| arguments.text(name)),
    };
    let target = call.resolve(&tab, naming).await?;
    Ok((tab, target))
}

/// Every tool. Which of them a client is offered, and in which order, is for [`crate::surface`].
pub static TOOLS: &[&Tool] = &[
    &navigate::TOOL,
    &snapshot::TOOL,
    &click::TOOL,
    &r#type::TOOL,
    &select::TOOL,
    &read::TOOL,
    &find::TOOL,
    &scroll::TOOL,
    &wait_for::TOOL,
    &history::TOOL,
    &tabs::TOOL,
    &dom::TOOL,
    &frame::TOOL,
    &hover::TOOL,
    &press_key::TOOL,
    &upload::TOOL,
    &evaluate::TOOL,
    &screenshot::TOOL,
    &alert::TOOL,
    &fill::TOOL,
    &status::TOOL,
    &close::TOOL,
    &handle_dialog::TOOL,
    &drag::TOOL,
    &check::TOOL,
    &monitor::TOOL,
    &resize::TOOL,
    &back::TOOL,
    &forward::TOOL,
    &get_text::TOOL,
    &answer::TOOL,
    &file_upload::TOOL,
];

/// The tool of that name.
pub fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().copied().find(|tool| tool.description.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_fit_every_client() {
        let mut seen = Vec::new();
        for tool in TOOLS {
            let name = tool.description.name;
            assert!(!seen.contains(&name), "{name} stands twice");
            assert!(name.len() <= 64 && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
            seen.push(name);
        }
    }

    #[test]
    fn every_tool_describes_itself_and_its_example_is_valid() {
        for tool in TOOLS {
            let description = &tool.description;
            assert!((20..=220).contains(&description.about.len()), "{}", description.name);
            let example: serde_json::Value = serde_json::from_str(description.example).expect("JSON");
            let serde_json::Value::Object(example) = example else { panic!("an object") };
            let read = Arguments::read(description.arguments, example, description.example).expect("valid");
            assert!(read.repairs.is_empty(), "{}: {:?}", description.name, read.repairs);
        }
    }

    #[test]
    fn required_arguments_come_before_optional_ones() {
        for tool in TOOLS {
            let description = &tool.description;
            let after_ref = description.arguments.iter().filter(|argument| argument.name != "ref");
            let flags: Vec<bool> = after_ref.map(|argument| argument.required).collect();
            assert!(flags.is_sorted_by(|one, other| *one || !*other), "{}", description.name);
        }
    }

    #[test]
    fn a_ref_is_the_first_argument_wherever_there_is_one() {
        for tool in TOOLS {
            let description = &tool.description;
            let place = description.arguments.iter().position(|argument| argument.name == "ref");
            if place.is_some() && description.effect == Effect::Input {
                assert_eq!(place, Some(0), "{}", description.name);
            }
        }
    }
}
