//! The classes of elements: the first rule that applies gives an element its points.

use sekme_plugin_sdk::ElementFlags;
use sekme_plugin_sdk::text::count;

use crate::subject::Subject;
use crate::view::View;
use crate::vocabulary::{ACTION, ACTION_HINT, DISMISSAL, SORT_HINT, SORTING};

/// A layer with more controls than this is part of the page, such as a large menu; not all of it comes first.
const LARGE_LAYER: usize = 25;

/// One class of elements.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) points: i32,
    pub(crate) why: &'static str,
    pub(crate) applies: fn(&View<'_>, &Subject<'_>) -> bool,
}

/// Asked from top to bottom. Points of different classes are more than twice [`crate::adjustments::REACH`] apart, so
/// that classes never mix.
pub(crate) const CLASSES: &[Rule] = &[
    Rule { points: 900, why: "blocks the page", applies: blocks_the_page },
    Rule { points: 800, why: "looked for", applies: is_looked_for },
    Rule { points: 700, why: "search box", applies: is_search_box },
    Rule { points: 700, why: "opens the search", applies: opens_the_search },
    Rule { points: 600, why: "form field", applies: is_form_field },
    Rule { points: 500, why: "sort or filter", applies: sorts_or_filters },
    Rule { points: 300, why: "overlay", applies: dismisses_an_overlay },
    Rule { points: 400, why: "primary action", applies: is_primary_action },
    Rule { points: 300, why: "overlay", applies: is_in_an_overlay },
    Rule { points: 200, why: "card", applies: is_in_a_card },
    Rule { points: 200, why: "filter option", applies: is_filter_option },
];

/// Every other element.
pub(crate) const REST: Rule = Rule { points: 0, why: "page", applies: |_, _| true };

/// Points of an element that cannot be reached at the moment: out of the view.
pub(crate) const BEHIND_THE_DIALOG: Rule =
    Rule { points: -1000, why: "behind the open dialog", applies: is_behind_the_dialog };

fn is_behind_the_dialog(view: &View<'_>, subject: &Subject<'_>) -> bool {
    let reachable = subject.is_in_front() && !subject.has(ElementFlags::OCCLUDED);
    view.dialog && !subject.has(ElementFlags::IN_DIALOG) && !reachable
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
    let field = subject.is_text_field()
        || subject.is_choice()
        || subject.element.tag == "select"
        || matches!(subject.kind, "file" | "range" | "color")
        || subject.role_is(&["slider", "listbox"]);
    field && !subject.card && !subject.standing.filter_option
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
        || SORT_HINT.find_in(&subject.hints).is_some()
        || subject.length <= 5 && SORTING.find_in(&subject.name).is_some()
}

fn orders_by_address(href: &str) -> bool {
    let parameters = href.split_once('?').map_or("", |(_, parameters)| parameters);
    parameters.split('&').any(|parameter| {
        let name = parameter.split('=').next().unwrap_or_default();
        ["sort", "sortby", "sort_by", "order", "orderby", "order_by"].contains(&name)
    })
}

fn dismisses_an_overlay(_: &View<'_>, subject: &Subject<'_>) -> bool {
    is_layered(subject) && dismisses(subject)
}

fn is_primary_action(_: &View<'_>, subject: &Subject<'_>) -> bool {
    if subject.standing.one_of_many || subject.is_in_footer() {
        return false;
    }
    if subject.search_control || names_an_action(subject) {
        return true;
    }
    subject.is_button()
        && ((subject.kind == "submit" && !subject.form.is_empty())
            || ACTION_HINT.find_in(&subject.hints).is_some())
}

fn is_in_an_overlay(_: &View<'_>, subject: &Subject<'_>) -> bool {
    is_layered(subject) && !subject.standing.one_of_many
}

fn is_in_a_card(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.card || !subject.context.is_empty()
}

fn is_filter_option(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.standing.filter_option
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
