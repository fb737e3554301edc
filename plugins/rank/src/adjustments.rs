//! Small differences inside a class: what is nearer to the task, what is harder to reach.

use sekme_plugin_sdk::ElementFlags;

use crate::rules::dismisses;
use crate::subject::Subject;

/// Adjustments together move an element by no more than this.
pub(crate) const REACH: i32 = 49;

/// One difference; all that apply are added up.
#[derive(Debug)]
pub(crate) struct Adjustment {
    pub(crate) points: i32,
    pub(crate) applies: fn(&Subject<'_>) -> bool,
}

pub(crate) const ADJUSTMENTS: &[Adjustment] = &[
    Adjustment { points: 20, applies: |subject| subject.query_match == 100 },
    Adjustment { points: 10, applies: |subject| subject.query_match >= 50 },
    Adjustment {
        points: 20,
        applies: |subject| subject.overlay && (dismisses(subject) || subject.is_text_field()),
    },
    Adjustment { points: 15, applies: is_in_search_form },
    Adjustment { points: 15, applies: |subject| subject.search_control },
    Adjustment { points: 10, applies: |subject| subject.has(ElementFlags::IN_MAIN) },
    // The link of a card stands before its buttons, as on the page: that is what the card is about.
    Adjustment { points: 5, applies: |subject| subject.is_button() && !subject.card },
    Adjustment { points: -5, applies: |subject| subject.overlay && subject.is_link() },
    Adjustment { points: -8, applies: |subject| subject.is_in_header() && subject.is_link() },
    Adjustment { points: -10, applies: |subject| !subject.has(ElementFlags::IN_VIEWPORT) },
    Adjustment { points: -10, applies: |subject| subject.is_choice() },
    Adjustment { points: -15, applies: is_mute },
    Adjustment { points: -20, applies: |subject| subject.standing.repeats_a_link },
    Adjustment { points: -15, applies: |subject| subject.has(ElementFlags::OCCLUDED) },
    Adjustment { points: -20, applies: |subject| subject.has(ElementFlags::DISABLED) },
    Adjustment { points: -25, applies: |subject| subject.is_in_footer() },
    Adjustment { points: -30, applies: |subject| !subject.has(ElementFlags::VISIBLE) },
];

/// The site's own search box rather than one somewhere in its content.
fn is_in_search_form(subject: &Subject<'_>) -> bool {
    subject.site_search && matches!(subject.landmark, "search" | "banner")
}

/// Nothing says what it does.
fn is_mute(subject: &Subject<'_>) -> bool {
    subject.name.is_empty() && subject.placeholder.is_empty() && !subject.search_control
}
