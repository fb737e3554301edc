//! A shop whose search box has no form, no button and no suggestions, and swallows the Enter key.

use axum::http::StatusCode;
use axum::response::Response;

use super::shop;
use crate::registry::{Answer, Family, Page};
use crate::template::{escape, fill};
use crate::visit::Visit;
use crate::{catalogue, reply, turkish};

const LAYOUT: &str = include_str!("../../pages/n11/layout.html");

const HOSTS: &[&str] = &["www.n11.com", "n11.com"];

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Shop like n11.com",
    pages: &[
        Page {
            hosts: HOSTS,
            path: "/",
            title: "Home page of 485 interactive elements",
            tests: "the search box stands behind the whole menu, has no form and no button, and swallows Enter",
            success: "the search control is among the first elements listed",
            answer: Answer::Now(home),
        },
        Page {
            hosts: HOSTS,
            path: "/arama?q=kilim",
            title: "Search results",
            tests: "the only address that searches is /arama?q=, and 42 products are listed",
            success: "“… için … sonuç bulundu” with the words of the search",
            answer: Answer::Now(results),
        },
        Page {
            hosts: HOSTS,
            path: "/urun/*",
            title: "Product page",
            tests: "the page's own cart button comes after the cart buttons of a row of other products",
            success: "button.add-to-cart-btn raises the number in the header",
            answer: Answer::Now(product),
        },
        Page {
            hosts: HOSTS,
            path: "/sepetim",
            title: "Cart",
            tests: "what was put into the cart",
            success: "name and price of the product, and the total",
            answer: Answer::Now(|visit| shop::cart(visit, "n11 taklidi")),
        },
        Page::part(HOSTS, "/*", Answer::Now(missing)),
    ],
};

fn shell(visit: &Visit, title: &str, body: &str) -> Response {
    reply::page(visit, LAYOUT, &[("title", title), ("body", body)])
}

fn home(visit: &Visit) -> Response {
    if !visit.query.is_empty() {
        return missing(visit);
    }
    let cards = shop::cards(visit, &catalogue::bestsellers(0, 114), shop::favourite);
    let body =
        fill(include_str!("../../pages/n11/home.html"), &[("base", visit.base.as_str()), ("cards", &cards)]);
    shell(visit, "n11 taklidi - Hayat Sana Gelir", &body)
}

fn results(visit: &Visit) -> Response {
    let query = visit.param("q").trim();
    if query.is_empty() {
        return missing(visit);
    }
    let shown = escape(query);
    let values = [
        ("query", shown.as_str()),
        ("total", &turkish::thousands(catalogue::claimed_total(query))),
        ("cards", &shop::cards(visit, &catalogue::matching(query, 42), shop::bare)),
    ];
    let body = fill(include_str!("../../pages/n11/results.html"), &values);
    shell(visit, &format!("{shown} - n11 taklidi"), &body)
}

fn product(visit: &Visit) -> Response {
    let Some(product) = shop::product(visit) else { return missing(visit) };
    let others = shop::cards(visit, &catalogue::bestsellers(20, 30), shop::favourite);
    let body = shop::product_body(visit, &product, include_str!("../../pages/n11/product.html"), &others);
    shell(visit, &format!("{} - n11 taklidi", product.name_html()), &body)
}

fn missing(visit: &Visit) -> Response {
    let body = fill(include_str!("../../pages/n11/missing.html"), &[("base", visit.base.as_str())]);
    reply::with_status(StatusCode::NOT_FOUND, shell(visit, "404 Sayfa Bulunamadı - n11 taklidi", &body))
}
