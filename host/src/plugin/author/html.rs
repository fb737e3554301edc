//! Hand-written HTML as a page: what a browser would say of it without style sheets, scripts and layout.

use std::collections::{HashMap, HashSet};

use scraper::{ElementRef, Selector};
use serde_json::{Map, Value, json};
use url::Url;

use super::fixture::CaseFile;
use crate::plugin::manifest::Manifest;
use crate::snapshot::facts::ProbeRead;

const TEXT_CHARS: usize = 3000;
const NAME_BYTES: usize = 256;
/// What can be acted on, apart from elements with such a role.
const INTERACTIVE: &str = "a[href], button, input:not([type=hidden]), select, textarea, summary, [onclick], \
                           [tabindex], [contenteditable], [role]";
const ACTING_ROLES: &[&str] = &[
    "button",
    "checkbox",
    "combobox",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "treeitem",
];
const STATES: &[&str] =
    &["checked", "pressed", "selected", "expanded", "current", "level", "required", "invalid", "busy"];
/// Text in these is not shown.
const SILENT: &[&str] = &["script", "style", "template", "noscript", "head", "title"];

/// A selector that cannot be judged without a browser.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the selector {0} is malformed, or can be judged by a browser only")]
pub(super) struct BadSelector(String);

/// A parsed document.
pub(super) struct Html {
    document: scraper::Html,
}

impl Html {
    /// Never fails: HTML has no errors.
    pub(super) fn parse(text: &str) -> Self {
        Self { document: scraper::Html::parse_document(text) }
    }

    /// The page of a case.
    pub(super) fn of_case(&self, case: &CaseFile) -> Value {
        let mut given = Map::new();
        given.extend(case.title.as_ref().map(|title| ("title".to_owned(), json!(title))));
        given.extend(case.lang.as_ref().map(|lang| ("lang".to_owned(), json!(lang))));
        given.insert("http-status".to_owned(), json!(case.status.unwrap_or(200)));
        self.page(url_of(case), &given)
    }

    /// The document as the hooks would see it. `given` replaces members of it.
    pub(super) fn page(&self, url: &str, given: &Map<String, Value>) -> Value {
        let root = self.document.root_element();
        let title = self.first("title").map(|title| squeezed(&title.text().collect::<String>()));
        let mut page = json!({
            "url": url,
            "title": title.unwrap_or_default(),
            "lang": root.value().attr("lang").unwrap_or_default(),
            "http-status": 200,
            "elements": self.elements(url),
            "facts": [],
            "truncated": false,
            "extra": self.extra(),
        });
        if let Some(members) = page.as_object_mut() {
            members.extend(given.clone());
        }
        page
    }

    /// The answers to the probes of `manifest`.
    pub(super) fn facts(&self, manifest: &Manifest, case: &CaseFile) -> Value {
        let Ok(url) = Url::parse(url_of(case)) else { return json!([]) };
        let prefix = manifest.probe_prefix();
        let facts = manifest.probes(&url).into_iter().map(|probe| {
            let found = self.all(&probe.css).unwrap_or_default();
            let value = match (&probe.read, found.first()) {
                (ProbeRead::Visible, _) => {
                    json!({ "count": found.iter().filter(|found| is_shown(**found)).count() })
                }
                (ProbeRead::Elements, _) => {
                    json!({ "count": self.listed(&probe.css).unwrap_or_default().len() })
                }
                (ProbeRead::Count, _) => json!({ "count": found.len() }),
                (ProbeRead::Text, Some(first)) => json!({ "text": visible_text(*first) }),
                (ProbeRead::Attr(name), Some(first)) => match first.value().attr(name) {
                    Some(value) => json!({ "text": value }),
                    None => json!("absent"),
                },
                (ProbeRead::Text | ProbeRead::Attr(_), None) => json!("absent"),
            };
            json!({ "probe": probe.id.strip_prefix(&prefix).unwrap_or(&probe.id), "value": value })
        });
        facts.collect()
    }

    /// How many elements `css` finds.
    pub(super) fn count(&self, css: &str) -> Result<usize, BadSelector> {
        Ok(self.all(css)?.len())
    }

    /// How many of them are not hidden.
    pub(super) fn count_shown(&self, css: &str) -> Result<usize, BadSelector> {
        Ok(self.all(css)?.into_iter().filter(|found| is_shown(*found)).count())
    }

    /// Numbers of the listed elements that `css` finds, or that stand in what it finds.
    pub(super) fn listed(&self, css: &str) -> Result<Vec<u32>, BadSelector> {
        let found: HashSet<_> = self.all(css)?.into_iter().map(|found| found.id()).collect();
        let is_meant = |element: &ElementRef<'_>| {
            found.contains(&element.id()) || element.ancestors().any(|node| found.contains(&node.id()))
        };
        Ok(self.acting().filter(|(element, _)| is_meant(element)).map(|(_, id)| id).collect())
    }

    /// The document of the first frame that `css` finds, when it is written inside the page (`srcdoc`).
    pub(super) fn frame(&self, css: &str) -> Result<Option<Self>, BadSelector> {
        let frame = self.all(css)?.into_iter().next();
        Ok(frame.and_then(|frame| frame.value().attr("srcdoc")).map(Self::parse))
    }

    /// The start of the visible text.
    pub(super) fn text(&self) -> String {
        let body = self.first("body").unwrap_or_else(|| self.document.root_element());
        visible_text(body).chars().take(TEXT_CHARS).collect()
    }

    /// The title of the document.
    pub(super) fn title(&self) -> String {
        self.first("title").map(|title| squeezed(&title.text().collect::<String>())).unwrap_or_default()
    }

    fn all(&self, css: &str) -> Result<Vec<ElementRef<'_>>, BadSelector> {
        let selector = Selector::parse(css).map_err(|_| BadSelector(css.to_owned()))?;
        Ok(self.document.select(&selector).collect())
    }

    fn first(&self, css: &str) -> Option<ElementRef<'_>> {
        self.all(css).ok()?.into_iter().next()
    }

    /// The listed elements with their numbers.
    fn acting(&self) -> impl Iterator<Item = (ElementRef<'_>, u32)> {
        let found = self.all(INTERACTIVE).unwrap_or_default();
        found.into_iter().filter(|found| acts(*found)).zip(1u32..)
    }

    fn extra(&self) -> Value {
        let mut extra = vec![json!(["text", self.text()])];
        let dialog =
            self.first("dialog[open], [role=dialog][aria-modal=true]").filter(|found| is_shown(*found));
        if let Some(dialog) = dialog {
            let name = dialog.value().attr("aria-label").filter(|name| !name.is_empty()).unwrap_or("1");
            extra.push(json!(["modal", name]));
        }
        let alerts = self.all("[role=alert]").unwrap_or_default();
        let shown = alerts.into_iter().filter(|alert| is_shown(*alert));
        extra.extend(shown.map(|alert| json!(["alert", visible_text(alert)])));
        Value::Array(extra)
    }

    fn elements(&self, url: &str) -> Vec<Value> {
        let base = Url::parse(url).ok();
        let mut ids = HashMap::new();
        let mut elements = Vec::new();
        for (element, id) in self.acting() {
            ids.insert(element.id(), id);
            let parent = element.ancestors().find_map(|node| ids.get(&node.id()).copied());
            elements.push(self.element(element, id, parent, base.as_ref()));
        }
        elements
    }

    fn element(&self, element: ElementRef<'_>, id: u32, parent: Option<u32>, base: Option<&Url>) -> Value {
        let attr = |name: &str| element.value().attr(name).unwrap_or_default();
        let is_link = element.value().name() == "a";
        let href = base.filter(|_| is_link).and_then(|base| base.join(attr("href")).ok());
        let is_secret = attr("type").eq_ignore_ascii_case("password");
        json!({
            "id": id,
            "parent": parent,
            "tag": element.value().name(),
            "role": role(element),
            "name": crate::plugin::text::cut(&self.name(element), NAME_BYTES),
            "value": if is_secret { "" } else { attr("value") },
            "href": href.map(String::from).unwrap_or_default(),
            "state": state(element),
            "bounds": null,
            "extra": extra_of(element),
        })
    }

    /// What stands for the accessible name: label, then text, then what describes it.
    fn name(&self, element: ElementRef<'_>) -> String {
        let attr = |name: &str| element.value().attr(name).map(str::trim).filter(|text| !text.is_empty());
        let labelled = attr("aria-labelledby").map(|ids| {
            let texts =
                ids.split_whitespace().filter_map(|id| self.first(&format!("[id='{id}']"))).map(visible_text);
            texts.collect::<Vec<_>>().join(" ")
        });
        let is_field = matches!(element.value().name(), "input" | "select" | "textarea");
        let label = || {
            let by_id = attr("id").and_then(|id| self.first(&format!("label[for='{id}']")));
            let around = || {
                element.ancestors().filter_map(ElementRef::wrap).find(|node| node.value().name() == "label")
            };
            by_id.or_else(around).filter(|_| is_field).map(visible_text)
        };
        let button_value =
            || attr("value").filter(|_| matches!(attr("type"), Some("submit" | "button" | "reset")));
        let inside = || {
            let alt =
                element.descendants().filter_map(ElementRef::wrap).find_map(|node| node.value().attr("alt"));
            Some(visible_text(element))
                .filter(|text| !text.is_empty() && !is_field)
                .or_else(|| alt.map(str::to_owned))
        };
        labelled
            .filter(|text| !text.is_empty())
            .or_else(|| attr("aria-label").map(str::to_owned))
            .or_else(label)
            .or_else(|| button_value().map(str::to_owned))
            .or_else(inside)
            .or_else(|| attr("title").map(str::to_owned))
            .or_else(|| attr("placeholder").map(str::to_owned))
            .unwrap_or_default()
    }
}

fn url_of(case: &CaseFile) -> &str {
    case.url.as_deref().unwrap_or("https://example.com/")
}

fn acts(element: ElementRef<'_>) -> bool {
    // A role alone makes a control only where it is that of one.
    let only_by_role = element.value().attr("role").is_some_and(|role| !ACTING_ROLES.contains(&role))
        && !["onclick", "tabindex", "contenteditable", "href"]
            .iter()
            .any(|name| element.value().attr(name).is_some())
        && !matches!(element.value().name(), "button" | "input" | "select" | "textarea" | "summary");
    !only_by_role && is_shown(element)
}

fn is_shown(element: ElementRef<'_>) -> bool {
    let hides = |node: ElementRef<'_>| {
        let style: String =
            node.value().attr("style").unwrap_or_default().to_ascii_lowercase().split_whitespace().collect();
        node.value().attr("hidden").is_some()
            || style.contains("display:none")
            || style.contains("visibility:hidden")
            || (node.value().name() == "dialog" && node.value().attr("open").is_none())
    };
    !hides(element) && !element.ancestors().filter_map(ElementRef::wrap).any(hides)
}

fn role(element: ElementRef<'_>) -> &str {
    let attr = |name: &str| element.value().attr(name);
    if let Some(role) = attr("role").and_then(|roles| roles.split_whitespace().next()) {
        return role;
    }
    match (element.value().name(), attr("type").unwrap_or("text")) {
        ("a", _) => "link",
        ("button" | "summary", _) | ("input", "submit" | "button" | "reset" | "image") => "button",
        ("input", "checkbox") => "checkbox",
        ("input", "radio") => "radio",
        ("input", "range") => "slider",
        ("input", "number") => "spinbutton",
        ("input", "search") => "searchbox",
        ("input", _) if attr("list").is_some() => "combobox",
        ("select", _) if attr("multiple").is_some() => "listbox",
        ("select", _) => "combobox",
        ("input" | "textarea", _) => "textbox",
        _ => "generic",
    }
}

fn state(element: ElementRef<'_>) -> Vec<&'static str> {
    let attr = |name: &str| element.value().attr(name);
    let inside =
        |fits: &dyn Fn(ElementRef<'_>) -> bool| element.ancestors().filter_map(ElementRef::wrap).any(fits);
    let kind = attr("type").unwrap_or("text");
    let takes_text = match element.value().name() {
        "textarea" => true,
        "input" => !matches!(
            kind,
            "checkbox" | "radio" | "range" | "submit" | "button" | "reset" | "image" | "file" | "color"
        ),
        _ => attr("contenteditable").is_some_and(|value| value != "false"),
    };
    let is_main =
        |node: ElementRef<'_>| node.value().name() == "main" || node.value().attr("role") == Some("main");
    let is_dialog =
        |node: ElementRef<'_>| node.value().name() == "dialog" || node.value().attr("role") == Some("dialog");
    let states = [
        (true, "visible"),
        (true, "interactive"),
        (attr("disabled").is_some() || attr("aria-disabled") == Some("true"), "disabled"),
        (takes_text && attr("readonly").is_none(), "editable"),
        (inside(&is_main), "in-main"),
        (inside(&is_dialog), "in-dialog"),
    ];
    states.into_iter().filter(|(set, _)| *set).map(|(_, name)| name).collect()
}

fn extra_of(element: ElementRef<'_>) -> Vec<Value> {
    let attr = |name: &str| element.value().attr(name).map(str::trim).filter(|value| !value.is_empty());
    let mut extra = Vec::new();
    let mut add = |name: &str, value: Option<&str>| extra.extend(value.map(|value| json!([name, value])));
    let kind = match element.value().name() {
        "input" => Some(attr("type").unwrap_or("text")),
        "button" => Some(attr("type").unwrap_or("submit")),
        _ => None,
    };
    add("type", kind);
    for name in ["placeholder", "autocomplete", "title", "id"] {
        add(name, attr(name));
    }
    add("class", attr("class").map(|class| &class[..class.floor_char_boundary(60)]));
    add("haspopup", attr("aria-haspopup"));
    add("testid", attr("data-testid").or_else(|| attr("data-test")).or_else(|| attr("data-qa")));
    add("landmark", element.ancestors().filter_map(ElementRef::wrap).find_map(landmark));
    for state in STATES {
        add(state, attr(&format!("aria-{state}")).filter(|value| *value != "false" || *state != "required"));
    }
    for state in ["checked", "required", "readonly"] {
        add(state, element.value().attr(state).map(|_| "true"));
    }
    if element.value().name() == "select" {
        let options =
            element.descendants().filter_map(ElementRef::wrap).filter(|node| node.value().name() == "option");
        let options =
            options.map(|node| squeezed(&node.text().collect::<String>())).collect::<Vec<_>>().join(", ");
        add(
            "options",
            Some(&options[..options.floor_char_boundary(120)]).filter(|options| !options.is_empty()),
        );
    }
    extra
}

fn landmark(node: ElementRef<'_>) -> Option<&'static str> {
    const ROLES: [&str; 9] = [
        "main",
        "navigation",
        "banner",
        "contentinfo",
        "search",
        "complementary",
        "form",
        "region",
        "dialog",
    ];
    if let Some(role) = node.value().attr("role") {
        return ROLES.into_iter().find(|known| *known == role);
    }
    match node.value().name() {
        "main" => Some("main"),
        "nav" => Some("navigation"),
        "header" => Some("banner"),
        "footer" => Some("contentinfo"),
        "search" => Some("search"),
        "aside" => Some("complementary"),
        "form" => Some("form"),
        "dialog" => Some("dialog"),
        _ => None,
    }
}

fn visible_text(element: ElementRef<'_>) -> String {
    let mut text = String::new();
    for node in element.descendants() {
        let Some(piece) = node.value().as_text() else { continue };
        let mut around = node.ancestors().filter_map(ElementRef::wrap);
        let is_silent = around.any(|node| SILENT.contains(&node.value().name()));
        let shown = node.parent().and_then(ElementRef::wrap).is_some_and(is_shown);
        if shown && !is_silent {
            text.push_str(piece);
            text.push(' ');
        }
    }
    squeezed(&text)
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = r#"<!doctype html><html lang="tr"><title> A  shop </title>
<header><a href="/">Home</a></header>
<main><form role="search"><label for="q">Search</label><input id="q" type="search" name="q">
<button>Go</button></form>
<div hidden><button>Never</button></div><div style="display: none"><a href="/x">x</a></div>
<div role="note">no control</div><input type="password" aria-label="Code" value="123"></main>
<script>var text = "not shown";</script><div role="alert">Saved</div>"#;

    #[test]
    fn controls_are_listed_with_names_roles_and_places_and_hidden_ones_are_not() {
        let page = Html::parse(SHOP).page("https://shop.example/a", &Map::new());
        let names: Vec<&str> = page["elements"]
            .as_array()
            .unwrap()
            .iter()
            .map(|element| element["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["Home", "Search", "Go", "Code"]);
        let search = &page["elements"][1];
        assert_eq!(
            (&search["role"], &search["state"]),
            (&json!("searchbox"), &json!(["visible", "interactive", "editable", "in-main"]))
        );
        assert!(search["extra"].as_array().unwrap().contains(&json!(["landmark", "search"])));
        assert_eq!(page["elements"][0]["href"], "https://shop.example/");
        assert_eq!(page["elements"][3]["value"], "", "a password is never shown");
        assert_eq!((&page["title"], &page["lang"]), (&json!("A shop"), &json!("tr")));
        assert_eq!(page["extra"][0][1], "Home Search Go no control Saved");
        assert_eq!(page["extra"][1], json!(["alert", "Saved"]));
    }

    #[test]
    fn selectors_are_judged_as_far_as_there_is_no_layout() {
        let html = Html::parse(SHOP);
        assert_eq!(html.count("main button"), Ok(2));
        assert_eq!(html.count_shown("div[hidden] button"), Ok(0));
        assert_eq!(html.count_shown("main:has(#q)"), Ok(1));
        assert_eq!(html.listed("form"), Ok(vec![2, 3]), "the search box and its button stand in it");
        let framed = Html::parse("<iframe srcdoc='<button>No</button>'></iframe>");
        assert_eq!(framed.frame("iframe").unwrap().unwrap().count_shown("button"), Ok(1));
        assert!(html.count("a[").is_err());
    }
}
