//! The page as a whole: what an element's rank depends on beside the element itself.

use sekme_plugin_sdk::text::{fold, words};
use sekme_plugin_sdk::{ElementFlags, Page, Request};

use crate::subject::Subject;

/// A name that this many elements share says nothing about one of them.
const CROWD: usize = 4;

/// No more controls in cards than this are one card or two: a product's page, not a list of products.
const FEW_IN_CARDS: usize = 8;

/// More check boxes than this outside a form with text fields are filter options, not a form.
const MANY_CHOICES: usize = 12;

/// A page as the rules see it.
#[derive(Debug)]
pub(crate) struct View<'a> {
    pub(crate) subjects: Vec<Subject<'a>>,
    /// The caller looks for one element, rather than at the page.
    pub(crate) finding: bool,
    /// A modal dialog is open and has elements.
    pub(crate) dialog: bool,
    /// Someone can type into a search box right away.
    pub(crate) has_search_box: bool,
    /// How many controls the layers in front of the page have.
    pub(crate) in_front: usize,
}

impl<'a> View<'a> {
    pub(crate) fn new(page: &'a Page, request: &Request) -> Self {
        let mut subjects: Vec<Subject<'a>> = page.elements.iter().map(Subject::new).collect();
        mark_crowds(&mut subjects);
        mark_filter_options(&mut subjects);
        mark_repeated_links(&mut subjects);
        match_query(&mut subjects, &request.query);

        let is_usable_search = |subject: &Subject<'_>| {
            subject.site_search && subject.has(ElementFlags::VISIBLE) && !subject.has(ElementFlags::DISABLED)
        };
        let is_in_dialog = |subject: &Subject<'_>| subject.has(ElementFlags::IN_DIALOG);
        Self {
            finding: request.intent == "find",
            dialog: page.modal().is_some() && subjects.iter().any(is_in_dialog),
            has_search_box: subjects.iter().any(is_usable_search),
            in_front: subjects.iter().filter(|subject| subject.is_in_front()).count(),
            subjects,
        }
    }
}

fn mark_crowds(subjects: &mut [Subject<'_>]) {
    let in_cards = subjects.iter().filter(|subject| subject.card).count();
    let mut names: Vec<(&str, u64, usize)> = subjects
        .iter()
        .enumerate()
        .map(|(index, subject)| (subject.name.as_str(), subject.element.area(), index))
        .collect();
    names.sort_unstable();
    let mut crowded = vec![false; subjects.len()];
    for namesakes in names.chunk_by(|left, right| left.0 == right.0) {
        let many = namesakes.len() >= CROWD && !namesakes[0].0.is_empty();
        for (_, _, index) in namesakes {
            let subject = &subjects[*index];
            crowded[*index] = (subject.card || many) && !stands_out(subject, namesakes, in_cards);
        }
    }
    for (subject, crowded) in subjects.iter_mut().zip(crowded) {
        subject.standing.one_of_many = crowded;
    }
}

/// The page's own buy button among those of the products it recommends: larger by half than every other element of
/// its name, or in the only card there is.
fn stands_out(subject: &Subject<'_>, namesakes: &[(&str, u64, usize)], in_cards: usize) -> bool {
    match namesakes {
        [.., (_, second, _), (_, largest, _)] if namesakes.len() > 2 => {
            subject.is_button() && *largest * 2 >= *second * 3 && subject.element.area() == *largest
        }
        _ => subject.is_button() && in_cards <= FEW_IN_CARDS,
    }
}

fn mark_filter_options(subjects: &mut [Subject<'_>]) {
    let mut text_forms: Vec<&str> = subjects
        .iter()
        .filter(|subject| !subject.form.is_empty() && subject.is_text_field() && !subject.site_search)
        .map(|subject| subject.form)
        .collect();
    text_forms.sort_unstable();
    let is_loose =
        |subject: &&mut Subject<'_>| subject.is_choice() && text_forms.binary_search(&subject.form).is_err();
    let loose: Vec<&mut Subject<'_>> = subjects.iter_mut().filter(is_loose).collect();
    if loose.len() > MANY_CHOICES {
        for subject in loose {
            subject.standing.filter_option = true;
        }
    }
}

fn mark_repeated_links(subjects: &mut [Subject<'_>]) {
    // Sorted so that of each target's links the one to keep comes first: named, then early.
    let mut targets: Vec<(&str, bool, usize)> = subjects
        .iter()
        .enumerate()
        .map(|(index, subject)| (target(&subject.element.href), subject.name.is_empty(), index))
        .filter(|(target, ..)| !target.is_empty())
        .collect();
    targets.sort_unstable();
    for same in targets.chunk_by(|left, right| left.0 == right.0) {
        for (_, _, index) in &same[1..] {
            subjects[*index].standing.repeats_a_link = true;
        }
    }
}

/// Links to places of one page lead to the same page.
fn target(href: &str) -> &str {
    href.split('#').next().unwrap_or_default()
}

fn match_query(subjects: &mut [Subject<'_>], query: &str) {
    let query = words(query);
    let wanted: Vec<&str> = query.split(' ').filter(|word| !word.is_empty()).collect();
    if wanted.is_empty() {
        return;
    }
    for subject in subjects {
        let context = fold(subject.context);
        let contains = |word: &&&str| {
            subject.name.contains(**word) || subject.placeholder.contains(**word) || context.contains(**word)
        };
        subject.query_match = wanted.iter().filter(contains).count() * 100 / wanted.len();
    }
}
