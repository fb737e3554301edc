//! Small differences inside a class: what is nearer to the task, what is harder to reach.

use sekme_plugin_sdk::ElementFlags;

use crate::rules::dismisses;
use crate::subject::Subject;

/// Adjustments together move an element by no more than this.
pub(crate) const REACH: i32 = 39;

/// One difference; all that apply are added up.
#[derive(Debug)]
pub(crate) struct Adjustment {
    pub(crate) points: i32,
    /// What it is called where the order is explained.
    pub(crate) why: Option<&'static str>,
    pub(crate) applies: fn(&Subject<'_>) -> bool,
}

const fn quiet(points: i32, applies: fn(&Subject<'_>) -> bool) -> Adjustment {
    Adjustment { points, why: None, applies }
}

const fn named(points: i32, why: &'static str, applies: fn(&Subject<'_>) -> bool) -> Adjustment {
    Adjustment { points, why: Some(why), applies }
}

pub(crate) const ADJUSTMENTS: &[Adjustment] = &[
    named(16, "all words of the query", |subject| subject.query_match == 100),
    named(8, "words of the query", |subject| (50..100).contains(&subject.query_match)),
    quiet(20, |subject| subject.overlay && (dismisses(subject) || subject.is_text_field())),
    quiet(12, is_in_search_form),
    quiet(12, |subject| subject.search_control),
    quiet(8, |subject| subject.way_on > 1),
    quiet(8, |subject| subject.has(ElementFlags::IN_MAIN)),
    quiet(8, |subject| subject.card),
    quiet(6, is_telling),
    // The link of a card stands before its buttons, as on the page: that is what the card is about.
    quiet(4, |subject| subject.is_button() && !subject.standing.listed),
    quiet(-4, |subject| subject.standing.crowded_name && !subject.card),
    quiet(-4, |subject| subject.standing.filter_option),
    quiet(-4, |subject| subject.landmark == "complementary"),
    quiet(-5, |subject| subject.overlay && subject.is_link()),
    quiet(-6, |subject| subject.is_in_header() && subject.is_link()),
    quiet(-8, |subject| !subject.has(ElementFlags::IN_VIEWPORT)),
    named(-12, "without a name", is_mute),
    named(-16, "second link to one place", |subject| subject.standing.repeats_a_link),
    named(-12, "covered", |subject| subject.has(ElementFlags::OCCLUDED)),
    named(-16, "disabled", |subject| subject.has(ElementFlags::DISABLED)),
    named(-24, "hidden", |subject| !subject.has(ElementFlags::VISIBLE)),
];

/// The site's own search box rather than one somewhere in its content.
fn is_in_search_form(subject: &Subject<'_>) -> bool {
    subject.site_search && matches!(subject.landmark, "search" | "banner")
}

/// A title rather than a date, a number or a name.
fn is_telling(subject: &Subject<'_>) -> bool {
    subject.is_link() && subject.name.len() >= 16
}

/// Nothing says what it does.
fn is_mute(subject: &Subject<'_>) -> bool {
    subject.name.is_empty() && subject.placeholder.is_empty() && !subject.search_control
}
