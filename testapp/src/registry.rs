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

/// One page.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Host names that show it; none means `127.0.0.1` and `localhost`.
    pub hosts: &'static [&'static str],
    /// Path within the site; one that ends in `*` answers everything below it. A query after it is the
    /// example that the index leads to, and any query is answered.
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

/// Pages that belong together; of two that fit a request, the first answers.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// Heading in the index.
    pub name: &'static str,
    /// The pages, most specific first.
    pub pages: &'static [Page],
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
    let mut sites: Vec<Site> = Vec::new();
    for family in FAMILIES {
        for host in family.pages.iter().flat_map(|page| page.hosts) {
            if sites.iter().all(|site| site.host != *host) {
                sites.push(Site { host, family: family.name });
            }
        }
    }
    sites
}

impl Page {
    /// A page that the index does not list: a part of another one, or the answer for missing pages.
    pub(crate) const fn part(hosts: &'static [&'static str], path: &'static str, answer: Answer) -> Self {
        Self { hosts, path, title: "", tests: "", success: "", answer }
    }

    fn own_path(&self) -> &'static str {
        self.path.split_once('?').map_or(self.path, |(own, _)| own)
    }

    fn fits(&self, host: &str, path: &str) -> bool {
        let host_fits = if self.hosts.is_empty() { is_local(host) } else { self.hosts.contains(&host) };
        let own = self.own_path();
        let path_fits = match own.strip_suffix('*') {
            Some(prefix) => path.starts_with(prefix),
            None => path == own,
        };
        host_fits && path_fits
    }
}

/// The answer for a path of a host, if there is one.
pub(crate) fn find(host: &str, path: &str) -> Option<Answer> {
    let mut pages = FAMILIES.iter().flat_map(|family| family.pages);
    pages.find(|page| page.fits(host, path)).map(|page| page.answer)
}

/// Whether a host name is this machine's own.
pub(crate) fn is_local(host: &str) -> bool {
    matches!(host, "127.0.0.1" | "localhost" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_stands_in_the_shadow_of_an_earlier_one() {
        let pages: Vec<&Page> = FAMILIES.iter().flat_map(|family| family.pages).collect();
        for (index, page) in pages.iter().enumerate() {
            for host in if page.hosts.is_empty() { &["localhost"] } else { page.hosts } {
                let shadow = pages[..index].iter().find(|earlier| earlier.fits(host, page.own_path()));
                assert!(shadow.is_none(), "{host}{} is never reached", page.path);
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
