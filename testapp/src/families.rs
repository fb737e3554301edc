//! The families of pages, one file each, and the assets they share.

mod hepsiburada;
mod index;
mod n11;
mod shop;
mod trendyol;

use axum::response::Response;

use crate::registry::Family;
use crate::reply;

/// All families, in the order of the index page.
pub(crate) const FAMILIES: &[Family] = &[index::FAMILY, n11::FAMILY, trendyol::FAMILY, hepsiburada::FAMILY];

/// Styles and scripts that every host serves.
pub(crate) fn asset(path: &str) -> Option<Response> {
    match path.strip_prefix("/assets/")? {
        "shop.css" => Some(reply::typed("text/css; charset=utf-8", include_str!("../pages/shop/shop.css"))),
        "shop.js" => {
            Some(reply::typed("text/javascript; charset=utf-8", include_str!("../pages/shop/shop.js")))
        }
        _ => None,
    }
}
