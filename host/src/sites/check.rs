//! Marks of a bot check that a pack declares: title globs, texts, selectors.

use serde::Deserialize;

use super::css::Css;
use super::entries::BotCheckRule;
use super::matcher;
use super::pack::FactValue;

/// A text with `*` for any run of characters, compared without regard to case.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct Glob(String);

impl From<String> for Glob {
    fn from(text: String) -> Self {
        Self(fold(text.trim()))
    }
}

impl Glob {
    /// True when the whole of `text` fits.
    pub fn matches(&self, text: &str) -> bool {
        matcher::glob(&self.0, &fold(text.trim()))
    }
}

/// One mark. Exactly one of the three keys.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "RawCondition")]
pub enum Condition {
    /// The title of the page fits.
    Title(Glob),
    /// The selector finds something.
    Css(Css),
    /// The visible text contains this.
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCondition {
    title: Option<Glob>,
    css: Option<Css>,
    text: Option<String>,
}

impl TryFrom<RawCondition> for Condition {
    type Error = &'static str;

    fn try_from(raw: RawCondition) -> Result<Self, Self::Error> {
        match (raw.title, raw.css, raw.text) {
            (Some(title), None, None) => Ok(Self::Title(title)),
            (None, Some(css), None) => Ok(Self::Css(css)),
            (None, None, Some(text)) if !text.trim().is_empty() => Ok(Self::Text(fold(text.trim()))),
            _ => Err("a bot-check condition is exactly one of `title`, `css` and `text`, and not empty"),
        }
    }
}

/// What a page shows, as far as a pack may look at it.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'page> {
    /// Title of the document.
    pub title: &'page str,
    /// Start of the visible text.
    pub text: &'page str,
    /// Answers to probes by id.
    pub facts: &'page [(String, FactValue)],
}

impl Evidence<'_> {
    fn found(&self, probe: &str) -> bool {
        self.facts.iter().any(|(id, value)| id == probe && value.is_found())
    }
}

impl BotCheckRule {
    /// The first mark of this rule that the page shows, in words.
    ///
    /// `probe_id` names the probe that answers the condition of a given number.
    pub(super) fn first_mark(
        &self,
        page: &Evidence<'_>,
        probe_id: impl Fn(usize) -> String,
    ) -> Option<String> {
        let text = fold(page.text);
        self.any.iter().enumerate().find_map(|(number, condition)| match condition {
            Condition::Title(glob) => {
                glob.matches(page.title).then(|| format!("title \"{}\"", page.title.trim()))
            }
            Condition::Css(css) => page.found(&probe_id(number)).then(|| format!("element {css}")),
            Condition::Text(mark) => text.contains(mark.as_str()).then(|| format!("text \"{mark}\"")),
        })
    }
}

/// Lower case in which the dotted and dotless i of Turkish are one letter.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            'İ' | 'I' | 'ı' => folded.push('i'),
            _ => folded.extend(letter.to_lowercase()),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> BotCheckRule {
        super::super::document::parse("rule", text).unwrap()
    }

    #[test]
    fn titles_fit_whatever_their_case_even_in_turkish() {
        assert!(Glob::from("BİR DAKİKA*".to_owned()).matches("  bir dakika lütfen…"));
        assert!(Glob::from("*izin*".to_owned()).matches("ERİŞİM IZIN"));
        assert!(!Glob::from("Wait".to_owned()).matches("Wait a moment"));
    }

    #[test]
    fn any_one_mark_is_enough_and_is_named() {
        let rule = rule(
            "kind = \"interstitial\"\nany = [{ title = \"Hold*\" }, { css = \"#c\" }, { text = \"Robot\" }]",
        );
        let facts = [("p1".to_owned(), FactValue::Count(1))];
        let id = |number| format!("p{number}");
        let page = |title, text, facts| Evidence { title, text, facts };
        assert_eq!(rule.first_mark(&page("Hold on", "", &[]), id), Some("title \"Hold on\"".to_owned()));
        assert_eq!(rule.first_mark(&page("", "", &facts), id), Some("element #c".to_owned()));
        assert_eq!(rule.first_mark(&page("", "no ROBOT here", &[]), id), Some("text \"robot\"".to_owned()));
        assert_eq!(rule.first_mark(&page("Shop", "shoes", &[]), id), None);
    }

    #[test]
    fn a_condition_with_two_keys_or_none_is_refused() {
        for any in ["{ title = \"a\", text = \"b\" }", "{}", "{ text = \" \" }", "{ role = \"x\" }"] {
            let text = format!("kind = \"x\"\nany = [{any}]");
            assert!(super::super::document::parse::<BotCheckRule>("rule", &text).is_err(), "{any}");
        }
    }
}
