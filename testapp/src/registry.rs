//! Every scenario there is, as plain rows; the index page, the router and the host names are made from them.

use std::future::Future;
use std::pin::Pin;

use axum::response::Response;

use crate::families::FAMILIES;
use crate::visit::Visit;

/// An answer that takes its time.
pub type LaterResponse = Pin<Box<dyn Future<Output = Response> + Send>>;

/// How a page answers.
#[derive(Debug, Clone, Copy)]
pub enum Answer {
    /// A file of `pages/`; `{{base}}` is the site's root and `{{port}}` the browser's `:port`.
    File(&'static str),
    /// Computed at once.
    Now(fn(&Visit) -> Response),
    /// Computed in its own time, or never.
    Later(fn(Visit) -> LaterResponse),
}

/// One page of a family.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Path within the site; one that ends in `*` answers everything below it.
    pub path: &'static str,
    /// What it is called in the index; empty leaves it out (a part of another page).
    pub title: &'static str,
    /// What it tests.
    pub tests: &'static str,
    /// How a visitor sees that the task was done.
    pub success: &'static str,
    /// The page itself.
    pub answer: Answer,
}

/// Pages that belong together.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// Heading in the index.
    pub name: &'static str,
    /// Host names that show this family; none means `127.0.0.1` and `localhost`.
    pub hosts: &'static [&'static str],
    /// The pages, most specific first.
    pub pages: &'static [Page],
    /// What is said for any other path.
    pub missing: Answer,
}

/// A host name with what it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// The name, as in a URL.
    pub host: &'static str,
    /// The family of pages it shows.
    pub family: &'static str,
}

/// All families, in the order of the index.
pub fn families() -> &'static [Family] {
    FAMILIES
}

/// The host names that reach us, each with its family.
pub fn sites() -> Vec<Site> {
    FAMILIES
        .iter()
        .flat_map(|family| family.hosts.iter().map(|host| Site { host, family: family.name }))
        .collect()
}

/// The host names that reach us.
pub(crate) fn host_names() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|family| family.hosts.iter().copied())
}

impl Page {
    fn fits(&self, path: &str) -> bool {
        match self.path.strip_suffix('*') {
            Some(prefix) => path.starts_with(prefix),
            None => path == self.path,
        }
    }
}

/// The answer for a path of a host; none when there is no such host, or no such page on a local host.
pub(crate) fn find(host: &str, path: &str) -> Option<Answer> {
    if is_local(host) {
        let mut pages =
            FAMILIES.iter().filter(|family| family.hosts.is_empty()).flat_map(|family| family.pages);
        return pages.find(|page| page.fits(path)).map(|page| page.answer);
    }
    let family = FAMILIES.iter().find(|family| family.hosts.contains(&host))?;
    Some(family.pages.iter().find(|page| page.fits(path)).map_or(family.missing, |page| page.answer))
}

/// Whether a host name is this machine's own.
pub(crate) fn is_local(host: &str) -> bool {
    matches!(host, "127.0.0.1" | "localhost" | "[::1]")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_host_belongs_to_two_families() {
        let all: Vec<_> = host_names().collect();
        let distinct: BTreeSet<_> = all.iter().collect();
        assert_eq!(all.len(), distinct.len());
    }

    #[test]
    fn no_page_stands_in_the_shadow_of_an_earlier_one() {
        let local: Vec<&Page> = FAMILIES
            .iter()
            .filter(|family| family.hosts.is_empty())
            .flat_map(|family| family.pages)
            .collect();
        let groups = FAMILIES
            .iter()
            .filter(|family| !family.hosts.is_empty())
            .map(|family| family.pages.iter().collect::<Vec<_>>())
            .chain([local]);
        for pages in groups {
            for (index, page) in pages.iter().enumerate() {
                let shadow = pages[..index].iter().find(|earlier| earlier.fits(page.path));
                assert!(shadow.is_none(), "{} is never reached", page.path);
            }
        }
    }

    #[test]
    fn every_listed_page_says_what_it_tests_and_how_success_shows() {
        for page in FAMILIES.iter().flat_map(|family| family.pages).filter(|page| !page.title.is_empty()) {
            assert!(!page.tests.is_empty() && !page.success.is_empty(), "{}", page.path);
        }
    }
}
