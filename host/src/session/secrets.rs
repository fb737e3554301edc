//! Typed secrets: what of a text must not be told. Pure.

use serde_json::Value;

use super::Answer;
use crate::snapshot::text::one_line;

/// What stands in place of a secret.
const MASK: &str = "•••";
/// Shortest secret that is taken out of every text; a shorter one would tear holes into ordinary words, and is taken
/// out of addresses alone, where a form puts it.
const SHORTEST: usize = 4;
/// Shortest beginning of a secret that counts as one where the text is cut behind it.
const SHORTEST_PIECE: usize = 4;

/// The secrets of a session, in all the forms in which a page or an answer shows them.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    forms: Vec<String>,
}

impl Secrets {
    /// Remembers a secret.
    pub(super) fn keep(&mut self, secret: &str) {
        if secret.trim().is_empty() {
            return;
        }
        let encoded: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
        let json = Value::String(secret.to_owned()).to_string();
        let forms = [
            secret.to_owned(),
            one_line(secret),
            one_line(secret).replace('"', "'"),
            encoded.replace('+', "%20"),
            encoded,
            json.trim_matches('"').to_owned(),
        ];
        for form in forms {
            if !form.is_empty() && !self.forms.contains(&form) {
                self.forms.push(form);
            }
        }
        // One secret may begin like another.
        self.forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
    }

    /// Takes the secrets out of an answer.
    pub(super) fn hide_in(&self, answer: &mut Answer) {
        if self.forms.is_empty() {
            return;
        }
        let texts = [&mut answer.directive, &mut answer.receipt, &mut answer.body];
        for text in texts.into_iter().chain(&mut answer.notes).chain(&mut answer.decisions) {
            *text = self.without(text);
        }
    }

    /// The value without the secrets in its texts.
    pub(super) fn out_of(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.without(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.out_of(item)).collect(),
            Value::Object(fields) => {
                fields.into_iter().map(|(name, value)| (self.without(&name), self.out_of(value))).collect()
            }
            Value::Number(number) => match self.without(&number.to_string()) {
                text if text == number.to_string() => Value::Number(number),
                text => Value::String(text),
            },
            other => other,
        }
    }

    fn without(&self, text: &str) -> String {
        self.forms.iter().fold(text.to_owned(), |text, secret| without(&text, secret))
    }
}

fn without(text: &str, secret: &str) -> String {
    let is_short = secret.chars().count() < SHORTEST;
    let is_number = secret.chars().all(|c| c.is_ascii_digit());
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(secret) {
        let (before, after) = (&rest[..at], &rest[at + secret.len()..]);
        // Digits of a longer number are no secret of fewer digits.
        let touches = |c: Option<char>| {
            c.is_some_and(|c| if is_short { c.is_alphanumeric() } else { c.is_ascii_digit() })
        };
        let is_part = (is_number || is_short)
            && (touches(before.chars().next_back().or_else(|| out.chars().next_back()))
                || touches(after.chars().next()));
        let is_in_address = before.ends_with('=');
        out.push_str(before);
        out.push_str(if is_part || (is_short && !is_in_address) { secret } else { MASK });
        rest = after;
    }
    out.push_str(rest);
    if !is_short && out.contains('…') { without_beginnings(&out, secret) } else { out }
}

/// The text without beginnings of the secret that stand before a `…`, where an answer was cut.
fn without_beginnings(text: &str, secret: &str) -> String {
    let ends: Vec<usize> = secret.char_indices().map(|(at, _)| at).skip(SHORTEST_PIECE).collect();
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('…').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            out.push_str(part);
            break;
        }
        let shown = ends.iter().rev().find(|end| part.ends_with(&secret[..**end]));
        match shown {
            Some(end) => {
                out.push_str(&part[..part.len() - end]);
                out.push_str(MASK);
            }
            None => out.push_str(part),
        }
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn keeping(secrets: &[&str]) -> Secrets {
        let mut kept = Secrets::default();
        for secret in secrets {
            kept.keep(secret);
        }
        kept
    }

    #[test]
    fn a_secret_is_taken_out_in_every_form() {
        let secrets = keeping(&["p\"ss wörd&1", "4711", "123", "lovelace"]);
        for (text, hidden) in [
            ("you typed p\"ss wörd&1.", "you typed •••."),
            ("value \"p'ss wörd&1\"", "value \"•••\""),
            ("/in?pw=p%22ss+w%C3%B6rd%261&x", "/in?pw=•••&x"),
            ("/in?pw=p%22ss%20w%C3%B6rd%261", "/in?pw=•••"),
            ("{\"pw\":\"p\\\"ss wörd&1\"}", "{\"pw\":\"•••\"}"),
            ("PIN 4711, order 147110", "PIN •••, order 147110"),
            ("123 results at /pay?cvv=123&n=1234", "123 results at /pay?cvv=•••&n=1234"),
            ("Welcome lovel… and love letters", "Welcome •••… and love letters"),
        ] {
            assert_eq!(secrets.without(text), hidden);
        }
        let sent = secrets.out_of(json!({"a": ["lovelace", 4711, 5], "lovelace": true}));
        assert_eq!(sent, json!({"a": ["•••", "•••", 5], "•••": true}));
    }
}
