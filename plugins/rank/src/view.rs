//! What the rules know: an element with its hints taken apart, and the facts of the page as a whole.

use sekme_plugin_sdk::text::{self, identifier_words, words};
use sekme_plugin_sdk::{Element, ElementFlags, Page, Request};

use crate::vocabulary::SEARCH;

/// A name that this many elements share says nothing about one of them.
const CROWD: usize = 4;

/// No more controls in cards than this are one card or two: a product's page, not a list of products.
const FEW_IN_CARDS: usize = 8;

/// More check boxes than this outside a form with text fields are filter options, not a form.
const MANY_CHOICES: usize = 12;

/// An element as the rules see it. Missing hints are empty.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a hint of the contract, independent of the others"
)]
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) element: &'a Element,
    /// Accessible name in folded words, as the placeholder is.
    pub(crate) name: String,
    pub(crate) placeholder: String,
    /// Words of test id, DOM id and classes.
    pub(crate) hints: String,
    pub(crate) kind: &'a str,
    pub(crate) landmark: &'a str,
    pub(crate) context: &'a str,
    pub(crate) form: &'a str,
    pub(crate) popup: bool,
    pub(crate) overlay: bool,
    pub(crate) blocking: bool,
    pub(crate) card: bool,
    pub(crate) silent: bool,
    pub(crate) icon: bool,
}

impl<'a> Subject<'a> {
    fn new(element: &'a Element) -> Self {
        let mut subject = Self {
            element,
            name: words(&element.name),
            placeholder: String::new(),
            hints: String::new(),
            kind: "",
            landmark: "",
            context: "",
            form: "",
            popup: false,
            overlay: false,
            blocking: false,
            card: false,
            silent: false,
            icon: false,
        };
        for (key, value) in &element.extra {
            match key.as_str() {
                "placeholder" => subject.placeholder = words(value),
                "testid" | "id" | "class" => {
                    if !subject.hints.is_empty() {
                        subject.hints.push(' ');
                    }
                    subject.hints.push_str(&identifier_words(value));
                }
                "type" => subject.kind = value,
                "landmark" => subject.landmark = value,
                "context" => subject.context = value,
                "form" => subject.form = value,
                "haspopup" => subject.popup = value != "false",
                "overlay" => subject.overlay = value == "1",
                "blocking" => subject.blocking = value == "1",
                "card" => subject.card = value == "1",
                "silent" => subject.silent = value == "1",
                "icon" => subject.icon = value == "1",
                _ => {}
            }
        }
        subject
    }

    pub(crate) fn role_is(&self, roles: &[&str]) -> bool {
        roles.contains(&self.element.role.as_str())
    }

    pub(crate) fn has(&self, flags: ElementFlags) -> bool {
        self.element.has(flags)
    }

    pub(crate) fn is_button(&self) -> bool {
        self.element.role == "button"
            || self.element.tag == "button"
            || self.element.tag == "input" && matches!(self.kind, "submit" | "button" | "image" | "reset")
    }

    pub(crate) fn is_link(&self) -> bool {
        !self.is_button() && (self.element.role == "link" || self.element.tag == "a")
    }

    /// A check box, radio button or switch.
    pub(crate) fn is_choice(&self) -> bool {
        self.role_is(&["checkbox", "radio", "switch"]) || matches!(self.kind, "checkbox" | "radio")
    }

    /// Takes typed text, or would if it were not covered or read-only.
    pub(crate) fn is_text_field(&self) -> bool {
        !self.is_button()
            && !self.is_choice()
            && self.element.tag != "select"
            && !matches!(self.kind, "hidden" | "file" | "range" | "color")
            && (self.has(ElementFlags::EDITABLE)
                || self.role_is(&["textbox", "searchbox", "spinbutton"])
                || matches!(self.element.tag.as_str(), "input" | "textarea"))
    }

    /// In the bar at the top of the page, which often floats without being in the way.
    pub(crate) fn is_in_header(&self) -> bool {
        matches!(self.landmark, "banner" | "navigation")
    }

    pub(crate) fn is_in_footer(&self) -> bool {
        self.landmark == "contentinfo"
    }

    /// Where the search box of a whole site may be, but not that of a list of filters.
    pub(crate) fn is_site_search(&self) -> bool {
        if !self.is_text_field()
            || self.card
            || self.landmark == "complementary"
            || self.hints.contains("facet")
        {
            return false;
        }
        if !matches!(self.kind, "" | "search" | "text") {
            return false;
        }
        self.kind == "search"
            || self.element.role == "searchbox"
            || self.landmark == "search"
            || self.hints_at_search()
            || SEARCH.find_in(&self.placeholder).is_some()
            || SEARCH.find_in(&self.name).is_some()
    }

    /// Whether test id, DOM id or class speak of searching; parts of words count, but research is not search.
    pub(crate) fn hints_at_search(&self) -> bool {
        let speaks = |word: &str| (word.contains("search") && !word.contains("research")) || word == "srch";
        self.hints.split(' ').any(speaks) || self.hints.contains("suggestion placeholder")
    }
}

/// A page as the rules see it.
#[derive(Debug)]
pub(crate) struct View<'a> {
    pub(crate) subjects: Vec<Subject<'a>>,
    /// Words the caller looks for.
    pub(crate) query: Vec<String>,
    /// The caller looks for one element, rather than at the page.
    pub(crate) finding: bool,
    /// A modal dialog is open and has elements.
    pub(crate) dialog: bool,
    /// Someone can type into a search box right away.
    pub(crate) has_search_box: bool,
    /// How many controls the layers in front of the page have.
    pub(crate) blocking: usize,
    in_cards: usize,
    loose_choices: usize,
    /// Forms with a text field, sorted.
    text_forms: Vec<&'a str>,
    /// Folded name and area of every element that has a name, sorted.
    names: Vec<(String, u64)>,
    /// Target, whether it has no name, and place in the page of every link, sorted.
    targets: Vec<(&'a str, bool, u32)>,
}

impl<'a> View<'a> {
    pub(crate) fn new(page: &'a Page, request: &Request) -> Self {
        let subjects: Vec<Subject<'a>> = page.elements.iter().map(Subject::new).collect();
        let mut names = Vec::with_capacity(subjects.len());
        let mut targets = Vec::with_capacity(subjects.len());
        let mut text_forms = Vec::new();
        for subject in &subjects {
            if !subject.name.is_empty() {
                names.push((subject.name.clone(), subject.element.area()));
            }
            if !subject.element.href.is_empty() {
                targets.push(target(subject));
            }
            if !subject.form.is_empty() && subject.is_text_field() && !subject.is_site_search() {
                text_forms.push(subject.form);
            }
        }
        names.sort_unstable();
        targets.sort_unstable();
        text_forms.sort_unstable();

        let in_front =
            |subject: &&Subject<'_>| subject.overlay && subject.blocking && !subject.is_in_header();
        let usable = |subject: &Subject<'_>| {
            subject.has(ElementFlags::VISIBLE)
                && !subject.has(ElementFlags::DISABLED)
                && subject.is_site_search()
        };
        let loose =
            |subject: &&Subject<'_>| subject.is_choice() && text_forms.binary_search(&subject.form).is_err();
        Self {
            query: words(&request.query)
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            finding: request.intent == "find",
            dialog: page.modal().is_some()
                && subjects.iter().any(|subject| subject.has(ElementFlags::IN_DIALOG)),
            has_search_box: subjects.iter().any(usable),
            blocking: subjects.iter().filter(in_front).count(),
            in_cards: subjects.iter().filter(|subject| subject.card).count(),
            loose_choices: subjects.iter().filter(loose).count(),
            text_forms,
            names,
            targets,
            subjects,
        }
    }

    /// Part of one card among others, or one of many elements with the same name.
    pub(crate) fn is_one_of_many(&self, subject: &Subject<'_>) -> bool {
        (subject.card || self.namesakes(subject).len() >= CROWD) && !self.stands_out(subject)
    }

    /// One of the many options of a filter, such as the brands of a shop.
    pub(crate) fn is_filter_option(&self, subject: &Subject<'_>) -> bool {
        subject.is_choice()
            && self.loose_choices > MANY_CHOICES
            && self.text_forms.binary_search(&subject.form).is_err()
    }

    /// Another element leads to the same place and has a name, or comes first.
    pub(crate) fn repeats_a_link(&self, subject: &Subject<'_>) -> bool {
        let own = target(subject);
        let first = self.targets.partition_point(|(address, ..)| *address < own.0);
        !own.0.is_empty() && self.targets.get(first).is_some_and(|other| *other < own && other.0 == own.0)
    }

    /// Share of the query's words that the element's texts contain, in percent.
    pub(crate) fn query_match(&self, subject: &Subject<'_>) -> usize {
        if self.query.is_empty() {
            return 0;
        }
        let context = if subject.context.is_empty() { String::new() } else { text::fold(subject.context) };
        let texts = [&subject.name, &subject.placeholder, &context];
        let found =
            self.query.iter().filter(|word| texts.iter().any(|text| text.contains(word.as_str()))).count();
        found * 100 / self.query.len()
    }

    fn namesakes(&self, subject: &Subject<'_>) -> &[(String, u64)] {
        if subject.name.is_empty() {
            return &[];
        }
        let from = self.names.partition_point(|(name, _)| *name < subject.name);
        let count = self.names[from..].partition_point(|(name, _)| *name == subject.name);
        &self.names[from..from + count]
    }

    /// The page's own buy button among those of the products it recommends: larger by half than every other
    /// element of its name, or in the only card there is.
    fn stands_out(&self, subject: &Subject<'_>) -> bool {
        match self.namesakes(subject) {
            [] | [_] | [_, _] => subject.is_button() && self.in_cards <= FEW_IN_CARDS,
            [.., (_, second), (_, largest)] => {
                *largest * 2 >= *second * 3 && subject.element.area() == *largest
            }
        }
    }
}

fn target<'a>(subject: &Subject<'a>) -> (&'a str, bool, u32) {
    let address = subject.element.href.split('#').next().unwrap_or_default();
    (address, subject.name.is_empty(), subject.element.id)
}
