//! What page scripts answer about single elements and requests: where one can be acted on, what was found.

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
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one press")]
pub struct Landed {
    /// What became of it.
    pub verdict: Landing,
    /// What would have taken it instead.
    pub by: Option<String>,
    /// The element that took it, where the one that was aimed at takes none itself.
    pub instead: Option<u32>,
    /// A click came of it, wherever.
    pub clicked: bool,
    /// The element that was aimed at got the click.
    pub hit: bool,
    /// The element was taken out of its place meanwhile, whether or not it was put back.
    pub moved: bool,
    /// The element is no longer in the document.
    pub gone: bool,
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
    /// There was no form, and nothing near that looks like it sends the field.
    None,
    /// The form around the field was asked to submit.
    RequestSubmit,
    /// A control near the field was clicked.
    ControlClicked {
        /// What was clicked, in a few words.
        what: String,
    },
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
