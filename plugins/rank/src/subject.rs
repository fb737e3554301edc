//! An element as the rules see it, its hints taken apart.

use std::hash::Hasher;

use sekme_plugin_sdk::text::{count, words};
use sekme_plugin_sdk::{Element, ElementFlags};

use crate::marks::{Fnv, Known, Marks};
use crate::vocabulary::{NEXT, SEARCH};

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
    /// What test id, DOM id, classes and the icon's name speak of.
    pub(crate) marks: Marks,
    class: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) landmark: &'a str,
    pub(crate) context: &'a str,
    pub(crate) form: &'a str,
    /// Number of its frame; empty in the main frame.
    pub(crate) frame: &'a str,
    /// What lies over it.
    pub(crate) cover: &'a str,
    pub(crate) popup: bool,
    pub(crate) overlay: bool,
    pub(crate) blocking: bool,
    pub(crate) card: bool,
    pub(crate) silent: bool,
    pub(crate) icon: bool,
    is_button: bool,
    is_link: bool,
    is_choice: bool,
    is_text_field: bool,
    is_field: bool,
    /// Number of words in the name.
    pub(crate) length: usize,
    /// A search box of the whole site.
    pub(crate) site_search: bool,
    /// Opens or submits a search.
    pub(crate) search_control: bool,
    /// 2 where it leads to the next part of a list, 1 where it leads to another one, 0 where it does neither.
    pub(crate) way_on: u8,
    pub(crate) standing: Standing,
    /// Share of the query's words that the element's texts contain, in percent.
    pub(crate) query_match: usize,
}

/// How an element compares with the others of its page.
#[expect(clippy::struct_excessive_bools, reason = "each is an observation of its own")]
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Standing {
    /// Part of one card among others, or one of many elements with the same name.
    pub(crate) one_of_many: bool,
    /// One of many elements with the same name, such as "Reply".
    pub(crate) crowded_name: bool,
    /// One of many elements that are made alike, such as headlines.
    pub(crate) listed: bool,
    /// Its number among elements of its kind, from 0; 0 where it is not one of many.
    pub(crate) number: usize,
    /// One of the many options of a filter, such as the brands of a shop.
    pub(crate) filter_option: bool,
    /// Another element leads to the same place and has a name, or comes first.
    pub(crate) repeats_a_link: bool,
}

impl Standing {
    /// Points that later ones of a kind lose, so that kinds take turns.
    pub(crate) fn late(&self) -> i32 {
        i32::try_from(self.number.min(30)).unwrap_or(30) * 2
    }
}

impl<'a> Subject<'a> {
    /// Takes an element apart. What the rest of the page decides is filled in later.
    pub(crate) fn new(element: &'a Element, known: &mut Known<'a>) -> Self {
        let name = words(&element.name);
        let mut subject = Self {
            element,
            length: count(&name),
            name,
            placeholder: String::new(),
            marks: Marks::default(),
            class: "",
            kind: "",
            landmark: "",
            context: "",
            form: "",
            frame: "",
            cover: "",
            popup: false,
            overlay: false,
            blocking: false,
            card: false,
            silent: false,
            icon: false,
            is_button: false,
            is_link: false,
            is_choice: false,
            is_text_field: false,
            is_field: false,
            site_search: false,
            search_control: false,
            way_on: 0,
            standing: Standing::default(),
            query_match: 0,
        };
        for (key, value) in &element.extra {
            match key.as_str() {
                "placeholder" => subject.placeholder = words(value),
                "testid" | "id" | "looks" => subject.marks.add(known.marks(value)),
                "class" => {
                    subject.class = value;
                    subject.marks.add(known.marks(value));
                }
                "type" => subject.kind = value,
                "landmark" => subject.landmark = value,
                "context" => subject.context = value,
                "form" => subject.form = value,
                "frame" => subject.frame = value,
                "covered-by" => subject.cover = value,
                "haspopup" => subject.popup = value != "false",
                "overlay" => subject.overlay = value == "1",
                "blocking" => subject.blocking = value == "1",
                "card" => subject.card = value == "1",
                "silent" => subject.silent = value == "1",
                "icon" => subject.icon = value == "1",
                _ => {}
            }
        }
        subject.find_what_it_is();
        subject.site_search = subject.is_site_search();
        subject.search_control = subject.is_search_control();
        subject.way_on = subject.leads_on();
        subject
    }

    /// Whether it is a button, a link or a field is asked many times.
    fn find_what_it_is(&mut self) {
        let (tag, kind) = (self.element.tag.as_str(), self.kind);
        self.is_button = self.element.role == "button"
            || tag == "button"
            || tag == "input" && matches!(kind, "submit" | "button" | "image" | "reset");
        self.is_link = !self.is_button && (self.element.role == "link" || tag == "a");
        self.is_choice =
            self.role_is(&["checkbox", "radio", "switch"]) || matches!(kind, "checkbox" | "radio");
        self.is_text_field = !self.is_button
            && !self.is_choice
            && tag != "select"
            && !matches!(kind, "hidden" | "file" | "range" | "color")
            && (self.has(ElementFlags::EDITABLE)
                || self.role_is(&["textbox", "searchbox", "spinbutton"])
                || matches!(tag, "input" | "textarea"));
        self.is_field = self.is_text_field
            || self.is_choice
            || tag == "select"
            || matches!(kind, "file" | "range" | "color")
            || self.role_is(&["slider", "listbox"])
            || self.popup && !self.form.is_empty() && !self.is_in_header();
    }

    /// A number that elements share which are made alike: same role, place and marks, and buttons also the first word.
    pub(crate) fn kind_of_element(&self) -> u64 {
        let is_named_alike = !self.is_link && !self.is_choice && !self.silent;
        let first_word = if is_named_alike { self.name.split(' ').next().unwrap_or_default() } else { "" };
        let flags =
            [self.card, self.context.is_empty(), self.name.is_empty(), self.has(ElementFlags::IN_MAIN)];
        let mut hash = Fnv::default();
        for part in [&self.element.role, &self.element.tag, self.landmark, self.class, first_word, self.kind]
        {
            hash.write(part.as_bytes());
            hash.write_u8(0xff);
        }
        for flag in flags {
            hash.write_u8(u8::from(flag));
        }
        hash.finish()
    }

    pub(crate) fn role_is(&self, roles: &[&str]) -> bool {
        roles.contains(&self.element.role.as_str())
    }

    pub(crate) fn has(&self, flags: ElementFlags) -> bool {
        self.element.has(flags)
    }

    pub(crate) fn is_button(&self) -> bool {
        self.is_button
    }

    /// A link that is made to look like a button too.
    pub(crate) fn looks_like_a_button(&self) -> bool {
        self.is_button || self.marks.has(Marks::BUTTON)
    }

    pub(crate) fn is_link(&self) -> bool {
        self.is_link
    }

    /// A check box, radio button or switch.
    pub(crate) fn is_choice(&self) -> bool {
        self.is_choice
    }

    /// Takes typed text, or would if it were not covered or read-only.
    pub(crate) fn is_text_field(&self) -> bool {
        self.is_text_field
    }

    /// Takes an answer of any kind. What opens choices in a form belongs to it too.
    pub(crate) fn is_field(&self) -> bool {
        self.is_field
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
            || self.marks.has(Marks::FACET)
        {
            return false;
        }
        if !matches!(self.kind, "" | "search" | "text") {
            return false;
        }
        self.kind == "search"
            || self.element.role == "searchbox"
            || self.landmark == "search"
            || self.marks.has(Marks::SEARCH)
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
            || (nameless || self.is_button()) && self.marks.has(Marks::SEARCH)
            || nameless && self.is_button() && self.landmark == "search"
    }

    /// By its words, its marks, or its number and address.
    fn leads_on(&self) -> u8 {
        if self.is_field() {
            return 0;
        }
        if let Some(phrase) = NEXT.at_start_of(&self.name) {
            let spare = self.length - count(phrase);
            let is_set_off = || self.element.name.contains([':', '›', '»', '→', '>']);
            if spare == 0 || spare == 1 && !self.is_link() || spare <= 5 && is_set_off() {
                return 2;
            }
        }
        if self.length <= 3 && self.marks.has(Marks::PAGER) {
            return 2;
        }
        let is_number =
            (1..=3).contains(&self.name.len()) && self.name.bytes().all(|byte| byte.is_ascii_digit());
        u8::from(is_number && self.is_link() && counts_pages(&self.element.href, &self.name))
    }
}

/// Whether a parameter of the address is the number or a multiple of ten of it: `?page=3`, `?start=30`.
fn counts_pages(href: &str, number: &str) -> bool {
    let parameters = href.split_once('?').map_or("", |(_, parameters)| parameters);
    parameters.split(['&', '#']).any(|parameter| {
        let value = parameter.split_once('=').map_or("", |(_, value)| value);
        value.strip_prefix(number).is_some_and(|rest| rest.bytes().all(|byte| byte == b'0'))
    })
}
