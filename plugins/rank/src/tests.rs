//! The order on pages that were measured, built from words.

use sekme_plugin_sdk::testing::{button, context, element, input, link, page, request};
use sekme_plugin_sdk::{Element, ElementFlags, Page, Ranker, Rect, Request};

use crate::Rank;
use crate::adjustments::REACH;
use crate::rules::CLASSES;

/// Names of the elements in the order of their points, those left out of the view excepted.
fn order(page: &Page, request: &Request) -> Vec<String> {
    let scores = Rank::rank(&context(), page, request).expect("never fails");
    let points = |element: &Element| {
        scores.iter().find(|score| score.id == element.id).map_or(0, |score| score.points)
    };
    let mut elements: Vec<_> = page.elements.iter().filter(|element| points(element) > -1000).collect();
    elements.sort_by_key(|element| -points(element));
    elements.iter().map(|element| element.name.clone()).collect()
}

fn snapshot(page: &Page) -> Vec<String> {
    order(page, &request())
}

fn why(page: &Page, name: &str) -> String {
    let scores = Rank::rank(&context(), page, &request()).expect("never fails");
    let element = page.elements.iter().find(|element| element.name == name).expect("the page has it");
    scores.into_iter().find(|score| score.id == element.id).map_or_else(String::new, |score| score.why)
}

fn place(order: &[String], name: &str) -> usize {
    order.iter().position(|other| other == name).unwrap_or_else(|| panic!("{name} is not in {order:?}"))
}

fn sized(element: Element, w: u32, h: u32) -> Element {
    Element { bounds: Some(Rect { x: 0, y: 0, w, h }), ..element }
}

fn product(number: usize) -> [Element; 3] {
    let href = format!("https://shop.example/p/{number}");
    let text = format!("Ürün {number} 1.234,56 TL");
    [
        link("", &href).extra_with("icon", "1"),
        link(&format!("Ürün {number}"), &href),
        button("Sepete Ekle").extra_with("class", "add-to-cart-btn"),
    ]
    .map(|part| part.extra_with("card", "1").extra_with("context", &text).state_with(ElementFlags::IN_MAIN))
}

/// A home page with 485 elements; its search control stands behind the products in the document.
fn shop(search: Element) -> Page {
    let mut page = page("https://shop.example/");
    for number in 0..85 {
        page.push(
            link(&format!("Kategori {number}"), &format!("https://shop.example/k/{number}"))
                .extra_with("landmark", "navigation"),
        );
    }
    page.push(link("Giriş Yap", "https://shop.example/giris").extra_with("landmark", "banner"));
    for number in 0..120 {
        for part in product(number) {
            page.push(part);
        }
    }
    page.push(search);
    for number in 0..38 {
        page.push(
            link(&format!("Kurumsal {number}"), &format!("https://shop.example/c/{number}"))
                .extra_with("landmark", "contentinfo"),
        );
    }
    assert_eq!(page.elements.len(), 485);
    page
}

#[test]
fn the_search_box_of_a_large_shop_is_among_the_first_five() {
    let bare = element("input", "textbox", "")
        .state_with(ElementFlags::EDITABLE)
        .extra_with("type", "text")
        .extra_with("placeholder", "Ürün, kategori veya marka ara");
    let page = shop(Element { name: "box".to_owned(), ..bare });
    assert!(place(&snapshot(&page), "box") < 5);
    assert_eq!(why(&page, "box"), "search box");
}

#[test]
fn an_icon_that_opens_the_search_is_among_the_first_five() {
    let icons = [
        button("").extra_with("testid", "suggestion-placeholder"),
        button("Open search"),
        element("i", "", "").extra_with("class", "search-icon").extra_with("silent", "1"),
        element("div", "", "").extra_with("class", "headerSearchBtn").extra_with("icon", "1"),
    ];
    for icon in icons {
        let page = shop(icon.extra_with("icon", "1"));
        let id = page.elements[446].id;
        let scores = Rank::rank(&context(), &page, &request()).expect("never fails");
        let own = scores.iter().find(|score| score.id == id).expect("it has points");
        assert_eq!(own.why, "opens the search", "{:?}", page.elements[446]);
        assert!(scores.iter().filter(|score| score.points > own.points).count() < 5);
    }
}

#[test]
fn a_covered_search_box_still_comes_first() {
    let covered = input("text", "Ne aramıştınız?").state_with(ElementFlags::OCCLUDED);
    assert_eq!(place(&snapshot(&shop(covered)), "Ne aramıştınız?"), 0);
}

#[test]
fn classes_come_in_the_documented_order() {
    let page = page("https://shop.example/")
        .with(link("About", "https://shop.example/about"))
        .with(link("Lamp", "https://shop.example/lamp").extra_with("card", "1"))
        .with(button("Chat with us").extra_with("overlay", "1"))
        .with(button("Add to cart"))
        .with(button("Sort by").extra_with("haspopup", "listbox"))
        .with(input("email", "E-mail"))
        .with(input("search", "Search"))
        .with(button("Accept all cookies").extra_with("overlay", "1").extra_with("blocking", "1"));
    assert_eq!(
        snapshot(&page),
        ["Accept all cookies", "Search", "E-mail", "Sort by", "Add to cart", "Chat with us", "Lamp", "About"]
    );
}

#[test]
fn adjustments_cannot_move_an_element_into_another_class() {
    let mut points: Vec<i32> = CLASSES.iter().map(|class| class.points).chain([0]).collect();
    points.sort_unstable();
    points.dedup();
    assert!(points.windows(2).all(|pair| pair[1] - pair[0] > 2 * REACH));
}

#[test]
fn only_the_dialog_is_listed_while_it_is_open() {
    let page = page("https://shop.example/")
        .with(input("search", "Search"))
        .with(link("Home", "https://shop.example/"))
        .with(input("text", "Name").state_with(ElementFlags::IN_DIALOG))
        .with(button("Save").state_with(ElementFlags::IN_DIALOG))
        .with(button("Cancel").state_with(ElementFlags::IN_DIALOG))
        .extra_with("modal", "Edit product");
    assert_eq!(snapshot(&page), ["Name", "Save", "Cancel"]);
    assert_eq!(why(&page, "Home"), "behind the open dialog");
}

#[test]
fn a_dialog_without_elements_hides_nothing() {
    let page = page("https://shop.example/").with(input("search", "Search")).extra_with("modal", "1");
    assert_eq!(snapshot(&page), ["Search"]);
}

#[test]
fn a_cookie_wall_over_a_dialog_can_be_dismissed() {
    let page = page("https://shop.example/")
        .with(button("Save").state_with(ElementFlags::IN_DIALOG))
        .with(button("Reddet").extra_with("overlay", "1").extra_with("blocking", "1"))
        .extra_with("modal", "1");
    assert_eq!(snapshot(&page), ["Reddet", "Save"]);
}

#[test]
fn a_bar_that_blocks_nothing_comes_after_primary_actions() {
    let page = page("https://shop.example/")
        .with(button("Tümünü kabul et").extra_with("overlay", "1"))
        .with(link("Çerez politikası", "https://shop.example/cerez").extra_with("overlay", "1"))
        .with(button("Satın Al"));
    assert_eq!(snapshot(&page), ["Satın Al", "Tümünü kabul et", "Çerez politikası"]);
}

#[test]
fn a_header_that_follows_the_reader_is_no_overlay() {
    let sticky = |name: &str| {
        link(name, &format!("https://shop.example/{name}"))
            .extra_with("landmark", "banner")
            .extra_with("overlay", "1")
            .extra_with("blocking", "1")
    };
    let page =
        page("https://shop.example/").with(sticky("News")).with(sticky("Stores")).with(input("text", "Name"));
    assert_eq!(snapshot(&page)[0], "Name");
}

#[test]
fn a_large_layer_gives_the_first_places_to_its_dismissal_only() {
    let mut page = page("https://shop.example/");
    for number in 0..60 {
        page.push(
            link(&format!("Menu {number}"), &format!("https://shop.example/m/{number}"))
                .extra_with("overlay", "1")
                .extra_with("blocking", "1"),
        );
    }
    page.push(input("search", "Search"));
    page.push(button("Close").extra_with("overlay", "1").extra_with("blocking", "1"));
    assert_eq!(snapshot(&page)[..2], ["Close", "Search"]);
}

#[test]
fn the_buy_button_of_a_product_page_is_not_lost_among_recommendations() {
    let mut page = page("https://shop.example/p/1");
    for number in 0..40 {
        for part in product(number) {
            page.push(part);
        }
    }
    page.push(sized(
        button("Sepete Ekle").extra_with("card", "1").extra_with("context", "Kulaklık 999 TL"),
        400,
        48,
    ));
    let scores = Rank::rank(&context(), &page, &request()).expect("never fails");
    let best = scores.iter().max_by_key(|score| score.points).expect("there are scores");
    assert_eq!((best.id, best.why.as_str()), (121, "primary action"));
}

#[test]
fn the_only_card_of_a_page_keeps_its_primary_action() {
    let page = page("https://shop.example/p/1")
        .with(link("Home", "https://shop.example/"))
        .with(button("Add to cart").extra_with("card", "1").extra_with("context", "Lamp $19.99"));
    assert_eq!(why(&page, "Add to cart"), "primary action");
}

#[test]
fn sorting_survives_a_page_of_products() {
    let mut page = shop(input("search", "Ara"));
    page.push(element("div", "combobox", "Önerilen Sıralama"));
    page.push(button("FİLTRELE"));
    let order = snapshot(&page);
    assert!(place(&order, "Önerilen Sıralama") < 5);
    assert!(place(&order, "FİLTRELE") < 5);
}

#[test]
fn menus_of_the_header_are_not_sort_controls() {
    let menu = button("Products").extra_with("haspopup", "true").extra_with("landmark", "navigation");
    let page = page("https://shop.example/").with(menu).with(button("Add to cart"));
    assert_eq!(snapshot(&page), ["Add to cart", "Products"]);
}

#[test]
fn a_long_list_of_filter_options_does_not_push_actions_out() {
    let mut page = page("https://shop.example/laptops");
    for number in 0..60 {
        page.push(element("input", "checkbox", &format!("Brand {number}")).extra_with("type", "checkbox"));
    }
    page.push(button("Add to cart"));
    page.push(input("text", "Minimum price"));
    assert_eq!(snapshot(&page)[..2], ["Minimum price", "Add to cart"]);
}

#[test]
fn check_boxes_of_a_form_are_fields_of_it() {
    let mut page = page("https://shop.example/survey").with(input("text", "Name").extra_with("form", "1"));
    for number in 0..20 {
        let choice = element("input", "checkbox", &format!("Answer {number}")).extra_with("type", "checkbox");
        page.push(choice.extra_with("form", "1"));
    }
    assert_eq!(why(&page, "Answer 19"), "form field");
}

#[test]
fn actions_are_known_in_many_languages() {
    let names = [
        "Add to cart",
        "Buy now",
        "Save changes",
        "SATIN AL",
        "Sepete ekle",
        "GİRİŞ YAP",
        "KAYDET",
        "In den Warenkorb",
        "Ajouter au panier",
        "S'inscrire",
        "Añadir al carrito",
        "Aggiungi al carrello",
        "Adicionar ao carrinho",
        "In winkelwagen",
        "Dodaj do koszyka",
        "В корзину",
        "Оформить заказ",
    ];
    for name in names {
        let page = page("https://shop.example/").with(button(name));
        assert_eq!(why(&page, name), "primary action", "{name}");
    }
}

#[test]
fn a_link_that_begins_like_an_action_is_a_link() {
    for name in ["Save 20% on shoes", "Post office near you", "Book reviews of the week"] {
        let page = page("https://news.example/").with(link(name, "https://news.example/a"));
        assert_eq!(why(&page, name), "page", "{name}");
    }
}

#[test]
fn many_buttons_of_one_name_are_no_primary_action() {
    let mut page = page("https://forum.example/");
    for _ in 0..30 {
        page.push(button("Save"));
    }
    page.push(button("Publish"));
    assert_eq!(snapshot(&page)[0], "Publish");
}

#[test]
fn a_box_for_addresses_is_not_a_search_box() {
    let page = page("https://shop.example/").with(input("email", "Search our newsletter"));
    assert_eq!(why(&page, "Search our newsletter"), "form field");
}

#[test]
fn a_second_link_to_the_same_place_comes_after_other_links() {
    let page = page("https://shop.example/")
        .with(link("", "https://shop.example/p/1").extra_with("card", "1"))
        .with(link("Lamp", "https://shop.example/p/1").extra_with("card", "1"))
        .with(link("Chair", "https://shop.example/p/2").extra_with("card", "1"));
    assert_eq!(snapshot(&page), ["Lamp", "Chair", ""]);
}

#[test]
fn words_of_the_query_raise_a_name_within_its_class() {
    let page = page("https://shop.example/")
        .with(link("Kettles", "https://shop.example/k").extra_with("card", "1"))
        .with(link("Bluetooth kulaklık", "https://shop.example/b").extra_with("card", "1"))
        .with(button("Buy now"));
    let request = Request { query: "BLUETOOTH KULAKLIK".to_owned(), ..request() };
    assert_eq!(order(&page, &request), ["Buy now", "Bluetooth kulaklık", "Kettles"]);
}

#[test]
fn what_is_looked_for_comes_first() {
    let page = page("https://shop.example/")
        .with(input("search", "Search"))
        .with(link("Terms of use", "https://shop.example/terms").extra_with("landmark", "contentinfo"));
    let request = Request { intent: "find".to_owned(), query: "terms".to_owned(), ..request() };
    assert_eq!(order(&page, &request), ["Terms of use", "Search"]);
}

#[test]
fn what_cannot_be_used_comes_after_what_can() {
    let page = page("https://shop.example/")
        .with(button("Pay").state_with(ElementFlags::DISABLED))
        .with(button("Submit").state_without(ElementFlags::IN_VIEWPORT))
        .with(button("Save"));
    assert_eq!(snapshot(&page), ["Save", "Submit", "Pay"]);
}

#[test]
fn a_consent_wall_in_a_frame_blocks_the_page() {
    let mut page = page("https://shop.example/");
    for number in 0..20 {
        let covered = link(&format!("Lamp {number}"), &format!("https://shop.example/p/{number}"));
        page.push(covered.extra_with("covered-by", "iframe \"Consent\"").state_with(ElementFlags::OCCLUDED));
    }
    page.push(button("Jjeb").extra_with("frame", "1"));
    page.push(button("Accept").extra_with("frame", "1"));
    assert_eq!(snapshot(&page)[..2], ["Accept", "Jjeb"]);
    assert_eq!(why(&page, "Jjeb"), "blocks the page");
}

#[test]
fn a_small_frame_in_a_corner_blocks_nothing() {
    let page = page("https://shop.example/")
        .with(button("Buy now"))
        .with(link("Terms", "https://shop.example/t").extra_with("covered-by", "iframe \"Chat\""))
        .with(button("Open the chat").extra_with("frame", "1"));
    assert_eq!(snapshot(&page)[..2], ["Buy now", "Open the chat"]);
}

#[test]
fn consent_in_the_flow_of_the_page_is_known_by_words_or_marks() {
    let page = page("https://shop.example/")
        .with(link("Lamp", "https://shop.example/lamp").extra_with("card", "1"))
        .with(button("Reject all"))
        .with(button("Zqor").extra_with("class", "cookie-consent__allow"));
    assert_eq!(snapshot(&page), ["Reject all", "Zqor", "Lamp"]);
}

#[test]
fn the_buttons_of_a_long_dialog_come_before_its_switches() {
    let mut page = page("https://shop.example/").extra_with("modal", "Privacy");
    for number in 0..60 {
        page.push(
            element("input", "switch", &format!("Partner {number}"))
                .extra_with("type", "checkbox")
                .state_with(ElementFlags::IN_DIALOG),
        );
    }
    page.push(button("Reject all").state_with(ElementFlags::IN_DIALOG));
    page.push(button("Save my choice").state_with(ElementFlags::IN_DIALOG));
    assert_eq!(snapshot(&page)[..2], ["Reject all", "Save my choice"]);
}

#[test]
fn no_kind_of_element_fills_the_view() {
    let mut page = page("https://shop.example/");
    for number in 0..50 {
        page.push(input("text", &format!("Field {number}")));
        page.push(button(&format!("Menu{number}")).extra_with("haspopup", "menu"));
        for part in product(number) {
            page.push(part);
        }
    }
    page.push(link("Next page", "https://shop.example/?page=2"));
    page.push(link("Cart", "https://shop.example/cart").extra_with("landmark", "banner"));
    let first = &snapshot(&page)[..40];
    let count = |start: &str| first.iter().filter(|name| name.starts_with(start)).count();
    assert!(count("Field") >= 6 && count("Menu") >= 4 && count("Ürün") >= 5, "{first:?}");
    assert!(count("Next page") == 1 && count("Cart") == 1, "{first:?}");
}

#[test]
fn the_cart_is_known_by_its_address_its_icon_or_its_marks() {
    let bare = || link("Zqor", "https://shop.example/x");
    let carts = [
        link("Zqor", "https://shop.example/cart?from=top"),
        link("Zqor", "https://shop.example/tr/sepetim.html"),
        bare().extra_with("class", "header__mini-cart"),
        bare().extra_with("looks", "shopping-cart"),
        bare().extra_with("testid", "basket"),
    ];
    for cart in carts {
        let page = page("https://shop.example/").with(cart);
        assert_eq!(why(&page, "Zqor"), "tool of the site", "{:?}", page.elements[0]);
    }
    let page = page("https://shop.example/").with(bare());
    assert_eq!(why(&page, "Zqor"), "page");
}

#[test]
fn the_way_on_is_known_by_words_marks_and_numbers() {
    let there = "https://shop.example/list?page=2";
    let links = [
        link("Next", there),
        link("Next: Advanced", "https://docs.example/advanced"),
        link("次へ", there),
        link("2", there),
        link("2", "https://search.example/?q=lamp&start=20"),
        link("Vlem", there).extra_with("class", "pagination__link"),
        button("Load more"),
    ];
    for one in links {
        let name = one.name.clone();
        let page = page("https://shop.example/").with(one);
        assert_eq!(why(&page, &name), "way on", "{name}");
    }
    for name in ["Next week brings rain to the north", "2026", "17"] {
        let page = page("https://news.example/").with(link(name, "https://news.example/?id=4"));
        assert_eq!(why(&page, name), "page", "{name}");
    }
}

#[test]
fn places_on_this_page_are_different_places() {
    let page = page("https://mail.example/#inbox")
        .with(link("First letter", "https://mail.example/#m1"))
        .with(link("Second letter", "https://mail.example/#m2"));
    assert_eq!(why(&page, "Second letter"), "page");
}

#[test]
fn reasons_name_what_lowers_an_element() {
    let page = page("https://shop.example/")
        .with(button("Pay").state_with(ElementFlags::DISABLED).state_with(ElementFlags::OCCLUDED));
    assert_eq!(why(&page, "Pay"), "primary action, covered, disabled");
}

#[test]
fn a_form_is_shown_in_the_order_it_is_filled_in() {
    let mut page = page("https://shop.example/checkout");
    let names: Vec<String> = (0..20).map(|number| format!("Field {number}")).collect();
    for (number, name) in names.iter().enumerate() {
        let field = if number % 5 == 4 { element("select", "combobox", name) } else { input("text", name) };
        page.push(field.extra_with("form", "1"));
    }
    assert_eq!(snapshot(&page), names);
}

#[test]
fn odd_pages_are_answered() {
    let huge = "ığüşöç 🛒 עברית ".repeat(1000);
    let mut page = page("");
    page.push(button(&huge).extra_with("unknown", "1").extra_with("class", &huge));
    page.push(Element { bounds: None, ..link("", "") });
    assert_eq!(snapshot(&page).len(), 2);
    assert!(snapshot(&sekme_plugin_sdk::testing::page("")).is_empty());
}
