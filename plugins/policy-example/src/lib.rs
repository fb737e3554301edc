//! Rules of an organisation: when and where calls run, what is typed, what is paid, and which numbers no answer shows.

mod hours;
mod identity;
mod payment;
mod settings;

use sekme_plugin_sdk::{Context, Decision, Policy, Redaction, ToolCall, ToolOutcome, matches_host};
use serde_json::Value;

use crate::payment::{Paying, has_word, paying};
use crate::settings::{Above, Settings};

/// Arguments that name an element and are typed nowhere.
const NAMING: [&str; 8] =
    ["ref", "selector", "text_label", "label", "element", "target", "frame", "timeout_ms"];

struct Rules;

impl Policy for Rules {
    fn before_call(context: &Context, call: &ToolCall) -> Decision {
        let settings = match read(context) {
            Ok(settings) => settings,
            Err(denial) => return denial,
        };
        // A person must be able to see what is going on and to end it.
        if matches!(call.tool.as_str(), "browser_status" | "browser_close") {
            return Decision::Abstain;
        }
        let denials = [
            outside_hours(&settings, context.now_ms),
            other_host(&settings, call),
            forbidden_word(&settings, call),
        ];
        denials.into_iter().flatten().next().or_else(|| costly(&settings, call)).unwrap_or(Decision::Abstain)
    }

    fn after_call(context: &Context, _: &ToolCall, outcome: &ToolOutcome) -> Decision {
        let settings = match read(context) {
            Ok(settings) => settings,
            Err(denial) => return denial,
        };
        match redactions(&settings, &outcome.content) {
            Some(none) if none.is_empty() => Decision::Abstain,
            Some(redactions) => Decision::Redact(redactions),
            None => Decision::deny(
                "unreadable-answer",
                "the answer cannot be read, so nothing in it can be hidden",
            ),
        }
    }
}

sekme_plugin_sdk::export!(Rules: Policy);

fn read(context: &Context) -> Result<Settings, Decision> {
    let text = if context.settings.is_empty() { "{}" } else { &context.settings };
    serde_json::from_str(text)
        .map_err(|error| Decision::deny("bad-settings", &format!("the settings cannot be read: {error}")))
}

fn outside_hours(settings: &Settings, now_ms: u64) -> Option<Decision> {
    let hours = settings.hours.as_ref().filter(|hours| !hours::is_within(hours, now_ms))?;
    let clock = |minute: u32| format!("{:02}:{:02}", minute / 60, minute % 60);
    let said = format!("calls run from {} to {} on working days", clock(hours.from.0), clock(hours.to.0));
    Some(Decision::deny("outside-hours", &said))
}

/// What leads to a page of another host, has led there, or acts on one.
fn other_host(settings: &Settings, call: &ToolCall) -> Option<Decision> {
    let url = call.target_url.as_deref().unwrap_or(&call.page_url);
    let is_allowed = settings.allowed_hosts.is_empty()
        || url.is_empty()
        || url.starts_with("about:")
        || settings.allowed_hosts.iter().any(|host| matches_host(url, host));
    if is_allowed {
        return None;
    }
    let host = sekme_plugin_sdk::host(url).unwrap_or("this kind of address");
    Some(Decision::deny("host-not-allowed", &format!("{host} is not among the hosts that are allowed")))
}

fn forbidden_word(settings: &Settings, call: &ToolCall) -> Option<Decision> {
    if settings.forbidden_words.is_empty() || call.extra("effect") == Some("read-only") {
        return None;
    }
    let mut typed = Vec::new();
    for arguments in [call.extra("arguments"), Some(call.arguments.as_str())].into_iter().flatten() {
        // What is no JSON object was refused before it came here.
        let Ok(Value::Object(arguments)) = serde_json::from_str(arguments) else { continue };
        let given = arguments.into_iter().filter(|(name, _)| !NAMING.contains(&name.as_str()));
        given.for_each(|(_, value)| texts(value, &mut typed));
    }
    let has = |word: &&String| typed.iter().any(|text| has_word(text, word));
    settings
        .forbidden_words
        .iter()
        .any(|word| has(&word))
        .then(|| Decision::deny("forbidden-word", "the text holds a word that must not be typed"))
}

fn texts(value: Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.into_iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.into_iter().for_each(|(_, item)| texts(item, found)),
        _ => {}
    }
}

fn costly(settings: &Settings, call: &ToolCall) -> Option<Decision> {
    let rules = settings.payment.as_ref()?;
    // A button may say something else to a person than to a program.
    let name = [call.extra("element-name"), call.extra("element-shows")];
    let name: Vec<&str> = name.into_iter().flatten().collect();
    let said = match paying(rules, &name.join(" "), call.extra("element-context").unwrap_or_default()) {
        Paying::No => return None,
        Paying::Amount(amount) if amount <= rules.limit => return None,
        Paying::Amount(amount) => format!("it pays {amount}, and {} is the most", rules.limit),
        Paying::Unknown => "it pays, and how much is not known".to_owned(),
    };
    Some(match rules.above {
        Above::Ask => Decision::Ask(said),
        Above::Deny => Decision::deny("payment-limit", &said),
    })
}

/// The lines of an answer that hold numbers to hide; `None` where it is no answer.
fn redactions(settings: &Settings, content: &str) -> Option<Vec<Redaction>> {
    let parts: Vec<Value> = serde_json::from_str(content).ok()?;
    let mut redactions = Vec::new();
    for (part, value) in parts.iter().enumerate() {
        let Some(lines) = value.get("lines").and_then(Value::as_array) else { continue };
        for (line, text) in lines.iter().enumerate() {
            let hidden = identity::without(text.as_str().unwrap_or_default(), &settings.redact.0);
            let pointer = format!("/{part}/lines/{line}");
            redactions.extend(hidden.map(|replacement| Redaction { pointer, replacement }));
        }
    }
    Some(redactions)
}

#[cfg(test)]
mod tests {
    use sekme_plugin_sdk::testing::{call, context, outcome};

    use super::*;

    const PAGE: &str = "https://shop.example/cart";

    fn before(settings: &str, call: &ToolCall) -> Decision {
        Rules::before_call(&context().with_settings(settings), call)
    }

    fn with(mut call: ToolCall, key: &str, value: &str) -> ToolCall {
        call.extra.push((key.to_owned(), value.to_owned()));
        call
    }

    fn code(decision: &Decision) -> &str {
        match decision {
            Decision::Deny(refusal) => &refusal.code,
            other => panic!("{other:?} is no denial"),
        }
    }

    #[test]
    fn without_settings_nothing_is_denied() {
        assert!(matches!(before("{}", &call("browser_click", "{}", PAGE)), Decision::Abstain));
    }

    #[test]
    fn settings_that_cannot_be_read_deny_everything() {
        let call = call("browser_status", "{}", PAGE);
        assert_eq!(code(&before(r#"{"hors": 1}"#, &call)), "bad-settings");
        let context = context().with_settings("x");
        assert_eq!(code(&Rules::after_call(&context, &call, &outcome("[]", PAGE))), "bad-settings");
    }

    #[test]
    fn hosts_are_those_of_the_target_or_else_of_the_page() {
        let settings = r#"{"allowed-hosts": ["*.shop.example"]}"#;
        assert!(matches!(before(settings, &call("browser_click", "{}", PAGE)), Decision::Abstain));
        let away = call("browser_navigate", "{}", PAGE);
        for target in ["https://evil.example/", "https://shop.example.evil.example/", "data:text/html,x"] {
            let away = ToolCall { target_url: Some(target.to_owned()), ..away.clone() };
            assert_eq!(code(&before(settings, &away)), "host-not-allowed", "{target}");
        }
        assert_eq!(
            code(&before(settings, &call("browser_click", "{}", "https://evil.example/"))),
            "host-not-allowed"
        );
        assert!(matches!(before(settings, &call("browser_tabs", "{}", "")), Decision::Abstain));
    }

    #[test]
    fn words_are_found_in_whatever_is_typed() {
        let settings = r#"{"forbidden-words": ["Gizli"]}"#;
        for arguments in [
            r#"{"ref": "e1", "text": "çok gizli bilgi"}"#,
            r#"{"fields": [{"ref": "e1", "text": "GIZLI"}]}"#,
            r#"{"value": "gizli"}"#,
        ] {
            let typing = with(call("browser_type", arguments, PAGE), "effect", "input");
            assert_eq!(code(&before(settings, &typing)), "forbidden-word", "{arguments}");
        }
        let naming = with(call("browser_click", r#"{"selector": "gizli"}"#, PAGE), "effect", "input");
        assert!(matches!(before(settings, &naming), Decision::Abstain));
    }

    #[test]
    fn a_payment_above_the_limit_needs_a_person() {
        let settings = |above: &str| {
            format!(r#"{{"payment": {{"limit": 500, "buttons": ["pay"], "above": "{above}"}}}}"#)
        };
        let pay = |name: &str| with(call("browser_click", "{}", PAGE), "element-name", name);
        assert!(matches!(before(&settings("ask"), &pay("Pay 499")), Decision::Abstain));
        assert!(matches!(before(&settings("ask"), &pay("Pay 501")), Decision::Ask(_)));
        assert!(matches!(before(&settings("ask"), &pay("Pay now")), Decision::Ask(_)));
        assert_eq!(code(&before(&settings("deny"), &pay("Pay 501"))), "payment-limit");
        let shown = with(pay("Go on"), "element-shows", "Pay 900");
        assert!(matches!(before(&settings("ask"), &shown), Decision::Ask(_)));
    }

    #[test]
    fn lines_with_identity_numbers_are_redacted() {
        let content = r#"[{"type":"text","lines":["name","TC 10000000146","x"]},{"type":"image"}]"#;
        let reading = call("browser_read", "{}", PAGE);
        let Decision::Redact(redactions) = Rules::after_call(&context(), &reading, &outcome(content, PAGE))
        else {
            panic!("a redaction")
        };
        assert_eq!(redactions.len(), 1);
        assert_eq!(redactions[0].pointer, "/0/lines/1");
        assert_eq!(redactions[0].replacement, "TC [identity number]");
        assert_eq!(code(&Rules::after_call(&context(), &reading, &outcome("no", PAGE))), "unreadable-answer");
    }
}
