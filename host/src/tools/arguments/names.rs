//! Which argument a key means: its own name, another server's, another spelling, or a slip of the pen.

use serde_json::{Value, json};

use super::{Argument, Repair, RepairKind};

/// What a key means.
pub(super) enum Meaning<'t> {
    /// This argument, with the value as sent.
    This(&'t Argument),
    /// This argument with another value.
    Converted(&'t Argument, Value),
    /// Nothing that needs to be said (a flag of another server that is off, say).
    Nothing,
    /// Unknown.
    Unknown,
}

/// Names whose meaning would be lost if they were ignored: a call that is to happen only under a condition must not
/// happen without it.
const CONDITIONS: [&str; 16] = [
    "if",
    "only",
    "only_if",
    "unless",
    "when",
    "condition",
    "dry_run",
    "dryrun",
    "simulate",
    "preview",
    "test_only",
    "no_op",
    "noop",
    "skip",
    "except",
    "undo",
];

/// Keys to be held, which make another action of a click.
const HELD: [&str; 5] = ["modifiers", "modifier", "modifier_keys", "hold_keys", "held_keys"];

/// Whether a key has a meaning in the table, under whatever name.
pub(crate) fn is_known(table: &[Argument], key: &str, value: &Value) -> bool {
    !matches!(meaning(table, key, value, &mut Vec::new()), Meaning::Unknown)
}

/// Whether ignoring the name could do what was not wanted.
pub(super) fn is_condition(key: &str) -> bool {
    let plain = snake(key);
    CONDITIONS.contains(&plain.as_str())
        || HELD.contains(&plain.as_str())
        || plain.starts_with("if_")
        || plain.starts_with("only_if")
}

/// Finds the argument that a key means, and says so where it is not the key's own name.
pub(super) fn meaning<'t>(
    table: &'t [Argument],
    key: &str,
    value: &Value,
    repairs: &mut Vec<Repair>,
) -> Meaning<'t> {
    if let Some(argument) = table.iter().find(|argument| argument.name == key) {
        return Meaning::This(argument);
    }
    // Before likeness: `mode` is like other names, and means this where there is this.
    if let Some(append) = table.iter().find(|argument| argument.name == "append")
        && let Some(keeps) = super::keeping::keeps(key, value)
    {
        let what = format!("`{}` {} read as `append` {keeps}", shown(key), shown(&value.to_string()));
        repairs.push(Repair::new(RepairKind::Name, what));
        return Meaning::Converted(append, json!(keeps));
    }
    let plain = snake(key);
    let squashed = plain.replace('_', "");
    let named = |name: &str| table.iter().find(|argument| argument.name == name);
    let known = named(&plain)
        .or_else(|| table.iter().find(|argument| argument.also.contains(&plain.as_str())))
        .or_else(|| table.iter().find(|argument| argument.name.replace('_', "") == squashed))
        .or_else(|| {
            table.iter().find(|argument| argument.also.iter().any(|also| also.replace('_', "") == squashed))
        });
    let mut say = |argument: &Argument| {
        repairs.push(Repair::new(RepairKind::Name, format!("`{}` read as `{}`", shown(key), argument.name)));
    };
    if let Some(argument) = known {
        say(argument);
        return Meaning::This(argument);
    }
    match converted(table, &squashed, value) {
        Meaning::Unknown => {}
        other => {
            if let Meaning::This(argument) | Meaning::Converted(argument, _) = &other {
                say(argument);
            }
            return other;
        }
    }
    match slip(table, &plain) {
        Some(argument) => {
            say(argument);
            Meaning::This(argument)
        }
        None => Meaning::Unknown,
    }
}

/// Arguments of other servers that say the same in another way.
fn converted<'t>(table: &'t [Argument], squashed: &str, value: &Value) -> Meaning<'t> {
    let named = |name: &str| table.iter().find(|argument| argument.name == name);
    match squashed {
        "doubleclick" | "dblclick" | "double" => match (named("count"), is_on(value)) {
            (Some(count), true) => Meaning::Converted(count, json!(2)),
            (Some(_), false) => Meaning::Nothing,
            (None, _) => Meaning::Unknown,
        },
        "control" | "ctrl" | "ctrlkey" | "controlkey" | "shift" | "shiftkey" | "alt" | "altkey" | "meta"
        | "metakey" | "cmd" | "command" => match (named("modifiers"), is_on(value)) {
            (Some(modifiers), true) => {
                Meaning::Converted(modifiers, json!([squashed.trim_end_matches("key")]))
            }
            (Some(_), false) => Meaning::Nothing,
            (None, _) => Meaning::Unknown,
        },
        "clickcount" | "clicks" | "times" | "repeat" => {
            named("count").map_or(Meaning::Unknown, Meaning::This)
        }
        "timeoutseconds" | "timeoutsecs" | "timeouts" | "timeoutsec" => {
            seconds(named("timeout_ms"), value, f64::INFINITY)
        }
        // Another server's `time` is in seconds; nobody waits for minutes, so more than that is milliseconds.
        "time" | "seconds" | "waittime" | "sleep" | "duration" => seconds(named("time_ms"), value, 120.0),
        _ => Meaning::Unknown,
    }
}

/// A number of seconds in milliseconds; a number above `most`, or one with its own unit, as it is.
fn seconds<'t>(argument: Option<&'t Argument>, value: &Value, most: f64) -> Meaning<'t> {
    let Some(argument) = argument else { return Meaning::Unknown };
    let number = match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    match number {
        Some(number) if number <= most => Meaning::Converted(argument, json!((number * 1_000.0).round())),
        _ => Meaning::This(argument),
    }
}

fn is_on(value: &Value) -> bool {
    match value {
        Value::Bool(flag) => *flag,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => {
            !matches!(text.trim().to_lowercase().as_str(), "" | "false" | "no" | "0" | "null")
        }
        _ => false,
    }
}

/// The one argument whose name is a letter or two away. Names that are no nearer than another are not guessed.
fn slip<'t>(table: &'t [Argument], plain: &str) -> Option<&'t Argument> {
    if plain.len() > LONGEST_NAME {
        return None;
    }
    let allowed = match plain.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let mut near: Vec<(usize, &Argument)> = table
        .iter()
        .map(|argument| (strsim::damerau_levenshtein(plain, argument.name), argument))
        .filter(|(distance, _)| *distance <= allowed)
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    match near.as_slice() {
        [(_, only)] => Some(only),
        [(first, nearest), (second, _), ..] if first < second => Some(nearest),
        _ => None,
    }
}

/// `timeoutMs`, `Timeout-MS` and `timeout ms` as `timeout_ms`.
pub(crate) fn snake(key: &str) -> String {
    let mut plain = String::with_capacity(key.len() + 4);
    let mut was_lower = false;
    for character in key.trim().trim_matches(['"', '\'', '`', '$', ':', '_']).chars().take(LONGEST_NAME) {
        if character.is_uppercase() && was_lower {
            plain.push('_');
        }
        was_lower = character.is_lowercase() || character.is_ascii_digit();
        if matches!(character, '-' | ' ' | '.') {
            plain.push('_');
        } else {
            plain.extend(character.to_lowercase());
        }
    }
    plain
}

/// A key as it may stand in an answer.
pub(super) fn shown(key: &str) -> String {
    crate::snapshot::text::cut(&crate::snapshot::text::one_line(key), 40).replace('`', "'")
}

/// Longest word that may be a name with a slip in it, in bytes. Likeness takes time by the product of the lengths,
/// and nothing longer was meant for a name.
const LONGEST_NAME: usize = 100;

/// The name that was probably meant, if one is near enough.
pub fn nearest<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if word.len() > LONGEST_NAME {
        return None;
    }
    names
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| name)
}
