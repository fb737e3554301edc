//! `quirk-after`: where content, search box and banners of a page are, by packs and plugins together.

use std::cmp::Reverse;
use std::time::Duration;

use url::Url;

use super::super::answer::Source;
use super::super::bindings::quirk_after::{self, Advice};
use super::super::bindings::types;
use super::super::component::SharedPlugin;
use super::super::hook::{Budget, Definition, HookKind};
use super::super::text::plain;
use super::super::{Inner, Outcome, PageInput};
use super::Asked;
use crate::sites::{Consent, Css, Deed, MAX_PAUSE, MAX_STEPS, SiteAdvice, Step};

/// Selectors of one plugin for the content, and as many of what to leave out.
const MOST_SELECTORS: usize = 16;
/// Notes of one plugin.
const MOST_NOTES: usize = 3;
const NOTE_BYTES: usize = 200;

/// The hook `quirk-after`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "quirk-after",
    fallback: "site packs are used",
    ceiling: Budget::new(20, 32, 32),
    fits: |pre, store, instance| quirk_after::GuestIndices::new(pre)?.load(store, instance).map(drop),
});

impl Inner {
    /// What plugins and packs say of `page`: plugins that were installed first, then packs, then bundled plugins.
    pub(in super::super) async fn advise(&self, page: &PageInput) -> Outcome<SiteAdvice> {
        let mut outcome = Outcome::<SiteAdvice>::default();
        let Ok(url) = Url::parse(&page.url) else { return outcome };
        let Asked { answers, warnings } = self
            .ask_about(HOOK, page, &url, |pre, store, instance, context, view| {
                let guest = quirk_after::GuestIndices::new(pre)?.load(&mut *store, instance)?;
                guest.call_after_navigate(store, context, view)
            })
            .await;
        outcome.warnings = warnings;
        let (bundled, installed): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|(plugin, _)| plugin.source == Source::Bundled);
        self.add_plugins(installed, &mut outcome);
        let set = self.set.load();
        let mut packs: Vec<_> = set.packs.iter().collect();
        // Of one source, what is written for a site comes before what is written for all.
        packs.sort_by_key(|pack| (Reverse(pack.source.clone()), !pack.site.names_site(&url)));
        for pack in packs {
            pack.site.advise(&url, &mut outcome.value);
            outcome.value.consents.extend(pack.site.consents(&url, &page.facts));
        }
        self.add_plugins(bundled, &mut outcome);
        outcome.by.clone_from(&outcome.value.by);
        outcome
    }

    fn add_plugins(&self, answers: Vec<(SharedPlugin, Advice)>, outcome: &mut Outcome<SiteAdvice>) {
        for (plugin, advice) in answers {
            let mut faults = Vec::new();
            add(plugin.id(), &advice, &mut outcome.value, &mut faults);
            let faults = faults.iter().map(|fault| self.warn_of_fault(&plugin, HOOK, fault));
            outcome.warnings.extend(faults);
        }
    }
}

/// Adds what one plugin says, after checking it; `faults` says what was dropped.
fn add(id: &str, given: &Advice, advice: &mut SiteAdvice, faults: &mut Vec<String>) {
    let main = selectors("main-content", &given.main_content, faults);
    let ignore = selectors("ignore", &given.ignore, faults);
    let mut has_part = !main.is_empty() || !ignore.is_empty();
    advice.add_main(main.iter().map(Css::as_str));
    advice.add_ignore(ignore.iter().map(Css::as_str));
    if let Some(search) = &given.search {
        let submit = search.submit.as_ref().map(|css| Css::try_from(css.clone())).transpose();
        match (Css::try_from(search.input.clone()), submit) {
            (Ok(input), Ok(submit)) => {
                has_part |= advice.set_search(input.as_str(), submit.as_ref().map(Css::as_str));
            }
            (Err(reason), _) | (_, Err(reason)) => {
                faults.push(format!("gave a search box that was dropped ({reason})"));
            }
        }
    }
    if given.notes.len() > MOST_NOTES {
        faults.push(format!("gave {} notes; {MOST_NOTES} are the most", given.notes.len()));
    }
    for note in given.notes.iter().take(MOST_NOTES) {
        let text = plain(note, NOTE_BYTES);
        if !text.is_empty() {
            advice.add_note(id, &text);
        }
    }
    match steps(&given.consent) {
        Ok(steps) if steps.is_empty() => {}
        Ok(steps) => {
            advice.consents.push(Consent { by: id.to_owned(), frame: None, detect: None, steps });
        }
        Err(reason) => faults.push(format!("gave consent steps of which none was done ({reason})")),
    }
    if has_part {
        advice.by.push(id.to_owned());
    }
}

fn selectors(what: &str, given: &[String], faults: &mut Vec<String>) -> Vec<Css> {
    if given.len() > MOST_SELECTORS {
        faults.push(format!("gave {} selectors of `{what}`; {MOST_SELECTORS} are the most", given.len()));
    }
    let mut selectors = Vec::new();
    for text in given.iter().take(MOST_SELECTORS) {
        match Css::try_from(text.clone()) {
            Ok(css) => selectors.push(css),
            Err(reason) => faults.push(format!("gave a selector of `{what}` that was dropped ({reason})")),
        }
    }
    selectors
}

/// The steps that a plugin gave. Those past the limits are refused as a whole: half of them might do harm.
pub(in super::super) fn steps(given: &[types::Step]) -> Result<Vec<Step>, String> {
    if given.len() > MAX_STEPS {
        return Err(format!("{} steps; {MAX_STEPS} are the most", given.len()));
    }
    given.iter().map(step).collect()
}

fn step(given: &types::Step) -> Result<Step, String> {
    let at = |deed: Deed, target: &types::Target| {
        let css = Css::try_from(target.css.clone())?;
        Ok(Step::At { deed, css, optional: target.optional })
    };
    match given {
        types::Step::Click(target) => at(Deed::Click, target),
        types::Step::Hide(target) => at(Deed::Hide, target),
        types::Step::ScrollTo(target) => at(Deed::ScrollTo, target),
        types::Step::WaitFor(target) => at(Deed::WaitFor, target),
        types::Step::WaitMs(time) => {
            let time = Duration::from_millis(u64::from(*time));
            if time > MAX_PAUSE {
                return Err(format!("wait-ms {}; {} is the most", time.as_millis(), MAX_PAUSE.as_millis()));
            }
            Ok(Step::Pause(time))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::bindings::quirk_after::SearchBox;
    use crate::plugin::bindings::types::Target;

    fn target(css: &str) -> Target {
        Target { css: css.to_owned(), optional: false }
    }

    fn advice() -> Advice {
        Advice { main_content: vec![], ignore: vec![], consent: vec![], search: None, notes: vec![] }
    }

    #[test]
    fn what_is_past_the_limits_is_dropped_and_said() {
        let given = Advice {
            main_content: (0..20).map(|number| format!("#m{number}")).collect(),
            ignore: vec![String::new(), "aside".to_owned(), "a\nb".to_owned()],
            consent: vec![types::Step::WaitMs(1); 9],
            search: Some(SearchBox { input: "x".repeat(600), submit: None }),
            notes: (0..5).map(|number| format!("note\u{202e} {number} {}", "x".repeat(300))).collect(),
        };
        let (mut known, mut faults) = (SiteAdvice::default(), Vec::new());
        add("quirk", &given, &mut known, &mut faults);
        assert_eq!((known.main.len(), known.ignore.as_slice()), (16, &["aside".to_owned()][..]));
        assert!(known.search_input.is_none() && known.consents.is_empty());
        assert_eq!(known.notes.len(), 3);
        assert!(known.notes.iter().all(|note| note.text.len() <= 200 && !note.text.contains('\u{202e}')));
        let faults = faults.join("; ");
        for said in ["20 selectors", "16 are the most", "5 notes", "9 steps; 8", "search box", "dropped"] {
            assert!(faults.contains(said), "{said}: {faults}");
        }
    }

    #[test]
    fn steps_are_taken_as_they_are_or_not_at_all() {
        let given = [types::Step::Click(target("#no")), types::Step::WaitMs(300)];
        let words: Vec<String> = steps(&given).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(words, ["click #no", "wait-ms 300"]);
        assert!(steps(&[types::Step::Click(target("#no")), types::Step::WaitMs(2001)]).is_err());
        assert!(steps(&[types::Step::Hide(target(""))]).is_err());
    }

    #[test]
    fn the_first_search_box_stays_and_every_selector_is_named_once() {
        let mut known = SiteAdvice::default();
        for (id, input) in [("one", "#a"), ("two", "#b")] {
            let search = Some(SearchBox { input: input.to_owned(), submit: None });
            let given = Advice { search, main_content: vec!["main".to_owned()], ..advice() };
            add(id, &given, &mut known, &mut Vec::new());
        }
        assert_eq!((known.search_input.as_deref(), known.main.len()), (Some("#a"), 1));
        assert_eq!(known.by, ["one", "two"]);
    }
}
