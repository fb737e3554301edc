//! Documents that are larger, or stricter, than any should be.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::Response;

use crate::registry::{Answer, Family, Page};
use crate::visit::Visit;
use crate::{reply, template};

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Documents that are too much",
    pages: &[
        Page {
            hosts: &[],
            path: "/chaos/many-frames",
            title: "Many frames",
            tests: "?n= frames (200)",
            success: "the button can be pressed",
            answer: Answer::Now(many_frames),
        },
        Page {
            hosts: &[],
            path: "/chaos/huge-values",
            title: "Huge values",
            tests: "50 MB in a field, 5 MB in the title, 1 MB in an attribute and a name",
            success: "answers keep their size",
            answer: Answer::File(include_str!("../../../pages/hostile/huge-values.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/long-line",
            title: "One long line",
            tests: "a megabyte of text without a space",
            success: "answers keep their size",
            answer: Answer::File(include_str!("../../../pages/hostile/long-line.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/long-select",
            title: "A long list",
            tests: "a list with ?n= entries (10,000)",
            success: "“chosen: Entry 7777”",
            answer: Answer::File(include_str!("../../../pages/hostile/long-select.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/long-table",
            title: "A long table",
            tests: "5,000 rows of five cells and a button each",
            success: "“row 4321” after its button was found and pressed",
            answer: Answer::File(include_str!("../../../pages/hostile/long-table.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/csp",
            title: "Forbids everything",
            tests: "?kind= of policy: none (default-src ’none’), sandbox, trusted (require-trusted-types-for)",
            success: "an answer; the page can be read",
            answer: Answer::Now(csp),
        },
    ],
};

fn many_frames(visit: &Visit) -> Response {
    let frame = |number| {
        format!(
            "<iframe title=\"Frame {number}\" src=\"{}/chaos/frame-inside?name=f{number}\" width=\"90\" height=\"40\"></iframe>",
            visit.base
        )
    };
    let frames = template::lines((1..=visit.number("n", 200)).map(frame));
    let page = include_str!("../../../pages/hostile/many-frames.html");
    reply::page(visit, page, &[("frames", frames.as_str())])
}

fn csp(visit: &Visit) -> Response {
    let policy = match visit.param("kind") {
        "sandbox" => "sandbox",
        "trusted" => "require-trusted-types-for 'script'; trusted-types 'none'",
        _ => "default-src 'none'; form-action 'none'; frame-ancestors 'none'",
    };
    let mut response = reply::page(visit, include_str!("../../../pages/hostile/csp.html"), &[]);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}
