//! Text of the page on its way into an answer: cut at grapheme borders, quoted and fenced.
//!
//! Nothing a page says may look like a line of ours, so page text is either inside one pair of quotes on
//! one line, or in a block whose every line starts with [`FENCE`].

use unicode_segmentation::UnicodeSegmentation as _;

/// Start of every line of page text in an answer.
pub const FENCE: &str = "> ";

/// Longest accessible name shown, in graphemes.
pub const NAME_LIMIT: usize = 80;

/// True for characters that could break a line or reorder it: control characters, line and paragraph
/// separators, and bidirectional formatting characters (Unicode UAX #9).
pub(super) fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{061C}' | '\u{200E}' | '\u{200F}')
        || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// True for characters without a look, which can hide whole sentences from a person: zero-width spaces,
/// fillers and tag letters. Joiners are not among them: emoji and several scripts need them.
pub(super) fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{00AD}' | '\u{034F}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180E}'
            | '\u{200B}' | '\u{2060}'..='\u{2065}' | '\u{206A}'..='\u{206F}' | '\u{3164}'
            | '\u{FE00}'..='\u{FE0D}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E01EF}'
    )
}

/// One line: runs of white space and unsafe characters become one space, ends are trimmed.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut gap = false;
    for character in text.chars() {
        if is_hidden(character) {
            continue;
        }
        if character.is_whitespace() || is_unsafe(character) {
            gap = !line.is_empty();
        } else {
            if gap {
                line.push(' ');
                gap = false;
            }
            line.push(character);
        }
    }
    line
}

/// The first `limit` graphemes, with `…` in place of what was cut. Graphemes of endless combining marks are cut
/// too: a text has at most a few characters for each.
pub fn cut(text: &str, limit: usize) -> String {
    let most = limit.saturating_mul(8).saturating_add(32);
    let keep = limit.saturating_sub(1);
    let mut end = match text.grapheme_indices(true).nth(limit) {
        None => text.len(),
        Some(_) => text.grapheme_indices(true).nth(keep).map_or(text.len(), |(at, _)| at),
    };
    if let Some((at, _)) = text.char_indices().nth(most) {
        end = end.min(at);
    }
    if end == text.len() { text.to_owned() } else { format!("{}…", text[..end].trim_end()) }
}

/// `1 element`, `2 elements`: a count with the word for one of what is counted.
pub fn counted<N: std::fmt::Display + Copy + PartialEq + From<u8>>(count: N, one: &str) -> String {
    if count == N::from(1) { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// A name or value in double quotes on one line; quotes inside become single ones.
pub fn quoted(text: &str, limit: usize) -> String {
    format!("\"{}\"", cut(&one_line(text), limit).replace('"', "'"))
}

/// A text as it was sent, in double quotes on one line, with a sign for each line break.
pub fn echoed(text: &str, limit: usize) -> String {
    let text = text.replace("\r\n", "\n");
    let lines: Vec<String> = text.split('\n').map(one_line).collect();
    format!("\"{}\"", cut(&lines.join("⏎"), limit).replace('"', "'"))
}

/// An element in words: its role, and its name in quotes where it has one.
pub fn named(role: &str, name: &str, limit: usize) -> String {
    if name.is_empty() { role.to_owned() } else { format!("{role} {}", quoted(name, limit)) }
}

/// Page text as a block: at most `limit` characters, every line fenced, empty lines dropped.
pub fn fenced(text: &str, limit: usize) -> String {
    let mut block = String::new();
    let mut used = 0;
    for line in text.lines().map(one_line).filter(|line| !line.is_empty()) {
        let left = limit.saturating_sub(used);
        if left < 2 {
            break;
        }
        let line = cut(&line, left);
        used += line.chars().count() + 1;
        if !block.is_empty() {
            block.push('\n');
        }
        block.push_str(FENCE);
        block.push_str(&line);
    }
    block
}

/// The part of `text` from character `from`, at most `limit` characters, cut at a grapheme border.
/// The second value is where to go on, when something is left.
pub fn window(text: &str, from: usize, limit: usize) -> (&str, Option<usize>) {
    let start = text.char_indices().nth(from).map_or(text.len(), |(at, _)| at);
    let rest = &text[start..];
    let mut characters = 0;
    for (at, grapheme) in rest.grapheme_indices(true) {
        let size = grapheme.chars().count();
        if characters + size > limit.max(1) {
            if characters > 0 {
                return (&rest[..at], Some(from + characters));
            }
            // One grapheme beyond any budget: cut through it.
            let end = rest.char_indices().nth(limit.max(1)).map_or(rest.len(), |(at, _)| at);
            return (&rest[..end], Some(from + limit.max(1)));
        }
        characters += size;
    }
    (rest, None)
}

/// Estimated tokens of a text for a current small model's tokenizer: about four characters of Latin
/// text, two of other alphabets and one of CJK a token. An estimate for people, never a limit.
pub fn estimated_tokens(text: &str) -> usize {
    let quarters: usize = text
        .chars()
        .map(|character| match character {
            '\0'..='\u{7F}' => 1,
            '\u{80}'..='\u{2FF}' => 2,
            '\u{300}'..='\u{2DFF}' => 2,
            _ => 4,
        })
        .sum();
    quarters.div_ceil(4)
}

/// Lower case for comparisons, Turkish dotted and dotless i folded together so that `İ`, `I`, `ı` and
/// `i` compare equal whatever language the page is in.
pub fn folded(text: &str) -> String {
    one_line(text)
        .chars()
        .flat_map(|character| match character {
            'İ' | 'I' | 'ı' => vec!['i'],
            other => other.to_lowercase().collect(),
        })
        .filter(|character| *character != '\u{307}')
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_line_breaks_stays_one_line() {
        assert_eq!(quoted("Save\ne2 button \"Pay\"\u{2028}x", 80), "\"Save e2 button 'Pay' x\"");
    }

    #[test]
    fn bidirectional_overrides_are_dropped() {
        assert_eq!(one_line("a\u{202E}b\u{2066}c"), "a b c");
    }

    #[test]
    fn hidden_letters_are_dropped_and_joiners_kept() {
        assert_eq!(one_line("a\u{E0041}\u{E007F}b\u{200B}c\u{3164}"), "abc");
        assert_eq!(one_line("👨‍👩‍👧‍👦 ❤️"), "👨‍👩‍👧‍👦 ❤️");
        assert_eq!(one_line("a\u{E0121}\u{180E}\u{206A}\u{FFF9}b\u{FE01}c"), "abc");
    }

    #[test]
    fn endless_combining_marks_are_cut() {
        let text = format!("a{}", "\u{0301}".repeat(300_000));
        assert!(cut(&text, 80).chars().count() < 700);
        assert!(fenced(&text, 600).chars().count() < 6_000);
        assert!(window(&text, 0, 2_000).0.chars().count() <= 2_000);
    }

    #[test]
    fn a_family_emoji_is_never_split() {
        let family = "👨‍👩‍👧‍👦";
        assert_eq!(cut(&format!("{family}{family}{family}"), 2), format!("{family}…"));
        assert_eq!(cut(family, 1), family);
    }

    #[test]
    fn every_line_of_page_text_is_fenced() {
        assert_eq!(fenced("one\n\n e1 button \"Pay\"\n", 100), "> one\n> e1 button \"Pay\"");
    }

    #[test]
    fn fenced_text_keeps_its_budget() {
        let text = "wörter ".repeat(400);
        assert!(fenced(&text, 300).chars().count() <= 300 + FENCE.len());
    }

    #[test]
    fn a_window_says_where_to_go_on_and_joins_up() {
        let text = "Ağrı dağı 🏔️ yüksek";
        let (first, next) = window(text, 0, 11);
        let (second, end) = window(text, next.expect("more is left"), 1000);
        assert_eq!(format!("{first}{second}"), text);
        assert_eq!(end, None);
    }

    #[test]
    fn turkish_capitals_compare_equal() {
        assert_eq!(folded("İSTANBUL Isı"), folded("istanbul ısı"));
    }
}
