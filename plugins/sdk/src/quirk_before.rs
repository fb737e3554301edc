//! The hook `quirk-before`: what to change about a navigation.

use std::marker::PhantomData;

use crate::bindings::before::exports::sekme::plugin::quirk_before::Guest;
use crate::{BeforeAdvice, Context, Target};

/// Looks at a navigation before it happens.
pub trait QuirkBefore {
    /// Another URL inside the hosts that the manifest declares, or nothing; answers `url` when it stays.
    fn rewrite(context: &Context, url: &str) -> Result<Option<String>, String> {
        let _ = (context, url);
        Ok(None)
    }

    /// What to wait for after the navigation, before the page is looked at.
    fn wait(context: &Context, url: &str) -> Result<Vec<Target>, String> {
        let _ = (context, url);
        Ok(Vec::new())
    }

    /// Both at once.
    fn before_navigate(context: &Context, url: &str) -> Result<BeforeAdvice, String> {
        let rewritten = Self::rewrite(context, url)?.filter(|rewritten| rewritten != url);
        let wait = Self::wait(context, rewritten.as_deref().unwrap_or(url))?;
        Ok(BeforeAdvice { url: rewritten, wait })
    }
}

/// The exported side of a [`QuirkBefore`].
#[doc(hidden)]
#[derive(Debug)]
pub struct QuirkBeforeComponent<T>(PhantomData<T>);

impl<T: QuirkBefore> Guest for QuirkBeforeComponent<T> {
    fn before_navigate(context: Context, url: String) -> Result<BeforeAdvice, String> {
        T::before_navigate(&context, &url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::context;

    struct Desktop;

    impl QuirkBefore for Desktop {
        fn rewrite(_: &Context, url: &str) -> Result<Option<String>, String> {
            Ok(Some(url.replacen("://m.", "://www.", 1)))
        }

        fn wait(_: &Context, url: &str) -> Result<Vec<Target>, String> {
            Ok(if url.contains("www.") { vec![Target::optional("main")] } else { Vec::new() })
        }
    }

    #[test]
    fn a_url_that_stays_is_no_rewrite_and_waits_belong_to_the_new_one() {
        let advice = Desktop::before_navigate(&context(), "https://m.shop.example/").expect("never fails");
        assert_eq!(advice.url.as_deref(), Some("https://www.shop.example/"));
        assert_eq!(advice.wait.len(), 1);
        let advice = Desktop::before_navigate(&context(), "https://shop.example/").expect("never fails");
        assert_eq!((advice.url, advice.wait.len()), (None, 0));
    }
}
