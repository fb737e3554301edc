//! One site's session as a small model would drive it: open, search, read, look at the first result.

use anyhow::{Result, bail, ensure};
use serde_json::{Value, json};

use crate::mcp::Answer;
use crate::server::Server;
use crate::view::{self, SearchControl};

/// Openers that are tried before a page counts as one without a search.
const OPENERS: usize = 3;

/// Something with tools: the server, or a script in tests.
pub(crate) trait Tools {
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Answer>;
}

impl Tools for Server {
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Answer> {
        Self::call(self, tool, arguments)
    }
}

/// Where to search for what.
#[derive(Debug, Clone)]
pub(crate) struct Search<'a> {
    pub(crate) url: &'a str,
    pub(crate) text: &'a str,
    /// Part of the address that only results have, where it is known.
    pub(crate) results: Option<&'a str>,
    /// File name of the screenshot.
    pub(crate) screenshot: &'a str,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    /// Address of the results page.
    pub(crate) address: String,
    /// First line of the text that `browser_read` read there.
    pub(crate) first_line: String,
    /// The first result, if a link to it could be told.
    pub(crate) first_result: Option<String>,
}

/// Runs the session; `show` gets every call with its answer.
pub(crate) fn run(
    search: &Search<'_>,
    tools: &mut impl Tools,
    show: &mut dyn FnMut(&str, &Value, &Answer),
) -> Result<Found> {
    let mut call = |tool: &str, arguments: Value| -> Result<Answer> {
        let answer = tools.call(tool, &arguments)?;
        show(tool, &arguments, &answer);
        ensure!(!answer.is_error, "{tool} failed: {}", answer.text.lines().next().unwrap_or("(no text)"));
        Ok(answer)
    };

    let mut page = call("browser_navigate", json!({"url": search.url}))?.text;
    let home = view::address(&page).unwrap_or(search.url).to_owned();
    let mut tried = Vec::new();
    let field = loop {
        match view::search_control(&page, &tried) {
            Some(SearchControl::Field(field)) => break field,
            Some(SearchControl::Opener(opener)) if tried.len() < OPENERS => {
                page = call("browser_click", json!({"ref": opener.reference}))?.text;
                tried.push(opener.reference);
            }
            _ => bail!("no search control in the view of {home}"),
        }
    };

    let results =
        call("browser_type", json!({"ref": field.reference, "text": search.text, "submit": true}))?.text;
    let text = view::page_text(&call("browser_read", json!({}))?.text);
    let address = view::address(&results).unwrap_or(&home).to_owned();
    let expected = search.results.is_none_or(|part| address.contains(part));
    if !expected || !view::is_result_page(&home, &address, &text, search.text) {
        bail!("the search for {:?} ended on {address}, which is no results page", search.text);
    }
    call("browser_screenshot", json!({"annotate": true, "path": search.screenshot}))?;

    let first_line = text.lines().next().unwrap_or_default().to_owned();
    let first_result = view::first_link_in(&results, &text);
    if let Some(link) = &first_result {
        call("browser_click", json!({"ref": link.reference}))?;
        call("browser_read", json!({}))?;
    }
    Ok(Found { address, first_line, first_result: first_result.map(|link| link.name) })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Answers from a list and keeps the calls.
    struct Script {
        answers: Vec<(&'static str, &'static str)>,
        calls: Vec<(String, Value)>,
    }

    impl Tools for Script {
        fn call(&mut self, tool: &str, arguments: &Value) -> Result<Answer> {
            self.calls.push((tool.to_owned(), arguments.clone()));
            let (expected, text) = self.answers.remove(0);
            assert_eq!(tool, expected, "with {arguments}");
            Ok(Answer {
                text: text.to_owned(),
                images: 0,
                is_error: text.starts_with("error["),
                decisions: Vec::new(),
                elapsed: Duration::ZERO,
            })
        }
    }

    const SEARCH: Search<'_> = Search {
        url: "https://shop.example/",
        text: "çelik termos",
        results: Some("/sr?q="),
        screenshot: "shop.png",
    };
    const RESULTS: &str = "Typed\nSonuçlar — https://shop.example/sr?q=x (30 new)\n\
        e20 link \"Sepet\"\ne21 link \"Kuyra Çelik Termos Siyah\"";
    const TEXT: &str = "Sonuçlar — https://shop.example/sr?q=x\n> 42 sonuç\n> Kuyra Çelik Termos Siyah\n> 899,00 TL\nstatus: end";

    fn run_with(answers: &[(&'static str, &'static str)]) -> (Result<Found>, Vec<(String, Value)>) {
        let mut script = Script { answers: answers.to_vec(), calls: Vec::new() };
        let mut shown = 0;
        let result = run(&SEARCH, &mut script, &mut |_, _, _| shown += 1);
        assert_eq!(shown, script.calls.len(), "every call is shown");
        (result, script.calls)
    }

    #[test]
    fn a_search_behind_an_icon_is_opened_first() {
        let (result, calls) = run_with(&[
            ("browser_navigate", "Opened\nShop — https://shop.example/\ne4 button \"\""),
            ("browser_click", "Clicked\nShop — https://shop.example/\ne5 searchbox \"Ara\""),
            ("browser_type", RESULTS),
            ("browser_read", TEXT),
            ("browser_screenshot", "Saved shop.png"),
            ("browser_click", "Clicked"),
            ("browser_read", "Kuyra Çelik Termos Siyah"),
        ]);
        let found = result.unwrap();
        assert_eq!(found.address, "https://shop.example/sr?q=x");
        assert_eq!(found.first_line, "42 sonuç");
        assert_eq!(found.first_result.as_deref(), Some("Kuyra Çelik Termos Siyah"));
        assert_eq!(calls[1].1, json!({"ref": "e4"}));
        assert_eq!(calls[2].1, json!({"ref": "e5", "text": "çelik termos", "submit": true}));
        assert_eq!(calls[5].1, json!({"ref": "e21"}));
    }

    #[test]
    fn a_search_that_stays_where_it_was_has_failed() {
        let home = "Opened\nShop — https://shop.example/\ne5 searchbox \"Ara\"";
        let (result, _) = run_with(&[
            ("browser_navigate", home),
            ("browser_type", "NO CHANGE\nShop — https://shop.example/\ne5 searchbox \"Ara\""),
            ("browser_read", TEXT),
        ]);
        assert_eq!(
            result.unwrap_err().to_string(),
            "the search for \"çelik termos\" ended on https://shop.example/, which is no results page"
        );
    }

    #[test]
    fn another_page_than_the_results_is_not_enough() {
        let (result, _) = run_with(&[
            ("browser_navigate", "Opened\nShop — https://shop.example/\ne5 searchbox \"Ara\""),
            ("browser_type", "Typed\nShop — https://shop.example/kampanya?x=termos"),
            ("browser_read", TEXT),
        ]);
        assert!(result.unwrap_err().to_string().contains("/kampanya"));
    }

    #[test]
    fn a_failed_call_ends_the_session_with_its_first_line() {
        let (result, _) = run_with(&[("browser_navigate", "error[navigation-failed]: net::ERR_X\nhint: y")]);
        assert_eq!(
            result.unwrap_err().to_string(),
            "browser_navigate failed: error[navigation-failed]: net::ERR_X"
        );
    }

    #[test]
    fn a_page_without_a_search_is_given_up_after_a_few_openers() {
        let page = "Opened\nShop — https://shop.example/\ne1 button \"\"\ne2 button \"\"\ne3 button \"\"\ne4 button \"\"";
        let (result, calls) = run_with(&[
            ("browser_navigate", page),
            ("browser_click", page),
            ("browser_click", page),
            ("browser_click", page),
        ]);
        assert!(result.unwrap_err().to_string().starts_with("no search control"));
        assert_eq!(calls.len(), 4);
    }
}
