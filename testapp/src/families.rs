//! The families of pages, one file each, and the assets they share.

mod chaos;
mod consent;
mod dialogs;
mod github;
mod hepsiburada;
mod hostile;
mod index;
mod interstitial;
mod ladder;
mod n11;
mod network;
mod shop;
mod sized;
mod tasks;
mod trendyol;
mod wikipedia;

use axum::response::Response;

use crate::registry::Family;
use crate::reply;

/// All families, in the order of the index page.
pub(crate) const FAMILIES: &[Family] = &[
    index::FAMILY,
    n11::FAMILY,
    trendyol::FAMILY,
    hepsiburada::FAMILY,
    github::FAMILY,
    wikipedia::FAMILY,
    ladder::FAMILY,
    interstitial::FAMILY,
    tasks::FAMILY,
    consent::FAMILY,
    dialogs::FAMILY,
    chaos::FAMILY,
    network::FAMILY,
    hostile::scripts::FAMILY,
    hostile::documents::FAMILY,
    hostile::sizes::FAMILY,
    hostile::answers::FAMILY,
    sized::FAMILY,
];

/// Styles and scripts that every host serves.
pub(crate) fn asset(path: &str) -> Option<Response> {
    let (media_type, text) = match path.strip_prefix("/assets/")? {
        "page.css" => ("text/css; charset=utf-8", include_str!("../pages/assets/page.css")),
        "shop.css" => ("text/css; charset=utf-8", include_str!("../pages/assets/shop.css")),
        "shop.js" => ("text/javascript; charset=utf-8", include_str!("../pages/assets/shop.js")),
        _ => return None,
    };
    Some(reply::typed(media_type, text))
}
