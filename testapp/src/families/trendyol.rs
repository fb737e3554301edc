//! A shop without a search field until a text-less icon button is clicked.

use axum::response::Response;

use super::shop;
use crate::registry::{Answer, Family, Page};
use crate::template::{escape, fill};
use crate::visit::Visit;
use crate::{catalogue, reply, turkish};

const LAYOUT: &str = include_str!("../../pages/trendyol/layout.html");

const HOSTS: &[&str] = &["www.trendyol.com", "trendyol.com"];

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Shop like trendyol.com",
    pages: &[
        Page {
            hosts: HOSTS,
            path: "/",
            title: "Home page without a search field",
            tests: "search opens from a text-less icon button; the field swallows Enter; a hidden node of class \
                    modal and a fixed cookie link of 474×40 are no modal",
            success: "the icon button is among the first elements, and no modal is reported",
            answer: Answer::Now(home),
        },
        Page {
            hosts: HOSTS,
            path: "/sr?q=kilim",
            title: "Search results",
            tests: "the only address that searches is /sr?q=",
            success: "“… araması için … sonuç listeleniyor”",
            answer: Answer::Now(results),
        },
        Page {
            hosts: HOSTS,
            path: "/urun/*",
            title: "Product page",
            tests: "putting one product into the cart",
            success: "the number in the header goes up",
            answer: Answer::Now(product),
        },
        Page {
            hosts: HOSTS,
            path: "/sepet",
            title: "Cart",
            tests: "search, sort by price, put into the cart, check the price",
            success: "name and price of the product, and the total",
            answer: Answer::Now(|visit| shop::cart(visit, "trendyol taklidi")),
        },
        Page::part(HOSTS, "/*", Answer::Now(missing)),
    ],
};

fn shell(visit: &Visit, title: &str, body: &str) -> Response {
    reply::page(visit, LAYOUT, &[("title", title), ("body", body)])
}

fn home(visit: &Visit) -> Response {
    let cards = shop::cards(visit, &catalogue::bestsellers(40, 60), shop::favourite);
    let body = fill(
        include_str!("../../pages/trendyol/home.html"),
        &[("base", visit.base.as_str()), ("cards", &cards)],
    );
    shell(visit, "En Trend Ürünler - trendyol taklidi", &body)
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
        ("cards", &shop::cards(visit, &catalogue::matching(query, 24), shop::favourite)),
    ];
    let body = fill(include_str!("../../pages/trendyol/results.html"), &values);
    shell(visit, &format!("{shown} - trendyol taklidi"), &body)
}

fn product(visit: &Visit) -> Response {
    let Some(product) = shop::product(visit) else { return missing(visit) };
    let body = shop::product_body(visit, &product, include_str!("../../pages/shop/product.html"), "");
    shell(visit, &format!("{} - trendyol taklidi", product.name_html()), &body)
}

/// Says that there is no such page, with status 200 and plenty of links.
fn missing(visit: &Visit) -> Response {
    let body = fill(include_str!("../../pages/trendyol/missing.html"), &[("base", visit.base.as_str())]);
    shell(visit, "Sayfa Bulunamadı - trendyol taklidi", &body)
}
