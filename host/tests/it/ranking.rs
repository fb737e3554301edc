//! What must stand among the first elements of a view, on the pages of `ranking/pages`.
//!
//! The comment at the head of a page says what it is and what its view has to show, one line each:
//!
//! - `5 button "Save"`: one of the first five lines of the view holds these words;
//! - `40 x8 link "Lamp`: eight of the first forty do;
//! - `link "Lamp" < link "Help"`: the first is shown, and the second not before it.
//!
//! A page is added by writing it; a new folder needs a test below.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support::sekme::Sekme;
use crate::support::site::{Page, Site};

mod speed;

/// One line of a page's head.
#[derive(Debug)]
enum Expectation<'a> {
    Within { first: usize, times: usize, words: &'a str },
    Before(&'a str, &'a str),
}

impl<'a> Expectation<'a> {
    fn read(line: &'a str) -> Option<Self> {
        if let Some((before, after)) = line.split_once(" < ") {
            return Some(Self::Before(before.trim(), after.trim()));
        }
        let (first, words) = line.split_once(' ')?;
        let first = first.parse().ok()?;
        let words = words.trim();
        let many = words.strip_prefix('x').and_then(|rest| rest.split_once(' '));
        let many = many.and_then(|(times, words)| Some((times.parse().ok()?, words)));
        let (times, words) = many.unwrap_or((1, words));
        Some(Self::Within { first, times, words })
    }

    fn holds(&self, lines: &[&str]) -> bool {
        let place = |words: &str| lines.iter().position(|line| line.contains(words));
        match self {
            Self::Within { first, times, words } => {
                lines.iter().take(*first).filter(|line| line.contains(words)).count() >= *times
            }
            Self::Before(before, after) => match (place(before), place(after)) {
                (Some(before), after) => after.is_none_or(|after| before < after),
                (None, _) => false,
            },
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/ranking/pages")
}

/// The head of a page: what stands in its first comment.
fn expectations(page: &str) -> Vec<Expectation<'_>> {
    let head = page.strip_prefix("<!--").and_then(|rest| rest.split_once("-->")).map_or("", |(head, _)| head);
    head.lines().filter_map(Expectation::read).collect()
}

/// Opens every page of a folder in one browser and names what its view lacks.
async fn check(group: &str) {
    let mut names: Vec<String> = std::fs::read_dir(folder().join(group))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let read = |name: &str| std::fs::read_to_string(folder().join(name)).unwrap();
    let pages: Vec<(String, String)> =
        names.iter().map(|name| (format!("/{group}/{name}"), read(&format!("{group}/{name}")))).collect();
    let helper = [("/make.js", Page::html(&read("make.js")))];
    let served = pages.iter().map(|(path, page)| (path.as_str(), Page::html(page)));
    let site = Site::serve(served.chain(helper)).await;
    let mut sekme = Sekme::start::<&str>([]).await;
    let mut lacking = String::new();
    for (path, page) in &pages {
        let expectations = expectations(page);
        assert!(!expectations.is_empty(), "{path} expects nothing");
        let view = sekme.open(&site.url(path)).await;
        let lines = view.elements();
        let missing: Vec<_> = expectations.iter().filter(|one| !one.holds(&lines)).collect();
        if !missing.is_empty() {
            let _ = writeln!(lacking, "\n{path} lacks {missing:#?} in\n{}", view.text);
        }
    }
    assert!(lacking.is_empty(), "{lacking}");
}

#[tokio::test(flavor = "multi_thread")]
async fn shops_show_search_sorting_cart_and_the_first_products() {
    check("shops").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_to_read_show_their_subjects_and_the_way_on() {
    check("reading").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_show_their_toolbar_and_the_first_of_their_rows() {
    check("tools").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_are_shown_with_the_button_that_sends_them() {
    check("forms").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn consent_can_be_given_and_refused() {
    check("consent").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_order_holds_in_every_language() {
    check("languages").await;
}
