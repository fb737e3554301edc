//! The hook `ranker`: which elements of a page come first.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;

use crate::bindings::ranker::exports::sekme::plugin::ranker::Guest;
use crate::{Context, Element, Page, Request, Score};

/// Orders the elements of a snapshot. Implement `score`, or `rank` when one element's points depend on others.
pub trait Ranker {
    /// Points of one element, −1000 to 1000, and why; `None` says nothing about it.
    fn score(
        context: &Context,
        page: &Page,
        request: &Request,
        element: &Element,
    ) -> Option<(i32, &'static str)> {
        let _ = (context, page, request, element);
        None
    }

    /// Scores of a page's elements; elements that are left out count as 0.
    fn rank(context: &Context, page: &Page, request: &Request) -> Result<Vec<Score>, String> {
        let scores = page.elements.iter().filter_map(|element| {
            let (points, why) = Self::score(context, page, request, element)?;
            Some(Score { id: element.id, points, why: why.to_owned() })
        });
        Ok(scores.collect())
    }
}

/// The exported side of a [`Ranker`].
#[doc(hidden)]
#[derive(Debug)]
pub struct RankerComponent<T>(PhantomData<T>);

impl<T: Ranker> Guest for RankerComponent<T> {
    fn rank(context: Context, page: Page, request: Request) -> Result<Vec<Score>, String> {
        // The instance ends with the call, and its memory with it.
        let page = ManuallyDrop::new(page);
        T::rank(&context, &page, &request)
    }
}
