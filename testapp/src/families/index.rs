//! The list of all scenarios.

use axum::response::Response;

use crate::registry::{self, Answer, Family, Page};
use crate::template::escape;
use crate::visit::Visit;
use crate::{reply, template};

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Index",
    pages: &[Page {
        hosts: &[],
        path: "/",
        title: "All scenarios",
        tests: "finding one link among many",
        success: "the page behind the link",
        answer: Answer::Now(index),
    }],
};

fn index(visit: &Visit) -> Response {
    let families = template::lines(registry::families().iter().map(section));
    reply::page(visit, include_str!("../../pages/index/index.html"), &[("families", families.as_str())])
}

fn section(family: &Family) -> String {
    let rows = template::lines(family.pages.iter().filter(|page| !page.title.is_empty()).map(row));
    format!(
        "<section>\n<h2>{}</h2>\n<table>\n<tr><th>Page</th><th>Address</th><th>Tests</th><th>Done when</th></tr>\n\
         {rows}\n</table>\n</section>",
        escape(family.name)
    )
}

fn row(page: &Page) -> String {
    let title = escape(page.title);
    let (base, address) = match page.hosts.first() {
        Some(host) => (format!("/sites/{host}"), format!("{host}{}", page.path)),
        None => (String::new(), page.path.to_owned()),
    };
    // Below a wildcard only the root is sure to be a page.
    let link = match page.path {
        "/*" => format!("<a href=\"{base}/\">{title}</a>"),
        path if path.ends_with('*') => title,
        path => format!("<a href=\"{base}{path}\">{title}</a>"),
    };
    let (tests, success) = (escape(page.tests), escape(page.success));
    format!("<tr><td>{link}</td><td>{address}</td><td>{tests}</td><td>{success}</td></tr>")
}
