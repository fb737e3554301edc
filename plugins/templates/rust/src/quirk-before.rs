//! {{id}}: leads from the pages for telephones to those for large screens.

use sekme_plugin_sdk::{Context, QuirkBefore, Target, export};

struct Plugin;

impl QuirkBefore for Plugin {
    fn rewrite(_: &Context, url: &str) -> Result<Option<String>, String> {
        Ok(Some(url.replacen("://m.example.com", "://www.example.com", 1)))
    }

    fn wait(_: &Context, _: &str) -> Result<Vec<Target>, String> {
        Ok(vec![Target::optional("main")])
    }
}

export!(Plugin: QuirkBefore);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::context;

    use super::*;

    #[test]
    fn other_pages_are_left_alone() {
        let advice = Plugin::before_navigate(&context(), "https://www.example.com/").unwrap();
        assert_eq!(advice.url, None);
    }
}
