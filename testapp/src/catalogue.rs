//! Fictitious products of fictitious brands, the same for the same question.

use crate::template::escape;
use crate::turkish;

/// Searches that the shops' home and error pages never answer by accident: none of these words stands on
/// them, so finding one on a page proves that the page is about the search.
pub const SEARCHES: &[&str] =
    &["bluetooth kulaklık", "bluetooth kulaklik", "kilim", "tükenmez kalem", "spor ayakkabı", "yağmurluk"];

const BRANDS: &[&str] = &[
    "Kuyra",
    "Mavrel",
    "Telvana",
    "Fenolux",
    "Vorena",
    "Kandilya",
    "Sarpova",
    "Ilgazon",
    "Dörtkanat",
    "Pufuduk",
];
const KINDS: &[&str] = &[
    "Filtre Kahve Makinesi",
    "Çelik Termos",
    "Sırt Çantası",
    "Yoga Matı",
    "Masa Lambası",
    "Saklama Kabı Seti",
    "Bebek Battaniyesi",
    "Robot Süpürge",
    "Ütü Masası",
    "Kedi Maması",
    "Puzzle Bin Parça",
    "Bahçe Hortumu",
    "Tost Makinesi",
    "Duvar Saati",
    "Kamp Sandalyesi",
    "El Kremi",
    "Zeytinyağı İki Litre",
    "Nevresim Takımı",
    "Döküm Tava",
];
const VARIANTS: &[&str] = &[
    "Siyah",
    "Beyaz",
    "Lacivert",
    "Haki",
    "Bordo",
    "Antrasit",
    "İkili Set",
    "Yeni Sezon",
    "Katlanır",
    "Suya Dayanıklı",
    "Hafif",
];
const SELLERS: &[&str] = &["Ardıç Ticaret", "Yedi Tepe Pazarlama", "Kervan Mağazacılık", "Poyraz Dükkân"];

/// Something to buy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Product {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) kurus: u64,
    pub(crate) seller: &'static str,
    /// Stars times ten.
    pub(crate) rating: u64,
    pub(crate) reviews: u64,
}

impl Product {
    fn new(name: String, id: u64) -> Self {
        Self {
            id,
            name,
            kurus: 4_990 + mix(id) % 480_000,
            seller: pick(SELLERS, mix(id + 1)),
            rating: 32 + mix(id + 2) % 18,
            reviews: 3 + mix(id + 3) % 4_000,
        }
    }

    /// The product whose address ends in `slug`, as made by [`Product::slug`].
    pub(crate) fn from_slug(slug: &str) -> Option<Self> {
        let (name, id) = slug.rsplit_once('-')?;
        Some(Self::new(turkish::title_case(&name.replace('-', " ")), id.parse().ok()?))
    }

    /// The part of an address that names it.
    pub(crate) fn slug(&self) -> String {
        let name: String = turkish::lower(&self.name)
            .chars()
            .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
            .collect();
        format!("{name}-{}", self.id)
    }

    /// Price as shown.
    pub(crate) fn price(&self) -> String {
        turkish::price(self.kurus)
    }

    /// Stars as shown, `4,3`.
    pub(crate) fn stars(&self) -> String {
        format!("{},{}", self.rating / 10, self.rating % 10)
    }

    /// Name for use in HTML.
    pub(crate) fn name_html(&self) -> String {
        escape(&self.name)
    }
}

/// `count` products of a front page, from the `skip`-th on.
pub(crate) fn bestsellers(skip: u64, count: u64) -> Vec<Product> {
    (skip..skip + count)
        .map(|index| {
            let name = format!(
                "{} {} {}",
                pick(BRANDS, index),
                pick(KINDS, index),
                pick(VARIANTS, index / 3 + index)
            );
            Product::new(name, 100_000 + index)
        })
        .collect()
}

/// `count` products that a search finds; each name holds the search's words.
pub(crate) fn matching(query: &str, count: u64) -> Vec<Product> {
    let words = turkish::title_case(query);
    let seed = query.bytes().fold(7, |seed, byte| mix(seed + u64::from(byte))) % 800_000;
    (0..count)
        .map(|index| {
            let name = format!("{} {words} {}", pick(BRANDS, index + seed), pick(VARIANTS, index + seed));
            Product::new(name, 200_000 + seed + index)
        })
        .collect()
}

/// How many a shop claims to have found.
pub(crate) fn claimed_total(query: &str) -> u64 {
    400 + query.bytes().fold(1, |sum, byte| mix(sum + u64::from(byte))) % 9_000
}

fn pick(list: &[&'static str], index: u64) -> &'static str {
    let length = u64::try_from(list.len()).unwrap_or(1);
    usize::try_from(index % length).map_or("", |index| list[index])
}

/// A number that looks unrelated to its neighbours'.
fn mix(value: u64) -> u64 {
    let mixed = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_the_same_in_the_list_and_on_its_page() {
        for product in matching("ışıklı iğne & iplik", 30).iter().chain(&bestsellers(0, 120)) {
            let again = Product::from_slug(&product.slug()).expect("a slug of ours");
            assert_eq!((again.kurus, again.seller), (product.kurus, product.seller));
        }
        let product = &bestsellers(3, 1)[0];
        assert_eq!(Product::from_slug(&product.slug()).as_ref(), Some(product));
    }

    #[test]
    fn the_front_page_sells_nothing_that_is_searched_for() {
        for product in bestsellers(0, 200) {
            for word in SEARCHES.iter().flat_map(|search| search.split(' ')) {
                assert!(!turkish::lower(&product.name).contains(word), "{}", product.name);
            }
        }
    }
}
