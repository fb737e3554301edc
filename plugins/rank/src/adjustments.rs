//! Small differences inside a class: what is nearer to the task, what is harder to reach.

use sekme_plugin_sdk::ElementFlags;

use crate::rules::{dismisses, is_search_control};
use crate::view::{Subject, View};

/// Adjustments together move an element by no more than this.
pub(crate) const REACH: i32 = 49;

/// One difference; all that apply are added up.
#[derive(Debug)]
pub(crate) struct Adjustment {
    pub(crate) points: i32,
    pub(crate) applies: fn(&View<'_>, &Subject<'_>) -> bool,
}

pub(crate) const ADJUSTMENTS: &[Adjustment] = &[
    Adjustment { points: 20, applies: |view, subject| view.query_match(subject) == 100 },
    Adjustment { points: 10, applies: |view, subject| view.query_match(subject) >= 50 },
    Adjustment {
        points: 20,
        applies: |view, subject| subject.overlay && (dismisses(subject) || is_input(view, subject)),
    },
    Adjustment { points: 15, applies: is_in_search_form },
    Adjustment { points: 15, applies: |view, subject| is_search_control(view, subject) },
    Adjustment { points: 10, applies: |_, subject| subject.has(ElementFlags::IN_MAIN) },
    Adjustment { points: 5, applies: |_, subject| subject.is_button() },
    Adjustment { points: -5, applies: |_, subject| subject.overlay && subject.is_link() },
    Adjustment { points: -8, applies: |_, subject| subject.is_in_header() && subject.is_link() },
    Adjustment { points: -10, applies: |_, subject| !subject.has(ElementFlags::IN_VIEWPORT) },
    Adjustment { points: -10, applies: |_, subject| subject.is_choice() },
    Adjustment { points: -15, applies: is_mute },
    Adjustment { points: -20, applies: |view, subject| view.repeats_a_link(subject) },
    Adjustment { points: -15, applies: |_, subject| subject.has(ElementFlags::OCCLUDED) },
    Adjustment { points: -20, applies: |_, subject| subject.has(ElementFlags::DISABLED) },
    Adjustment { points: -25, applies: |_, subject| subject.is_in_footer() },
    Adjustment { points: -30, applies: |_, subject| !subject.has(ElementFlags::VISIBLE) },
];

fn is_input(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.is_text_field()
}

/// The site's own search box rather than one somewhere in its content.
fn is_in_search_form(_: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.is_site_search() && matches!(subject.landmark, "search" | "banner")
}

/// Nothing says what it does.
fn is_mute(view: &View<'_>, subject: &Subject<'_>) -> bool {
    subject.name.is_empty() && subject.placeholder.is_empty() && !is_search_control(view, subject)
}
