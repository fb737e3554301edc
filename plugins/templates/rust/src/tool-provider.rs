//! {{id}}: adds a tool that counts the links of a page.

use sekme_plugin_sdk::{Context, Page, Reply, Tool, ToolProvider, export};

struct Plugin;

impl ToolProvider for Plugin {
    fn tools(_: &Context) -> Vec<Tool> {
        vec![Tool::new("count_links", "Counts the links of the page.", r#"{"type":"object","properties":{}}"#)]
    }

    fn call(_: &Context, name: &str, _: &str, page: Option<&Page>, _: u32) -> Reply {
        match (name, page) {
            ("count_links", Some(page)) => {
                let links = page.elements.iter().filter(|element| element.role == "link").count();
                Reply::Done(format!("{links} links"))
            }
            ("count_links", None) => Reply::Fail("no page is open".to_owned()),
            _ => Reply::Fail(format!("there is no tool {name}")),
        }
    }
}

export!(Plugin: ToolProvider);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{button, context, link, page};

    use super::*;

    #[test]
    fn links_are_counted() {
        let page = page("https://example.com/").with(link("Home", "/")).with(button("Buy"));
        let reply = Plugin::call(&context(), "count_links", "{}", Some(&page), 0);
        assert!(matches!(reply, Reply::Done(text) if text == "1 links"));
    }
}
