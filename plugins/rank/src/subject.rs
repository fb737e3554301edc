//! An element as the rules see it, its hints taken apart.

use sekme_plugin_sdk::text::{count, identifier_words, words};
use sekme_plugin_sdk::{Element, ElementFlags};

use crate::vocabulary::SEARCH;

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
    /// Number of words in the name.
    pub(crate) length: usize,
    /// A search box of the whole site.
    pub(crate) site_search: bool,
    /// Opens or submits a search.
    pub(crate) search_control: bool,
    pub(crate) standing: Standing,
    /// Share of the query's words that the element's texts contain, in percent.
    pub(crate) query_match: usize,
}

/// How an element compares with the others of its page.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Standing {
    /// Part of one card among others, or one of many elements with the same name.
    pub(crate) one_of_many: bool,
    /// One of the many options of a filter, such as the brands of a shop.
    pub(crate) filter_option: bool,
    /// Another element leads to the same place and has a name, or comes first.
    pub(crate) repeats_a_link: bool,
}

impl<'a> Subject<'a> {
    /// Takes an element apart. What the rest of the page decides is filled in later.
    pub(crate) fn new(element: &'a Element) -> Self {
        let name = words(&element.name);
        let mut subject = Self {
            element,
            length: count(&name),
            name,
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
            site_search: false,
            search_control: false,
            standing: Standing::default(),
            query_match: 0,
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
        subject.site_search = subject.is_site_search();
        subject.search_control = subject.is_search_control();
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

    /// In a layer that is in the way of the page.
    pub(crate) fn is_in_front(&self) -> bool {
        self.overlay && self.blocking && !self.is_in_header()
    }

    /// What may be the search box of a whole site, but not that of a list of filters.
    fn is_site_search(&self) -> bool {
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

    /// With or without a text of its own. A link with a text is one only if it says nothing else.
    fn is_search_control(&self) -> bool {
        if self.is_text_field() || self.is_choice() || self.card || self.is_in_footer() {
            return false;
        }
        let nameless = self.name.is_empty() || self.icon;
        if self.is_link() && !nameless {
            return SEARCH.at_start_of(&self.name).is_some_and(|phrase| phrase.len() == self.name.len());
        }
        (self.length <= 6 && SEARCH.find_in(&self.name).is_some())
            || (nameless || self.is_button()) && self.hints_at_search()
            || nameless && self.is_button() && self.landmark == "search"
    }

    /// Whether test id, DOM id or class speak of searching; parts of words count, but research is not search.
    fn hints_at_search(&self) -> bool {
        let speaks = |word: &str| (word.contains("search") && !word.contains("research")) || word == "srch";
        self.hints.split(' ').any(speaks) || self.hints.contains("suggestion placeholder")
    }
}
