//! Refs in the forms that models send: a line of a view, `[e4]`, an object, a number, or the element in words.

use serde_json::Value;

use super::value::is_omission;
use super::{Repair, RepairKind};
use crate::error::{ErrorCode, ToolError};
use crate::snapshot::refs::Ref;
use crate::snapshot::text::{cut, one_line};

/// What stands where a ref belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sent {
    /// Left out.
    Nothing,
    /// A ref, and whether it was in its own form.
    Ref(Ref, bool),
    /// Words that may name an element: `button "Save"`.
    Words(String),
    /// Several refs at once.
    Several(Vec<Ref>),
    /// Nothing that could name an element.
    Wrong,
}

/// Members of an object that stands in place of a ref, the likeliest first.
const MEMBERS: [&str; 8] = ["ref", "target", "uid", "element", "id", "value", "selector", "name"];

/// Reads a ref, or what was sent in its place.
pub(super) fn sent(value: &Value) -> Sent {
    match value {
        Value::Null => Sent::Nothing,
        Value::Number(number) => match number.as_f64() {
            Some(0.0) => Sent::Nothing,
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a whole number within u32"
            )]
            Some(float) if float.fract() == 0.0 && float > 0.0 && float <= f64::from(u32::MAX) => {
                Sent::Ref(Ref(float as u32), false)
            }
            _ => Sent::Wrong,
        },
        Value::String(text) => in_text(text),
        Value::Array(items) => match items.as_slice() {
            [] => Sent::Nothing,
            [only] => without_form(sent(only)),
            several => {
                let refs: Vec<Ref> = several
                    .iter()
                    .filter_map(|item| match sent(item) {
                        Sent::Ref(reference, _) => Some(reference),
                        _ => None,
                    })
                    .collect();
                if refs.len() == several.len() { Sent::Several(refs) } else { Sent::Wrong }
            }
        },
        Value::Object(members) => {
            if let (Some(Value::String(role)), Some(Value::String(name))) =
                (members.get("role"), members.get("name"))
            {
                return Sent::Words(format!("{role} \"{name}\""));
            }
            let found = MEMBERS.iter().find_map(|member| members.get(*member));
            found.map_or(Sent::Wrong, |value| without_form(sent(value)))
        }
        Value::Bool(_) => Sent::Wrong,
    }
}

fn without_form(sent: Sent) -> Sent {
    match sent {
        Sent::Ref(reference, _) => Sent::Ref(reference, false),
        other => other,
    }
}

fn in_text(text: &str) -> Sent {
    let plain = text.trim();
    if is_omission(plain) {
        return Sent::Nothing;
    }
    if let Ok(reference) = plain.parse::<Ref>() {
        // `e4, e5` begins with a ref like a line of a view does, but names two elements.
        let several = refs_in(plain);
        let is_line = plain.contains('"');
        return if several.len() > 1 && !is_line {
            Sent::Several(several)
        } else {
            Sent::Ref(reference, reference.to_string() == text)
        };
    }
    if plain.starts_with(['{', '['])
        && let Ok(value @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str::<Value>(plain)
    {
        return sent(&value);
    }
    // In quotes may stand the name of an element, which is no ref even where it looks like one.
    let refs = if plain.contains(['"', '\'']) { Vec::new() } else { refs_in(plain) };
    match refs.as_slice() {
        [] => Sent::Words(text.to_owned()),
        [only] => Sent::Ref(*only, false),
        _ => Sent::Several(refs),
    }
}

/// The refs among the words of a text, each once: `uid=e4`, `e 4`, `the button e4`.
fn refs_in(text: &str) -> Vec<Ref> {
    let words: Vec<&str> = text
        .split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
        .collect();
    let mut refs: Vec<Ref> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let digits = match word.strip_prefix(['e', 'E']) {
            Some("") => words.get(place + 1).copied().filter(|_| words.len() == 2).unwrap_or_default(),
            Some(digits) => digits,
            None => continue,
        };
        if !digits.is_empty()
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = digits.parse()
            && !refs.contains(&Ref(number))
        {
            refs.push(Ref(number));
        }
    }
    refs
}

/// Whether a text is a ref and nothing else, such as `e4` or `[ref=e4]`: no CSS selector looks like one.
pub(super) fn strict(text: &str) -> Option<Ref> {
    let plain = text.trim().trim_matches(['"', '\'', '`']);
    let plain = plain.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(plain);
    let plain = plain.strip_prefix('@').unwrap_or(plain);
    let plain = ["aria-ref=", "data-ref=", "ref=", "uid=", "ref:"]
        .iter()
        .find_map(|prefix| plain.strip_prefix(prefix))
        .unwrap_or(plain)
        .trim()
        .trim_matches(['"', '\'']);
    let digits = plain.strip_prefix(['e', 'E'])?;
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| digits.parse().map(Ref).ok())
        .flatten()
}

/// Whether a text is a whole line of a view: `e4 button "Save"`.
pub(super) fn line(text: &str) -> Option<Ref> {
    let (first, rest) = text.trim().split_once(' ')?;
    let reference = strict(first)?;
    let role = rest.trim_start().split([' ', '"']).next().unwrap_or_default();
    (role.len() > 2 && role.chars().all(|c| c.is_ascii_lowercase())).then_some(reference)
}

/// One element out of everything that names one, by the keys that were sent. A ref goes before words; two different
/// refs are refused.
pub(super) fn chosen(
    name: &str,
    sent: Vec<(String, Sent)>,
    repairs: &mut Vec<Repair>,
) -> Result<Option<String>, ToolError> {
    let mut refs: Vec<Ref> = Vec::new();
    for (_, one) in &sent {
        match one {
            Sent::Ref(reference, _) if !refs.contains(reference) => refs.push(*reference),
            Sent::Several(several) => refs.extend(several.iter().filter(|one| !sent_alone(&sent, **one))),
            _ => {}
        }
    }
    if refs.len() > 1 {
        let names: Vec<String> = refs.iter().take(3).map(|reference| format!("`{reference}`")).collect();
        return Err(ToolError::new(
            ErrorCode::Ambiguous,
            format!("the call names {} elements: {}; nothing was done", refs.len(), names.join(", ")),
            format!(
                "one element a call: send `{name}` with one of them, for example {{\"{name}\": \"{}\"}}",
                refs[0]
            ),
        ));
    }
    if let Some(reference) = refs.first() {
        let plain = reference.to_string();
        if sent.iter().any(|(_, one)| matches!(one, Sent::Ref(_, false))) {
            repairs.push(Repair::new(RepairKind::Ref, format!("`{name}` read as {plain}")));
        }
        for (key, words) in &sent {
            if let Sent::Words(words) = words {
                let words = cut(&one_line(words), 40);
                repairs.push(Repair::new(
                    RepairKind::Ignored,
                    format!("`{key}` \"{words}\" was not needed beside {plain}"),
                ));
            }
        }
        return Ok(Some(plain));
    }
    Ok(sent.into_iter().find_map(|(_, one)| match one {
        Sent::Words(words) => Some(words),
        _ => None,
    }))
}

fn sent_alone(sent: &[(String, Sent)], reference: Ref) -> bool {
    sent.iter().any(|(_, one)| matches!(one, Sent::Ref(other, _) if *other == reference))
}
