//! Takes out of recorded arguments what belongs to a person: same-length placeholders stand in its place.

use regex_lite::{Captures, Regex};
use serde_json::{Map, Value};
use url::form_urlencoded;

/// A number of fewer digits says little about a person.
const LONG_NUMBER: usize = 7;
const TOKEN: usize = 20;

/// Replaces, but for what was searched for.
pub(super) struct Scrubber {
    /// In the forms in which it may stand in a URL.
    searched: Vec<String>,
    email: Regex,
    number: Regex,
    word: Regex,
    query: Regex,
}

impl Scrubber {
    /// Knows what was searched for by the arguments themselves.
    pub(super) fn of(input: &Map<String, Value>) -> Self {
        let query = input.get("query").or_else(|| input.get("req").and_then(|req| req.get("query")));
        let query = query.and_then(Value::as_str).unwrap_or_default().trim();
        let encoded: String = form_urlencoded::byte_serialize(query.as_bytes()).collect();
        let mut searched = vec![query.to_owned(), encoded.replace('+', "%20"), encoded];
        searched.retain(|form| !form.is_empty());
        let regex = |pattern| Regex::new(pattern).unwrap_or_else(|error| unreachable!("{pattern}: {error}"));
        Self {
            searched,
            email: regex(r"[A-Za-z0-9._%+\-]+(@|%40)[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)+"),
            number: regex(r"\+?\d{2,}(?:[ \-/()]{1,2}\d{2,})*"),
            word: regex(r"[A-Za-z0-9_\-]{20,}"),
            query: regex(r"([?&#;][^=&#;?\s]*)=([^&#;\s]*)"),
        }
    }

    /// The arguments without it.
    pub(super) fn scrub(&self, input: Map<String, Value>) -> Map<String, Value> {
        input.into_iter().map(|(name, value)| (name.clone(), self.value(&name, value))).collect()
    }

    fn value(&self, member: &str, value: Value) -> Value {
        match value {
            // What was searched for is what the case is about.
            Value::String(text) if member == "query" => Value::String(text),
            Value::String(_) if member == "value" => Value::String(String::new()),
            Value::String(text) => Value::String(self.text(&text)),
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.value("", item)).collect()),
            // The value of a fact is one of several cases.
            Value::Object(members) => Value::Object(self.scrub(members)),
            other => other,
        }
    }

    fn text(&self, text: &str) -> String {
        let text = self.query.replace_all(text, |found: &Captures<'_>| {
            let value = &found[2];
            let kept = self.searched.iter().any(|searched| searched == value);
            if kept { found[0].to_owned() } else { format!("{}={}", &found[1], masked(value)) }
        });
        let text = self.email.replace_all(&text, |found: &Captures<'_>| {
            found[0].chars().map(|sign| if sign.is_alphanumeric() { 'x' } else { sign }).collect::<String>()
        });
        let text = self.number.replace_all(&text, |found: &Captures<'_>| {
            let digits = found[0].bytes().filter(u8::is_ascii_digit).count();
            if digits < LONG_NUMBER { found[0].to_owned() } else { zeros(&found[0]) }
        });
        let text = self.word.replace_all(&text, |found: &Captures<'_>| {
            let word = &found[0];
            if self.is_token(word) { masked(word) } else { word.to_owned() }
        });
        text.into_owned()
    }

    /// Long, and with digits between its letters: nobody calls a thing so.
    fn is_token(&self, word: &str) -> bool {
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
        word.len() >= TOKEN && digits >= 2 && letters >= 2 && !self.searched.iter().any(|known| known == word)
    }
}

/// The same signs, without letters and digits that say anything.
fn masked(text: &str) -> String {
    let mask = |sign: char| match sign {
        '0'..='9' => '0',
        sign if sign.is_alphabetic() => 'x',
        sign => sign,
    };
    // A masked percent sign would not be one of a URL any more.
    text.replace('%', "x").chars().map(mask).collect()
}

fn zeros(text: &str) -> String {
    text.chars().map(|sign| if sign.is_ascii_digit() { '0' } else { sign }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn scrubbed(query: &str, text: &str) -> String {
        let input = Map::from_iter([("query".to_owned(), json!(query))]);
        let scrubber = Scrubber::of(&input);
        let done = scrubber.text(text);
        assert_eq!(done.chars().count(), text.chars().count(), "same length: {done}");
        done
    }

    #[test]
    fn what_belongs_to_a_person_is_replaced_at_the_same_length() {
        assert_eq!(scrubbed("", "Mail anna.b@mail.example now"), "Mail xxxx.x@xxxx.xxxxxxx now");
        assert_eq!(scrubbed("", "Call +90 532 123 45 67!"), "Call +00 000 000 00 00!");
        assert_eq!(scrubbed("", "1.299,90 TL, 24 items, 2026"), "1.299,90 TL, 24 items, 2026");
        assert_eq!(
            scrubbed("", "key sk_live_4eC39HqLyjWDarjtT1zdp7dc."),
            "key xx_xxxx_0xX00XxXxxXXxxxxX0xxx0xx.".to_lowercase()
        );
        assert_eq!(scrubbed("", "product-card-list-item-large"), "product-card-list-item-large");
    }

    #[test]
    fn of_a_url_only_the_searched_parameter_stays() {
        let url = "https://shop.example/s?q=tea+%26+cake&session=Ab12&page=2#t=99";
        let done = scrubbed("tea & cake", url);
        assert_eq!(done, "https://shop.example/s?q=tea+%26+cake&session=xx00&page=0#t=00");
        assert_eq!(scrubbed("", "https://shop.example/?q=tea"), "https://shop.example/?q=xxx");
    }

    #[test]
    fn values_are_emptied_and_the_query_is_kept() {
        let input =
            json!({ "query": "5551234567", "search": { "fields": [{ "name": "q", "value": "secret" }] } });
        let Value::Object(input) = input else { unreachable!() };
        let done = Scrubber::of(&input).scrub(input);
        assert_eq!(done["query"], "5551234567");
        assert_eq!(done["search"]["fields"][0]["value"], "");
    }
}
