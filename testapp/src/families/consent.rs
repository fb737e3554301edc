//! Consent banners: a bar, and those in places where they are hard to reach.

use crate::registry::{Answer, Family, Page};

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Consent",
    pages: &[
        Page {
            hosts: &[],
            path: "/consent/bar",
            title: "Consent bar",
            tests: "a banner with two buttons, there again with each load",
            success: "“rejected 1 times”",
            answer: Answer::File(include_str!("../../pages/consent/bar.html")),
        },
        Page {
            hosts: &[],
            path: "/consent/late",
            title: "Late consent bar",
            tests: "a banner that comes after ten minutes, or when the fragment of the address changes",
            success: "“rejected”",
            answer: Answer::File(include_str!("../../pages/consent/late.html")),
        },
        Page {
            hosts: &[],
            path: "/consent/shadow",
            title: "Consent in a shadow root",
            tests: "a banner inside an open shadow root",
            success: "“chose none”",
            answer: Answer::File(include_str!("../../pages/consent/shadow.html")),
        },
        Page {
            hosts: &[],
            path: "/consent/frame",
            title: "Consent in a frame",
            tests: "a banner in a frame of another origin",
            success: "“chose none”",
            answer: Answer::File(include_str!("../../pages/consent/frame.html")),
        },
        Page::part(&[], "/consent/framed", Answer::File(include_str!("../../pages/consent/framed.html"))),
    ],
};
