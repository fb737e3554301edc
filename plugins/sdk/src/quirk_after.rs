//! The hook `quirk-after`: where things are on a page.

use std::marker::PhantomData;

use crate::bindings::after::exports::sekme::plugin::quirk_after::Guest;
use crate::{AfterAdvice, Context, Page, SearchBox, Step, Target};

/// Looks at a page after a navigation. Implement what the site needs.
pub trait QuirkAfter {
    /// CSS selectors of the main content, best first.
    fn main_content(context: &Context, page: &Page) -> Vec<String> {
        let _ = (context, page);
        Vec::new()
    }

    /// CSS selectors of what is not content.
    fn ignore(context: &Context, page: &Page) -> Vec<String> {
        let _ = (context, page);
        Vec::new()
    }

    /// At most eight steps that dismiss a consent banner; tried once for each origin.
    fn consent(context: &Context, page: &Page) -> Vec<Step> {
        let _ = (context, page);
        Vec::new()
    }

    /// The search box.
    fn search(context: &Context, page: &Page) -> Option<SearchBox> {
        let _ = (context, page);
        None
    }

    /// Facts for the model, at most 200 bytes each.
    fn notes(context: &Context, page: &Page) -> Vec<String> {
        let _ = (context, page);
        Vec::new()
    }

    /// All at once.
    fn after_navigate(context: &Context, page: &Page) -> Result<AfterAdvice, String> {
        Ok(AfterAdvice {
            main_content: Self::main_content(context, page),
            ignore: Self::ignore(context, page),
            consent: Self::consent(context, page),
            search: Self::search(context, page),
            notes: Self::notes(context, page),
        })
    }
}

impl Target {
    /// An element that must be there.
    pub fn required(css: &str) -> Self {
        Self { css: css.to_owned(), optional: false }
    }

    /// An element that may be missing.
    pub fn optional(css: &str) -> Self {
        Self { css: css.to_owned(), optional: true }
    }
}

/// The exported side of a [`QuirkAfter`].
#[doc(hidden)]
#[derive(Debug)]
pub struct QuirkAfterComponent<T>(PhantomData<T>);

impl<T: QuirkAfter> Guest for QuirkAfterComponent<T> {
    fn after_navigate(context: Context, page: Page) -> Result<AfterAdvice, String> {
        T::after_navigate(&context, &page)
    }
}
