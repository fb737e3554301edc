//! What page scripts answer about fields: how text gets into one, what it takes, and what sending it changed.

use serde::{Deserialize, Serialize};

/// How text gets into an element.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// An input or text area that takes any text.
    Text,
    /// A document that is edited in place (`contenteditable`).
    Rich,
    /// An editor that draws its own text and takes keys.
    Drawn,
    /// `<input type=number>`.
    Number,
    /// `<input type=range>`.
    Range,
    /// `<input type=color>`.
    Color,
    /// `<input type=date>`.
    Date,
    /// `<input type=time>`.
    Time,
    /// `<input type=datetime-local>`.
    DatetimeLocal,
    /// `<input type=month>`.
    Month,
    /// `<input type=week>`.
    Week,
    /// A checkbox, radio button, switch or option.
    Choice,
    /// A native `<select>`.
    Select,
    /// A list of other elements that takes no text.
    List,
    /// A file input.
    File,
    /// Anything else: it is pressed.
    #[default]
    Press,
}

impl FieldKind {
    /// Whether text goes into it at all.
    pub fn takes_text(self) -> bool {
        !matches!(self, Self::Choice | Self::Select | Self::List | Self::File | Self::Press)
    }
}

/// What pressing an element is likely to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opens {
    /// A search.
    Search,
    /// Some field.
    Field,
}

/// A field that is entered, or why it is not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent conditions of typing, each with its own advice"
)]
pub struct Entered {
    /// Whether the element is still in the document; nothing else is known when it is not.
    pub attached: bool,
    /// Whether a person can see it.
    pub visible: bool,
    /// Whether it is not disabled.
    pub enabled: bool,
    /// Whether it can be changed.
    pub editable: bool,
    /// Whether it has the focus now, so that keys go to it.
    pub focused: bool,
    /// How text gets into it.
    pub kind: FieldKind,
    /// Tag name, lower case.
    pub tag: String,
    /// Type of an input, else empty.
    pub input_type: String,
    /// ARIA role, or empty.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// It proposes what to choose while it is typed into.
    pub proposes: bool,
    /// Whether it holds a secret.
    pub secret: bool,
    /// What it holds; dots for a secret.
    pub held: Option<String>,
    /// Whether it takes line breaks.
    pub multiline: bool,
    /// Whether it is an editor for code, which indents and closes brackets by itself.
    pub code: bool,
    /// Whether markup says that a mask gives the value its shape.
    pub masked: bool,
    /// Most UTF-16 units that it takes.
    pub max_length: Option<u32>,
    /// What has to be pressed before a field that takes no pointer.
    pub gate: Option<String>,
    /// What pressing it is likely to open, for what is no field.
    pub opens: Option<Opens>,
    /// Whether its markup says that it is a search.
    pub search: bool,
    /// Whether a control that sends messages stands near.
    pub sends: bool,
    /// The field that was meant: the one of a label, a box or a custom element.
    pub inner: Option<u32>,
    /// The field and those after it, where a code is typed into a row of fields of one character each.
    pub series: Vec<u32>,
}

/// Which values an input would take.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Checked {
    /// For each value what is wrong with it, [`Fault::None`] where nothing is.
    pub problems: Vec<Fault>,
    /// The values as the input writes them.
    pub values: Vec<String>,
    /// Least value, or empty.
    pub min: String,
    /// Greatest value, or empty.
    pub max: String,
    /// Distance between values, or empty.
    pub step: String,
}

/// What is wrong with a value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// Nothing.
    #[default]
    #[serde(rename = "")]
    None,
    /// There is none, and there must be.
    Missing,
    /// It has another form than the field wants.
    Format,
    /// It has too few characters.
    Short,
    /// It has too many characters.
    Long,
    /// It is below the least value.
    Low,
    /// It is above the greatest value.
    High,
    /// It is none of the steps.
    Step,
    /// The page says what.
    Custom,
}

/// The caret in what has the keyboard. Lengths are in UTF-16 units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Caret {
    /// It is in a field; else the keyboard is on the page.
    pub field: bool,
    /// That one holds a secret.
    pub secret: bool,
    /// Length of what the field holds.
    pub length: Option<u32>,
    /// How much is selected.
    pub selected: u32,
    /// How much stands before it, where the field tells.
    pub at: Option<u32>,
}

/// A field that keeps a form from being sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The field.
    pub element: u32,
    /// The field in words: `textbox "Name"`.
    pub what: String,
    /// What is wrong with its value.
    pub kind: Fault,
    /// What it is measured by: a limit, or what the page says of it; may be empty.
    pub detail: String,
}

/// What has changed in a frame since it was marked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own")]
pub struct Effect {
    /// Whether it was marked: a new document was not.
    pub marked: bool,
    /// Whether the document has another address.
    pub moved: bool,
    /// Whether a form was sent, whatever came of it.
    pub sent: bool,
    /// Whether the page kept the Enter key for itself.
    pub taken: bool,
    /// Lines of text that are no longer there.
    pub gone: u32,
    /// Letters of text that was not there.
    pub letters: u32,
    /// Controls more (or fewer) than there were.
    pub interactive: i32,
    /// What the field holds.
    pub value: Option<String>,
    /// Whether the field is still there.
    pub attached: bool,
}
