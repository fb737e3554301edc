//! `bot-check`: the worst level of packs and plugins wins, their evidence is put together.

use std::cmp::Reverse;

use url::Url;

use super::super::bindings::bot_check::{self, Level, Verdict};
use super::super::hook::{Budget, Definition, HookKind};
use super::super::text::plain;
use super::super::{BotLevel, BotVerdict, Inner, Outcome, PageInput};
use super::Asked;
use crate::sites::Evidence;

const EVIDENCE_LINES: usize = 8;
const EVIDENCE_BYTES: usize = 160;
const KIND_BYTES: usize = 40;
/// A pack's marks are written for its site by hand.
const PACK_CONFIDENCE: u8 = 90;

/// The hook `bot-check`.
pub(in super::super) const HOOK: HookKind = HookKind::new(&Definition {
    name: "bot-check",
    fallback: "site packs and the other detectors are used",
    ceiling: Budget::new(20, 32, 16),
    fits: |pre, store, instance| bot_check::GuestIndices::new(pre)?.load(store, instance).map(drop),
});

impl Inner {
    /// Whether `page` is a bot check.
    pub(in super::super) async fn bot_check(&self, page: &PageInput) -> Outcome<BotVerdict> {
        let mut outcome = Outcome::default();
        let Ok(url) = Url::parse(&page.url) else { return outcome };
        let mut said = self.said_by_packs(page, &url);
        let Asked { answers, warnings } = self
            .ask_about(HOOK, page, &url, |pre, store, instance, context, view| {
                let guest = bot_check::GuestIndices::new(pre)?.load(&mut *store, instance)?;
                guest.call_detect(store, context, view)
            })
            .await;
        outcome.warnings = warnings;
        said.extend(answers.into_iter().map(|(plugin, verdict)| checked(plugin.id(), &verdict)));
        (outcome.value, outcome.by) = compose(said);
        outcome
    }

    fn said_by_packs(&self, page: &PageInput, url: &Url) -> Vec<BotVerdict> {
        let text = page.extra.iter().find(|(name, _)| name == "text").map_or("", |(_, text)| text);
        let evidence = Evidence { title: &page.title, text, facts: &page.facts };
        let set = self.set.load();
        let covering = set.packs.iter().filter(|pack| pack.site.covers(url));
        covering
            .filter_map(|pack| {
                let (rule, mark) = pack.site.bot_check(&evidence)?;
                Some(BotVerdict {
                    level: if rule.unverified { BotLevel::Suspected } else { BotLevel::Confirmed },
                    kind: plain(&rule.kind, KIND_BYTES),
                    confidence: PACK_CONFIDENCE,
                    evidence: vec![plain(&mark, EVIDENCE_BYTES)],
                    by: pack.site.id.as_str().to_owned(),
                })
            })
            .collect()
    }
}

fn checked(id: &str, verdict: &Verdict) -> BotVerdict {
    let level = match verdict.level {
        Level::Clear => BotLevel::Clear,
        Level::Suspected => BotLevel::Suspected,
        Level::Confirmed => BotLevel::Confirmed,
    };
    BotVerdict {
        level,
        kind: plain(&verdict.kind, KIND_BYTES),
        confidence: verdict.confidence.min(100),
        evidence: verdict
            .evidence
            .iter()
            .take(EVIDENCE_LINES)
            .map(|line| plain(line, EVIDENCE_BYTES))
            .collect(),
        by: id.to_owned(),
    }
}

/// The worst verdict with everybody's evidence, and who had a part in it. A clear verdict that names a kind
/// (`error-page`) counts as the least.
fn compose(mut said: Vec<BotVerdict>) -> (BotVerdict, Vec<String>) {
    said.retain(|verdict| verdict.level > BotLevel::Clear || !verdict.kind.is_empty());
    // Stable, so that of equal ones the first stays first.
    said.sort_by_key(|verdict| Reverse((verdict.level, verdict.confidence)));
    let by: Vec<String> = said.iter().map(|verdict| verdict.by.clone()).collect();
    let evidence = said.iter().flat_map(|verdict| verdict.evidence.iter()).filter(|line| !line.is_empty());
    let evidence = evidence.take(EVIDENCE_LINES).cloned().collect();
    let worst = said.into_iter().next().map(|worst| BotVerdict { evidence, ..worst });
    (worst.unwrap_or_default(), by)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(level: BotLevel, confidence: u8, by: &str) -> BotVerdict {
        let evidence = (0..5).map(|number| format!("{by} {number}")).collect();
        BotVerdict { level, kind: by.to_owned(), confidence, evidence, by: by.to_owned() }
    }

    #[test]
    fn the_worst_level_wins_and_evidence_is_put_together() {
        let said = vec![
            BotVerdict { kind: String::new(), ..verdict(BotLevel::Clear, 100, "clear") },
            verdict(BotLevel::Suspected, 100, "suspects"),
            verdict(BotLevel::Confirmed, 10, "knows"),
        ];
        let (worst, by) = compose(said);
        assert_eq!((worst.level, worst.by.as_str(), worst.confidence), (BotLevel::Confirmed, "knows", 10));
        assert_eq!(by, ["knows", "suspects"]);
        assert_eq!(worst.evidence.len(), EVIDENCE_LINES);
        assert_eq!(worst.evidence[5], "suspects 0");
        let (error, by) = compose(vec![verdict(BotLevel::Clear, 80, "error-page")]);
        assert_eq!((error.level, error.kind.as_str(), by.len()), (BotLevel::Clear, "error-page", 1));
        assert_eq!(compose(Vec::new()), (BotVerdict::default(), Vec::new()));
    }
}
