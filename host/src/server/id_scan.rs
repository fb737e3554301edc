//! Finds the request id of a message that is too long to be kept, in constant memory.

use super::request_id::RequestId;

/// Longest name or id that is kept, in bytes.
const MAX_TOKEN: usize = 4096;

/// Walks over the bytes of one JSON object and remembers the value of its own `id` member.
///
/// It assumes valid JSON: what it finds in anything else is still checked to be an id.
#[derive(Debug, Default)]
pub(super) struct IdScan {
    place: Place,
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The name or the id that is being read.
    token: Vec<u8>,
    found: Option<Vec<u8>>,
}

/// Part of the outermost object that the scan is in.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Place {
    #[default]
    Before,
    Name,
    Id,
    OtherValue,
    /// The outermost value is no object.
    Nowhere,
}

impl IdScan {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.found.is_some() {
                return;
            }
            self.step(*byte);
        }
    }

    /// The id, if the object has one that may be answered.
    pub(super) fn finish(self) -> Option<RequestId> {
        let text = String::from_utf8(self.found?).ok()?;
        RequestId::parse(&text).ok()
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.place = match self.place {
                    Place::Before if byte == b'{' => Place::Name,
                    Place::Before => Place::Nowhere,
                    Place::Id => Place::OtherValue,
                    place => place,
                };
                self.depth += 1;
            }
            b':' if self.depth == 1 && self.place == Place::Name => {
                self.place = if self.token == b"\"id\"" { Place::Id } else { Place::OtherValue };
                self.token.clear();
            }
            b',' | b'}' if self.depth == 1 => match self.place {
                Place::Id => self.found = Some(std::mem::take(&mut self.token)),
                Place::OtherValue => {
                    self.place = Place::Name;
                    self.token.clear();
                }
                Place::Before | Place::Name | Place::Nowhere => {}
            },
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b' ' | b'\t' | b'\r' => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth != 1 || !matches!(self.place, Place::Name | Place::Id) {
            return;
        }
        if self.token.len() < MAX_TOKEN {
            self.token.push(byte);
        } else {
            self.place = Place::OtherValue;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_of(json: &str) -> Option<String> {
        let mut scan = IdScan::default();
        for byte in json.as_bytes() {
            scan.push(&[*byte]);
        }
        scan.finish().map(|id| id.as_json().to_owned())
    }

    #[test]
    fn only_the_id_of_the_message_itself_is_found() {
        assert_eq!(id_of(r#"{"method":"x","params":{"id":1},"id":2}"#).as_deref(), Some("2"));
        assert_eq!(
            id_of(r#"{"a":"\"id\":3","b":["id",{"id":4}],"id" : "ş,\"}" }"#).as_deref(),
            Some(r#""ş,\"}""#)
        );
        assert_eq!(id_of(r#"[{"id":5}]"#), None);
        assert_eq!(id_of(r#"{"params":{"id":1}}"#), None);
        assert_eq!(id_of(&format!(r#"{{"{}":1,"id":6}}"#, "x".repeat(MAX_TOKEN))).as_deref(), Some("6"));
    }

    #[test]
    fn an_id_that_may_not_be_answered_is_not_found() {
        assert_eq!(id_of(r#"{"id":{"a":1}}"#), None);
        assert_eq!(id_of(r#"{"id":1.5}"#), None);
        assert_eq!(id_of(r#"{"id":null}"#), None);
        assert_eq!(id_of(&format!(r#"{{"id":"{}"}}"#, "x".repeat(MAX_TOKEN))), None);
    }
}
