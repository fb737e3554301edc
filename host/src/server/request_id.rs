//! The id a client gave its request, kept as the client wrote it.

/// A string or an integer of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RequestId {
    json: Box<str>,
    key: IdKey,
}

/// What makes two ids the same, however they are written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum IdKey {
    Integer(Box<str>),
    Text(Box<str>),
}

/// Why a value cannot be a request id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a request id must be a string or an integer, not {0}")]
pub(super) struct BadId(&'static str);

impl RequestId {
    /// Reads an id from one JSON value without white space around it.
    pub(super) fn parse(json: &str) -> Result<Self, BadId> {
        let key = match json.as_bytes().first() {
            Some(b'"') => IdKey::Text(
                // A lone surrogate is fine JSON but no Rust string: such an id is compared as it is written.
                serde_json::from_str::<String>(json).map_or_else(|_| json.into(), String::into_boxed_str),
            ),
            Some(b'-' | b'0'..=b'9') => {
                let digits = json.strip_prefix('-').unwrap_or(json);
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(BadId("a fraction"));
                }
                IdKey::Integer(json.into())
            }
            Some(b'{') => return Err(BadId("an object")),
            Some(b'[') => return Err(BadId("an array")),
            Some(b't' | b'f') => return Err(BadId("a boolean")),
            _ => return Err(BadId("null")),
        };
        Ok(Self { json: json.into(), key })
    }

    /// The JSON text, byte for byte as the client sent it.
    pub(super) fn as_json(&self) -> &str {
        &self.json
    }

    pub(super) fn key(&self) -> &IdKey {
        &self.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_integers_of_any_size_are_kept_as_written() {
        for json in ["0", "-7", "123456789012345678901234567890", "\"\"", "\"ı\\u0131\"", r#""\ud800""#] {
            assert_eq!(RequestId::parse(json).unwrap().as_json(), json);
        }
    }

    #[test]
    fn a_number_and_its_text_are_different_ids() {
        assert_ne!(RequestId::parse("1").unwrap().key(), RequestId::parse("\"1\"").unwrap().key());
        assert_eq!(RequestId::parse("\"a\"").unwrap().key(), RequestId::parse(r#""\u0061""#).unwrap().key());
    }

    #[test]
    fn everything_else_is_refused_by_name() {
        for (json, name) in [
            ("null", "null"),
            ("true", "a boolean"),
            ("{}", "an object"),
            ("[1]", "an array"),
            ("1.5", "a fraction"),
            ("1e3", "a fraction"),
        ] {
            assert_eq!(RequestId::parse(json).unwrap_err(), BadId(name));
        }
    }
}
