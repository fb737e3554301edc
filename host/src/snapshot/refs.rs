//! Refs: the short handles (`e12`) by which a model names elements.
//!
//! A ref is an identity: an element of one document of one frame. It keeps its number while the element
//! lives, is never given to another element, and dies with its document.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;

use crate::browser::{DocumentId, FrameId};

use super::text::{NAME_LIMIT, folded, named, quoted};

/// How many refs of gone documents are remembered, so that a stale one can be named in the error.
const REMEMBERED: usize = 4_000;

/// Longest look that is told, in graphemes.
pub const LOOK_LIMIT: usize = 40;

/// A handle such as `e12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref(pub u32);

impl fmt::Display for Ref {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "e{}", self.0)
    }
}

impl FromStr for Ref {
    type Err = ();

    /// Reads the forms small models send: `e12`, `[e12]`, `@e12`, `ref=e12`, `E12`, `12` and a whole
    /// line of a view (`e12 button "Save"`).
    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.trim().trim_start_matches(['[', '@', '#', '"', '\'', '`', '(', '<']);
        let text =
            text.strip_prefix("ref=").or_else(|| text.strip_prefix("ref:")).unwrap_or(text).trim_start();
        let text = text.trim_start_matches(['[', '@', '"', '\'', '`']);
        let digits = text.strip_prefix(['e', 'E']).unwrap_or(text);
        let end = digits.find(|character: char| !character.is_ascii_digit()).unwrap_or(digits.len());
        let after = digits[end..].chars().next();
        if end == 0 || after.is_some_and(|character| character.is_alphanumeric() || "_.-".contains(character))
        {
            return Err(());
        }
        digits[..end].parse().map(Self).map_err(|_| ())
    }
}

/// What a ref stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefTarget {
    /// Frame of the element.
    pub frame: FrameId,
    /// Document of the frame at the time.
    pub document: DocumentId,
    /// The walker's number of the element in that document.
    pub element: u32,
    /// ARIA role.
    pub role: String,
    /// Accessible name.
    pub name: String,
    /// Row or card it stands in.
    pub context: String,
    /// Address of the document at the time.
    pub url: String,
    /// No other element of the page had the same role, name and context when the ref was given.
    pub is_unique: bool,
}

impl RefTarget {
    /// How much an element resembles this one: same role and name most, then names that contain each other, then
    /// names of the same role that share a word. 0 for none of these, and for what is used in another way: a field
    /// does not stand in for a button.
    pub fn likeness(&self, role: &str, name: &str) -> u8 {
        let (name, wanted) = (folded(name), folded(&self.name));
        let same_role = u8::from(role == self.role);
        if name.is_empty() || wanted.is_empty() || use_of(role) != use_of(&self.role) {
            0
        } else if name == wanted {
            4 + same_role
        } else if name.contains(&wanted) || wanted.contains(&name) {
            2 + same_role
        } else {
            u8::from(same_role == 1 && share_a_word(&name, &wanted))
        }
    }

    /// `button "Save"`.
    pub fn describe(&self) -> String {
        named(&self.role, &self.name, NAME_LIMIT)
    }
}

/// All refs given out in one session.
#[derive(Debug, Default)]
pub struct RefTable {
    targets: BTreeMap<u32, RefTarget>,
    /// Frame ids are unique across browsers, document numbers only within one.
    numbers: HashMap<(FrameId, DocumentId, u32), u32>,
    /// What those look like that a view shows so.
    looks: HashMap<u32, String>,
    last: u32,
}

impl RefTable {
    /// The ref of an element: the one it has, or the next free number.
    pub fn assign(&mut self, target: RefTarget) -> Ref {
        let identity = key(&target);
        let number = *self.numbers.entry(identity).or_insert_with(|| {
            self.last += 1;
            self.last
        });
        self.targets.insert(number, target);
        if self.targets.len() > REMEMBERED
            && let Some((_, oldest)) = self.targets.pop_first()
        {
            self.numbers.remove(&key(&oldest));
            self.looks.retain(|number, _| self.targets.contains_key(number));
        }
        Ref(number)
    }

    /// What the ref stands for, if it was ever given out and is still remembered.
    pub fn target(&self, reference: Ref) -> Option<&RefTarget> {
        self.targets.get(&reference.0)
    }

    /// Notes what an element looks like, where a view says so beside its name or in place of one.
    pub fn note_look(&mut self, reference: Ref, look: Option<String>) {
        match look {
            Some(look) => self.looks.insert(reference.0, look),
            None => self.looks.remove(&reference.0),
        };
    }

    /// A target in the words of the view: `img (looks like "bin")`.
    pub fn described(&self, reference: Ref, target: &RefTarget) -> String {
        match self.looks.get(&reference.0) {
            Some(look) => format!("{} (looks like {})", target.describe(), quoted(look, LOOK_LIMIT)),
            None => target.describe(),
        }
    }

    /// The ref that an element has, if it was given one.
    pub fn of(&self, frame: &FrameId, document: DocumentId, element: u32) -> Option<Ref> {
        self.numbers.get(&(frame.clone(), document, element)).copied().map(Ref)
    }

    /// Highest number given out.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The living refs that most resemble a gone target: same role and name first, then same role with a
    /// name that contains the other's or shares a word with it. At most three.
    pub fn nearest(&self, gone: &RefTarget, is_alive: impl Fn(&RefTarget) -> bool) -> Vec<(Ref, &RefTarget)> {
        let mut near: Vec<(u8, Ref, &RefTarget)> = self
            .targets
            .iter()
            .filter(|(_, target)| is_alive(target))
            .map(|(number, target)| (gone.likeness(&target.role, &target.name), Ref(*number), target))
            .filter(|(points, ..)| *points > 0)
            .collect();
        near.sort_by_key(|(points, reference, _)| (std::cmp::Reverse(*points), *reference));
        near.into_iter().take(3).map(|(_, reference, target)| (reference, target)).collect()
    }
}

/// What is done with an element.
#[derive(PartialEq)]
enum Use {
    Press,
    Fill,
    Toggle,
}

fn use_of(role: &str) -> Use {
    match role {
        "textbox" | "searchbox" | "combobox" | "listbox" | "spinbutton" | "slider" => Use::Fill,
        "checkbox" | "switch" | "radio" | "menuitemcheckbox" | "menuitemradio" => Use::Toggle,
        _ => Use::Press,
    }
}

/// Whether two folded names have a word of some length in common.
fn share_a_word(one: &str, other: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let words = name.split(|character: char| !character.is_alphanumeric());
        words.filter(|word| word.chars().count() > 2).map(str::to_owned).collect()
    };
    let other = words(other);
    words(one).iter().any(|word| other.contains(word))
}

fn key(target: &RefTarget) -> (FrameId, DocumentId, u32) {
    (target.frame.clone(), target.document, target.element)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(frame: &str, document: u64, element: u32, name: &str) -> RefTarget {
        RefTarget {
            frame: FrameId::from(frame),
            document: DocumentId::from(document),
            element,
            role: "button".to_owned(),
            name: name.to_owned(),
            context: String::new(),
            url: String::new(),
            is_unique: true,
        }
    }

    #[test]
    fn an_element_keeps_its_ref_and_no_other_gets_it() {
        let mut refs = RefTable::default();
        let save = refs.assign(target("main", 1, 7, "Save"));
        assert_eq!(refs.assign(target("main", 1, 7, "Save all")), save);
        let others =
            [target("main", 2, 7, "Save"), target("child", 1, 7, "Save"), target("main", 1, 8, "Save")];
        let mut numbers = vec![save];
        for other in others {
            numbers.push(refs.assign(other));
        }
        numbers.dedup();
        assert_eq!(numbers.len(), 4, "{numbers:?}");
    }

    #[test]
    fn the_nearest_refs_are_living_ones_with_a_like_name() {
        let mut refs = RefTable::default();
        let gone = target("main", 1, 1, "Save");
        refs.assign(gone.clone());
        let draft = refs.assign(target("main", 2, 1, "Save draft"));
        let same = refs.assign(target("main", 2, 2, "SAVE"));
        refs.assign(target("main", 2, 3, "Cancel"));
        // A field is no button.
        refs.assign(RefTarget { role: "textbox".to_owned(), ..target("main", 2, 4, "Save") });
        let near = refs.nearest(&gone, |other| other.document == DocumentId::from(2));
        assert_eq!(near.iter().map(|(reference, _)| *reference).collect::<Vec<_>>(), [same, draft]);
    }

    #[test]
    fn refs_are_read_in_the_forms_models_send() {
        for text in [
            "e12",
            "E12",
            "[e12]",
            "@e12",
            "ref=e12",
            "ref: e12",
            "12",
            " e12 ",
            "e12 button \"Save\"",
            "\"e12\"",
            "[ref=e12]",
        ] {
            assert_eq!(text.parse::<Ref>(), Ok(Ref(12)), "{text}");
        }
    }

    #[test]
    fn what_is_no_ref_is_not_read_as_one() {
        for text in ["", "e", "button", "email", "e12abc", "12px", ".e12", "e-1", "99999999999999"] {
            assert_eq!(text.parse::<Ref>(), Err(()), "{text}");
        }
    }
}
