//! Placeholder.
use sekme_plugin_sdk::{Context, Element, Page, Ranker, Request};
struct Rank;
impl Ranker for Rank {
    fn score(_: &Context, _: &Page, _: &Request, element: &Element) -> Option<(i32, &'static str)> {
        (element.role == "button").then_some((100, "button"))
    }
}
sekme_plugin_sdk::export_ranker!(Rank);
