//! What page scripts report: plain data about a frame and its elements. Snapshots are built from it.

use serde::{Deserialize, Serialize};

mod acting;
mod answers;
mod choosing;
mod fields;

pub use acting::{
    Aimed, ClickWent, Control, FormField, Glance, Idle, Landed, Landing, Located, Message, OptionFacts,
    PictureBox, RefusedField, SearchFormFacts, SubmitRung, Toggle, Watched,
};
pub use answers::{
    Found, Hits, Matching, Moved, MovedKind, Named, ReadResult, Relation, Sample, ScrollTo, Scrolled,
    SeenText, SelectorMatches, SweepTarget, WindowSize,
};
pub use choosing::{
    ChooserFacts, ChooserKind, ChosenNow, FileTarget, HeldFile, Offered, OptionsRolled, OptionsShown,
};
pub use fields::{Caret, Checked, Effect, Entered, Fault, FieldKind, Opens, Problem};

/// One frame as a person sees it at one moment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FrameFacts {
    /// Address of the document.
    pub url: String,
    /// Title of the document, one line.
    pub title: String,
    /// Language that the document declares (`lang`), or empty.
    pub lang: String,
    /// Width and height of the frame's viewport in CSS pixels.
    pub viewport: (u32, u32),
    /// Scroll position (x, y) and the height of the whole page, in CSS pixels.
    pub scroll: (i32, i32, u32),
    /// First visible text, one line for each block.
    pub text: String,
    /// A number that stands for all text of the document, where there is more than `text` holds; else 0.
    pub rest: u32,
    /// Accessible name of the open modal dialog; `None` when none is open.
    pub modal: Option<String>,
    /// Messages that the page shows: alerts, status lines, toasts.
    pub alerts: Vec<String>,
    /// Lists that are longer than what is loaded of them, at most five.
    pub lists: Vec<ListFacts>,
    /// Everything that can be acted on, in document order.
    pub elements: Vec<ElementFacts>,
    /// Whether there were more elements than were asked for.
    pub truncated: bool,
    /// Answers to the probes, by probe id.
    pub facts: Vec<(String, Fact)>,
    /// How many elements can be acted on.
    pub interactive: u32,
    /// How many elements could not be read at all, because they are broken in some way.
    pub skipped: u32,
    /// How many elements may hold more than script can see (`inject::learn`).
    pub suspects: u32,
    /// Whether elements with a framework's handlers were drawn anew since those were told (`inject::learn`).
    pub redrawn: bool,
    /// By this the page scripts can tell whether the frame is still as it was read; 0 where they cannot.
    pub stamp: u32,
    /// The elements that hold documents of their own.
    pub frames: Vec<FrameBox>,
}

/// An element that holds a frame, as the document around the frame sees it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FrameBox {
    /// Number of the element.
    pub id: u32,
    /// Its title, or empty.
    pub title: String,
    /// Absolute address that it should show, or empty.
    pub src: String,
    /// Where the inner document begins, in the outer frame's viewport.
    pub origin: (f64, f64),
    /// Whether a person can see it, perhaps after scrolling.
    pub visible: bool,
    /// Left, top, right and bottom edge of the part that is in view.
    pub shown: Option<[f64; 4]>,
}

/// A list of which only a part is loaded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ListFacts {
    /// Its accessible name, else the heading it stands under; may be empty.
    pub name: String,
    /// Id of the listed element that it is or stands in.
    pub id: Option<u32>,
    /// How many rows or items are in the document.
    pub loaded: u32,
    /// How many there are; `None` where nobody knows.
    pub total: Option<u32>,
    /// Whether there are more than those loaded.
    pub more: bool,
    /// Whether the total is reckoned from the height of the scroll box.
    pub estimated: bool,
    /// Whether columns are counted, not rows.
    pub columns: bool,
}

/// One element that can be acted on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "where it stands: each is independent of the others")]
pub struct ElementFacts {
    /// Number of the element in its document: stable while the node lives, never used for another one.
    pub id: u32,
    /// The nearest listed element around it.
    pub parent: Option<u32>,
    /// Tag name, lower case.
    pub tag: String,
    /// ARIA role, explicit or implied by the tag.
    pub role: String,
    /// Accessible name, one line of at most 200 characters.
    pub name: String,
    /// Value as a person sees it, at most 200 characters; never a password.
    pub value: Option<String>,
    /// Absolute address of a link.
    pub href: Option<String>,
    /// States that apply.
    pub states: States,
    /// Left, top, width, height in the frame's viewport, in CSS pixels.
    pub rect: [f64; 4],
    /// Whether a part of it is in the viewport and not scrolled away inside a container.
    pub in_viewport: bool,
    /// Whether a person can see it, perhaps after scrolling.
    pub visible: bool,
    /// What would receive a click at its middle instead.
    pub covered_by: Option<String>,
    /// Whether it belongs to the open modal dialog.
    pub in_dialog: bool,
    /// Whether it is in the main content, as landmarks tell it.
    pub in_main: bool,
    /// The box of the card that it stands in, such as a product of a list: the same for all that belongs to it.
    pub card: Option<u32>,
    /// Hints by name (`type`, `class`, `context`, `overlay` …), each present only where it applies.
    pub extra: Vec<(String, String)>,
}

impl ElementFacts {
    /// The hint with this name.
    pub fn hint(&self, name: &str) -> Option<&str> {
        self.extra.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// States of an element; `None` where a state does not apply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own in the ARIA vocabulary")]
pub struct States {
    /// Of checkboxes, radios and switches.
    pub checked: Option<Tri>,
    /// Of options, tabs and rows.
    pub selected: Option<bool>,
    /// Of toggle buttons.
    pub pressed: Option<Tri>,
    /// Of what opens and closes something.
    pub expanded: Option<bool>,
    /// Which one of a set this is now: the page of a navigation, the step of a process.
    pub current: Option<Current>,
    /// Of headings and of items of a tree, from 1.
    pub level: Option<u8>,
    /// Cannot be acted on now.
    pub disabled: bool,
    /// Must be filled in before the form is sent.
    pub required: bool,
    /// Holds something that the page refuses.
    pub invalid: bool,
    /// Shows a value that cannot be changed.
    pub readonly: bool,
    /// Is being changed by the page.
    pub busy: bool,
    /// Has the keyboard.
    pub focused: bool,
    /// Text can be typed into it now.
    pub editable: bool,
}

/// What an element is the current one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Current {
    /// Pages of a navigation.
    Page,
    /// Steps of a process.
    Step,
    /// Places of a site, as in a breadcrumb.
    Location,
    /// Days of a calendar.
    Date,
    /// Times of a timetable.
    Time,
    /// Anything else.
    True,
}

/// Yes, no or partly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tri {
    /// Checked.
    True,
    /// Not checked.
    False,
    /// Some of what it stands for is checked.
    Mixed,
}

/// A question about a page, from a plugin or a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// Name under which the answer is returned.
    pub id: String,
    /// Selector of the elements asked about.
    pub css: String,
    /// What to read from them.
    #[serde(flatten)]
    pub read: ProbeRead,
}

/// What a [`Probe`] reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "read", content = "attribute", rename_all = "lowercase")]
pub enum ProbeRead {
    /// How many elements match.
    Count,
    /// How many of them a person can see.
    Visible,
    /// Numbers of the listed elements that match or stand in what matches, at most 200.
    Elements,
    /// Visible text of the first match, at most 300 characters.
    Text,
    /// The named attribute of the first match.
    Attr(String),
}

/// Answer to a [`Probe`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Fact {
    /// Number of matches.
    Count(u32),
    /// Numbers of listed elements.
    Elements(Vec<u32>),
    /// Text or attribute value.
    Text(String),
    /// Nothing matches, the attribute is missing, or the selector is invalid.
    Absent,
}
