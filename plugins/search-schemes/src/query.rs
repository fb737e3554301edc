//! Parameters of a URL that hold what was searched for.

use sekme_plugin_sdk::text::encode_query;

/// Names that hold a query on any page.
const PARAMETERS: [&str; 13] = [
    "q",
    "query",
    "search",
    "searchterm",
    "search_query",
    "searchquery",
    "keyword",
    "keywords",
    "term",
    "text",
    "arama",
    "aranan",
    "kelime",
];

/// Names that hold a query where the path speaks of searching.
const SHORT_PARAMETERS: [&str; 3] = ["s", "k", "w"];

/// Whether a parameter or field of this name holds a query.
pub(crate) fn is_search_parameter(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    PARAMETERS.contains(&name.as_str()) || SHORT_PARAMETERS.contains(&name.as_str())
}

/// The page's own URL asked for another query, if it is a results page; its other parameters, such as the number of
/// the page, belonged to the old one.
pub(crate) fn repeated(page_url: &str, origin: &str, query: &str) -> Option<String> {
    let (path, rest) = page_url[origin.len()..].split_once('?')?;
    let parameters = rest.split('#').next().unwrap_or_default();
    let name = parameters.split('&').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        (!value.is_empty() && holds_query(name, path)).then_some(name)
    })?;
    Some(format!("{origin}{path}?{name}={}", encode_query(query)))
}

fn holds_query(name: &str, path: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let path = path.to_ascii_lowercase();
    PARAMETERS.contains(&name.as_str())
        || SHORT_PARAMETERS.contains(&name.as_str())
            && (path.len() <= 1 || path.contains("search") || path.contains("/ara") || path == "/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(path: &str) -> Option<String> {
        repeated(&format!("https://shop.example{path}"), "https://shop.example", "yeni")
            .map(|url| url["https://shop.example".len()..].to_owned())
    }

    #[test]
    fn the_parameter_that_held_the_query_holds_the_new_one() {
        assert_eq!(again("/sr?q=eski&pi=4").as_deref(), Some("/sr?q=yeni"));
        assert_eq!(again("/list?page=2&Keyword=eski#top").as_deref(), Some("/list?Keyword=yeni"));
        assert_eq!(again("/?s=eski").as_deref(), Some("/?s=yeni"));
    }

    #[test]
    fn a_page_without_a_query_is_not_asked_again() {
        assert_eq!(again("/"), None);
        assert_eq!(again("/p?id=7"), None);
        assert_eq!(again("/p?q="), None);
        assert_eq!(again("/product?s=42"), None);
    }
}
