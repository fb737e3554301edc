//! What page scripts answer about acting: whether and where an element can be acted on, and what came of it.

use serde::{Deserialize, Serialize};

/// Everything that decides whether and where an element can be acted on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent conditions of acting, each with its own advice"
)]
pub struct Located {
    /// Whether the element is still in the document; nothing else is known when it is not.
    pub attached: bool,
    /// Whether a person can see it.
    pub visible: bool,
    /// Whether a part of it is in the viewport.
    pub in_viewport: bool,
    /// Whether it is not disabled.
    pub enabled: bool,
    /// Whether it holds a secret: a password, a one-time code, a card's check number.
    pub secret: bool,
    /// Whether text can be typed into it.
    pub editable: bool,
    /// Whether its box stayed the same for two frames.
    pub stable: bool,
    /// Left, top, width, height in the frame's viewport. Of the label for a hidden checkbox, radio or file input, of
    /// the editor for the unseen field in it.
    pub rect: [f64; 4],
    /// A point in the frame's viewport where a click reaches the element; the middle when it is covered everywhere.
    pub point: Option<(f64, f64)>,
    /// What receives a click at that point instead.
    pub covered_by: Option<String>,
    /// The node that does.
    pub covering: Option<u32>,
    /// Whether the element ignores the pointer (`pointer-events: none`).
    pub pointer_events_none: bool,
    /// Tag name, lower case.
    pub tag: String,
    /// ARIA role.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Row, card or question, entry and heading that it stands in or under, a line for each.
    pub context: String,
    /// Type of an input or button, else empty.
    pub input_type: String,
    /// Whether it is the unseen field of an editor that draws its own text: only keys select what it holds.
    pub editor: bool,
}

/// An element measured for a press.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aimed {
    /// As it is located.
    #[serde(flatten)]
    pub located: Located,
    /// How much the page has changed since it is watched.
    pub pulse: u32,
    /// Whether something on the page is moving while the element cannot be pressed.
    pub moving: bool,
    /// The page has just loaded, and may still be putting itself together.
    #[serde(default)]
    pub young: bool,
    /// Controls of what covers it, by which that may go away: at most three.
    pub ways: Vec<Control>,
}

/// A control in a few words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Control {
    /// Number of the element in its document.
    pub id: u32,
    /// ARIA role.
    pub role: String,
    /// Accessible name.
    pub name: String,
}

/// Where a press went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Landed {
    /// What became of it.
    pub verdict: Landing,
    /// What would have taken it instead.
    pub by: Option<String>,
    /// The element that took it, where the one that was aimed at takes none itself.
    pub instead: Option<u32>,
    /// Where the click went that came of it.
    pub click: ClickWent,
    /// The element was taken out of its place meanwhile, whether or not it was put back.
    pub moved: bool,
    /// The element is no longer in the document.
    pub gone: bool,
}

/// Where a click went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClickWent {
    /// To the element that was aimed at.
    There,
    /// To another one alone.
    Elsewhere,
    /// None was seen.
    #[default]
    Nowhere,
}

/// What became of a press.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Landing {
    /// It reached the element.
    Reached,
    /// It would have reached something else, so the page got nothing of it.
    Missed,
    /// The document has seen no press.
    #[default]
    None,
}

/// What was seen on a page while it was watched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Watched {
    /// How many changes there were: of the document, of fields, of transitions.
    pub changes: u32,
    /// Milliseconds since elements or text last came or went.
    pub idle: u32,
    /// Messages that were shown, oldest first.
    pub messages: Vec<Message>,
    /// Messages that stood there and were written again as they were.
    pub repeated: Vec<String>,
    /// Lines of text that came, on pages with more text than is read.
    pub texts: Vec<String>,
    /// Fields that the page's own validation refused.
    pub refused: Vec<RefusedField>,
    /// Elements whose class or style is another than before.
    pub restyled: Vec<u32>,
    /// How far the page scrolled down since it was pressed, in CSS pixels.
    pub scrolled: i32,
}

/// A message that a page showed on its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Message {
    /// Its text, one line.
    pub text: String,
    /// Whether it has gone again.
    pub gone: bool,
}

/// A field for which the browser refused to send its form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RefusedField {
    /// Number of the element in its document.
    pub element: u32,
    /// ARIA role.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// It is empty and must not be.
    pub missing: bool,
    /// Chrome's words for it.
    pub message: String,
}

/// The likeliest reason why a click changed nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Idle {
    /// The element is no longer there.
    Gone,
    /// It is disabled.
    Disabled,
    /// It ignores the pointer (`pointer-events: none`).
    Ignores,
    /// A list of the system opens, outside of the page.
    List,
    /// A picker of the system opens, for a date, a time or a colour.
    Picker,
    /// A field, which only took the focus.
    Field,
    /// It was chosen already.
    Chosen,
    /// A link to the page that is open.
    Here,
    /// No script listens for presses on it.
    Unheard,
}

/// An option of a native list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OptionFacts {
    /// Number of the list in its document.
    pub select: u32,
    /// ARIA role of the list.
    pub role: String,
    /// Accessible name of the list.
    pub name: String,
    /// What the option is called.
    pub label: String,
    /// Its place in the list, from 0.
    pub index: i32,
    /// Whether it is chosen.
    pub selected: bool,
    /// Whether it can be.
    pub enabled: bool,
}

/// What can be checked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Toggle {
    /// Number of the element in its document.
    pub element: u32,
    /// ARIA role, or the tag where it has none.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Its state; `None` where it cannot be checked.
    pub state: Option<super::Tri>,
}

/// A single element in words, whether or not it can be acted on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Glance {
    /// Number of the element in its document.
    pub id: u32,
    /// Tag name, lower case.
    pub tag: String,
    /// ARIA role, or empty.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// First shown text, at most 120 characters.
    pub text: String,
    /// Whether a person can see it.
    pub visible: bool,
}

/// What of an element can be photographed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PictureBox {
    /// Left, top, width, height in the frame's viewport, in CSS pixels.
    pub rect: [f64; 4],
    /// Whether a part of it is scrolled away in a container and missing.
    pub cut: bool,
    /// Width and height of the frame's viewport.
    pub viewport: (f64, f64),
}

/// How a form was sent without the keyboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rung", rename_all = "snake_case")]
pub enum SubmitRung {
    /// There was no form, and nothing near that is sure to send the field.
    None {
        /// Buttons right beside it.
        #[serde(default)]
        beside: Vec<Beside>,
    },
    /// The form around the field was asked to submit.
    RequestSubmit,
    /// A control near the field was clicked.
    ControlClicked {
        /// What was clicked, in a few words.
        what: String,
    },
}

/// A button beside a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    /// The button.
    pub element: u32,
    /// It in words: `button "Send"`.
    pub what: String,
}

/// The form around a search field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchFormFacts {
    /// Address of the page.
    pub page_url: String,
    /// Absolute address that the form is sent to; empty without a form.
    pub action: String,
    /// `get`, `post` or `dialog`; empty without a form.
    pub method: String,
    /// What would be sent, secret values left out.
    pub fields: Vec<FormField>,
    /// Name of the search field itself.
    pub query: Option<String>,
    /// Whether the field, its form or what is right around it says by its markup that it is a search.
    #[serde(default)]
    pub search: bool,
    /// How many other fields of the form hold what someone typed.
    #[serde(default)]
    pub filled: u32,
}

/// One field of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormField {
    /// Name under which it is sent; may be empty.
    pub name: String,
    /// Input type, `select` or `textarea`.
    pub kind: String,
    /// Value now; empty for secret fields.
    pub value: String,
}
