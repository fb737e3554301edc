//! What a GET form would ask for.

use sekme_plugin_sdk::text::encode_query;
use sekme_plugin_sdk::{Field, Form, host, origin};

use crate::query::is_search_parameter;

/// The URL that the form leads to when the query stands in its search box; none for forms that cannot be read so,
/// and for those that lead to another host.
pub(crate) fn submitted(form: &Form, page_origin: &str, query: &str) -> Option<String> {
    if form.action.is_empty() || !(form.method.is_empty() || form.method.eq_ignore_ascii_case("get")) {
        return None;
    }
    let search = search_field(form).filter(|field| !field.name.is_empty())?;
    let mut url = resolve(&form.action, &form.page_url, page_origin)?;
    let mut separator = '?';
    for field in form.fields.iter().filter(|field| is_sent(field, search)) {
        url.push(separator);
        url.push_str(&encode_query(&field.name));
        url.push('=');
        url.push_str(&encode_query(if std::ptr::eq(field, search) { query } else { &field.value }));
        separator = '&';
    }
    Some(url)
}

/// The field a query goes into: of type search, else named like one, else the only text field.
pub(crate) fn search_field(form: &Form) -> Option<&Field> {
    let texts = || form.fields.iter().filter(|field| takes_text(field));
    texts()
        .find(|field| field.kind == "search")
        .or_else(|| texts().find(|field| is_search_parameter(&field.name)))
        .or_else(|| texts().next().filter(|_| texts().count() == 1))
}

fn takes_text(field: &Field) -> bool {
    matches!(field.kind.as_str(), "" | "text" | "search" | "textbox" | "searchbox" | "combobox")
}

/// Hidden fields and choices keep what they say; other boxes are not the query's business.
fn is_sent(field: &Field, search: &Field) -> bool {
    std::ptr::eq(field, search)
        || !field.name.is_empty()
            && match field.kind.as_str() {
                "hidden" => true,
                "select" | "select-one" => !field.value.is_empty(),
                _ => false,
            }
}

/// The action without its query and fragment, which a GET form replaces, as an absolute URL on the page's host.
fn resolve(action: &str, page_url: &str, page_origin: &str) -> Option<String> {
    let path = action.split(['?', '#']).next().unwrap_or_default();
    if origin(action).is_some() {
        let same_host = host(action)?.eq_ignore_ascii_case(host(page_url)?);
        return same_host.then(|| with_path(path));
    }
    if let Some(rest) = path.strip_prefix("//") {
        let scheme = page_origin.split("//").next()?;
        return resolve(&format!("{scheme}//{rest}"), page_url, page_origin);
    }
    if path.contains(':') {
        return None;
    }
    if path.starts_with('/') {
        return Some(format!("{page_origin}{path}"));
    }
    let page_path = page_url[page_origin.len()..].split(['?', '#']).next().unwrap_or_default();
    let folder = page_path.rfind('/').map_or("/", |slash| &page_path[..=slash]);
    match path {
        "" if page_path.is_empty() => Some(format!("{page_origin}/")),
        "" => Some(format!("{page_origin}{page_path}")),
        _ => Some(format!("{page_origin}{folder}{path}")),
    }
}

fn with_path(url: &str) -> String {
    if origin(url) == Some(url) { format!("{url}/") } else { url.to_owned() }
}

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{field, form};

    use super::*;

    fn with_action(action: &str) -> Form {
        let mut form = form("https://shop.example/a/page?x=1");
        form.action = action.to_owned();
        form.method = "GET".to_owned();
        form.fields = vec![field("search", "q", "")];
        form
    }

    fn url(form: &Form) -> Option<String> {
        submitted(form, "https://shop.example", "red shoes")
    }

    #[test]
    fn hidden_fields_and_chosen_options_are_kept_in_order() {
        let mut form = with_action("https://shop.example/find");
        form.fields = vec![
            field("hidden", "lang", "tr TR"),
            field("search", "q", "old"),
            field("select", "category", "all"),
            field("select", "empty", ""),
            field("checkbox", "sale", "1"),
            field("submit", "go", "Go"),
            field("text", "zip", "34000"),
        ];
        assert_eq!(
            url(&form).as_deref(),
            Some("https://shop.example/find?lang=tr+TR&q=red+shoes&category=all")
        );
    }

    #[test]
    fn actions_are_resolved_against_the_page() {
        let resolved = |action: &str| url(&with_action(action)).expect("it resolves");
        assert_eq!(resolved("/find?old=1#top"), "https://shop.example/find?q=red+shoes");
        assert_eq!(resolved("find"), "https://shop.example/a/find?q=red+shoes");
        assert_eq!(resolved("?"), "https://shop.example/a/page?q=red+shoes");
        assert_eq!(resolved("//shop.example/find"), "https://shop.example/find?q=red+shoes");
        assert_eq!(resolved("https://shop.example"), "https://shop.example/?q=red+shoes");
    }

    #[test]
    fn forms_that_post_or_lead_elsewhere_are_left_alone() {
        let mut post = with_action("/find");
        post.method = "post".to_owned();
        assert_eq!(url(&post), None);
        assert_eq!(url(&with_action("https://elsewhere.example/find")), None);
        assert_eq!(url(&with_action("javascript:void(0)")), None);
        assert_eq!(url(&with_action("")), None);
    }

    #[test]
    fn a_form_with_several_unknown_boxes_is_not_guessed_at() {
        let mut form = with_action("/find");
        form.fields = vec![field("text", "from", ""), field("text", "to", "")];
        assert_eq!(url(&form), None);
        form.fields.push(field("text", "keyword", ""));
        assert_eq!(url(&form).as_deref(), Some("https://shop.example/find?keyword=red+shoes"));
    }

    #[test]
    fn a_password_is_never_part_of_a_url() {
        let mut form = with_action("/find");
        form.fields.push(field("password", "secret", "hunter2"));
        assert!(!url(&form).expect("it resolves").contains("hunter2"));
    }
}
