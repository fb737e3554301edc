//! What the shops have in common: cards, product pages, the cart.

use axum::response::Response;

use crate::catalogue::Product;
use crate::template::escape;
use crate::visit::Visit;
use crate::{reply, template};

/// Cards for a list of products, each with a link, a price and a cart button; `extra` is put into each.
pub(crate) fn cards(visit: &Visit, products: &[Product], extra: fn(&Product) -> String) -> String {
    let card = |(rank, product): (usize, &Product)| {
        format!(
            "<li class=\"card\" data-rank=\"{rank}\" data-kurus=\"{kurus}\">\n\
             <a href=\"{base}/urun/{slug}\"><h3>{name}</h3></a>\n\
             <span class=\"price\">{price}</span>{extra}\n\
             <button type=\"button\" data-name=\"{name}\" data-kurus=\"{kurus}\">Sepete Ekle</button>\n</li>",
            base = visit.base,
            slug = escape(&product.slug()),
            name = product.name_html(),
            price = product.price(),
            kurus = product.kurus,
            extra = extra(product),
        )
    };
    template::lines(products.iter().enumerate().map(card))
}

/// Nothing more in a card.
pub(crate) fn bare(_: &Product) -> String {
    String::new()
}

/// A button without text that remembers a product.
pub(crate) fn favourite(product: &Product) -> String {
    format!(
        "<button type=\"button\" class=\"favourite\" aria-label=\"Favorilere ekle: {}\"></button>",
        product.name_html()
    )
}

/// The product whose address was asked for.
pub(crate) fn product(visit: &Visit) -> Option<Product> {
    Product::from_slug(visit.path.strip_prefix("/urun/")?)
}

/// Fills a product's own places in a page's body.
pub(crate) fn product_body(visit: &Visit, product: &Product, body: &str, cards: &str) -> String {
    let values = [
        ("base", visit.base.as_str()),
        ("name", &product.name_html()),
        ("price", &product.price()),
        ("kurus", &product.kurus.to_string()),
        ("seller", product.seller),
        ("stars", &product.stars()),
        ("reviews", &product.reviews.to_string()),
        ("cards", cards),
    ];
    template::fill(body, &values)
}

/// The cart of the shop called `name`; its goods live in the browser.
pub(crate) fn cart(visit: &Visit, name: &str) -> Response {
    reply::page(visit, include_str!("../../pages/shop/cart.html"), &[("shop", name)])
}
