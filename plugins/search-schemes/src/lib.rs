//! Where the results of a search usually are, for search boxes that cannot be submitted.
//!
//! Candidates, best first: what the page's own form would ask for, the results page that is open already, and the
//! addresses that most sites use. All are on the page's own origin; whether one is right, the server finds out.

mod form;
mod query;

use sekme_plugin_sdk::text::encode_query;
use sekme_plugin_sdk::{Candidate, Context, Form, SubmitScheme, export, host, origin};

/// Addresses that sites use for results, by how common they are outside Turkey.
const COMMON: [&str; 4] = ["/search?q=", "/?s=", "/search?s=", "/arama?q="];

/// The same on Turkish pages.
const TURKISH: [&str; 4] = ["/arama?q=", "/search?q=", "/?s=", "/search?s="];

struct SearchSchemes;

impl SubmitScheme for SearchSchemes {
    fn candidates(_: &Context, form: &Form, query: &str) -> Result<Vec<Candidate>, String> {
        let query = query.trim();
        let Some(origin) = origin(&form.page_url).filter(|_| !query.is_empty()) else {
            return Ok(Vec::new());
        };
        let mut candidates = Vec::new();
        let mut offer = |url: String, confidence: u8, why: &str| {
            let known = candidates.iter().any(|candidate: &Candidate| candidate.url == url);
            if !known && url != form.page_url {
                candidates.push(Candidate { url, confidence, why: why.to_owned() });
            }
        };
        let submitted = form::submitted(form, origin, query);
        // A form without an address of its own leads back to its page, where a script was meant to catch it.
        let leads_back = submitted.as_deref().is_some_and(|url| path(url) == path(&form.page_url));
        if let Some(url) = submitted.clone().filter(|_| !leads_back) {
            offer(url, 90, "the page's own form");
        }
        if let Some(url) = query::repeated(&form.page_url, origin, query) {
            offer(url, 80, "the results page that is open");
        }
        for (place, prefix) in (0u8..).zip(common(form)) {
            offer(
                format!("{origin}{prefix}{}", encode_query(query)),
                50 - 5 * place,
                "usual address of results",
            );
        }
        if let Some(url) = submitted.filter(|_| leads_back) {
            offer(url, 20, "the page's own form, which has no address");
        }
        Ok(candidates)
    }
}

/// The usual addresses, those whose parameter is named like the search box first.
fn common(form: &Form) -> [&'static str; 4] {
    let mut prefixes = if is_turkish(form) { TURKISH } else { COMMON };
    if let Some(field) = form::search_field(form).filter(|field| !field.name.is_empty()) {
        let parameter = format!("?{}=", field.name);
        prefixes.sort_by_key(|prefix| !prefix.ends_with(&parameter));
    }
    prefixes
}

/// A URL up to its query.
fn path(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

fn is_turkish(form: &Form) -> bool {
    let language = form.extra("lang").unwrap_or_default();
    match language.split(['-', '_']).next() {
        Some("") | None => host(&form.page_url).is_some_and(|host| host.rsplit('.').next() == Some("tr")),
        Some(language) => language.eq_ignore_ascii_case("tr"),
    }
}

export!(SearchSchemes: SubmitScheme);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{context, field, form};

    use super::*;

    fn urls(form: &Form, query: &str) -> Vec<String> {
        let candidates = SearchSchemes::candidates(&context(), form, query).expect("never fails");
        candidates.into_iter().map(|candidate| candidate.url).collect()
    }

    fn in_language(language: &str) -> Form {
        Form { extra: vec![("lang".to_owned(), language.to_owned())], ..form("https://shop.example/") }
    }

    /// What the server does: asks again with every offered URL among the tried ones.
    fn round(mut form: Form, query: &str) -> Vec<String> {
        let mut offered = Vec::new();
        while let Some(candidate) = SearchSchemes::build(&context(), &form, query).expect("never fails") {
            form.extra.push(("tried".to_owned(), candidate.url.clone()));
            offered.push(candidate.url);
            assert!(offered.len() <= 8, "it never ends: {offered:?}");
        }
        offered
    }

    #[test]
    fn a_turkish_page_starts_with_its_own_word() {
        for language in ["tr", "tr-TR", "TR_tr"] {
            assert_eq!(
                round(in_language(language), "bluetooth kulaklık"),
                [
                    "https://shop.example/arama?q=bluetooth+kulakl%C4%B1k",
                    "https://shop.example/search?q=bluetooth+kulakl%C4%B1k",
                    "https://shop.example/?s=bluetooth+kulakl%C4%B1k",
                    "https://shop.example/search?s=bluetooth+kulakl%C4%B1k",
                ]
            );
        }
    }

    #[test]
    fn other_pages_start_with_search() {
        assert_eq!(round(in_language("en"), "x")[0], "https://shop.example/search?q=x");
        assert_eq!(round(in_language("en"), "x")[3], "https://shop.example/arama?q=x");
        assert_eq!(urls(&form("https://shop.example.tr/"), "x")[0], "https://shop.example.tr/arama?q=x");
    }

    #[test]
    fn the_pages_own_form_comes_first_and_confidence_falls() {
        let mut form = in_language("en");
        form.action = "https://shop.example/find".to_owned();
        form.fields = vec![field("text", "needle", "")];
        let candidates = SearchSchemes::candidates(&context(), &form, "x").expect("never fails");
        assert_eq!(candidates[0].url, "https://shop.example/find?needle=x");
        assert!(candidates.windows(2).all(|pair| pair[0].confidence > pair[1].confidence));
    }

    #[test]
    fn a_form_that_leads_back_to_its_page_comes_last() {
        let mut form = in_language("en");
        form.action = form.page_url.clone();
        form.fields = vec![field("text", "needle", "")];
        let urls = urls(&form, "x");
        assert_eq!(urls.first().map(String::as_str), Some("https://shop.example/search?q=x"));
        assert_eq!(urls.last().map(String::as_str), Some("https://shop.example/?needle=x"));
    }

    #[test]
    fn the_name_of_the_box_decides_between_usual_addresses() {
        let mut form = in_language("en");
        form.method = "post".to_owned();
        form.fields = vec![field("text", "s", "")];
        assert_eq!(urls(&form, "x")[..2], ["https://shop.example/?s=x", "https://shop.example/search?s=x"]);
    }

    #[test]
    fn an_open_results_page_is_asked_again() {
        let form = form("https://shop.example/list/?page=3&q=old");
        assert_eq!(urls(&form, "new")[0], "https://shop.example/list/?q=new");
    }

    #[test]
    fn the_page_itself_is_no_candidate() {
        let form = form("https://shop.example/search?q=x");
        assert!(!urls(&form, "x").contains(&form.page_url));
    }

    #[test]
    fn nothing_is_offered_without_a_query_or_a_web_page() {
        assert!(urls(&form("https://shop.example/"), "  ").is_empty());
        assert!(urls(&form("about:blank"), "x").is_empty());
        assert!(urls(&form("file:///tmp/page.html"), "x").is_empty());
    }

    #[test]
    fn every_candidate_stays_on_the_pages_origin() {
        let mut form = in_language("tr");
        form.page_url = "http://shop.example:8080/a/b?q=1".to_owned();
        form.action = "https://elsewhere.example/find".to_owned();
        form.fields = vec![field("text", "q", "")];
        assert!(urls(&form, "x").iter().all(|url| url.starts_with("http://shop.example:8080/")));
    }
}
