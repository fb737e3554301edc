//! Key names: what `Enter`, `a`, `Control+Shift+T` press on a keyboard.

use super::BrowserError;

/// Bits of `Input.dispatchKeyEvent`'s modifiers.
const ALT: i64 = 1;
const CONTROL: i64 = 2;
pub(super) const META: i64 = 4;
const SHIFT: i64 = 8;

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
}

/// What a key name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Press {
    /// A key, with others held meanwhile.
    Chord { held: Vec<Key>, key: Key },
    /// Text that no key of the table types.
    Text(String),
}

/// Name, code, virtual key, text. Names as in the W3C's UI Events `KeyboardEvent` key values.
const NAMED: &[(&str, &str, i64, &str)] = &[
    ("Enter", "Enter", 13, "\r"),
    ("Tab", "Tab", 9, ""),
    ("Escape", "Escape", 27, ""),
    ("Backspace", "Backspace", 8, ""),
    ("Delete", "Delete", 46, ""),
    ("Insert", "Insert", 45, ""),
    ("ArrowLeft", "ArrowLeft", 37, ""),
    ("ArrowUp", "ArrowUp", 38, ""),
    ("ArrowRight", "ArrowRight", 39, ""),
    ("ArrowDown", "ArrowDown", 40, ""),
    ("Home", "Home", 36, ""),
    ("End", "End", 35, ""),
    ("PageUp", "PageUp", 33, ""),
    ("PageDown", "PageDown", 34, ""),
    ("Space", "Space", 32, " "),
    ("CapsLock", "CapsLock", 20, ""),
    ("ContextMenu", "ContextMenu", 93, ""),
    ("Pause", "Pause", 19, ""),
    ("PrintScreen", "PrintScreen", 44, ""),
    ("F1", "F1", 112, ""),
    ("F2", "F2", 113, ""),
    ("F3", "F3", 114, ""),
    ("F4", "F4", 115, ""),
    ("F5", "F5", 116, ""),
    ("F6", "F6", 117, ""),
    ("F7", "F7", 118, ""),
    ("F8", "F8", 119, ""),
    ("F9", "F9", 120, ""),
    ("F10", "F10", 121, ""),
    ("F11", "F11", 122, ""),
    ("F12", "F12", 123, ""),
];

const MODIFIERS: &[(&str, &str, i64, i64)] = &[
    ("Alt", "AltLeft", 18, ALT),
    ("Control", "ControlLeft", 17, CONTROL),
    ("Meta", "MetaLeft", 91, META),
    ("Shift", "ShiftLeft", 16, SHIFT),
];

/// Other names that people and models use, in lower case.
const ALIASES: &[(&str, &str)] = &[
    ("return", "Enter"),
    ("esc", "Escape"),
    ("del", "Delete"),
    ("ins", "Insert"),
    ("left", "ArrowLeft"),
    ("up", "ArrowUp"),
    ("right", "ArrowRight"),
    ("down", "ArrowDown"),
    ("pgup", "PageUp"),
    ("pgdn", "PageDown"),
    ("pgdown", "PageDown"),
    ("spacebar", "Space"),
    ("ctrl", "Control"),
    ("cmd", "Meta"),
    ("command", "Meta"),
    ("super", "Meta"),
    ("win", "Meta"),
    ("option", "Alt"),
    ("controlormeta", if cfg!(target_os = "macos") { "Meta" } else { "Control" }),
];

/// The keys of the US layout that type no letter: code, virtual key, plain and shifted character.
const SYMBOLS: &[(&str, i64, char, char)] = &[
    ("Digit1", 49, '1', '!'),
    ("Digit2", 50, '2', '@'),
    ("Digit3", 51, '3', '#'),
    ("Digit4", 52, '4', '$'),
    ("Digit5", 53, '5', '%'),
    ("Digit6", 54, '6', '^'),
    ("Digit7", 55, '7', '&'),
    ("Digit8", 56, '8', '*'),
    ("Digit9", 57, '9', '('),
    ("Digit0", 48, '0', ')'),
    ("Semicolon", 186, ';', ':'),
    ("Equal", 187, '=', '+'),
    ("Comma", 188, ',', '<'),
    ("Minus", 189, '-', '_'),
    ("Period", 190, '.', '>'),
    ("Slash", 191, '/', '?'),
    ("Backquote", 192, '`', '~'),
    ("BracketLeft", 219, '[', '{'),
    ("Backslash", 220, '\\', '|'),
    ("BracketRight", 221, ']', '}'),
    ("Quote", 222, '\'', '"'),
];

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
        _ => match named(last).or_else(|| modifier(last)) {
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

/// Splits at plus signs; the last part may be a plus sign itself.
fn split(name: &str) -> (Vec<&str>, &str) {
    let name = if name == " " { name } else { name.trim() };
    let (before, last) = match name.strip_suffix('+') {
        None => name.rsplit_once('+').unwrap_or(("", name)),
        Some("") => ("", name),
        Some(before) => (before.strip_suffix('+').unwrap_or(before), "+"),
    };
    let before = before.split('+').map(str::trim).filter(|part| !part.is_empty()).collect();
    (before, if last == " " { last } else { last.trim() })
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
    Some(Key { name: typed.to_string(), code, number, text, modifier: 0 })
}

fn canonical(name: &str) -> &str {
    let lower = name.to_lowercase();
    ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(name, |(_, name)| name)
}

fn named(name: &str) -> Option<Key> {
    let name = canonical(name);
    let (name, code, number, text) = NAMED.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
    let key = if *name == "Space" { " " } else { name };
    let text = (!text.is_empty()).then(|| (*text).to_owned());
    Some(Key { name: key.to_owned(), code: (*code).to_owned(), number: *number, text, modifier: 0 })
}

fn modifier(name: &str) -> Option<Key> {
    let name = canonical(name);
    let (name, code, number, bit) = MODIFIERS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))?;
    Some(Key {
        name: (*name).to_owned(),
        code: (*code).to_owned(),
        number: *number,
        text: None,
        modifier: *bit,
    })
}

fn is_one_grapheme(text: &str) -> bool {
    use unicode_segmentation::UnicodeSegmentation as _;
    text.graphemes(true).count() == 1
}

/// The known name that is most similar.
fn nearest(part: &str) -> String {
    let part = part.to_lowercase();
    let names = NAMED.iter().map(|(name, ..)| *name).chain(MODIFIERS.iter().map(|(name, ..)| *name));
    let similarity = |name: &&str| strsim::jaro_winkler(&name.to_lowercase(), &part);
    names.max_by(|a, b| similarity(a).total_cmp(&similarity(b))).unwrap_or("Enter").to_owned()
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
        assert_eq!(chord("Down").1.code, "ArrowDown");
    }

    #[test]
    fn a_chord_holds_its_modifiers_and_types_nothing() {
        for name in ["Control+A", "ctrl+a", "Control + a"] {
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
        for (name, expected) in
            [("Entr", "Enter"), ("arrow-down", "ArrowDown"), ("Contrl+a", "Control"), ("", "Enter")]
        {
            match parse(name) {
                Err(BrowserError::UnknownKey { key, nearest }) => {
                    assert_eq!(key, name);
                    assert!(name.is_empty() || nearest == expected, "{name}: {nearest}");
                }
                other => panic!("{name}: {other:?}"),
            }
        }
    }
}
