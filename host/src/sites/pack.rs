//! One declarative site pack: `site.toml`.

use std::fmt;

use serde::Deserialize;
use url::Url;

use super::check::{Condition, Evidence};
use super::document::{self, DocumentError};
use super::matcher::MatchPattern;
use super::template::Template;

/// A pack may ask at most this many questions of each page.
pub(crate) const MAX_PROBES: usize = 16;
const MAX_CSS_BYTES: usize = 512;

/// Name of a pack: lower-case letters, digits, `-` and `.`, 2 to 60 of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct PackId(String);

impl PackId {
    /// The name itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PackId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let fits = (2..=60).contains(&text.len())
            && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.'));
        if fits {
            Ok(Self(text))
        } else {
            Err(format!("id `{text}` must be 2 to 60 characters of a-z, 0-9, `-` and `.`"))
        }
    }
}

/// A CSS selector. Its syntax is judged by the browser.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Css(String);

impl Css {
    /// The selector itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Css {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.len() > MAX_CSS_BYTES || trimmed.chars().any(char::is_control) {
            return Err(format!("a selector is one line of 1 to {MAX_CSS_BYTES} bytes"));
        }
        Ok(Self(trimmed.to_owned()))
    }
}

impl fmt::Display for Css {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// How to tell that a results page holds results.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Verify {
    /// Where the results stand.
    pub css: Css,
    /// Fewer interactive elements than this inside mean that it is no results page.
    #[serde(default = "one")]
    pub min_elements: u32,
}

fn one() -> u32 {
    1
}

/// A way to reach the results of a search without the page's own form.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmitRule {
    /// The pages on which it may be used; all of the pack's when absent.
    pub when: Option<MatchPattern>,
    /// The URL of the results.
    pub template: Template,
    /// What the results page must show.
    pub verify: Option<Verify>,
}

/// Where the content of a page stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// Selectors in order of preference.
    #[serde(default)]
    pub main: Vec<Css>,
    /// What to leave out.
    #[serde(default)]
    pub ignore: Vec<Css>,
}

/// The site's own search box.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchBox {
    /// The input.
    pub input: Css,
    /// The control that submits it.
    pub submit: Option<Css>,
}

/// Marks of one kind of bot check.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotCheckRule {
    /// Open vocabulary, such as `interstitial` or `captcha`.
    pub kind: String,
    /// One of these is enough.
    pub any: Vec<Condition>,
}

/// A question about a page that the browser answers while it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// Names the answer: `<plugin or pack>/<name>`.
    pub id: String,
    /// Where to look.
    pub css: String,
    /// What to tell.
    pub read: ProbeRead,
}

/// What a probe tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProbeRead {
    /// How many elements there are.
    Count,
    /// The text of the first.
    Text,
    /// An attribute of the first.
    Attr(String),
}

/// Answer to a probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// Nothing was found, or the selector is malformed.
    Absent,
    /// Number of elements.
    Count(u32),
    /// Text or attribute of the first element.
    Text(String),
}

/// What packs say about the page at a URL.
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
    /// The packs that said so.
    pub by: Vec<String>,
}

/// A site pack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SitePack {
    schema: u32,
    /// Name of the pack; need not be that of its folder.
    pub id: PackId,
    /// Version of the pack, for people.
    #[serde(default)]
    pub version: String,
    /// The pages it speaks about.
    pub urls: Vec<MatchPattern>,
    /// One line for people.
    #[serde(default)]
    pub summary: String,
    /// Ways to search.
    #[serde(default)]
    pub submit: Vec<SubmitRule>,
    /// Where the content is.
    #[serde(default)]
    pub content: Content,
    /// Where the search box is.
    pub search: Option<SearchBox>,
    /// Marks of bot checks.
    #[serde(default, rename = "bot-check")]
    pub bot_check: Vec<BotCheckRule>,
}

impl SitePack {
    /// Reads a pack. `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        let pack: Self = document::parse(file, text)?;
        let problem = if pack.schema != 1 {
            Some(("schema", format!("schema {} is not known here; this server reads schema 1", pack.schema)))
        } else if pack.urls.is_empty() {
            Some(("urls", "urls is empty, so the pack would never be used".to_owned()))
        } else if pack.all_probes().count() > MAX_PROBES {
            Some(("[[bot-check]]", format!("more than {MAX_PROBES} css conditions")))
        } else {
            None
        };
        match problem {
            None => Ok(pack),
            Some((key, message)) => Err(document::at_key(file, text, key, message)),
        }
    }

    /// True when the pack speaks about `url`.
    pub fn covers(&self, url: &Url) -> bool {
        document::patterns_match(&self.urls, url)
    }

    /// The searches that may be used on `page`, in the order written, and how many were dropped
    /// because they lead outside the pack's own `urls`.
    pub fn searches(&self, page: &Url, query: &str) -> (Vec<(Url, Option<Verify>)>, usize) {
        let usable = self
            .submit
            .iter()
            .filter(|rule| rule.when.as_ref().map_or_else(|| self.covers(page), |when| when.matches(page)));
        let mut dropped = 0;
        let mut searches = Vec::new();
        for rule in usable {
            match rule.template.expand(query, &self.urls) {
                Some(url) => searches.push((url, rule.verify.clone())),
                None => dropped += 1,
            }
        }
        (searches, dropped)
    }

    /// Adds what the pack knows to `advice`. Earlier packs keep the search box.
    pub fn advise(&self, advice: &mut SiteAdvice) {
        if self.content == Content::default() && self.search.is_none() {
            return;
        }
        let add = |list: &mut Vec<String>, selectors: &[Css]| {
            for selector in selectors {
                if !list.iter().any(|known| known == selector.as_str()) {
                    list.push(selector.as_str().to_owned());
                }
            }
        };
        add(&mut advice.main, &self.content.main);
        add(&mut advice.ignore, &self.content.ignore);
        if let (None, Some(search)) = (&advice.search_input, &self.search) {
            advice.search_input = Some(search.input.as_str().to_owned());
            advice.search_submit = search.submit.as_ref().map(|css| css.as_str().to_owned());
        }
        advice.by.push(self.id.as_str().to_owned());
    }

    /// The questions the pack asks of the page at `url`.
    pub fn probes(&self, url: &Url) -> Vec<Probe> {
        if self.covers(url) { self.all_probes().collect() } else { Vec::new() }
    }

    /// The first rule whose marks the page shows: its kind and the mark in words.
    pub fn bot_check(&self, page: &Evidence<'_>) -> Option<(&str, String)> {
        self.bot_check.iter().enumerate().find_map(|(number, rule)| {
            let mark = rule.first_mark(page, |condition| self.probe_id(number, condition))?;
            Some((rule.kind.as_str(), mark))
        })
    }

    fn all_probes(&self) -> impl Iterator<Item = Probe> {
        self.bot_check.iter().enumerate().flat_map(move |(number, rule)| {
            rule.any.iter().enumerate().filter_map(move |(condition, mark)| match mark {
                Condition::Css(css) => Some(Probe {
                    id: self.probe_id(number, condition),
                    css: css.as_str().to_owned(),
                    read: ProbeRead::Count,
                }),
                Condition::Title(_) | Condition::Text(_) => None,
            })
        })
    }

    fn probe_id(&self, rule: usize, condition: usize) -> String {
        format!("{}/bot-check.{rule}.{condition}", self.id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOP: &str = r#"
schema = 1
id = "shop.example"
version = "2"
summary = "A shop"
urls = ["*://*.shop.example/*"]

[[submit]]
when = "*://www.shop.example/*"
template = "https://www.shop.example/sr?q={query}"
verify = { css = "main", min-elements = 5 }

[[submit]]
template = "https://elsewhere.example/?q={query}"

[content]
main = ["main#results"]
ignore = ["aside"]

[search]
input = "input[name=q]"
submit = "button"

[[bot-check]]
kind = "interstitial"
any = [{ title = "Hold on*" }, { css = "iframe.challenge" }]
"#;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn a_pack_gives_searches_advice_and_marks() {
        let pack = SitePack::parse("shop/site.toml", SHOP).unwrap();
        assert!(pack.covers(&url("https://shop.example/")));
        let (searches, dropped) = pack.searches(&url("https://www.shop.example/"), "mavi ayakkabı");
        assert_eq!(searches.len(), 1);
        assert_eq!(searches[0].0.as_str(), "https://www.shop.example/sr?q=mavi+ayakkab%C4%B1");
        assert_eq!(searches[0].1.as_ref().unwrap().min_elements, 5);
        assert_eq!(dropped, 1, "the second leads outside the pack's urls");
        assert!(pack.searches(&url("https://m.shop.example/"), "x").0.is_empty(), "not `when`");

        let mut advice = SiteAdvice::default();
        pack.advise(&mut advice);
        assert_eq!(advice.main, ["main#results"]);
        assert_eq!(advice.search_submit.as_deref(), Some("button"));

        let probes = pack.probes(&url("https://shop.example/"));
        assert_eq!(probes[0].id, "shop.example/bot-check.0.1");
        assert!(pack.probes(&url("https://other.example/")).is_empty());
        let facts = [(probes[0].id.clone(), FactValue::Count(2))];
        let page = Evidence { title: "Shop", text: "", facts: &facts };
        assert_eq!(pack.bot_check(&page), Some(("interstitial", "element iframe.challenge".to_owned())));
        assert_eq!(pack.bot_check(&Evidence { facts: &[], ..page }), None);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let error = |from: &str, to: &str| SitePack::parse("site.toml", &SHOP.replace(from, to)).unwrap_err();
        let unknown = error("ignore = ", "ignored = ");
        assert_eq!(unknown.line, 18);
        assert!(unknown.message.contains("`ignored`"), "{unknown}");
        assert_eq!(error("schema = 1", "schema = 2").line, 2);
        assert_eq!(error("[\"*://*.shop.example/*\"]", "[]").line, 6);
        assert!(error("shop.example\"\nversion", "Shop!\"\nversion").message.contains("Shop!"));
        assert!(error("{query}", "query").message.contains("{query}"));
        assert!(error("*://www.shop", "www.shop").message.contains("match pattern"));
        assert!(error("\"aside\"", "\"\"").message.contains("selector"));
    }
}
