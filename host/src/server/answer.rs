//! An answer as the line that carries it.

use rmcp::ErrorData;
use rmcp::model::ErrorCode;
use serde::Serialize;

/// What an answer says, without the id it is given under.
#[derive(Debug)]
pub(super) struct Body(String);

impl Body {
    pub(super) fn result(result: &impl Serialize) -> Self {
        Self::member("result", result)
    }

    pub(super) fn error(error: &ErrorData) -> Self {
        Self::member("error", error)
    }

    fn member(name: &str, value: &impl Serialize) -> Self {
        match serde_json::to_string(value) {
            Ok(value) => Self(one_line(format!("\"{name}\":{value}"))),
            Err(error) => {
                tracing::error!(%error, "an answer is not JSON");
                Self(format!(
                    r#""error":{{"code":{},"message":"the answer could not be written"}}"#,
                    ErrorCode::INTERNAL_ERROR.0
                ))
            }
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.len()
    }

    /// The whole answer under an id, which is given as JSON.
    pub(super) fn under(&self, id: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},{}}}"#, self.0)
    }
}

/// Escapes the characters that some clients take for line ends. They occur only inside strings.
pub(super) fn one_line(json: String) -> String {
    const LINE_ENDS: [(char, &str); 3] =
        [('\u{85}', "\\u0085"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")];
    LINE_ENDS.iter().fold(json, |json, (character, escape)| {
        if json.contains(*character) { json.replace(*character, escape) } else { json }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_character_of_an_answer_ends_its_line() {
        let body = Body::result(&"a\n\r\u{b}\u{c}\u{85}\u{2028}\u{2029}");
        let line = body.under("\"id\"");
        assert_eq!(line, r#"{"jsonrpc":"2.0","id":"id","result":"a\n\r\u000b\f\u0085\u2028\u2029"}"#);
    }
}
