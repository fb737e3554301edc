//! One declarative site pack: `site.toml`.

use serde::Deserialize;
use url::Url;

use super::advice::{Consent, SiteAdvice, Wait};
use super::check::{Condition, Evidence};
use super::css::Css;
use super::document::{self, DocumentError};
use super::entries::{
    BotCheckRule, Claim, ConsentRule, Content, HintRule, NoteRule, SearchBox, SubmitRule, WaitRule,
};
use super::matcher::MatchPattern;
use crate::snapshot::facts::{Probe, ProbeRead};

/// A component may ask at most this many questions of each page.
pub(crate) const MAX_PROBES: usize = 16;
/// A pack asks for more, since a consent pack knows many banners.
const PACK_PROBES: usize = 64;
const MAX_ENTRIES: usize = 48;

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

/// Answer to a probe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// Nothing was found, or the selector is malformed.
    Absent,
    /// Number of elements.
    Count(u32),
    /// Text or attribute of the first element.
    Text(String),
    /// Numbers of the listed elements that match.
    Elements(Vec<u32>),
}

impl FactValue {
    /// Whether anything was found.
    pub(super) fn is_found(&self) -> bool {
        match self {
            Self::Absent => false,
            Self::Count(count) => *count > 0,
            Self::Text(_) => true,
            Self::Elements(elements) => !elements.is_empty(),
        }
    }
}

/// Why elements are listed before others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lift {
    /// They are what most people come for.
    Primary,
    /// They sort or filter the content.
    Sort,
}

impl Lift {
    /// The key in packs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::Sort => "sort",
        }
    }
}

/// A site pack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SitePack {
    schema: u32,
    /// Name of the pack; need not be that of its folder.
    pub id: PackId,
    /// Version of the pack, for people.
    #[serde(default)]
    pub version: String,
    /// The pages it speaks about.
    pub urls: Vec<MatchPattern>,
    /// Pages among them that it does not speak about.
    #[serde(default)]
    pub not_urls: Vec<MatchPattern>,
    /// One line for people.
    #[serde(default)]
    pub summary: String,
    /// Ways to search.
    #[serde(default)]
    pub submit: Vec<SubmitRule>,
    /// Where the content is.
    pub content: Option<Content>,
    /// Where the search box is.
    pub search: Option<SearchBox>,
    /// Marks of bot checks.
    #[serde(default)]
    pub bot_check: Vec<BotCheckRule>,
    /// Consent banners and how they are refused.
    #[serde(default)]
    pub consent: Vec<ConsentRule>,
    /// What most people come for.
    #[serde(default)]
    pub primary: Vec<HintRule>,
    /// What sorts or filters the content.
    #[serde(default)]
    pub sort: Vec<HintRule>,
    /// What is waited for after a navigation.
    #[serde(default)]
    pub wait: Vec<WaitRule>,
    /// What the model is told.
    #[serde(default)]
    pub note: Vec<NoteRule>,
}

/// A mistake in an entry: how the entry begins in the file, which of those it is, key and words.
type EntryProblem = (&'static str, usize, &'static str, String);

impl SitePack {
    /// Reads a pack. `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Self, DocumentError> {
        let pack: Self = document::parse(file, text)?;
        let problem = if pack.schema != 1 {
            Some(("schema", format!("schema {} is not known here; this server reads schema 1", pack.schema)))
        } else if pack.urls.is_empty() {
            Some(("urls", "urls is empty, so the pack would never be used".to_owned()))
        } else {
            None
        };
        if let Some((key, message)) = problem {
            return Err(document::at_key(file, text, key, message));
        }
        match pack.entry_problem() {
            None => Ok(pack),
            Some((entry, number, key, message)) => {
                Err(document::at_entry(file, text, entry, number, key, &message))
            }
        }
    }

    /// The first mistake in an entry.
    fn entry_problem(&self) -> Option<EntryProblem> {
        let claims = self.claims().find_map(|(entry, number, claim)| {
            claim.problem().map(|(key, message)| (entry, number, key, message))
        });
        let probes = self.all_probes().count();
        let crowded = [
            ("[[submit]]", self.submit.len()),
            ("[[bot-check]]", self.bot_check.len()),
            ("[[consent]]", self.consent.len()),
            ("[[primary]]", self.primary.len()),
            ("[[sort]]", self.sort.len()),
            ("[[wait]]", self.wait.len()),
            ("[[note]]", self.note.len()),
        ];
        let crowded = crowded.into_iter().find(|(_, count)| *count > MAX_ENTRIES);
        claims
            .or_else(|| {
                numbered("[[consent]]", &self.consent, ConsentRule::problem)
                    .or_else(|| numbered("[[wait]]", &self.wait, WaitRule::problem))
                    .or_else(|| numbered("[[note]]", &self.note, NoteRule::problem))
                    .or_else(|| numbered("[[bot-check]]", &self.bot_check, BotCheckRule::problem))
                    .or_else(|| numbered("[content]", self.content.as_slice(), Content::problem))
            })
            .or_else(|| {
                let (entry, count) = crowded?;
                Some((entry, MAX_ENTRIES, "", format!("{count} entries; {MAX_ENTRIES} are the most")))
            })
            .or_else(|| {
                let message = format!(
                    "{probes} selectors are looked for on each page (bot-check, consent, primary, sort); {PACK_PROBES} are the most"
                );
                (probes > PACK_PROBES).then_some(("[[", 0, "", message))
            })
    }

    /// What each entry says of itself.
    fn claims(&self) -> impl Iterator<Item = (&'static str, usize, Claim<'_>)> {
        all("[content]", self.content.as_slice(), Content::claim)
            .chain(all("[search]", self.search.as_slice(), SearchBox::claim))
            .chain(all("[[submit]]", &self.submit, SubmitRule::claim))
            .chain(all("[[bot-check]]", &self.bot_check, BotCheckRule::claim))
            .chain(all("[[consent]]", &self.consent, ConsentRule::claim))
            .chain(all("[[primary]]", &self.primary, HintRule::claim))
            .chain(all("[[sort]]", &self.sort, HintRule::claim))
            .chain(all("[[wait]]", &self.wait, WaitRule::claim))
            .chain(all("[[note]]", &self.note, NoteRule::claim))
    }

    /// True when nobody has seen some part of the pack work.
    pub fn is_unverified(&self) -> bool {
        self.claims().any(|(_, _, claim)| claim.is_unverified)
    }

    /// What the pack speaks about, in the words of its keys.
    pub fn parts(&self) -> Vec<&'static str> {
        let parts = [
            ("submit", !self.submit.is_empty()),
            ("content", self.content.is_some()),
            ("search", self.search.is_some()),
            ("bot-check", !self.bot_check.is_empty()),
            ("consent", !self.consent.is_empty()),
            ("primary", !self.primary.is_empty()),
            ("sort", !self.sort.is_empty()),
            ("wait", !self.wait.is_empty()),
            ("note", !self.note.is_empty()),
        ];
        parts.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }

    /// True when the pack speaks about `url`.
    pub fn covers(&self, url: &Url) -> bool {
        document::patterns_match(&self.urls, url) && !document::patterns_match(&self.not_urls, url)
    }

    /// True when the pack is written for the site of `url`, rather than for every one.
    pub fn names_site(&self, url: &Url) -> bool {
        self.urls.iter().any(|pattern| pattern.names_host() && pattern.matches(url))
    }

    /// True when an entry of the pack is for `url`.
    fn applies(&self, when: Option<&MatchPattern>, url: &Url) -> bool {
        self.covers(url) && when.is_none_or(|when| when.matches(url))
    }

    /// The searches that may be used on `page`, in the order written, and how many were dropped
    /// because they lead outside the pack's own `urls`.
    pub fn searches(&self, page: &Url, query: &str) -> (Vec<(Url, &SubmitRule)>, usize) {
        let mut dropped = 0;
        let mut searches = Vec::new();
        for rule in self.submit.iter().filter(|rule| self.applies(rule.when.as_ref(), page)) {
            match rule.template.expand(page, query, &self.urls).filter(|url| self.covers(url)) {
                Some(url) => searches.push((url, rule)),
                None => dropped += 1,
            }
        }
        (searches, dropped)
    }

    /// Adds what the pack knows of the page at `url` to `advice`. Earlier packs keep the search box.
    pub fn advise(&self, url: &Url, advice: &mut SiteAdvice) {
        if !self.covers(url) {
            return;
        }
        let mut has_spoken = false;
        if let Some(content) = &self.content {
            advice.add_main(content.main.iter().map(Css::as_str));
            advice.add_ignore(content.ignore.iter().map(Css::as_str));
            has_spoken = true;
        }
        if let Some(search) = &self.search {
            has_spoken |= advice.set_search(search.input.as_str(), search.submit.as_ref().map(Css::as_str));
        }
        for note in self.note.iter().filter(|note| self.applies(note.when.as_ref(), url)) {
            advice.add_note(self.id.as_str(), note.text.trim());
        }
        if has_spoken {
            advice.by.push(self.id.as_str().to_owned());
        }
    }

    /// The banners that the page at `url` seems to show, by the answers to the pack's probes.
    pub fn consents(&self, url: &Url, facts: &[(String, FactValue)]) -> Vec<Consent> {
        let shown = self.consent.iter().enumerate().filter(|(number, rule)| {
            self.applies(rule.when.as_ref(), url) && is_found(facts, &self.probe_id("consent", *number))
        });
        shown
            .map(|(_, rule)| Consent {
                by: self.id.as_str().to_owned(),
                frame: rule.frame.as_ref().map(|css| css.as_str().to_owned()),
                detect: Some((rule.detect.css.as_str().to_owned(), rule.detect.visible)),
                steps: rule.steps.clone(),
            })
            .collect()
    }

    /// What is waited for on the page at `url` before it is looked at.
    pub fn waits(&self, url: &Url) -> Vec<Wait> {
        let there = self.wait.iter().filter(|rule| self.applies(rule.when.as_ref(), url));
        there
            .map(|rule| Wait {
                by: self.id.as_str().to_owned(),
                css: rule.css.as_str().to_owned(),
                gone: rule.gone,
                most: rule.most(),
                optional: true,
            })
            .collect()
    }

    /// Elements that a view lists before others: what kind, and their numbers.
    pub fn lifted<'facts>(&self, facts: &'facts [(String, FactValue)]) -> Vec<(Lift, &'facts [u32])> {
        let lists = [(Lift::Primary, &self.primary), (Lift::Sort, &self.sort)];
        let mut lifted = Vec::new();
        for (kind, rules) in lists {
            for number in 0..rules.len() {
                let id = self.probe_id(kind.as_str(), number);
                if let Some((_, FactValue::Elements(ids))) = facts.iter().find(|(known, _)| *known == id) {
                    lifted.push((kind, ids.as_slice()));
                }
            }
        }
        lifted
    }

    /// The questions the pack asks of the page at `url`.
    pub fn probes(&self, url: &Url) -> Vec<Probe> {
        if !self.covers(url) {
            return Vec::new();
        }
        let asked = self.all_probes().filter(|(when, _)| when.is_none_or(|when| when.matches(url)));
        asked.map(|(_, probe)| probe).collect()
    }

    /// The first rule whose marks the page shows, and the mark in words.
    pub fn bot_check(&self, page: &Evidence<'_>) -> Option<(&BotCheckRule, String)> {
        self.bot_check.iter().enumerate().find_map(|(number, rule)| {
            let mark = rule.first_mark(page, |condition| self.condition_id(number, condition))?;
            Some((rule, mark))
        })
    }

    /// Every question, and the pages to which it belongs.
    fn all_probes(&self) -> impl Iterator<Item = (Option<&MatchPattern>, Probe)> {
        let bot_checks = self.bot_check.iter().enumerate().flat_map(move |(number, rule)| {
            rule.any.iter().enumerate().filter_map(move |(condition, mark)| match mark {
                Condition::Css(css) => {
                    Some((None, probe(self.condition_id(number, condition), css, ProbeRead::Count)))
                }
                Condition::Title(_) | Condition::Text(_) => None,
            })
        });
        let consents = self.consent.iter().enumerate().map(|(number, rule)| {
            // What stands in a frame is looked at where the frame is there.
            let css = rule.frame.as_ref().unwrap_or(&rule.detect.css);
            let read = if rule.detect.visible { ProbeRead::Visible } else { ProbeRead::Count };
            (rule.when.as_ref(), probe(self.probe_id("consent", number), css, read))
        });
        let lists = [(Lift::Primary, &self.primary), (Lift::Sort, &self.sort)];
        let lifts = lists.into_iter().flat_map(move |(kind, rules)| {
            rules.iter().enumerate().map(move |(number, rule)| {
                (None, probe(self.probe_id(kind.as_str(), number), &rule.css, ProbeRead::Elements))
            })
        });
        bot_checks.chain(consents).chain(lifts)
    }

    fn probe_id(&self, key: &str, number: usize) -> String {
        format!("{}/{key}.{number}", self.id.as_str())
    }

    fn condition_id(&self, rule: usize, condition: usize) -> String {
        format!("{}.{condition}", self.probe_id("bot-check", rule))
    }
}

fn probe(id: String, css: &Css, read: ProbeRead) -> Probe {
    Probe { id, css: css.as_str().to_owned(), read }
}

fn is_found(facts: &[(String, FactValue)], probe: &str) -> bool {
    facts.iter().any(|(id, value)| id == probe && value.is_found())
}

fn all<'pack, T>(
    entry: &'static str,
    rules: &'pack [T],
    claim: fn(&'pack T) -> Claim<'pack>,
) -> impl Iterator<Item = (&'static str, usize, Claim<'pack>)> {
    rules.iter().enumerate().map(move |(number, rule)| (entry, number, claim(rule)))
}

fn numbered<T>(
    entry: &'static str,
    rules: &[T],
    problem: fn(&T) -> Option<(&'static str, String)>,
) -> Option<EntryProblem> {
    rules
        .iter()
        .enumerate()
        .find_map(|(number, rule)| problem(rule).map(|(key, message)| (entry, number, key, message)))
}

#[cfg(test)]
mod tests;
