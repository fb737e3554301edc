//! Search templates such as `https://www.example.com/sr?q={query}`.

use serde::Deserialize;
use url::Url;

use super::matcher::MatchPattern;

const PLACEHOLDER: &str = "{query}";
const MAX_QUERY_CHARS: usize = 512;
const MAX_URL_BYTES: usize = 2048;

/// Why a text is no search template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// `{query}` is missing, or there is another brace.
    #[error("`{0}` must contain `{{query}}` and no other braces")]
    Placeholder(String),
    /// It is no http(s) URL once filled in.
    #[error("`{0}` is no http or https URL")]
    Url(String),
    /// The query would choose the host.
    #[error("`{0}`: `{{query}}` may stand in the path or the query string only")]
    Host(String),
}

/// A URL with `{query}` in its path or query string.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Template {
    text: String,
}

impl Template {
    /// The template as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The URL for `query`, unless it is too long or lies outside `allowed`.
    pub fn expand(&self, query: &str, allowed: &[MatchPattern]) -> Option<Url> {
        let query: String = query.trim().chars().take(MAX_QUERY_CHARS).collect();
        let url = Url::parse(&self.fill(&query)).ok()?;
        let fits = url.as_str().len() <= MAX_URL_BYTES && super::patterns_match(allowed, &url);
        fits.then_some(url)
    }

    fn fill(&self, query: &str) -> String {
        let form = encode_query(query);
        let query_string_at = self.text.find('?').unwrap_or(self.text.len());
        let (path, query_string) = self.text.split_at(query_string_at);
        // A plus means a space only in a query string.
        path.replace(PLACEHOLDER, &form.replace('+', "%20")) + &query_string.replace(PLACEHOLDER, &form)
    }
}

impl TryFrom<String> for Template {
    type Error = TemplateError;

    fn try_from(text: String) -> Result<Self, TemplateError> {
        let rest = text.replace(PLACEHOLDER, "");
        if !text.contains(PLACEHOLDER) || rest.contains(['{', '}']) {
            return Err(TemplateError::Placeholder(text));
        }
        let template = Self { text };
        let filled = [Url::parse(&template.fill("a")), Url::parse(&template.fill("b"))];
        match &filled {
            [Ok(a), Ok(b)] if ["http", "https"].contains(&a.scheme()) && a.has_host() => {
                if a[..url::Position::BeforePath] == b[..url::Position::BeforePath] {
                    Ok(template)
                } else {
                    Err(TemplateError::Host(template.text))
                }
            }
            _ => Err(TemplateError::Url(template.text)),
        }
    }
}

/// Encodes `query` as a form would (`application/x-www-form-urlencoded`): UTF-8, spaces as `+`.
pub fn encode_query(query: &str) -> String {
    url::form_urlencoded::byte_serialize(query.as_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn everywhere() -> Vec<MatchPattern> {
        vec!["*://*/*".parse().unwrap()]
    }

    fn expand(template: &str, query: &str) -> Option<String> {
        let template = Template::try_from(template.to_owned()).unwrap();
        template.expand(query, &everywhere()).map(String::from)
    }

    #[test]
    fn queries_are_encoded_as_a_form_would() {
        assert_eq!(
            expand("https://a.example/ara?q={query}", "kırmızı ağaç & çöp+1").unwrap(),
            "https://a.example/ara?q=k%C4%B1rm%C4%B1z%C4%B1+a%C4%9Fa%C3%A7+%26+%C3%A7%C3%B6p%2B1"
        );
    }

    #[test]
    fn a_query_in_the_path_stays_one_segment() {
        assert_eq!(
            expand("https://a.example/s/{query}?x=1", "a b/../c?d#e").unwrap(),
            "https://a.example/s/a%20b%2F..%2Fc%3Fd%23e?x=1"
        );
    }

    #[test]
    fn a_result_outside_the_packs_urls_is_dropped() {
        let template = Template::try_from("https://b.example/?q={query}".to_owned()).unwrap();
        assert_eq!(template.expand("x", &["https://a.example/*".parse().unwrap()]), None);
    }

    #[test]
    fn templates_that_cannot_work_are_refused() {
        let error = |text: &str| Template::try_from(text.to_owned()).unwrap_err();
        assert!(matches!(error("https://a.example/?q="), TemplateError::Placeholder(_)));
        assert!(matches!(error("https://a.example/?q={q}&{query}"), TemplateError::Placeholder(_)));
        assert!(matches!(error("javascript:{query}"), TemplateError::Url(_)));
        assert!(matches!(error("/sr?q={query}"), TemplateError::Url(_)));
        assert!(matches!(error("https://{query}.example/"), TemplateError::Host(_)));
        assert!(matches!(error("https://{query}@a.example/"), TemplateError::Host(_)));
    }

    proptest! {
        #[test]
        fn no_query_changes_the_host_and_every_query_comes_back(query in "\\PC{0,40}") {
            let url = Url::parse(&expand("https://a.example/sr?q={query}&x=1", &query).unwrap()).unwrap();
            prop_assert_eq!(url.host_str(), Some("a.example"));
            let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            prop_assert_eq!(&pairs[0].1, query.trim());
            prop_assert_eq!(&pairs[1].1, "1");
        }
    }
}
