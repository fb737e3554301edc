//! Recognises pages that check whether a browser is driven by a person, so that the server can wait or say so.
//!
//! Only pages with little on them come into question: an article about bot checks has text and links, a check has
//! neither. Among those, one sign makes a page suspected, signs of two kinds (or one that leaves no doubt) confirm it.

mod error_page;
mod signs;
#[cfg(test)]
mod tests;
mod vocabulary;

use sekme_plugin_sdk::{BotCheck, Context, Level, Page, Verdict, export};

use crate::signs::{Kind, Sign, Weight};

struct Detector;

impl BotCheck for Detector {
    fn detect(_: &Context, page: &Page) -> Result<Verdict, String> {
        let verdict = if signs::is_sparse(page) { judge(&signs::find(page)) } else { Verdict::clear() };
        Ok(match verdict.level {
            Level::Clear => error_page::detect(page).unwrap_or(verdict),
            Level::Suspected | Level::Confirmed => verdict,
        })
    }
}

/// Weighs the signs of a page that has little on it, strongest first.
fn judge(signs: &[Sign]) -> Verdict {
    let Some(kind) = signs.iter().find_map(|sign| sign.kind) else {
        return Verdict::clear();
    };
    let total: u32 = signs.iter().map(|sign| sign.weight.points()).sum();
    let (level, confidence) = match total {
        0..Weight::SUSPECTED => return Verdict::clear(),
        Weight::SUSPECTED..Weight::CONFIRMED => (Level::Suspected, 50),
        Weight::CONFIRMED.. => (Level::Confirmed, if total >= Weight::CERTAIN { 95 } else { 85 }),
    };
    Verdict {
        level,
        kind: kind.name().to_owned(),
        confidence,
        evidence: signs.iter().take(8).map(|sign| sign.evidence.clone()).collect(),
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Interstitial => "interstitial",
            Self::Captcha => "captcha",
            Self::AccessDenied => "access-denied",
            Self::RateLimit => "rate-limit",
        }
    }
}

export!(Detector: BotCheck);
