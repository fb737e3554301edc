//! Filling the `{{name}}` places of an HTML file.

/// One value for a place; it is put in as it is, so text must be escaped first.
pub(crate) type Value<'a> = (&'a str, &'a str);

/// Replaces each `{{name}}` by its value. A place without a value stays as it is.
pub(crate) fn fill(template: &str, values: &[Value<'_>]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(start) = rest.find("{{") {
        filled.push_str(&rest[..start]);
        rest = &rest[start..];
        let value = rest.find("}}").and_then(|end| {
            let name = rest[2..end].trim();
            values.iter().find(|(key, _)| *key == name).map(|(_, value)| (end + 2, *value))
        });
        let (taken, text) = value.unwrap_or((2, "{{"));
        filled.push_str(text);
        rest = &rest[taken..];
    }
    filled.push_str(rest);
    filled
}

/// Makes text harmless between tags and inside quoted attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Joins pieces of HTML, each on a line of its own.
pub(crate) fn lines(pieces: impl Iterator<Item = String>) -> String {
    pieces.collect::<Vec<_>>().join("\n")
}

/// Makes text one part of a URL.
pub(crate) fn encode(text: &str) -> String {
    // A plus sign means a space in a query only, not in a path.
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_and_unknown_ones_stay() {
        assert_eq!(fill("a {{x}} b {{ y }} {{z}} {{", &[("x", "1"), ("y", "{{x}}")]), "a 1 b {{x}} {{z}} {{");
    }

    #[test]
    fn a_query_cannot_become_markup() {
        assert_eq!(escape("<b a=\"'\">&"), "&lt;b a=&quot;&#39;&quot;&gt;&amp;");
    }
}
