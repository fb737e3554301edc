//! The classes of elements: the first rule that applies gives an element its points.

use sekme_plugin_sdk::ElementFlags;
use sekme_plugin_sdk::text::count;

use crate::budget::Share;
use crate::marks::Marks;
use crate::subject::Subject;
use crate::view::View;
use crate::vocabulary::{ACTION, DISMISSAL, SORTING, TOOL, TOOL_HINT};

/// A layer with more controls than this is part of the page, such as a large menu; not all of it comes first.
const LARGE_LAYER: usize = 25;

/// One class of elements.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) points: i32,
    pub(crate) why: &'static str,
    pub(crate) share: Share,
    pub(crate) applies: fn(&View<'_>, &Subject<'_>) -> bool,
}

const fn share(turn: usize, most: usize) -> Share {
    Share { turn, most }
}

const ALL: usize = usize::MAX;

/// Asked from top to bottom; the last applies always. Points of different classes are more than twice
/// [`crate::adjustments::REACH`] apart, so that classes never mix.
#[rustfmt::skip]
pub(crate) const CLASSES: &[Rule] = &[
    Rule { points: 0, why: "same as another link", share: share(0, 0), applies: only_repeats_a_link },
    Rule { points: 960, why: "blocks the page", share: share(3, 12), applies: blocks_the_page },
    Rule { points: 880, why: "looked for", share: share(10, ALL), applies: is_looked_for },
    Rule { points: 800, why: "search box", share: share(1, 3), applies: is_search_box },
    Rule { points: 800, why: "opens the search", share: share(1, 2), applies: opens_the_search },
    Rule { points: 720, why: "form field", share: share(6, 24), applies: is_form_field },
    Rule { points: 640, why: "sort or filter", share: share(2, 8), applies: sorts_or_filters },
    Rule { points: 480, why: "overlay", share: share(2, 6), applies: dismisses_an_overlay },
    Rule { points: 320, why: "way on", share: share(1, 4), applies: leads_on },
    Rule { points: 560, why: "primary action", share: share(2, 8), applies: is_primary_action },
    Rule { points: 480, why: "overlay", share: share(1, 6), applies: is_in_an_overlay },
    Rule { points: 400, why: "tool of the site", share: share(1, 6), applies: is_a_tool_of_the_site },
    Rule { points: 240, why: "control", share: share(1, 10), applies: is_a_control },
    Rule { points: 160, why: "item", share: share(5, ALL), applies: is_an_item },
    Rule { points: -80, why: "footer", share: share(0, 0), applies: |_, subject| subject.is_in_footer() },
    Rule { points: 80, why: "page", share: share(2, ALL), applies: |_, _| true },
];

/// Points of what its class has no place for; elements that the server did not pass on stand here too.
pub(crate) const MORE: i32 = 0;

/// Points of an element that cannot be reached at the moment: out of the view.
pub(crate) const BEHIND_THE_DIALOG: Rule =
    Rule { points: -1000, why: "behind the open dialog", share: share(0, 0), applies: is_behind_the_dialog };

fn is_behind_the_dialog(view: &View<'_>, subject: &Subject<'_>) -> bool {
    let reachable = subject.is_in_front() && !subject.has(ElementFlags::OCCLUDED);
    view.dialog && !subject.has(ElementFlags::IN_DIALOG) && !reachable
}

/// A picture that leads where the title beside it leads.
fn only_repeats_a_link(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.standing.repeats_a_link && subject.name.is_empty() && !subject.search_control
}

/// A cookie wall has to go before anything else can be done. Inside a dialog the usual order is the useful one.
fn blocks_the_page(view: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.is_in_front()
        && !(view.dialog && subject.has(ElementFlags::IN_DIALOG))
        && (view.in_front <= LARGE_LAYER || dismisses(subject))
}

fn is_looked_for(view: &View<'_>, subject: &Subject<'_>) -> bool {
    view.finding && subject.query_match == 100
}

fn is_search_box(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.site_search
}

/// Where the box appears only after a click, what opens it stands in its place.
fn opens_the_search(view: &View<'_>, subject: &Subject<'_>) -> bool {
    !view.has_search_box && subject.search_control && !subject.standing.one_of_many
}

fn is_form_field(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.is_field() && !subject.card && !subject.standing.filter_option
}

fn sorts_or_filters(_: &View<'_>, subject: &Subject<'_>) -> bool {
    if subject.standing.one_of_many || subject.is_in_footer() || subject.is_choice() {
        return false;
    }
    if subject.is_link() {
        return !subject.is_in_header()
            && subject.length <= 4
            && (SORTING.at_start_of(&subject.name).is_some() || orders_by_address(&subject.element.href));
    }
    let opens_choices = subject.popup || subject.element.role == "combobox";
    opens_choices && !subject.is_in_header()
        || subject.marks.has(Marks::SORT)
        || subject.length <= 5 && SORTING.find_in(&subject.name).is_some()
}

fn orders_by_address(href: &str) -> bool {
    let parameters = href.split_once('?').map_or("", |(_, parameters)| parameters);
    parameters.split('&').any(|parameter| {
        let name = parameter.split('=').next().unwrap_or_default();
        ["sort", "sortby", "sort_by", "order", "orderby", "order_by"].contains(&name)
    })
}

fn dismisses_an_overlay(view: &View<'_>, subject: &Subject<'_>) -> bool {
    if is_layered(subject) {
        return dismisses(subject);
    }
    !view.dialog && asks_for_consent(subject)
}

/// A banner that stands in the page like any other block, or in a frame of its own: what its buttons are called and
/// how they are marked has to tell.
fn asks_for_consent(subject: &Subject<'_>) -> bool {
    if !subject.is_button() || subject.standing.one_of_many || subject.is_in_footer() {
        return false;
    }
    let of_two_words = || DISMISSAL.at_start_of(&subject.name).is_some_and(|phrase| phrase.contains(' '));
    subject.marks.has(Marks::CONSENT) || dismisses(subject) && (of_two_words() || !subject.frame.is_empty())
}

/// The next page of a list; buttons of forms with such names are the forms' own.
fn leads_on(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.way_on > 0 && subject.form.is_empty() && !subject.is_in_footer() && !subject.card
}

fn is_primary_action(view: &View<'_>, subject: &Subject<'_>) -> bool {
    if subject.standing.one_of_many || subject.is_in_footer() {
        return false;
    }
    if subject.search_control || names_an_action(subject) {
        return true;
    }
    if view.dialog && dismisses(subject) {
        return true;
    }
    subject.looks_like_a_button()
        && ((subject.kind == "submit" && !subject.form.is_empty()) || subject.marks.has(Marks::ACTION))
}

fn is_in_an_overlay(_: &View<'_>, subject: &Subject<'_>) -> bool {
    is_layered(subject) && !subject.standing.listed
}

/// The cart, the account, the menu: what every page of a site has once.
fn is_a_tool_of_the_site(_: &View<'_>, subject: &Subject<'_>) -> bool {
    if subject.standing.one_of_many || subject.is_in_footer() {
        return false;
    }
    subject.is_button() && subject.is_in_header() && !subject.standing.listed
        || TOOL.at_start_of(&subject.name).is_some_and(|phrase| is_all_of_its_name(subject, phrase))
        || leads_to_a_tool(&subject.element.href)
        || subject.length <= 4 && subject.marks.has(Marks::TOOL)
}

/// The name is the phrase, perhaps with a number or a word more, such as "Cart (2)"; in a list, it is all of the name.
fn is_all_of_its_name(subject: &Subject<'_>, phrase: &str) -> bool {
    match subject.length - count(phrase) {
        0 => true,
        1 | 2 => !subject.standing.listed,
        _ => false,
    }
}

/// By the last part of the path.
fn leads_to_a_tool(href: &str) -> bool {
    let path = href.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let last = path.rsplit('/').next().unwrap_or_default();
    let last = last.split('.').next().unwrap_or_default();
    last.len() <= 16 && TOOL_HINT.is_one(&last.to_ascii_lowercase().replace(['-', '_'], " "))
}

/// Something that acts and is not one of many, such as a button of a tool bar.
fn is_a_control(_: &View<'_>, subject: &Subject<'_>) -> bool {
    !subject.standing.listed
        && !subject.is_in_footer()
        && !subject.card
        && (subject.is_button()
            || subject.has(ElementFlags::IN_DIALOG)
            || subject.role_is(&["tab", "switch", "menuitem", "menuitemcheckbox", "menuitemradio", "option"]))
}

/// An entry of what the page lists: products, rows, headlines, posts, filter options.
fn is_an_item(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.card
        || subject.standing.filter_option
        || (subject.standing.listed || !subject.context.is_empty())
            && !subject.is_in_header()
            && !subject.is_in_footer()
}

/// A layer of its own, and not the bar at the top that follows the reader.
fn is_layered(subject: &Subject<'_>) -> bool {
    subject.overlay && !subject.is_in_header()
}

/// Named by a dismissal and hardly anything else: "Accept all cookies", not "Close accounts of the year".
pub(crate) fn dismisses(subject: &Subject<'_>) -> bool {
    !subject.is_text_field()
        && DISMISSAL.at_start_of(&subject.name).is_some_and(|phrase| subject.length <= count(phrase) + 2)
}

/// The name begins with an action. Links need more of their name to be one: "Save" is, "Save 20% on shoes" is not.
fn names_an_action(subject: &Subject<'_>) -> bool {
    let spare = |phrase: &str| subject.length.saturating_sub(count(phrase));
    let starts = ACTION.at_start_of(&subject.name);
    if subject.is_link() {
        return starts.is_some_and(|phrase| spare(phrase) <= usize::from(count(phrase) > 1));
    }
    if !subject.is_button() && !subject.silent {
        return false;
    }
    starts.is_some_and(|phrase| count(phrase) > 1 || spare(phrase) <= 2)
        || ACTION.find_in(&subject.name).is_some_and(|phrase| count(phrase) > 1)
}
