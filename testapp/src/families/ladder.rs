//! Shops that no pack knows, one host for each way in which a search can be sent.

use axum::http::{Method, StatusCode};
use axum::response::Response;

use super::shop;
use crate::registry::{Answer, Family, Page};
use crate::template::{escape, fill};
use crate::visit::Visit;
use crate::{catalogue, reply};

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Searching where no pack helps",
    pages: &[
        Page {
            hosts: &["form.shop.test"],
            path: "/*",
            title: "A plain form",
            tests: "Enter in a GET form with a hidden field",
            success: "/find?term=… with “Results for …”",
            answer: Answer::Now(|visit| FORM.answer(visit)),
        },
        Page {
            hosts: &["post.shop.test"],
            path: "/*",
            title: "A form sent by POST",
            tests: "Enter in a POST form; the results have no query in their address",
            success: "/find with “Results for …”",
            answer: Answer::Now(|visit| POST.answer(visit)),
        },
        Page {
            hosts: &["covered.shop.test"],
            path: "/*",
            title: "A covered button",
            tests: "no form, Enter swallowed; only a click made by script reaches the button under a veil",
            success: "/products?find=… with “Results for …”",
            answer: Answer::Now(|visit| COVERED.answer(visit)),
        },
        Page {
            hosts: &["icon.shop.test"],
            path: "/*",
            title: "An icon instead of a button",
            tests: "no form, Enter swallowed; only a click on i.icon-search searches",
            success: "/products?find=… with “Results for …”",
            answer: Answer::Now(|visit| ICON.answer(visit)),
        },
        Page {
            hosts: &["requestsubmit.shop.test"],
            path: "/*",
            title: "A form that hears its submit event only",
            tests: "Enter swallowed, no button; requestSubmit() works, submit() does not",
            success: "/catalogue?phrase=… with “Results for …”",
            answer: Answer::Now(|visit| REQUEST_SUBMIT.answer(visit)),
        },
        Page {
            hosts: &["spa.shop.test"],
            path: "/*",
            title: "Results in the same document",
            tests: "Enter loads the results by script and changes the address without loading a document",
            success: "/results/… with “Results for …”",
            answer: Answer::Now(|visit| SINGLE_PAGE.answer(visit)),
        },
        Page {
            hosts: &["inplace.shop.test"],
            path: "/*",
            title: "Results without a new address",
            tests: "Enter loads the results by script; the address stays",
            success: "“Results for …” on the home page",
            answer: Answer::Now(|visit| IN_PLACE.answer(visit)),
        },
        Page {
            hosts: &["search.example"],
            path: "/*",
            title: "Only /search?q=",
            tests: "a dead field; the generic address /search?q= works",
            success: "/search?q=… with “Results for …”",
            answer: Answer::Now(|visit| SEARCH_Q.answer(visit)),
        },
        Page {
            hosts: &["search-s.example"],
            path: "/*",
            title: "Only /search?s=",
            tests: "a dead field; of the generic addresses only /search?s= works",
            success: "/search?s=… with “Results for …”",
            answer: Answer::Now(|visit| SEARCH_S.answer(visit)),
        },
        Page {
            hosts: &["home-s.example"],
            path: "/*",
            title: "Only /?s=",
            tests: "a dead field; the generic address /?s= works",
            success: "/?s=… with “Results for …”",
            answer: Answer::Now(|visit| HOME_S.answer(visit)),
        },
        Page {
            hosts: &["arama.example"],
            path: "/*",
            title: "Only /arama?q=",
            tests: "a dead field; the generic address /arama?q= works",
            success: "/arama?q=… with “Results for …”",
            answer: Answer::Now(|visit| ARAMA.answer(visit)),
        },
        Page {
            hosts: &["quirky.example"],
            path: "/*",
            title: "An address that nobody guesses",
            tests: "a dead field; only a pack that knows /katalog?kelime= can search",
            success: "/katalog?kelime=… with “Results for …” once there is such a pack, an explanation before",
            answer: Answer::Now(|visit| QUIRKY.answer(visit)),
        },
        Page {
            hosts: &["nosearch.example"],
            path: "/*",
            title: "No search at all",
            tests: "a dead field; every address is missing, or the home page",
            success: "an explanation of what was tried",
            answer: Answer::Now(|visit| NO_SEARCH.answer(visit)),
        },
    ],
};

const MUTE: &str = include_str!("../../pages/ladder/mute.html");

/// What makes one of these shops different from the others.
struct Shop {
    search: &'static str,
    about: &'static str,
    /// Path and query name of the only address that searches.
    scheme: (&'static str, &'static str),
}

const FORM: Shop = Shop {
    search: include_str!("../../pages/ladder/form.html"),
    about: "A shop with a form.",
    scheme: ("/find", "term"),
};
const POST: Shop = Shop {
    search: include_str!("../../pages/ladder/post.html"),
    about: "A shop with a form that is posted.",
    scheme: ("/find", "term"),
};
const COVERED: Shop = Shop {
    search: include_str!("../../pages/ladder/covered.html"),
    about: "A shop with a veil over its button.",
    scheme: ("/products", "find"),
};
const ICON: Shop = Shop {
    search: include_str!("../../pages/ladder/icon.html"),
    about: "A shop with an icon.",
    scheme: ("/products", "find"),
};
const REQUEST_SUBMIT: Shop = Shop {
    search: include_str!("../../pages/ladder/request-submit.html"),
    about: "A shop that listens for submit.",
    scheme: ("/catalogue", "phrase"),
};
const SINGLE_PAGE: Shop = Shop {
    search: include_str!("../../pages/ladder/single-page.html"),
    about: "A shop in one document.",
    scheme: ("/part", "phrase"),
};
const IN_PLACE: Shop = Shop {
    search: include_str!("../../pages/ladder/in-place.html"),
    about: "A shop at one address.",
    scheme: ("/part", "phrase"),
};
const SEARCH_Q: Shop = Shop { search: MUTE, about: "A shop.", scheme: ("/search", "q") };
const SEARCH_S: Shop = Shop { search: MUTE, about: "A shop.", scheme: ("/search", "s") };
const HOME_S: Shop = Shop { search: MUTE, about: "A shop.", scheme: ("/", "s") };
const ARAMA: Shop = Shop { search: MUTE, about: "A shop.", scheme: ("/arama", "q") };
const QUIRKY: Shop = Shop { search: MUTE, about: "A shop.", scheme: ("/katalog", "kelime") };
const NO_SEARCH: Shop = Shop { search: MUTE, about: "A shop.", scheme: ("", "") };

impl Shop {
    fn answer(&self, visit: &Visit) -> Response {
        let (path, name) = self.scheme;
        let posted = visit.form();
        let query = if visit.method == Method::POST {
            posted.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
        } else {
            visit.param(name)
        };
        match visit.path.as_str() {
            // What a script puts into a document of its own, not a page.
            "/part" if path == "/part" && !query.is_empty() => reply::html(results(visit, query)),
            // Where such a script says it is: a reload must show the same.
            at if path == "/part" && at.starts_with("/results/") => {
                let query = at.trim_start_matches("/results/");
                self.shell(visit, "Results", &results(visit, query))
            }
            at if at == path && !query.is_empty() => self.shell(visit, "Results", &results(visit, query)),
            "/" => self.home(visit),
            _ => self.missing(visit),
        }
    }

    fn shell(&self, visit: &Visit, title: &str, body: &str) -> Response {
        let search =
            fill(self.search, &[("base", visit.base.as_str()), ("placeholder", "What are you looking for?")]);
        let values = [("title", title), ("shop", visit.host.as_str()), ("search", &search), ("body", body)];
        reply::page(visit, include_str!("../../pages/ladder/layout.html"), &values)
    }

    fn home(&self, visit: &Visit) -> Response {
        let cards = shop::cards(visit, &catalogue::bestsellers(5, 12), shop::bare);
        let values = [("about", self.about), ("cards", &cards)];
        self.shell(visit, "Welcome", &fill(include_str!("../../pages/ladder/home.html"), &values))
    }

    fn missing(&self, visit: &Visit) -> Response {
        let body = include_str!("../../pages/ladder/missing.html");
        reply::with_status(StatusCode::NOT_FOUND, self.shell(visit, "Page not found", body))
    }
}

fn results(visit: &Visit, query: &str) -> String {
    let values = [
        ("query", escape(query)),
        ("total", catalogue::claimed_total(query).to_string()),
        ("cards", shop::cards(visit, &catalogue::matching(query, 12), shop::bare)),
    ];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    fill(include_str!("../../pages/ladder/results.html"), &values)
}
