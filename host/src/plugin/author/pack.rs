//! A pack's answers, as if it were a component that exports the hooks it has data for.

use serde_json::{Map, Value, json};
use url::Url;

use super::faults::tried;
use super::fixture::{Fixture, Input};
use super::html::Html;
use crate::sites::{Consent, Deed, Evidence, FactValue, HintRule, SiteAdvice, SitePack, Step, Wait};
use crate::snapshot::facts::{Probe, ProbeRead};

/// What stands in for a template's confidence, as in the server.
const CONFIDENCE: u8 = 100;
const UNVERIFIED_CONFIDENCE: u8 = 80;
const MARK_CONFIDENCE: u8 = 90;

/// The answer of a pack and what the server would drop of it.
pub(super) struct Answered {
    pub(super) answer: Value,
    pub(super) faults: Vec<String>,
}

/// Asks `pack` what `fixture` asks.
pub(super) fn answer(pack: &SitePack, fixture: &Fixture) -> Result<Answered, String> {
    let asked = Asked::of(fixture)?;
    let mut faults = Vec::new();
    if let Some(url) = &asked.url
        && !pack.covers(url)
    {
        faults.push(format!("is never asked about {url}: `urls` does not cover it"));
    }
    let answer = match fixture.case.hook.as_str() {
        "submit-scheme" => submit(pack, &asked, &mut faults)?,
        "quirk-before" => before(pack, &asked)?,
        "quirk-after" => after(pack, &asked)?,
        "bot-check" => bot_check(pack, &asked)?,
        other => return Err(format!("a pack has no answer for `{other}`; that takes a component")),
    };
    Ok(Answered { answer, faults })
}

/// The arguments in the forms that packs are asked in.
struct Asked {
    url: Option<Url>,
    input: Map<String, Value>,
    html: Option<Html>,
    title: String,
    text: String,
}

impl Asked {
    fn of(fixture: &Fixture) -> Result<Self, String> {
        let (input, html) = match &fixture.input {
            Input::Arguments(input) => (input.clone(), None),
            Input::Html { text, more } => (more.clone(), Some(Html::parse(text))),
        };
        let view = input.get("view");
        let member = |value: Option<&Value>, name: &str| {
            value.and_then(|value| value.get(name)).and_then(Value::as_str).map(str::to_owned)
        };
        let given = member(view, "url")
            .or_else(|| member(input.get("search"), "page-url"))
            .or_else(|| input.get("url").and_then(Value::as_str).map(str::to_owned))
            .or_else(|| fixture.case.url.clone());
        let url = match given {
            None => None,
            Some(text) => {
                Some(Url::parse(&text).map_err(|error| format!("the URL {text} is none: {error}"))?)
            }
        };
        let title = match &html {
            Some(html) => fixture.case.title.clone().unwrap_or_else(|| html.title()),
            None => member(view, "title").unwrap_or_default(),
        };
        let text = match &html {
            Some(html) => html.text(),
            None => extra(view, "text").unwrap_or_default(),
        };
        Ok(Self { url, input, html, title, text })
    }

    fn url(&self) -> Result<&Url, String> {
        self.url.as_ref().ok_or_else(|| "has no URL: give `url` in case.toml or in the arguments".to_owned())
    }

    /// Answers to probes: by the page, or as `facts` of the view give them.
    fn facts(&self, probes: &[Probe]) -> Result<Vec<(String, FactValue)>, String> {
        let given = self.input.get("view").and_then(|view| view.get("facts")).and_then(Value::as_array);
        probes
            .iter()
            .map(|probe| {
                let value = match &self.html {
                    Some(html) => fact(html, probe)?,
                    None => given
                        .into_iter()
                        .flatten()
                        .find_map(|fact| fact_value(fact, &probe.id))
                        .unwrap_or(FactValue::Absent),
                };
                Ok((probe.id.clone(), value))
            })
            .collect()
    }
}

/// The answer of the page to a probe.
fn fact(html: &Html, probe: &Probe) -> Result<FactValue, String> {
    let counted = |count| FactValue::Count(u32::try_from(count).unwrap_or(u32::MAX));
    let found = match probe.read {
        ProbeRead::Visible => html.count_shown(&probe.css).map(counted),
        ProbeRead::Elements => html.listed(&probe.css).map(FactValue::Elements),
        ProbeRead::Count | ProbeRead::Text | ProbeRead::Attr(_) => html.count(&probe.css).map(counted),
    };
    found.map_err(|bad| bad.to_string())
}

/// The value of `fact` when it answers the probe `id`; the pack's own name before it may be left out.
fn fact_value(fact: &Value, id: &str) -> Option<FactValue> {
    let probe = fact.get("probe")?.as_str()?;
    if probe != id && id.split_once('/').is_none_or(|(_, rest)| rest != probe) {
        return None;
    }
    let value = fact.get("value")?;
    let count = value.get("count").and_then(Value::as_u64);
    let text = value.get("text").and_then(Value::as_str);
    match (count, text) {
        (Some(count), _) => Some(FactValue::Count(u32::try_from(count).unwrap_or(u32::MAX))),
        (None, Some(text)) => Some(FactValue::Text(text.to_owned())),
        (None, None) => Some(FactValue::Absent),
    }
}

fn extra(view: Option<&Value>, name: &str) -> Option<String> {
    let pairs = view?.get("extra")?.as_array()?;
    let pair = pairs.iter().find(|pair| pair.get(0).and_then(Value::as_str) == Some(name))?;
    pair.get(1)?.as_str().map(str::to_owned)
}

fn submit(pack: &SitePack, asked: &Asked, faults: &mut Vec<String>) -> Result<Value, String> {
    let query = asked.input.get("query").and_then(Value::as_str).ok_or("has no `query`")?;
    let (searches, dropped) = pack.searches(asked.url()?, query);
    if dropped > 0 {
        faults.push(format!("{dropped} search URLs lie outside the pack's `urls` and are dropped"));
    }
    let tried: Vec<&str> = tried(&asked.input).collect();
    let fresh = searches.into_iter().find(|(url, _)| !tried.contains(&url.as_str()));
    Ok(fresh.map_or(Value::Null, |(url, rule)| {
        let confidence = if rule.unverified { UNVERIFIED_CONFIDENCE } else { CONFIDENCE };
        json!({ "url": url.as_str(), "confidence": confidence, "why": rule.why })
    }))
}

fn bot_check(pack: &SitePack, asked: &Asked) -> Result<Value, String> {
    let facts = asked.facts(&pack.probes(asked.url()?))?;
    let evidence = Evidence { title: &asked.title, text: &asked.text, facts: &facts };
    Ok(match pack.bot_check(&evidence) {
        None => json!({ "level": "clear", "kind": "", "confidence": 0, "evidence": [] }),
        Some((rule, mark)) => json!({
            "level": if rule.unverified { "suspected" } else { "confirmed" },
            "kind": rule.kind,
            "confidence": MARK_CONFIDENCE,
            "evidence": [mark],
        }),
    })
}

fn before(pack: &SitePack, asked: &Asked) -> Result<Value, String> {
    let wait = |wait: &Wait| {
        let mut target = json!({ "css": wait.css, "optional": wait.optional });
        if wait.gone {
            target["gone"] = true.into();
        }
        target
    };
    let waits: Vec<Value> = pack.waits(asked.url()?).iter().map(wait).collect();
    Ok(json!({ "url": null, "wait": waits }))
}

fn after(pack: &SitePack, asked: &Asked) -> Result<Value, String> {
    let url = asked.url()?;
    let mut advice = SiteAdvice::default();
    pack.advise(url, &mut advice);
    let facts = asked.facts(&pack.probes(url))?;
    let consent = banner(pack, asked, &facts)?;
    let search =
        advice.search_input.as_ref().map(|input| json!({ "input": input, "submit": advice.search_submit }));
    let mut answer = json!({
        "main-content": advice.main,
        "ignore": advice.ignore,
        "consent": consent.map(|consent| consent.steps.iter().map(step).collect::<Vec<_>>()).unwrap_or_default(),
        "search": search,
        "notes": advice.notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>(),
    });
    if let (Some(html), Some(members)) = (&asked.html, answer.as_object_mut()) {
        members.insert("seen".to_owned(), seen(pack, html, &advice)?);
    }
    Ok(answer)
}

/// The first banner that the page shows. One in a frame is looked for in the frame.
fn banner(pack: &SitePack, asked: &Asked, facts: &[(String, FactValue)]) -> Result<Option<Consent>, String> {
    for consent in pack.consents(asked.url()?, facts) {
        let (Some(html), Some(frame), Some((css, visible))) = (&asked.html, &consent.frame, &consent.detect)
        else {
            return Ok(Some(consent));
        };
        let Some(inside) = html.frame(frame).map_err(|bad| bad.to_string())? else { continue };
        let found = if *visible { inside.count_shown(css) } else { inside.count(css) };
        if found.map_err(|bad| bad.to_string())? > 0 {
            return Ok(Some(consent));
        }
    }
    Ok(None)
}

fn step(step: &Step) -> Value {
    match step {
        Step::Pause(time) => json!({ "wait-ms": u64::try_from(time.as_millis()).unwrap_or(u64::MAX) }),
        Step::At { deed: Deed::WaitGone, css, optional } => {
            json!({ "wait-for": { "css": css.as_str(), "optional": optional, "gone": true } })
        }
        Step::At { deed, css, optional } => {
            super::value::member(deed.as_str(), json!({ "css": css.as_str(), "optional": optional }))
        }
    }
}

/// What the page makes of the selectors.
fn seen(pack: &SitePack, html: &Html, advice: &SiteAdvice) -> Result<Value, String> {
    let first = |selectors: &[String]| -> Result<Option<String>, String> {
        for css in selectors {
            if html.count(css).map_err(|bad| bad.to_string())? > 0 {
                return Ok(Some(css.clone()));
            }
        }
        Ok(None)
    };
    let search: Vec<String> = advice.search_input.iter().cloned().collect();
    let count = |rules: &[HintRule]| -> Result<usize, String> {
        let counts = rules.iter().map(|rule| html.count(rule.css.as_str()).map_err(|bad| bad.to_string()));
        counts.sum()
    };
    Ok(json!({
        "main-content": first(&advice.main)?,
        "search-input": first(&search)?,
        "primary": count(&pack.primary)?,
        "sort": count(&pack.sort)?,
    }))
}
