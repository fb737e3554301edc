//! The hook `bot-check`: is this page a bot check.

use std::marker::PhantomData;

use crate::bindings::verdict::exports::sekme::plugin::bot_check::Guest;
use crate::{Context, Level, Page, Verdict};

/// Says whether a page is a bot check, and never how to get round one.
pub trait BotCheck {
    fn detect(context: &Context, page: &Page) -> Result<Verdict, String>;
}

impl Verdict {
    /// Nothing here looks like a bot check.
    pub fn clear() -> Self {
        Self { level: Level::Clear, kind: String::new(), confidence: 0, evidence: Vec::new() }
    }
}

/// The exported side of a [`BotCheck`].
#[doc(hidden)]
#[derive(Debug)]
pub struct BotCheckComponent<T>(PhantomData<T>);

impl<T: BotCheck> Guest for BotCheckComponent<T> {
    fn detect(context: Context, page: Page) -> Result<Verdict, String> {
        T::detect(&context, &page)
    }
}
