//! {{id}}: knows where the results of a search are.

use sekme_plugin_sdk::{Candidate, Context, Form, SubmitScheme, export, origin, text};

struct Plugin;

impl SubmitScheme for Plugin {
    fn candidates(_: &Context, form: &Form, query: &str) -> Result<Vec<Candidate>, String> {
        let Some(origin) = origin(&form.page_url) else { return Ok(Vec::new()) };
        Ok(vec![Candidate {
            url: format!("{origin}/search?q={}", text::encode_query(query)),
            confidence: 60,
            why: "address of its results".to_owned(),
        }])
    }
}

export!(Plugin: SubmitScheme);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{context, form};

    use super::*;

    #[test]
    fn the_query_is_encoded() {
        let candidate = Plugin::build(&context(), &form("https://example.com/"), "tea & cake").unwrap();
        assert_eq!(candidate.unwrap().url, "https://example.com/search?q=tea+%26+cake");
    }
}
