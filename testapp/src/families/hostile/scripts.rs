//! Scripts that hang, flood, trap, or break what other scripts stand on.

use std::convert::Infallible;

use axum::body::Body;
use axum::response::Response;
use futures_util::stream;

use crate::families::chaos::other_name;
use crate::registry::{Answer, Family, Page};
use crate::reply;
use crate::visit::Visit;

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Scripts that never let go",
    pages: &[
        Page {
            hosts: &[],
            path: "/chaos/spin-at-once",
            title: "Hangs while it is read",
            tests: "a script without end in the middle of the document",
            success: "an answer in time; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/spin-at-once.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/spin-worker",
            title: "A worker without end",
            tests: "a worker and a shared computation that never pause",
            success: "the button can be pressed",
            answer: Answer::File(include_str!("../../../pages/hostile/spin-worker.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/spin-frames",
            title: "Frames that hang",
            tests: "frames whose scripts never end: another site’s, or with ?own=1 this one’s",
            success: "the button outside can be pressed",
            answer: Answer::Now(spin_frames),
        },
        Page {
            hosts: &[],
            path: "/chaos/memory",
            title: "Memory without end",
            tests: "a script that keeps all it allocates",
            success: "an answer in time; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/memory.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/location-loop",
            title: "Goes on for ever",
            tests: "a document that opens another address at once, without end",
            success: "calls answer; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/location-loop.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/refresh-loop",
            title: "Refreshes for ever",
            tests: "a document that asks to be loaded again after no time",
            success: "calls answer; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/refresh-loop.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/reload-twice",
            title: "Reloads in every way",
            tests: "reload while it is loaded, and again on a timer",
            success: "calls answer; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/reload-twice.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/windows",
            title: "Windows without end",
            tests: "1,000 windows, opened one after another when the button is pressed",
            success: "few stay open, and the answer says so",
            answer: Answer::File(include_str!("../../../pages/hostile/windows.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/print",
            title: "Prints",
            tests: "a document that prints itself at once and without end",
            success: "calls answer",
            answer: Answer::File(include_str!("../../../pages/hostile/print.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/unload-trap",
            title: "Holds on",
            tests: "questions, loops and pleas when the page is left",
            success: "leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/unload-trap.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/push-storm",
            title: "A storm of addresses",
            tests: "100 new addresses a second, and 10,000 at once when the button is pressed",
            success: "calls answer; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/push-storm.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/history-trap",
            title: "No way back",
            tests: "a page that puts itself in front of the history again and again",
            success: "going back says what happened; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/history-trap.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/overwrite-more",
            title: "More built-ins overwritten",
            tests: "setters on Object.prototype, iterators, getters that throw, observers and frames that lie",
            success: "“pressed” after the click",
            answer: Answer::File(include_str!("../../../pages/hostile/overwrite-more.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/getters",
            title: "Getters that throw and hang",
            tests: "own properties of elements that throw, or never return",
            success: "“pressed” after the click",
            answer: Answer::File(include_str!("../../../pages/hostile/getters.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/debugger",
            title: "Stops itself",
            tests: "debugger statements on load and in a timer",
            success: "the button can be pressed",
            answer: Answer::File(include_str!("../../../pages/hostile/debugger.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/console-flood",
            title: "A flood on the console",
            tests: "100,000 messages when the button is pressed",
            success: "calls answer as on a calm page",
            answer: Answer::File(include_str!("../../../pages/hostile/console-flood.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/request-storm",
            title: "A storm of requests",
            tests: "requests, sockets and event streams, as many as it can",
            success: "calls answer; leaving works",
            answer: Answer::File(include_str!("../../../pages/hostile/request-storm.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/service-worker",
            title: "A worker in between",
            tests: "a service worker that answers everything itself, or with ?kind=hangs nothing",
            success: "leaving the site works",
            answer: Answer::File(include_str!("../../../pages/hostile/service-worker.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/event-source",
            title: "Endless events",
            tests: "an event stream that floods the page",
            success: "the button can be pressed",
            answer: Answer::File(include_str!("../../../pages/hostile/event-source.html")),
        },
        Page::part(&[], "/chaos/worker.js", Answer::Now(worker)),
        Page::part(&[], "/chaos/of-the-worker", Answer::File(include_str!("../../../pages/chaos/calm.html"))),
        Page::part(&[], "/chaos/event-flood", Answer::Now(event_flood)),
    ],
};

/// Frames of another site have a process of their own; those of this one hang together with the page.
fn spin_frames(visit: &Visit) -> Response {
    let host = if visit.param("own") == "1" { visit.host.as_str() } else { other_name(&visit.host) };
    let spin = format!("http://{host}{}/chaos/spin-at-once", visit.port_suffix());
    let page = include_str!("../../../pages/hostile/spin-frames.html");
    reply::page(visit, page, &[("spin", spin.as_str())])
}

fn worker(visit: &Visit) -> Response {
    let answer = match visit.param("kind") {
        "hangs" => "new Promise(() => {})",
        _ => {
            "new Response('<title>Of the worker</title><h1>Of the worker</h1>', { headers: { 'content-type': 'text/html' } })"
        }
    };
    let script = format!(
        "addEventListener('install', () => skipWaiting());\naddEventListener('fetch', (event) => event.respondWith({answer}));\n"
    );
    reply::typed("text/javascript; charset=utf-8", script)
}

/// Events as fast as they are taken, without end.
fn event_flood(_: &Visit) -> Response {
    let events = stream::unfold(0_u64, |number| async move {
        tokio::task::yield_now().await;
        Some((Ok::<_, Infallible>(format!("data: event {number}\n\n").repeat(20)), number + 20))
    });
    reply::typed("text/event-stream", Body::from_stream(events))
}
