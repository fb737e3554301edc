//! The hook `submit-scheme`: the URL of a results page.

use std::marker::PhantomData;

use crate::bindings::submit::exports::sekme::plugin::submit_scheme::Guest;
use crate::{Candidate, Context, Form};

/// Turns a query into URLs of a results page.
pub trait SubmitScheme {
    /// Every URL worth trying, best first; the same form and query give the same URLs.
    fn candidates(context: &Context, form: &Form, query: &str) -> Result<Vec<Candidate>, String>;

    /// The best candidate that the server has not tried yet.
    fn build(context: &Context, form: &Form, query: &str) -> Result<Option<Candidate>, String> {
        let candidates = Self::candidates(context, form, query)?;
        Ok(candidates.into_iter().find(|candidate| !form.was_tried(&candidate.url)))
    }
}

impl Form {
    /// Value of a key of `extra`.
    pub fn extra(&self, key: &str) -> Option<&str> {
        self.extra.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Whether the server was already offered this URL.
    pub fn was_tried(&self, url: &str) -> bool {
        self.extra.iter().any(|(key, value)| key == "tried" && value == url)
    }
}

/// The exported side of a [`SubmitScheme`].
#[doc(hidden)]
#[derive(Debug)]
pub struct SubmitSchemeComponent<T>(PhantomData<T>);

impl<T: SubmitScheme> Guest for SubmitSchemeComponent<T> {
    fn build(context: Context, form: Form, query: String) -> Result<Option<Candidate>, String> {
        T::build(&context, &form, &query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    struct TwoPaths;

    impl SubmitScheme for TwoPaths {
        fn candidates(_: &Context, _: &Form, query: &str) -> Result<Vec<Candidate>, String> {
            let path = |prefix: &str, confidence| Candidate {
                url: format!("https://shop.example{prefix}{query}"),
                confidence,
                why: "test".to_owned(),
            };
            Ok(vec![path("/a?q=", 60), path("/b?q=", 50)])
        }
    }

    fn build(tried: &[&str]) -> Option<String> {
        let mut form = testing::form("https://shop.example/");
        form.extra = tried.iter().map(|url| ("tried".to_owned(), (*url).to_owned())).collect();
        TwoPaths::build(&testing::context(), &form, "x").expect("never fails").map(|candidate| candidate.url)
    }

    #[test]
    fn tried_urls_are_not_offered_again() {
        assert_eq!(build(&[]).as_deref(), Some("https://shop.example/a?q=x"));
        assert_eq!(build(&["https://shop.example/a?q=x"]).as_deref(), Some("https://shop.example/b?q=x"));
        assert_eq!(build(&["https://shop.example/a?q=x", "https://shop.example/b?q=x"]), None);
    }
}
