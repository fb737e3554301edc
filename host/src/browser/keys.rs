//! Key names: what `Enter`, `a`, `Control+Shift+T` press on a keyboard.

use super::BrowserError;

mod table;

use table::{ALIASES, MODIFIERS, NAME_ONLY, NAMED, NUMPAD, SYMBOLS, USUAL};

/// Bits of `Input.dispatchKeyEvent`'s modifiers.
pub(super) const ALT: i64 = 1;
pub(super) const CONTROL: i64 = 2;
pub(super) const META: i64 = 4;
pub(super) const SHIFT: i64 = 8;

/// One key as the protocol describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    /// `KeyboardEvent.key`.
    pub(super) name: String,
    /// `KeyboardEvent.code`, by the US layout.
    pub(super) code: String,
    /// `KeyboardEvent.keyCode`.
    pub(super) number: i64,
    /// What the key types.
    pub(super) text: Option<String>,
    /// Its bit while it is held, for a modifier.
    pub(super) modifier: i64,
    /// `KeyboardEvent.location`: 1 and 2 for the left and right one of a pair, 3 for the number block, else 0.
    pub(super) location: i64,
}

/// What a key name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Press {
    /// A key, with others held meanwhile.
    Chord { held: Vec<Key>, key: Key },
    /// Text that no key of the table types.
    Text(String),
}

/// The part of the keyboard that is the number block (`KeyboardEvent.location`).
pub(super) const KEYPAD: i64 = 3;

/// Reads a key name. Names are case-insensitive; a single character stands for itself.
pub(super) fn parse(name: &str) -> Result<Press, BrowserError> {
    let unknown = |part: &str| BrowserError::UnknownKey { key: name.to_owned(), nearest: nearest(part) };
    let (before, last) = split(name);
    let mut held = Vec::new();
    let mut modifiers = 0;
    for part in before {
        let key = modifier(part).ok_or_else(|| unknown(part))?;
        modifiers |= key.modifier;
        held.push(key);
    }
    let mut characters = last.chars();
    let mut key = match (characters.next(), characters.next()) {
        (None, _) => return Err(unknown(name)),
        (Some(character), None) => match character_key(character, &mut modifiers, &mut held) {
            Some(key) => key,
            None if held.is_empty() => return Ok(Press::Text(last.to_owned())),
            None => return Err(unknown(last)),
        },
        _ => match named(last).or_else(|| modifier(last)).or_else(|| {
            let character = character_of(last)?;
            character_key(character, &mut modifiers, &mut held)
        }) {
            Some(key) => key,
            // One character to its reader, several to Unicode: most emoji.
            None if held.is_empty() && is_one_grapheme(last) => return Ok(Press::Text(last.to_owned())),
            None => return Err(unknown(last)),
        },
    };
    if modifiers & (ALT | CONTROL | META) != 0 {
        key.text = None;
    }
    Ok(Press::Chord { held, key })
}

/// What a key does to a text without changing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Editing {
    /// Selects all of it.
    SelectAll,
    /// Copies what is selected.
    Copy,
    /// Moves the caret, or with Shift selects on the way.
    Caret,
}

impl Editing {
    /// What a key or chord does, by any of its names; `None` for all others.
    pub fn of(name: &str) -> Option<Self> {
        let Ok(Press::Chord { held, key }) = parse(name) else { return None };
        let modifiers = held.iter().fold(0, |bits, key| bits | key.modifier);
        match (modifiers, key.code.as_str()) {
            (CONTROL | META, "KeyA") => Some(Self::SelectAll),
            (CONTROL | META, "KeyC" | "Insert") => Some(Self::Copy),
            (
                _,
                "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End" | "PageUp" | "PageDown",
            ) if modifiers & ALT == 0 => Some(Self::Caret),
            _ => None,
        }
    }
}

/// Splits at plus signs, or at hyphens after modifiers (`Control-a`); the last part may be such a sign itself.
fn split(name: &str) -> (Vec<&str>, &str) {
    let name =
        if name.chars().all(|character| character == ' ') && !name.is_empty() { " " } else { name.trim() };
    let sign = if name.contains('+') || !is_hyphenated(name) { '+' } else { '-' };
    let (before, last) = match name.strip_suffix(sign) {
        None => name.rsplit_once(sign).unwrap_or(("", name)),
        Some("") => ("", name),
        Some(before) => (before.strip_suffix(sign).unwrap_or(before), &name[name.len() - 1..]),
    };
    let before = before.split(sign).map(str::trim).filter(|part| !part.is_empty()).collect();
    (before, if last == " " { last } else { last.trim() })
}

/// Whether hyphens join modifiers and a key, and are no part of a name (`arrow-down`).
fn is_hyphenated(name: &str) -> bool {
    name.split_once('-').is_some_and(|(first, rest)| !rest.is_empty() && modifier(first.trim()).is_some())
}

/// The key that types a character. A shifted one holds Shift; in a chord the case of a letter says nothing.
fn character_key(character: char, modifiers: &mut i64, held: &mut Vec<Key>) -> Option<Key> {
    let in_chord = !held.is_empty();
    let wants_shift;
    let (code, number, typed) = if character.is_ascii_alphabetic() {
        wants_shift = if in_chord { *modifiers & SHIFT != 0 } else { character.is_ascii_uppercase() };
        let upper = character.to_ascii_uppercase();
        let typed = if wants_shift { upper } else { character.to_ascii_lowercase() };
        (format!("Key{upper}"), i64::from(u32::from(upper)), typed)
    } else if character == ' ' {
        wants_shift = false;
        ("Space".to_owned(), 32, ' ')
    } else {
        let (code, number, plain, shifted) =
            *SYMBOLS.iter().find(|(.., plain, shifted)| [*plain, *shifted].contains(&character))?;
        wants_shift = character == shifted || *modifiers & SHIFT != 0;
        (code.to_owned(), number, if wants_shift { shifted } else { plain })
    };
    if wants_shift && *modifiers & SHIFT == 0 {
        *modifiers |= SHIFT;
        held.extend(modifier("Shift"));
    }
    let text = Some(typed.to_string());
    Some(Key { name: typed.to_string(), code, number, text, modifier: 0, location: 0 })
}

/// Lower case, without the marks that people put between the words of a name.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

/// A name in lower case, other names replaced by ours.
fn canonical(name: &str) -> String {
    let plain = plain(name);
    ALIASES.iter().find(|(alias, _)| *alias == plain).map_or(plain, |(_, name)| name.to_lowercase())
}

fn named(name: &str) -> Option<Key> {
    let name = canonical(name);
    let key = |name: &str, code: &str, number: i64, text: &str| Key {
        name: name.to_owned(),
        code: code.to_owned(),
        number,
        text: (!text.is_empty()).then(|| text.to_owned()),
        modifier: 0,
        location: 0,
    };
    if let Some((name, code, number, text)) = NAMED.iter().find(|(known, ..)| known.to_lowercase() == name) {
        return Some(key(if *name == "Space" { " " } else { name }, code, *number, text));
    }
    if let Some((code, name, number, text)) = NUMPAD.iter().find(|(code, ..)| code.to_lowercase() == name) {
        return Some(Key { location: KEYPAD, ..key(name, code, *number, text) });
    }
    if let Some(number) = name.strip_prefix('f').and_then(|number| number.parse::<i64>().ok())
        && (1..=24).contains(&number)
    {
        let name = format!("F{number}");
        return Some(key(&name, &name, 111 + number, ""));
    }
    NAME_ONLY.iter().find(|known| known.to_lowercase() == name).map(|name| key(name, name, 0, ""))
}

/// A key that is held, by its name.
pub(super) fn modifier(name: &str) -> Option<Key> {
    let name = canonical(name);
    let is_it = |known: &str| known.to_lowercase() == name;
    let (name, code, number, bit, location) =
        MODIFIERS.iter().find(|(known, code, ..)| is_it(known) || is_it(code))?;
    Some(Key {
        name: (*name).to_owned(),
        code: (*code).to_owned(),
        number: *number,
        text: None,
        modifier: *bit,
        location: *location,
    })
}

/// The character of a key by its code: `KeyA`, `Digit1`, `Slash`; or by a name that stands for one (`plus`).
fn character_of(name: &str) -> Option<char> {
    let plain = canonical(name);
    let mut characters = plain.chars();
    if let (Some(only), None) = (characters.next(), characters.next()) {
        return Some(only);
    }
    if let Some(letter) = plain.strip_prefix("key").filter(|letter| letter.len() == 1) {
        return letter.chars().next().filter(char::is_ascii_lowercase);
    }
    SYMBOLS.iter().find(|(code, ..)| code.to_lowercase() == plain).map(|(_, _, character, _)| *character)
}

fn is_one_grapheme(text: &str) -> bool {
    use unicode_segmentation::UnicodeSegmentation as _;
    text.graphemes(true).count() == 1
}

/// The known name that was probably meant. Keys that hardly a keyboard has must be all but spelt out.
fn nearest(part: &str) -> Option<String> {
    let part = plain(part);
    let similarity = |name: &&str| strsim::jaro_winkler(&name.to_lowercase(), &part);
    let usual = NAMED[..USUAL].iter().map(|(name, ..)| *name).chain(MODIFIERS.iter().map(|(name, ..)| *name));
    let rare = NAMED[USUAL..].iter().chain(NUMPAD).map(|(name, ..)| *name).chain(NAME_ONLY.iter().copied());
    let likely =
        usual.filter(|name| similarity(name) > 0.8).chain(rare.filter(|name| similarity(name) > 0.93));
    likely.max_by(|a, b| similarity(a).total_cmp(&similarity(b))).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(name: &str) -> (Vec<String>, Key) {
        match parse(name).unwrap() {
            Press::Chord { held, key } => (held.into_iter().map(|key| key.name).collect(), key),
            Press::Text(text) => panic!("{name} is text {text}"),
        }
    }

    #[test]
    fn names_are_case_insensitive_and_have_aliases() {
        for name in ["Enter", "enter", "RETURN", " Enter "] {
            assert_eq!(chord(name).1.number, 13, "{name}");
        }
        assert_eq!(chord("esc").1.name, "Escape");
        for name in ["Down", "arrow-down", "Arrow Down", "ARROW_DOWN", "DownArrow"] {
            assert_eq!(chord(name).1.code, "ArrowDown", "{name}");
        }
        for (name, code) in [("KeyA", "KeyA"), ("digit1", "Digit1"), ("Slash", "Slash"), ("minus", "Minus")] {
            assert_eq!(chord(name).1.code, code, "{name}");
        }
    }

    #[test]
    fn every_key_of_the_lists_can_be_pressed_by_its_name() {
        let names = NAMED.iter().chain(NUMPAD).map(|(name, ..)| *name).chain(NAME_ONLY.iter().copied());
        for name in names {
            let (held, key) = chord(name);
            assert!(held.is_empty() && !key.name.is_empty() && !key.code.is_empty(), "{name}");
            let is_name = key.name == name || key.location == KEYPAD || name == "Space";
            assert!(is_name, "{name} is {key:?}");
        }
        for number in 1..=24 {
            let name = format!("F{number}");
            assert_eq!((chord(&name).1.name, chord(&name).1.number), (name, 111 + number));
        }
        assert!(parse("F25").is_err());
    }

    #[test]
    fn a_key_on_the_other_side_or_in_the_number_block_says_where_it_is() {
        assert_eq!((chord("ShiftRight").1.name.as_str(), chord("ShiftRight").1.location), ("Shift", 2));
        assert_eq!((chord("numpad5").1.name.as_str(), chord("numpad5").1.location), ("5", KEYPAD));
        assert_eq!((chord("a").1.location, chord("Shift").1.location), (0, 1));
    }

    #[test]
    fn a_chord_holds_its_modifiers_and_types_nothing() {
        for name in ["Control+A", "ctrl+a", "Control + a", "Control-a", "Ctrl-A", "mod+a"] {
            let (held, key) = chord(name);
            assert_eq!(held, ["Control"], "{name}");
            assert_eq!((key.name.as_str(), key.code.as_str(), key.text), ("a", "KeyA", None), "{name}");
        }
        let (held, key) = chord("Control+Shift+t");
        assert_eq!((held, key.name.as_str()), (vec!["Control".to_owned(), "Shift".to_owned()], "T"));
        let (held, key) = chord("Shift+Tab");
        assert_eq!((held, key.number), (vec!["Shift".to_owned()], 9));
    }

    #[test]
    fn a_plus_sign_can_be_pressed() {
        for (name, held) in [("+", vec!["Shift"]), ("Control++", vec!["Control", "Shift"])] {
            assert_eq!(
                (chord(name).0, chord(name).1.code),
                (held.iter().map(ToString::to_string).collect(), "Equal".to_owned())
            );
        }
    }

    #[test]
    fn every_printable_ascii_character_types_itself() {
        for character in ' '..='~' {
            let (held, key) = chord(&character.to_string());
            assert_eq!(key.text.as_deref(), Some(character.to_string().as_str()));
            assert!(held.is_empty() || held == ["Shift"], "{character}");
            assert!(!key.code.is_empty() && key.number > 0, "{character}");
        }
    }

    #[test]
    fn other_characters_are_text() {
        for text in ["é", "日", "👍", "👨‍👩‍👧"] {
            assert_eq!(parse(text), Ok(Press::Text(text.to_owned())));
        }
    }

    #[test]
    fn an_unknown_key_names_the_nearest() {
        for (name, expected) in [
            ("Entr", Some("Enter")),
            ("arow-down", Some("ArrowDown")),
            ("Contrl+a", Some("Control")),
            ("BrowserRefesh", Some("BrowserRefresh")),
            ("Login", None),
            ("Submit", None),
            ("", None),
        ] {
            match parse(name) {
                Err(BrowserError::UnknownKey { key, nearest }) => {
                    assert_eq!(key, name);
                    assert_eq!(nearest.as_deref(), expected, "{name}");
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}
