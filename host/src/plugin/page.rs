//! What the server tells plugins: plain mirrors of the records in `wit/plugin.wit`.

pub use crate::sites::FactValue;

/// A page as the hooks see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageInput {
    /// Address of the document.
    pub url: String,
    /// Title of the document.
    pub title: String,
    /// Language of the document, as declared.
    pub lang: String,
    /// Status of the document's response; 0 when unknown.
    pub http_status: u16,
    /// In document order.
    pub elements: Vec<ElementInput>,
    /// Answers to the probes of [`super::PluginHost::probes`], by probe id.
    pub facts: Vec<(String, FactValue)>,
    /// The element list was cut.
    pub truncated: bool,
    /// Open vocabulary: `modal`, `viewport`, `text`.
    pub extra: Vec<(String, String)>,
}

/// An element of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ElementInput {
    /// Snapshot-local number.
    pub id: u32,
    /// Number of the nearest ancestor in the list.
    pub parent: Option<u32>,
    /// Tag in lower case.
    pub tag: String,
    /// ARIA role.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Value of a form control; never a password.
    pub value: Option<String>,
    /// Absolute destination of a link.
    pub href: Option<String>,
    /// States.
    pub flags: ElementFlags,
    /// Place in the viewport of the tab, in CSS pixels.
    pub bounds: Option<Bounds>,
    /// Open vocabulary: `placeholder`, `landmark`, `overlay` and others.
    pub extra: Vec<(String, String)>,
}

/// States of an element.
#[expect(clippy::struct_excessive_bools, reason = "mirrors the flags of the WIT package")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ElementFlags {
    /// Has a box and is painted.
    pub visible: bool,
    /// Can be acted on.
    pub interactive: bool,
    /// Is disabled.
    pub disabled: bool,
    /// Takes text.
    pub editable: bool,
    /// Overlaps the viewport.
    pub in_viewport: bool,
    /// Lies in the main landmark.
    pub in_main: bool,
    /// Lies in a dialog.
    pub in_dialog: bool,
    /// Lies under something else.
    pub occluded: bool,
}

/// A rectangle in CSS pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
}

/// What the elements are ranked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RankRequest {
    /// What the model is about to do, such as `search` or `browse`.
    pub intent: String,
    /// The words it looks for; may be empty.
    pub query: String,
    /// How many elements will be shown.
    pub want: u32,
}

/// The form that a search would be typed into.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchForm {
    /// Address of the page.
    pub page_url: String,
    /// Destination of the form; empty when there is none.
    pub action: String,
    /// `get`, `post` or empty.
    pub method: String,
    /// Its fields.
    pub fields: Vec<FormField>,
    /// Further facts, by the vocabulary of the contract (`wit/hooks.wit`): `lang`, `tried`.
    pub extra: Vec<(String, String)>,
}

/// A field of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormField {
    /// Name under which it is sent.
    pub name: String,
    /// Type of the control.
    pub kind: String,
    /// Its value; never a password.
    pub value: String,
}
