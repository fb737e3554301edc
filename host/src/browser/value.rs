//! What a script of the page's own world gives, as data. Chrome itself takes the value apart, so that a page which
//! replaced `JSON`, `Map` or `Promise` changes nothing.

use std::collections::HashMap;

use serde_json::Value;

use super::Node;

/// Most values taken over from one answer.
const MOST: usize = 100_000;

/// A value of a script.
#[derive(Debug, Clone, PartialEq)]
pub enum ScriptValue {
    /// `undefined`.
    Undefined,
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number in its own spelling: also `NaN`, `Infinity`, `-0`, and `12n`.
    Number(String),
    /// A text.
    Text(String),
    /// What is no data, in words: `[function load]`, `[circular]`.
    Word(String),
    /// A node of a document.
    Node(NodeValue),
    /// An array, a set or a list of nodes, and how many items were left out at its end.
    List(Vec<Self>, usize),
    /// An object, or a map whose keys are texts.
    Object(Vec<(String, Self)>),
}

/// A node as the value of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeValue {
    /// The node, for asking more about it.
    pub node: Node,
    /// 1 for elements, 3 for text, 9 for documents.
    pub kind: u16,
    /// Tag, id and classes as in a selector; the text of a text node.
    pub label: String,
}

impl ScriptValue {
    /// Whether an answer has parts that only the page's own script can take apart.
    pub(super) fn is_opaque(deep: &Value) -> bool {
        match deep["type"].as_str() {
            Some("platformobject" | "typedarray" | "error") => true,
            _ => match &deep["value"] {
                Value::Array(items) => items.iter().any(|item| match item {
                    Value::Array(pair) => pair.iter().any(Self::is_opaque),
                    other => Self::is_opaque(other),
                }),
                _ => false,
            },
        }
    }

    /// Reads Chrome's deep serialization.
    pub(super) fn of(deep: &Value) -> Self {
        let mut known = HashMap::new();
        index(deep, &mut known);
        Reader { known, open: Vec::new(), left: MOST }.read(deep)
    }
}

/// Chrome gives an object that occurs several times its content only once.
fn index<'d>(deep: &'d Value, known: &mut HashMap<i64, &'d Value>) {
    if let (Some(number), Some(_)) = (deep["weakLocalObjectReference"].as_i64(), deep.get("value")) {
        known.insert(number, deep);
    }
    if let Value::Array(items) = &deep["value"] {
        for item in items {
            match item {
                Value::Array(pair) => pair.iter().for_each(|part| index(part, known)),
                other => index(other, known),
            }
        }
    }
}

struct Reader<'d> {
    known: HashMap<i64, &'d Value>,
    /// The objects around the value that is read.
    open: Vec<i64>,
    left: usize,
}

impl Reader<'_> {
    fn read(&mut self, deep: &Value) -> ScriptValue {
        if self.left == 0 {
            return ScriptValue::Word("[too much]".to_owned());
        }
        self.left -= 1;
        let Some(number) = deep["weakLocalObjectReference"].as_i64() else {
            return self.content(deep);
        };
        if self.open.contains(&number) {
            return ScriptValue::Word("[circular]".to_owned());
        }
        let whole = self.known.get(&number).copied().cloned();
        self.open.push(number);
        let value = self.content(whole.as_ref().unwrap_or(deep));
        self.open.pop();
        value
    }

    fn content(&mut self, deep: &Value) -> ScriptValue {
        let kind = deep["type"].as_str().unwrap_or("value");
        let value = &deep["value"];
        let text = || value.as_str().unwrap_or_default().to_owned();
        match (kind, value) {
            ("undefined", _) => ScriptValue::Undefined,
            ("null", _) => ScriptValue::Null,
            ("boolean", _) => ScriptValue::Bool(value.as_bool().unwrap_or_default()),
            ("string", _) => ScriptValue::Text(text()),
            ("number", Value::String(odd)) => ScriptValue::Number(odd.clone()),
            ("number", number) => ScriptValue::Number(number.to_string()),
            ("bigint", _) => ScriptValue::Number(format!("{}n", text())),
            ("date", _) => ScriptValue::Text(text()),
            ("regexp", _) => ScriptValue::Text(format!(
                "/{}/{}",
                value["pattern"].as_str().unwrap_or_default(),
                value["flags"].as_str().unwrap_or_default()
            )),
            ("node", Value::Object(_)) => node(value),
            ("array" | "set" | "nodelist" | "htmlcollection", Value::Array(items)) => {
                ScriptValue::List(items.iter().map(|item| self.read(item)).collect(), 0)
            }
            ("object", Value::Array(pairs)) => ScriptValue::Object(self.pairs(pairs)),
            ("map", Value::Array(pairs)) if pairs.iter().all(|pair| pair[0].is_string()) => {
                ScriptValue::Object(self.pairs(pairs))
            }
            ("map", Value::Array(pairs)) => {
                let pair = |pair: &Value| {
                    let key = match &pair[0] {
                        Value::String(text) => ScriptValue::Text(text.clone()),
                        key => self.read(key),
                    };
                    ScriptValue::List(vec![key, self.read(&pair[1])], 0)
                };
                ScriptValue::List(pairs.iter().map(pair).collect(), 0)
            }
            (kind, _) => ScriptValue::Word(format!("[{kind}]")),
        }
    }

    fn pairs(&mut self, pairs: &[Value]) -> Vec<(String, ScriptValue)> {
        let mut read = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let key = pair[0].as_str().unwrap_or_default().to_owned();
            read.push((key, self.read(&pair[1])));
        }
        read
    }
}

fn node(value: &Value) -> ScriptValue {
    let kind = value["nodeType"].as_u64().and_then(|kind| u16::try_from(kind).ok()).unwrap_or_default();
    let label = match kind {
        1 => {
            let mut label = value["localName"].as_str().unwrap_or("element").to_owned();
            let attributes = &value["attributes"];
            if let Some(id) = attributes["id"].as_str().filter(|id| !id.is_empty()) {
                label.push('#');
                label.push_str(id);
            }
            for class in attributes["class"].as_str().unwrap_or_default().split_whitespace() {
                label.push('.');
                label.push_str(class);
            }
            label
        }
        9 => "document".to_owned(),
        11 => "document fragment".to_owned(),
        _ => value["nodeValue"].as_str().unwrap_or("node").to_owned(),
    };
    match value["backendNodeId"].as_i64() {
        Some(backend) => ScriptValue::Node(NodeValue { node: Node { backend, content: None }, kind, label }),
        None => ScriptValue::Word(format!("[{label}]")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn number(value: &str) -> ScriptValue {
        ScriptValue::Number(value.to_owned())
    }

    #[test]
    fn numbers_keep_their_spelling() {
        for (deep, expected) in [
            (json!({"type": "number", "value": 1.5}), "1.5"),
            (json!({"type": "number", "value": "NaN"}), "NaN"),
            (json!({"type": "number", "value": "-0"}), "-0"),
            (json!({"type": "bigint", "value": "12"}), "12n"),
        ] {
            assert_eq!(ScriptValue::of(&deep), number(expected));
        }
    }

    #[test]
    fn an_object_inside_itself_ends_and_one_that_occurs_twice_is_whole_both_times() {
        let deep = json!({"type": "array", "weakLocalObjectReference": 1, "value": [
            {"type": "object", "weakLocalObjectReference": 2, "value": [["v", {"type": "number", "value": 1}]]},
            {"type": "object", "weakLocalObjectReference": 2},
            {"type": "array", "weakLocalObjectReference": 1},
        ]});
        let twice = ScriptValue::Object(vec![("v".to_owned(), number("1"))]);
        let circular = ScriptValue::Word("[circular]".to_owned());
        assert_eq!(ScriptValue::of(&deep), ScriptValue::List(vec![twice.clone(), twice, circular], 0));
    }

    #[test]
    fn a_map_is_an_object_where_its_keys_are_texts_and_pairs_otherwise() {
        let deep = json!({"type": "map", "value": [["a", {"type": "null"}]]});
        assert_eq!(ScriptValue::of(&deep), ScriptValue::Object(vec![("a".to_owned(), ScriptValue::Null)]));
        let deep = json!({"type": "map", "value": [[{"type": "number", "value": 1}, {"type": "undefined"}]]});
        let pair = ScriptValue::List(vec![number("1"), ScriptValue::Undefined], 0);
        assert_eq!(ScriptValue::of(&deep), ScriptValue::List(vec![pair], 0));
    }

    #[test]
    fn objects_that_refer_to_each_other_many_times_do_not_explode() {
        let level = |number: i64, inner: Value| {
            json!({"type": "array", "weakLocalObjectReference": number,
                   "value": [inner, {"type": "array", "weakLocalObjectReference": number + 1}]})
        };
        let mut deep = json!({"type": "array", "weakLocalObjectReference": 40, "value": []});
        for number in (0..40).rev() {
            deep = level(number, deep);
        }
        // Forty levels of twins are 2^40 values when written out.
        assert!(matches!(ScriptValue::of(&deep), ScriptValue::List(..)));
    }
}
