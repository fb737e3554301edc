//! What page scripts answer about controls to choose from, their options, and inputs that take files.

use serde::{Deserialize, Serialize};

/// How the options of a control are reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChooserKind {
    /// A native `<select>`.
    Select,
    /// A text field that proposes values (`<datalist>`).
    Datalist,
    /// The options stand in it: a list box, a group of radio buttons, tabs.
    List,
    /// Pressing it may show options.
    Opener,
    /// A link to another page.
    Link,
    /// A button that sends or resets a form.
    Submit,
    /// Something that never has options.
    #[default]
    None,
}

/// A control to choose from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one control")]
pub struct ChooserFacts {
    /// Whether the element is still in the document; nothing else is known when it is not.
    pub attached: bool,
    /// The control that is meant.
    pub element: u32,
    /// Whether that is another element than the one asked about: the field of a label, the list of an option.
    pub is_other: bool,
    /// How its options are reached.
    pub kind: ChooserKind,
    /// Tag name, lower case.
    pub tag: String,
    /// ARIA role, or empty.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Whether several options can be chosen, as far as it says before it is open.
    pub multiple: bool,
    /// Whether it is not disabled.
    pub enabled: bool,
    /// Whether a person can see it.
    pub shown: bool,
    /// Whether it says that its options are shown now.
    pub open: bool,
    /// Whether text can be typed into it.
    pub editable: bool,
    /// The part to press.
    pub press: u32,
    /// Whether a press might hit a button in it, so that it is opened with keys.
    pub keys: bool,
    /// What the page shows in the place of a hidden `<select>`.
    pub widget: Option<u32>,
    /// The hidden `<select>` behind a control that the page draws itself.
    pub backing: Option<u32>,
    /// What it shows as chosen: value, text, values of the fields in it.
    pub values: Vec<String>,
    /// Whether it stands in a dialog, which Escape might close.
    pub in_dialog: bool,
    /// Whether the element asked about was one of its options.
    pub own: bool,
}

/// One option.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Offered {
    /// Its element.
    pub id: u32,
    /// What a person reads.
    pub label: String,
    /// What is sent; empty where nothing says it.
    pub value: String,
    /// Name of the group that it stands in, or empty.
    pub group: String,
    /// Whether it cannot be chosen.
    pub disabled: bool,
    /// Whether it is chosen, where it says so.
    pub selected: Option<bool>,
    /// ARIA role.
    pub role: String,
    /// Place among the options of a `<select>`.
    pub index: usize,
    /// Whether the page hides it.
    pub hidden: bool,
    /// How far its list was scrolled down when it was seen, in CSS pixels.
    pub at: f64,
}

/// The options that were drawn while a list was scrolled.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OptionsRolled {
    /// Each option once.
    pub options: Vec<Offered>,
    /// Whether the end of the list was reached.
    pub end: bool,
}

/// The options that a control shows.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one list")]
pub struct OptionsShown {
    /// The options that are drawn now.
    pub options: Vec<Offered>,
    /// Whether several can be chosen.
    pub multiple: bool,
    /// Whether it is a menu, whose entries act and are not kept.
    pub menu: bool,
    /// Whether there are more than those that are drawn.
    pub partial: bool,
    /// Whether the list is still being filled.
    pub busy: bool,
    /// What scrolls the options.
    pub roller: Option<u32>,
    /// The text field that narrows them down.
    pub filter: Option<u32>,
    /// Whether that field holds a text already.
    pub filtered: bool,
}

/// What a control says after one of its options was pressed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChosenNow {
    /// What it shows as chosen.
    pub values: Vec<String>,
    /// What the `<select>` behind it has chosen.
    pub backing: Vec<String>,
    /// Whether the option says that it is chosen, while it is there.
    pub selected: Option<bool>,
    /// Whether its options are still shown.
    pub open: bool,
    /// Whether it says that its value is wrong.
    pub invalid: bool,
}

/// The input that takes the files meant for an element.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one element")]
pub struct FileTarget {
    /// Whether the element is still in the document; nothing else is known when it is not.
    pub attached: bool,
    /// Whether a person can see the element.
    pub shown: bool,
    /// Its ARIA role, or empty.
    pub role: String,
    /// Its accessible name.
    pub name: String,
    /// Type of an input or button, else empty.
    pub input_type: String,
    /// Whether it is a button or link.
    pub button: bool,
    /// Whether it has the size of an area to drop files on.
    pub area: bool,
    /// `own`: the input belongs to it; `near`: the only one near it; `none`.
    pub how: String,
    /// The file input.
    pub input: Option<u32>,
    /// Whether the input takes several files.
    pub multiple: bool,
    /// Whether the input takes a folder.
    pub directory: bool,
    /// File types that the input asks for, as its author wrote them.
    pub accept: String,
    /// Whether the input is not disabled.
    pub enabled: bool,
}

/// A file that an input holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HeldFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its path below a chosen folder, or empty.
    pub path: String,
}
