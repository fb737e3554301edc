//! Pages of whatever size is asked for, for budgets and measurements.

use axum::response::Response;

use crate::registry::{Answer, Family, Page};
use crate::visit::Visit;
use crate::{catalogue, reply, template};

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Pages of any size",
    pages: &[
        Page {
            hosts: &[],
            path: "/gen/elements",
            title: "Many elements",
            tests: "exactly ?n= interactive elements (500): cards with link, price and button",
            success: "the number is right and the view within its budget",
            answer: Answer::Now(elements),
        },
        Page {
            hosts: &[],
            path: "/gen/list",
            title: "A long list",
            tests: "?n= rows of text (200)",
            success: "the last row can be read",
            answer: Answer::Now(list),
        },
        Page {
            hosts: &[],
            path: "/gen/nodes",
            title: "Many nodes",
            tests: "?n= elements without any use (100,000), and ?controls= buttons among them (0)",
            success: "a view in reasonable time",
            answer: Answer::Now(nodes),
        },
        Page {
            hosts: &[],
            path: "/gen/restless",
            title: "A page that never rests",
            tests: "?n= interactive elements (500), of which some come, go and change in every frame",
            success: "a view in bounded time, with the right number",
            answer: Answer::Now(restless),
        },
        Page {
            hosts: &[],
            path: "/gen/shop",
            title: "A shop of any size",
            tests: "?n= interactive elements (500): a search form that answers with ?q=, and cards whose buttons count",
            success: "a click and a search show what they changed",
            answer: Answer::Now(shop),
        },
        Page {
            hosts: &[],
            path: "/gen/text",
            title: "Much text",
            tests: "?n= characters of text (1,000,000)",
            success: "reading stays within its budget",
            answer: Answer::Now(text),
        },
    ],
};

fn page(visit: &Visit, title: &str, body: &str) -> Response {
    reply::page(visit, include_str!("../../pages/sized/layout.html"), &[("title", title), ("body", body)])
}

fn elements(visit: &Visit) -> Response {
    page(visit, "Many elements", &cards(visit.number("n", 500)))
}

/// Form and cart have three controls.
fn shop(visit: &Visit) -> Response {
    let count = visit.number("n", 500);
    let number = count.to_string();
    let query = template::escape(visit.param("q"));
    let results = if query.is_empty() { String::new() } else { format!("<h2>Results for {query}</h2>") };
    let cards = cards(count.saturating_sub(3));
    let values = [
        ("base", visit.base.as_str()),
        ("n", number.as_str()),
        ("q", query.as_str()),
        ("results", results.as_str()),
        ("cards", cards.as_str()),
    ];
    page(visit, "A shop of any size", &template::fill(include_str!("../../pages/sized/shop.html"), &values))
}

fn restless(visit: &Visit) -> Response {
    let script = include_str!("../../pages/sized/restless.html");
    let body = format!("{}\n{script}", cards(visit.number("n", 500)));
    page(visit, "A page that never rests", &body)
}

/// Two elements a card, and one button more for an odd number.
fn cards(count: u64) -> String {
    let cards = catalogue::bestsellers(0, count / 2).into_iter().map(|product| {
        format!(
            "<li class=\"card\"><a href=\"/chaos/calm?{}\">{}</a><p class=\"price\">{}</p>\
             <button type=\"button\">Add to cart</button></li>",
            product.id,
            product.name_html(),
            product.price()
        )
    });
    let more = if count % 2 == 1 { "<button type=\"button\">Load more</button>" } else { "" };
    format!("<ul class=\"cards\">\n{}\n</ul>\n{more}", template::lines(cards))
}

fn list(visit: &Visit) -> Response {
    let rows = catalogue::bestsellers(0, visit.number("n", 200));
    let rows = rows.iter().zip(1_u64..).map(|(product, number)| {
        format!(
            "<li>Row {number}: {}, {}, sold by {}</li>",
            product.name_html(),
            product.price(),
            product.seller
        )
    });
    page(visit, "A long list", &format!("<ol>\n{}\n</ol>", template::lines(rows)))
}

fn nodes(visit: &Visit) -> Response {
    // Groups of ten keep the tree from being one flat list, as no real page is.
    let groups = visit.number("n", 100_000) / 10;
    let controls = visit.number("controls", 0).min(groups);
    let groups = (0..groups).map(|group| {
        let spans = format!("<span>{group}</span>").repeat(8);
        // Spread evenly: a group whose turn it is has a button as its last child.
        let last =
            if (group + 1) * controls / groups > group * controls / groups { "button" } else { "span" };
        format!("<div>{spans}<{last}>{group}</{last}></div>")
    });
    page(visit, "Many nodes", &template::lines(groups))
}

const SENTENCE: &str = "The ferry sails every two hours, and the goats do not care. ";

fn text(visit: &Visit) -> Response {
    let wanted = usize::try_from(visit.number("n", 1_000_000)).unwrap_or(usize::MAX);
    let paragraphs = (0..=wanted / (SENTENCE.len() * 8)).map(|_| format!("<p>{}</p>", SENTENCE.repeat(8)));
    page(visit, "Much text", &template::lines(paragraphs))
}
