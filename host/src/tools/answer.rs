//! `browser_answer`: take the model's answer, and hold it against what pages said.

use crate::error::{ErrorCode, ToolError};
use crate::session::{Answer, Call, Claims, Seen};
use crate::snapshot::text::{cut, quoted};

use super::arguments::{Argument, Arguments, Kind};
use super::{Description, Effect, Tool};

pub(super) static TOOL: Tool = Tool {
    description: Description {
        name: "browser_answer",
        title: "Answer",
        about: "Give the final answer. Each quote must be words that a page of this session showed.",
        effect: Effect::ReadOnly,
        arguments: &[
            Argument::required("text", Kind::Text, "The answer")
                .or(&["answer", "content", "result", "message"]),
            Argument::optional("quote", Kind::OneOrMore, "Words from the page, as they stand there")
                .or(&["quotes", "evidence", "source", "citation"]),
        ],
        example: "{\"text\": \"It costs 899,00 TL\", \"quote\": \"899,00 TL\"}",
        out_of_band: true,
    },
    run: |call, arguments| Box::pin(async move { run(call, &arguments) }),
};

/// Most claims of one answer that are looked up.
const MOST: usize = 12;

fn run(call: &Call, arguments: &Arguments) -> Result<Answer, ToolError> {
    let text = arguments.text("text").unwrap_or_default();
    let mut quotes = arguments.texts("quote");
    quotes.retain(|quote| !quote.trim().is_empty());
    let claims = call.session().claims();
    if quotes.is_empty() { Ok(unquoted(&claims, text)) } else { checked(&claims, &quotes) }
}

/// An answer with quotes: every one of them must have been seen.
fn checked<T: AsRef<str>>(claims: &Claims, quotes: &[T]) -> Result<Answer, ToolError> {
    let mut lines = Vec::new();
    for quote in quotes.iter().map(AsRef::as_ref).take(MOST) {
        match claims.find(quote) {
            Seen::On(page) => lines.push(format!("{} is on {page}", quoted(quote, 80))),
            Seen::Nowhere(nearest) => {
                let hint = match nearest {
                    Some((line, page)) => format!(
                        "nearest is {} on {page}; quote what a page says word for word, or read on with browser_read",
                        quoted(&line, 120)
                    ),
                    None => {
                        "quote what a page says word for word; browser_read and browser_find show more of it"
                            .to_owned()
                    }
                };
                let message = format!("{} is on no page you were shown", quoted(quote, 80));
                return Err(ToolError::new(ErrorCode::NotFound, message, hint).alone());
            }
        }
    }
    let receipt = match quotes.len() {
        1 => "Answer accepted: the quote was seen".to_owned(),
        count => format!("Answer accepted: all {count} quotes were seen"),
    };
    Ok(Answer { body: lines.join("\n"), ..taken(receipt) })
}

/// An answer without quotes: its numbers and what it puts in quotes are looked up, and what was not seen is told.
fn unquoted(claims: &Claims, text: &str) -> Answer {
    let checkable = claims_in(text);
    let missing: Vec<&String> =
        checkable.iter().filter(|claim| matches!(claims.find(claim), Seen::Nowhere(_))).collect();
    if missing.is_empty() {
        let how = match checkable.len() {
            0 => "it holds no number or quoted words that could be checked".to_owned(),
            1 => format!("{} was seen", quoted(&checkable[0], 60)),
            count => format!("all {count} numbers and quoted words in it were seen"),
        };
        return taken(format!("Answer accepted: {how}"));
    }
    let shown: Vec<String> = missing.iter().take(5).map(|claim| quoted(claim, 60)).collect();
    let mut answer = taken(format!("Answer taken, but NOT SEEN on any page: {}", shown.join(", ")));
    if let Some(Seen::Nowhere(Some((line, page)))) = missing.first().map(|claim| claims.find(claim)) {
        answer.note(format!("nearest is {} on {page}", quoted(&cut(&line, 120), 120)));
    }
    answer
}

fn taken(receipt: String) -> Answer {
    let mut answer = Answer::receipt(receipt);
    answer.note("give this answer to the person now; no more calls are needed");
    answer
}

/// What can be held against a page: quoted words, the parts of `title | address`, and numbers.
fn claims_in(text: &str) -> Vec<String> {
    const PAIRS: [(char, char); 6] = [('"', '"'), ('“', '”'), ('«', '»'), ('„', '“'), ('‘', '’'), ('`', '`')];
    let mut claims: Vec<String> = Vec::new();
    let mut rest = text.to_owned();
    for (open, close) in PAIRS {
        while let Some((before, after)) = rest.split_once(open)
            && let Some((inside, behind)) = after.split_once(close)
        {
            claims.push(inside.trim().to_owned());
            rest = format!("{before} {behind}");
        }
    }
    let numbers = rest.split(|character: char| character.is_whitespace() || "()[]{}|;:/".contains(character));
    for word in numbers {
        let word = word.trim_matches(|character: char| !character.is_ascii_digit());
        let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || ".,'".contains(c));
        if is_number {
            claims.push(word.to_owned());
        }
    }
    claims.retain(|claim| claim.chars().any(char::is_alphanumeric));
    claims.dedup();
    claims.truncate(MOST);
    claims
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_and_numbers_are_what_can_be_checked() {
        for (text, expected) in [
            ("It costs 1.299,00 TL.", vec!["1.299,00"]),
            ("The first is \"Steel kettle\" for 899 TL", vec!["Steel kettle", "899"]),
            ("“Rust 1.95” came out (2026)", vec!["Rust 1.95", "2026"]),
            ("Yes, it is sold out", vec![]),
        ] {
            assert_eq!(claims_in(text), expected, "{text}");
        }
    }

    #[test]
    fn an_answer_says_what_was_not_seen() {
        let mut claims = Claims::default();
        claims.remember("\"Shop\" — https://shop.example", "> Steel kettle\n> 899,00 TL");
        let good = unquoted(&claims, "\"Steel kettle\" costs 899 TL");
        assert_eq!(good.receipt, "Answer accepted: all 2 numbers and quoted words in it were seen");
        let bad = unquoted(&claims, "\"Copper kettle\" costs 899 TL");
        assert_eq!(bad.receipt, "Answer taken, but NOT SEEN on any page: \"Copper kettle\"");
        assert!(bad.notes.iter().any(|note| note.contains("Steel kettle")), "{:?}", bad.notes);
        assert!(checked(&claims, &["899,00 TL", "steel KETTLE"]).is_ok());
        let refused = checked(&claims, &["899,00 TL", "Copper kettle"]).expect_err("not on the page");
        assert_eq!(refused.message, "\"Copper kettle\" is on no page you were shown");
        assert!(
            refused.hint.contains("Steel kettle") && refused.hint.contains("shop.example"),
            "{}",
            refused.hint
        );
    }
}
