//! Documents that misbehave: hang, never settle, get in the way of scripts, nest and grow.

use axum::response::Response;

use crate::registry::{Answer, Family, Page};
use crate::reply;
use crate::template::{self, escape};
use crate::visit::Visit;

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Documents that misbehave",
    pages: &[
        Page {
            hosts: &[],
            path: "/chaos/calm",
            title: "A calm page",
            tests: "the way out of the others",
            success: "the title “Calm”",
            answer: Answer::File(include_str!("../../pages/chaos/calm.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/spin",
            title: "A click that never ends",
            tests: "a page that hangs from inside a click",
            success: "the call ends at its deadline and says that the page hangs",
            answer: Answer::File(include_str!("../../pages/chaos/spin.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/spin-on-load",
            title: "A page that never pauses",
            tests: "a page that hangs soon after it was loaded",
            success: "every call ends at its deadline; leaving the page works",
            answer: Answer::File(include_str!("../../pages/chaos/spin-on-load.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/reload",
            title: "Reloads itself",
            tests: "a document that is replaced every ?ms= milliseconds (500)",
            success: "calls answer, or say that the document was replaced",
            answer: Answer::Now(reload),
        },
        Page {
            hosts: &[],
            path: "/chaos/deep",
            title: "A deep tree",
            tests: "?n= elements inside one another (1,000) with a button in the last",
            success: "“bottom reached”",
            answer: Answer::Now(|visit| levels(visit, 1_000, "")),
        },
        Page {
            hosts: &[],
            path: "/chaos/deep-hidden",
            title: "A deep hidden tree",
            tests: "?n= hidden elements inside one another (20,000): too many for anything that recurses",
            success: "“On top” is listed",
            answer: Answer::Now(|visit| levels(visit, 20_000, " hidden")),
        },
        Page {
            hosts: &[],
            path: "/chaos/crash",
            title: "A page that dies",
            tests: "20,000 elements inside one another to draw: the page’s process runs out of stack",
            success: "the answer says that the page crashed; leaving it works",
            answer: Answer::Now(|visit| levels(visit, 20_000, "")),
        },
        Page {
            hosts: &[],
            path: "/chaos/buttons",
            title: "5,000 buttons",
            tests: "a view of a page with ?n= buttons (5,000) stays within its budget",
            success: "“pressed 4321” after that button was found and clicked",
            answer: Answer::Now(buttons),
        },
        Page {
            hosts: &[],
            path: "/chaos/clobber",
            title: "Names in the way",
            tests: "forms and images named like properties of the document hide them",
            success: "/chaos/echo shows the order’s name",
            answer: Answer::File(include_str!("../../pages/chaos/clobber.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/console",
            title: "Noise on the console",
            tests: "thousands of console messages and errors",
            success: "calls answer as on a calm page",
            answer: Answer::File(include_str!("../../pages/chaos/console.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/title",
            title: "Control characters",
            tests: "control characters in the title, text and a label",
            success: "answers hold none of them",
            answer: Answer::File(include_str!("../../pages/chaos/title.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/overwrite",
            title: "Built-ins overwritten",
            tests: "Map, JSON, Array methods and querySelector of the page are broken",
            success: "“pressed” after the click",
            answer: Answer::File(include_str!("../../pages/chaos/overwrite.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/restless",
            title: "Never settles",
            tests: "buttons come every 40 ms for ever",
            success: "waiting for the page to settle ends",
            answer: Answer::File(include_str!("../../pages/chaos/restless.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/push-state",
            title: "Addresses without end",
            tests: "the address changes every 300 ms without a new document",
            success: "calls answer",
            answer: Answer::File(include_str!("../../pages/chaos/push-state.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/failing-fetch",
            title: "A save that fails",
            tests: "the request behind a click answers 500 and the page is silent",
            success: "the answer to the click tells of the failed request",
            answer: Answer::File(include_str!("../../pages/chaos/failing-fetch.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/injection",
            title: "Words for a model",
            tests: "text that gives orders, or is shaped like our own answers",
            success: "no request with ?obeyed, no forged line",
            answer: Answer::File(include_str!("../../pages/chaos/injection.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/moving",
            title: "Moving target",
            tests: "a button that moves for 1.5 seconds",
            success: "“hit” after one click",
            answer: Answer::File(include_str!("../../pages/chaos/moving.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/frames",
            title: "Frames of two origins",
            tests: "same-origin, cross-origin, inline and sandboxed frames",
            success: "“other: …” with the text of the field, after its button was pressed",
            answer: Answer::Now(frames),
        },
        Page {
            hosts: &[],
            path: "/chaos/nested",
            title: "Nested frames",
            tests: "?n= frames inside one another (5), their origins in turn",
            success: "“pressed 5” in the innermost",
            answer: Answer::Now(nested),
        },
        Page::part(&[], "/chaos/frame-inside", Answer::Now(frame_inside)),
    ],
};

fn reload(visit: &Visit) -> Response {
    let ms = visit.number("ms", 500).to_string();
    reply::page(visit, include_str!("../../pages/chaos/reload.html"), &[("ms", ms.as_str())])
}

/// Chrome draws some 2,000 levels; its renderer process dies of more, unless they are hidden.
fn levels(visit: &Visit, usual: u64, hidden: &str) -> Response {
    let levels = visit.number("n", usual).max(1).to_string();
    let values = [("n", levels.as_str()), ("hidden", hidden)];
    reply::page(visit, include_str!("../../pages/chaos/deep.html"), &values)
}

fn buttons(visit: &Visit) -> Response {
    let buttons = (1..=visit.number("n", 5000))
        .map(|number| format!("<button type=\"button\">Button {number}</button>"));
    let page = include_str!("../../pages/chaos/buttons.html");
    reply::page(visit, page, &[("buttons", template::lines(buttons).as_str())])
}

/// The other of this machine's two names: another site to the browser, the same server to us.
pub(crate) fn other_name(host: &str) -> &'static str {
    if host == "localhost" { "127.0.0.1" } else { "localhost" }
}

fn frames(visit: &Visit) -> Response {
    reply::page(visit, include_str!("../../pages/chaos/frames.html"), &[("other", other_name(&visit.host))])
}

fn frame_inside(visit: &Visit) -> Response {
    // The name stands in a script too, where escaping for HTML is not enough.
    let name: String = visit.param("name").chars().filter(char::is_ascii_alphanumeric).collect();
    reply::page(visit, include_str!("../../pages/chaos/frame-inside.html"), &[("name", name.as_str())])
}

fn nested(visit: &Visit) -> Response {
    let (level, last) = (visit.number("level", 0), visit.number("n", 5));
    let inner = if level < last {
        let address = format!(
            "http://{}{}/chaos/nested?n={last}&level={}",
            other_name(&visit.host),
            visit.port_suffix(),
            level + 1
        );
        format!(
            "<iframe title=\"Level {}\" src=\"{}\" width=\"95%\" height=\"400\"></iframe>",
            level + 1,
            escape(&address)
        )
    } else {
        String::new()
    };
    let values = [("level", level.to_string()), ("inner", inner)];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    reply::page(visit, include_str!("../../pages/chaos/nested.html"), &values)
}
