//! {{id}}: says where the content and the search box of a page are, and what refuses its consent banner.

use sekme_plugin_sdk::{Context, Page, QuirkAfter, SearchBox, Step, Target, export};

struct Plugin;

impl QuirkAfter for Plugin {
    fn main_content(_: &Context, _: &Page) -> Vec<String> {
        vec!["main".to_owned()]
    }

    fn ignore(_: &Context, _: &Page) -> Vec<String> {
        vec!["aside".to_owned()]
    }

    fn consent(_: &Context, page: &Page) -> Vec<Step> {
        let is_there = page.elements.iter().any(|element| element.extra("id") == Some("reject-cookies"));
        if is_there { vec![Step::Click(Target::required("#reject-cookies"))] } else { Vec::new() }
    }

    fn search(_: &Context, _: &Page) -> Option<SearchBox> {
        Some(SearchBox { input: "input[type=search]".to_owned(), submit: None })
    }
}

export!(Plugin: QuirkAfter);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{button, context, page};

    use super::*;

    #[test]
    fn a_banner_is_refused_where_there_is_one() {
        let plain = page("https://example.com/");
        assert!(Plugin::consent(&context(), &plain).is_empty());
        let banner = plain.with(button("No").extra_with("id", "reject-cookies"));
        assert_eq!(Plugin::consent(&context(), &banner).len(), 1);
    }
}
