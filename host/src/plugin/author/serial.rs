//! The server's own values as the JSON of [`super::value`]: names as in the WIT package, variants as there.

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use serde_json::{Map, Value};

use super::super::bindings::types::ElementFlags;
use super::value::member;

/// A value that has no place in the WIT package.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unwritable(String);

impl ser::Error for Unwritable {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// `value`, whose type was generated from the WIT package, as JSON.
pub(super) fn to_json(value: &impl Serialize) -> Result<Value, Unwritable> {
    value.serialize(Writer)
}

/// `FactValue` and `http_status` as the package spells them: `fact-value`, `http-status`.
fn kebab(name: &str) -> String {
    let mut kebab = String::with_capacity(name.len() + 4);
    for letter in name.trim_start_matches("r#").chars() {
        match letter {
            '_' => kebab.push('-'),
            upper if upper.is_ascii_uppercase() => {
                if !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.push(upper.to_ascii_lowercase());
            }
            other => kebab.push(other),
        }
    }
    kebab
}

impl Serialize for ElementFlags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const NAMES: [(ElementFlags, &str); 8] = [
            (ElementFlags::VISIBLE, "visible"),
            (ElementFlags::INTERACTIVE, "interactive"),
            (ElementFlags::DISABLED, "disabled"),
            (ElementFlags::EDITABLE, "editable"),
            (ElementFlags::IN_VIEWPORT, "in-viewport"),
            (ElementFlags::IN_MAIN, "in-main"),
            (ElementFlags::IN_DIALOG, "in-dialog"),
            (ElementFlags::OCCLUDED, "occluded"),
        ];
        serializer
            .collect_seq(NAMES.iter().filter(|(flag, _)| (*self & *flag) == *flag).map(|(_, name)| name))
    }
}

struct Writer;

/// A list or tuple in the making.
struct Items {
    /// The variant that it is the payload of.
    variant: Option<&'static str>,
    done: Vec<Value>,
}

/// A record in the making.
struct Members {
    variant: Option<&'static str>,
    done: Map<String, Value>,
    key: Option<String>,
}

impl Items {
    fn new(variant: Option<&'static str>) -> Self {
        Self { variant, done: Vec::new() }
    }

    fn add(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritable> {
        self.done.push(value.serialize(Writer)?);
        Ok(())
    }

    fn finish(self) -> Value {
        let items = Value::Array(self.done);
        self.variant.map_or_else(|| items.clone(), |name| member(&kebab(name), items.clone()))
    }
}

impl Members {
    fn new(variant: Option<&'static str>) -> Self {
        Self { variant, done: Map::new(), key: None }
    }

    fn add(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Unwritable> {
        self.done.insert(kebab(name), value.serialize(Writer)?);
        Ok(())
    }

    fn finish(self) -> Value {
        let members = Value::Object(self.done);
        match self.variant {
            Some(name) => member(&kebab(name), members),
            None => members,
        }
    }
}

macro_rules! plainly {
    ($($method:ident: $kind:ty),*) => {
        $(fn $method(self, value: $kind) -> Result<Value, Unwritable> { Ok(value.into()) })*
    };
}

impl Serializer for Writer {
    type Ok = Value;
    type Error = Unwritable;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    plainly!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32,
        serialize_f64: f64, serialize_str: &str
    );

    fn serialize_char(self, value: char) -> Result<Value, Unwritable> {
        Ok(Value::String(value.to_string()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value, Unwritable> {
        Ok(Value::Array(value.iter().map(|byte| (*byte).into()).collect()))
    }

    fn serialize_none(self) -> Result<Value, Unwritable> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Unwritable> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Unwritable> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Unwritable> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Unwritable> {
        Ok(Value::String(kebab(variant)))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Value, Unwritable> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        kind: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Unwritable> {
        let payload = value.serialize(Self)?;
        match (kind, variant) {
            ("Result", "Ok") => Ok(payload),
            _ => Ok(member(&kebab(variant), payload)),
        }
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Unwritable> {
        Ok(Items::new(None))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, Unwritable> {
        Ok(Items::new(None))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items, Unwritable> {
        Ok(Items::new(None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Items, Unwritable> {
        Ok(Items::new(Some(variant)))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members, Unwritable> {
        Ok(Members::new(None))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, Unwritable> {
        Ok(Members::new(None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members, Unwritable> {
        Ok(Members::new(Some(variant)))
    }
}

macro_rules! items {
    ($($kind:ident::$method:ident),*) => {
        $(impl $kind for Items {
            type Ok = Value;
            type Error = Unwritable;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
                self.add(value)
            }

            fn end(self) -> Result<Value, Unwritable> {
                Ok(self.finish())
            }
        })*
    };
}

items!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

macro_rules! members {
    ($($kind:ident),*) => {
        $(impl $kind for Members {
            type Ok = Value;
            type Error = Unwritable;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Unwritable> {
                self.add(name, value)
            }

            fn end(self) -> Result<Value, Unwritable> {
                Ok(self.finish())
            }
        })*
    };
}

members!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Members {
    type Ok = Value;
    type Error = Unwritable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        self.key = key.serialize(Writer)?.as_str().map(str::to_owned);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        let key = self.key.take().ok_or_else(|| Unwritable("a key is no text".to_owned()))?;
        self.done.insert(key, value.serialize(Writer)?);
        Ok(())
    }

    fn end(self) -> Result<Value, Unwritable> {
        Ok(self.finish())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use serde_json::json;
    use wasmtime::Store;
    use wasmtime::component::{Component, Val};
    use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};

    use super::super::contract::FILES;
    use super::super::value;
    use super::*;
    use crate::plugin::bindings::types;
    use crate::plugin::engine;
    use crate::plugin::store::{self, CallState};

    /// Gives back the page it was given. Two pages are too many to be passed flat, so both ways are an address.
    const ECHO: &str = r#"(module (memory (export "memory") 4) (global $heap (mut i32) (i32.const 64)) (global $page (mut i32) (i32.const 0))
        (func (export "cabi_realloc") (param i32 i32 i32) (param $size i32) (result i32) (local $at i32)
          (local.set $at (global.get $heap))
          (global.set $heap (i32.and (i32.add (i32.add (local.get $at) (local.get $size)) (i32.const 15)) (i32.const -16)))
          (local.get $at))
        (func (export "sekme:plugin/echo@0.1.0#put") (param i32) (global.set $page (local.get 0)))
        (func (export "sekme:plugin/echo@0.1.0#get") (result i32) (global.get $page)))"#;

    fn echo() -> Vec<u8> {
        const PACKAGE: &str = "package sekme:plugin@0.1.0;";
        let ours: String = FILES.iter().map(|(_, text)| text.replace(PACKAGE, "")).collect();
        let text = format!(
            "{PACKAGE}\n{ours}\ninterface echo {{ use types.{{page}}; put: func(one: page, two: page); get: func() -> page; }}
             world echoing {{ export echo; }}"
        );
        let mut resolve = wit_parser::Resolve::default();
        let package = resolve.push_source("echo.wit", &text).unwrap();
        let world = resolve.select_world(&[package], Some("echoing")).unwrap();
        let mut module = wat::parse_str(ECHO).unwrap();
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).unwrap();
        ComponentEncoder::default().module(&module).unwrap().encode().unwrap()
    }

    fn page() -> types::Page {
        let element = |id, bounds| types::Element {
            id,
            parent: Some(1),
            tag: "a".to_owned(),
            role: "link".to_owned(),
            name: "Ağaç \u{202b}\"".to_owned(),
            value: String::new(),
            href: "https://a.example/".to_owned(),
            state: types::ElementFlags::VISIBLE
                | types::ElementFlags::IN_MAIN
                | types::ElementFlags::OCCLUDED,
            bounds,
            extra: vec![("type".to_owned(), "text".to_owned())],
        };
        let fact = |probe: &str, value| types::Fact { probe: probe.to_owned(), value };
        types::Page {
            url: "https://a.example/x".to_owned(),
            title: "Title".to_owned(),
            lang: "tr".to_owned(),
            http_status: 404,
            elements: vec![element(7, Some(types::Rect { x: -1, y: 2, w: 3, h: 4 })), element(8, None)],
            facts: vec![
                fact("a", types::FactValue::Absent),
                fact("b", types::FactValue::Count(3)),
                fact("c", types::FactValue::Text("x".to_owned())),
            ],
            truncated: true,
            extra: vec![("text".to_owned(), "words".to_owned())],
        }
    }

    #[test]
    fn the_servers_own_values_and_those_of_a_component_have_the_same_json() {
        let engine = engine::start().unwrap();
        let component = Component::new(&engine, echo()).unwrap();
        let linker = store::linker(&engine, false).unwrap();
        let until = Instant::now() + Duration::from_mins(1);
        let state = CallState::new("echo".to_owned(), Duration::ZERO, until, 1 << 24, None);
        let mut store = Store::new(&engine, state);
        store.limiter(CallState::limiter);
        store.set_epoch_deadline(u64::MAX / 2);
        let instance = linker.instantiate(&mut store, &component).unwrap();
        let interface = instance.get_export_index(&mut store, None, "sekme:plugin/echo@0.1.0").unwrap();
        let put = instance.get_export_index(&mut store, Some(&interface), "put").unwrap();
        let get = instance.get_export_index(&mut store, Some(&interface), "get").unwrap();
        let put = instance.get_typed_func::<(types::Page, types::Page), ()>(&mut store, put).unwrap();
        put.call(&mut store, (page(), page())).unwrap();
        let get = instance.get_func(&mut store, get).unwrap();
        let mut results = [Val::Bool(false)];
        get.call(&mut store, &[], &mut results).unwrap();

        let typed = to_json(&page()).unwrap();
        assert_eq!(typed, value::to_json(&results[0]));
        assert_eq!(typed["elements"][0]["state"], json!(["visible", "in-main", "occluded"]));
        assert_eq!(typed["facts"][1]["value"], json!({ "count": 3 }));
        assert_eq!(typed["http-status"], 404);
        let kind = get.ty(&store).results().next().unwrap();
        assert_eq!(value::to_val(&typed, &kind).unwrap(), results[0], "and the way back");
        let wrong = json!({ "url": "x", "http-status": 1, "elements": [{ "id": 1, "state": ["seen"] }] });
        let mistake = value::to_val(&wrong, &kind).unwrap_err().to_string();
        assert!(mistake.starts_with("elements.0.state.0: `seen` is none of visible"), "{mistake}");
        let mistake = value::to_val(&json!({ "url": "x", "http_status": 1 }), &kind).unwrap_err().to_string();
        assert_eq!(mistake, "http-status: is missing");
    }
}
