//! WIT values as JSON and back, guided by the types of the component: no hook needs code of its own.
//!
//! Records are objects, flags lists of names, `none` is null or left out, enums are their names, variants a name
//! or `{"name": payload}`, tuples lists; a result is its payload, or `{"err": …}`.

use serde_json::{Map, Number, Value};
use wasmtime::component::types::{Case, Field};
use wasmtime::component::{Type, Val};

/// A JSON value that is no value of the WIT type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub(super) struct Mismatch {
    /// Members and numbers on the way to it, such as `view.elements.3.state`.
    place: String,
    problem: String,
}

impl Mismatch {
    fn new(problem: impl Into<String>) -> Self {
        Self { place: String::new(), problem: problem.into() }
    }

    fn within(mut self, step: &dyn ToString) -> Self {
        let step = step.to_string();
        self.place = if self.place.is_empty() { step } else { format!("{step}.{}", self.place) };
        self
    }

    fn expected(what: &str, found: &Value) -> Self {
        Self::new(format!("expected {what}, found {}", kind_of(found)))
    }
}

fn kind_of(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => {
            format!("the text \"{}\"", super::super::text::cut(text, 40))
        }
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// `json` as a value of type `wanted`. Members that the type does not have are mistakes.
pub(super) fn to_val(json: &Value, wanted: &Type) -> Result<Val, Mismatch> {
    Ok(match wanted {
        Type::Bool => Val::Bool(json.as_bool().ok_or_else(|| Mismatch::expected("true or false", json))?),
        Type::S8 => Val::S8(whole(json)?),
        Type::U8 => Val::U8(whole(json)?),
        Type::S16 => Val::S16(whole(json)?),
        Type::U16 => Val::U16(whole(json)?),
        Type::S32 => Val::S32(whole(json)?),
        Type::U32 => Val::U32(whole(json)?),
        Type::S64 => Val::S64(whole(json)?),
        Type::U64 => Val::U64(whole(json)?),
        #[expect(clippy::cast_possible_truncation, reason = "the type says so")]
        Type::Float32 => Val::Float32(float(json)? as f32),
        Type::Float64 => Val::Float64(float(json)?),
        Type::Char => Val::Char(letter(json)?),
        Type::String => Val::String(text(json)?.to_owned()),
        Type::List(list) => {
            let wanted = list.ty();
            Val::List(numbered(items(json)?, |item| to_val(item, &wanted))?)
        }
        Type::Record(record) => Val::Record(fields(json, record.fields())?),
        Type::Tuple(tuple) => {
            let (given, wanted) = (items(json)?, tuple.types());
            if given.len() != wanted.len() {
                return Err(Mismatch::expected(&format!("a list of {}", wanted.len()), json));
            }
            let pairs = given.iter().zip(wanted).enumerate();
            let vals = pairs.map(|(at, (item, wanted))| to_val(item, &wanted).map_err(|bad| bad.within(&at)));
            Val::Tuple(vals.collect::<Result<_, _>>()?)
        }
        Type::Variant(variant) => one_case(json, &mut variant.cases())?,
        Type::Enum(names) => Val::Enum(one_of(json, &mut names.names())?),
        Type::Option(option) => Val::Option(match json {
            Value::Null => None,
            _ => Some(Box::new(to_val(json, &option.ty())?)),
        }),
        Type::Result(result) => match json.as_object().and_then(|members| members.get("err")) {
            Some(error) => Val::Result(Err(payload(Some(error), result.err())?)),
            None => Val::Result(Ok(payload(Some(json), result.ok())?)),
        },
        Type::Flags(flags) => {
            let known: Vec<&str> = flags.names().collect();
            let name = |item: &Value| one_of(item, &mut known.iter().copied());
            Val::Flags(numbered(items(json)?, name)?)
        }
        other => {
            return Err(Mismatch::new(format!("values of the type {other:?} cannot be written as JSON")));
        }
    })
}

fn whole<T: TryFrom<i128>>(json: &Value) -> Result<T, Mismatch> {
    let number = json.as_i64().map(i128::from).or_else(|| json.as_u64().map(i128::from));
    let fitting = number.and_then(|number| T::try_from(number).ok());
    fitting.ok_or_else(|| Mismatch::expected("a whole number in range", json))
}

fn float(json: &Value) -> Result<f64, Mismatch> {
    json.as_f64().ok_or_else(|| Mismatch::expected("a number", json))
}

fn text(json: &Value) -> Result<&str, Mismatch> {
    json.as_str().ok_or_else(|| Mismatch::expected("a text", json))
}

fn letter(json: &Value) -> Result<char, Mismatch> {
    let mut letters = text(json)?.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter),
        _ => Err(Mismatch::expected("one letter", json)),
    }
}

fn items(json: &Value) -> Result<&Vec<Value>, Mismatch> {
    json.as_array().ok_or_else(|| Mismatch::expected("a list", json))
}

fn numbered<T>(given: &[Value], each: impl Fn(&Value) -> Result<T, Mismatch>) -> Result<Vec<T>, Mismatch> {
    given.iter().enumerate().map(|(at, item)| each(item).map_err(|bad| bad.within(&at))).collect()
}

fn fields<'a>(json: &Value, wanted: impl Iterator<Item = Field<'a>>) -> Result<Vec<(String, Val)>, Mismatch> {
    let members = json.as_object().ok_or_else(|| Mismatch::expected("an object", json))?;
    let mut fields = Vec::new();
    for field in wanted {
        let given = match members.get(field.name) {
            Some(given) => given,
            None => absent(&field)?,
        };
        let val = to_val(given, &field.ty).map_err(|bad| bad.within(&field.name))?;
        fields.push((field.name.to_owned(), val));
    }
    match members.keys().find(|name| fields.iter().all(|(known, _)| known != *name)) {
        None => Ok(fields),
        Some(strange) => {
            let known: Vec<&str> = fields.iter().map(|(name, _)| name.as_str()).collect();
            let problem = format!("no such member; the members are {}", known.join(", "));
            Err(Mismatch::new(problem).within(strange))
        }
    }
}

/// What stands for a member that was left out: nothing of its kind. A number has no such value.
fn absent(field: &Field<'_>) -> Result<&'static Value, Mismatch> {
    static NOTHING: Value = Value::Null;
    static NO: Value = Value::Bool(false);
    static NO_TEXT: Value = Value::String(String::new());
    static NO_ITEMS: Value = Value::Array(Vec::new());
    match &field.ty {
        Type::Option(_) => Ok(&NOTHING),
        Type::List(_) | Type::Flags(_) => Ok(&NO_ITEMS),
        Type::String => Ok(&NO_TEXT),
        Type::Bool => Ok(&NO),
        _ => Err(Mismatch::new("is missing").within(&field.name)),
    }
}

fn one_of(json: &Value, known: &mut dyn Iterator<Item = &str>) -> Result<String, Mismatch> {
    let name = text(json)?;
    let known: Vec<&str> = known.collect();
    if known.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(Mismatch::new(format!("`{name}` is none of {}", known.join(", "))))
}

fn one_case(json: &Value, cases: &mut dyn Iterator<Item = Case<'_>>) -> Result<Val, Mismatch> {
    let (name, given) = match json {
        Value::String(name) => (name, None),
        Value::Object(members) => match members.iter().next() {
            Some((name, given)) if members.len() == 1 => (name, Some(given)),
            _ => return Err(Mismatch::expected("an object with one member, the name of the case", json)),
        },
        _ => return Err(Mismatch::expected("the name of a case", json)),
    };
    let mut known = Vec::new();
    for case in cases {
        if case.name == name {
            let payload = payload(given, case.ty).map_err(|bad| bad.within(name))?;
            return Ok(Val::Variant(name.clone(), payload));
        }
        known.push(case.name);
    }
    Err(Mismatch::new(format!("`{name}` is none of {}", known.join(", "))))
}

fn payload(given: Option<&Value>, wanted: Option<Type>) -> Result<Option<Box<Val>>, Mismatch> {
    match (given, wanted) {
        (Some(given), Some(wanted)) => Ok(Some(Box::new(to_val(given, &wanted)?))),
        (None | Some(Value::Null), None) => Ok(None),
        (None, Some(_)) => Err(Mismatch::new("has a payload: write {\"name\": payload}")),
        (Some(_), None) => Err(Mismatch::new("has no payload: write the name alone")),
    }
}

/// `val` as JSON.
pub(super) fn to_json(val: &Val) -> Value {
    match val {
        Val::Bool(value) => Value::Bool(*value),
        Val::S8(number) => (*number).into(),
        Val::U8(number) => (*number).into(),
        Val::S16(number) => (*number).into(),
        Val::U16(number) => (*number).into(),
        Val::S32(number) => (*number).into(),
        Val::U32(number) => (*number).into(),
        Val::S64(number) => (*number).into(),
        Val::U64(number) => (*number).into(),
        Val::Float32(number) => finite(f64::from(*number)),
        Val::Float64(number) => finite(*number),
        Val::Char(letter) => Value::String(letter.to_string()),
        Val::String(text) => Value::String(text.clone()),
        Val::List(items) | Val::Tuple(items) | Val::FixedLengthList(items) => {
            Value::Array(items.iter().map(to_json).collect())
        }
        Val::Map(pairs) => Value::Array(
            pairs.iter().map(|(key, value)| Value::Array(vec![to_json(key), to_json(value)])).collect(),
        ),
        Val::Record(fields) => {
            Value::Object(fields.iter().map(|(name, val)| (name.clone(), to_json(val))).collect())
        }
        Val::Variant(name, None) => Value::String(name.clone()),
        Val::Variant(name, Some(payload)) => member(name, to_json(payload)),
        Val::Enum(name) => Value::String(name.clone()),
        Val::Option(inner) => inner.as_deref().map_or(Value::Null, to_json),
        Val::Result(Ok(inner)) => inner.as_deref().map_or(Value::Null, to_json),
        Val::Result(Err(inner)) => member("err", inner.as_deref().map_or(Value::Null, to_json)),
        Val::Flags(names) => Value::Array(names.iter().cloned().map(Value::String).collect()),
        // Handles: the package has none.
        Val::Resource(_) | Val::Future(_) | Val::Stream(_) | Val::ErrorContext(_) => Value::Null,
    }
}

fn finite(number: f64) -> Value {
    Number::from_f64(number).map_or(Value::Null, Value::Number)
}

pub(super) fn member(name: &str, value: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), value)]))
}

/// Bytes that the server counts of an answer: its texts, and its lists at the size of their items.
pub(super) fn answer_bytes(val: &Val) -> usize {
    match val {
        Val::String(text) => text.len(),
        Val::List(items) => items.iter().map(|item| size(item) + answer_bytes(item)).sum(),
        Val::Record(fields) => fields.iter().map(|(_, val)| answer_bytes(val)).sum(),
        Val::Tuple(items) => items.iter().map(answer_bytes).sum(),
        Val::Variant(_, Some(inner)) | Val::Option(Some(inner)) => answer_bytes(inner),
        Val::Result(Ok(Some(inner)) | Err(Some(inner))) => answer_bytes(inner),
        _ => 0,
    }
}

/// Bytes of an item itself in the server's memory, texts and lists not counted.
fn size(val: &Val) -> usize {
    const WORD: usize = size_of::<usize>();
    match val {
        Val::String(_) | Val::List(_) => 3 * WORD,
        Val::S64(_) | Val::U64(_) | Val::Float64(_) => 8,
        Val::Record(fields) => fields.iter().map(|(_, val)| size(val)).sum::<usize>().next_multiple_of(WORD),
        Val::Tuple(items) => items.iter().map(size).sum::<usize>().next_multiple_of(WORD),
        Val::Variant(_, Some(inner)) | Val::Option(Some(inner)) => WORD + size(inner),
        _ => 4,
    }
}
