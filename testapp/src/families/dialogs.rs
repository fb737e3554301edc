//! Dialogs and windows that documents open.

use crate::registry::{Answer, Family, Page};

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Dialogs and windows",
    pages: &[
        Page {
            hosts: &[],
            path: "/chaos/alert",
            title: "Alert on load",
            tests: "a dialog before the page is ready",
            success: "“the alert is gone”, and the answer quotes the alert",
            answer: Answer::File(include_str!("../../pages/chaos/alert.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/alert-loop",
            title: "Alerts without end",
            tests: "a new alert 50 ms after each",
            success: "leaving the page works",
            answer: Answer::File(include_str!("../../pages/chaos/alert-loop.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/dialogs",
            title: "Confirm and prompt",
            tests: "questions that an answer must be given to",
            success: "“deleted” or “kept”, “renamed to …” or “not renamed”",
            answer: Answer::File(include_str!("../../pages/chaos/dialogs.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/before-unload",
            title: "Unsaved text",
            tests: "a page that asks before it is left",
            success: "the next page is there",
            answer: Answer::File(include_str!("../../pages/chaos/before-unload.html")),
        },
        Page {
            hosts: &[],
            path: "/chaos/popup",
            title: "Popups",
            tests: "a window opened by a click, a link to a new tab, a window gone at once",
            success: "“answer: chosen” after the choice in the window",
            answer: Answer::File(include_str!("../../pages/chaos/popup.html")),
        },
        Page::part(
            &[],
            "/chaos/popup-target",
            Answer::File(include_str!("../../pages/chaos/popup-target.html")),
        ),
    ],
};
