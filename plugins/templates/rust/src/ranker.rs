//! {{id}}: says which elements of a page come first.

use sekme_plugin_sdk::{Context, Element, Page, Ranker, Request, export};

struct Plugin;

impl Ranker for Plugin {
    fn score(_: &Context, _: &Page, _: &Request, element: &Element) -> Option<(i32, &'static str)> {
        (element.role == "button").then_some((100, "button"))
    }
}

export!(Plugin: Ranker);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{button, context, link, page, request};

    use super::*;

    #[test]
    fn buttons_come_first() {
        let page = page("https://example.com/").with(link("Home", "/")).with(button("Buy"));
        let scores = Plugin::rank(&context(), &page, &request()).unwrap();
        assert_eq!(scores.len(), 1);
        assert_eq!((scores[0].id, scores[0].points), (2, 100));
    }
}
