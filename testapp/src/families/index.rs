//! The list of all scenarios.

use axum::response::Response;

use crate::registry::{self, Answer, Family, Page};
use crate::reply;
use crate::template::escape;
use crate::visit::Visit;

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Index",
    hosts: &[],
    pages: &[Page {
        path: "/",
        title: "All scenarios",
        tests: "finding one link among many",
        success: "the page behind the link",
        answer: Answer::Now(index),
    }],
    missing: Answer::Now(|_| reply::not_found()),
};

fn index(visit: &Visit) -> Response {
    let families: Vec<String> = registry::families().iter().map(section).collect();
    reply::page(
        visit,
        include_str!("../../pages/index/index.html"),
        &[("families", families.join("\n").as_str())],
    )
}

fn section(family: &Family) -> String {
    let base = family.hosts.first().map(|host| format!("/sites/{host}")).unwrap_or_default();
    let rows: String =
        family.pages.iter().filter(|page| !page.title.is_empty()).map(|page| row(&base, page)).collect();
    let hosts = if family.hosts.is_empty() {
        String::new()
    } else {
        format!("<p>Host names: {}</p>\n", family.hosts.join(", "))
    };
    format!(
        "<section>\n<h2>{}</h2>\n{hosts}<table>\n<tr><th>Page</th><th>Tests</th><th>Done when</th></tr>\n\
         {rows}</table>\n</section>",
        escape(family.name)
    )
}

fn row(base: &str, page: &Page) -> String {
    let title = escape(page.title);
    // A path with a wildcard has no address of its own to lead to.
    let link = if page.path.ends_with('*') {
        format!("{title} ({})", page.path)
    } else {
        format!("<a href=\"{base}{}\">{title}</a>", page.path)
    };
    format!("<tr><td>{link}</td><td>{}</td><td>{}</td></tr>\n", escape(page.tests), escape(page.success))
}
