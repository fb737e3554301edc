//! Small everyday tasks, each with one difficulty.

use axum::http::Method;
use axum::response::Response;

use crate::registry::{Answer, Family, Page};
use crate::reply;
use crate::template::escape;
use crate::visit::Visit;

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Tasks",
    pages: &[
        Page {
            hosts: &[],
            path: "/tasks/login",
            title: "Sign in",
            tests: "user name, password, check box",
            success: "“Welcome, ada”",
            answer: Answer::Now(login),
        },
        Page {
            hosts: &[],
            path: "/tasks/form",
            title: "A form of all kinds",
            tests: "every type of input, in one form",
            success: "/chaos/echo shows what was filled in",
            answer: Answer::File(include_str!("../../pages/tasks/form.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/controlled",
            title: "Controlled fields",
            tests: "a value counts only after an input event, and goes back otherwise",
            success: "“saved: …” with both values",
            answer: Answer::File(include_str!("../../pages/tasks/controlled.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/rich",
            title: "Rich text",
            tests: "typing into a contenteditable element",
            success: "“saved: …” with the text",
            answer: Answer::File(include_str!("../../pages/tasks/rich.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/table",
            title: "Buttons of table rows",
            tests: "an Edit button in every row: “10 · Ada Lovelace · London”",
            success: "“Edit: 12 Cahit Arf”",
            answer: Answer::File(include_str!("../../pages/tasks/table.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/dialog",
            title: "Dialog with a role",
            tests: "only the dialog is listed while it is open (open at once with ?open)",
            success: "“saved: …”",
            answer: Answer::File(include_str!("../../pages/tasks/dialog.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/dialog-plain",
            title: "Dialog without a role",
            tests: "a modal known by its place and class alone (open at once with ?open)",
            success: "“saved: …”",
            answer: Answer::File(include_str!("../../pages/tasks/dialog-plain.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/dialog-native",
            title: "Native dialog",
            tests: "a <dialog> shown as modal",
            success: "“saved: …”",
            answer: Answer::File(include_str!("../../pages/tasks/dialog-native.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/cookie",
            title: "Cookie wall",
            tests: "a fixed layer over the whole page",
            success: "“cookies refused”, then “subscribed”",
            answer: Answer::File(include_str!("../../pages/tasks/cookie.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/cookie-bar",
            title: "Cookie bar",
            tests: "a fixed bar at the bottom that blocks nothing else",
            success: "“subscribed” with the bar still there",
            answer: Answer::File(include_str!("../../pages/tasks/cookie-bar.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/lazy",
            title: "Lazy list",
            tests: "rows that come only when the end is seen",
            success: "“chosen: The golden goat” (row 77)",
            answer: Answer::File(include_str!("../../pages/tasks/lazy.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/shadow",
            title: "Shadow roots",
            tests: "fields and buttons in open and closed shadow roots, and in a slot",
            success: "“open: …”, “closed: …” with the code",
            answer: Answer::File(include_str!("../../pages/tasks/shadow.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/select",
            title: "Drop-down lists",
            tests: "a native list, one with roles, one with neither",
            success: "“size: Large”, “order: Cheapest first”, “colour: Green”",
            answer: Answer::File(include_str!("../../pages/tasks/select.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/upload",
            title: "Upload",
            tests: "choosing a file",
            success: "“chosen: …”, then /chaos/echo with name and size",
            answer: Answer::File(include_str!("../../pages/tasks/upload.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/dynamic",
            title: "Appears later",
            tests: "a button that comes ?ms= milliseconds (1500) after a click",
            success: "“finished”",
            answer: Answer::Now(|visit| with_ms(visit, include_str!("../../pages/tasks/dynamic.html"), 1500)),
        },
        Page {
            hosts: &[],
            path: "/tasks/stale",
            title: "New nodes after each click",
            tests: "refs to nodes that a click replaces",
            success: "“apples 2, pears 1, plums 0”",
            answer: Answer::File(include_str!("../../pages/tasks/stale.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/new-tab",
            title: "New tab",
            tests: "a link that opens a tab",
            success: "“14:35” from the new tab",
            answer: Answer::File(include_str!("../../pages/tasks/new-tab.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/toast",
            title: "Short-lived message",
            tests: "a message that is gone after 1.5 seconds",
            success: "the answer to the click quotes “Saved as draft 3”",
            answer: Answer::File(include_str!("../../pages/tasks/toast.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/hover",
            title: "Menu under the pointer",
            tests: "links that are there only under the pointer",
            success: "the page behind “Nets”",
            answer: Answer::File(include_str!("../../pages/tasks/hover.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/filter",
            title: "Filter",
            tests: "a list that follows a field and a check box",
            success: "“2 boats”",
            answer: Answer::File(include_str!("../../pages/tasks/filter.html")),
        },
        Page {
            hosts: &[],
            path: "/tasks/silent",
            title: "Clickable words",
            tests: "elements that act without saying so",
            success: "“another day”, “tile pressed”",
            answer: Answer::File(include_str!("../../pages/tasks/silent.html")),
        },
        Page::part(
            &[],
            "/tasks/new-tab-target",
            Answer::File(include_str!("../../pages/tasks/new-tab-target.html")),
        ),
    ],
};

fn login(visit: &Visit) -> Response {
    let form = visit.form();
    let field = |name: &str| form.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value);
    if visit.method == Method::POST && field("user") == "ada" && field("password") == "lovelace" {
        let user = escape(field("user"));
        return reply::page(
            visit,
            include_str!("../../pages/tasks/welcome.html"),
            &[("user", user.as_str())],
        );
    }
    let problem = if visit.method == Method::POST { "User name or password is wrong." } else { "" };
    reply::page(visit, include_str!("../../pages/tasks/login.html"), &[("problem", problem)])
}

fn with_ms(visit: &Visit, page: &str, usual: u64) -> Response {
    let ms = visit.number("ms", usual).to_string();
    reply::page(visit, page, &[("ms", ms.as_str())])
}
