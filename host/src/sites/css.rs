//! CSS selectors that contributors write.

use std::fmt;

use serde::Deserialize;

const MAX_CSS_BYTES: usize = 512;

/// A CSS selector. Its syntax is judged by the browser.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Css(String);

impl Css {
    /// The selector itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Css {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let trimmed = text.trim();
        if trimmed.is_empty() || trimmed.len() > MAX_CSS_BYTES || trimmed.chars().any(char::is_control) {
            return Err(format!("a selector is one line of 1 to {MAX_CSS_BYTES} bytes"));
        }
        Ok(Self(trimmed.to_owned()))
    }
}

impl fmt::Display for Css {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
