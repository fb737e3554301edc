//! {{id}}: recognizes a bot check. It reports one and never says how to get round it.

use sekme_plugin_sdk::{BotCheck, Context, Level, Page, Verdict, export};

struct Plugin;

impl BotCheck for Plugin {
    fn detect(_: &Context, page: &Page) -> Result<Verdict, String> {
        if !page.title.to_lowercase().contains("are you a robot") {
            return Ok(Verdict::clear());
        }
        Ok(Verdict {
            level: Level::Confirmed,
            kind: "captcha".to_owned(),
            confidence: 90,
            evidence: vec![format!("title \"{}\"", page.title)],
        })
    }
}

export!(Plugin: BotCheck);

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{context, page};

    use super::*;

    #[test]
    fn an_ordinary_page_is_none() {
        let verdict = Plugin::detect(&context(), &page("https://example.com/")).unwrap();
        assert_eq!(verdict.level, Level::Clear);
    }
}
