//! A shop whose search field lies under a `div`, and whose results begin with 2,000 characters of header.

use axum::http::StatusCode;
use axum::response::Response;

use super::shop;
use crate::catalogue::Product;
use crate::registry::{Answer, Family, Page};
use crate::template::{escape, fill};
use crate::visit::Visit;
use crate::{catalogue, reply, turkish};

const HOSTS: &[&str] = &["www.hepsiburada.com", "hepsiburada.com"];

/// The family.
pub(crate) const FAMILY: Family = Family {
    name: "Shop like hepsiburada.com",
    pages: &[
        Page {
            hosts: HOSTS,
            path: "/",
            title: "Home page with a covered search field",
            tests: "the field of 418×52 has pointer-events: none under DIV.initialComponent-…; a click on that \
                    puts a working field in its place. /?s= shows this page of 124 links too",
            success: "a real Enter in the new field leads to /ara?q=",
            answer: Answer::Now(home),
        },
        Page {
            hosts: HOSTS,
            path: "/ara?q=kilim",
            title: "Search results",
            tests: "the header fills the first 2,000 characters of text; the listing has more than 8,000",
            success: "what is read begins with products",
            answer: Answer::Now(results),
        },
        Page {
            hosts: HOSTS,
            path: "/arama?q=kilim",
            title: "Not a search",
            tests: "a 404 page with 21 links to categories",
            success: "it is not taken for results",
            answer: Answer::Now(missing),
        },
        Page {
            hosts: HOSTS,
            path: "/urun/*",
            title: "Product page",
            tests: "putting one product into the cart",
            success: "the product stands in the cart",
            answer: Answer::Now(product),
        },
        Page {
            hosts: HOSTS,
            path: "/sepetim",
            title: "Cart",
            tests: "what was put into the cart",
            success: "name and price of the product, and the total",
            answer: Answer::Now(|visit| shop::cart(visit, "hepsiburada taklidi")),
        },
        Page::part(HOSTS, "/*", Answer::Now(missing)),
    ],
};

fn search_box(visit: &Visit) -> String {
    fill(include_str!("../../pages/hepsiburada/search.html"), &[("base", visit.base.as_str())])
}

fn home(visit: &Visit) -> Response {
    let values = [
        ("title", "hepsiburada taklidi: Türkiye’nin deneme mağazası"),
        ("search", &search_box(visit)),
        ("cards", &shop::cards(visit, &catalogue::bestsellers(70, 90), shop::bare)),
    ];
    reply::page(visit, include_str!("../../pages/hepsiburada/home.html"), &values)
}

fn results(visit: &Visit) -> Response {
    let query = visit.param("q").trim();
    if query.is_empty() {
        return missing(visit);
    }
    let shown = escape(query);
    let values = [
        ("title", format!("{shown} fiyatları ve modelleri - hepsiburada taklidi")),
        ("query", shown),
        ("total", turkish::thousands(catalogue::claimed_total(query))),
        ("search", search_box(visit)),
        ("cards", shop::cards(visit, &catalogue::matching(query, 36), selling_points)),
    ];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    reply::page(visit, include_str!("../../pages/hepsiburada/results.html"), &values)
}

fn selling_points(product: &Product) -> String {
    format!(
        "<p>{} yıldız, {} değerlendirme. Satıcı: {}. Ücretsiz kargo, on dört gün içinde kolay iade. Bugün \
         saat 16.00’ya kadar verilen siparişler en geç yarın kargoda; üç aya varan taksit seçeneği vardır.</p>",
        product.stars(),
        product.reviews,
        product.seller
    )
}

fn product(visit: &Visit) -> Response {
    let Some(product) = shop::product(visit) else { return missing(visit) };
    let body = shop::product_body(visit, &product, include_str!("../../pages/shop/product.html"), "");
    let title = format!("{} - hepsiburada taklidi", product.name_html());
    reply::page(
        visit,
        include_str!("../../pages/hepsiburada/plain.html"),
        &[("title", title.as_str()), ("body", &body)],
    )
}

fn missing(visit: &Visit) -> Response {
    let page = include_str!("../../pages/hepsiburada/missing.html");
    reply::with_status(StatusCode::NOT_FOUND, reply::page(visit, page, &[("title", "hepsiburada taklidi")]))
}
