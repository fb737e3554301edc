//! A code host: search opens from a button in a dialog, results at `/search?q=`.

use axum::http::StatusCode;
use axum::response::Response;

use crate::registry::{Answer, Family, Page};
use crate::template::{encode, escape, fill};
use crate::visit::Visit;
use crate::{catalogue, reply, template};

const OWNERS: &[&str] =
    &["tarnquarry", "velmora-labs", "goatkeeper", "ardane", "marrow-and-sons", "pellwright"];
const SUFFIXES: &[&str] = &["kit", "rs", "core", "tools", "js", "mini", "demo", "book", "client", "server"];

const HOSTS: &[&str] = &["github.com"];

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Code host like github.com",
    pages: &[
        Page {
            hosts: HOSTS,
            path: "/",
            title: "Front page",
            tests: "a button opens a dialog with the search field; Enter works there",
            success: "/search?q=… with the words of the search",
            answer: Answer::Now(home),
        },
        Page {
            hosts: HOSTS,
            path: "/search?q=lantern",
            title: "Search results",
            tests: "results as headings with links, filters and pages around them",
            success: "“Repository search results” and ten repositories",
            answer: Answer::Now(results),
        },
        Page::part(HOSTS, "/*", Answer::Now(repository)),
    ],
};

fn shell(visit: &Visit, title: &str, body: &str) -> Response {
    let page = include_str!("../../pages/github/layout.html");
    reply::page(visit, page, &[("title", title), ("body", body)])
}

fn home(visit: &Visit) -> Response {
    let trending =
        template::lines(OWNERS.iter().map(|owner| {
            format!("<li><a href=\"{}/{owner}/lantern\">{owner} / lantern</a></li>", visit.base)
        }));
    let values = [("trending", trending.as_str())];
    shell(
        visit,
        "github lookalike: build software",
        &fill(include_str!("../../pages/github/home.html"), &values),
    )
}

fn results(visit: &Visit) -> Response {
    let query = visit.param("q").trim();
    if query.is_empty() {
        return missing(visit);
    }
    let name: String =
        query.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    let results = OWNERS
        .iter()
        .cycle()
        .zip(SUFFIXES)
        .zip(0_u32..)
        .map(|((owner, suffix), index)| {
            format!(
                "<div><h3><a href=\"{base}/{owner}/{path}-{suffix}\">{owner}/{shown}-{suffix}</a></h3>\n\
                 <p>A {suffix} for {query}, made by {owner}.</p>\n<a href=\"{base}/{owner}/{path}-{suffix}/stars\">\
                 {stars}.{index}k stars</a>\n<button type=\"button\">Star</button></div>",
                base = visit.base,
                path = encode(&name),
                shown = escape(&name),
                query = escape(query),
                stars = 90 - index * 8,
            )
        });
    let values = [
        ("base", visit.base.as_str()),
        ("query", &escape(query)),
        ("encoded", &encode(query)),
        ("total", &catalogue::claimed_total(query).to_string()),
        ("results", &template::lines(results)),
    ];
    let body = fill(include_str!("../../pages/github/results.html"), &values);
    shell(visit, "Repository search results · github lookalike", &body)
}

fn repository(visit: &Visit) -> Response {
    let mut parts = visit.path.trim_matches('/').split('/');
    let (Some(owner), Some(name)) = (parts.next(), parts.next()) else { return missing(visit) };
    let values = [("base", visit.base.as_str()), ("owner", &escape(owner)), ("name", &escape(name))];
    let body = fill(include_str!("../../pages/github/repository.html"), &values);
    shell(visit, &format!("{}/{}", escape(owner), escape(name)), &body)
}

fn missing(visit: &Visit) -> Response {
    let body = "<main><h1>404</h1><p>This is not the web page you are looking for.</p></main>";
    reply::with_status(StatusCode::NOT_FOUND, shell(visit, "Page not found · github lookalike", body))
}
