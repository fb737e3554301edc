//! Where the content is on a page that the selectors of the pack say nothing of.
//!
//! Its classes are hashed and change with each release; how addresses of products are written has not for years.

/// What the page holds, by the probes of the manifest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    /// Elements whose class says that they are the product list.
    pub(crate) list: u32,
    /// Links to products inside of lists.
    pub(crate) listed: u32,
    /// Elements whose test id says that they are the product.
    pub(crate) product: u32,
}

/// Fewer links to products are an advertisement.
const A_LIST: u32 = 4;

/// The list, or what holds it, by the links to products in it.
const LISTS: &[&str] = &[
    "ul:has(> li a[href*='-p-']):has(> li:nth-child(4))",
    "ul:has(> li a[href*='-pm-']):has(> li:nth-child(4))",
    ":has(> article:nth-of-type(4) a[href*='-p-'])",
];
/// The product, by its heading.
const PRODUCTS: &[&str] = &[
    "main:has(h1)",
    "[itemtype$='/Product']",
    "section:has(h1)",
    "div:has(> div h1):has([class*='price' i])",
];

/// Selectors of the content; none where those of the pack will do.
pub(crate) fn content(url: &str, seen: Seen) -> &'static [&'static str] {
    if is_product(url) {
        return if seen.product == 0 { PRODUCTS } else { &[] };
    }
    if seen.list == 0 && seen.listed >= A_LIST { LISTS } else { &[] }
}

/// Whether an address is that of a product: its path ends in `-p-` or `-pm-` and a number of the catalogue.
fn is_product(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let last = path.rsplit('/').next().unwrap_or_default();
    let number = last.rsplit_once("-p-").or_else(|| last.rsplit_once("-pm-")).map(|(_, number)| number);
    number.is_some_and(|number| {
        number.len() > 3 && number.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Seen = Seen { list: 0, listed: 0, product: 0 };

    #[test]
    fn products_are_known_by_their_addresses() {
        for url in [
            "https://www.hepsiburada.com/yun-kilim-p-HBCV00000ABC1D",
            "https://www.hepsiburada.com/kilim-pm-HB0001?magaza=Dokuma",
        ] {
            assert!(is_product(url), "{url}");
        }
        for url in [
            "https://www.hepsiburada.com/ara?q=kilim-p-HB01",
            "https://www.hepsiburada.com/kilim-c-60001",
            "https://www.hepsiburada.com/top-p-kilim",
            "https://www.hepsiburada.com/",
        ] {
            assert!(!is_product(url), "{url}");
        }
    }

    #[test]
    fn the_pack_is_left_alone_where_it_finds_something() {
        let list = "https://www.hepsiburada.com/ara?q=kilim";
        assert!(content(list, Seen { list: 1, listed: 40, ..NOTHING }).is_empty());
        assert_eq!(content(list, Seen { listed: 40, ..NOTHING }), LISTS);
        assert!(content(list, Seen { listed: 2, ..NOTHING }).is_empty(), "an advertisement");
        let product = "https://www.hepsiburada.com/kilim-p-HB0001";
        assert!(content(product, Seen { product: 1, ..NOTHING }).is_empty());
        assert_eq!(content(product, Seen { listed: 9, ..NOTHING }), PRODUCTS);
    }
}
