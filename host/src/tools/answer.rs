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
    judged(&mut call.session().claims(), text, &quotes)
}

/// Holds an answer against what was seen. Every quote must have been, whatever is repeated; what else the answer
/// claims is refused once, since it may be counted or known.
fn judged<T: AsRef<str>>(claims: &mut Claims, text: &str, quotes: &[T]) -> Result<Answer, ToolError> {
    let seen = checked(claims, quotes)?;
    let checkable = claims_in(text);
    let unseen = unseen(claims, text, &checkable);
    if unseen.is_empty() {
        let receipt = match (quotes.len(), checkable.len()) {
            (0, 0) => "it holds no number or quoted words that could be checked".to_owned(),
            (0, 1) => format!("{} was seen", quoted(&checkable[0], 60)),
            (0, count) => format!("all {count} numbers and quoted words in it were seen"),
            (1, _) => "the quote was seen".to_owned(),
            (count, _) => format!("all {count} quotes were seen"),
        };
        let mut answer = Answer::receipt(format!("Answer accepted: {receipt}"));
        answer.note("give this answer to the person now; no more calls are needed");
        return Ok(Answer { body: seen.join("\n"), ..answer });
    }
    let shown: Vec<String> = unseen.iter().take(5).map(|claim| quoted(claim, 60)).collect();
    let shown = shown.join(", ");
    let nearest = match claims.find(&unseen[0]) {
        Seen::Nowhere(Some((line, page))) => {
            format!("nearest is {} on {page}; ", quoted(&cut(&line, 120), 120))
        }
        _ => String::new(),
    };
    if claims.doubt(&unseen) {
        let hint = format!(
            "{nearest}check it with browser_find or browser_read and answer with what the page says; if you counted, computed or rewrote it, send it once more"
        );
        let message = format!("{shown} in your answer is on no page you were shown; it was not taken");
        return Err(ToolError::new(ErrorCode::NotFound, message, hint).alone());
    }
    let mut answer = Answer::receipt(format!("Answer taken, but NOT SEEN on any page: {shown}"));
    answer.note(format!("tell the person with the answer that no page showed {shown}"));
    Ok(Answer { body: seen.join("\n"), ..answer })
}

/// Where the quotes of an answer were seen: every one of them must have been.
fn checked<T: AsRef<str>>(claims: &Claims, quotes: &[T]) -> Result<Vec<String>, ToolError> {
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
    Ok(lines)
}

/// What an answer claims that no page showed: words in quotes, and numbers wherever they stand.
fn unseen(claims: &Claims, text: &str, checkable: &[String]) -> Vec<String> {
    let numbers = claims.unseen_numbers(text);
    let is_word = |claim: &&String| claim.chars().any(char::is_alphabetic);
    let words =
        checkable.iter().filter(is_word).filter(|claim| matches!(claims.find(claim), Seen::Nowhere(_)));
    let mut unseen: Vec<String> = words.cloned().collect();
    let quoted_too = |number: &String| unseen.iter().any(|claim| claim.contains(number.as_str()));
    let numbers: Vec<String> = numbers.into_iter().filter(|number| !quoted_too(number)).collect();
    unseen.extend(numbers);
    unseen.truncate(MOST);
    unseen
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
    fn what_was_not_seen_is_refused_once_and_then_told() {
        const NONE: [&str; 0] = [];
        let mut claims = Claims::default();
        claims.remember("\"Shop\" — https://shop.example", "> Steel kettle\n> 899,00 TL");
        let good = judged(&mut claims, "\"Steel kettle\" costs 899 TL", &NONE).expect("seen");
        assert_eq!(good.receipt, "Answer accepted: all 2 numbers and quoted words in it were seen");
        for (text, quotes, claim) in [
            ("\"Copper kettle\" costs 899 TL", vec![], "Copper kettle"),
            ("It costs 900 TL", vec!["899,00 TL"], "900"),
            ("950 TL", vec![], "950"),
        ] {
            let refused = judged(&mut claims, text, &quotes).expect_err("not seen");
            assert_eq!(
                refused.message,
                format!("\"{claim}\" in your answer is on no page you were shown; it was not taken")
            );
            let told = judged(&mut claims, text, &quotes).expect("who repeats it insists");
            assert_eq!(told.receipt, format!("Answer taken, but NOT SEEN on any page: \"{claim}\""));
            assert!(!told.notes.iter().any(|note| note.contains("no more calls")), "{:?}", told.notes);
        }
        assert!(judged(&mut claims, "899", &["899,00 TL", "steel KETTLE"]).is_ok());
        for _ in 0..2 {
            let refused = judged(&mut claims, "x", &["899,00 TL", "Copper kettle"]).expect_err("not there");
            assert_eq!(refused.message, "\"Copper kettle\" is on no page you were shown");
            assert!(refused.hint.contains("Steel kettle") && refused.hint.contains("shop.example"));
        }
    }
}
