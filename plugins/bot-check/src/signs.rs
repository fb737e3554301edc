//! What on a page speaks for a bot check, and how much.

use sekme_plugin_sdk::text::{count, fold, words};
use sekme_plugin_sdk::{ElementFlags, FactValue, Page};

use crate::vocabulary::{MARKERS, TEXTS, TITLES, VAGUE_TITLES};

/// A page with more controls than this has something on it.
const FEW_CONTROLS: usize = 15;
/// A page with more text than this, in characters, has something on it.
const SHORT_TEXT: usize = 1_500;
/// Hardly any text: nothing but the message itself.
const BARE_TEXT: usize = 320;
/// Hardly any controls: the links of a foot line.
const BARE_CONTROLS: usize = 5;

/// What a check wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Looks at the browser and goes away by itself.
    Interstitial,
    /// Wants a person to do something.
    Captcha,
    AccessDenied,
    RateLimit,
}

/// How much a sign says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Nothing by itself.
    Supporting,
    /// A check, or a page that happens to look like one.
    Notable,
    /// A check, unless the page is about checks.
    Strong,
}

impl Weight {
    /// Points from which a page is suspected.
    pub(crate) const SUSPECTED: u32 = 2;
    /// Points from which it is confirmed.
    pub(crate) const CONFIRMED: u32 = 4;
    /// Points from which nothing is left to doubt.
    pub(crate) const CERTAIN: u32 = 7;

    pub(crate) fn points(self) -> u32 {
        match self {
            Self::Supporting => 1,
            Self::Notable => 2,
            Self::Strong => 3,
        }
    }
}

/// One thing that was seen. Without a kind it only supports others.
#[derive(Debug)]
pub(crate) struct Sign {
    pub(crate) kind: Option<Kind>,
    pub(crate) weight: Weight,
    pub(crate) evidence: String,
}

/// Phrases that mean one kind of check; a title or text contains them after `words`.
#[derive(Debug)]
pub(crate) struct Phrases {
    pub(crate) kind: Kind,
    pub(crate) languages: &'static [&'static [&'static str]],
}

impl Phrases {
    fn find_in(&self, words: &str) -> Option<&'static str> {
        self.languages.iter().copied().flatten().find(|phrase| contains(words, phrase)).copied()
    }
}

/// Whether the words contain the phrase, not as part of longer words where words are written apart.
pub(crate) fn contains(words: &str, phrase: &str) -> bool {
    let glued = phrase.chars().any(is_unspaced);
    words.match_indices(phrase).any(|(start, _)| {
        let before = words[..start].chars().next_back();
        let after = words[start + phrase.len()..].chars().next();
        glued || (before.is_none_or(|c| c == ' ') && after.is_none_or(|c| c == ' '))
    })
}

/// Chinese, Japanese and Korean: words are not apart, or carry endings.
fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether so little is on the page that it can be a check.
pub(crate) fn is_sparse(page: &Page) -> bool {
    !page.truncated && controls(page) <= FEW_CONTROLS && page.text().chars().count() <= SHORT_TEXT
}

fn is_bare(page: &Page) -> bool {
    controls(page) <= BARE_CONTROLS && page.text().chars().count() <= BARE_TEXT
}

fn controls(page: &Page) -> usize {
    page.elements.iter().filter(|element| element.has(ElementFlags::VISIBLE)).count()
}

/// Everything that speaks for a check, the signs that name its kind best first.
pub(crate) fn find(page: &Page) -> Vec<Sign> {
    let mut signs: Vec<Sign> =
        [title(page), text(page), marker(page), probe(page), address(page), status(page)]
            .into_iter()
            .flatten()
            .collect();
    if is_bare(page) && signs.iter().any(|sign| sign.weight != Weight::Supporting) {
        signs.push(Sign {
            kind: None,
            weight: Weight::Supporting,
            evidence: format!(
                "hardly anything on the page (controls: {}, characters: {})",
                controls(page),
                page.text().chars().count()
            ),
        });
    }
    signs
}

fn title(page: &Page) -> Option<Sign> {
    let title = words(&page.title);
    let sign = |kind, weight, phrase: &str| Sign {
        kind: Some(kind),
        weight,
        evidence: format!("title says \"{phrase}\""),
    };
    TITLES
        .iter()
        .find_map(|phrases| {
            let phrase = phrases.find_in(&title)?;
            // A site's name may stand beside it; a sentence is a headline.
            let spare = count(&title).saturating_sub(count(phrase));
            Some(sign(phrases.kind, if spare <= 3 { Weight::Strong } else { Weight::Notable }, phrase))
        })
        .or_else(|| {
            let phrase = VAGUE_TITLES.find_in(&title).filter(|phrase| title.starts_with(phrase))?;
            // Alone in the title it is the message of a check; with more beside it, perhaps a headline.
            let alone = title.len() == phrase.len();
            let weight = if alone { Weight::Strong } else { Weight::Supporting };
            Some(sign(VAGUE_TITLES.kind, weight, phrase))
        })
}

fn text(page: &Page) -> Option<Sign> {
    let mut seen = words(page.text());
    for element in &page.elements {
        seen.push(' ');
        seen.push_str(&words(&element.name));
    }
    TEXTS.iter().find_map(|phrases| {
        let phrase = phrases.find_in(&seen)?;
        Some(Sign {
            kind: Some(phrases.kind),
            weight: Weight::Strong,
            evidence: format!("text says \"{phrase}\""),
        })
    })
}

/// A login or a letter to the owner often has a captcha of its own beside its boxes.
fn widget_weight(page: &Page) -> Weight {
    let boxes = page.elements.iter().filter(|element| {
        element.has(ElementFlags::EDITABLE) || matches!(element.role.as_str(), "textbox" | "searchbox")
    });
    if boxes.count() > 1 { Weight::Supporting } else { Weight::Notable }
}

/// Names that the common checks give their frames, forms and widgets.
fn marker(page: &Page) -> Option<Sign> {
    page.elements.iter().find_map(|element| {
        let hints = ["class", "id", "testid"].iter().filter_map(|key| element.extra(key));
        let mut places = hints.chain([element.href.as_str()]).map(fold);
        let (kind, marker) =
            places.find_map(|place| MARKERS.iter().find(|(_, marker)| place.contains(marker)).copied())?;
        Some(Sign {
            kind: Some(kind),
            weight: widget_weight(page),
            evidence: format!("the page has an element of a check ({marker})"),
        })
    })
}

/// Frames and forms that are no elements of the snapshot; the manifest declares these probes.
fn probe(page: &Page) -> Option<Sign> {
    page.facts.iter().find_map(|fact| {
        let found = matches!(fact.value, FactValue::Count(count) if count > 0);
        let kind = match fact.probe.as_str() {
            "challenge" => Kind::Interstitial,
            "captcha" => Kind::Captcha,
            _ => return None,
        };
        found.then(|| Sign {
            kind: Some(kind),
            weight: widget_weight(page),
            evidence: format!("the page has a {} frame or form", fact.probe),
        })
    })
}

fn address(page: &Page) -> Option<Sign> {
    let path = page.url.split(['?', '#']).next().unwrap_or_default();
    let (kind, marker) = MARKERS.iter().find(|(_, marker)| path.contains(marker)).copied()?;
    Some(Sign {
        kind: Some(kind),
        weight: Weight::Notable,
        evidence: format!("the address contains \"{marker}\""),
    })
}

/// A status that checks are sent with. Refusals have other reasons more often, so it needs company.
fn status(page: &Page) -> Option<Sign> {
    let (kind, weight) = match page.http_status {
        429 => (Some(Kind::RateLimit), Weight::Strong),
        403 => (Some(Kind::AccessDenied), Weight::Supporting),
        503 => (None, Weight::Supporting),
        _ => return None,
    };
    Some(Sign { kind, weight, evidence: format!("answered with status {}", page.http_status) })
}
