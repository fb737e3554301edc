//! A session as people read it: what was called, what came back, what it cost, who decided.

use std::fmt::Write as _;

use serde_json::Value;

use crate::console::Paint;
use crate::mcp::Answer;

/// Lines of an answer that are shown.
const SHOWN_LINES: usize = 12;

/// Characters of a line that are shown.
const SHOWN_WIDTH: usize = 116;

/// The heading of one site's session.
pub(crate) fn heading(paint: Paint, text: &str) -> String {
    format!("\n{}", paint.strong(&format!("━━ {text} ━━")))
}

/// One call and its answer.
pub(crate) fn entry(paint: Paint, tool: &str, arguments: &Value, answer: &Answer) -> String {
    let mut text = format!("\n{} {}", paint.call(&format!("▶ {tool}")), arguments);
    let mut lines = answer.text.lines();
    // The receipt is shown whole: it says how the call went.
    if let Some(first) = lines.next() {
        let _ = write!(text, "\n  {}", if answer.is_error { paint.bad(first) } else { paint.good(first) });
    }
    for line in lines.by_ref().take(SHOWN_LINES) {
        let _ = write!(text, "\n  {}", shortened(line));
    }
    let hidden = lines.count();
    if hidden > 0 {
        let _ = write!(text, "\n  {}", paint.faint(&format!("… {hidden} more lines")));
    }
    for decision in &answer.decisions {
        let _ = write!(text, "\n  {}", paint.faint(&format!("decided by: {decision}")));
    }
    let _ = write!(text, "\n  {}", paint.faint(&cost(answer)));
    text
}

/// `412 ms, 3210 characters, about 803 tokens`
pub(crate) fn cost(answer: &Answer) -> String {
    let characters = answer.text.chars().count();
    let mut text = format!(
        "{} ms, {characters} characters, about {} tokens",
        answer.elapsed.as_millis(),
        tokens(&answer.text)
    );
    match answer.images {
        0 => {}
        1 => text.push_str(", 1 image"),
        images => {
            let _ = write!(text, ", {images} images");
        }
    }
    text
}

/// Estimated tokens: the same rule of thumb as the program's own, four characters of English a token, fewer of
/// other scripts.
pub(crate) fn tokens(text: &str) -> usize {
    let quarters = text.chars().map(|character| match character {
        '\0'..='\u{7F}' => 1,
        '\u{80}'..='\u{2DFF}' => 2,
        _ => 4,
    });
    quarters.sum::<usize>().div_ceil(4)
}

fn shortened(line: &str) -> String {
    if line.chars().count() <= SHOWN_WIDTH {
        return line.to_owned();
    }
    let mut text: String = line.chars().take(SHOWN_WIDTH - 1).collect();
    text.push('…');
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    fn answer(text: &str) -> Answer {
        Answer {
            text: text.to_owned(),
            images: 0,
            is_error: false,
            decisions: vec!["rank 0.1.0 ranked 485 elements".to_owned()],
            elapsed: Duration::from_millis(412),
        }
    }

    #[test]
    fn an_entry_shows_call_receipt_view_decisions_and_cost() {
        let text = entry(
            Paint::PLAIN,
            "browser_navigate",
            &json!({"url": "https://shop.example/"}),
            &answer("Opened Shop\nShop — https://shop.example/\ne1 searchbox \"Ara\""),
        );
        assert_eq!(
            text,
            "\n▶ browser_navigate {\"url\":\"https://shop.example/\"}\n  Opened Shop\n  \
             Shop — https://shop.example/\n  e1 searchbox \"Ara\"\n  \
             decided by: rank 0.1.0 ranked 485 elements\n  412 ms, 59 characters, about 15 tokens"
        );
    }

    #[test]
    fn long_views_and_long_lines_are_shortened_but_counted_whole() {
        let long = "ş".repeat(200);
        let text = entry(Paint::PLAIN, "x", &json!({}), &answer(&vec![long; 21].join("\n")));
        assert!(text.contains("… 8 more lines"), "{text}");
        assert!(text.contains(&format!("\n  {}…\n", "ş".repeat(SHOWN_WIDTH - 1))), "{text}");
        assert!(text.contains("4220 characters"), "{text}");
    }

    #[test]
    fn images_are_counted() {
        let with = Answer { images: 1, ..answer("Saved") };
        assert!(cost(&with).ends_with(", 1 image"), "{}", cost(&with));
    }
}
