//! Pages that stand in front of the content for some time, or for ever.

use axum::http::StatusCode;
use axum::response::Response;

use crate::registry::{Answer, Family, Page};
use crate::reply;
use crate::visit::Visit;

/// Time until the content comes, where the address does not say `?ms=`.
const USUAL_WAIT_MS: u64 = 3000;

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Bot checks",
    pages: &[
        Page {
            hosts: &["guard.example"],
            path: "/*",
            title: "“Just a moment...”",
            tests: "status 403 and a waiting page for ?ms= milliseconds (3000), then the page loads itself anew; \
                    with ?swap=1 the content comes into the same document",
            success: "the title becomes “Harbour Gazette”",
            answer: Answer::Now(|visit| wait_or_show(visit, &ENGLISH)),
        },
        Page {
            hosts: &["bekle.example"],
            path: "/*",
            title: "“Bir dakika lütfen...”",
            tests: "the same in Turkish",
            success: "the title becomes “Liman Postası”",
            answer: Answer::Now(|visit| wait_or_show(visit, &TURKISH)),
        },
        Page {
            hosts: &["wall.example"],
            path: "/*",
            title: "A check that never ends",
            tests: "waiting has a limit",
            success: "an explanation instead of a page",
            answer: Answer::Now(|visit| wait(visit, &ENGLISH, "-1")),
        },
        Page {
            hosts: &["duvar.example"],
            path: "/*",
            title: "A check that never ends, in Turkish",
            tests: "waiting has a limit",
            success: "an explanation instead of a page",
            answer: Answer::Now(|visit| wait(visit, &TURKISH, "-1")),
        },
    ],
};

struct Texts {
    wait: &'static str,
    content: &'static str,
}

const ENGLISH: Texts = Texts {
    wait: include_str!("../../pages/interstitial/wait.en.html"),
    content: include_str!("../../pages/interstitial/content.en.html"),
};
const TURKISH: Texts = Texts {
    wait: include_str!("../../pages/interstitial/wait.tr.html"),
    content: include_str!("../../pages/interstitial/content.tr.html"),
};

/// The content for who has waited. Its cookie is used up by that, so that each visit waits anew.
fn wait_or_show(visit: &Visit, texts: &Texts) -> Response {
    if visit.has_cookie("waited") {
        return reply::with_cookie(visit, "waited", "", reply::page(visit, texts.content, &[]));
    }
    wait(visit, texts, &visit.number("ms", USUAL_WAIT_MS).to_string())
}

fn wait(visit: &Visit, texts: &Texts, ms: &str) -> Response {
    let then = if visit.param("swap").is_empty() { "reload" } else { "swap" };
    let page = reply::page(visit, texts.wait, &[("host", visit.host.as_str()), ("ms", ms), ("then", then)]);
    reply::with_status(StatusCode::FORBIDDEN, page)
}
