//! Pages and forms in the types of the WIT package, cut to what a plugin may see. Made once per set of calls.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::bindings::{submit_scheme, types};
use super::component::Plugin;
use super::manifest::{API_LINE, API_PATCH, Permissions};
use super::page::{ElementFlags, ElementInput, FactValue, PageInput, SearchForm};
use super::text::cut;

const NAME_BYTES: usize = 256;
const WORD_BYTES: usize = 64;
const TITLE_BYTES: usize = 512;
const URL_BYTES: usize = 2048;
const EXTRA_BYTES: usize = 512;
/// The page's own `text` has 3,000 characters of up to four bytes.
const PAGE_TEXT_BYTES: usize = 12_000;
const MAX_EXTRAS: usize = 32;
const MAX_FIELDS: usize = 64;
/// A page of more bytes is cut, so that no page can be too large for a plugin's memory.
const VIEW_BYTES: usize = 2 * 1024 * 1024;
/// Of a page with more elements than a plugin takes, so many at its end are passed on in any case: the way to the next
/// page and what was added last stand there.
const TAIL: usize = 100;
/// Entries of `extra` that say nothing about the words on the page.
const WORDLESS: &[&str] = &[
    "type",
    "autocomplete",
    "haspopup",
    "landmark",
    "overlay",
    "blocking",
    "card",
    "silent",
    "form",
    "frame",
    "icon",
    "draggable",
    "gated",
    "hidden_input",
    "place",
    "range",
    "checked",
    "pressed",
    "selected",
    "expanded",
    "current",
    "level",
    "required",
    "invalid",
    "readonly",
    "busy",
    "focused",
];

/// One page in the forms that different plugins may see, each made when first needed.
pub(super) struct PageViews<'page> {
    page: &'page PageInput,
    made: HashMap<ViewKey, Arc<types::Page>>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct ViewKey {
    text: bool,
    values: bool,
    elements: usize,
    /// Plugins with probes of their own need their own facts.
    facts_of: Option<String>,
}

impl<'page> PageViews<'page> {
    pub(super) fn new(page: &'page PageInput) -> Self {
        Self { page, made: HashMap::new() }
    }

    /// The page as `plugin` may see it. Plugins with the same permissions share one.
    pub(super) fn view_for(&mut self, plugin: &Plugin) -> Arc<types::Page> {
        let Permissions { page_text, page_values, max_elements, .. } = plugin.manifest.permissions;
        let key = ViewKey {
            text: page_text,
            values: page_values,
            elements: max_elements.min(self.page.elements.len()),
            facts_of: plugin.manifest.has_probes().then(|| plugin.manifest.probe_prefix()),
        };
        let page = self.page;
        Arc::clone(self.made.entry(key).or_insert_with_key(|key| Arc::new(view(page, key))))
    }
}

fn view(page: &PageInput, key: &ViewKey) -> types::Page {
    let mut left = VIEW_BYTES;
    let fits = |element: &types::Element| match left.checked_sub(size(element)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    };
    let shown = chosen(&page.elements, key.elements);
    let elements: Vec<types::Element> =
        shown.into_iter().map(|input| element(input, key)).take_while(fits).collect();
    let text = |text: &str, bytes| if key.text { cut(text, bytes).to_owned() } else { String::new() };
    types::Page {
        url: cut(&page.url, URL_BYTES).to_owned(),
        title: text(&page.title, TITLE_BYTES),
        lang: cut(&page.lang, WORD_BYTES).to_owned(),
        http_status: page.http_status,
        facts: key.facts_of.as_deref().map(|prefix| facts(page, prefix, key.text)).unwrap_or_default(),
        truncated: page.truncated || elements.len() < page.elements.len(),
        elements,
        extra: page
            .extra
            .iter()
            .filter(|(name, _)| key.text || name == "viewport" || name == "scroll")
            .take(MAX_EXTRAS)
            .map(|(name, value)| {
                let bytes = if name == "text" { PAGE_TEXT_BYTES } else { EXTRA_BYTES };
                (cut(name, WORD_BYTES).to_owned(), cut(value, bytes).to_owned())
            })
            .collect(),
    }
}

/// At most `most` elements, in document order. What is in front of a person, what takes an answer and what frames the
/// page goes before the long rest.
fn chosen(elements: &[ElementInput], most: usize) -> Vec<&ElementInput> {
    if elements.len() <= most {
        return elements.iter().collect();
    }
    let tail = elements.len() - TAIL.min(most / 4);
    let mut order: Vec<(u8, usize)> =
        elements.iter().enumerate().map(|(index, input)| (urgency(input, index >= tail), index)).collect();
    order.select_nth_unstable(most);
    order.truncate(most);
    order.sort_unstable_by_key(|(_, index)| *index);
    order.into_iter().map(|(_, index)| &elements[index]).collect()
}

fn urgency(input: &ElementInput, is_in_tail: bool) -> u8 {
    let hint =
        |wanted: &str| input.extra.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    if input.flags.in_dialog || input.flags.in_viewport || hint("overlay").is_some() {
        return 0;
    }
    let takes_answer = input.flags.editable || input.tag == "select" || input.role == "combobox";
    let frames_the_page = || matches!(hint("landmark"), Some("banner" | "search")) || hint("frame").is_some();
    u8::from(!(takes_answer || is_in_tail || frames_the_page())) + 1
}

fn element(input: &ElementInput, key: &ViewKey) -> types::Element {
    let value = input.value.as_deref().filter(|_| key.values);
    types::Element {
        id: input.id,
        parent: input.parent,
        tag: cut(&input.tag, WORD_BYTES).to_owned(),
        role: cut(&input.role, WORD_BYTES).to_owned(),
        name: if key.text { cut(&input.name, NAME_BYTES).to_owned() } else { String::new() },
        value: cut(value.unwrap_or(""), NAME_BYTES).to_owned(),
        href: cut(input.href.as_deref().unwrap_or(""), URL_BYTES).to_owned(),
        state: flags(input.flags),
        bounds: input.bounds.map(|bounds| types::Rect { x: bounds.x, y: bounds.y, w: bounds.w, h: bounds.h }),
        extra: input
            .extra
            .iter()
            .filter(|(name, _)| key.text || WORDLESS.contains(&name.as_str()))
            .take(MAX_EXTRAS)
            .map(|(name, value)| (cut(name, WORD_BYTES).to_owned(), cut(value, EXTRA_BYTES).to_owned()))
            .collect(),
    }
}

/// About the bytes that an element takes in a guest.
fn size(element: &types::Element) -> usize {
    let texts = [&element.tag, &element.role, &element.name, &element.value, &element.href];
    let extra = element.extra.iter().map(|(name, value)| 16 + name.len() + value.len());
    84 + texts.iter().map(|text| text.len()).sum::<usize>() + extra.sum::<usize>()
}

fn flags(input: ElementFlags) -> types::ElementFlags {
    let pairs = [
        (input.visible, types::ElementFlags::VISIBLE),
        (input.interactive, types::ElementFlags::INTERACTIVE),
        (input.disabled, types::ElementFlags::DISABLED),
        (input.editable, types::ElementFlags::EDITABLE),
        (input.in_viewport, types::ElementFlags::IN_VIEWPORT),
        (input.in_main, types::ElementFlags::IN_MAIN),
        (input.in_dialog, types::ElementFlags::IN_DIALOG),
        (input.occluded, types::ElementFlags::OCCLUDED),
    ];
    let none = types::ElementFlags::empty();
    pairs.into_iter().filter(|(set, _)| *set).fold(none, |flags, (_, flag)| flags | flag)
}

fn facts(page: &PageInput, prefix: &str, with_text: bool) -> Vec<types::Fact> {
    let own = page.facts.iter().filter_map(|(id, value)| Some((id.strip_prefix(prefix)?, value)));
    own.map(|(probe, value)| types::Fact {
        probe: probe.to_owned(),
        value: match value {
            FactValue::Absent => types::FactValue::Absent,
            FactValue::Count(count) => types::FactValue::Count(*count),
            FactValue::Text(text) if with_text => types::FactValue::Text(cut(text, EXTRA_BYTES).to_owned()),
            FactValue::Text(_) => types::FactValue::Text(String::new()),
            FactValue::Elements(all) => types::FactValue::Count(u32::try_from(all.len()).unwrap_or(u32::MAX)),
        },
    })
    .collect()
}

/// The form as `plugin` may see it.
///
/// `tried` are the URLs it gave before for this query.
pub(super) fn form(form: &SearchForm, tried: &[String], plugin: &Plugin) -> submit_scheme::Form {
    let may_see = plugin.manifest.permissions.page_values;
    // What the browser itself would put into the URL of this form, apart from what was typed.
    let in_url = |kind: &str| {
        form.method.eq_ignore_ascii_case("get") && (kind == "hidden" || kind.starts_with("select"))
    };
    let fields = form.fields.iter().take(MAX_FIELDS).map(|field| submit_scheme::Field {
        name: cut(&field.name, NAME_BYTES).to_owned(),
        kind: cut(&field.kind, WORD_BYTES).to_owned(),
        value: if may_see || in_url(&field.kind) {
            cut(&field.value, NAME_BYTES).to_owned()
        } else {
            String::new()
        },
    });
    let extra = form.extra.iter().filter(|(name, _)| name != "tried").take(MAX_EXTRAS);
    let extra =
        extra.map(|(name, value)| (cut(name, WORD_BYTES).to_owned(), cut(value, EXTRA_BYTES).to_owned()));
    submit_scheme::Form {
        page_url: cut(&form.page_url, URL_BYTES).to_owned(),
        action: cut(&form.action, URL_BYTES).to_owned(),
        method: cut(&form.method, WORD_BYTES).to_owned(),
        fields: fields.collect(),
        extra: extra.chain(tried.iter().map(|url| ("tried".to_owned(), url.clone()))).collect(),
    }
}

/// The circumstances of one call.
pub(super) fn context(plugin: &Plugin, session: &str, now: Duration) -> types::Context {
    types::Context {
        api: format!("{}.{}.{API_PATCH}", API_LINE.0, API_LINE.1),
        session: session.to_owned(),
        now_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
        settings: plugin.settings.clone(),
        extra: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: bool, values: bool) -> ViewKey {
        ViewKey { text, values, elements: 1, facts_of: Some("me/".to_owned()) }
    }

    fn page() -> PageInput {
        let element = ElementInput {
            id: 7,
            name: "x".repeat(1000),
            value: Some("secret".to_owned()),
            flags: ElementFlags { visible: true, occluded: true, ..ElementFlags::default() },
            extra: vec![("type".to_owned(), "text".to_owned()), ("context".to_owned(), "words".to_owned())],
            ..ElementInput::default()
        };
        PageInput {
            title: "Title".to_owned(),
            elements: vec![element.clone(), ElementInput { id: 8, ..element }],
            facts: vec![
                ("me/grid".to_owned(), FactValue::Count(3)),
                ("other/grid".to_owned(), FactValue::Count(4)),
            ],
            extra: vec![("text".to_owned(), "words".to_owned()), ("viewport".to_owned(), "1x1".to_owned())],
            ..PageInput::default()
        }
    }

    #[test]
    fn a_plugin_sees_its_own_facts_a_cut_list_and_no_values() {
        let view = view(&page(), &key(true, false));
        assert_eq!((view.elements.len(), view.truncated), (1, true));
        assert_eq!((view.elements[0].name.len(), view.elements[0].value.as_str()), (NAME_BYTES, ""));
        assert_eq!(view.elements[0].state, types::ElementFlags::VISIBLE | types::ElementFlags::OCCLUDED);
        assert_eq!(view.facts.iter().map(|fact| fact.probe.as_str()).collect::<Vec<_>>(), ["grid"]);
    }

    #[test]
    fn of_a_long_page_the_urgent_elements_are_passed_on_in_document_order() {
        let mut elements: Vec<ElementInput> =
            (0..5000).map(|id| ElementInput { id, ..ElementInput::default() }).collect();
        elements[4000].flags.editable = true;
        elements[4100].flags.in_viewport = true;
        elements[4200].extra = vec![("overlay".to_owned(), "1".to_owned())];
        let ids: Vec<u32> = chosen(&elements, 1000).iter().map(|input| input.id).collect();
        assert_eq!(ids.len(), 1000);
        assert!(ids.is_sorted());
        assert_eq!(ids[896..=900], [896, 4000, 4100, 4200, 4900]);
        assert_eq!(ids.last(), Some(&4999));
        assert_eq!(chosen(&elements, 5000).len(), 5000);
    }

    #[test]
    fn a_page_of_enormous_texts_is_cut() {
        let element = ElementInput { href: Some("x".repeat(4000)), ..ElementInput::default() };
        let huge = PageInput { elements: vec![element; 5000], ..PageInput::default() };
        let view = view(&huge, &ViewKey { elements: 5000, ..key(true, false) });
        assert!(view.truncated && (500..1500).contains(&view.elements.len()), "{}", view.elements.len());
    }

    #[test]
    fn without_permission_no_words_of_the_page_are_shown() {
        let view = view(&page(), &key(false, true));
        assert_eq!((view.title.as_str(), view.elements[0].name.as_str()), ("", ""));
        assert_eq!(view.elements[0].value, "secret");
        assert_eq!(view.elements[0].extra, [("type".to_owned(), "text".to_owned())]);
        assert_eq!(view.extra, [("viewport".to_owned(), "1x1".to_owned())]);
    }
}
