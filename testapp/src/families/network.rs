//! Answers that come late, broken, never, or as a file.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use crate::registry::{Answer, Family, LaterResponse, Page};
use crate::template::{self, escape};
use crate::visit::Visit;
use crate::{reply, turkish};

const CALM: &str = include_str!("../../pages/chaos/calm.html");

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Answers that are late, broken, or no pages",
    pages: &[
        Page {
            hosts: &[],
            path: "/chaos/silent",
            title: "Never answers",
            tests: "a request without an answer",
            success: "the call ends at its deadline and says so",
            answer: Answer::Later(|_| Box::pin(std::future::pending())),
        },
        Page {
            hosts: &[],
            path: "/chaos/slow",
            title: "Answers late",
            tests: "an answer after ?ms= milliseconds (2000)",
            success: "the title “Calm”",
            answer: Answer::Later(slow),
        },
        Page {
            hosts: &[],
            path: "/chaos/trickle",
            title: "Never ends",
            tests: "a document that goes on for ever, a line every 200 ms",
            success: "what has come so far can be read",
            answer: Answer::Now(trickle),
        },
        Page {
            hosts: &[],
            path: "/chaos/cut",
            title: "Breaks off",
            tests: "the connection ends in the middle of the document",
            success: "what has come can be read, or a plain error",
            answer: Answer::Now(cut),
        },
        Page {
            hosts: &[],
            path: "/chaos/slow-subresource",
            title: "An image that never comes",
            tests: "the load event never fires",
            success: "the page is usable long before the deadline",
            answer: Answer::File(include_str!("../../pages/chaos/slow-subresource.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/redirect-loop",
            title: "Redirects without end",
            tests: "a page that redirects to itself",
            success: "an error with ERR_TOO_MANY_REDIRECTS",
            answer: Answer::Now(|visit| reply::redirect(visit, "/chaos/redirect-loop")),
        },
        Page {
            hosts: &[],
            path: "/chaos/redirects",
            title: "Redirects",
            tests: "?n= redirects (5) before the page",
            success: "the title “Calm”",
            answer: Answer::Now(redirects),
        },
        Page {
            hosts: &[],
            path: "/chaos/404",
            title: "Missing",
            tests: "status 404",
            success: "the status is told",
            answer: Answer::Now(|_| status(StatusCode::NOT_FOUND, "404 Not Found")),
        },
        Page {
            hosts: &[],
            path: "/chaos/500",
            title: "Broken",
            tests: "status 500",
            success: "the status is told",
            answer: Answer::Now(|_| status(StatusCode::INTERNAL_SERVER_ERROR, "500 Internal Server Error")),
        },
        Page {
            hosts: &[],
            path: "/chaos/204",
            title: "Nothing",
            tests: "status 204: the browser stays where it was",
            success: "the answer says that the page is still the old one",
            answer: Answer::Now(|_| StatusCode::NO_CONTENT.into_response()),
        },
        Page {
            hosts: &[],
            path: "/chaos/echo",
            title: "What was sent",
            tests: "shows the method and every field",
            success: "the fields as sent",
            answer: Answer::Now(echo),
        },
        Page {
            hosts: &[],
            path: "/chaos/download",
            title: "Downloads",
            tests: "a file, a slow file, a file under another name",
            success: "report.pdf, slow.csv and “my notes.txt” are on disk",
            answer: Answer::File(include_str!("../../pages/chaos/download.html")),
        },
        Page {
            hosts: &[],
            path: "/files/report.pdf",
            title: "A file to download",
            tests: "an address that is a download instead of a page",
            success: "report.pdf is on disk, and the page is still the old one",
            answer: Answer::Now(report),
        },
        Page {
            hosts: &[],
            path: "/files/slow.csv",
            title: "A slow download",
            tests: "a download that takes ?ms= milliseconds (3000)",
            success: "slow.csv is on disk once it is complete",
            answer: Answer::Now(slow_file),
        },
        Page::part(
            &[],
            "/files/notes.txt",
            Answer::Now(|_| reply::typed("text/plain; charset=utf-8", "Notes.\n")),
        ),
    ],
};

fn slow(visit: Visit) -> LaterResponse {
    Box::pin(async move {
        tokio::time::sleep(Duration::from_millis(visit.number("ms", 2000))).await;
        reply::page(&visit, CALM, &[])
    })
}

fn trickle(_: &Visit) -> Response {
    let lines = stream::unfold(0_u64, |line| async move {
        if line == 0 {
            return Some(("<!doctype html><title>Never ends</title><h1>Never ends</h1>".to_owned(), 1));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        Some((format!("<p>Line {line} <button type=\"button\">Button {line}</button></p>\n"), line + 1))
    });
    let body = Body::from_stream(futures_util::StreamExt::map(lines, Ok::<_, Infallible>));
    reply::typed("text/html; charset=utf-8", body)
}

fn cut(_: &Visit) -> Response {
    const START: &str = "<!doctype html><title>Breaks off</title><h1>Breaks off</h1><p>And th";
    let parts = stream::unfold(true, |first| async move {
        if first {
            return Some((Ok(START), false));
        }
        // What came before an error is sent only if there is time to send it.
        tokio::time::sleep(Duration::from_millis(100)).await;
        Some((Err(io::Error::other("broken off on purpose")), false))
    });
    reply::typed("text/html; charset=utf-8", Body::from_stream(parts))
}

fn redirects(visit: &Visit) -> Response {
    match visit.number("n", 5) {
        0 => reply::page(visit, CALM, &[]),
        more => reply::redirect(visit, &format!("/chaos/redirects?n={}", more - 1)),
    }
}

fn status(status: StatusCode, text: &str) -> Response {
    reply::with_status(status, reply::html(format!("<!doctype html><title>{text}</title><h1>{text}</h1>")))
}

fn echo(visit: &Visit) -> Response {
    let form = visit.form();
    let rows = visit.query.iter().chain(&form);
    let rows =
        rows.map(|(name, value)| format!("<tr><th>{}</th><td>{}</td></tr>", escape(name), escape(value)));
    let values = [("method", visit.method.as_str()), ("rows", &template::lines(rows))];
    reply::page(visit, include_str!("../../pages/chaos/echo.html"), &values)
}

/// A small but complete PDF.
const REPORT: &str = include_str!("../../pages/files/report.pdf");

fn report(_: &Visit) -> Response {
    attachment("report.pdf", reply::typed("application/pdf", REPORT))
}

const SLOW_ROWS: u64 = 100;

fn slow_file(visit: &Visit) -> Response {
    let pause = Duration::from_millis(visit.number("ms", 3000)) / 100;
    let rows = stream::unfold(0, move |row| async move {
        if row == SLOW_ROWS {
            return None;
        }
        tokio::time::sleep(pause).await;
        Some((Ok::<_, Infallible>(format!("{row:03};{}\n", turkish::price(row * 137))), row + 1))
    });
    attachment("slow.csv", reply::typed("text/csv; charset=utf-8", Body::from_stream(rows)))
}

fn attachment(name: &str, mut response: Response) -> Response {
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}
