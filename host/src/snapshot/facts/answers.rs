//! What page scripts answer when they look around: what is there, what was found, how far a page scrolls.

use serde::{Deserialize, Serialize};

/// A quick look at how much of a page is there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Number of elements that look like controls, hidden ones included.
    pub interactive: u32,
    /// Length of all text, hidden text included.
    pub text_len: u32,
    /// `loading`, `interactive` or `complete`.
    pub ready: String,
    /// Address of the document.
    pub url: String,
    /// Title of the document.
    pub title: String,
    /// Time since the document began to load, in milliseconds.
    #[serde(default)]
    pub age_ms: u64,
}

/// The main content of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadResult {
    /// Text with `# ` headings, `- ` list items and `a | b` table rows.
    pub text: String,
    /// The document's own title.
    pub title: String,
    /// Whether there is more text than was read.
    pub cut: bool,
    /// What kind of page it is: `article`, `list`, `table`, or `page` for anything else.
    pub kind: String,
    /// Whether the document has hardly any text of its own around a large frame, so that the frame should be read.
    pub frames_hold_text: bool,
    /// The container it was read from; empty when a given selector matched nothing.
    pub source: String,
    /// Number of results, products or entries in it, where it is a list.
    pub items: Option<u32>,
    /// How far the page can still be scrolled down, in CSS pixels.
    pub scroll_remaining_px: u32,
    /// Height of the whole page in CSS pixels.
    pub scroll_height: u32,
    /// Chrome's words about a given selector that is no selector.
    pub invalid: Option<String>,
}

/// Where a text was found in a frame.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hits {
    /// The places, best first.
    pub hits: Vec<Found>,
    /// Whether the frame holds more than was looked at.
    pub truncated: bool,
}

/// Something that can be scrolled down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepTarget {
    /// The container; `None` for the page itself.
    pub element: Option<u32>,
    /// How far it can still be scrolled, in CSS pixels.
    pub remaining_px: u32,
}

/// A place where a text was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The control that belongs to the text.
    pub element: Option<u32>,
    /// How it belongs to it.
    pub relation: Relation,
    /// The text around the match, at most about 200 characters.
    pub line: String,
    /// Role of the control.
    pub role: Option<String>,
    /// Accessible name of the control.
    pub name: Option<String>,
    /// Row or card that the control stands in.
    pub context: Option<String>,
    /// Its place among controls that still read alike: `2 of 3`.
    #[serde(default)]
    pub place: Option<String>,
    /// Whether the control is in the viewport.
    pub in_viewport: bool,
    /// The container that must be scrolled to bring the text into sight, where it is in one.
    #[serde(default)]
    pub scroller: Option<u32>,
    /// The element that holds the text, where that is no control.
    #[serde(default)]
    pub at: Option<u32>,
    /// Something comes to light while the mouse is on that one.
    #[serde(default)]
    pub opens: bool,
}

/// How a control belongs to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// The text is the control's own.
    Is,
    /// The control is the nearest one in the same row, card or item.
    Near,
    /// No control belongs to the text.
    None,
}

/// Elements that match a selector.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelectorMatches {
    /// Ids of the elements, visible ones first.
    pub ids: Vec<u32>,
    /// How many of them are visible.
    pub visible: u32,
    /// Chrome's words about a selector that is none.
    pub invalid: Option<String>,
}

/// What became of looking for a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeenText {
    /// The shown line that has it.
    pub line: Option<String>,
    /// Whether the document has it at all, shown or hidden.
    pub anywhere: bool,
    /// Shown lines that share words with it, the nearest first.
    pub near: Vec<String>,
}

/// Elements that match a selector, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Matching {
    /// Shown ones that say the text, where one was given.
    pub visible: u32,
    /// Hidden ones.
    pub hidden: u32,
    /// Shown ones that do not say the text.
    pub other: u32,
    /// The first shown one in words.
    pub first: Option<Named>,
    /// Chrome's words about a selector that is none.
    pub invalid: Option<String>,
}

/// An element in two words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// ARIA role, or the tag.
    pub role: String,
    /// Accessible name, or its first words.
    pub name: String,
}

/// What a document is drawn in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WindowSize {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// Device pixels of a CSS pixel.
    pub scale: f64,
    /// Whether it can be touched.
    pub touch: bool,
}

/// Where to scroll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScrollTo {
    /// Towards the end.
    Down,
    /// Towards the start.
    Up,
    /// To the start.
    Top,
    /// To the end.
    Bottom,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Nowhere: only measure.
    Look,
}

/// What it was that scrolled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MovedKind {
    /// The page.
    #[default]
    Page,
    /// Something in the page that scrolls by itself.
    Container,
    /// An element was brought into sight.
    Element,
}

/// What scrolling for a person came to. Distances in CSS pixels.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Moved {
    /// What scrolled.
    pub kind: MovedKind,
    /// The container that scrolled; `None` for the page.
    pub scroller: Option<u32>,
    /// Its role or tag; empty for the page.
    pub role: String,
    /// Its name.
    pub name: String,
    /// How far to the right, negative to the left.
    pub dx: i64,
    /// How far down, negative up.
    pub dy: i64,
    /// How far it can go on up.
    pub above: u64,
    /// How far it can go on down.
    pub below: u64,
    /// How far it can go back to where lines start.
    pub before: u64,
    /// How far it can go on to where lines end.
    pub after: u64,
}

/// What scrolling came to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scrolled {
    /// Whether anything moved.
    pub moved: bool,
    /// Position now, in CSS pixels.
    pub top: u32,
    /// How far it can still be scrolled down.
    pub remaining_px: u32,
    /// Whether the page itself scrolled, not a container in it.
    pub page: bool,
}
