//! `submit-scheme`: where the results of a search may be. Packs and plugins give candidates; only
//! http(s) URLs on the page's own host, or on one that is declared, are kept.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::super::author::Arguments;
use super::super::bindings::submit_scheme::{self, Candidate as Guess};
use super::super::bindings::types::Context;
use super::super::component::{Plugin, SharedPlugin};
use super::super::convert::{context, form as form_for};
use super::super::hook::{Budget, Definition, HookKind};
use super::super::runtime::Runtime;
use super::super::text::plain;
use super::super::{Candidate, Inner, Outcome, SearchForm};
use super::{Given, reading};
use crate::sites::MatchPattern;

const WHY_BYTES: usize = 120;
const URL_BYTES: usize = 2048;
/// A template is written for its site by hand.
const TEMPLATE_CONFIDENCE: u8 = 100;
/// Nobody has seen that template work.
const UNVERIFIED_CONFIDENCE: u8 = 80;
/// Calls of one plugin for one query; each gives one candidate.
const MOST_CALLS: usize = 8;

/// The hook `submit-scheme`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "submit-scheme",
    fallback: "site packs and the page's own form are used",
    ceiling: Budget::new(20, 32, 16),
    fits: |pre, store, instance| submit_scheme::GuestIndices::new(pre)?.load(store, instance).map(drop),
});

impl Inner {
    /// Candidates for `query`, best first.
    pub(in super::super) async fn submit_candidates(
        &self,
        form: &SearchForm,
        query: &str,
    ) -> Outcome<Vec<Candidate>> {
        let mut outcome = Outcome::default();
        let Ok(page) = Url::parse(&form.page_url) else { return outcome };
        self.add_templates(&page, query, &mut outcome);
        let (session, now) = (self.session(), reading());
        let asked = self
            .ask(HOOK, &page, |runtime, plugin| {
                self.record(&runtime, &plugin, HOOK, now, || {
                    Arguments::default().with("search", &form_for(form, &[], &plugin)).with("query", &query)
                });
                one_after_another(
                    runtime,
                    Arc::clone(&plugin),
                    form,
                    query,
                    (context(&plugin, &session, now), now),
                )
            })
            .await;
        outcome.warnings.extend(asked.warnings);
        let mut faulty = Vec::new();
        for (plugin, given) in asked.answers {
            match check(&plugin, &page, &given) {
                Ok(candidate) => outcome.value.push(candidate),
                // One warning is enough to know the plugin by.
                Err(_) if faulty.contains(&plugin.label()) => {}
                Err(fault) => {
                    faulty.push(plugin.label());
                    outcome.warnings.push(self.warn_of_fault(&plugin, HOOK, &fault));
                }
            }
        }
        sort(&mut outcome.value);
        for candidate in &outcome.value {
            if !outcome.by.contains(&candidate.by) {
                outcome.by.push(candidate.by.clone());
            }
        }
        outcome
    }

    fn add_templates(&self, page: &Url, query: &str, outcome: &mut Outcome<Vec<Candidate>>) {
        for pack in &self.set.load().packs {
            let (searches, dropped) = pack.site.searches(page, query);
            let id = pack.site.id.as_str();
            if dropped > 0 {
                let warning =
                    format!("{id}: {dropped} search URLs lie outside the pack's `urls` and were dropped");
                self.warn(&warning);
                outcome.warnings.push(warning);
            }
            outcome.value.extend(searches.into_iter().map(|(url, rule)| Candidate {
                url: url.into(),
                by: id.to_owned(),
                source: pack.source.clone(),
                confidence: if rule.unverified { UNVERIFIED_CONFIDENCE } else { TEMPLATE_CONFIDENCE },
                why: if rule.why.is_empty() {
                    "search template of the site pack".to_owned()
                } else {
                    plain(&rule.why, WHY_BYTES)
                },
                verify: rule.verify.clone(),
                is_declared: true,
            }));
        }
    }
}

/// Asks `plugin` until it has nothing new to give.
async fn one_after_another(
    runtime: Arc<Runtime>,
    plugin: SharedPlugin,
    form: &SearchForm,
    query: &str,
    (context, now): (Context, Duration),
) -> Given<Guess> {
    let mut given = Given { answers: Vec::new(), failed: None };
    let mut tried: Vec<String> = Vec::new();
    while tried.len() < MOST_CALLS {
        let (form, query) = (form_for(form, &tried, &plugin), query.to_owned());
        let (asked, context) = (Arc::clone(&plugin), context.clone());
        let call = runtime.call(&plugin, HOOK, now, move |store, instance| {
            let guest = submit_scheme::GuestIndices::new(&asked.instances)?.load(&mut *store, instance)?;
            guest.call_build(store, &context, &form, &query)
        });
        match call.await {
            Ok(Some(guess)) if !tried.contains(&guess.url) => {
                tried.push(guess.url.clone());
                given.answers.push(guess);
            }
            Ok(_) => break,
            Err(failed) => {
                given.failed = Some(failed);
                break;
            }
        }
    }
    given
}

/// Declared ones first, then later sources, then confidence; equal ones keep their order. Each URL once.
fn sort(candidates: &mut Vec<Candidate>) {
    candidates.sort_by_key(|candidate| {
        Reverse((candidate.is_declared, candidate.source.clone(), candidate.confidence))
    });
    let mut seen = Vec::new();
    candidates.retain(|candidate| {
        let new = !seen.contains(&candidate.url);
        seen.push(candidate.url.clone());
        new
    });
}

fn check(plugin: &Plugin, page: &Url, given: &Guess) -> Result<Candidate, String> {
    let declared = plugin.manifest.hook_for(HOOK, page).map_or(&[][..], |hook| &hook.urls);
    let names_site = declared.iter().any(|pattern| pattern.names_host() && pattern.matches(page));
    let url = allowed(page, declared, &given.url)
        .map_err(|reason| format!("gave a URL that was dropped, {reason}: {}", plain(&given.url, 100)))?;
    Ok(Candidate {
        url: url.into(),
        by: plugin.id().to_owned(),
        source: plugin.source.clone(),
        confidence: given.confidence.min(100),
        why: plain(&given.why, WHY_BYTES),
        verify: None,
        is_declared: names_site,
    })
}

/// The URL, if a plugin may send the browser there from `page`.
pub(in crate::plugin) fn allowed(
    page: &Url,
    declared: &[MatchPattern],
    text: &str,
) -> Result<Url, &'static str> {
    if text.len() > URL_BYTES {
        return Err("longer than 2 KiB");
    }
    let url = Url::parse(text).map_err(|_| "no absolute URL")?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("neither http nor https");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("with a user name");
    }
    let same_host = url.host_str() == page.host_str();
    let same_port = url.port_or_known_default() == page.port_or_known_default();
    let upgraded =
        page.scheme() == "http" && url.scheme() == "https" && page.port().is_none() && url.port().is_none();
    if same_host && ((url.scheme() == page.scheme() && same_port) || upgraded) {
        return Ok(url);
    }
    if declared.iter().any(|pattern| pattern.names_host() && pattern.matches(&url)) {
        return Ok(url);
    }
    Err("neither on the page's host nor on one that plugin.toml declares")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::plugin::Source;

    fn is_allowed(page: &str, declared: &[&str], url: &str) -> bool {
        let declared: Vec<MatchPattern> = declared.iter().map(|text| text.parse().unwrap()).collect();
        allowed(&Url::parse(page).unwrap(), &declared, url).is_ok()
    }

    #[test]
    fn only_the_pages_host_and_declared_hosts_are_allowed() {
        let any: &[&str] = &["*://*/*"];
        assert!(is_allowed("https://a.example/x", any, "https://a.example/search?q=1"));
        assert!(is_allowed("http://a.example/x", any, "https://a.example/search?q=1"));
        assert!(!is_allowed("https://a.example/x", any, "http://a.example/search?q=1"));
        assert!(!is_allowed("https://a.example/x", any, "https://b.example/"));
        assert!(is_allowed("https://a.example/x", &["https://b.example/*"], "https://b.example/"));
        assert!(is_allowed("http://127.0.0.1:8080/", any, "http://127.0.0.1:8080/q"));
        assert!(!is_allowed("http://127.0.0.1:8080/", any, "http://127.0.0.1:22/q"));
    }

    #[test]
    fn disguises_are_seen_through() {
        for url in [
            "https://a.example@evil.example/",
            "https://user@a.example/",
            "https://a.example.evil.example/",
            "javascript:alert(1)//a.example",
            "data:text/html,x",
            "file:///etc/passwd",
            "//a.example/x",
            "/x",
            "",
        ] {
            assert!(!is_allowed("https://a.example/", &["*://*/*"], url), "{url}");
        }
        let long = format!("https://a.example/{}", "x".repeat(3000));
        assert!(!is_allowed("https://a.example/", &[], &long));
    }

    #[test]
    fn declared_ones_later_sources_and_higher_confidence_come_first_and_each_url_once() {
        let candidate = |url: &str, source, confidence| Candidate {
            url: url.to_owned(),
            by: "x".to_owned(),
            source,
            confidence,
            why: String::new(),
            verify: None,
            is_declared: url != "guess",
        };
        let mut all = vec![
            candidate("guess", Source::Folder("x".into()), 100),
            candidate("b", Source::Bundled, 100),
            candidate("low", Source::User, 10),
            candidate("high", Source::User, 60),
            candidate("f", Source::Folder("x".into()), 1),
            candidate("high", Source::Bundled, 90),
        ];
        sort(&mut all);
        let urls: Vec<&str> = all.iter().map(|candidate| candidate.url.as_str()).collect();
        assert_eq!(urls, ["f", "high", "low", "b", "guess"]);
    }

    proptest! {
        #[test]
        fn whatever_a_plugin_gives_stays_on_the_host(text in "(https?:)?[/\\\\]{0,3}[a-z@:.%#?/\\\\]{0,30}") {
            if let Ok(url) = allowed(&Url::parse("https://a.example/").unwrap(), &[], &text) {
                prop_assert_eq!(url.host_str(), Some("a.example"));
                prop_assert_eq!(url.scheme(), "https");
            }
        }
    }
}
