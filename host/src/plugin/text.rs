//! Texts that cross the border to plugins, in either direction: cut, and without control characters.

/// One line of at most `bytes` bytes. Control and direction-changing characters become spaces.
pub(super) fn plain(text: &str, bytes: usize) -> String {
    let clean: String = cut(text, bytes.saturating_mul(2))
        .chars()
        .map(|letter| if letter.is_control() || is_invisible(letter) { ' ' } else { letter })
        .collect();
    cut(clean.trim(), bytes).to_owned()
}

/// The start of `text`, at most `bytes` bytes of it.
pub(super) fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Characters that change how the rest of a line is read without being seen themselves.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_text_is_one_short_line() {
        assert_eq!(plain("a\u{1b}[31mb\r\nc\u{202E}d ", 100), "a [31mb  c d");
        assert_eq!(plain("ağaç", 3), "ağ");
        assert_eq!(plain("ağaç", 2), "a");
        assert_eq!(plain(&"\u{0}".repeat(100), 10), "");
    }
}
