//! What packs and plugins say about one page, put together.

use std::time::Duration;

use super::steps::Step;

const MOST_SELECTORS: usize = 32;
const MOST_NOTES: usize = 8;

/// What packs and plugins say about a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteAdvice {
    /// Selectors of the main content, best first.
    pub main: Vec<String>,
    /// Selectors of what to leave out of it.
    pub ignore: Vec<String>,
    /// The site's search input.
    pub search_input: Option<String>,
    /// The control that submits it.
    pub search_submit: Option<String>,
    /// Facts for the model.
    pub notes: Vec<Note>,
    /// Banners that the page seems to show, those of more say first.
    pub consents: Vec<Consent>,
    /// Who said where content or search box are.
    pub by: Vec<String>,
}

/// A fact for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Whose it is.
    pub by: String,
    /// The fact, in one line.
    pub text: String,
}

/// A consent banner and what refuses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Who knows of it.
    pub by: String,
    /// The frame in which it stands; the page itself when absent.
    pub frame: Option<String>,
    /// What must be there, and whether a person must see it.
    pub detect: Option<(String, bool)>,
    /// What closes it.
    pub steps: Vec<Step>,
}

/// Something that a page shows late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wait {
    /// Who knows of it.
    pub by: String,
    /// What is waited for.
    pub css: String,
    /// Whether it is to go away instead.
    pub gone: bool,
    /// Longest wait.
    pub most: Duration,
    /// Whether it is no matter when it does not come.
    pub optional: bool,
}

impl SiteAdvice {
    /// Adds selectors of the main content behind those that are there.
    pub(crate) fn add_main<'a>(&mut self, selectors: impl Iterator<Item = &'a str>) {
        add(&mut self.main, selectors);
    }

    /// Adds selectors of what to leave out.
    pub(crate) fn add_ignore<'a>(&mut self, selectors: impl Iterator<Item = &'a str>) {
        add(&mut self.ignore, selectors);
    }

    /// Takes the search box, unless there is one. True when it was taken.
    pub(crate) fn set_search(&mut self, input: &str, submit: Option<&str>) -> bool {
        if self.search_input.is_some() {
            return false;
        }
        self.search_input = Some(input.to_owned());
        self.search_submit = submit.map(str::to_owned);
        true
    }

    /// Adds a fact for the model, each once.
    pub(crate) fn add_note(&mut self, by: &str, text: &str) {
        if self.notes.len() < MOST_NOTES && !self.notes.iter().any(|note| note.text == text) {
            self.notes.push(Note { by: by.to_owned(), text: text.to_owned() });
        }
    }
}

fn add<'a>(list: &mut Vec<String>, selectors: impl Iterator<Item = &'a str>) {
    for selector in selectors {
        if list.len() < MOST_SELECTORS && !list.iter().any(|known| known == selector) {
            list.push(selector.to_owned());
        }
    }
}
