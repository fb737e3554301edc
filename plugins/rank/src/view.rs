//! The page as a whole: what an element's rank depends on beside the element itself.

use sekme_plugin_sdk::text::{fold, words};
use sekme_plugin_sdk::{ElementFlags, Page, Rect, Request};

use crate::marks::{Fnv, Known};
use crate::subject::{Standing, Subject};

/// A name that this many elements share says nothing about one of them.
const CROWD: usize = 4;

/// So many elements of one kind are a list, wherever they stand.
const LIST: usize = 8;

/// A frame that lies over fewer elements than this is a small box in a corner.
const FEW_COVERED: usize = 3;

/// No more controls in cards than this are one card or two: a product's page, not a list of products.
const FEW_IN_CARDS: usize = 8;

/// More check boxes of one kind than this outside a form with text fields are filter options, not a form.
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
        let mut known = Known::default();
        let mut subjects: Vec<Subject<'a>> =
            page.elements.iter().map(|element| Subject::new(element, &mut known)).collect();
        mark_layers(&mut subjects);
        let kinds = Kinds::of(&subjects);
        mark_filter_options(&mut subjects, &kinds);
        mark_crowds(&mut subjects, &kinds);
        mark_repeated_links(&mut subjects, &page.url);
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

/// What a frame holds that lies over the page is a layer of the page. Plugins are not told which frame it is that
/// covers an element; where they stand tells.
fn mark_layers(subjects: &mut [Subject<'_>]) {
    let covered: Vec<Rect> = subjects
        .iter()
        .filter(|subject| subject.frame.is_empty() && subject.cover.starts_with("iframe"))
        .filter_map(|subject| subject.element.bounds)
        .collect();
    if covered.is_empty() {
        return;
    }
    let mut frames: Vec<(&str, Edges)> = Vec::new();
    for subject in subjects.iter().filter(|subject| !subject.frame.is_empty()) {
        let Some(bounds) = subject.element.bounds else { continue };
        match frames.last_mut() {
            Some((frame, edges)) if *frame == subject.frame => edges.widen(bounds),
            _ => frames.push((subject.frame, Edges::of(bounds))),
        }
    }
    for (frame, edges) in &frames {
        let below = covered.iter().filter(|bounds| frames.len() == 1 || edges.meet(**bounds)).count();
        for subject in subjects.iter_mut().filter(|subject| below > 0 && subject.frame == *frame) {
            subject.overlay = true;
            subject.blocking = below >= FEW_COVERED;
        }
    }
}

/// The box around several boxes.
#[derive(Debug)]
struct Edges {
    left: i64,
    top: i64,
    right: i64,
    bottom: i64,
}

impl Edges {
    fn of(bounds: Rect) -> Self {
        let (left, top) = (i64::from(bounds.x), i64::from(bounds.y));
        Self { left, top, right: left + i64::from(bounds.w), bottom: top + i64::from(bounds.h) }
    }

    fn widen(&mut self, bounds: Rect) {
        let other = Self::of(bounds);
        self.left = self.left.min(other.left);
        self.top = self.top.min(other.top);
        self.right = self.right.max(other.right);
        self.bottom = self.bottom.max(other.bottom);
    }

    fn meet(&self, bounds: Rect) -> bool {
        let other = Self::of(bounds);
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Which elements are of one kind: made alike, so that they are likely entries of one list.
struct Kinds {
    /// Of each element: how many there are of its kind, and how many of them come before it.
    standing: Vec<(usize, usize)>,
}

impl Kinds {
    fn of(subjects: &[Subject<'_>]) -> Self {
        let mut kinds: Vec<(u64, usize)> =
            subjects.iter().enumerate().map(|(index, subject)| (subject.kind_of_element(), index)).collect();
        kinds.sort_unstable();
        let mut standing = vec![(0, 0); subjects.len()];
        for alike in kinds.chunk_by(|left, right| left.0 == right.0) {
            for (number, (_, index)) in alike.iter().enumerate() {
                standing[*index] = (alike.len(), number);
            }
        }
        Self { standing }
    }
}

fn mark_crowds(subjects: &mut [Subject<'_>], kinds: &Kinds) {
    let in_cards = subjects.iter().filter(|subject| subject.card).count();
    // Names often begin alike, which makes them slow to compare.
    let mut names: Vec<(u64, u64, usize)> = subjects
        .iter()
        .enumerate()
        .map(|(index, subject)| (Fnv::of(&subject.name), subject.element.area(), index))
        .collect();
    names.sort_unstable();
    let mut standings: Vec<Standing> = subjects.iter().map(|subject| subject.standing).collect();
    for namesakes in names.chunk_by(|left, right| left.0 == right.0) {
        let many = namesakes.len() >= CROWD && !subjects[namesakes[0].2].name.is_empty();
        for (_, _, index) in namesakes {
            let (subject, standing) = (&subjects[*index], &mut standings[*index]);
            let (alike, number) = kinds.standing[*index];
            standing.crowded_name = many;
            let stands_out = stands_out(subject, namesakes, in_cards);
            standing.one_of_many = (subject.card || many) && !stands_out;
            standing.listed = (subject.card || many || alike >= LIST) && !stands_out;
            // A form keeps the order in which it is filled in.
            let keeps_order = subject.is_field() && !standing.filter_option;
            standing.number = if standing.listed && alike >= CROWD && !keeps_order { number } else { 0 };
        }
    }
    for (subject, standing) in subjects.iter_mut().zip(standings) {
        subject.standing = standing;
    }
}

/// The page's own buy button among those of the products it recommends: larger by half than every other element of
/// its name, or in the only card there is.
fn stands_out(subject: &Subject<'_>, namesakes: &[(u64, u64, usize)], in_cards: usize) -> bool {
    match namesakes {
        [.., (_, second, _), (_, largest, _)] if namesakes.len() > 2 => {
            subject.is_button() && *largest * 2 >= *second * 3 && subject.element.area() == *largest
        }
        _ => subject.is_button() && in_cards <= FEW_IN_CARDS && subject.card,
    }
}

fn mark_filter_options(subjects: &mut [Subject<'_>], kinds: &Kinds) {
    let mut text_forms: Vec<&str> = subjects
        .iter()
        .filter(|subject| !subject.form.is_empty() && subject.is_text_field() && !subject.site_search)
        .map(|subject| subject.form)
        .collect();
    text_forms.sort_unstable();
    for (subject, (alike, _)) in subjects.iter_mut().zip(&kinds.standing) {
        let is_loose = || text_forms.binary_search(&subject.form).is_err();
        subject.standing.filter_option = *alike > MANY_CHOICES && subject.is_choice() && is_loose();
    }
}

fn mark_repeated_links(subjects: &mut [Subject<'_>], url: &str) {
    // Sorted so that of each target's links the one to keep comes first: named and not by a number, then early.
    let worth =
        |subject: &Subject<'_>| if subject.name.is_empty() { 2 } else { u8::from(subject.way_on == 1) };
    let mut targets: Vec<(u64, u8, usize)> = subjects
        .iter()
        .enumerate()
        .map(|(index, subject)| (target(&subject.element.href, url), worth(subject), index))
        .filter(|(target, ..)| !target.is_empty())
        .map(|(target, worth, index)| (Fnv::of(target), worth, index))
        .collect();
    targets.sort_unstable();
    for same in targets.chunk_by(|left, right| left.0 == right.0) {
        for (_, _, index) in &same[1..] {
            subjects[*index].standing.repeats_a_link = true;
        }
    }
}

/// Links to places of another page lead to the same page. On this page the place is what differs, and some sites
/// have all their pages behind a `#`.
fn target<'a>(href: &'a str, url: &str) -> &'a str {
    let page = |address: &'a str| address.split('#').next().unwrap_or_default();
    let is_here = url.split('#').next() == Some(page(href));
    if is_here || href.contains("#/") || href.contains("#!") { href } else { page(href) }
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
